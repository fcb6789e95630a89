//! A solved puzzle.

use super::validate::{Flaw, validate};
use super::{Grid, Puzzle};

/// A complete, valid grid that solves a puzzle. It can only be constructed from a grid that the
/// independent validator accepts.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution(Grid);

impl Solution {
    /// Creates a solution from row-major digits, if the independent validator accepts them.
    ///
    /// # Errors
    /// Returns the first flaw found.
    pub fn new(puzzle: &Puzzle, digits: &[u8]) -> Result<Self, Flaw> {
        validate(puzzle, digits)?;
        Ok(Self(Grid::from_digits(puzzle.shape(), digits).expect("validated digits fit the shape")))
    }

    /// Returns the grid.
    pub fn grid(&self) -> &Grid {
        &self.0
    }
}
