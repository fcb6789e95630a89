#![no_main]
//! `readers` of quadrille-fuzz.

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::format("line", data));
