//! A 9x9 board with its candidates, as a solver with pencil and paper keeps it.

use super::cells::{Cells, bits, each};
use super::deduction::Deduction;
use super::houses::{ALL, HOUSES_OF, PEERS, POSITIONS};
use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid, Puzzle, validate};

/// A 9x9 board with the digits that each empty cell may still hold.
///
/// Candidates are what the filled cells leave, less what deductions have removed. The same facts are
/// kept by cell, by house and by digit, because techniques look at them from all sides.
#[derive(Clone, PartialEq, Eq)]
pub struct LogicGrid {
    /// The digit of each cell, from 1; 0 if empty.
    values: [u8; 81],
    /// The candidates of each cell: bit 0 is digit 1. A filled cell has none.
    candidates: [u16; 81],
    /// For each house in the order of [`houses`](super::houses), and each digit less one, the
    /// positions that may hold it. None once it is placed.
    places: [[u16; 9]; 27],
    /// For each digit less one, the empty cells that may hold it.
    cells: [Cells; 9],
    /// The empty cells.
    empty: Cells,
    /// The digits that each cell may hold by the puzzle itself: that of a given, the marks of a
    /// pencilmark puzzle, or all.
    permitted: [u16; 81],
}

/// A puzzle on which the techniques do not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRatable {
    /// The board is not 9x9 with boxes of 3x3.
    #[error("techniques and ratings are for 9x9 boards with boxes of 3x3, not for boxes of {0}")]
    Shape(BoxShape),
    /// The puzzle has edges between consecutive digits.
    #[error("techniques and ratings are for boards without edges between consecutive digits")]
    Edges,
}

impl LogicGrid {
    /// Creates the board of a puzzle, with the candidates that its givens leave. In a pencilmark
    /// puzzle a cell with one mark is a given.
    ///
    /// # Errors
    /// When the board is not a 9x9 board with boxes of 3x3, or has edges.
    pub fn new(puzzle: &Puzzle) -> Result<Self, NotRatable> {
        if puzzle.shape() != BoxShape::NINE {
            return Err(NotRatable::Shape(puzzle.shape()));
        }
        if !puzzle.edges().is_empty() {
            return Err(NotRatable::Edges);
        }
        let mut grid = Self {
            values: [0; 81],
            candidates: [0; 81],
            places: [[0; 9]; 27],
            cells: [ALL; 9],
            empty: ALL,
            permitted: [511; 81],
        };
        for (cell, digit) in puzzle.givens().filled() {
            let cell = cell.index();
            grid.values[cell] = digit.get();
            grid.permitted[cell] = 1 << (digit.get() - 1);
            grid.cells[usize::from(digit.get() - 1)] &= !PEERS[cell];
            grid.empty &= !(1 << cell);
        }
        for (digit, cells) in grid.cells.iter_mut().enumerate() {
            *cells &= grid.empty;
            for cell in each(*cells) {
                grid.candidates[cell] |= 1 << digit;
                for (house, position) in HOUSES_OF[cell].into_iter().zip(POSITIONS[cell]) {
                    grid.places[usize::from(house)][digit] |= 1 << position;
                }
            }
        }
        if let Some(marks) = puzzle.marks() {
            for cell in each(grid.empty) {
                let marks = marks.get(Cell::new(cell)).bits() as u16;
                grid.permitted[cell] = marks;
                grid.remove_all(cell, !marks);
            }
        }
        Ok(grid)
    }

    /// An empty board, on which every cell may hold every digit.
    pub(super) fn blank() -> Self {
        Self {
            values: [0; 81],
            candidates: [511; 81],
            places: [[511; 9]; 27],
            cells: [ALL; 9],
            empty: ALL,
            permitted: [511; 81],
        }
    }

    /// Creates the board of a puzzle of which a solver has filled cells and noted candidates, as they
    /// are. An empty set is a cell without notes.
    ///
    /// # Errors
    /// When the board is not a 9x9 board with boxes of 3x3, or has edges.
    pub fn noted(
        puzzle: &Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
    ) -> Result<Self, NotRatable> {
        let mut grid = Self::new(puzzle)?;
        for (cell, digit) in entries.into_iter().flat_map(Grid::filled) {
            if grid.get(cell).is_none() {
                grid.place(cell.index(), usize::from(digit.get() - 1));
            }
        }
        for cell in each(grid.empty).filter(|_| notes.is_some()) {
            let noted = notes.map_or(DigitSet::EMPTY, |notes| notes.get(Cell::new(cell)));
            if !noted.is_empty() {
                grid.remove_all(cell, !(noted.bits() as u16));
            }
        }
        Ok(grid)
    }

