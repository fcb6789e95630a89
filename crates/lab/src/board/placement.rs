//! Partial fillings without conflict: a digit can be placed if no peer holds it.
//!
//! The free digits of every row, column and box are one word each, in arrays of fixed size that are
//! indexed under a mask, so that the compiler omits bounds checks.

use quadrille_core::{Cell, Digit, DigitSet, Geometry, Puzzle, Snapshot};

use super::houses::{CELLS, LINES};

/// A filling that grows and shrinks digit by digit, always without conflict.
#[derive(Clone)]
pub struct Placement {
    /// Row, column and box of each cell.
    houses: Box<[[u8; 4]; CELLS]>,
    rows: [u64; LINES],
    columns: [u64; LINES],
    boxes: [u64; LINES],
    /// The digit of each cell as a set; empty for an empty cell.
    digits: Box<[u64; CELLS]>,
    /// The cells joined to each cell by edges; empty if the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    geometry: &'static Geometry,
}

impl Placement {
    /// Creates a filling with the givens of a puzzle.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_lab::board::Placement;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let placement = Placement::new(&puzzle);
    /// assert!(!placement.is_empty(Cell::new(0)) && placement.is_empty(Cell::new(2)));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(puzzle: &Puzzle) -> Self {
        let (geometry, shape) = (puzzle.geometry(), puzzle.shape());
        let all = DigitSet::all(shape.side()).bits();
        let mut houses = Box::new([[0; 4]; CELLS]);
        for cell in geometry.cells() {
            houses[cell.index()] = [
                geometry.row_of(cell) as u8,
                geometry.column_of(cell) as u8,
                geometry.box_of(cell) as u8,
                0,
            ];
        }
        let mut filling = Self {
            houses,
            rows: [all; LINES],
            columns: [all; LINES],
            boxes: [all; LINES],
            digits: Box::new([0; CELLS]),
            joined: puzzle.edges().by_cell(puzzle.shape()),
            geometry,
        };
        for (cell, digit) in puzzle.givens().filled() {
            filling.place(cell, DigitSet::only(digit));
        }
        filling
    }

    /// Returns the digits that can be placed in an empty cell: no peer holds them, and they are
    /// consecutive to the digits along its edges.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_lab::board::Placement;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(Placement::new(&puzzle).legal(Cell::new(2)).bits(), 0b1100); // 3 and 4
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn legal(&self, cell: Cell) -> DigitSet {
        let [row, column, own_box, _] = self.houses[cell.index() % CELLS];
        let mut free = self.rows[usize::from(row) % LINES]
            & self.columns[usize::from(column) % LINES]
            & self.boxes[usize::from(own_box) % LINES];
        if !self.joined.is_empty() {
            for other in &self.joined[cell.index()] {
                let beside = self.digits[other.index() % CELLS];
                if beside != 0 {
                    free &= beside << 1 | beside >> 1;
                }
            }
        }
        DigitSet::from_bits(free)
    }

    /// Returns the cells joined to this one by edges.
    #[inline]
    pub fn joined(&self, cell: Cell) -> &[Cell] {
        self.joined.get(cell.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the empty one of these cells with the fewest legal digits, the first of equals, with
    /// its digits, or `None` if none is empty.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_lab::board::Placement;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let cells: Vec<Cell> = puzzle.geometry().cells().collect();
    /// let tightest = Placement::new(&puzzle).most_constrained(&cells);
    /// assert_eq!(tightest.map(|(cell, digits)| (cell, digits.len())), Some((Cell::new(2), 2)));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn most_constrained(&self, cells: &[Cell]) -> Option<(Cell, DigitSet)> {
        let mut best = None;
        let mut fewest = usize::MAX;
        for &cell in cells.iter().filter(|&&cell| self.is_empty(cell)) {
            let legal = self.legal(cell);
            if legal.len() < fewest {
                fewest = legal.len();
                best = Some((cell, legal));
                if fewest == 0 {
                    break;
                }
            }
        }
        best
    }

    /// Places a digit, as a set of one, in an empty cell where it is legal.
    ///
    /// ```
    /// use quadrille_core::{Cell, DigitSet, Puzzle};
    /// use quadrille_lab::board::Placement;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let mut placement = Placement::new(&puzzle);
    /// placement.place(Cell::new(2), DigitSet::from_bits(0b100));
    /// assert_eq!(placement.snapshot()[..3], [1, 2, 3]);
    /// placement.undo(Cell::new(2));
    /// assert!(placement.is_empty(Cell::new(2)));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn place(&mut self, cell: Cell, digit: DigitSet) {
        debug_assert!(
            digit.len() == 1 && (self.legal(cell) & digit) == digit,
            "{cell:?} {digit:?}"
        );
        self.toggle(cell, digit.bits());
        self.digits[cell.index() % CELLS] = digit.bits();
    }

    /// Removes the digit of a filled cell.
    #[inline]
    pub fn undo(&mut self, cell: Cell) {
        let digit = std::mem::take(&mut self.digits[cell.index() % CELLS]);
        self.toggle(cell, digit);
    }

    #[inline]
    fn toggle(&mut self, cell: Cell, digit: u64) {
        let [row, column, own_box, _] = self.houses[cell.index() % CELLS];
        self.rows[usize::from(row) % LINES] ^= digit;
        self.columns[usize::from(column) % LINES] ^= digit;
        self.boxes[usize::from(own_box) % LINES] ^= digit;
    }

    /// Changes this filling into another one of the same puzzle.
    pub fn set_board(&mut self, board: &[u8]) {
        let bits = |digit: u8| Digit::new(digit).map_or(0, |digit| DigitSet::only(digit).bits());
        for (index, &digit) in board.iter().enumerate() {
            if self.digits[index] != 0 && self.digits[index] != bits(digit) {
                self.undo(Cell::new(index));
            }
        }
        for (index, &digit) in board.iter().enumerate() {
            if self.digits[index] != bits(digit) {
                self.place(Cell::new(index), DigitSet::from_bits(bits(digit)));
            }
        }
    }

    /// Returns the digits that no cell holds.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_lab::board::Placement;
    ///
    /// let puzzle: Puzzle = "1......2........".parse()?;
    /// assert_eq!(Placement::new(&puzzle).unused().bits(), 0b1100);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn unused(&self) -> DigitSet {
        DigitSet::from_bits(self.rows.iter().fold(u64::MAX, |free, row| free & row))
    }

    /// Returns the geometry of the board.
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns whether a cell is empty.
    #[inline]
    pub fn is_empty(&self, cell: Cell) -> bool {
        self.digits[cell.index() % CELLS] == 0
    }

    /// Returns the filling, row-major, 0 = empty.
    pub fn snapshot(&self) -> Snapshot {
        let digit = |&bits: &u64| DigitSet::from_bits(bits).first().map_or(0, Digit::get);
        self.digits[..self.geometry.shape().cells()].iter().map(digit).collect()
    }
}
