//! What an experiment runs: a pure plan, in which every trial follows from its number.

use std::sync::Arc;

use quadrille_core::{Limits, Puzzle, Rng};

use crate::registry::Configuration;

/// A puzzle of an experiment and where it came from.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The file or source, as the user named it.
    pub source: Arc<str>,
    /// Its line there, from 1; for a source without lines, its position.
    pub line: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// Configurations × puzzles × seeds under the same limits.
///
/// ```
/// use quadrille_core::Limits;
/// use quadrille_lab::Configuration;
/// use quadrille_lab::experiment::{Experiment, Instance};
///
/// let puzzle = "1.......2.....3.".parse()?;
/// let experiment = Experiment {
///     configurations: Configuration::parse_list("naive;tabu")?,
///     instances: vec![Instance { source: "example".into(), line: 1, puzzle }],
///     seed: 1,
///     runs: 5,
///     limits: Limits::nodes(1000),
/// };
/// assert_eq!(experiment.trials(), 1 + 5); // the deterministic one runs once
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What is compared.
    pub configurations: Vec<Configuration>,
    /// The puzzles.
    pub instances: Vec<Instance>,
    /// The seed of the first repetition; repetition r has this seed plus r.
    pub seed: u64,
    /// Repetitions of random configurations; deterministic ones run once per puzzle.
    pub runs: u32,
    /// The limits of each run.
    pub limits: Limits,
}

/// One configuration on one puzzle with one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Its number in the experiment.
    pub number: u64,
    /// Index of the configuration.
    pub configuration: u32,
    /// Index of the puzzle.
    pub instance: u32,
    /// The repetition, from 0.
    pub repetition: u32,
    /// The seed of the run.
    pub seed: u64,
    /// Whether the run only shows how much runs of the same configuration differ. It counts in no
    /// result.
    pub is_control: bool,
}

/// How many trials an experiment has, in all and per repetition.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    /// Trials of the first repetition.
    first: u64,
    /// Trials of each later repetition, of random configurations only.
    later: u64,
    /// All trials without the controls.
    pub(super) total: u64,
    /// Trials that are controls.
    pub(super) controls: u64,
}

impl Counts {
    pub(super) fn of(configurations: &[Configuration], puzzles: u64, runs: u32) -> Self {
        let random = configurations.iter().filter(|c| !c.entry.deterministic).count() as u64;
        let (first, later) = (puzzles * configurations.len() as u64, puzzles * random);
        if runs == 0 {
            return Self { first, later, total: 0, controls: 0 };
        }
        let total = first + later * u64::from(runs - 1);
        let controls = puzzles.min(Experiment::CONTROLS) * configurations.len() as u64;
        Self { first, later, total, controls }
    }
}

/// The part of an experiment from which its trials follow.
pub(super) struct Plan<'a> {
    pub(super) configurations: &'a [Configuration],
    pub(super) puzzles: u64,
    pub(super) runs: u32,
    pub(super) seed: u64,
}

/// Returns the puzzle at a place among those that have controls.
pub(super) fn puzzle_of_control(place: u64, puzzles: u64) -> u64 {
    place * puzzles / puzzles.min(Experiment::CONTROLS)
}

impl Plan<'_> {
    pub(super) fn counts(&self) -> Counts {
        Counts::of(self.configurations, self.puzzles, self.runs)
    }

    /// Returns the trial of that number.
    ///
    /// # Panics
    /// When there is no such trial.
    pub(super) fn trial(&self, number: u64) -> Trial {
        let Counts { first, later, total, controls } = self.counts();
        assert!(number < total + controls, "trial {number} of {total} and {controls} controls");
        let width = self.configurations.len() as u64;
        let (repetition, puzzle, configuration) = if number >= total {
            let place = (number - total) / width;
            let configuration = ((number - total) % width) as usize;
            (u64::from(self.runs), puzzle_of_control(place, self.puzzles), configuration)
        } else if number < first {
            (0, number / width, (number % width) as usize)
        } else {
            let (round, rest) = ((number - first) / later, (number - first) % later);
            let width = later / self.puzzles;
            let mut random = (0..self.configurations.len())
                .filter(|&index| !self.configurations[index].entry.deterministic);
            let configuration = random.nth((rest % width) as usize);
            (round + 1, rest / width, configuration.expect("`width` are random"))
        };
        Trial {
            number,
            configuration: configuration as u32,
            instance: puzzle as u32,
            repetition: repetition as u32,
            seed: self.seed.wrapping_add(repetition),
            is_control: number >= total,
        }
    }

    /// Arranges trials in the order in which they run: repetition by repetition and puzzle by puzzle,
    /// with the configurations of each puzzle in an order drawn from the seed. So no configuration
    /// always finds the caches as the same other one left them, or meets the machine's load first.
    /// Controls run among the first repetition, like further configurations.
    pub(super) fn in_drawn_order(&self, trials: &[u64]) -> Vec<u64> {
        let mut drawn = trials.to_vec();
        drawn.sort_by_cached_key(|&number| {
            let trial = self.trial(number);
            let key = Rng::from_seed(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)).bits();
            let repetition = if trial.is_control { 0 } else { trial.repetition };
            (repetition, trial.instance, key, number)
        });
        drawn
    }
}

impl Experiment {
    /// On how many puzzles improvements are traced: enough for curves, few enough to cost little.
    pub const TRACED: u64 = 8;

    /// On how many puzzles every configuration runs once more, as a control.
    ///
    /// The control is what an A/A test compares: the same configuration as if it were another one,
    /// with the next seed, at another place in the order of runs. The differences between the first
    /// run and the control are those that mean nothing.
    pub const CONTROLS: u64 = 32;

    /// Returns the number of trials, without the controls.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(experiment.trials(), 2); // two configurations on one puzzle
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trials(&self) -> u64 {
        self.plan().counts().total
    }

    /// Returns the number of controls. Their numbers follow those of the other trials.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(experiment.controls(), 2); // each configuration once more
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn controls(&self) -> u64 {
        self.plan().counts().controls
    }

    pub(super) fn plan(&self) -> Plan<'_> {
        let puzzles = self.instances.len() as u64;
        Plan { configurations: &self.configurations, puzzles, runs: self.runs, seed: self.seed }
    }

    /// Returns the trial of that number.
    ///
    /// Numbers go repetition by repetition, puzzle by puzzle, configuration by configuration. Trials
    /// run in nearly this order, so an experiment that is interrupted has whole puzzles, on which
    /// all configurations can be compared, and the time left can be estimated from the time passed.
    ///
    /// # Panics
    /// When there is no such trial.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// let trial = experiment.trial(1);
    /// assert_eq!((trial.configuration, trial.instance, trial.seed), (1, 0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn trial(&self, number: u64) -> Trial {
        self.plan().trial(number)
    }

    /// Returns whether the improvements of a trial are traced: in the first repetition, on
    /// [`TRACED`](Self::TRACED) puzzles spread over all.
    pub fn traces(&self, trial: &Trial) -> bool {
        let (index, count) = (u64::from(trial.instance), self.instances.len() as u64);
        trial.repetition == 0
            && (count <= Self::TRACED
                || (0..Self::TRACED).any(|part| part * count / Self::TRACED == index))
    }
}
