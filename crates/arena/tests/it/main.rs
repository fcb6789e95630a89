//! Integration tests of the arena.

mod analysis;
mod bots;
mod conformance;
mod goldens;
mod perfect;
mod rules;
