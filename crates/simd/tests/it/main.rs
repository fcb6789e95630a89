//! Tests of the whole kernel against a slow, obvious solver.

mod answers;
mod data;
#[cfg(target_arch = "x86_64")]
mod judge;
mod limits;
mod mixed;
mod naive;
mod puzzles;
