//! A grid of digits, whatever they are.

use super::{BoxShape, Cell, Digit, Geometry};

/// Row-major digits of a board, 0 = empty: the plain form in which boards are handed around.
pub type Snapshot = Box<[u8]>;

/// Any filling of a board, empty cells and conflicts included. What is known to be free of
/// conflicts is a [`Puzzle`](crate::Puzzle), what is complete and valid a
/// [`Solution`](crate::Solution).
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    geometry: &'static Geometry,
    digits: Box<[Option<Digit>]>,
}

impl Grid {
    /// The empty grid of a shape.
    pub fn empty(shape: BoxShape) -> Self {
        Self { geometry: Geometry::of(shape), digits: vec![None; shape.cells()].into() }
    }

    /// The grid with these row-major digits, 0 = empty; `None` when their number is not that of
    /// the shape or a digit is beyond its side.
    pub fn from_digits(shape: BoxShape, digits: &[u8]) -> Option<Self> {
        // Without an early end these loops compile to vector code.
        let largest = digits.iter().fold(0, |largest, &digit| largest.max(digit));
        if digits.len() != shape.cells() || usize::from(largest) > shape.side() {
            return None;
        }
        let digits = digits.iter().map(|&digit| Digit::of_valid(digit)).collect();
        Some(Self { geometry: Geometry::of(shape), digits })
    }

    /// The board's geometry.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// The board's shape.
    #[inline]
    pub fn shape(&self) -> BoxShape {
        self.geometry.shape()
    }

    /// What the cell holds.
    ///
    /// # Panics
    /// When the cell is off the board.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.digits[cell.index()]
    }

    /// Puts a digit into a cell, or empties it.
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

    /// What the cells hold, in order.
    #[inline]
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// The filled cells with their digits, in order.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.digits.iter().enumerate().filter_map(|(i, &digit)| Some((Cell::new(i), digit?)))
    }

    /// The empty cells, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.geometry.cells().filter(|&cell| self.get(cell).is_none())
    }

    /// Row-major digits, 0 = empty.
    pub fn snapshot(&self) -> Snapshot {
        self.digits.iter().map(|digit| digit.map_or(0, Digit::get)).collect()
    }
}
