#![no_main]
//! `links` of quadrille-fuzz.

libfuzzer_sys::fuzz_target!(|data: &[u8]| quadrille_fuzz::links(data));