    /// Returns the digit of a cell, if it is filled.
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values[cell.index()])
    }

    /// Returns the digits that a cell may hold; none if it is filled.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        DigitSet::from_bits(self.candidates[cell.index()].into())
    }

    /// Returns the filled cells.
    pub fn values(&self) -> Grid {
        Grid::of_nine(&self.values)
    }

    /// Returns the candidates of all cells; that of a filled cell is its digit.
    pub fn marks(&self) -> CandidateSet {
        let of_cell = |cell: usize| match self.get(Cell::new(cell)) {
            Some(digit) => DigitSet::only(digit),
            None => self.candidates(Cell::new(cell)),
        };
        CandidateSet::from_cells(BoxShape::NINE, (0..81).map(of_cell).collect())
    }

    /// Returns whether every cell is filled.
    pub fn is_full(&self) -> bool {
        self.empty == 0
    }

    /// Whether the board is full and valid, with the givens of the puzzle.
    pub(super) fn solves(&self, puzzle: &Puzzle) -> bool {
        validate(puzzle, &self.values).is_ok()
    }

    /// Applies a deduction: fills its cells and removes its candidates.
    pub fn apply(&mut self, deduction: &Deduction) {
        for place in &deduction.placements {
            self.place(place.cell.index(), usize::from(place.digit.get() - 1));
        }
        for gone in &deduction.eliminations {
            self.remove(gone.cell.index(), usize::from(gone.digit.get() - 1));
        }
    }

    /// Fills an empty cell with a digit (from 0), and removes the digit from its peers.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        debug_assert_eq!(self.values[cell], 0, "cell {cell} is filled");
        self.remove_all(cell, 511);
        self.values[cell] = digit as u8 + 1;
        self.empty &= !(1 << cell);
        for peer in each(self.cells[digit] & PEERS[cell]) {
            self.remove(peer, digit);
        }
        for house in HOUSES_OF[cell] {
            self.places[usize::from(house)][digit] = 0;
        }
    }

    /// Removes a candidate (a digit from 0), if it is there.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        self.cells[digit] &= !(1 << cell);
        for (house, position) in HOUSES_OF[cell].into_iter().zip(POSITIONS[cell]) {
            self.places[usize::from(house)][digit] &= !(1 << position);
        }
    }

    /// Removes the candidates of a cell that are in a mask.
    pub(super) fn remove_all(&mut self, cell: usize, digits: u16) {
        for digit in bits(self.candidates[cell] & digits) {
            self.remove(cell, digit);
        }
    }

    /// The value of a cell, from 1; 0 if it is empty.
    pub(super) fn value(&self, cell: usize) -> u8 {
        self.values[cell]
    }

    /// The candidates of a cell as a mask: bit 0 is digit 1.
    pub(super) fn mask(&self, cell: usize) -> u16 {
        self.candidates[cell]
    }

    /// Whether the puzzle itself lets a cell hold a digit (from 0), and other digits.
    pub(super) fn permits(&self, cell: usize, digit: usize) -> bool {
        !self.is_given(cell) && self.permitted[cell] >> digit & 1 != 0
    }

    /// Whether the puzzle gives a cell.
    pub(super) fn is_given(&self, cell: usize) -> bool {
        self.permitted[cell].is_power_of_two()
    }

    /// The positions in a house that may hold a digit (from 0).
    pub(super) fn places(&self, house: usize, digit: usize) -> u16 {
        self.places[house][digit]
    }

    /// The cells that may hold a digit (from 0).
    pub(super) fn cells_of(&self, digit: usize) -> Cells {
        self.cells[digit]
    }

    /// The empty cells.
    pub(super) fn empty(&self) -> Cells {
        self.empty
    }

    /// Whether a cell may hold a digit (from 0).
    pub(super) fn may_hold(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 != 0
    }
}
