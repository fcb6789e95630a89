//! Whole boards whose boxes are right: each box holds its missing digits in its free cells, in
//! some order. A move swaps two free cells of a box.
//!
//! The cost is what rows and columns lack: digits missing, summed over all lines, plus the edges
//! whose digits are not consecutive; 0 = solved. A table of how often each line holds each digit
//! makes the change of cost by a swap a matter of eight lookups. Arrays have fixed sizes and
//! are indexed under a mask, so that the compiler drops the bounds checks.

use quadrille::{BoxShape, Cell, Geometry, Puzzle, Rng, Snapshot};

use super::Start;

/// More than any side, and a power of two.
const LINES: usize = 64;
/// More than any board has cells, and a power of two.
const CELLS: usize = 4096;
/// Rows, then columns, each with its own stretch of a counter for every digit.
const COUNTERS: usize = 2 * LINES * LINES;
const _: () = assert!(BoxShape::MAX_SIDE < LINES && LINES * LINES == CELLS);

/// Two free cells of a box, to exchange their digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Swap {
    first: u16,
    second: u16,
}

impl Swap {
    /// The two cells, ascending.
    pub fn cells(self) -> [Cell; 2] {
        [Cell::new(usize::from(self.first)), Cell::new(usize::from(self.second))]
    }
}

/// A whole board whose boxes each hold every digit once.
#[derive(Clone)]
pub struct BoxPermutation {
    geometry: &'static Geometry,
    digits: Box<[u8; CELLS]>,
    /// Where the counters of a cell's row and column begin.
    lines: Box<[[u16; 2]; CELLS]>,
    counts: Box<[u8; COUNTERS]>,
    /// All swaps, box by box, in the order of their cells.
    swaps: Box<[Swap]>,
    /// For every box that has swaps: its number, where they begin, how many.
    boxes: Box<[(usize, u32, u32)]>,
    /// The free cells, box by box.
    free: Vec<Vec<Cell>>,
    edges: Box<[(Cell, Cell)]>,
    /// The cells joined to each by edges; empty where the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    cost: u32,
}

impl BoxPermutation {
    /// Fixed cells as `start` has them, the digits that each box lacks in random order in its free
    /// cells. `None` when propagation proves that the puzzle has no solution.
    pub fn random(puzzle: &Puzzle, start: Start, rng: &mut Rng) -> Option<Self> {
        let fixed = start.fixed(puzzle)?;
        let (geometry, shape) = (puzzle.geometry(), puzzle.shape());
        let free = Start::free_cells(puzzle, &fixed);
        let mut digits = Box::new([0; CELLS]);
        digits[..fixed.len()].copy_from_slice(&fixed);
        let mut lines = Box::new([[0; 2]; CELLS]);
        for cell in geometry.cells() {
            lines[cell.index()] = [
                (geometry.row_of(cell) * LINES) as u16,
                ((geometry.column_of(cell) + LINES) * LINES) as u16,
            ];
        }
        let (mut swaps, mut boxes) = (Vec::new(), Vec::new());
        for (number, cells) in free.iter().enumerate() {
            let begin = swaps.len();
            for (index, &first) in cells.iter().enumerate() {
                swaps.extend(cells[index + 1..].iter().map(|&second| Swap {
                    first: first.index() as u16,
                    second: second.index() as u16,
                }));
            }
            if swaps.len() > begin {
                boxes.push((number, begin as u32, (swaps.len() - begin) as u32));
            }
        }
        let edges = puzzle.edges();
        let mut board = Self {
            geometry,
            digits,
            lines,
            counts: Box::new([0; COUNTERS]),
            swaps: swaps.into(),
            boxes: boxes.into(),
            free,
            edges: edges.pairs().into(),
            joined: if edges.is_empty() { Vec::new() } else { edges.by_cell(shape) },
            cost: 0,
        };
        board.fill(rng);
        Some(board)
    }

    /// Fills the free cells of every box anew, at random.
    pub fn fill(&mut self, rng: &mut Rng) {
        let side = self.geometry.side();
        let mut missing = Vec::with_capacity(side);
        for (cells, own) in self.free.iter().zip(self.geometry.houses().skip(2 * side)) {
            for cell in cells {
                self.digits[cell.index()] = 0;
            }
            let held = own.iter().fold(0_u64, |held, cell| held | 1 << self.digits[cell.index()]);
            missing.clear();
            missing.extend((1..=side as u8).filter(|digit| held >> digit & 1 == 0));
            rng.shuffle(&mut missing);
            for (cell, &digit) in cells.iter().zip(&missing) {
                self.digits[cell.index()] = digit;
            }
        }
        self.counts.fill(0);
        for cell in self.geometry.cells() {
            for line in self.lines[cell.index()] {
                self.counts[usize::from(line) + usize::from(self.digits[cell.index()])] += 1;
            }
        }
        self.cost = self.full_cost();
    }

