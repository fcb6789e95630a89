//! A solved puzzle.

use std::fmt;

use super::validate::{Flaw, validate};
use super::{Grid, Puzzle};

/// A complete, valid grid that solves a puzzle. Only the independent validator makes one.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution(Grid);

impl Solution {
    /// The solution with these row-major digits, after the independent validator has judged it.
    ///
    /// # Errors
    /// The first flaw found.
    pub fn new(puzzle: &Puzzle, digits: &[u8]) -> Result<Self, Flaw> {
        validate(puzzle, digits)?;
        Ok(Self(Grid::from_digits(puzzle.shape(), digits).expect("validated digits fit the shape")))
    }

    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.0
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({})", crate::format::line::text_of(&self.0))
    }
}
