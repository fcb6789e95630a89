//! Integration tests of human logic.

mod checker;
mod golden;
mod logic;
mod samples;
mod sizes;
mod symmetry;
mod words;
