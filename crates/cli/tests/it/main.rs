//! The binary as its users meet it.

mod compare;
mod compare_log;
mod errors;
mod games;
mod program;
mod readme;
mod solve;
mod tournament;
