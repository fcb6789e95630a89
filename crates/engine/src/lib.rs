//! The Sudoku engine of Quadrille: boards of every box shape, formats, exact solvers, and one way
//! to limit, watch and repeat a search.
//!
//! Values climb a ladder of ever stronger types: a [`Grid`] may hold anything, a [`Puzzle`] has no
//! conflict, a [`Solution`] has passed the independent validator. Each can only be made when true.
//!
//! ```
//! use quadrille_engine::solve::{self, Auto, Verdict};
//! use quadrille_engine::{Meter, Puzzle};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle: Puzzle = text.parse()?;
//! let solution = solve::first(&puzzle).expect("it has one");
//! assert_eq!(&solution.to_string()[..9], "534678912");
//! assert_eq!(solve::verdict(&Auto, &puzzle, &mut Meter::unlimited()), Verdict::Unique(solution));
//!
//! // Boards of every box shape are puzzles alike: this one is 4x4.
//! let loose: Puzzle = "1...............".parse()?;
//! assert_eq!(solve::count(&Auto, &loose, 0, &mut Meter::unlimited()).count, 72);
//! # Ok::<(), quadrille_engine::format::ParseError>(())
//! ```
//!
//! # Where to look
//!
//! - [`solve`]: exact solvers behind one trait, [`first`](solve::first), [`count`](solve::count),
//!   [`verdict`](solve::verdict); plain 9x9 boards go to the SIMD kernel of `quadrille-simd`.
//! - [`analysis`]: minimality, redundant givens, backdoors, unavoidable sets, estimates.
//! - [`format`](mod@format): reading and writing, streams of any length, errors with line and column.
//! - [`batch`]: many puzzles on all cores, in order, with bounded memory.
//! - [`Meter`]: the [`Limits`], counters and [`CancelFlag`] of one search, and [`Run`], which adds a
//!   random stream and an observer for the algorithms of the lab. Nothing is process-wide.

pub mod analysis;
pub mod batch;
mod board;
mod control;
pub mod format;
pub mod kernel;
pub mod local;
pub mod parallel;
pub mod solve;

pub use board::{
    BoxShape, Candidate, CandidateSet, Cell, Conflict, Digit, DigitSet, Digits, Edges, Flaw,
    Geometry, Grid, NotAdjacent, Puzzle, ShapeError, Snapshot, Solution, Symmetry, validate,
    validate_nine,
};
pub use control::{
    CancelFlag, Clock, Counter, Counters, Event, Limits, Meter, NoClock, Observer, Outcome,
    Reserved, Rng, Run, Status, SteppingClock, Stop, TimeWithoutClock, WallClock, common_cost,
};