    /// Digits missing over rows and columns, plus edges violated.
    #[inline]
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// The cost computed from the board alone; [`cost`](Self::cost) is always the same.
    pub fn full_cost(&self) -> u32 {
        let side = self.geometry.side();
        let missing = |line: &[Cell]| {
            let held = line.iter().fold(0_u64, |held, cell| held | 1 << self.digits[cell.index()]);
            side as u32 - held.count_ones()
        };
        let violated = self
            .edges
            .iter()
            .filter(|(a, b)| self.digits[a.index()].abs_diff(self.digits[b.index()]) != 1);
        self.geometry.houses().take(2 * side).map(missing).sum::<u32>() + violated.count() as u32
    }

    /// All swaps, box by box.
    #[inline]
    pub fn swaps(&self) -> &[Swap] {
        &self.swaps
    }

    /// How many boxes have swaps.
    #[inline]
    pub fn box_count(&self) -> usize {
        self.boxes.len()
    }

    /// The swaps of one of the boxes that have any, with the number of the box on the board.
    #[inline]
    pub fn swaps_of(&self, index: usize) -> (usize, &[Swap]) {
        let (number, begin, len) = self.boxes[index];
        (number, &self.swaps[begin as usize..][..len as usize])
    }

    /// The swap of two free cells of a box, both at random, each box equally likely.
    ///
    /// # Panics
    /// When no box has two free cells.
    #[inline]
    pub fn random_swap(&self, rng: &mut Rng) -> Swap {
        let (_, begin, len) = self.boxes[rng.below(self.boxes.len())];
        self.swaps[begin as usize + rng.below(len as usize)]
    }

    /// By how much a swap changes the cost.
    #[inline]
    pub fn delta(&self, swap: Swap) -> i32 {
        let (a, b) = (usize::from(swap.first) % CELLS, usize::from(swap.second) % CELLS);
        let (x, y) = (usize::from(self.digits[a]), usize::from(self.digits[b]));
        let [row_a, column_a] = self.lines[a];
        let [row_b, column_b] = self.lines[b];
        let delta =
            self.delta_of_lines(row_a, row_b, x, y) + self.delta_of_lines(column_a, column_b, x, y);
        if self.joined.is_empty() { delta } else { delta + self.delta_of_edges(swap) }
    }

    /// The change when `x` moves from line `from` to line `to`, and `y` back.
    #[inline]
    fn delta_of_lines(&self, from: u16, to: u16, x: usize, y: usize) -> i32 {
        let count = |line: u16, digit: usize| self.counts[(usize::from(line) | digit) % COUNTERS];
        let lost = i32::from(count(from, x) == 1) + i32::from(count(to, y) == 1);
        let gained = i32::from(count(from, y) == 0) + i32::from(count(to, x) == 0);
        if from == to { 0 } else { lost - gained }
    }

    fn delta_of_edges(&self, swap: Swap) -> i32 {
        let [a, b] = swap.cells();
        let (x, y) = (self.digits[a.index()], self.digits[b.index()]);
        let change = |cell: Cell, apart: Cell, before: u8, after: u8| -> i32 {
            // An edge between the two cells themselves does not mind.
            let others = self.joined[cell.index()].iter().filter(|&&other| other != apart);
            others
                .map(|other| {
                    let beside = self.digits[other.index()];
                    i32::from(beside.abs_diff(after) != 1) - i32::from(beside.abs_diff(before) != 1)
                })
                .sum()
        };
        change(a, b, x, y) + change(b, a, y, x)
    }

    /// Makes a swap whose [`delta`](Self::delta) is known.
    #[inline]
    pub fn apply(&mut self, swap: Swap, delta: i32) {
        debug_assert_eq!(delta, self.delta(swap));
        let (a, b) = (usize::from(swap.first) % CELLS, usize::from(swap.second) % CELLS);
        let (x, y) = (self.digits[a], self.digits[b]);
        for (from, to) in self.lines[a].into_iter().zip(self.lines[b]) {
            let mut change = |line: u16, digit: u8, by: u8| {
                let counter = &mut self.counts[(usize::from(line) | usize::from(digit)) % COUNTERS];
                *counter = counter.wrapping_add(by);
            };
            change(from, x, u8::MAX);
            change(from, y, 1);
            change(to, y, u8::MAX);
            change(to, x, 1);
        }
        self.digits[a] = y;
        self.digits[b] = x;
        self.cost = self.cost.wrapping_add_signed(delta);
    }

    /// The digit of a cell.
    #[inline]
    pub fn digit(&self, cell: Cell) -> u8 {
        self.digits[cell.index() % CELLS]
    }

    /// The board, row-major.
    pub fn snapshot(&self) -> Snapshot {
        self.digits[..self.geometry.shape().cells()].into()
    }
}
