//! Complete boards whose boxes are right: each box holds its missing digits in its free cells, in
//! some order. A move swaps two free cells of a box.
//!
//! The cost is the number of digits missing, summed over rows and columns, plus the edges whose
//! digits are not consecutive; 0 is solved. The change of cost by a swap takes eight lookups in a
//! table of what it means for a line to lose or gain a digit. Arrays have fixed sizes and are
//! indexed under a mask, so that the compiler omits bounds checks.

use quadrille_core::{Cell, Geometry, Puzzle, Rng, Snapshot, Stop};

use super::houses::{CELLS, LINES};
use super::{Start, lacking, line_cost};

/// Rows, then columns, each with a counter for every digit.
const COUNTERS: usize = 2 * LINES * LINES;

/// Stands for both lines of two cells in the same row (or column), which a swap does not affect: it
/// neither holds nor lacks anything.
const NO_LINE: u16 = (COUNTERS - LINES) as u16;
/// In the table of weights: the line holds the digit once, so losing it costs.
const ONCE: u8 = 0x01;
/// In the table of weights: the line lacks the digit, so gaining it pays.
const NEVER: u8 = 0x10;

/// Two free cells of a box whose digits can be exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Swap {
    first: u16,
    second: u16,
    /// Where the counters of the two rows start; [`NO_LINE`] twice if it is one row.
    rows: [u16; 2],
    columns: [u16; 2],
}

impl Swap {
    /// Returns the two cells, ascending.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng};
    /// use quadrille_lab::board::{BoxPermutation, Start};
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let board = BoxPermutation::random(&puzzle, Start::Givens, &mut Rng::from_seed(1))?;
    /// let boxes = board.swaps()[0].cells().map(|cell| puzzle.geometry().box_of(cell));
    /// assert_eq!(boxes[0], boxes[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells(self) -> [Cell; 2] {
        [Cell::new(usize::from(self.first)), Cell::new(usize::from(self.second))]
    }
}

#[derive(Clone, Copy)]
struct BoxSwaps {
    number: usize,
    begin: u32,
    len: u32,
}

/// A complete board whose boxes each hold every digit once.
#[derive(Clone)]
pub struct BoxPermutation {
    geometry: &'static Geometry,
    digits: Box<[u8; CELLS]>,
    /// How often each line holds each digit.
    counts: Box<[u8; COUNTERS]>,
    /// What losing or gaining a digit means to a line: [`ONCE`], [`NEVER`] or nothing.
    weights: Box<[u8; COUNTERS]>,
    /// All swaps, box by box, in the order of their cells.
    swaps: Box<[Swap]>,
    /// For every box that has swaps: its number, where they start, how many.
    boxes: Box<[BoxSwaps]>,
    /// The free cells, box by box.
    free: Vec<Vec<Cell>>,
    edges: Box<[(Cell, Cell)]>,
    /// The cells joined to each cell by edges; empty if the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    cost: u32,
}

