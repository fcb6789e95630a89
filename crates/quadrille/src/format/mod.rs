//! Puzzle formats.

pub mod line;
