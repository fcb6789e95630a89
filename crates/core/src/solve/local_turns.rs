//! Local search as a part of exact solving: it may find a solution, but proves nothing.

use super::propagate::Propagation;
use crate::board::{DigitSet, Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};
use crate::local::{ConflictTable, NOISE, Slots, TENURE, Tabu};
use crate::rng::Rng;

/// A tabu search on what propagation leaves of a puzzle, in turns.
pub(super) struct LocalTurns {
    tabu: Tabu,
    /// A separate random stream, so that the first solution found depends only on the puzzle.
    rng: Rng,
    /// Estimated memory in bytes.
    pub(super) bytes: u64,
}

/// A table that needs more bytes is not created: on a board that large nearly everything is open,
/// and guessing solves it.
const MOST_BYTES: u64 = 64 << 20;
/// Changes counted at a time.
const BLOCK: u64 = 4096;

impl LocalTurns {
    /// Starts a search; `None` if it needs too much memory, by itself or by the limit, in which
    /// case the other searches continue alone.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub(super) fn new(
        puzzle: &Puzzle,
        board: &Propagation,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let cells = puzzle.shape().cells();
        let (of_cells, of_houses) = board.sets().split_at(cells);
        // A candidate is listed by all others of its cell, row and column.
        let of_lines = &of_houses[..2 * cells];
        let pairs = |&set: &u64| u64::from(set.count_ones()).pow(2);
        let bytes = 4 * of_cells.iter().chain(of_lines).map(pairs).sum::<u64>();
        if bytes > MOST_BYTES || meter.keep(bytes).is_err() {
            return Ok(None);
        }
        let candidates: Vec<DigitSet> =
            of_cells.iter().map(|&set| DigitSet::from_bits(set)).collect();
        let mut rng = Rng::from_seed(0);
        let table = ConflictTable::new(puzzle, &candidates, Slots::BoxDigits, meter)?;
        let mut table = table.expect("propagation leaves no slot without a candidate");
        table.fill_greedily(&mut rng);
        let tabu = Tabu::new(table, Tabu::factor(TENURE, puzzle.shape()), NOISE);
        Ok(Some(Self { tabu, rng, bytes }))
    }

    /// Searches until about that many changes have been examined.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub(super) fn go_on(
        &mut self,
        puzzle: &Puzzle,
        most_changes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Solution>, Stop> {
        // Counting one by one took a twentieth of the time of hard boards.
        let mut ahead = meter.reserve_blocks(Counter::Evaluated, BLOCK);
        let mut seen = 0;
        while seen < most_changes && !self.tabu.is_stuck() {
            if self.tabu.board().cost() == 0 {
                let solution = Solution::new(puzzle, &self.tabu.board().snapshot());
                return Ok(Some(solution.expect("a board without conflicts is a solution")));
            }
            let changes = self.tabu.board().changes();
            ahead.take_many(changes)?;
            seen += changes;
            self.tabu.step(&mut self.rng);
        }
        Ok(None)
    }
}
