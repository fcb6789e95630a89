//! A board with its candidates, as a solver with pencil and paper keeps it.

use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid, Puzzle, validate};

use super::board::{Any, Array, Board, Nine};
use super::cells::{CellSet, bits};
use super::deduction::Deduction;

/// A board with the digits that each empty cell may still hold: a 9x9 board, or one of
/// [`Any`] size.
///
/// Candidates are what the filled cells leave, less what deductions have removed. The same facts are
/// kept by cell, by house and by digit, because techniques look at them from all sides.
///
/// ```
/// use quadrille_core::Cell;
/// use quadrille_logic::LogicGrid;
///
/// let text =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let grid = LogicGrid::new(&text.parse()?).expect("9x9 without edges");
/// assert_eq!(grid.candidates(Cell::new(2)).len(), 3);
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct LogicGrid<B: Board = Nine> {
    board: B,
    /// The digit of each cell, from 1; 0 if empty.
    values: B::OfCells<u8>,
    /// The candidates of each cell: bit 0 is digit 1. A filled cell has none.
    candidates: B::OfCells<u16>,
    /// For each house in the order of [`houses`](super::houses), and each digit less one, the
    /// positions that may hold it. None once it is placed.
    places: B::OfHouses<B::OfDigits<u16>>,
    /// For each digit less one, the empty cells that may hold it.
    cells: B::OfDigits<B::Cells>,
    /// The empty cells.
    empty: B::Cells,
    /// The digits that each cell may hold by the puzzle itself: that of a given, the marks of a
    /// pencilmark puzzle, or all.
    permitted: B::OfCells<u16>,
}

/// A puzzle on which the techniques do not work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRatable {
    /// The board is not 9x9 with boxes of 3x3, for what works on no other.
    #[error("this is for 9x9 boards with boxes of 3x3, not for boxes of {0}")]
    Shape(BoxShape),
    /// The board has more than 16 digits.
    #[error("techniques and ratings are for boards up to 16x16, not for boxes of {0}")]
    TooLarge(BoxShape),
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
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_logic::LogicGrid;
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let grid = LogicGrid::new(&text.parse()?).expect("9x9 without edges");
    /// assert_eq!(grid.candidates(Cell::new(2)).bits(), 0b1011); // 1, 2 and 4
    /// let small: Puzzle = "1...............".parse()?;
    /// assert!(LogicGrid::new(&small).is_err());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(puzzle: &Puzzle) -> Result<Self, NotRatable> {
        if puzzle.shape() != BoxShape::NINE {
            return Err(NotRatable::Shape(puzzle.shape()));
        }
        Self::of(Nine, puzzle, None, None)
    }

    /// Creates the board of a puzzle of which a solver has filled cells and noted candidates, as they
    /// are. An empty set is a cell without notes.
    ///
    /// # Errors
    /// When the board is not a 9x9 board with boxes of 3x3, or has edges.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CandidateSet, Cell, DigitSet, Puzzle};
    /// use quadrille_logic::LogicGrid;
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Puzzle = text.parse()?;
    /// let mut notes = CandidateSet::none(BoxShape::NINE);
    /// notes.set(Cell::new(2), DigitSet::from_bits(0b11));
    /// let grid = LogicGrid::noted(&puzzle, None, Some(&notes)).expect("9x9 without edges");
    /// assert_eq!(grid.candidates(Cell::new(2)).len(), 2);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn noted(
        puzzle: &Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
    ) -> Result<Self, NotRatable> {
        if puzzle.shape() != BoxShape::NINE {
            return Err(NotRatable::Shape(puzzle.shape()));
        }
        Self::of(Nine, puzzle, entries, notes)
    }
}

impl LogicGrid<Any> {
    /// Creates the board of a puzzle of any size up to 16x16.
    ///
    /// # Errors
    /// When the board is larger, or has edges.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_logic::LogicGrid;
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let grid = LogicGrid::any(&puzzle)?;
    /// assert_eq!(grid.candidates(Cell::new(1)).bits(), 0b1110); // 2, 3 and 4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn any(puzzle: &Puzzle) -> Result<Self, NotRatable> {
        Self::any_noted(puzzle, None, None)
    }

    /// As [`noted`](LogicGrid::noted) for a puzzle of any size up to 16x16.
    ///
    /// # Errors
    /// When the board is larger, or has edges.
    ///
    /// ```
    /// use quadrille_core::{Cell, Digit, Grid, Puzzle};
    /// use quadrille_logic::LogicGrid;
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let mut entries = Grid::empty(puzzle.shape());
    /// entries.set(Cell::new(1), Digit::new(2));
    /// let grid = LogicGrid::any_noted(&puzzle, Some(&entries), None)?;
    /// assert_eq!(grid.candidates(Cell::new(2)).bits(), 0b1100); // 3 and 4
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn any_noted(
        puzzle: &Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
    ) -> Result<Self, NotRatable> {
        let board = Any::of(puzzle.shape()).ok_or(NotRatable::TooLarge(puzzle.shape()))?;
        Self::of(board, puzzle, entries, notes)
    }
}

