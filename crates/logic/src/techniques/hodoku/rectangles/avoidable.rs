//! Avoidable rectangles: two or three of the cells were filled by the solver.

use quadrille_core::DigitSet;

use super::{Corners, Seen, candidates, pattern, rectangles};
use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;

/// Finds avoidable rectangles: with three cells filled, the last does not take the digit with which
/// two digits could be exchanged (type 1); with two, one of the others holds their third digit
/// (type 2).
pub(super) fn find<B: Board>(grid: &LogicGrid<B>, found: &mut Vec<Deduction>) {
    let mut seen = Seen::default();
    let board = grid.board();
    let filled = (board.all() & !grid.empty()).each().filter(|&cell| !grid.is_given(cell));
    let solved = filled.fold(B::Cells::NONE, |solved, cell| solved | B::Cells::only(cell));
    for first in solved.each() {
        for corners in rectangles(board, first, solved, solved | grid.bivalue()) {
            let [_, second, third, fourth] = corners;
            let (a, b) = (digit_of(grid, first), digit_of(grid, second));
            let is_filled = |cell, digit| solved.contains(cell) && digit_of(grid, cell) == digit;
            let is_open = |cell, digit| B::ones(grid.mask(cell)) == 2 && grid.may_hold(cell, digit);
            let is_pattern = is_filled(third, b) && is_open(fourth, a)
                || is_filled(fourth, a) && is_open(third, b)
                || is_open(third, b) && is_open(fourth, a);
            if is_pattern && seen.add(corners) {
                // In a pencilmark puzzle, the exchanged digits may not be permitted.
                let permits = corners.iter().zip([b, a, a, b]);
                if permits.into_iter().all(|(&cell, digit)| grid.permits(cell, digit)) {
                    report(grid, corners, [a, b], found);
                }
            }
        }
    }
}

/// The digit of a filled cell, from 0.
fn digit_of<B: Board>(grid: &LogicGrid<B>, cell: usize) -> usize {
    usize::from(grid.value(cell)) - 1
}

fn report<B: Board>(
    grid: &LogicGrid<B>,
    corners: Corners,
    [a, b]: [usize; 2],
    found: &mut Vec<Deduction>,
) {
    let [_, _, third, fourth] = corners;
    let digits = 1_u16 << a | 1 << b;
    let is_filled = |cell: usize| grid.value(cell) != 0;
    if is_filled(third) || is_filled(fourth) {
        let gone = if is_filled(third) { (fourth, a) } else { (third, b) };
        let mut deduction = pattern("avoidable-rectangle-1", corners, digits);
        deduction.eliminations.push(candidate(gone.0, gone.1));
        return found.push(deduction);
    }
    let extra = grid.mask(third) & !(1 << b);
    let extra = extra.trailing_zeros() as usize;
    let seen = grid.board().peers(third) & grid.board().peers(fourth);
    let removed = grid.cells_of(extra) & seen;
    if grid.may_hold(fourth, extra) && !removed.is_empty() {
        let mut deduction = pattern("avoidable-rectangle-2", corners, digits);
        deduction.eliminations = candidates(removed, extra);
        deduction.other_digits = DigitSet::from_bits(1 << extra);
        found.push(deduction);
    }
}
