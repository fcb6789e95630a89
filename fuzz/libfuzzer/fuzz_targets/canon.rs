#![no_main]
//! `canon` of quadrille-fuzz.

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::canon(data));
