//! One attempt at a 9x9 puzzle: a grid is reduced, and then it is found out whether the result is
//! minimal.

use quadrille_simd::Masks;

use super::cells::{Cells, each};
use super::reduction::{Question, Reduction, masks};

/// What an attempt came to.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) grid: [u8; 81],
    pub(super) givens: Cells,
    pub(super) minimal: bool,
}

/// What an attempt must come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) minimal: bool,
    pub(super) most_clues: u32,
    pub(super) fewest_clues: u32,
}

pub(super) enum Progress {
    /// There is another question.
    Asks,
    Failed,
    Made(Draft),
}

pub(super) struct Attempt {
    reduction: Reduction,
    goal: Goal,
    /// Once the reduction has ended.
    check: Option<Check>,
}

/// Asks of each given whether the puzzle needs it.
struct Check {
    given: Masks,
    /// Givens that may be redundant, of which the first is in question.
    doubtful: Cells,
}

impl Attempt {
    pub(super) fn new(reduction: Reduction, goal: Goal) -> Self {
        Self { reduction, goal, check: None }
    }

    pub(super) fn question(&self) -> Question {
        if self.check.is_some() { Question::Any } else { self.reduction.question() }
    }

    pub(super) fn masks(&self) -> Masks {
        let Some(check) = &self.check else { return self.reduction.masks() };
        let mut masks = masks(&check.given, self.reduction.givens());
        let cell = check.doubtful.trailing_zeros() as usize;
        masks[cell] &= !check.given[cell];
        masks
    }

    /// Takes the solutions found.
    pub(super) fn answer(&mut self, solutions: &[[u8; 81]]) -> Progress {
        let Some(check) = &mut self.check else {
            if !self.reduction.answer(solutions) {
                let is_hopeless = self.reduction.kept() > self.goal.most_clues;
                return if is_hopeless { Progress::Failed } else { Progress::Asks };
            }
            return self.reduced();
        };
        if solutions.is_empty() {
            return self.end(false);
        }
        check.doubtful &= check.doubtful - 1;
        if check.doubtful == 0 { self.end(true) } else { Progress::Asks }
    }

    fn reduced(&mut self) -> Progress {
        let clues = self.reduction.givens().count_ones();
        if !(self.goal.fewest_clues..=self.goal.most_clues).contains(&clues) {
            return Progress::Failed;
        }
        let doubtful = self.reduction.doubtful();
        if doubtful == 0 {
            return self.end(true);
        }
        let given = self.reduction.grid().map(|digit| 1 << (digit - 1));
        self.check = Some(Check { given, doubtful });
        Progress::Asks
    }

    fn end(&self, minimal: bool) -> Progress {
        if self.goal.minimal && !minimal {
            return Progress::Failed;
        }
        let (grid, givens) = (*self.reduction.grid(), self.reduction.givens());
        debug_assert!(each(givens).count() >= 17, "fewer givens have several solutions");
        Progress::Made(Draft { grid, givens, minimal })
    }
}
