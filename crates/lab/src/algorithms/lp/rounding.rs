//! Diving: the relaxation is solved, its clearest fraction becomes 1, and so forth.

use quadrille_core::{Counter, Puzzle, Run, Stop, validate};

use super::{Objective, Relaxed, WHOLE, supports};
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
            boards that has the least cost, with random costs, since all solutions are equally good. \
            The cell values nearest to 1 make a board. If that is not valid, the largest fraction \
            becomes 1, singles follow, and the next program is solved; a contradiction ends the \
            dive, and the next one has other costs. Nodes are programs solved, each of which gives a board; \
            `accepted` counts the pivots. The side is at most 9.",
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    supports,
    run: dive,
    ..Entry::LOCAL
};

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
            let (board, whole) = relaxed.rounded();
            run.offer(|| board.clone());
            run.at(|| (0, board.clone()));
            if whole || validate(puzzle, &board).is_ok() {
                return Ok(run.claim(&board));
            }
            let fractions = relaxed.values.iter().filter(|(.., value)| *value <= 1.0 - WHOLE);
            let largest = fractions.max_by(|a, b| a.2.total_cmp(&b.2));
            let (cell, digit, _) = *largest.expect("a value is not whole");
            if grid.try_assign(cell, digit) {
                continue;
            }
        }
        grid.undo_to(root);
        run.meter.restarted();
    }
}
