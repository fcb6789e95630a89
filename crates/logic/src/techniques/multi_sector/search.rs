//! The search for rows and columns that cross in as many cells as there are lines for their digits.

use super::row_of;
use crate::cells::ones;
use crate::grid::LogicGrid;

/// The fewest and the most rows, and columns. One is a locked set of a house, and more are what the other
/// rows and columns show.
const SIZES: std::ops::RangeInclusive<u32> = 2..=6;

/// The number of lines that the digits may have more than there are cells.
const MOST: u32 = 1;

/// Two words of eight numbers each for a set of columns: for each digit, and how many cells are missing to
/// the most. No number reaches 128, so that a processor adds or compares eight at once.
const WORDS: usize = 2;
type Table = [u64; 512 * WORDS];

/// The number of cells in the most rows.
const MOST_CELLS: u64 = 54;

/// The bytes of a word.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// Some rows and some columns.
pub(super) struct Product {
    pub(super) rows: u16,
    pub(super) columns: u16,
    /// How many lines more than cells there are.
    pub(super) excess: u32,
}

/// The search over all sets of rows and columns.
pub(super) struct Products {
    /// For each row what it adds to the table: 1 for a digit that has places in columns of a set, less the
    /// number of empty cells there.
    added: Vec<Table>,
    /// The sets of columns that are looked at.
    columns: Vec<u16>,
    found: Vec<Product>,
}

impl Products {
    pub(super) fn new(grid: &LogicGrid) -> Self {
        let table = |row: usize| {
            let mut table = [0; 512 * WORDS];
            for columns in 0..512 {
                for digit in 0..9 {
                    let places = row_of(grid.cells_of(digit), row) & columns as u16;
                    table[WORDS * columns + digit / 8] |= u64::from(places != 0) << (digit % 8 * 8);
                }
                let cells = ones(row_of(grid.empty(), row) & columns as u16);
                let last = &mut table[WORDS * columns + 1];
                *last = last.wrapping_sub(u64::from(cells) << 8);
            }
            table
        };
        Self {
            added: (0..9).map(table).collect(),
            columns: (0..512).filter(|&columns| SIZES.contains(&ones(columns))).collect(),
            found: Vec::new(),
        }
    }

    pub(super) fn find(mut self) -> Vec<Product> {
        // With no rows, what counts is the columns that are not in a set.
        let mut none = Box::new([0; 512 * WORDS]);
        for (columns, words) in none.chunks_exact_mut(WORDS).enumerate() {
            let missing = u64::from(9 - ones(columns as u16));
            words.copy_from_slice(&[missing * BYTES, missing | MOST_CELLS << 8]);
        }
        self.extend(0, 0, &none);
        self.found
    }

    /// Adds rows from one on. `table` has, for each set of columns and each digit, the number of rows so far
    /// in which it has places in these columns, and of columns that are not in the set.
    fn extend(&mut self, start: usize, rows: u16, table: &Table) {
        if SIZES.contains(&ones(rows)) {
            self.check(rows, table);
        }
        if ones(rows) == *SIZES.end() {
            return;
        }
        for row in start..9 {
            let mut with = Box::new(*table);
            for (sum, added) in with.iter_mut().zip(&self.added[row]) {
                *sum = sum.wrapping_add(*added);
            }
            self.extend(row + 1, rows | 1 << row, &with);
        }
    }

    /// Looks at all sets of columns with some rows.
    ///
    /// A digit is in some of the columns or, for the places in the others, in rows. So the fewest lines for
    /// a set of columns follow from the least number in the table of any part of the set. The whole set
    /// has the most cells, so that number is the least as well.
    fn check(&mut self, rows: u16, table: &Table) {
        let mut least = Box::new(*table);
        for bit in 0..9 {
            for block in least.chunks_exact_mut(WORDS << (bit + 1)) {
                let (without, with) = block.split_at_mut(WORDS << bit);
                for (with, without) in with.iter_mut().zip(without) {
                    *with = lesser(*with, *without);
                }
            }
        }
        for &columns in &self.columns {
            let place = WORDS * usize::from(columns);
            // The sum of the bytes of both.
            let sum = (least[place] + least[place + 1]).wrapping_mul(BYTES) >> 56;
            // The columns outside the set were counted once for each digit.
            let lines = sum as u32 + 9 * ones(columns);
            let excess = lines.saturating_sub(81 + MOST_CELLS as u32);
            if excess <= MOST {
                self.found.push(Product { rows, columns, excess });
            }
        }
    }
}

/// The lesser of two bytes at each place, all below 128.
fn lesser(one: u64, other: u64) -> u64 {
    const HIGH: u64 = 0x80 * BYTES;
    let is_more = (one | HIGH).wrapping_sub(other) & HIGH;
    let mask = is_more.wrapping_sub(is_more >> 7) | is_more;
    one ^ (one ^ other) & mask
}
