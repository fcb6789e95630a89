#![no_main]
//! `trace` of quadrille-fuzz.

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::trace(data));
