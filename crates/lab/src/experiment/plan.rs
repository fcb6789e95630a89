//! What an experiment runs: a pure plan, from which every trial can be told by its number.

use std::sync::Arc;

use quadrille_engine::{Limits, Puzzle};

use super::Trial;
use crate::registry::Configuration;

/// A puzzle of an experiment and where it came from.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The file or source, as the user named it.
    pub source: Arc<str>,
    /// Its line there, from 1; for a source without lines its place.
    pub line: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// Configurations × puzzles × seeds, under one budget.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What is compared.
    pub methods: Vec<Configuration>,
    /// On which puzzles.
    pub instances: Vec<Instance>,
    /// The seed of the first repetition; repetition r has this plus r.
    pub seed: u64,
    /// Repetitions of each method that draws random numbers; the others run once a puzzle.
    pub runs: u32,
    /// The limits of each run.
    pub limits: Limits,
}

impl Experiment {
    /// How many trials there are.
    pub fn trials(&self) -> u64 {
        let (all, random) = self.per_round();
        if self.runs == 0 { 0 } else { all + random * u64::from(self.runs - 1) }
    }

    /// The trial of that number. Repetition by repetition, puzzle by puzzle, method by method: an
    /// experiment that is cut short leaves whole puzzles, on which all methods can be compared,
    /// and the time that is left can be told from the time that has passed.
    ///
    /// # Panics
    /// When there is no such trial.
    pub fn trial(&self, number: u64) -> Trial {
        assert!(number < self.trials(), "trial {number} of {}", self.trials());
        let (all, random) = self.per_round();
        let methods = self.methods.len() as u64;
        let (repetition, puzzle, method) = if number < all {
            (0, number / methods, (number % methods) as usize)
        } else {
            let (round, rest) = ((number - all) / random, (number - all) % random);
            let of_puzzle = random / self.instances.len() as u64;
            let method = self.random_methods().nth((rest % of_puzzle) as usize);
            (round + 1, rest / of_puzzle, method.expect("fewer than there are"))
        };
        Trial {
            number,
            method: method as u32,
            instance: puzzle as u32,
            repetition: repetition as u32,
            seed: self.seed.wrapping_add(repetition),
        }
    }

    /// Whether a trial is one of those whose improvements are kept: the first repetition on
    /// [`TRACED`](Self::TRACED) puzzles spread over all.
    pub fn traces(&self, trial: &Trial) -> bool {
        let (index, count) = (u64::from(trial.instance), self.instances.len() as u64);
        trial.repetition == 0
            && (count <= Self::TRACED
                || (0..Self::TRACED).any(|part| part * count / Self::TRACED == index))
    }

    /// On how many puzzles improvements are traced: enough for curves, few enough to cost little.
    pub const TRACED: u64 = 8;

    /// Trials of the first repetition and of each later one.
    fn per_round(&self) -> (u64, u64) {
        let puzzles = self.instances.len() as u64;
        (puzzles * self.methods.len() as u64, puzzles * self.random_methods().count() as u64)
    }

    fn random_methods(&self) -> impl Iterator<Item = usize> + '_ {
        self.methods
            .iter()
            .enumerate()
            .filter(|(_, method)| !method.entry.deterministic)
            .map(|(index, _)| index)
    }
}
