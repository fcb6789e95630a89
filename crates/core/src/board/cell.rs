//! A cell of the board.

use std::fmt;

/// A place in the grid: index `row * side + column`, counted from 0.
///
/// A cell does not know its board; rows and columns come from the
/// [`Geometry`](crate::Geometry).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u16);

impl Cell {
    /// Returns the cell with an index.
    ///
    /// # Panics
    /// When no board has such a cell: from 2401 on.
    pub fn new(index: usize) -> Self {
        assert!(index < 2401, "cell {index}: the largest board has 2401");
        Self(index as u16)
    }

    /// Returns the index, `row * side + column`.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns row and column, from 0, on a board of that side.
    pub fn row_column(self, side: usize) -> (usize, usize) {
        (self.index() / side, self.index() % side)
    }

    /// Returns the name of the cell, like `r1c1` with rows and columns from 1, on a board of that
    /// side.
    pub fn name(self, side: usize) -> impl fmt::Display {
        let (row, column) = self.row_column(side);
        fmt::from_fn(move |f| write!(f, "r{}c{}", row + 1, column + 1))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}", self.0)
    }
}
