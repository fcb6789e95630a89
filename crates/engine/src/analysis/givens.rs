//! Givens that a puzzle can do without.

use std::ops::ControlFlow;

use quadrille_simd::Masks;

use crate::board::{Cell, DigitSet, Puzzle};
use crate::control::{Meter, Stop};
use crate::solve::{ExactSolver, count, questions};

/// Whether every given of a proper puzzle is needed: without any one of them it has several
/// solutions.
///
/// # Errors
/// With the reason, when the budget ends the search before that is known.
pub fn is_minimal(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
) -> Result<bool, Stop> {
    let mut minimal = true;
    // Most puzzles that are not minimal show it at the first given, and then nobody wants the
    // other answers; but those with few givens mostly are, and one question alone is dear.
    let first = usize::from(puzzle.givens().filled().count() >= 26);
    each_redundant(solver, puzzle, first, meter, &mut |_| {
        minimal = false;
        ControlFlow::Break(())
    })?;
    Ok(minimal)
}

/// The cells of a proper puzzle whose given can go: without it, and with all the others, the
/// puzzle is still proper. Two of them can seldom go together.
///
/// # Errors
/// With the reason, when the budget ends the search before all are known.
pub fn redundant_givens(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
) -> Result<Vec<Cell>, Stop> {
    let mut redundant = Vec::new();
    each_redundant(solver, puzzle, 0, meter, &mut |cell| {
        redundant.push(cell);
        ControlFlow::Continue(())
    })?;
    Ok(redundant)
}

/// Hands over the redundant givens in order until `each` breaks. Where there are batches, so many
/// are asked about before all others.
fn each_redundant(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    first: usize,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Cell) -> ControlFlow<()>,
) -> Result<(), Stop> {
    if solver.takes_batches(puzzle) {
        return each_redundant_by_batches(puzzle, first, meter, each);
    }
    for (cell, _) in puzzle.givens().filled() {
        let fewer = puzzle.without(cell);
        let found = count(solver, &fewer, 2, meter);
        if found.exact {
            if found.count == 1 && each(cell).is_break() {
                return Ok(());
            }
        } else if found.count < 2 {
            return Err(found.stop);
        }
    }
    Ok(())
}

/// The same by the kernel: a question for each given.
fn each_redundant_by_batches(
    puzzle: &Puzzle,
    first: usize,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(Cell) -> ControlFlow<()>,
) -> Result<(), Stop> {
    let masks = questions::masks(puzzle);
    let cells: Vec<Cell> = puzzle.givens().filled().map(|(cell, _)| cell).collect();
    let without = |cell: &Cell| {
        let mut fewer = masks;
        fewer[cell.index()] = DigitSet::all(9).bits() as u16;
        fewer
    };
    let questions: Vec<Masks> = cells.iter().map(without).collect();
    let mut enough = false;
    let first = first.min(cells.len());
    for part in [0..first, first..cells.len()] {
        let cells = &cells[part.clone()];
        questions::ask(&questions[part], 2, meter, &mut |index, answer| {
            let flow =
                if answer.count == 1 { each(cells[index]) } else { ControlFlow::Continue(()) };
            enough = flow.is_break();
            flow
        })?;
        if enough {
            break;
        }
    }
    Ok(())
}
