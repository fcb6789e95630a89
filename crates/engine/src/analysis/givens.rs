//! Redundant givens: givens that a puzzle does not need to be proper.

use std::ops::ControlFlow;

use quadrille_simd::Masks;

use crate::board::{Cell, DigitSet, Puzzle};
use crate::control::{Meter, Stop};
use crate::kernel::batch;
use crate::solve::{Solver, count};

/// Returns whether a proper puzzle is minimal: without any one of its givens it has several
/// solutions.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search before that is known.
pub fn is_minimal(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    Ok(first_redundant(puzzle, meter)?.is_none())
}

/// Returns the first redundant given, if there is any.
pub(super) fn first_redundant(
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
) -> Result<Option<Cell>, Stop> {
    let mut first = None;
    // A puzzle with many givens is rarely minimal, and the first given usually shows it; then the
    // other answers would be wasted. One with few givens mostly is.
    let early = usize::from(puzzle.givens().filled().count() >= 26);
    each_redundant(puzzle, early, meter, &mut |cell| {
        first = Some(cell);
        ControlFlow::Break(())
    })?;
    Ok(first)
}

/// Returns the cells of a proper puzzle whose given is redundant: without it, and with all the
/// others, the puzzle is still proper. Two of them can rarely be removed together.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search before all are known.
pub fn redundant_givens(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<Vec<Cell>, Stop> {
    let mut redundant = Vec::new();
    each_redundant(puzzle, 0, meter, &mut |cell| {
        redundant.push(cell);
        ControlFlow::Continue(())
    })?;
    Ok(redundant)
}

/// Passes the redundant givens to `each` in order until that breaks. The kernel is asked about
/// `first` givens before all others.
fn each_redundant(
    puzzle: &Puzzle,
    first: usize,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Cell) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let cells: Vec<Cell> = puzzle.givens().filled().map(|(cell, _)| cell).collect();
    if !batch::supports(puzzle) {
        for cell in cells {
            let found = count(Solver::Auto, &puzzle.without(cell), 2, meter);
            if found.exact {
                if found.count == 1 && each(cell).is_break() {
                    break;
                }
            } else if found.count < 2 {
                return Err(found.stop);
            }
        }
        return Ok(());
    }
    let masks = batch::masks(puzzle);
    let without = |cell: &Cell| {
        let mut fewer = masks;
        fewer[cell.index()] = DigitSet::all(9).bits() as u16;
        fewer
    };
    let (early, late) = cells.split_at(first.min(cells.len()));
    let mut enough = false;
    for cells in [early, late] {
        let boards: Vec<Masks> = cells.iter().map(without).collect();
        batch::ask(&boards, 2, meter, &mut |index, answer| {
            if answer.count == 1 {
                enough = each(cells[index]).is_break();
            }
            if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if enough {
            break;
        }
    }
    Ok(())
}
