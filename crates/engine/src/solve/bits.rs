//! Bitset propagation and depth-first search, for every shape and with edges.

use std::ops::ControlFlow;

use super::ExactSolver;
use super::propagate::{Contradiction, Propagation};
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// The generic solver: naked and hidden singles and locked candidates to a fixed point, then a
/// guess where there are fewest: the digits of a cell, or the places of a digit in a house. Memory
/// is linear in the candidates of the board.
#[derive(Clone, Copy, Debug)]
pub struct Bits;

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
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        let Some(mut search) = Search::new(puzzle) else { return Stop::ProvedNone };
        search.go_on(puzzle, u64::MAX, meter, found).expect("an endless patience")
    }
}

/// A depth-first search under way. It can be stopped between two guesses and gone on with, or
/// what it has ruled out be handed to another.
pub(super) struct Search {
    board: Propagation,
    guesses: Vec<Guess>,
    /// What propagation said of the guesses so far; `None` while the innermost guess is open.
    state: Option<Result<(), Contradiction>>,
    digits: Vec<u8>,
}

/// A choice among the candidates of a set.
struct Guess {
    set: usize,
    /// Not tried yet.
    untried: u64,
    /// Tried to the end: every solution with one of these has been handed out.
    over: u64,
    /// The one being tried; 0 between two of them.
    tried: u64,
    /// Where the trail stood before.
    mark: usize,
    /// The first set that was not single then.
    first_open: usize,
}

impl Search {
    /// A search at its start; `None` where propagation alone shows that there is no solution.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let mut board = Propagation::new(puzzle).ok()?;
        board.propagate().ok()?;
        Some(Self { board, guesses: Vec::new(), state: Some(Ok(())), digits: Vec::new() })
    }

    /// Searches until the end, but no further than `patience` guesses without a solution: then
    /// `None`.
    pub(super) fn go_on(
        &mut self,
        puzzle: &Puzzle,
        patience: u64,
        meter: &mut Meter<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Option<Stop> {
        let mut since = 0;
        loop {
            // Sets only shrink on the way down: what was single at the guess still is.
            let mut first_open = self.guesses.last().map_or(0, |guess| guess.first_open);
            match self.state.take() {
                Some(Ok(())) => match self.board.fewest_from(&mut first_open) {
                    Some(set) => {
                        let (untried, mark) = (self.board.set(set), self.board.mark());
                        let guess = Guess { set, untried, over: 0, tried: 0, mark, first_open };
                        self.guesses.push(guess);
                    }
                    None => {
                        self.board.digits_into(&mut self.digits);
                        let solution = Solution::new(puzzle, &self.digits)
                            .expect("singles everywhere, propagated, are a solution");
                        if found(&solution).is_break() {
                            return Some(Stop::Solved);
                        }
                        since = 0;
                    }
                },
                Some(Err(Contradiction)) => meter.note(Counter::Contradiction),
                None => {}
            }
            // The innermost guess with a candidate left to try.
            let guess = loop {
                let Some(guess) = self.guesses.last_mut() else { return Some(Stop::ProvedNone) };
                guess.over |= std::mem::take(&mut guess.tried);
                if guess.untried != 0 {
                    break guess;
                }
                meter.note(Counter::Backtrack);
                self.guesses.pop();
            };
            if since >= patience {
                return None;
            }
            since += 1;
            if let Err(stop) = meter.count(Counter::Branch) {
                return Some(stop);
            }
            let bit = guess.untried.trailing_zeros();
            guess.untried &= guess.untried - 1;
            guess.tried = 1 << bit;
            let (set, mark) = (guess.set, guess.mark);
            self.board.undo(mark);
            self.state = Some(self.board.choose(set, bit).and_then(|()| self.board.propagate()));
        }
    }

    /// Ends the search: the board as it was before the first guess, and what has been ruled out:
    /// groups of candidates, as cell and digit less one, no group true together in any solution
    /// that has not been handed out. All other solutions are still to be found.
    pub(super) fn give_up(mut self) -> (Propagation, Vec<Vec<(usize, u32)>>) {
        let mut ruled_out = Vec::new();
        let mut path = Vec::new();
        for guess in &self.guesses {
            let mut over = guess.over;
            while over != 0 {
                path.push(self.board.candidate(guess.set, over.trailing_zeros()));
                ruled_out.push(path.clone());
                path.pop();
                over &= over - 1;
            }
            if guess.tried != 0 {
                path.push(self.board.candidate(guess.set, guess.tried.trailing_zeros()));
            }
        }
        if let Some(first) = self.guesses.first() {
            self.board.undo(first.mark);
        }
        (self.board, ruled_out)
    }
}
