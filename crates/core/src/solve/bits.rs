//! Bitset propagation and depth-first search, for every shape and with edges.

use super::Found;
use super::layout::bits;
use super::propagate::{Contradiction, Propagation};
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};

/// Searches depth first to the end.
pub(super) fn solve(
    puzzle: &Puzzle,
    meter: &mut Meter<'_>,
    found: &mut Found<'_>,
) -> Result<(), Stop> {
    if let Some(mut search) = Search::new(puzzle) {
        search.go_on(puzzle, u64::MAX, meter, found)?;
    }
    Ok(())
}

/// A depth-first search in progress. It can be interrupted between two guesses and resumed, or what
/// it has ruled out can be passed to another search.
pub(super) struct Search {
    board: Propagation,
    guesses: Vec<Guess>,
    /// The result of propagating the guesses so far; `None` while the next candidate of the
    /// innermost guess is to be chosen.
    state: Option<Result<(), Contradiction>>,
}

/// A choice among the candidates of a set.
struct Guess {
    set: usize,
    /// Candidates not tried yet.
    untried: u64,
    /// Candidates fully searched: every solution with one of these has been reported.
    over: u64,
    /// The candidate being tried; 0 between two of them.
    tried: u64,
    /// The length of the trail before the guess.
    mark: usize,
    /// The first set that was not single before the guess.
    first_open: usize,
}

impl Search {
    /// Starts a search; `None` if propagation alone shows that there is no solution.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Self> {
        let board = Propagation::at_fixed_point(puzzle).ok()?;
        Some(Self { board, guesses: Vec::new(), state: Some(Ok(())) })
    }

    /// Returns the number of candidates of the open cells.
    pub(super) fn open_candidates(&self) -> usize {
        self.board.open_candidates()
    }

    /// Searches until the end and returns `true`, or `false` after `patience` contradictions
    /// without a solution. Guesses are not limited, because loose boards need many and hardly ever
    /// have to take one back.
    pub(super) fn go_on(
        &mut self,
        puzzle: &Puzzle,
        patience: u64,
        meter: &mut Meter<'_>,
        found: &mut Found<'_>,
    ) -> Result<bool, Stop> {
        let mut since = 0;
        loop {
            // Sets only shrink on the way down: what was single at the guess is still single.
            let mut first_open = self.guesses.last().map_or(0, |guess| guess.first_open);
            match self.state.take() {
                Some(Ok(())) => match self.board.fewest(&mut first_open) {
                    Some(set) => {
                        let (untried, mark) = (self.board.sets()[set], self.board.mark());
                        let guess = Guess { set, untried, over: 0, tried: 0, mark, first_open };
                        self.guesses.push(guess);
                    }
                    None => {
                        let solution = Solution::new(puzzle, &self.board.digits())
                            .expect("singles everywhere, propagated, are a solution");
                        found(&solution)?;
                        since = 0;
                    }
                },
                Some(Err(Contradiction)) => {
                    meter.note(Counter::Contradiction);
                    since += 1;
                }
                None => {}
            }
            // Finds the innermost guess with a candidate left to try.
            let guess = loop {
                let Some(guess) = self.guesses.last_mut() else { return Ok(true) };
                guess.over |= std::mem::take(&mut guess.tried);
                if guess.untried != 0 {
                    break guess;
                }
                meter.note(Counter::Backtrack);
                self.guesses.pop();
            };
            if since >= patience {
                return Ok(false);
            }
            meter.count(Counter::Branch)?;
            let bit = guess.untried.trailing_zeros();
            guess.untried &= guess.untried - 1;
            guess.tried = 1 << bit;
            let (set, mark) = (guess.set, guess.mark);
            self.board.undo(mark);
            self.state = Some(self.board.choose(set, bit));
        }
    }

    /// Ends the search. Returns the board as it was before the first guess, and what has been ruled
    /// out: groups of candidates, as cell and digit less one, that are not all true in any solution
    /// that has not been reported. All other solutions are still to be found.
    pub(super) fn give_up(mut self) -> (Propagation, Vec<Vec<(usize, u32)>>) {
        let mut ruled_out = Vec::new();
        let mut path = Vec::new();
        for guess in &self.guesses {
            for over in bits(guess.over) {
                path.push(self.board.candidate(guess.set, over));
                ruled_out.push(path.clone());
                path.pop();
            }
            path.extend(bits(guess.tried).map(|tried| self.board.candidate(guess.set, tried)));
        }
        if let Some(first) = self.guesses.first() {
            self.board.undo(first.mark);
        }
        (self.board, ruled_out)
    }
}
