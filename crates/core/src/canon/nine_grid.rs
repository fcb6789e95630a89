//! The canonical form of solved 9x9 grids.
//!
//! Every arrangement can be relabeled so that the first row is 123456789. What follows depends on
//! two rows of a band and on the stack that comes first. Let `p` map each column to the column where
//! the first row has the digit that the second row has there. Either `p` moves whole boxes (the
//! second row can become 456789...), or each box of the second row has two digits from one box of
//! the first row and one from the other (457...). The least second row then fixes the order of the
//! columns up to a few choices, without a search:
//!
//! - The columns of the first stack are `a`, `b`, `m`, where `m` has the digit that comes from
//!   another box than the two others; the second stack begins with `p(a)`, `p(b)`, and the third
//!   with `p(m)`.
//! - In the second stack exactly one column has a digit from the first box. If it is `p(a)` or
//!   `p(b)`, the second row is least with that column first, as 457 1.., 457 2.. or 457 3..;
//!   otherwise it is 457 891 or 457 893. The two other columns fix the rest of the third stack.
//!
//! The few arrangements with the least second row are compared by the third row, then by the other
//! bands, whose rows and order follow from their first column. That the first rows of minlex grids
//! take these forms is common knowledge in the Sudoku forums (the 416 classes of bands).

use super::nine_pattern::{Arrangement, Least};

/// Two rows of a band and an order of the columns that may give the least second row.
#[derive(Clone, Copy)]
struct Candidate {
    transpose: bool,
    first: u8,
    second: u8,
    columns: [u8; 9],
}

/// The search, which keeps its memory from one grid to the next.
#[derive(Default)]
pub(super) struct GridSearch {
    candidates: Vec<Candidate>,
}

impl std::fmt::Debug for GridSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GridSearch").finish_non_exhaustive()
    }
}

/// The kinds of second rows that are less than any other: whole boxes, and the fourth to sixth
/// digit 189, 289, 389, 891, 893 after 457.
const WHOLE: u32 = 0;
const MIXED: [u32; 5] = [1, 2, 3, 4, 5];

/// What the columns of two rows have in common.
struct Pair {
    /// The column where the first row has the digit of the second row.
    to: [u8; 16],
}

/// The stack of each column.
const STACK: [u8; 16] = [0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0];

impl Pair {
    #[inline]
    fn to(&self, column: u8) -> u8 {
        self.to[usize::from(column & 15)]
    }

    #[inline]
    fn stack(&self, column: u8) -> u8 {
        STACK[usize::from(self.to(column) & 15)]
    }
}

impl GridSearch {
    /// Returns the canonical form of a solved grid, row-major digits 1 to 9.
    ///
    /// Returns `None` if the grid has a conflict that leaves no arrangement.
    pub(super) fn least(&mut self, grid: &[u8; 81]) -> Option<Least> {
        let mut transposed = [0; 81];
        for row in 0..9 {
            for column in 0..9 {
                transposed[9 * column + row] = grid[9 * row + column];
            }
        }
        let grids = [grid, &transposed];
        self.candidates.clear();
        // The kind of the least second row so far, and its last three digits.
        let mut least = u32::MAX;
        for (transpose, grid) in [(false, grids[0]), (true, grids[1])] {
            for band in 0..3_u8 {
                let line = |k: u8| 3 * band + k;
                let mut places = [[0_u8; 16]; 3];
                for (k, places) in places.iter_mut().enumerate() {
                    let row = row_of(grid, line(k as u8));
                    for (column, &digit) in row.iter().enumerate() {
                        places[usize::from(digit & 15)] = column as u8;
                    }
                }
                for first in 0..3_u8 {
                    for second in (0..3_u8).filter(|&second| second != first) {
                        let row = row_of(grid, line(second));
                        let mut pair = Pair { to: [0; 16] };
                        for (to, digit) in pair.to.iter_mut().zip(row) {
                            *to = places[usize::from(first)][usize::from(digit & 15)];
                        }
                        let rows = (transpose, line(first), line(second));
                        self.add(&pair, rows, &mut least);
                    }
                }
            }
        }
        self.best(grids)
    }

    /// Adds the arrangements of two rows with a second row that is not greater than the least so
    /// far.
    #[inline]
    fn add(&mut self, pair: &Pair, rows: (bool, u8, u8), least: &mut u32) {
        if pair.stack(0) == pair.stack(1) && pair.stack(0) == pair.stack(2) {
            self.add_whole(pair, rows, least);
            return;
        }
        if *least >> 12 == WHOLE {
            return;
        }
        for stack in 0..3 {
            let [x, y, z] = [3 * stack, 3 * stack + 1, 3 * stack + 2];
            // The column whose digit comes from another box than those of the two others.
            let (a, b, m) = if pair.stack(x) == pair.stack(y) {
                (x, y, z)
            } else if pair.stack(x) == pair.stack(z) {
                (x, z, y)
            } else {
                (y, z, x)
            };
            let (d, e, g) = (pair.to(a), pair.to(b), pair.to(m));
            // The columns of a stack number 9 * stack + 3 in sum.
            let f = 9 * pair.stack(a) + 3 - d - e;
            if pair.stack(f) == stack {
                let (h, i) = (pair.to(d), pair.to(e));
                if pair.to(f) == m {
                    self.add_mixed(pair, rows, MIXED[4], [a, b, m, d, e, f, g, h, i], least);
                    self.add_mixed(pair, rows, MIXED[4], [b, a, m, e, d, f, g, i, h], least);
                } else if pair.to(f) == a {
                    self.add_mixed(pair, rows, MIXED[3], [a, b, m, d, e, f, g, h, i], least);
                } else {
                    self.add_mixed(pair, rows, MIXED[3], [b, a, m, e, d, f, g, i, h], least);
                }
            } else {
                let (a, b, d, e) = if pair.stack(d) == stack { (a, b, d, e) } else { (b, a, e, d) };
                let (h, i) = (pair.to(e), pair.to(f));
                let x = pair.to(d);
                let kind = if x == a {
                    0
                } else if x == b {
                    1
                } else {
                    2
                };
                self.add_mixed(pair, rows, MIXED[kind], [a, b, m, d, e, f, g, h, i], least);
            }
        }
    }

