//! The core of Quadrille: Sudoku boards of every box shape, exact solvers, and limits for every search.
//!
//! A [`Grid`] may hold anything, a [`Puzzle`] has no conflict, and a [`Solution`] has passed the
//! independent validator. Each can only be constructed from valid data.
//!
//! ```
//! use quadrille_core::solve::{self, Verdict};
//! use quadrille_core::{Meter, Puzzle};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = text.parse()?;
//! let solution = solve::first(&puzzle).expect("it has one");
//! assert_eq!(&solution.to_string()[..9], "534678912");
//!
//! // Many puzzles in one call, of every box shape: the second is 4x4. A limit of 2 solutions
//! // tells whether a puzzle is proper.
//! let loose: Puzzle = "1...............".parse()?;
//! let mut answers = solve::many(&[puzzle, loose], 2, &mut Meter::unlimited()).into_iter();
//! assert_eq!(answers.next().map(Verdict::from), Some(Verdict::Unique(solution)));
//! assert_eq!(answers.next().map(|answer| answer.count), Some(2));
//! # Ok::<(), quadrille_core::TextError>(())
//! ```
//!
//! # The ten types to know
//!
//! - [`BoxShape`] is the shape of a board; a [`Grid`] of it may hold anything, a [`Puzzle`] has no
//!   conflict, a [`Solution`] is valid; a [`CandidateSet`] has the pencilmarks.
//! - [`solve::Solver`] is one of the exact solvers; [`solve::many`] is the fastest way to them.
//! - [`Meter`] limits and counts every search; [`Rng`] is a seeded random stream.
//! - [`Symmetry`] maps a board to another one; [`canon::Canonizer`] finds canonical forms.
//!
//! # Modules
//!
//! - [`solve`]: [`many`](solve::many) puzzles in one call, plain 9x9 ones in the SIMD kernel of
//!   `quadrille-simd`; exact solvers behind one trait.
//! - [`kernel::lines`]: the fast path from text to text.
//! - [`analysis`]: minimality, redundant givens, backdoors, unavoidable sets, estimates.
//! - [`canon`]: canonical forms, automorphisms, isomorphs.
//! - [`text`](mod@text): boards as one line of symbols. Files are for `quadrille-formats`, ratings and
//!   hints for `quadrille-logic`, new puzzles for `quadrille-generate`.
//! - [`parallel`]: work on several threads, in order, with bounded memory.
//! - [`Meter`]: the [`Limits`], counters and [`CancelFlag`] of one search, and [`Run`], which adds
//!   a random stream and an observer for the algorithms of the lab. Nothing is process-wide.

pub mod analysis;
mod board;
pub mod canon;
mod control;
pub mod kernel;
pub mod local;
pub mod parallel;
#[cfg(feature = "serde")]
mod plain_data;
pub mod printable;
mod rng;
pub mod solve;
pub mod text;

pub use board::{
    BoxShape, Candidate, CandidateSet, Cell, Conflict, Digit, DigitSet, Digits, Edges, Flaw,
    Geometry, Grid, NotAdjacent, Puzzle, ShapeError, Snapshot, Solution, Symmetry, validate,
    validate_nine,
};
#[cfg(not(target_family = "wasm"))]
pub use control::WallClock;
pub use control::{
    CancelFlag, Clock, Counter, Counters, Event, Limits, Meter, NoClock, Observer, Outcome,
    Reserved, Run, Status, SteppingClock, Stop, TimeWithoutClock, common_cost,
};
pub use rng::Rng;
pub use text::TextError;

/// What the crates beside this one build on. It may change in any version.
#[doc(hidden)]
pub mod internal {
    pub use crate::board::{ValidNine, nested_order, nine_cells};
}
