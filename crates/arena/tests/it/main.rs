//! Integration tests of the arena.

mod goldens;
mod rules;
