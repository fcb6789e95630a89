//! Boards: shapes, cells, digits, and [`Grid`], [`Puzzle`] and [`Solution`], each of which promises
//! more than the one before.

mod candidates;
mod cell;
mod digit;
mod edges;
mod geometry;
mod grid;
pub mod nine_cells;
mod puzzle;
mod shape;
mod solution;
mod symmetry;
mod validate;

pub use candidates::{Candidate, CandidateSet};
pub use cell::Cell;
pub use digit::{Digit, DigitSet, Digits};
pub use edges::{Edges, NotAdjacent};
pub use geometry::Geometry;
pub use grid::{Grid, Snapshot};
pub(crate) use puzzle::is_free_of_conflict;
pub use puzzle::{Conflict, Puzzle};
pub use shape::{BoxShape, ShapeError};
pub use solution::Solution;
pub use symmetry::Symmetry;
pub use symmetry::nested_order;
pub use validate::ValidNine;
pub use validate::{Flaw, validate, validate_nine};
