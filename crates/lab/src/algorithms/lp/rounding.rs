//! Diving: the relaxation is solved, its clearest fraction becomes 1, and so forth.

use quadrille_core::{Counter, Puzzle, Run, Stop, validate};

use super::{Objective, Relaxed, supports};
use crate::board::CandidateGrid;
use crate::registry::{Entry, Parameters};

pub(in crate::algorithms) const ENTRY: Entry = Entry {
    id: "lp-rounding",
    title: "linear relaxation, rounding by dives",
    source: "the model: Bartlett, Chartier, Langville & Rankin, An integer programming model for \
             the sudoku problem, 2008; fractional diving: Berthold, Primal heuristics for mixed \
             integer programs, 2006",
    about: "Each candidate is a variable from 0 to 1, and the candidates of a cell, or of a digit \
            in a house, add up to 1. The simplex method finds the corner of these fractional \
            boards that has the least cost, with random costs, since all solutions are equally \
            good. The largest value of each cell makes a board. If that is not valid, the largest \
            fraction becomes 1, singles follow, and the next program is solved; a contradiction \
            ends the dive, and another one begins. Nodes are programs solved, each of which gives \
            a board; `accepted` counts the pivots. The side is at most 9.",
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    supports,
    run: dive,
    ..Entry::LOCAL
};

/// Values that differ from 1 by less are 1.
const WHOLE: f64 = 1e-6;

fn dive(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut grid = CandidateGrid::propagated(puzzle).ok_or(Stop::ProvedNone)?;
    let root = grid.mark();
    loop {
        run.meter.count(Counter::Evaluated)?;
        let relaxed = Relaxed::solve(puzzle.geometry(), &grid, Objective::Random, run)?;
        if relaxed.is_none() && grid.mark() == root {
            return Ok(Stop::ProvedNone);
        }
        if let Some(relaxed) = relaxed {
            let board = relaxed.rounded();
            run.offer(|| board.clone());
            run.at(|| (0, board.clone()));
            if validate(puzzle, &board).is_ok() {
                return Ok(run.claim(&board));
            }
            let fractions = relaxed.values.iter().filter(|(.., value)| *value <= 1.0 - WHOLE);
            let largest = fractions.max_by(|a, b| a.2.total_cmp(&b.2));
            if largest.is_some_and(|&(cell, digit, _)| grid.try_assign(cell, digit)) {
                continue;
            }
        }
        grid.undo_to(root);
        run.meter.restarted();
    }
}
