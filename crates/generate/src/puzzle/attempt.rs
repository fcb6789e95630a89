//! One attempt at a 9x9 puzzle: a grid is reduced, and then it is found out whether the result is
//! minimal.

use quadrille_simd::Masks;

use super::cells::Cells;
use super::reduction::{Question, Reduction, masks_without};
use super::weighing::Weighing;

/// What an attempt came to.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) grid: [u8; 81],
    pub(super) givens: Cells,
    pub(super) minimal: bool,
    pub(super) weight: Option<f64>,
}

/// What an attempt must come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub(super) minimal: bool,
    pub(super) most_clues: u32,
    pub(super) fewest_clues: u32,
    /// Whether the weight of the puzzle in an unbiased sample is wanted.
    pub(super) weighed: bool,
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
    phase: Phase,
}

enum Phase {
    Reducing,
    /// Asks of each given that may be redundant whether the puzzle needs it. The first is in question.
    Checking {
        given: Masks,
        doubtful: Cells,
    },
    Weighing(Weighing),
}

impl Attempt {
    pub(super) fn new(reduction: Reduction, goal: Goal) -> Self {
        Self { reduction, goal, phase: Phase::Reducing }
    }

    pub(super) fn question(&self) -> Question {
        if let Phase::Reducing = self.phase { self.reduction.question() } else { Question::Any }
    }

    pub(super) fn masks(&self) -> Masks {
        match &self.phase {
            Phase::Reducing => self.reduction.masks(),
            Phase::Checking { given, doubtful } => {
                let cell = doubtful.trailing_zeros() as usize;
                masks_without(given, self.reduction.givens(), cell)
            }
            Phase::Weighing(weighing) => weighing.masks().expect("there is a question"),
        }
    }

    /// Takes the solutions found.
    pub(super) fn answer(&mut self, solutions: &[[u8; 81]]) -> Progress {
        match &mut self.phase {
            Phase::Reducing => {
                if self.reduction.answer(solutions) {
                    return self.reduced();
                }
                let is_hopeless = self.reduction.kept() > self.goal.most_clues;
                if is_hopeless { Progress::Failed } else { Progress::Asks }
            }
            Phase::Checking { doubtful, .. } => {
                if solutions.is_empty() {
                    return self.end(false, None);
                }
                *doubtful &= *doubtful - 1;
                if *doubtful == 0 { self.end(true, None) } else { Progress::Asks }
            }
            Phase::Weighing(weighing) => {
                weighing.answer(solutions);
                match weighing.masks() {
                    Some(_) => Progress::Asks,
                    None => {
                        let weight = weighing.weight();
                        self.end(true, Some(weight))
                    }
                }
            }
        }
    }

    fn reduced(&mut self) -> Progress {
        let clues = self.reduction.givens().count_ones();
        if !(self.goal.fewest_clues..=self.goal.most_clues).contains(&clues) {
            return Progress::Failed;
        }
        let doubtful = self.reduction.doubtful();
        if doubtful != 0 {
            let given = self.reduction.grid().map(|digit| 1 << (digit - 1));
            self.phase = Phase::Checking { given, doubtful };
            return Progress::Asks;
        }
        if !self.goal.weighed {
            return self.end(true, None);
        }
        let weighing = Weighing::new(*self.reduction.grid(), self.reduction.removed());
        self.phase = Phase::Weighing(weighing);
        Progress::Asks
    }

    fn end(&self, minimal: bool, weight: Option<f64>) -> Progress {
        if self.goal.minimal && !minimal {
            return Progress::Failed;
        }
        let (grid, givens) = (*self.reduction.grid(), self.reduction.givens());
        Progress::Made(Draft { grid, givens, minimal, weight })
    }
}
