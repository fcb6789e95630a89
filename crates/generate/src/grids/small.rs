//! Exactly uniform solved grids of small boards, from a list of all whose first row is in order.
//!
//! Relabeling the digits maps the grids with one first row one-to-one to those with another. So a
//! random grid of the list, relabeled at random, is uniform. There are 12 for 2x2 boxes (288 / 4!) and
//! 39 168 for 2x3 boxes (28 200 960 / 6!).

use std::sync::OnceLock;

use quadrille_core::{BoxShape, Rng};

/// The shapes whose grids are listed, and the number of those whose first row is in order.
const LISTED: [((usize, usize), usize); 7] = [
    ((2, 2), 12),
    ((1, 4), 24),
    ((4, 1), 24),
    ((2, 3), 39_168),
    ((3, 2), 39_168),
    ((1, 5), 1344),
    ((5, 1), 1344),
];

fn index(shape: BoxShape) -> Option<usize> {
    LISTED.iter().position(|&(listed, _)| listed == (shape.rows(), shape.columns()))
}

/// Returns whether the grids of a shape are listed.
pub(super) fn is_listed(shape: BoxShape) -> bool {
    index(shape).is_some()
}

/// Returns the cells of all grids whose first row is in order, one grid after the other. The list is
/// made when it is first needed.
pub(super) fn completions(shape: BoxShape) -> Option<&'static [u8]> {
    static LISTS: [OnceLock<Vec<u8>>; LISTED.len()] = [const { OnceLock::new() }; LISTED.len()];
    let index = index(shape)?;
    Some(LISTS[index].get_or_init(|| {
        let side = shape.side();
        let mut all = Vec::with_capacity(LISTED[index].1 * shape.cells());
        let mut grid = vec![0; shape.cells()];
        (0..side).for_each(|column| grid[column] = column as u8);
        let mut used = Used { shape, columns: vec![0; side], boxes: vec![0; side] };
        (0..side).for_each(|column| used.flip(0, column, 1 << column));
        used.fill(side, 0, &mut grid, &mut all);
        all
    }))
}

/// Draws a grid of the list and relabels it.
pub(super) fn pick(shape: BoxShape, list: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut labels: Vec<u8> = (1..=shape.side() as u8).collect();
    rng.shuffle(&mut labels);
    let from = rng.below(list.len() / shape.cells()) * shape.cells();
    list[from..from + shape.cells()].iter().map(|&digit| labels[usize::from(digit)]).collect()
}

/// The digits used in each column and box.
struct Used {
    shape: BoxShape,
    columns: Vec<u8>,
    boxes: Vec<u8>,
}

impl Used {
    fn flip(&mut self, row: usize, column: usize, bit: u8) {
        self.columns[column] ^= bit;
        self.boxes[self.shape.box_at(row, column)] ^= bit;
    }

    /// Fills the grid from a cell on in every way; `in_row` are the digits before it in its row.
    fn fill(&mut self, cell: usize, in_row: u8, grid: &mut [u8], all: &mut Vec<u8>) {
        if cell == grid.len() {
            all.extend_from_slice(grid);
            return;
        }
        let (row, column) = (cell / self.shape.side(), cell % self.shape.side());
        let in_row = if column == 0 { 0 } else { in_row };
        let used = in_row | self.columns[column] | self.boxes[self.shape.box_at(row, column)];
        for digit in 0..self.shape.side() as u8 {
            let bit = 1 << digit;
            if used & bit == 0 {
                grid[cell] = digit;
                self.flip(row, column, bit);
                self.fill(cell + 1, in_row | bit, grid, all);
                self.flip(row, column, bit);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_as_long_as_published() {
        for ((rows, columns), count) in LISTED {
            let shape = BoxShape::new(rows, columns).unwrap();
            let list = completions(shape).unwrap();
            assert_eq!(list.len(), count * shape.cells());
            let mut grids: Vec<&[u8]> = list.chunks_exact(shape.cells()).collect();
            grids.dedup();
            assert_eq!(grids.len(), count);
        }
        assert_eq!(completions(BoxShape::new(1, 6).unwrap()), None);
    }
}
