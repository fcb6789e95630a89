//! Local search as a part of exact solving: it may find a solution, and proves nothing.

use super::propagate::Propagation;
use crate::board::{DigitSet, Puzzle, Solution};
use crate::control::{Counter, Meter, Rng, Stop};
use crate::local::{ConflictTable, NOISE, Slots, TENURE, Tabu};

/// A tabu search from what propagation leaves of a puzzle, turn by turn.
pub(super) struct LocalTurns {
    tabu: Tabu,
    /// Its own stream: what is found first depends on the puzzle alone.
    rng: Rng,
    /// What it keeps, by estimate.
    pub(super) bytes: u64,
}

/// No table is made that might need more bytes: on such a board nearly everything is open, and
/// guessing does it.
const MOST_BYTES: u64 = 64 << 20;
/// Changes counted at once.
const BLOCK: u64 = 4096;

impl LocalTurns {
    /// A search at its start; `None` when it would need too much memory, by itself or by the budget
    /// of the run: there are others who go on without it.
    ///
    /// # Errors
    /// With the reason, when the budget of the run ends it.
    pub(super) fn new(
        puzzle: &Puzzle,
        board: &Propagation,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let cells = puzzle.shape().cells();
        let (of_cells, of_houses) = board.sets().split_at(cells);
        // A candidate has an entry in the lists of all others of its cell, row and column.
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

    /// Searches until about so many changes have been looked at.
    ///
    /// # Errors
    /// With the reason, when the budget of the run ends it.
    pub(super) fn go_on(
        &mut self,
        puzzle: &Puzzle,
        most_changes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Solution>, Stop> {
        // Counted in blocks: one by one took a twentieth of the time of hard boards.
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
