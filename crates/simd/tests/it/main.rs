//! Tests of the whole kernel against a slow, obvious solver.

mod answers;
mod data;
mod limits;
mod naive;
mod puzzles;
