//! Integration tests of human logic.

mod golden;
mod logic;
mod samples;
mod symmetry;
