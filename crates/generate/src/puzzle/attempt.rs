//! One attempt at a 9x9 puzzle: a grid is reduced, and then it is found out whether the result is
//! minimal, or it is made so.

use quadrille_simd::Masks;

use super::cells::Cells;
use super::reduction::{Question, Reduction, masks_without};
use super::repair::{Repair, Repaired};
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
    /// Followed by a repair where a reduction seldom has what the recipe asks for.
    Reducing(Option<Box<Repair>>),
    /// Asks of each given that may be redundant whether the puzzle needs it. The first is in question.
    Checking {
        given: Masks,
        doubtful: Cells,
    },
    Weighing(Weighing),
    Repairing(Box<Repair>),
}

impl Attempt {
    pub(super) fn new(reduction: Reduction, goal: Goal, repair: Option<Box<Repair>>) -> Self {
        Self { reduction, goal, phase: Phase::Reducing(repair) }
    }

    pub(super) fn question(&self) -> Question {
        match &self.phase {
            Phase::Reducing(_) => self.reduction.question(),
            Phase::Checking { .. } | Phase::Weighing(_) => Question::Any,
            Phase::Repairing(repair) => repair.question(),
        }
    }

    pub(super) fn masks(&self) -> Masks {
        match &self.phase {
            Phase::Reducing(_) => self.reduction.masks(),
            Phase::Checking { given, doubtful } => {
                let cell = doubtful.trailing_zeros() as usize;
                masks_without(given, self.reduction.givens(), cell)
            }
            Phase::Weighing(weighing) => weighing.masks().expect("there is a question"),
            Phase::Repairing(repair) => repair.masks(),
        }
    }

    /// Takes the solutions found.
    pub(super) fn answer(&mut self, solutions: &[[u8; 81]]) -> Progress {
        match &mut self.phase {
            Phase::Reducing(repair) => {
                if let Some(repair) = repair {
                    repair.learn(solutions);
                }
                let can_repair = repair.is_some();
                if self.reduction.answer(solutions) {
                    return self.reduced();
                }
                let is_hopeless = !can_repair && self.reduction.kept() > self.goal.most_clues;
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
            Phase::Repairing(repair) => {
                let outcome = repair.answer(solutions);
                self.repaired(outcome)
            }
        }
    }

    fn reduced(&mut self) -> Progress {
        if let Phase::Reducing(repair) = &mut self.phase
            && let Some(mut repair) = repair.take()
        {
            let outcome = repair.begin(self.reduction.givens());
            self.phase = Phase::Repairing(repair);
            return self.repaired(outcome);
        }
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

    fn repaired(&self, outcome: Repaired) -> Progress {
        match (outcome, &self.phase) {
            (Repaired::Done, Phase::Repairing(repair)) => {
                let (grid, (givens, minimal)) = (*self.reduction.grid(), repair.result());
                Progress::Made(Draft { grid, givens, minimal, weight: None })
            }
            (Repaired::Asks, _) => Progress::Asks,
            _ => Progress::Failed,
        }
    }

    fn end(&self, minimal: bool, weight: Option<f64>) -> Progress {
        if self.goal.minimal && !minimal {
            return Progress::Failed;
        }
        let (grid, givens) = (*self.reduction.grid(), self.reduction.givens());
        Progress::Made(Draft { grid, givens, minimal, weight })
    }
}
