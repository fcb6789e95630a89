//! The singles of a board in the order in which they came up, which is the order in which HoDoKu
//! takes them.

use super::board::Board;
use super::cells::{CellSet, bits};
use super::deduction::Deduction;
use super::grid::LogicGrid;

/// A cell and a digit, from 0.
pub(super) type Single = (u8, u8);

/// The singles of a board, oldest first.
///
/// A single comes up when a removed candidate leaves one in its cell, or one place in a house; the
/// row of a cell is looked at before its column and its box. A single may be there more than once. It
/// stays true until its cell is filled, and is omitted from then on.
#[derive(Default)]
pub(super) struct Queue {
    naked: Vec<Single>,
    hidden: Vec<Single>,
    is_started: bool,
}

impl Queue {
    /// Begins with a board, unless that was done: its cells are filled in order, then candidates are
    /// removed in order.
    pub(super) fn start<B: Board>(&mut self, board: &LogicGrid<B>) {
        if self.is_started {
            return;
        }
        self.is_started = true;
        let mut grid = LogicGrid::blank(board.board());
        for cell in (!board.empty() & grid.empty()).each() {
            self.place(&mut grid, cell, usize::from(board.value(cell) - 1));
        }
        for cell in board.empty().each() {
            for digit in bits(grid.mask(cell) & !board.mask(cell)) {
                self.remove(&mut grid, cell, digit);
            }
        }
    }

    /// Applies a deduction to a board, and notes the singles that come up.
    pub(super) fn apply<B: Board>(&mut self, grid: &mut LogicGrid<B>, deduction: &Deduction) {
        for placed in &deduction.placements {
            self.place(grid, placed.cell.index(), usize::from(placed.digit.get() - 1));
        }
        for gone in &deduction.eliminations {
            self.remove(grid, gone.cell.index(), usize::from(gone.digit.get() - 1));
        }
    }

    /// The cells with one candidate that are still empty.
    pub(super) fn naked<'a, B: Board>(
        &'a mut self,
        grid: &'a LogicGrid<B>,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        still_open(&mut self.naked, grid)
    }

    /// The places, still empty, that are the only ones of a digit in a house.
    pub(super) fn hidden<'a, B: Board>(
        &'a mut self,
        grid: &'a LogicGrid<B>,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        still_open(&mut self.hidden, grid)
    }

    fn place<B: Board>(&mut self, grid: &mut LogicGrid<B>, cell: usize, digit: usize) {
        // While its peers lose the digit, the cell keeps it, so that no house that it is in seems to
        // have one other place left.
        for peer in (grid.cells_of(digit) & grid.board().peers(cell)).each() {
            self.remove_beside(grid, peer, digit, Some(cell));
        }
        let others = grid.mask(cell) & !(1 << digit);
        grid.place(cell, digit);
        for other in bits(others) {
            self.note_hidden(grid, cell, other, None);
        }
    }

    fn remove<B: Board>(&mut self, grid: &mut LogicGrid<B>, cell: usize, digit: usize) {
        if grid.may_hold(cell, digit) {
            self.remove_beside(grid, cell, digit, None);
        }
    }

    fn remove_beside<B: Board>(
        &mut self,
        grid: &mut LogicGrid<B>,
        cell: usize,
        digit: usize,
        placed: Option<usize>,
    ) {
        grid.remove(cell, digit);
        let left = grid.mask(cell);
        if left.is_power_of_two() {
            self.naked.push((cell as u8, left.trailing_zeros() as u8));
        }
        self.note_hidden(grid, cell, digit, placed);
    }

    /// Notes the houses of a cell in which a digit has one place left, unless it is one just filled.
    fn note_hidden<B: Board>(
        &mut self,
        grid: &LogicGrid<B>,
        cell: usize,
        digit: usize,
        placed: Option<usize>,
    ) {
        for house in grid.board().houses_of(cell).into_iter().rev().map(usize::from) {
            let places = grid.places(house, digit);
            if places.is_power_of_two() {
                let single = grid.board().cell(house, places.trailing_zeros() as usize);
                if Some(single) != placed {
                    self.hidden.push((single as u8, digit as u8));
                }
            }
        }
    }
}

/// Drops the singles at the front that are filled, and iterates over those that are not.
fn still_open<'a, B: Board>(
    singles: &'a mut Vec<Single>,
    grid: &'a LogicGrid<B>,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    let open = |&(cell, _): &Single| grid.empty().contains(cell.into());
    let first = singles.iter().position(open).unwrap_or(singles.len());
    singles.drain(..first);
    let open = singles.iter().filter(move |single| open(single));
    open.map(|&(cell, digit)| (cell.into(), digit.into()))
}
