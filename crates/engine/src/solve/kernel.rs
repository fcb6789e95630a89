//! The SIMD kernel as a solver, one puzzle at a time.

use std::ops::ControlFlow;

use super::ExactSolver;
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};
use crate::kernel::batch;

/// The kernel solver: 9x9 boards without edges. A guess tried is a node; the root of the search is
/// not.
#[derive(Clone, Copy, Debug)]
pub struct Kernel;

impl ExactSolver for Kernel {
    fn id(&self) -> &'static str {
        "kernel"
    }

    fn node(&self) -> Counter {
        Counter::Branch
    }

    fn supports(&self, puzzle: &Puzzle) -> bool {
        batch::supports(puzzle)
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        if !self.supports(puzzle) {
            return Stop::Unsupported;
        }
        batch::solve_one(&batch::masks(puzzle), meter, &mut |digits| {
            found(&Solution::new(puzzle, digits).expect("kernel solutions are valid"))
        })
    }
}
