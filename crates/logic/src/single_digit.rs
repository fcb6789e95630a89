//! What can be said about a digit from its own candidates alone, kept from step to step.
//!
//! Many techniques look at one digit at a time: fish, colors, turbot fish. Two facts spare most of
//! their work. What they find depends on the cells of the digit alone, so a digit that has not
//! changed since a technique found nothing is omitted. And they can only remove candidates that
//! belong to no complete placement of the digit, which are found quickly, and mostly there are
//! none.

use std::ops::ControlFlow::{self, Continue};

use super::cells::{Cells, bits};
use super::grid::LogicGrid;
use super::houses::PEERS;
use super::technique::Sink;

/// The number of families of techniques that can be distinguished.
const FAMILIES: usize = 32;

/// The first of the families of fish, of which there are 18.
pub(super) const FISH: usize = 0;
/// The families of colors.
pub(super) const SIMPLE_COLORS: usize = 18;
pub(super) const MULTI_COLORS: usize = 19;

/// What is known about each digit.
#[derive(Default)]
struct Memory {
    /// The cells of each digit, and those of them that are in no placement.
    impossible: [(Cells, Cells); 9],
    /// For each family and digit, the cells with which nothing was found.
    quiet: [[Cells; 9]; FAMILIES],
}

/// Calls a search with each digit, in ascending order, for which it may find anything, and with the
/// candidates of the digit that can be removed at all.
///
/// A family is one of the numbers above, which no two searches share.
pub(super) fn each_digit(
    grid: &LogicGrid,
    sink: &mut Sink<'_, '_>,
    family: usize,
    mut search: impl FnMut(usize, Cells, &mut Sink<'_, '_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut removable = [0; 9];
    let mut pending = 0_u16;
    let (memory, _) = sink.memory::<Memory>();
    for (digit, removable) in removable.iter_mut().enumerate() {
        let cells = grid.cells_of(digit);
        if memory.quiet[family][digit] == cells {
            continue;
        }
        *removable = memory.removable(digit, cells);
        if *removable == 0 {
            memory.quiet[family][digit] = cells;
        } else {
            pending |= 1 << digit;
        }
    }
    for digit in bits(pending) {
        search(digit, removable[digit], sink)?;
        if !sink.wants_all() {
            sink.memory::<Memory>().0.quiet[family][digit] = grid.cells_of(digit);
        }
    }
    Continue(())
}

/// Returns, for each digit, the candidates that can be removed by what is known of this digit alone.
pub(super) fn removable(grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> [Cells; 9] {
    let (memory, _) = sink.memory::<Memory>();
    std::array::from_fn(|digit| memory.removable(digit, grid.cells_of(digit)))
}

impl Memory {
    fn removable(&mut self, digit: usize, cells: Cells) -> Cells {
        let known = &mut self.impossible[digit];
        if known.0 != cells {
            *known = (cells, impossible(cells));
        }
        known.1
    }
}

/// Returns the cells of a digit that are in no placement of the digit: one cell in each row that has
/// any, no two of which see each other.
fn impossible(cells: Cells) -> Cells {
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
