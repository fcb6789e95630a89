//! Groups: two or three candidates of a digit in a line and a box, as one node of a chain.

use crate::cells::{Cells, has_two};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, ROWS};

/// All candidates of a digit that a line and a box share, if they are at least two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) digit: usize,
    pub(super) cells: Cells,
    /// The row or column, as the index of a house.
    pub(super) line: usize,
    /// The box, as the index of a house.
    pub(super) square: usize,
    /// The other candidates of the digit in the line and in the box.
    pub(super) seen: Cells,
    /// The place among the groups of the digit.
    pub(super) rank: usize,
}

impl Group {
    /// The most groups of one digit.
    pub(super) const MOST: usize = 54;

    /// The first cell.
    pub(super) fn cell(&self) -> usize {
        self.cells.trailing_zeros() as usize
    }

    /// Whether the groups are of one digit, share a house and no cell.
    pub(super) fn sees(&self, other: &Self) -> bool {
        let shares = self.line == other.line || self.square == other.square;
        shares && self.digit == other.digit && self.cells & other.cells == 0
    }
}

/// Lists the groups of a board: rows before columns, then by line, digit and box.
pub(super) fn list(grid: &LogicGrid, groups: &mut Vec<Group>) {
    groups.clear();
    let mut ranks = [0; 9];
    for line in ROWS.chain(COLUMNS) {
        for (digit, rank) in ranks.iter_mut().enumerate() {
            let cells_of_digit = grid.cells_of(digit);
            // The positions of a line in its three boxes are three by three.
            let places = grid.places(line, digit);
            for part in 0..3 {
                let in_part = places >> (3 * part) & 7;
                if !matches!(in_part, 3 | 5 | 6 | 7) {
                    continue;
                }
                let square = if ROWS.contains(&line) {
                    BOXES.start + (line - ROWS.start) / 3 * 3 + part
                } else {
                    BOXES.start + 3 * part + (line - COLUMNS.start) / 3
                };
                let cells = HOUSES[line] & HOUSES[square] & cells_of_digit;
                debug_assert!(has_two(cells));
                let seen = (HOUSES[line] | HOUSES[square]) & cells_of_digit & !cells;
                groups.push(Group { digit, cells, line, square, seen, rank: *rank });
                *rank += 1;
            }
        }
    }
}
