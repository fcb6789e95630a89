//! The links from which chains are made.

use super::marks::Marks;
use super::{Id, cell_of, digit_of, id};
use crate::logic::houses::HOUSES_OF;

/// Why a node follows from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Assumption,
    /// A cell holds one digit.
    Cell,
    /// A digit is in one cell of a house, by its index.
    House(u8),
    /// A rule or a nested chain; the parent is the index of the [`Step`].
    Rule,
}

/// The candidates, at most four, that are on because one is off, in the order in which Sudoku
/// Explainer finds them.
pub(super) struct Found {
    nodes: [(Id, Cause); 4],
    len: usize,
}

impl Found {
    pub fn nodes(&self) -> &[(Id, Cause)] {
        &self.nodes[..self.len]
    }

    fn add(&mut self, id: Id, cause: Cause) {
        if self.nodes().iter().all(|&(known, _)| known != id) {
            self.nodes[self.len] = (id, cause);
            self.len += 1;
        }
    }
}

/// Finds what is on because a candidate of the marks is off: the other digit of a cell that has two,
/// and the other place in a house that has two.
pub(super) fn links_of_off(marks: &Marks, off: Id, has_cells: bool, has_houses: bool) -> Found {
    let (cell, digit) = (cell_of(off), digit_of(off));
    let mut found = Found { nodes: [(0, Cause::Assumption); 4], len: 0 };
    if has_cells {
        let others = marks.cells[cell] & !(1 << digit);
        if others.is_power_of_two() {
            found.add(id(cell, others.trailing_zeros() as usize), Cause::Cell);
        }
    }
    if has_houses {
        let [of_box, of_column, of_row] = HOUSES_OF[cell];
        for house in [of_box, of_row, of_column] {
            let others = marks.places(house.into(), digit) & !(1 << cell);
            if others.is_power_of_two() {
                found.add(id(others.trailing_zeros() as usize, digit), Cause::House(house));
            }
        }
    }
    found
}
