//! Approximately uniform solved grids of every shape, by a Markov chain.
//!
//! # The chain
//!
//! Each step is one of three kinds of swaps, which are the same in the three directions of the cube
//! of rows, columns and digits:
//!
//! - *Digits.* The cells of two digits form a graph in which those that share a house are joined.
//!   Every house has one cell of each digit, so both are in the same component, and exchanging the
//!   two digits in one component (a *Kempe swap*) gives another solved grid.
//! - *Rows.* Two rows of a band exchange their cells in a set of columns in which both have the same
//!   digits. Columns and boxes keep their digits. The least sets are the cycles of the permutation
//!   that leads from one row to the other.
//! - *Columns.* The same for two columns of a stack.
//!
//! A step draws the kind, two digits (rows, columns) and a row (column, row), and swaps in the component
//! or cycle that meets it. That is symmetric: in the new grid, the same component or cycle meets the
//! same lines, and swapping it leads back. So the chain has the uniform distribution as its limit *on
//! the grids that it reaches from its start*.
//!
//! Kempe swaps alone are not enough. If the rows of a band of a 9x9 grid have the same three triples
//! in each box, they still have after any of them, and patterned grids have such bands only. Of
//! uniform grids, 3.6 % of the bands are like that.
//!
//! Two things are approximate. The number of steps is finite. It is not proved that the swaps
//! connect all grids of a shape. The start is a patterned grid, moved by a random symmetry.
//!
//! # Data layout
//!
//! A component is a set of rows, since it has both cells of a row or none. Tables hold the digit of a
//! cell and where a digit is: its column in each row, and its row in each column and box.

use quadrille_core::Rng;
use quadrille_core::internal::nested_order;
use quadrille_core::{BoxShape, Solution};

use super::checked;

/// Returns the number of swaps after which more make no difference that was measured.
pub fn enough_swaps(shape: BoxShape) -> u64 {
    4 * shape.cells() as u64
}

/// Draws a solved grid of any shape, approximately uniformly: from a patterned grid, a random symmetry
/// and that many random swaps, usually [`enough_swaps`].
///
/// The document `docs/reference/generator.md` has its measured bias.
///
/// ```
/// use quadrille_core::{BoxShape, Rng};
/// use quadrille_generate::grids;
///
/// let shape = BoxShape::new(4, 4)?;
/// let solution = grids::fast(shape, grids::enough_swaps(shape), &mut Rng::from_seed(1));
/// assert_eq!(solution.grid().shape(), shape);
/// # Ok::<(), quadrille_core::ShapeError>(())
/// ```
pub fn fast(shape: BoxShape, swaps: u64, rng: &mut Rng) -> Solution {
    let mut places = Places::patterned(shape, rng);
    (0..swaps).for_each(|_| places.step(rng));
    checked(shape, &places.digits())
}

/// Where the digits are. Indices are a digit from 0, times the side, plus a row, column or box.
struct Places {
    shape: BoxShape,
    /// The digits, from 0, by row and column.
    grid: Vec<u8>,
    /// The column of a digit in a row.
    column_in_row: Vec<u8>,
    /// The row of a digit in a column.
    row_in_column: Vec<u8>,
    /// The row of a digit in a box.
    row_in_box: Vec<u8>,
    /// The first box of the band of each row, and the box of each column within a band.
    box_of_row: Vec<u8>,
    box_of_column: Vec<u8>,
}

impl Places {
    /// Creates a grid in which each row is the one above it, rotated, moved by a random symmetry.
    fn patterned(shape: BoxShape, rng: &mut Rng) -> Self {
        let (side, height, width) = (shape.side(), shape.rows(), shape.columns());
        let rows = nested_order(side / height, height, rng);
        let columns = nested_order(side / width, width, rng);
        let mut labels: Vec<usize> = (0..side).collect();
        rng.shuffle(&mut labels);
        // Square boxes allow a transposition.
        let is_transposed = height == width && rng.below(2) == 1;
        let mut places = Self {
            shape,
            grid: vec![0; side * side],
            column_in_row: vec![0; side * side],
            row_in_column: vec![0; side * side],
            row_in_box: vec![0; side * side],
            box_of_row: (0..side).map(|row| shape.box_at(row, 0) as u8).collect(),
            box_of_column: (0..side).map(|column| shape.box_at(0, column) as u8).collect(),
        };
        for row in 0..side {
            for column in 0..side {
                let (r, c) = if is_transposed { (column, row) } else { (row, column) };
                // Each row of a band starts a box further; each band one digit further.
                let shift = rows[r] % height * width + rows[r] / height;
                places.put(labels[(shift + columns[c]) % side], row, column);
            }
        }
        places
    }

