//! Bitset propagation and depth-first search, for every shape and with edges.

use std::ops::ControlFlow;

use super::ExactSolver;
use super::propagate::{Contradiction, Propagation};
use crate::board::{Cell, Puzzle, Solution};
use crate::control::{Counter, Run, Stop};

/// The generic solver: naked and hidden singles and locked candidates to a fixed point, then the
/// cell with the fewest candidates, its digits in ascending order. Memory is linear in the
/// candidates of the board.
#[derive(Clone, Copy, Debug)]
pub struct Bits;

/// A guess: the cell, the digits not tried yet, and where the trail stood before.
struct Guess {
    cell: Cell,
    untried: u64,
    mark: usize,
}

impl ExactSolver for Bits {
    fn id(&self) -> &'static str {
        "bits"
    }

    fn node(&self) -> Counter {
        Counter::Branch
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        let mut guesses: Vec<Guess> = Vec::new();
        let mut digits = Vec::with_capacity(puzzle.shape().cells());
        let Ok(mut board) = Propagation::new(puzzle) else { return Stop::ProvedNone };
        let mut state = board.propagate();
        loop {
            match state {
                Ok(()) => match board.fewest() {
                    Some(cell) => {
                        let (untried, mark) = (board.mask(cell), board.mark());
                        guesses.push(Guess { cell, untried, mark });
                    }
                    None => {
                        board.digits_into(&mut digits);
                        let solution = Solution::new(puzzle, &digits)
                            .expect("singles everywhere, propagated, are a solution");
                        if found(&solution).is_break() {
                            return Stop::Solved;
                        }
                    }
                },
                Err(Contradiction) => run.note(Counter::Contradiction),
            }
            // The next untried digit of the innermost guess that has one.
            let Some(guess) = (loop {
                match guesses.last_mut() {
                    Some(guess) if guess.untried == 0 => {
                        run.note(Counter::Backtrack);
                        guesses.pop();
                    }
                    last => break last,
                }
            }) else {
                return Stop::ProvedNone;
            };
            if let Err(stop) = run.count(Counter::Branch) {
                return stop;
            }
            let digit = guess.untried & guess.untried.wrapping_neg();
            guess.untried ^= digit;
            let (cell, mark) = (guess.cell, guess.mark);
            board.undo(mark);
            state = board.keep(cell, digit).and_then(|()| board.propagate());
        }
    }
}
