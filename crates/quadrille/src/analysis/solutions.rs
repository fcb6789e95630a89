//! All solutions of a puzzle, and the candidates that they use.

use std::ops::ControlFlow;

use crate::board::{CandidateSet, DigitSet, Puzzle, Solution};
use crate::control::{Run, Stop};
use crate::solve::ExactSolver;

/// The solutions of a puzzle, up to a limit (0 = none), in the order in which the solver finds
/// them, and why there are no more: [`Stop::ProvedNone`] when these are all.
pub fn solutions(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    limit: usize,
    run: &mut Run<'_>,
) -> (Vec<Solution>, Stop) {
    let mut all = Vec::new();
    let stop = solver.solve(puzzle, run, &mut |solution| {
        all.push(solution.clone());
        if all.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (all, stop)
}

/// The candidates that occur in some solution; none where there is no solution. Everything else
/// could be struck from the pencilmarks without losing a solution.
///
/// # Errors
/// With the reason, when the budget ends the search before all are known.
///
/// # Complexity
/// At most one search for a first solution for each candidate that the givens leave; each
/// solution found settles a candidate in every cell.
pub fn true_candidates(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    run: &mut Run<'_>,
) -> Result<CandidateSet, Stop> {
    let possible = CandidateSet::of(puzzle);
    let mut known = CandidateSet::none(puzzle.shape());
    let mut add = |puzzle: &Puzzle, known: &mut CandidateSet| {
        let mut any = false;
        let stop = solver.solve(puzzle, run, &mut |solution| {
            for (cell, digit) in solution.grid().filled() {
                known.set(cell, known.get(cell) | DigitSet::only(digit));
            }
            any = true;
            ControlFlow::Break(())
        });
        if any || stop == Stop::ProvedNone { Ok(any) } else { Err(stop) }
    };
    if !add(puzzle, &mut known)? {
        return Ok(known);
    }
    for cell in puzzle.givens().empty_cells() {
        for digit in possible.get(cell) {
            if known.get(cell).contains(digit) {
                continue;
            }
            // A given that conflicts with nothing may still conflict along an edge.
            if let Ok(with) = puzzle.with(cell, digit) {
                add(&with, &mut known)?;
            }
        }
    }
    Ok(known)
}
