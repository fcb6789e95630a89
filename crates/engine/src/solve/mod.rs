//! Exact solvers: complete search for one, some or all solutions.
//!
//! [`many`] is the call to make: it takes any number of puzzles of any shape, chooses the fastest
//! solver for each and returns counts and solutions. [`stream`] does the same for an iterator,
//! [`first`] for one puzzle of which any solution will do, and [`count_in_parallel`] counts the
//! solutions of one loose puzzle on several threads.
//!
//! To choose the solver, call [`count`] or [`verdict`], or
//! [`ExactSolver::solve`] for every solution as it is found.

mod auto;
mod bits;
mod counting;
mod dlx;
mod formula;
mod kernel;
mod layout;
mod learning;
mod local_turns;
mod many;
mod naive;
pub(crate) mod propagate;
#[cfg(feature = "sat")]
mod sat;

use std::ops::ControlFlow;

pub use auto::Auto;
pub use bits::Bits;
pub use counting::count_in_parallel;
pub use dlx::Dlx;
pub use kernel::Kernel;
pub use learning::Learning;
pub use many::{Answer, many, stream};
pub use naive::Naive;
#[cfg(feature = "sat")]
pub use sat::Sat;

use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// A solver that finds every solution of a puzzle, in an order that depends only on the puzzle.
pub trait ExactSolver: Sync {
    /// Returns the name that users select it by.
    fn id(&self) -> &'static str;

    /// Returns the counter that a limit on nodes applies to.
    fn node(&self) -> Counter;

    /// Returns whether the solver can solve boards like this one.
    fn supports(&self, _puzzle: &Puzzle) -> bool {
        true
    }

    /// Passes every solution to `found`, each once and validated, until there are no more
    /// ([`Stop::ProvedNone`]), `found` breaks ([`Stop::Solved`]), or a limit of the meter ends the
    /// search. Returns [`Stop::Unsupported`] for a board that the solver cannot solve.
    fn solve(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop;
}

/// All exact solvers. The first is the default.
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

/// Returns a solution of a puzzle, if it has one: always the same, found by [`Auto`] without any
/// limit. To limit the search, call [`many`].
pub fn first(puzzle: &Puzzle) -> Option<Solution> {
    Answer::of(&Auto, puzzle, 1, &mut Meter::unlimited()).solutions.pop()
}

/// How many solutions a puzzle has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Number of solutions found, each validated.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// Why the search ended.
    pub stop: Stop,
}

/// Counts the solutions of a puzzle with one solver, up to `limit` (0 = no limit).
pub fn count(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    limit: u64,
    meter: &mut Meter<'_>,
) -> Count {
    let Answer { count, exact, stop, .. } = Answer::of(solver, puzzle, limit, meter);
    Count { count, exact, stop }
}

/// Whether a puzzle has no, one or several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is no solution.
    NoSolution,
    /// There is exactly one solution: the puzzle is proper.
    Unique(Solution),
    /// There are at least these two solutions.
    Multiple(Box<[Solution; 2]>),
    /// A limit ended the search before that was known.
    Undecided(Stop),
}

impl From<Answer> for Verdict {
    /// Reads the verdict from an answer of [`many`] with a limit of 2 solutions or more.
    fn from(answer: Answer) -> Self {
        match <[Solution; 2]>::try_from(answer.solutions) {
            Ok(two) => Self::Multiple(Box::new(two)),
            Err(mut solutions) => match (solutions.pop(), answer.exact) {
                (Some(only), true) => Self::Unique(only),
                (None, true) => Self::NoSolution,
                _ => Self::Undecided(answer.stop),
            },
        }
    }
}

/// Decides with one solver whether a puzzle has no, one or several solutions.
pub fn verdict(solver: &dyn ExactSolver, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Verdict {
    Answer::of(solver, puzzle, 2, meter).into()
}
