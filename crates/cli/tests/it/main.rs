//! The binary as its users meet it.

mod compare;
mod errors;
mod program;
mod readme;
mod solve;
