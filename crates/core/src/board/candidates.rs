//! The candidates of a whole board.

use super::{BoxShape, Cell, Digit, DigitSet, Geometry};

/// A digit in a cell that is not ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Candidate {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
}

/// The candidates of every cell: the pencilmarks of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateSet {
    geometry: &'static Geometry,
    of_cell: Box<[DigitSet]>,
}

impl CandidateSet {
    /// Returns the set with all digits in all cells.
    pub fn full(shape: BoxShape) -> Self {
        let of_cell = vec![DigitSet::all(shape.side()); shape.cells()].into();
        Self { geometry: Geometry::of(shape), of_cell }
    }

    /// Creates a set from the digits of the cells, row by row.
    ///
    /// # Panics
    /// If their number is not that of the cells, or a digit is beyond the side.
    pub fn from_cells(shape: BoxShape, of_cell: Box<[DigitSet]>) -> Self {
        let any = of_cell.iter().fold(DigitSet::EMPTY, |any, &digits| any | digits);
        assert!((any - DigitSet::all(shape.side())).is_empty(), "{any:?} on a {shape} board");
        assert_eq!(of_cell.len(), shape.cells(), "digits for each cell");
        Self { geometry: Geometry::of(shape), of_cell }
    }

    /// Returns the set without any candidate.
    pub fn none(shape: BoxShape) -> Self {
        let of_cell = vec![DigitSet::EMPTY; shape.cells()].into();
        Self { geometry: Geometry::of(shape), of_cell }
    }

    /// Returns the geometry of the board.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns the candidates of a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> DigitSet {
        self.of_cell[cell.index()]
    }

    /// Sets the candidates of a cell.
    ///
    /// # Panics
    /// When the cell is off the board, or a digit beyond its side.
    pub fn set(&mut self, cell: Cell, digits: DigitSet) {
        let all = DigitSet::all(self.geometry.side());
        assert!((digits - all).is_empty(), "{digits:?} on a side of {}", self.geometry.side());
        self.of_cell[cell.index()] = digits;
    }

    /// Returns the candidates of all cells, in order.
    #[inline]
    pub fn cells(&self) -> &[DigitSet] {
        &self.of_cell
    }
}
