//! Integration tests of human logic.

mod checker;
mod golden;
mod judge;
mod logic;
mod samples;
mod sizes;
mod symmetry;
mod words;
