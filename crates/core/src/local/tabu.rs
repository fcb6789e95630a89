//! Tabu search on a table of conflicts (TabuCol, Hertz & de Werra 1987, with the dynamic tenure of
//! Galinier & Hao 1999, applied to Sudoku), one step at a time, so that other searches can take
//! turns.

use super::{Choice, ConflictTable};
use crate::board::BoxShape;
use crate::rng::Rng;

/// Number of steps that a candidate is barred from its slot, per slot in conflict, for
/// [`Tabu::factor`].
pub const TENURE: f64 = 0.6;
/// Upper bound of the random steps added to that.
pub const NOISE: u32 = 10;

/// A tabu search in progress.
///
/// A step makes the best of all changes of slots in conflict, even if it increases the cost; ties
/// are broken at random. The candidate that left its slot is barred from it for a number of steps,
/// its tenure, unless it gives the best board so far. The tenure grows with the number of slots in
/// conflict and has a random part, without which the search cycles.
pub struct Tabu {
    board: ConflictTable,
    bars: Bars,
    factor: f64,
    noise: usize,
    least_cost: u32,
}

/// The effect of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A slot holds another candidate; the one that left is barred.
    Made {
        /// The number of steps, without the random part.
        tenure: u32,
    },
    /// All changes are barred; the step was skipped.
    Waited,
}

impl Tabu {
    /// Creates a search from a board, with bars of `factor` steps per slot in conflict and up to
    /// `noise` random ones.
    ///
    /// # Panics
    /// When `noise` is 0.
    ///
    /// ```
    /// use quadrille_core::local::{ConflictTable, NOISE, Slots, TENURE, Tabu};
    /// use quadrille_core::{CandidateSet, Meter, Puzzle, Rng};
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let candidates = CandidateSet::of(&puzzle);
    /// let meter = &mut Meter::unlimited();
    /// let table = ConflictTable::new(&puzzle, candidates.cells(), Slots::Cells, meter)?;
    /// let factor = Tabu::factor(TENURE, puzzle.shape());
    /// let mut tabu = Tabu::new(table.expect("every cell has candidates"), factor, NOISE);
    /// let mut rng = Rng::from_seed(1);
    /// while tabu.board().cost() > 0 {
    ///     tabu.step(&mut rng);
    /// }
    /// assert!(quadrille_core::validate(&puzzle, &tabu.board().snapshot()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(board: ConflictTable, factor: f64, noise: u32) -> Self {
        assert!(noise > 0, "the tenure needs a random part");
        let noise = noise as usize;
        let longest = (factor * board.free_slots() as f64) as usize + noise;
        let bars = Bars::new(board.candidates(), longest);
        Self { board, bars, factor, noise, least_cost: u32::MAX }
    }

    /// Returns the factor of [`new`](Self::new) for boards of a shape, where it is `tenure` up to
    /// 16x16.
    ///
    /// Measured from 9x9 to 49x49: the best value falls from 0.6 to about 0.3; at 49x49, 0.8 solves
    /// nothing that 0.3 solves in a second.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_core::local::{TENURE, Tabu};
    ///
    /// assert_eq!(Tabu::factor(TENURE, BoxShape::NINE), TENURE);
    /// ```
    pub fn factor(tenure: f64, shape: BoxShape) -> f64 {
        tenure * (4.0 / (shape.side() as f64).sqrt()).min(1.0)
    }

    /// Returns the current board.
    #[inline]
    pub fn board(&self) -> &ConflictTable {
        &self.board
    }

    /// Returns whether no change is left although the board is not solved: slots with a single
    /// candidate conflict with each other, and no other slots do. Then there is no solution.
    #[inline]
    pub fn is_stuck(&self) -> bool {
        self.board.cost() > 0 && self.board.changes() == 0
    }

    /// Makes a step, which examines [`changes`](ConflictTable::changes) changes; there must be one.
    #[inline]
    pub fn step(&mut self, rng: &mut Rng) -> Move {
        let Self { board, bars, .. } = self;
        self.least_cost = self.least_cost.min(board.cost());
        bars.lift_due(board);
        let best = board.steepest([rng.bits(), rng.bits()]);
        // A barred change is made if it gives the best board so far, which is rarely possible.
        let gives_best =
            |change: i16| i64::from(board.cost()) + i64::from(change) < i64::from(self.least_cost);
        let chosen = if gives_best(-best.most_conflicts) && gives_best(board.least_change()) {
            board.steepest_of_all(rng)
        } else {
            best.free
        };
        let Some(choice) = chosen else { return Move::Waited };
        let tenure = (self.factor * f64::from(board.in_conflict())) as u32;
        let old = board.choose(choice);
        board.bar(old);
        bars.put(old, tenure + rng.below(self.noise) as u32);
        Move::Made { tenure }
    }
}

/// The times at which bars end: a ring of lists, one for each step to come, so that a step costs
/// only what ends at it.
struct Bars {
    step: u32,
    /// For each candidate, the last step at which it is barred. A list entry that differs is of an
    /// earlier bar, which ended when the candidate was chosen.
    last: Vec<u32>,
    /// For each step of the ring, the first entry of its list, or [`NONE`](Self::NONE).
    heads: Vec<u32>,
    /// The entries, each at the place of the step at which it was made: candidate, next entry. A
    /// place is reused when the ring has gone round, and no bar lasts that long.
    entries: Vec<(Choice, u32)>,
}

impl Bars {
    const NONE: u32 = u32::MAX;

    /// Creates an empty ring for bars of up to `longest` steps.
    fn new(candidates: usize, longest: usize) -> Self {
        let round = (longest + 2).next_power_of_two();
        let last = vec![0; candidates];
        Self { step: 0, last, heads: vec![Self::NONE; round], entries: vec![(0, 0); round] }
    }

    fn place(&self, step: u32) -> usize {
        step as usize & (self.heads.len() - 1)
    }

    /// Advances a step: lifts the bars that ended with the one before.
    #[inline]
    fn lift_due(&mut self, board: &mut ConflictTable) {
        let before = self.place(self.step);
        let mut entry = std::mem::replace(&mut self.heads[before], Self::NONE);
        while entry != Self::NONE {
            let (choice, next) = self.entries[entry as usize];
            if self.last[choice as usize] == self.step {
                board.lift(choice);
            }
            entry = next;
        }
        self.step = self.step.wrapping_add(1);
    }

    /// Bars a candidate for that many steps after this one.
    #[inline]
    fn put(&mut self, choice: Choice, steps: u32) {
        let last = self.step.wrapping_add(steps);
        self.last[choice as usize] = last;
        let (entry, end) = (self.place(self.step), self.place(last));
        self.entries[entry] = (choice, self.heads[end]);
        self.heads[end] = entry as u32;
    }
}
