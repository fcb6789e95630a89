//! The Sudoku engine of Quadrille: boards of every box shape, formats, exact solvers, and one way
//! to limit, watch and repeat a search.
//!
//! Values climb a ladder of ever stronger types: a [`Grid`] may hold anything, a [`Puzzle`] has no
//! conflict, a [`Solution`] has passed the independent validator. Each can only be made when true.

pub mod analysis;
pub mod batch;
mod board;
mod control;
pub mod format;
pub mod local;
pub mod solve;

pub use board::{
    BoxShape, Candidate, CandidateSet, Cell, Conflict, Digit, DigitSet, Digits, Edges, Flaw,
    Geometry, Grid, NotAdjacent, Puzzle, ShapeError, Snapshot, Solution, Symmetry, validate,
    validate_nine,
};
pub use control::{
    Budget, CancelFlag, Clock, Counter, Counters, Event, NoClock, Observer, Outcome, Rng, Run,
    Status, SteppingClock, Stop, common_cost,
};
