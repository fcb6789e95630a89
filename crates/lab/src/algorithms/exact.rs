//! How the engine's exact solvers become algorithms: they stop at the first solution.

use std::ops::ControlFlow;

use quadrille_engine::solve::ExactSolver;
use quadrille_engine::{Puzzle, Run, Stop};

pub(super) fn first_solution(solver: &dyn ExactSolver, puzzle: &Puzzle, run: &mut Run<'_>) -> Stop {
    let mut board = None;
    let stop = solver.solve(puzzle, &mut run.meter, &mut |solution| {
        board = Some(solution.grid().snapshot());
        ControlFlow::Break(())
    });
    board.map_or(stop, |board| run.claim(&board))
}