    #[inline]
    fn add_mixed(
        &mut self,
        pair: &Pair,
        rows: (bool, u8, u8),
        kind: u32,
        columns: [u8; 9],
        least: &mut u32,
    ) {
        if kind <= *least >> 12 {
            self.add_columns(pair, rows, kind, columns, least);
        }
    }

    fn add_whole(&mut self, pair: &Pair, rows: (bool, u8, u8), least: &mut u32) {
        for stack in 0..3 {
            let [x, y, z] = [3 * stack, 3 * stack + 1, 3 * stack + 2];
            for [a, b, c] in [[x, y, z], [x, z, y], [y, x, z], [y, z, x], [z, x, y], [z, y, x]] {
                let (d, e, f) = (pair.to(a), pair.to(b), pair.to(c));
                let columns = [a, b, c, d, e, f, pair.to(d), pair.to(e), pair.to(f)];
                self.add_columns(pair, rows, WHOLE, columns, least);
            }
        }
    }

    /// Adds an arrangement unless its second row is greater than the least so far.
    fn add_columns(
        &mut self,
        pair: &Pair,
        (transpose, first, second): (bool, u8, u8),
        kind: u32,
        columns: [u8; 9],
        least: &mut u32,
    ) {
        let mut labels = [0; 16];
        for (place, column) in columns.into_iter().enumerate() {
            labels[usize::from(column & 15)] = place as u32;
        }
        let label = |column: u8| labels[usize::from(pair.to(column) & 15)];
        let [.., g, h, i] = columns;
        let code = kind << 12 | label(g) << 8 | label(h) << 4 | label(i);
        if code > *least {
            return;
        }
        if code < *least {
            *least = code;
            self.candidates.clear();
        }
        self.candidates.push(Candidate { transpose, first, second, columns });
    }

    /// Returns the smallest image of the candidates.
    fn best(&self, grids: [&[u8; 81]; 2]) -> Option<Least> {
        let mut third_row = u64::MAX;
        let mut best: Option<Least> = None;
        for candidate in &self.candidates {
            let grid = grids[usize::from(candidate.transpose)];
            let mut labels = [0_u8; 16];
            let first = row_of(grid, candidate.first);
            for (place, &column) in candidate.columns.iter().enumerate() {
                labels[usize::from(first[usize::from(column.min(8))] & 15)] = place as u8 + 1;
            }
            let image = |row: u8| {
                let row = row_of(grid, row);
                candidate
                    .columns
                    .map(|column| labels[usize::from(row[usize::from(column.min(8))] & 15)])
            };
            let band = candidate.first / 3;
            let third = 9 * band + 3 - candidate.first - candidate.second;
            let third_image = image(third);
            let code = third_image[..8].iter().fold(0, |code, &digit| code << 8 | u64::from(digit));
            if code > third_row {
                continue;
            }
            // The other rows in the order of their first digits.
            let column = usize::from(candidate.columns[0].min(8));
            let lead = |row: u8| labels[usize::from(row_of(grid, row)[column] & 15)];
            let ordered = |band: u8| {
                let mut rows = [3 * band, 3 * band + 1, 3 * band + 2].map(|row| (lead(row), row));
                rows.sort_unstable();
                rows
            };
            let mut bands = [ordered((band + 1) % 3), ordered((band + 2) % 3)];
            if bands[1] < bands[0] {
                bands.swap(0, 1);
            }
            let mut rows = [candidate.first, candidate.second, third, 0, 0, 0, 0, 0, 0];
            for (place, (_, row)) in bands.into_iter().flatten().enumerate() {
                rows[3 + place] = row;
            }
            let mut digits = [0; 81];
            for (digits, &row) in digits.as_chunks_mut::<9>().0.iter_mut().zip(&rows) {
                *digits = image(row);
            }
            match &mut best {
                Some(best) if code == third_row && digits > best.digits => {}
                Some(best) if code == third_row && digits == best.digits => best.ways += 1,
                _ => {
                    let arrangement = Arrangement {
                        transpose: candidate.transpose,
                        rows,
                        columns: candidate.columns,
                    };
                    best = Some(Least { digits, arrangement, ways: 1 });
                }
            }
            third_row = code;
        }
        best
    }
}

#[inline]
fn row_of(grid: &[u8; 81], row: u8) -> &[u8; 9] {
    &grid.as_chunks::<9>().0[usize::from(row.min(8))]
}
