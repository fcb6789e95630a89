//! A grid of digits, valid or not.

use super::{BoxShape, Cell, Digit, Geometry};

/// The row-major digits of a board as plain bytes, 0 = empty.
pub type Snapshot = Box<[u8]>;

/// Any digits on a board, with empty cells and conflicts. A [`Puzzle`](crate::Puzzle) is known to
/// be free of conflicts, a [`Solution`](crate::Solution) to be complete and valid.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    geometry: &'static Geometry,
    digits: Box<[Option<Digit>]>,
}

impl Grid {
    /// Returns the empty grid of a shape.
    pub fn empty(shape: BoxShape) -> Self {
        Self { geometry: Geometry::of(shape), digits: vec![None; shape.cells()].into() }
    }

    /// Creates a grid from row-major digits, 0 = empty. Returns `None` when their number is not
    /// that of the shape, or a digit is greater than its side.
    pub fn from_digits(shape: BoxShape, digits: &[u8]) -> Option<Self> {
        // Without an early end these loops compile to vector code.
        let largest = digits.iter().fold(0, |largest, &digit| largest.max(digit));
        if digits.len() != shape.cells() || usize::from(largest) > shape.side() {
            return None;
        }
        let digits = digits.iter().map(|&digit| Digit::of_valid(digit)).collect();
        Some(Self { geometry: Geometry::of(shape), digits })
    }

    /// Returns the geometry of the board.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns the shape of the board.
    #[inline]
    pub fn shape(&self) -> BoxShape {
        self.geometry.shape()
    }

    /// Returns the digit of a cell, or `None` if it is empty.
    ///
    /// # Panics
    /// When the cell is off the board.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.digits[cell.index()]
    }

    /// Places a digit in a cell, or empties it.
    ///
    /// # Panics
    /// When the cell is off the board, or the digit beyond its side.
    pub fn set(&mut self, cell: Cell, digit: Option<Digit>) {
        let side = self.geometry.side();
        assert!(
            digit.is_none_or(|d| usize::from(d.get()) <= side),
            "{digit:?} on a side of {side}"
        );
        self.digits[cell.index()] = digit;
    }

    /// Returns the digits of all cells, in order.
    #[inline]
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// Returns the filled cells with their digits, in order.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.digits.iter().enumerate().filter_map(|(i, &digit)| Some((Cell::new(i), digit?)))
    }

    /// Returns the empty cells, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.geometry.cells().filter(|&cell| self.get(cell).is_none())
    }

    /// Returns the row-major digits, 0 = empty.
    pub fn snapshot(&self) -> Snapshot {
        self.digits.iter().map(|digit| digit.map_or(0, Digit::get)).collect()
    }
}
