//! Positions of the 4x4 game as bits, and the 128 symmetries of the board.
//!
//! What is left to play is all that counts: the digits that may still go into each cell, the
//! houses that can no longer be completed, and the edges that still bind. Sixteen cells of four
//! digits fill a word, four bits a cell, the first cell lowest:
//!
//! ```text
//!   bits 0-3   cell 0    bits 4-7   cell 1   …   bits 16-19   cell 4   …   bits 60-63   cell 15
//! ```
//!
//! Rows and columns may be swapped within bands and stacks, those as wholes, and the board
//! transposed. In that word each of it is a few shifts.

/// Digits of each cell that may still be placed; none for filled and for dead cells.
pub(super) type Candidates = u64;

/// Houses with live cells that will never be completed: four rows, four columns, four boxes from
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

/// Row, column and box of a cell, numbered through.
pub(super) const fn houses_of(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 4, cell % 4);
    [row, 4 + column, 8 + row / 2 * 2 + column / 2]
}

/// The cells with candidates, by their lowest bits.
#[inline]
pub(super) fn live(candidates: Candidates) -> u64 {
    let pairs = candidates | candidates >> 1;
    (pairs | pairs >> 2) & CELLS
}

/// The digits of a cell, lowest bit 1.
#[inline]
pub(super) fn digits(candidates: Candidates, cell: usize) -> u64 {
    candidates >> (4 * cell) & 15
}

/// A symmetry: transposes if `TRANSPOSE`, then swaps whatever its bits say.
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
    /// All of them, the one that leaves everything in place first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..128).map(Self)
    }

    /// The image of candidates.
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

    /// The image of closed houses.
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

    /// Where a cell goes.
    pub(super) fn cell(self, cell: usize) -> usize {
        self.candidates(1 << (4 * cell)).trailing_zeros() as usize / 4
    }
}

/// Exchanges the bits of a mask with those that many places higher.
#[inline]
fn swapped(word: u64, mask: u64, by: u32) -> u64 {
    let changed = (word ^ word >> by) & mask;
    word ^ changed ^ changed << by
}

/// The board with rows for columns.
#[inline]
fn transposed(word: u64) -> u64 {
    let word = word & 0xf0f0_0f0f_f0f0_0f0f
        | (word & 0x0000_f0f0_0000_f0f0) << 12
        | word >> 12 & 0x0000_f0f0_0000_f0f0;
    word & 0xff00_ff00_00ff_00ff
        | (word & 0x0000_0000_ff00_ff00) << 24
        | word >> 24 & 0x0000_0000_ff00_ff00
}

/// The least image of a position under all symmetries, or nearly: where two row orders give the
/// same candidates, the one that sorts the closed rows is taken. Which of the images of a position
/// is chosen does not matter, only that it is one.
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
    fn a_least_image_is_the_same_for_all_images() {
        // No two rows alike, so that no tie is left open.
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
