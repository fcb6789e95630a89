//! Positions of the 4x4 game as bits, and the 128 symmetries of the board.
//!
//! Only what is left to play matters: the candidates of each cell, the houses that can no longer be
//! completed, and the active edges. Sixteen cells of four digits fill a word, four bits a cell, the
//! first cell lowest:
//!
//! ```text
//!   bits 0-3   cell 0    bits 4-7   cell 1   …   bits 16-19   cell 4   …   bits 60-63   cell 15
//! ```
//!
//! A symmetry swaps rows within bands, columns within stacks, the bands, the stacks, or transposes
//! the board. On that word each of these is a few shifts.

/// The candidates of each cell; none for filled cells and for those that cannot be filled.
pub(super) type Candidates = u64;

/// Houses with live cells that can no longer be completed: four rows, four columns, four boxes from
/// the lowest bit.
pub(super) type Closed = u16;

/// The lowest bit of every cell.
pub(super) const CELLS: u64 = 0x1111_1111_1111_1111;

/// The cells of each house, by their lowest bits.
pub(super) const HOUSES: [u64; 12] = {
    let mut houses = [0; 12];
    let mut cell = 0;
    while cell < 16 {
        let own = houses_of(cell);
        let mut kind = 0;
        while kind < 3 {
            houses[own[kind]] |= 1 << (4 * cell);
            kind += 1;
        }
        cell += 1;
    }
    houses
};

/// Returns the row, the column and the box of a cell, all houses numbered from 0.
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 4, cell % 4);
    [row, 4 + column, 8 + row / 2 * 2 + column / 2]
}

/// Returns the cells with candidates, by their lowest bits.
#[inline]
pub(super) fn live(candidates: Candidates) -> u64 {
    let pairs = candidates | candidates >> 1;
    (pairs | pairs >> 2) & CELLS
}

/// Returns the candidates of a cell, digit 1 in the lowest bit.
#[inline]
pub(super) fn digits(candidates: Candidates, cell: usize) -> u64 {
    candidates >> (4 * cell) & 15
}

/// A symmetry: transposes if `TRANSPOSE` is set, then swaps what the other bits say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Symmetry(u8);

const COLUMNS_0: u8 = 1;
const COLUMNS_1: u8 = 2;
const STACKS: u8 = 4;
const ROWS_0: u8 = 8;
const ROWS_1: u8 = 16;
const BANDS: u8 = 32;
const TRANSPOSE: u8 = 64;

impl Symmetry {
    /// Returns all 128 symmetries, the identity first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..128).map(Self)
    }

    /// Returns the image of candidates.
    #[inline]
    pub(super) fn candidates(self, mut word: Candidates) -> Candidates {
        if self.0 & TRANSPOSE != 0 {
            word = transposed(word);
        }
        if self.0 & COLUMNS_0 != 0 {
            word = swapped(word, 0x000f_000f_000f_000f, 4);
        }
        if self.0 & COLUMNS_1 != 0 {
            word = swapped(word, 0x0f00_0f00_0f00_0f00, 4);
        }
        if self.0 & STACKS != 0 {
            word = swapped(word, 0x00ff_00ff_00ff_00ff, 8);
        }
        if self.0 & ROWS_0 != 0 {
            word = swapped(word, 0x0000_0000_0000_ffff, 16);
        }
        if self.0 & ROWS_1 != 0 {
            word = swapped(word, 0x0000_ffff_0000_0000, 16);
        }
        if self.0 & BANDS != 0 {
            word = word.rotate_left(32);
        }
        word
    }

    /// Returns the image of closed houses.
    #[inline]
    pub(super) fn closed(self, closed: Closed) -> Closed {
        if closed == 0 {
            return 0;
        }
        let (mut rows, mut columns, mut boxes) = (closed & 15, closed >> 4 & 15, closed >> 8);
        if self.0 & TRANSPOSE != 0 {
            (rows, columns) = (columns, rows);
            boxes = boxes & 0b1001 | boxes << 1 & 0b0100 | boxes >> 1 & 0b0010;
        }
        let lines = |mut lines: u16, first: u8, second: u8, wholes: u8| {
            if self.0 & first != 0 {
                lines = lines & 0b1100 | lines << 1 & 0b0010 | lines >> 1 & 0b0001;
            }
            if self.0 & second != 0 {
                lines = lines & 0b0011 | lines << 1 & 0b1000 | lines >> 1 & 0b0100;
            }
            if self.0 & wholes != 0 {
                lines = (lines << 2 | lines >> 2) & 15;
            }
            lines
        };
        columns = lines(columns, COLUMNS_0, COLUMNS_1, STACKS);
        rows = lines(rows, ROWS_0, ROWS_1, BANDS);
        if self.0 & STACKS != 0 {
            boxes = boxes << 1 & 0b1010 | boxes >> 1 & 0b0101;
        }
        if self.0 & BANDS != 0 {
            boxes = (boxes << 2 | boxes >> 2) & 15;
        }
        rows | columns << 4 | boxes << 8
    }

    /// Returns the image of a cell.
    pub(super) fn cell(self, cell: usize) -> usize {
        self.candidates(1 << (4 * cell)).trailing_zeros() as usize / 4
    }
}

