//! Branch and bound on the linear relaxation.

use quadrille_core::{Counter, Puzzle, Run, Stop, validate};

use super::{Objective, Relaxed, supports};
use crate::board::CandidateGrid;
use crate::registry::{Entry, Parameters};

pub(in crate::algorithms) const ENTRY: Entry = Entry {
    id: "ilp",
    title: "integer programming, branch and bound",
    source: "Bartlett, Chartier, Langville & Rankin, An integer programming model for the sudoku \
             problem, Journal of Online Mathematics and its Applications 8, 2008; Land & Doig 1960",
    about: "Each candidate is a variable, 0 or 1, and the candidates of a cell, or of a digit in a \
            house, add up to 1. The relaxation to fractions is solved by the simplex method; \
            without a solution the branch ends, and so does the search if the largest values of \
            the cells are a valid board. Otherwise the cell with the least clear digit is branched \
            on, its digits by falling values, with naked and hidden singles after each. All \
            solutions are equally good, so there is nothing to bound but feasibility. Nodes are programs solved; `branch` counts the digits tried and `accepted` \
            the pivots. The side is at most 9.",
    counters: &[
        Counter::Expanded,
        Counter::Branch,
        Counter::Backtrack,
        Counter::Contradiction,
        Counter::Accepted,
    ],
    nodes: Counter::Expanded,
    supports,
    run: |puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>| {
        match CandidateGrid::propagated(puzzle) {
            Some(mut grid) => search(puzzle, &mut grid, 0, run)?,
            None => run.meter.note(Counter::Contradiction),
        }
        Ok(Stop::ProvedNone)
    },
    ..Entry::TREE
};

/// Searches everything below the present candidates, after `depth` decisions.
///
/// # Errors
/// Returns the reason to stop, including a solution.
fn search(
    puzzle: &Puzzle,
    grid: &mut CandidateGrid,
    depth: usize,
    run: &mut Run<'_>,
) -> Result<(), Stop> {
    run.meter.count(Counter::Expanded)?;
    run.at(|| (depth, grid.snapshot()));
    let Some(relaxed) = Relaxed::solve(puzzle.geometry(), grid, Objective::None, run)? else {
        run.meter.note(Counter::Contradiction);
        return Ok(());
    };
    let board = relaxed.rounded();
    run.offer(|| board.clone());
    if validate(puzzle, &board).is_ok() {
        return Err(run.claim(&board));
    }
    let clearest =
        |cell: &&[(_, _, f64)]| cell.iter().map(|&(.., value)| value).fold(0.0, f64::max);
    let cell = relaxed.cells().min_by(|a, b| clearest(a).total_cmp(&clearest(b)));
    let mut digits = cell.expect("a cell is undecided").to_vec();
    digits.sort_by(|(.., a), (.., b)| b.total_cmp(a));
    for (cell, digit, _) in digits {
        let before = grid.mark();
        run.meter.count(Counter::Branch)?;
        if grid.try_assign(cell, digit) {
            search(puzzle, grid, depth + 1, run)?;
        } else {
            run.meter.note(Counter::Contradiction);
        }
        grid.undo_to(before);
        run.meter.note(Counter::Backtrack);
    }
    Ok(())
}
