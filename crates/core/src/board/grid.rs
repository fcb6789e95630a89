//! A grid of digits, valid or not.

use super::{BoxShape, Cell, Digit, Geometry};

/// The row-major digits of a board as plain bytes, 0 = empty.
pub type Snapshot = Box<[u8]>;

/// Any digits on a board, with empty cells and conflicts. A [`Puzzle`](crate::Puzzle) is known to
/// be free of conflicts, a [`Solution`](crate::Solution) to be complete and valid.
///
/// ```
/// use quadrille_core::{BoxShape, Cell, Digit, Grid};
/// let mut grid = Grid::empty(BoxShape::NINE);
/// for cell in [0, 1] {
///     grid.set(Cell::new(cell), Digit::new(5)); // a conflict, which a grid may have
/// }
/// assert_eq!(&grid.to_string()[..9], "55.......");
/// ```
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
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Grid};
    /// assert_eq!(Grid::empty(BoxShape::NINE).empty_cells().count(), 81);
    /// ```
    pub fn empty(shape: BoxShape) -> Self {
        let digits = match shape {
            BoxShape::NINE => Contents::Nine([None; 81]),
            _ => Contents::Other(vec![None; shape.cells()].into()),
        };
        Self { geometry: Geometry::of(shape), digits }
    }

    /// Creates a grid from row-major digits, 0 = empty. Returns `None` when their number is not
    /// that of the shape, or a digit is greater than its side.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Grid};
    /// let shape = BoxShape::new(2, 2)?;
    /// let grid = Grid::from_digits(shape, &[1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    /// assert_eq!(grid.map(|grid| grid.to_string()).as_deref(), Some("1234............"));
    /// assert_eq!(Grid::from_digits(shape, &[1, 2, 3]), None);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
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

    /// Creates a 9x9 grid from row-major digits, 0 = empty.
    ///
    /// # Panics
    /// If a digit is beyond 9.
    ///
    /// ```
    /// use quadrille_core::Grid;
    /// let mut digits = [0; 81];
    /// digits[4] = 5;
    /// assert_eq!(&Grid::of_nine(&digits).to_string()[..9], "....5....");
    /// ```
    #[inline]
    pub fn of_nine(digits: &[u8; 81]) -> Self {
        // Without an early exit this compiles to vector code.
        assert!(digits.iter().fold(0, |most, &digit| most.max(digit)) <= 9, "digits to 9");
        let digits = Contents::Nine(digits.map(Digit::of_valid));
        Self { geometry: Geometry::of(BoxShape::NINE), digits }
    }

    /// Returns the row-major digits of a 9x9 board, 0 = empty; `None` for any other shape.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Grid};
    /// assert_eq!(Grid::empty(BoxShape::NINE).nine(), Some([0; 81]));
    /// ```
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
    ///
    /// ```
    /// use quadrille_core::{Cell, Digit, Puzzle};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.givens().get(Cell::new(1)), Digit::new(2));
    /// assert_eq!(puzzle.givens().get(Cell::new(2)), None);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.digits()[cell.index()]
    }

    /// Places a digit in a cell, or empties it.
    ///
    /// # Panics
    /// When the cell is off the board, or the digit beyond its side.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Digit, Grid};
    /// let mut grid = Grid::empty(BoxShape::NINE);
    /// grid.set(Cell::new(0), Digit::new(8));
    /// assert_eq!(grid.get(Cell::new(0)), Digit::new(8));
    /// ```
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
    ///
    /// ```
    /// use quadrille_core::{Digit, Puzzle};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.givens().digits()[..3], [Digit::new(1), Digit::new(2), None]);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn digits(&self) -> &[Option<Digit>] {
        match &self.digits {
            Contents::Nine(digits) => digits,
            Contents::Other(digits) => digits,
        }
    }

    /// Returns the filled cells with their digits, in order.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.givens().filled().count(), 2);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        self.digits().iter().enumerate().filter_map(|(i, &digit)| Some((Cell::new(i), digit?)))
    }

    /// Returns the empty cells, in order.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.givens().empty_cells().next(), Some(Cell::new(2)));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn empty_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.geometry.cells().filter(|&cell| self.get(cell).is_none())
    }

    /// Returns the row-major digits, 0 = empty.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.givens().snapshot()[..3], [1, 2, 0]);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        self.digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
    }
}