/// Exchanges the bits of a mask with those `by` places higher.
#[inline]
fn swapped(word: u64, mask: u64, by: u32) -> u64 {
    let changed = (word ^ word >> by) & mask;
    word ^ changed ^ changed << by
}

/// Exchanges rows and columns.
#[inline]
fn transposed(word: u64) -> u64 {
    let word = word & 0xf0f0_0f0f_f0f0_0f0f
        | (word & 0x0000_f0f0_0000_f0f0) << 12
        | word >> 12 & 0x0000_f0f0_0000_f0f0;
    word & 0xff00_ff00_00ff_00ff
        | (word & 0x0000_0000_ff00_ff00) << 24
        | word >> 24 & 0x0000_0000_ff00_ff00
}

/// Returns the canonical form of a position under all symmetries, except that ties between row
/// orders with equal candidates are not resolved by the closed houses. That only costs table
/// entries: the result is always an image of the position.
pub(super) fn least(candidates: Candidates, closed: Closed) -> (Candidates, Closed) {
    let mut best = (Candidates::MAX, Closed::MAX);
    for transpose in [0, TRANSPOSE] {
        let upright = Symmetry(transpose).candidates(candidates);
        for columns in 0..8 {
            let word = Symmetry(columns).candidates(upright);
            let mut order = transpose | columns;
            let (a, b, c, d) =
                (word & 0xffff, word >> 16 & 0xffff, word >> 32 & 0xffff, word >> 48);
            // Ascending rows within the bands, then ascending bands, by their upper rows first.
            let (mut low, mut high) = (b << 16 | a, d << 16 | c);
            if a > b {
                order |= ROWS_0;
                low = a << 16 | b;
            }
            if c > d {
                order |= ROWS_1;
                high = c << 16 | d;
            }
            if low > high {
                order |= BANDS;
                (low, high) = (high, low);
            }
            let image = high << 32 | low;
            if image <= best.0 {
                let image = (image, Symmetry(order).closed(closed));
                best = best.min(image);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A word that differs in every cell.
    const MARKED: Candidates = 0xfedc_ba98_7654_3210;

    #[test]
    fn the_symmetries_are_128_and_keep_the_houses() {
        let images: BTreeSet<_> = Symmetry::all().map(|s| s.candidates(MARKED)).collect();
        assert_eq!(images.len(), 128);
        let houses: BTreeSet<u64> = HOUSES.into_iter().collect();
        for symmetry in Symmetry::all() {
            for (index, &house) in HOUSES.iter().enumerate() {
                let image = symmetry.candidates(house);
                assert!(houses.contains(&image), "{symmetry:?} {index}");
                let closed = symmetry.closed(1 << index);
                assert_eq!(HOUSES[closed.trailing_zeros() as usize], image, "{symmetry:?} {index}");
                assert_eq!(closed.count_ones(), 1);
            }
            assert_eq!(symmetry.candidates(15 << 20), 15 << (4 * symmetry.cell(5)));
        }
    }

    #[test]
    fn all_images_have_the_same_least_image() {
        // No two rows are equal, so there are no ties.
        for (candidates, closed) in [(MARKED, 0x5a3), (0x8421_1248_0f0f_1200, 0x00f), (MARKED, 0)] {
            let expected = least(candidates, closed);
            for symmetry in Symmetry::all() {
                let image = (symmetry.candidates(candidates), symmetry.closed(closed));
                assert_eq!(least(image.0, image.1), expected, "{symmetry:?}");
            }
            let found =
                Symmetry::all().any(|s| (s.candidates(candidates), s.closed(closed)) == expected);
            assert!(found);
        }
    }
}
