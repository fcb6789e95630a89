//! The candidates of a whole board.

use super::{BoxShape, Cell, Digit, DigitSet, Geometry, Puzzle};

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
    pub(crate) fn from_cells(shape: BoxShape, of_cell: Box<[DigitSet]>) -> Self {
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

    /// Returns the candidates that the givens of a puzzle leave, without any further inference: a
    /// given cell has its digit; an empty one has those of its marks that no peer holds and that
    /// its edges to given cells allow.
    pub fn of(puzzle: &Puzzle) -> Self {
        let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
        let mut used = [DigitSet::EMPTY; 3 * BoxShape::MAX_SIDE];
        for (cell, digit) in puzzle.givens().filled() {
            for house in geometry.houses_of(cell) {
                used[house] |= DigitSet::only(digit);
            }
        }
        let mut set = puzzle.marks().cloned().unwrap_or_else(|| Self::full(puzzle.shape()));
        for (cell, given) in puzzle.givens().digits().iter().enumerate() {
            set.of_cell[cell] = match *given {
                Some(digit) => DigitSet::only(digit),
                None => geometry
                    .houses_of(Cell::new(cell))
                    .into_iter()
                    .fold(set.of_cell[cell], |left, house| left - used[house]),
            };
        }
        if !puzzle.edges().is_empty() {
            let joined = puzzle.edges().by_cell(puzzle.shape());
            for (cell, digit) in puzzle.givens().filled() {
                let near = DigitSet::only(digit).neighbors(side);
                for &other in &joined[cell.index()] {
                    set.of_cell[other.index()] &= near;
                }
            }
        }
        set
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
