//! The oracle: cell by cell, digit by digit, with the rules checked on the board itself. Slow and
//! obviously correct; every other solver is tested against it.

use super::Found;
use crate::board::{CandidateSet, Cell, Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// Takes the first empty cell and tries its digits in ascending order.
pub(super) fn solve(
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let empty: Vec<Cell> = puzzle.givens().empty_cells().collect();
    place(puzzle, &empty, &mut puzzle.givens().snapshot(), meter, found)
}

fn place(
    puzzle: &Puzzle,
    empty: &[Cell],
    board: &mut [u8],
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    let Some((&cell, rest)) = empty.split_first() else {
        let solution = Solution::new(puzzle, board).expect("the rules were checked at each step");
        return found(&solution);
    };
    for digit in 1..=puzzle.shape().side() as u8 {
        if !may_stand(puzzle, board, cell, digit) {
            continue;
        }
        meter.count(Counter::Placement)?;
        board[cell.index()] = digit;
        place(puzzle, rest, board, meter, found)?;
        board[cell.index()] = 0;
    }
    Ok(())
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
