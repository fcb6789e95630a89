//! The placements of a digit on a 9x9 board: one cell in each row, column and box.

use super::cells::{Cells, bits};
use super::houses::PEERS;

/// Returns the cells of a digit that are in no placement of the digit: one cell in each row that has
/// any, no two of which see each other.
pub(super) fn impossible(cells: Cells) -> Cells {
    let (mut unknown, mut impossible) = (cells, 0);
    let open = rows(cells);
    while unknown != 0 {
        let cell = unknown.trailing_zeros() as usize;
        let mut search = Search { rows: rows(cells & !PEERS[cell]), unknown: rows(unknown) };
        let is_blocked = (0..9).any(|row| open[row] != 0 && search.rows[row] == 0);
        if !is_blocked && search.place(0, 0, 0) {
            unknown &= !search.placed();
        } else {
            impossible |= 1 << cell;
            unknown &= !(1 << cell);
        }
    }
    impossible
}

fn rows(cells: Cells) -> [u16; 9] {
    std::array::from_fn(|row| (cells >> (9 * row)) as u16 & 511)
}

/// A search for a placement, row by row.
struct Search {
    /// The columns of the candidates in each row; in rows that are done, the one that was chosen.
    rows: [u16; 9],
    /// Those that are in no known placement, which are tried first.
    unknown: [u16; 9],
}

impl Search {
    /// Places the digit in the rows from `row` on, in other columns and boxes than those used so far.
    fn place(&mut self, row: usize, columns: u16, boxes: u16) -> bool {
        if row == 9 {
            return true;
        }
        let boxes = if row.is_multiple_of(3) { 0 } else { boxes };
        let all = self.rows[row];
        if all == 0 {
            return self.place(row + 1, columns, boxes);
        }
        let able = all & !columns & !boxes;
        let first = able & self.unknown[row];
        for column in bits(first).chain(bits(able & !first)) {
            let of_box = 0b111 << (column / 3 * 3);
            self.rows[row] = 1 << column;
            if self.place(row + 1, columns | 1 << column, boxes | of_box) {
                return true;
            }
        }
        self.rows[row] = all;
        false
    }

    /// The cells of the placement.
    fn placed(&self) -> Cells {
        let row = |row: usize| Cells::from(self.rows[row]) << (9 * row);
        (0..9).fold(0, |cells, index| cells | row(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cells::each;
    use crate::houses::HOUSES;
    use quadrille_core::Rng;

    /// All placements, one by one.
    fn slow(cells: Cells) -> Cells {
        fn placements(cells: Cells, placed: Cells, row: usize, all: &mut Cells) {
            let Some(row) = (row..9).find(|row| cells & HOUSES[18 + row] != 0) else {
                *all |= placed;
                return;
            };
            for cell in each(cells & HOUSES[18 + row]) {
                if PEERS[cell] & placed == 0 {
                    placements(cells, placed | 1 << cell, row + 1, all);
                }
            }
        }
        let mut all = 0;
        placements(cells, 0, 0, &mut all);
        cells & !all
    }

    #[test]
    fn impossible_cells_are_in_no_placement() {
        let mut rng = Rng::from_seed(5);
        let mut counts = [0; 2];
        for round in 0..300 {
            // A placement and other cells: all of them, or one in two, three or four.
            let mut cells: Cells = 0;
            for cell in [0, 12, 24, 28, 40, 52, 56, 68, 80] {
                cells |= 1 << cell;
            }
            for cell in 0..81 {
                if rng.below(1 + round % 4) == 0 {
                    cells |= 1 << cell;
                }
            }
            let found = impossible(cells);
            assert_eq!(found, slow(cells), "{cells:x}");
            counts[usize::from(found != 0)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
        assert_eq!(impossible(0), 0);
        assert_eq!(impossible(1 << 3 | 1 << 12), 1 << 3 | 1 << 12);
    }
}