impl<B: Board> LogicGrid<B> {
    /// The board of a puzzle with what a solver has filled in and noted.
    fn of(
        board: B,
        puzzle: &Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
    ) -> Result<Self, NotRatable> {
        if !puzzle.edges().is_empty() {
            return Err(NotRatable::Edges);
        }
        let all = board.all();
        let mut grid =
            Self {
                board,
                values: B::OfCells::filled(0),
                candidates: B::OfCells::filled(0),
                places: B::OfHouses::filled(B::OfDigits::filled(0)),
                cells: B::OfDigits::from_fn(|digit| {
                    if digit < board.side() { all } else { B::Cells::NONE }
                }),
                empty: all,
                permitted: B::OfCells::filled(board.digits()),
            };
        let fill = |grid: &mut Self, cell: usize, digit: Digit| {
            grid.values[cell] = digit.get();
            grid.cells[usize::from(digit.get() - 1)] &= !board.peers(cell);
            grid.empty &= !B::Cells::only(cell);
        };
        for (cell, digit) in puzzle.givens().filled() {
            fill(&mut grid, cell.index(), digit);
            grid.permitted[cell.index()] = 1 << (digit.get() - 1);
        }
        for (cell, digit) in entries.into_iter().flat_map(Grid::filled) {
            if grid.values[cell.index()] == 0 {
                fill(&mut grid, cell.index(), digit);
            }
        }
        if let Some(marks) = puzzle.marks() {
            for cell in 0..puzzle.shape().cells() {
                if puzzle.givens().get(Cell::new(cell)).is_none() {
                    grid.permitted[cell] = marks.get(Cell::new(cell)).bits() as u16;
                }
            }
        }
        let mut allowed = grid.permitted;
        for cell in grid.empty.each().filter(|_| notes.is_some()) {
            let noted = notes.map_or(0, |notes| notes.get(Cell::new(cell)).bits() as u16);
            if noted != 0 {
                allowed[cell] &= noted;
            }
        }
        for digit in 0..board.side() {
            let (places, mut kept) = (grid.cells[digit] & grid.empty, B::Cells::NONE);
            for cell in places.each().filter(|&cell| allowed[cell] >> digit & 1 != 0) {
                kept |= B::Cells::only(cell);
                grid.candidates[cell] |= 1 << digit;
                let houses = board.houses_of(cell).into_iter();
                for (house, position) in houses.zip(board.positions_of(cell)) {
                    grid.places[usize::from(house)][digit] |= 1 << position;
                }
            }
            grid.cells[digit] = kept;
        }
        Ok(grid)
    }

    /// An empty board, on which every cell may hold every digit.
    pub(super) fn blank(board: B) -> Self {
        Self {
            board,
            values: B::OfCells::filled(0),
            candidates: B::OfCells::filled(board.digits()),
            places: B::OfHouses::filled(B::OfDigits::filled(board.digits())),
            cells: B::OfDigits::filled(board.all()),
            empty: board.all(),
            permitted: B::OfCells::filled(board.digits()),
        }
    }

    /// Returns the board of a puzzle of the same shape, of which a solver has filled cells and noted
    /// candidates, as they are.
    ///
    /// # Errors
    /// When the puzzle has edges.
    pub fn with_notes(
        &self,
        puzzle: &Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
    ) -> Result<Self, NotRatable> {
        Self::of(self.board, puzzle, entries, notes)
    }

    /// Returns the shape of the boxes.
    pub fn shape(&self) -> BoxShape {
        self.board.shape()
    }

