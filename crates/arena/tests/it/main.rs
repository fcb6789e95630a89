//! Integration tests of the arena.

mod rules;
