//! Exact solvers: complete search for one, some or all solutions.
//!
//! [`many`] is the call to make: it takes any number of puzzles of any shape, chooses the fastest
//! solver for each and returns counts and solutions. [`stream`] does the same for an iterator,
//! [`first`] for one puzzle of which any solution will do, and [`count_in_parallel`] counts the
//! solutions of one loose puzzle on several threads.
//!
//! To choose the solver, call [`count`] or [`verdict`], or
//! [`Solver::solve`] for every solution as it is found.

mod auto;
mod bits;
mod counting;
mod dlx;
mod formula;
mod layout;
mod learning;
mod local_turns;
mod many;
mod naive;
pub(crate) mod propagate;
#[cfg(feature = "sat")]
mod sat;

use std::ops::ControlFlow;

pub use counting::count_in_parallel;
pub use learning::luby;
pub use many::{Answer, count, many, stream};

use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};
use crate::kernel::batch;

/// An exact solver, which finds every solution of a puzzle, in an order that depends only on the
/// puzzle.
///
/// ```
/// use quadrille_core::solve::{self, Solver};
/// use quadrille_core::{Meter, Puzzle};
///
/// let puzzle: Puzzle = "1...............".parse()?;
/// for &solver in Solver::ALL.iter().filter(|solver| solver.supports(&puzzle)) {
///     let answer = solve::count(solver, &puzzle, 0, &mut Meter::unlimited());
///     assert_eq!(answer.count, 72, "{}", solver.id());
/// }
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Solver {
    /// The default solver. Plain 9x9 boards go to [`Kernel`](Self::Kernel). Others start with
    /// [`Bits`](Self::Bits) and continue with [`Learning`](Self::Learning) after 20 to 50
    /// contradictions without a solution. What the first has ruled out is passed to the second, so nothing is
    /// searched twice and no solution is found twice. Until there is a solution,
    /// [`Tabu`](crate::local::Tabu) takes turns with learning: it solves 36x36 boards near half
    /// full, on which learning mostly runs out of time. A node is a guess of `Kernel` or `Bits`.
    Auto,
    /// The SIMD kernel: 9x9 boards without edges. A guess tried is a node; the root of the search
    /// is not.
    Kernel,
    /// The generic solver: naked and hidden singles and locked candidates to a fixed point, then a
    /// guess where there are fewest choices: the digits of a cell, or the places of a digit in a
    /// house. Memory is linear in the number of candidates of the board.
    Bits,
    /// Exact cover by dancing links.
    Dlx,
    /// Clause learning. A node is a conflict.
    Learning,
    /// A SAT library. A node is a conflict.
    #[cfg(feature = "sat")]
    Sat,
    /// The oracle: takes the first empty cell and tries its digits in ascending order.
    Naive,
}

impl Solver {
    /// All solvers. The first is the default.
    pub const ALL: &[Self] = &[
        Self::Auto,
        Self::Kernel,
        Self::Bits,
        Self::Dlx,
        Self::Learning,
        #[cfg(feature = "sat")]
        Self::Sat,
        Self::Naive,
    ];

