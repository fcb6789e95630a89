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
    /// When no board has that many cells: from 2401 on.
    ///
    /// ```
    /// use quadrille_core::Cell;
    /// assert_eq!(Cell::new(10).row_column(9), (1, 1));
    /// ```
    #[inline]
    pub fn new(index: usize) -> Self {
        assert!(index < 2401, "cell {index}: the largest board has 2401");
        Self(index as u16)
    }

    /// Returns the index, `row * side + column`.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Geometry};
    /// assert_eq!(Geometry::of(BoxShape::NINE).cell(8, 8).index(), 80);
    /// ```
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Returns row and column, from 0, on a board of that side.
    ///
    /// ```
    /// use quadrille_core::Cell;
    /// assert_eq!(Cell::new(17).row_column(9), (1, 8));
    /// assert_eq!(Cell::new(17).row_column(16), (1, 1));
    /// ```
    pub fn row_column(self, side: usize) -> (usize, usize) {
        (self.index() / side, self.index() % side)
    }

    /// Returns the name of the cell, like `r1c1` with rows and columns from 1, on a board of that
    /// side.
    ///
    /// ```
    /// use quadrille_core::Cell;
    /// assert_eq!(Cell::new(10).name(9).to_string(), "r2c2");
    /// ```
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
