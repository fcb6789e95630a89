#![no_main]
//! `log` of quadrille-fuzz.

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::log(data));
