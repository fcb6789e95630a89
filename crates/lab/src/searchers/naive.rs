//! The naive oracle as an entry.

use std::ops::ControlFlow;

use quadrille::solve::{ExactSolver, Naive};
use quadrille::{Counter, Puzzle, Run, Stop};

use crate::registry::{Entry, Family, Knobs, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "naive",
    title: "naive oracle",
    family: Family::Exact,
    source: "ours; the test oracle",
    about: "First empty cell, digits ascending, each checked against the board by the rules \
            themselves. Slow and obviously right.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Placement],
    nodes: Counter::Placement,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, knobs, run| first_solution(&Naive, puzzle, knobs, run),
};

fn first_solution(solver: &dyn ExactSolver, puzzle: &Puzzle, _: &Knobs, run: &mut Run<'_>) -> Stop {
    let mut board = None;
    let stop = solver.solve(puzzle, run, &mut |solution| {
        board = Some(solution.grid().snapshot());
        ControlFlow::Break(())
    });
    match board {
        Some(board) => run.claim(&board),
        None => stop,
    }
}
