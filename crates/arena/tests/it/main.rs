//! Integration tests of the arena.

mod analysis;
mod bots;
mod conformance;
mod cut_off;
mod goldens;
mod perfect;
mod rules;
