//! Many singles at once, for ratings.
//!
//! Placing a single destroys no other: its digit stays the only one of its cell or house until it is
//! placed. So the board at which hidden singles end is the same in whatever order they are placed,
//! and one pass can place all that are there.

use super::board::Board;
use super::cells::{CellSet, bits};
use super::grid::LogicGrid;

/// The cells that hidden singles filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Filled {
    /// How many.
    pub(super) count: usize,
    /// Whether some were singles of a row or column when there was no full house, and no single in a
    /// box.
    pub(super) any_line: bool,
    /// Whether the first was.
    pub(super) first_is_line: bool,
}

/// Places hidden singles until there are none; those of rows and columns only if no box has one and
/// no house is full but for one cell.
///
/// A board without a solution may be left with a digit twice in a house.
pub(super) fn place_hidden<B: Board>(grid: &mut LogicGrid<B>) -> Filled {
    let (board, mut filled) = (grid.board(), Filled::default());
    // The digits with fewer places than when their boxes, or their lines, were looked at.
    let (mut boxes, mut lines) = (board.digits(), board.digits());
    loop {
        while boxes != 0 {
            let digit = boxes.trailing_zeros() as usize;
            boxes &= boxes - 1;
            for house in board.boxes() {
                let places = grid.places(house, digit);
                if places.is_power_of_two() {
                    let fewer = place(grid, house, digit);
                    boxes |= fewer;
                    lines |= fewer;
                    filled.count += 1;
                }
            }
        }
        // Once a line was needed, it does not matter whether others are full but for a cell.
        let full = if filled.any_line { None } else { full_line(grid) };
        let Some((house, digit)) = full.or_else(|| single_of_line(grid, &mut lines)) else {
            return filled;
        };
        let fewer = place(grid, house, digit);
        boxes |= fewer;
        lines |= fewer;
        filled.count += 1;
        if full.is_none() {
            filled.any_line = true;
            filled.first_is_line |= filled.count == 1;
        }
    }
}

/// Places the single of a house. Returns the digits that have fewer places now.
fn place<B: Board>(grid: &mut LogicGrid<B>, house: usize, digit: usize) -> u16 {
    let cell = grid.board().cell(house, grid.places(house, digit).trailing_zeros() as usize);
    let fewer = grid.mask(cell);
    grid.place(cell, digit);
    fewer
}

/// A row or column with one empty cell, and the digit that is missing.
fn full_line<B: Board>(grid: &LogicGrid<B>) -> Option<(usize, usize)> {
    let board = grid.board();
    let is_full = |&house: &usize| (grid.empty() & board.house(house)).is_single();
    let digit = |house: usize| (0..board.side()).find(|&digit| grid.places(house, digit) != 0);
    (board.side()..board.houses().end)
        .filter(is_full)
        .find_map(|house| Some((house, digit(house)?)))
}

/// A single of a row or column, of one of these digits. The digits before it are removed.
fn single_of_line<B: Board>(grid: &LogicGrid<B>, digits: &mut u16) -> Option<(usize, usize)> {
    let lines = grid.board().side()..grid.board().houses().end;
    for digit in bits(*digits) {
        let is_single = |house: &usize| grid.places(*house, digit).is_power_of_two();
        if let Some(house) = lines.clone().find(is_single) {
            return Some((house, digit));
        }
        *digits &= !(1 << digit);
    }
    None
}

/// Whether a house has one empty cell.
pub(super) fn any_full_house<B: Board>(grid: &LogicGrid<B>) -> bool {
    let board = grid.board();
    board.houses().any(|house| (grid.empty() & board.house(house)).is_single())
}