    fn put(&mut self, digit: usize, row: usize, column: usize) {
        let (from, in_box) = (digit * self.shape.side(), self.box_at(row, column));
        self.grid[row * self.shape.side() + column] = digit as u8;
        self.column_in_row[from + row] = column as u8;
        self.row_in_column[from + column] = row as u8;
        self.row_in_box[from + in_box] = row as u8;
    }

    fn box_at(&self, row: usize, column: usize) -> usize {
        usize::from(self.box_of_row[row] + self.box_of_column[column])
    }

    /// Makes a random swap.
    fn step(&mut self, rng: &mut Rng) {
        let (side, height, width) = (self.shape.side(), self.shape.rows(), self.shape.columns());
        // Boxes of one row or column are rows or columns, so that they restrict nothing.
        let (height, width) = if height.min(width) == 1 { (side, side) } else { (height, width) };
        let kind = rng.below(3);
        let size = [side, height, width][kind];
        // Two different numbers of the same group.
        let first = rng.below(side);
        let within = first % size;
        let second = first - within + (within + 1 + rng.below(size - 1)) % size;
        let line = rng.below(side);
        match kind {
            0 => self.swap_digits(first, second, line),
            1 => self.swap_rows(first, second, line),
            _ => self.swap_columns(first, second, line),
        }
    }

    /// Exchanges two digits in the component that has their cells of a row.
    fn swap_digits(&mut self, first: usize, second: usize, row: usize) {
        let side = self.shape.side();
        let digits = [first * side, second * side];
        let (mut found, mut todo) = (1_u64 << row, 1_u64 << row);
        while todo != 0 {
            let row = todo.trailing_zeros() as usize;
            todo &= todo - 1;
            let mut next = 0;
            for (digit, other) in [(digits[0], digits[1]), (digits[1], digits[0])] {
                let column = usize::from(self.column_in_row[digit + row]);
                next |= 1_u64 << self.row_in_column[other + column];
                next |= 1_u64 << self.row_in_box[other + self.box_at(row, column)];
            }
            todo |= next & !found;
            found |= next;
        }
        while found != 0 {
            let row = found.trailing_zeros() as usize;
            found &= found - 1;
            let columns = digits.map(|digit| usize::from(self.column_in_row[digit + row]));
            self.put(first, row, columns[1]);
            self.put(second, row, columns[0]);
        }
    }

    /// Exchanges the cells of two rows in the cycle of columns that has this one.
    fn swap_rows(&mut self, first: usize, second: usize, start: usize) {
        let side = self.shape.side();
        let mut column = start;
        loop {
            let upper = usize::from(self.grid[first * side + column]);
            let lower = usize::from(self.grid[second * side + column]);
            let next = usize::from(self.column_in_row[lower * side + first]);
            self.put(lower, first, column);
            self.put(upper, second, column);
            column = next;
            if column == start {
                break;
            }
        }
    }

    /// Exchanges the cells of two columns in the cycle of rows that has this one.
    fn swap_columns(&mut self, first: usize, second: usize, start: usize) {
        let side = self.shape.side();
        let mut row = start;
        loop {
            let left = usize::from(self.grid[row * side + first]);
            let right = usize::from(self.grid[row * side + second]);
            let next = usize::from(self.row_in_column[right * side + first]);
            self.put(right, row, first);
            self.put(left, row, second);
            row = next;
            if row == start {
                break;
            }
        }
    }

    fn digits(&self) -> Vec<u8> {
        self.grid.iter().map(|digit| digit + 1).collect()
    }
}

#[cfg(test)]
mod tests;