    /// Returns the digit of a cell, if it is filled.
    ///
    /// ```
    /// use quadrille_core::{Cell, Digit};
    /// use quadrille_logic::LogicGrid;
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let grid = LogicGrid::new(&text.parse()?).expect("9x9 without edges");
    /// assert_eq!(grid.get(Cell::new(0)), Digit::new(5));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.values[cell.index()])
    }

    /// Returns the digits that a cell may hold; none if it is filled.
    ///
    /// ```
    /// use quadrille_core::Cell;
    /// use quadrille_logic::LogicGrid;
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let grid = LogicGrid::new(&text.parse()?).expect("9x9 without edges");
    /// assert!(grid.candidates(Cell::new(0)).is_empty()); // it is filled
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        DigitSet::from_bits(self.candidates[cell.index()].into())
    }

    /// Returns the filled cells.
    pub fn values(&self) -> Grid {
        Grid::from_digits(self.shape(), self.digits()).expect("digits of the board")
    }

    /// Returns the candidates of all cells; that of a filled cell is its digit.
    pub fn marks(&self) -> CandidateSet {
        let of_cell = |cell: usize| match self.get(Cell::new(cell)) {
            Some(digit) => DigitSet::only(digit),
            None => self.candidates(Cell::new(cell)),
        };
        let cells = 0..self.shape().cells();
        CandidateSet::from_cells(self.shape(), cells.map(of_cell).collect())
    }

    /// Returns whether every cell is filled.
    ///
    /// ```
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_logic::{Profile, Walk};
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let mut walk = Walk::new(&text.parse()?, &profile).expect("9x9 without edges");
    /// while walk.next(&mut Meter::unlimited())?.is_some() {}
    /// assert!(walk.grid().is_full());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_full(&self) -> bool {
        self.empty.is_empty()
    }

    /// Whether the board is full and valid, with the givens of the puzzle.
    pub(super) fn solves(&self, puzzle: &Puzzle) -> bool {
        validate(puzzle, self.digits()).is_ok()
    }

    /// Applies a deduction: fills its cells and removes its candidates.
    ///
    /// ```
    /// use quadrille_logic::sample;
    ///
    /// let sample = sample("naked-pair").expect("every kind has a sample");
    /// let mut grid = sample.before.clone();
    /// grid.apply(&sample.step.deduction);
    /// let ruled_out = sample.step.deduction.eliminations[0];
    /// assert!(!grid.candidates(ruled_out.cell).contains(ruled_out.digit));
    /// ```
    pub fn apply(&mut self, deduction: &Deduction) {
        for place in &deduction.placements {
            self.place(place.cell.index(), usize::from(place.digit.get() - 1));
        }
        for gone in &deduction.eliminations {
            self.remove(gone.cell.index(), usize::from(gone.digit.get() - 1));
        }
    }

    /// The digit of each cell, 0 if empty.
    fn digits(&self) -> &[u8] {
        &self.values.as_ref()[..self.shape().cells()]
    }

    /// The board without what is on it.
    #[inline]
    pub(super) fn board(&self) -> B {
        self.board
    }

    /// Fills an empty cell with a digit (from 0), and removes the digit from its peers.
    pub(super) fn place(&mut self, cell: usize, digit: usize) {
        debug_assert_eq!(self.values[cell], 0, "cell {cell} is filled");
        self.remove_all(cell, u16::MAX);
        self.values[cell] = digit as u8 + 1;
        self.empty &= !B::Cells::only(cell);
        for peer in (self.cells[digit] & self.board.peers(cell)).each() {
            self.remove(peer, digit);
        }
        for house in self.board.houses_of(cell) {
            self.places[usize::from(house)][digit] = 0;
        }
    }

    /// Removes a candidate (a digit from 0), if it is there.
    pub(super) fn remove(&mut self, cell: usize, digit: usize) {
        self.candidates[cell] &= !(1 << digit);
        self.cells[digit] &= !B::Cells::only(cell);
        let houses = self.board.houses_of(cell).into_iter();
        for (house, position) in houses.zip(self.board.positions_of(cell)) {
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

    /// The positions in a house that may hold each digit.
    pub(super) fn places_of(&self, house: usize) -> &B::OfDigits<u16> {
        &self.places[house]
    }

    /// The cells that may hold a digit (from 0).
    pub(super) fn cells_of(&self, digit: usize) -> B::Cells {
        self.cells[digit]
    }

    /// The empty cells.
    pub(super) fn empty(&self) -> B::Cells {
        self.empty
    }

    /// Whether a cell may hold a digit (from 0).
    pub(super) fn may_hold(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 != 0
    }
}
