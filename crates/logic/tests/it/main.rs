//! Integration tests of human logic.

mod checker;
mod golden;
mod logic;
mod samples;
mod symmetry;
mod words;
