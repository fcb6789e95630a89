//! Commands that solve, count, check, canonicalize, search, convert, generate and explain puzzles, one file
//! each, and those about sets of puzzles.

pub(crate) mod bench;
pub(crate) mod canon;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod dataset;
mod enumeration;
mod export;
pub(crate) mod formats;
pub(crate) mod generate;
pub(crate) mod logic;
pub(crate) mod search;
mod shuffle;
pub(crate) mod solve;
mod solving;
