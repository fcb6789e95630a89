//! The oracle: cell by cell, digit by digit, with the rules checked on the board itself. Slow and
//! obviously correct; every other solver is tested against it.

use std::ops::ControlFlow;

use super::ExactSolver;
use crate::board::{CandidateSet, Cell, Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// The naive solver: takes the first empty cell and tries its digits in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

impl ExactSolver for Naive {
    fn id(&self) -> &'static str {
        "naive"
    }

    fn node(&self) -> Counter {
        Counter::Placement
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        let empty: Vec<Cell> = puzzle.givens().empty_cells().collect();
        let mut board = puzzle.givens().snapshot();
        match place(puzzle, &empty, &mut board, meter, found) {
            ControlFlow::Continue(()) => Stop::ProvedNone,
            ControlFlow::Break(stop) => stop,
        }
    }
}

fn place(
    puzzle: &Puzzle,
    empty: &[Cell],
    board: &mut [u8],
    meter: &mut Meter<'_>,
    found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> ControlFlow<Stop> {
    let Some((&cell, rest)) = empty.split_first() else {
        let solution = Solution::new(puzzle, board).expect("the rules were checked at each step");
        return found(&solution).map_break(|()| Stop::Solved);
    };
    for digit in 1..=puzzle.shape().side() as u8 {
        if !may_stand(puzzle, board, cell, digit) {
            continue;
        }
        if let Err(stop) = meter.count(Counter::Placement) {
            return ControlFlow::Break(stop);
        }
        board[cell.index()] = digit;
        place(puzzle, rest, board, meter, found)?;
        board[cell.index()] = 0;
    }
    ControlFlow::Continue(())
}

fn may_stand(puzzle: &Puzzle, board: &[u8], cell: Cell, digit: u8) -> bool {
    let marked = |marks: &CandidateSet| marks.get(cell).bits() >> (digit - 1) & 1 != 0;
    puzzle.marks().is_none_or(marked)
        && puzzle.geometry().peers(cell).iter().all(|peer| board[peer.index()] != digit)
        && puzzle.edges().of(cell).all(|other| {
            let beside = board[other.index()];
            beside == 0 || beside.abs_diff(digit) == 1
        })
}
