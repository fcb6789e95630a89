//! Colors of the lines of a pattern, which no symmetry changes.
//!
//! Lines get the color of what they look like: how many givens they have, then the colors of the
//! lines that these are in, and so on until no further lines are distinguished (color refinement;
//! B. D. McKay and A. Piperno, "Practical graph isomorphism, II", J. Symbolic Computation 60,
//! 2014). The color of a line stays the same under every symmetry, so a line can only be moved to a
//! place of its color. Lines with the same color need not be interchangeable.

use crate::BoxShape;

/// The colors of the rows, columns, bands and stacks of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Colors {
    pub(super) rows: Vec<u64>,
    pub(super) columns: Vec<u64>,
    pub(super) bands: Vec<u64>,
    pub(super) stacks: Vec<u64>,
}

/// Returns a number that is hardly ever the same for other numbers (the finalizer of SplitMix64).
/// Colors that collide by chance only prune less.
fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// Returns the number of different colors.
fn classes(colors: &[u64]) -> usize {
    let mut colors = colors.to_vec();
    colors.sort_unstable();
    colors.dedup();
    colors.len()
}

impl Colors {
    /// Returns the colors of a pattern, of which cells that are not 0 are filled.
    pub(super) fn of(shape: BoxShape, cells: &[u8]) -> Self {
        let side = shape.side();
        let (mut rows, mut columns) = (vec![1; side], vec![1; side]);
        let mut known = 0;
        loop {
            let chute = |lines: &[u64], size: usize| -> Vec<u64> {
                let sum = |lines: &[u64]| lines.iter().copied().fold(0, u64::wrapping_add);
                lines.chunks(size).map(|lines| mix(sum(lines) ^ 0x5bd1_e995)).collect()
            };
            let bands = chute(&rows, shape.rows());
            let stacks = chute(&columns, shape.columns());
            let (mut next_rows, mut next_columns) = (vec![0_u64; side], vec![0_u64; side]);
            for (cell, _) in cells.iter().enumerate().filter(|&(_, &digit)| digit != 0) {
                let (row, column) = (cell / side, cell % side);
                let seen = mix(columns[column] ^ mix(stacks[column / shape.columns()]));
                next_rows[row] = next_rows[row].wrapping_add(seen);
                let seen = mix(rows[row] ^ mix(bands[row / shape.rows()]));
                next_columns[column] = next_columns[column].wrapping_add(seen);
            }
            let kept = |lines: &[u64], chutes: &[u64], size: usize, next: &[u64]| -> Vec<u64> {
                let lines = lines.iter().zip(next).enumerate();
                lines.map(|(at, (old, new))| mix(mix(old ^ chutes[at / size]) ^ new)).collect()
            };
            rows = kept(&rows, &bands, shape.rows(), &next_rows);
            columns = kept(&columns, &stacks, shape.columns(), &next_columns);
            let now = classes(&rows) + classes(&columns);
            if now <= known {
                let (bands, stacks) =
                    (chute(&rows, shape.rows()), chute(&columns, shape.columns()));
                return Self { rows, columns, bands, stacks };
            }
            known = now;
        }
    }

    /// Returns the colors of the transposed pattern.
    pub(super) fn transposed(self) -> Self {
        let Self { rows, columns, bands, stacks } = self;
        Self { rows: columns, columns: rows, bands: stacks, stacks: bands }
    }
}