    /// Returns the name that users select it by.
    ///
    /// ```
    /// use quadrille_core::solve::Solver;
    ///
    /// assert_eq!(Solver::Dlx.id(), "exact-cover");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Kernel => "kernel",
            Self::Bits => "bits",
            Self::Dlx => "exact-cover",
            Self::Learning => "learning",
            #[cfg(feature = "sat")]
            Self::Sat => "sat",
            Self::Naive => "naive",
        }
    }

    /// Returns the counter that a limit on nodes applies to.
    ///
    /// ```
    /// use quadrille_core::Counter;
    /// use quadrille_core::solve::Solver;
    ///
    /// assert_eq!(Solver::Learning.node(), Counter::Conflict);
    /// ```
    pub fn node(self) -> Counter {
        match self {
            Self::Auto | Self::Kernel | Self::Bits | Self::Dlx => Counter::Branch,
            Self::Learning => Counter::Conflict,
            #[cfg(feature = "sat")]
            Self::Sat => Counter::Conflict,
            Self::Naive => Counter::Placement,
        }
    }

    /// Returns whether the solver can solve boards like this one.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_core::solve::Solver;
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// assert!(Solver::Bits.supports(&puzzle) && !Solver::Kernel.supports(&puzzle));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn supports(self, puzzle: &Puzzle) -> bool {
        self != Self::Kernel || batch::supports(puzzle)
    }

    /// Passes every solution to `found`, each once and validated, until there are no more
    /// ([`Stop::ProvedNone`]), `found` breaks ([`Stop::Solved`]), or a limit of the meter ends the
    /// search. Returns [`Stop::Unsupported`] for a board that the solver cannot solve.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use quadrille_core::solve::Solver;
    /// use quadrille_core::{Meter, Puzzle, Stop};
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let mut solutions = Vec::new();
    /// let stop = Solver::Bits.solve(&puzzle, &mut Meter::unlimited(), &mut |solution| {
    ///     solutions.push(solution.clone());
    ///     if solutions.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert_eq!((solutions.len(), stop), (3, Stop::Solved));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn solve(
        self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        self.solve_up_to(0, puzzle, meter, found)
    }

    /// Like [`solve`](Self::solve), but ends with [`Stop::Solved`] after `limit` solutions (0 = no
    /// limit). The same could be had by breaking, but the kernel is faster if it knows the limit in
    /// advance.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use quadrille_core::solve::Solver;
    /// use quadrille_core::{Meter, Puzzle};
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let mut count = 0;
    /// Solver::Auto.solve_up_to(5, &puzzle, &mut Meter::unlimited(), &mut |_| {
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(count, 5);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn solve_up_to(
        self,
        limit: u64,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        if !self.supports(puzzle) {
            return Stop::Unsupported;
        }
        let mut count = 0;
        let found: &mut Found<'_> = &mut |solution| {
            count += 1;
            if found(solution).is_break() || count == limit { Err(Stop::Solved) } else { Ok(()) }
        };
        let result = match self {
            Self::Auto => auto::solve(puzzle, limit, meter, found),
            Self::Kernel => by_kernel(puzzle, limit, meter, found),
            Self::Bits => bits::solve(puzzle, meter, found),
            Self::Dlx => dlx::solve(puzzle, meter, found),
            Self::Learning => learning::solve(puzzle, meter, found),
            #[cfg(feature = "sat")]
            Self::Sat => sat::solve(puzzle, meter, found),
            Self::Naive => naive::solve(puzzle, meter, found),
        };
        result.err().unwrap_or(Stop::ProvedNone)
    }
}

/// Receives the solutions that a solver finds; an error ends the search and is its result.
type Found<'f> = dyn FnMut(&Solution) -> Result<(), Stop> + 'f;

/// Searches a board in the kernel for up to `limit` solutions (0 = all).
fn by_kernel(
    puzzle: &Puzzle,
    limit: u64,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let stop = batch::solve_one(&batch::masks(puzzle), limit, meter, &mut |valid| match found(
        &Solution::of_nine(valid),
    ) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    if stop == Stop::ProvedNone { Ok(()) } else { Err(stop) }
}

/// Returns a solution of a puzzle, if it has one: always the same, found by [`Solver::Auto`] without any
/// limit. To limit the search, call [`many`].
///
/// ```
/// use quadrille_core::{Puzzle, solve};
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let solution = solve::first(&puzzle).expect("it has one");
/// assert_eq!(solution.to_string(), "1234341221434321");
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn first(puzzle: &Puzzle) -> Option<Solution> {
    count(Solver::Auto, puzzle, 1, &mut Meter::unlimited()).solutions.pop()
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
///
/// ```
/// use quadrille_core::solve::{self, Solver, Verdict};
/// use quadrille_core::{Meter, Puzzle};
///
/// let puzzle: Puzzle = "1...............".parse()?;
/// let verdict = solve::verdict(Solver::Auto, &puzzle, &mut Meter::unlimited());
/// assert!(matches!(verdict, Verdict::Multiple(two) if two[0] != two[1]));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn verdict(solver: Solver, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Verdict {
    count(solver, puzzle, 2, meter).into()
}
