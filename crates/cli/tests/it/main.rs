//! The binary as its users meet it.

mod compare;
mod compare_log;
mod errors;
mod program;
mod readme;
mod services;
mod solve;
mod trace;
