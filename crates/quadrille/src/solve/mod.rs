//! Exact solvers: complete search for one, some or all solutions.

mod naive;

use std::ops::ControlFlow;

pub use naive::Naive;

use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Run, Stop};

/// A solver that finds every solution of a puzzle, in an order that depends on the puzzle alone.
pub trait ExactSolver: Sync {
    /// Its name for users.
    fn id(&self) -> &'static str;

    /// The counter that a limit on nodes is about.
    fn node(&self) -> Counter;

    /// Hands every solution to `found`, each once, validated, until there are no more
    /// ([`Stop::ProvedNone`]), `found` breaks ([`Stop::Solved`]), or the budget of the run ends it.
    fn solve(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop;
}

/// All exact solvers.
pub const SOLVERS: &[&dyn ExactSolver] = &[&Naive];
