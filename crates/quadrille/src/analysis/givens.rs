//! Givens that a puzzle can do without.

use std::ops::ControlFlow;

use crate::board::{Cell, Puzzle};
use crate::control::{Run, Stop};
use crate::solve::{ExactSolver, count};

/// Whether every given of a proper puzzle is needed: without any one of them it has several
/// solutions.
///
/// # Errors
/// With the reason, when the budget ends the search before that is known.
pub fn is_minimal(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    run: &mut Run<'_>,
) -> Result<bool, Stop> {
    let mut minimal = true;
    each_redundant(solver, puzzle, run, &mut |_| {
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
    run: &mut Run<'_>,
) -> Result<Vec<Cell>, Stop> {
    let mut redundant = Vec::new();
    each_redundant(solver, puzzle, run, &mut |cell| {
        redundant.push(cell);
        ControlFlow::Continue(())
    })?;
    Ok(redundant)
}

fn each_redundant(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    run: &mut Run<'_>,
    each: &mut dyn FnMut(Cell) -> ControlFlow<()>,
) -> Result<(), Stop> {
    for (cell, _) in puzzle.givens().filled() {
        let fewer = puzzle.without(cell);
        let found = count(solver, &fewer, 2, run);
        if found.exact {
            if each(cell).is_break() {
                return Ok(());
            }
        } else if found.count < 2 {
            return Err(found.stop);
        }
    }
    Ok(())
}
