//! Integration tests of the arena.

mod bots;
mod conformance;
mod goldens;
mod rules;
