//! Commands that solve, count and check puzzles, one file each.

mod bad_line;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod count;
mod estimate;
mod findings;
pub(crate) mod formats;
mod plain_lines;
pub(crate) mod solve;
mod solve_chunk;
mod stream;
mod traces;
