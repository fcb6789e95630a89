//! Complete boards whose free cells hold any digit. A move puts another digit into one cell.
//!
//! The cost is the number of digits missing or of pairs of equal digits, summed over rows, columns and
//! boxes, plus the edges whose digits are not consecutive; 0 is solved. A table of how often each
//! house holds each digit reduces the change of cost to six lookups.

use quadrille_core::{Cell, Geometry, Puzzle, Rng, Snapshot, Stop};

use super::{Start, violated};

/// What the cost of a board counts in each row, column and box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// Digits that are missing.
    Missing,
    /// Pairs of equal digits.
    Collisions,
}

/// A complete board with fixed and free cells.
#[derive(Clone)]
pub struct Filling {
    faults: Faults,
    geometry: &'static Geometry,
    digits: Snapshot,
    /// For each house a counter for every digit and an unused one for 0.
    counts: Box<[u8]>,
    free: Vec<Cell>,
    edges: Box<[(Cell, Cell)]>,
    /// The cells joined to each cell by edges; empty if the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    cost: u32,
}

impl Filling {
    /// Creates a board with the fixed cells of `start` and random digits elsewhere.
    ///
    /// # Errors
    /// [`Stop::ProvedNone`] if propagation proves that there is no solution.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng};
    /// use quadrille_lab::board::{Faults, Filling, Start};
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let mut rng = Rng::from_seed(1);
    /// let mut filling = Filling::random(&puzzle, Start::Givens, Faults::Missing, &mut rng)?;
    /// let (cell, before) = (filling.free()[0], filling.cost() as i32);
    /// let delta = filling.delta(cell, 4);
    /// filling.put(cell, 4, delta);
    /// assert_eq!(filling.cost() as i32, before + delta);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random(
        puzzle: &Puzzle,
        start: Start,
        faults: Faults,
        rng: &mut Rng,
    ) -> Result<Self, Stop> {
        let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
        let digits = start.fixed(puzzle)?;
        let mut board = Self {
            faults,
            geometry,
            free: geometry.cells().filter(|cell| digits[cell.index()] == 0).collect(),
            digits,
            counts: vec![0; geometry.house_count() * (side + 1)].into(),
            edges: puzzle.edges().pairs().into(),
            joined: puzzle.edges().by_cell(puzzle.shape()),
            cost: 0,
        };
        board.fill(|_| rng.below(side) as u8 + 1);
        Ok(board)
    }

    /// Refills the free cells in order; `draw` receives the index of the free cell and returns its
    /// digit.
    pub fn fill(&mut self, mut draw: impl FnMut(usize) -> u8) {
        for (number, cell) in self.free.iter().enumerate() {
            self.digits[cell.index()] = draw(number);
        }
        self.counts.fill(0);
        let width = self.geometry.side() + 1;
        for cell in self.geometry.cells() {
            let digit = usize::from(self.digits[cell.index()]);
            for house in self.geometry.houses_of(cell) {
                self.counts[house * width + digit] += 1;
            }
        }
        let fault = |&count: &u8| match self.faults {
            Faults::Missing => u32::from(count == 0),
            Faults::Collisions => u32::from(count) * u32::from(count.saturating_sub(1)) / 2,
        };
        let faults = |house: &[u8]| -> u32 { house[1..].iter().map(fault).sum() };
        let all: u32 = self.counts.chunks_exact(width).map(faults).sum();
        self.cost = all + violated(&self.digits, &self.edges);
    }

    /// Returns the faults of all houses, plus violated edges.
    #[inline]
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// Returns the largest possible cost without edges: every house holds one digit only.
    pub(crate) fn largest_cost(&self) -> u32 {
        let side = self.geometry.side();
        let in_house = match self.faults {
            Faults::Missing => side - 1,
            Faults::Collisions => side * (side - 1) / 2,
        };
        (self.geometry.house_count() * in_house) as u32
    }

    /// Returns the free cells, in order.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng};
    /// use quadrille_lab::board::{Faults, Filling, Start};
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let mut rng = Rng::from_seed(1);
    /// let filling = Filling::random(&puzzle, Start::Givens, Faults::Missing, &mut rng)?;
    /// assert_eq!(filling.free().len(), 13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn free(&self) -> &[Cell] {
        &self.free
    }

    /// Returns the change of cost by another digit in that cell.
    #[inline]
    pub fn delta(&self, cell: Cell, digit: u8) -> i32 {
        let old = self.digits[cell.index()];
        if old == digit {
            return 0;
        }
        let width = self.geometry.side() + 1;
        let mut delta = 0;
        for house in self.geometry.houses_of(cell) {
            let counts = &self.counts[house * width..][..width];
            let (left, joined) = (counts[usize::from(old)], counts[usize::from(digit)]);
            delta += match self.faults {
                Faults::Missing => i32::from(left == 1) - i32::from(joined == 0),
                Faults::Collisions => i32::from(joined) - (i32::from(left) - 1),
            };
        }
        if let Some(joined) = self.joined.get(cell.index()) {
            for other in joined {
                let beside = self.digits[other.index()];
                delta += i32::from(beside.abs_diff(digit) != 1);
                delta -= i32::from(beside.abs_diff(old) != 1);
            }
        }
        delta
    }

    /// Puts a digit into a cell; `delta` must be the result of [`delta`](Self::delta).
    #[inline]
    pub fn put(&mut self, cell: Cell, digit: u8, delta: i32) {
        debug_assert_eq!(delta, self.delta(cell, digit));
        let old = std::mem::replace(&mut self.digits[cell.index()], digit);
        let width = self.geometry.side() + 1;
        for house in self.geometry.houses_of(cell) {
            self.counts[house * width + usize::from(old)] -= 1;
            self.counts[house * width + usize::from(digit)] += 1;
        }
        self.cost = self.cost.wrapping_add_signed(delta);
    }

    /// Returns the board, row-major.
    pub fn snapshot(&self) -> Snapshot {
        self.digits.clone()
    }
}
