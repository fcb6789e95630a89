//! Exact solvers: complete search for one, some or all solutions.

mod auto;
mod bits;
mod counting;
mod dlx;
mod formula;
mod kernel;
mod layout;
mod learning;
mod naive;
mod nine_counts;
mod nines;
pub(crate) mod propagate;
pub(crate) mod questions;
#[cfg(feature = "sat")]
mod sat;
mod walk;

use std::ops::ControlFlow;

pub use auto::Auto;
pub use bits::Bits;
pub use counting::count_on_threads;
pub use dlx::Dlx;
pub use kernel::Kernel;
pub use learning::Learning;
pub use naive::Naive;
pub use nine_counts::{LineVerdict, count_lines, line_verdicts};
pub use nines::{NINE_LINE, Unsolved, first_solutions};
#[cfg(feature = "sat")]
pub use sat::Sat;

pub use crate::analysis::is_minimal;
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// A solver that finds every solution of a puzzle, in an order that depends on the puzzle alone.
pub trait ExactSolver: Sync {
    /// Its name for users.
    fn id(&self) -> &'static str;

    /// The counter that a limit on nodes is about.
    fn node(&self) -> Counter;

    /// Whether it can do that board.
    fn supports(&self, _puzzle: &Puzzle) -> bool {
        true
    }

    /// Whether it would hand that board to the SIMD kernel. Then many questions about it are asked
    /// in one batch, which gives the same answers sooner.
    fn takes_batches(&self, _puzzle: &Puzzle) -> bool {
        false
    }

    /// Hands every solution to `found`, each once, validated, until there are no more
    /// ([`Stop::ProvedNone`]), `found` breaks ([`Stop::Solved`]), or the budget of the run ends it.
    /// [`Stop::Unsupported`] for a board that it cannot do.
    fn solve(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop;
}

/// All exact solvers. The first is the one to take when nothing speaks for another.
pub const SOLVERS: &[&dyn ExactSolver] = &[
    &Auto,
    &Kernel,
    &Bits,
    &Dlx,
    &Learning,
    #[cfg(feature = "sat")]
    &Sat,
    &Naive,
];

/// A solution of a puzzle, if it has one: always the same, found by [`Auto`] without any limit.
/// Where time matters, [`ExactSolver::solve`] takes a [`Run`] with a budget.
pub fn first(puzzle: &Puzzle) -> Option<Solution> {
    let mut first = None;
    Auto.solve(puzzle, &mut Meter::unlimited(), &mut |solution| {
        first = Some(solution.clone());
        ControlFlow::Break(())
    });
    first
}

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Solutions found, each validated.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// Why the search ended.
    pub stop: Stop,
}

/// Counts solutions, to a limit (0 = none).
pub fn count(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    limit: u64,
    meter: &mut Meter<'_>,
) -> Count {
    let mut count = 0;
    let stop = solver.solve(puzzle, meter, &mut |_| {
        count += 1;
        if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    Count { count, exact: stop == Stop::ProvedNone, stop }
}

/// What can be said of a puzzle's solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is none.
    NoSolution,
    /// There is exactly one: the puzzle is proper.
    Unique(Solution),
    /// There are at least these two.
    Multiple(Box<[Solution; 2]>),
    /// The budget ended the search before that was known.
    Undecided(Stop),
}

/// Decides whether a puzzle has no, one or several solutions.
pub fn verdict(solver: &dyn ExactSolver, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Verdict {
    let mut first = None;
    let mut second = None;
    let stop = solver.solve(puzzle, meter, &mut |solution| {
        if first.is_none() {
            first = Some(solution.clone());
            ControlFlow::Continue(())
        } else {
            second = Some(solution.clone());
            ControlFlow::Break(())
        }
    });
    match (first, second, stop) {
        (Some(first), Some(second), _) => Verdict::Multiple(Box::new([first, second])),
        (Some(solution), None, Stop::ProvedNone) => Verdict::Unique(solution),
        (None, None, Stop::ProvedNone) => Verdict::NoSolution,
        (.., stop) => Verdict::Undecided(stop),
    }
}
