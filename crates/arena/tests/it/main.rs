//! Integration tests of the arena.

mod bots;
mod goldens;
mod rules;
