//! A grid of digits, valid or not.

use super::{BoxShape, Cell, Digit, Geometry};

/// The row-major digits of a board as plain bytes, 0 = empty.
pub type Snapshot = Box<[u8]>;

/// Any digits on a board, with empty cells and conflicts. A [`Puzzle`](crate::Puzzle) is known to
/// be free of conflicts, a [`Solution`](crate::Solution) to be complete and valid.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid {
    geometry: &'static Geometry,
    digits: Contents,
}

/// The digits of a grid. Those of a 9x9 board are stored in place: millions of such grids are made,
/// and allocating memory takes as long as everything else about one.
#[derive(Clone, PartialEq, Eq)]
enum Contents {
    Nine([Option<Digit>; 81]),
    Other(Box<[Option<Digit>]>),
}

impl Grid {
    /// Returns the empty grid of a shape.
    pub fn empty(shape: BoxShape) -> Self {
        let digits = match shape {
            BoxShape::NINE => Contents::Nine([None; 81]),
            _ => Contents::Other(vec![None; shape.cells()].into()),
        };
        Self { geometry: Geometry::of(shape), digits }
    }

    /// Creates a grid from row-major digits, 0 = empty. Returns `None` when their number is not
    /// that of the shape, or a digit is greater than its side.
    pub fn from_digits(shape: BoxShape, digits: &[u8]) -> Option<Self> {
        // Without an early end these loops compile to vector code.
        let largest = digits.iter().fold(0, |largest, &digit| largest.max(digit));
        if digits.len() != shape.cells() || usize::from(largest) > shape.side() {
            return None;
        }
        let digits = match <&[u8; 81]>::try_from(digits) {
            Ok(digits) if shape == BoxShape::NINE => Contents::Nine(digits.map(Digit::of_valid)),
            _ => Contents::Other(digits.iter().map(|&digit| Digit::of_valid(digit)).collect()),
        };
        Some(Self { geometry: Geometry::of(shape), digits })
    }

    /// Creates a 9x9 grid from row-major digits, 0 = empty, that are known to be at most 9.
    #[inline]
    pub fn of_nine(digits: &[u8; 81]) -> Self {
        let digits = Contents::Nine(digits.map(Digit::of_valid));
        Self { geometry: Geometry::of(BoxShape::NINE), digits }
    }

    /// Returns the row-major digits of a 9x9 board, 0 = empty; `None` for any other shape.
    #[inline]
    pub fn nine(&self) -> Option<[u8; 81]> {
        match &self.digits {
            Contents::Nine(digits) => Some(digits.map(|digit| digit.map_or(0, Digit::get))),
            Contents::Other(_) => None,
        }
    }

    /// Returns the row-major digits of a 9x9 board in ASCII, `0` = empty; `None` for any other shape.
    #[inline]
    pub(crate) fn figures(&self) -> Option<[u8; 81]> {
        self.nine().map(|digits| digits.map(|digit| b'0' + digit))
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
        self.digits()[cell.index()]
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
        match &mut self.digits {
            Contents::Nine(digits) => digits[cell.index()] = digit,
            Contents::Other(digits) => digits[cell.index()] = digit,
        }
    }

    /// Returns the digits of all cells, in order.
    #[inline]
    pub fn digits(&self) -> &[Option<Digit>] {
        match &self.digits {
            Contents::Nine(digits) => digits,
            Contents::Other(digits) => digits,
        }
    }

    /// Returns the filled cells with their digits, in order.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.digits().iter().enumerate().filter_map(|(i, &digit)| Some((Cell::new(i), digit?)))
    }

    /// Returns the empty cells, in order.
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.geometry.cells().filter(|&cell| self.get(cell).is_none())
    }

    /// Returns the row-major digits, 0 = empty.
    pub fn snapshot(&self) -> Snapshot {
        self.digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
    }
}