impl BoxPermutation {
    /// Creates a board with the fixed cells of `start`; the free cells of each box hold its missing
    /// digits in random order.
    ///
    /// # Errors
    /// [`Stop::ProvedNone`] if propagation proves that there is no solution.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng};
    /// use quadrille_lab::board::{BoxPermutation, Start};
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let mut rng = Rng::from_seed(1);
    /// let mut board = BoxPermutation::random(&puzzle, Start::Givens, &mut rng)?;
    /// for _ in 0..1000 {
    ///     let swap = board.random_swap(&mut rng);
    ///     let delta = board.delta(swap);
    ///     if delta <= 0 {
    ///         board.apply(swap, delta);
    ///     }
    /// }
    /// assert_eq!(board.cost(), board.full_cost());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random(puzzle: &Puzzle, start: Start, rng: &mut Rng) -> Result<Self, Stop> {
        let fixed = start.fixed(puzzle)?;
        let geometry = puzzle.geometry();
        let free = Start::free_cells(puzzle, &fixed);
        let mut digits = Box::new([0; CELLS]);
        digits[..fixed.len()].copy_from_slice(&fixed);
        let (mut swaps, mut boxes) = (Vec::new(), Vec::new());
        for (number, cells) in free.iter().enumerate() {
            let begin = swaps.len();
            for (index, &first) in cells.iter().enumerate() {
                swaps
                    .extend(cells[index + 1..].iter().map(|&second| swap(geometry, first, second)));
            }
            if swaps.len() > begin {
                let len = (swaps.len() - begin) as u32;
                boxes.push(BoxSwaps { number, begin: begin as u32, len });
            }
        }
        let mut board = Self {
            geometry,
            digits,
            counts: Box::new([0; COUNTERS]),
            weights: Box::new([0; COUNTERS]),
            swaps: swaps.into(),
            boxes: boxes.into(),
            free,
            edges: puzzle.edges().pairs().into(),
            joined: puzzle.edges().by_cell(puzzle.shape()),
            cost: 0,
        };
        board.fill(rng);
        Ok(board)
    }

    /// Refills the free cells of every box at random.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng};
    /// use quadrille_lab::board::{BoxPermutation, Start};
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let mut rng = Rng::from_seed(1);
    /// let mut board = BoxPermutation::random(&puzzle, Start::Givens, &mut rng)?;
    /// board.fill(&mut rng); // a restart
    /// assert_eq!(board.snapshot()[0], 1); // givens stay
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill(&mut self, rng: &mut Rng) {
        self.fill_keeping(&[], rng);
    }

    /// Refills the free cells: with the row-major digits of `kept` where they are not 0, otherwise
    /// with what their box lacks, at random. `kept` must not repeat a digit within a box.
    pub(crate) fn fill_keeping(&mut self, kept: &[u8], rng: &mut Rng) {
        let side = self.geometry.side();
        let mut missing = Vec::with_capacity(side);
        for (cells, own) in self.free.iter().zip(self.geometry.houses().skip(2 * side)) {
            for cell in cells {
                self.digits[cell.index()] = kept.get(cell.index()).copied().unwrap_or(0);
            }
            missing.clear();
            missing.extend(lacking(&self.digits[..], own));
            rng.shuffle(&mut missing);
            let mut missing = missing.iter();
            for cell in cells {
                let digit = &mut self.digits[cell.index()];
                if *digit == 0 {
                    *digit = *missing.next().expect("a box lacks what no cell of it holds");
                }
            }
        }
        self.counts.fill(0);
        for cell in self.geometry.cells() {
            for line in lines_of(self.geometry, cell) {
                self.counts[usize::from(line) + usize::from(self.digits[cell.index()])] += 1;
            }
        }
        for (weight, &count) in self.weights.iter_mut().zip(self.counts.iter()) {
            *weight = weight_of(count);
        }
        self.weights[usize::from(NO_LINE)..].fill(0);
        self.cost = self.full_cost();
    }

    /// Returns the digits missing in rows and columns, plus violated edges.
    #[inline]
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// Computes the cost from the board alone; [`cost`](Self::cost) always equals it.
    pub fn full_cost(&self) -> u32 {
        line_cost(&self.digits[..], self.geometry, &self.edges)
    }

    /// Returns whether a cell repeats a digit of its row or column, or violates an edge.
    #[inline]
    pub(crate) fn is_in_conflict(&self, cell: Cell) -> bool {
        let digit = self.digits[cell.index()];
        let repeated = |line: u16| self.counts[usize::from(line) + usize::from(digit)] > 1;
        let far = |other: &Cell| self.digits[other.index()].abs_diff(digit) != 1;
        lines_of(self.geometry, cell).into_iter().any(repeated)
            || self.joined.get(cell.index()).is_some_and(|joined| joined.iter().any(far))
    }

    /// Returns all swaps, box by box.
    #[inline]
    pub fn swaps(&self) -> &[Swap] {
        &self.swaps
    }

    /// Returns the number of boxes that have swaps.
    #[inline]
    pub fn box_count(&self) -> usize {
        self.boxes.len()
    }

    /// Returns the number of a box that has swaps, and its swaps.
    #[inline]
    pub(crate) fn swaps_of(&self, index: usize) -> (usize, &[Swap]) {
        let BoxSwaps { number, begin, len } = self.boxes[index];
        (number, &self.swaps[begin as usize..][..len as usize])
    }

    /// Returns a random swap: a random box, then two random free cells of it.
    ///
    /// # Panics
    /// When no box has two free cells.
    #[inline(always)]
    pub fn random_swap(&self, rng: &mut Rng) -> Swap {
        // One random word for both draws would be 4% faster but change every published run.
        let BoxSwaps { begin, len, .. } = self.boxes[rng.below(self.boxes.len())];
        self.swaps[begin as usize + rng.below(len as usize)]
    }

    /// Returns the swap for a random number of 32 bits. All swaps are equally likely, except for a
    /// bias below one in a million (2^-32 times their number).
    ///
    /// # Panics
    /// When there are no swaps.
    #[inline(always)]
    pub(crate) fn swap_for(&self, random: u32) -> Swap {
        self.swaps[((u64::from(random) * self.swaps.len() as u64) >> 32) as usize]
    }

    /// Returns the change of cost by a swap.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng};
    /// use quadrille_lab::board::{BoxPermutation, Start};
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let mut board = BoxPermutation::random(&puzzle, Start::Givens, &mut Rng::from_seed(1))?;
    /// let (swap, before) = (board.swaps()[0], board.cost() as i32);
    /// let delta = board.delta(swap);
    /// board.apply(swap, delta);
    /// assert_eq!(board.cost() as i32, before + delta);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn delta(&self, swap: Swap) -> i32 {
        let x = usize::from(self.digits[usize::from(swap.first) % CELLS]);
        let y = usize::from(self.digits[usize::from(swap.second) % CELLS]);
        let weight = |line: u16, digit: usize| self.weights[(usize::from(line) | digit) % COUNTERS];
        let ([row_a, row_b], [column_a, column_b]) = (swap.rows, swap.columns);
        // At most four lines lose a digit and four gain one, so the sums fit into half bytes.
        let losses =
            weight(row_a, x) + weight(row_b, y) + weight(column_a, x) + weight(column_b, y);
        let gains = weight(row_a, y) + weight(row_b, x) + weight(column_a, y) + weight(column_b, x);
        let delta = i32::from(losses & 0x0f) - i32::from(gains >> 4);
        if self.joined.is_empty() { delta } else { delta + self.delta_of_edges(swap) }
    }

    fn delta_of_edges(&self, swap: Swap) -> i32 {
        let [a, b] = swap.cells();
        let (x, y) = (self.digits[a.index()], self.digits[b.index()]);
        let change = |cell: Cell, apart: Cell, before: u8, after: u8| -> i32 {
            // Swapping its ends does not change an edge.
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
        let mut change = |line: u16, digit: u8, by: u8| {
            let index = (usize::from(line) | usize::from(digit)) % COUNTERS;
            self.counts[index] = self.counts[index].wrapping_add(by);
            self.weights[index] = weight_of(self.counts[index]);
        };
        for [from, to] in [swap.rows, swap.columns].into_iter().filter(|lines| lines[0] != NO_LINE)
        {
            change(from, x, u8::MAX);
            change(from, y, 1);
            change(to, y, u8::MAX);
            change(to, x, 1);
        }
        self.digits[a] = y;
        self.digits[b] = x;
        self.cost = self.cost.wrapping_add_signed(delta);
    }

    /// Returns the digit of a cell.
    #[inline]
    pub fn digit(&self, cell: Cell) -> u8 {
        self.digits[cell.index() % CELLS]
    }

    /// Returns the board, row-major.
    pub fn snapshot(&self) -> Snapshot {
        self.digits[..self.geometry.shape().cells()].into()
    }
}

/// Returns where the counters of a cell's row and column start.
fn lines_of(geometry: &Geometry, cell: Cell) -> [u16; 2] {
    [geometry.row_of(cell), geometry.column_of(cell) + LINES].map(|line| (line * LINES) as u16)
}

fn swap(geometry: &Geometry, first: Cell, second: Cell) -> Swap {
    let [row_a, column_a] = lines_of(geometry, first);
    let [row_b, column_b] = lines_of(geometry, second);
    let apart = |a, b| if a == b { [NO_LINE; 2] } else { [a, b] };
    Swap {
        first: first.index() as u16,
        second: second.index() as u16,
        rows: apart(row_a, row_b),
        columns: apart(column_a, column_b),
    }
}

#[inline]
fn weight_of(count: u8) -> u8 {
    match count {
        0 => NEVER,
        1 => ONCE,
        _ => 0,
    }
}
