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
///
/// ```
/// use quadrille_core::{CandidateSet, Puzzle};
/// let puzzle: Puzzle = "12..............".parse()?;
/// let candidates = CandidateSet::of(&puzzle);
/// let sizes: Vec<usize> = candidates.cells()[..4].iter().map(|digits| digits.len()).collect();
/// assert_eq!(sizes, [1, 1, 2, 2]);
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CandidateSet {
    geometry: &'static Geometry,
    of_cell: Box<[DigitSet]>,
}

impl CandidateSet {
    /// Returns the set with all digits in all cells.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CandidateSet, Cell};
    /// let candidates = CandidateSet::full(BoxShape::NINE);
    /// assert_eq!(candidates.get(Cell::new(0)).len(), 9);
    /// ```
    pub fn full(shape: BoxShape) -> Self {
        let of_cell = vec![DigitSet::all(shape.side()); shape.cells()].into();
        Self { geometry: Geometry::of(shape), of_cell }
    }

    /// Creates a set from the digits of the cells, row by row.
    ///
    /// # Panics
    /// If their number is not that of the cells, or a digit is beyond the side.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CandidateSet, Cell, DigitSet};
    /// let shape = BoxShape::new(2, 2)?;
    /// let candidates = CandidateSet::from_cells(shape, vec![DigitSet::all(4); 16].into());
    /// assert_eq!(candidates.get(Cell::new(5)).len(), 4);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn from_cells(shape: BoxShape, of_cell: Box<[DigitSet]>) -> Self {
        let any = of_cell.iter().fold(DigitSet::EMPTY, |any, &digits| any | digits);
        assert!((any - DigitSet::all(shape.side())).is_empty(), "{any:?} on a {shape} board");
        assert_eq!(of_cell.len(), shape.cells(), "digits for each cell");
        Self { geometry: Geometry::of(shape), of_cell }
    }

    /// Returns the set without any candidate.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CandidateSet, Cell};
    /// assert!(CandidateSet::none(BoxShape::NINE).get(Cell::new(80)).is_empty());
    /// ```
    pub fn none(shape: BoxShape) -> Self {
        let of_cell = vec![DigitSet::EMPTY; shape.cells()].into();
        Self { geometry: Geometry::of(shape), of_cell }
    }

    /// Returns the geometry of the board.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns the candidates of a cell.
    ///
    /// ```
    /// use quadrille_core::{CandidateSet, Cell, Puzzle};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let digits = CandidateSet::of(&puzzle).get(Cell::new(2));
    /// assert_eq!(digits.iter().map(|digit| digit.get()).collect::<Vec<_>>(), [3, 4]);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn get(&self, cell: Cell) -> DigitSet {
        self.of_cell[cell.index()]
    }

    /// Sets the candidates of a cell.
    ///
    /// # Panics
    /// When the cell is off the board, or a digit beyond its side.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet};
    /// let (cell, seven) = (Cell::new(40), Digit::new(7).expect("7 is a digit"));
    /// let mut candidates = CandidateSet::full(BoxShape::NINE);
    /// candidates.set(cell, DigitSet::only(seven));
    /// assert_eq!(candidates.get(cell).single(), Some(seven));
    /// ```
    pub fn set(&mut self, cell: Cell, digits: DigitSet) {
        let all = DigitSet::all(self.geometry.side());
        assert!((digits - all).is_empty(), "{digits:?} on a side of {}", self.geometry.side());
        self.of_cell[cell.index()] = digits;
    }

    /// Returns the candidates of all cells, in order.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CandidateSet};
    /// let candidates = CandidateSet::full(BoxShape::NINE);
    /// assert_eq!(candidates.cells().iter().map(|digits| digits.len()).sum::<usize>(), 729);
    /// ```
    #[inline]
    pub fn cells(&self) -> &[DigitSet] {
        &self.of_cell
    }
}
