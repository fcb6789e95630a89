//! What an experiment runs: a pure plan, in which every trial follows from its number.

use std::sync::Arc;

use quadrille_core::{Limits, Puzzle, Rng};

use super::Difference;
use crate::registry::{Configuration, Seeds};

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
///     runs: 5,
///     limits: Limits::nodes(1000),
///     ..Experiment::default()
/// };
/// assert_eq!(experiment.trials(), 1 + 5); // the deterministic one runs once
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Experiment {
    /// What is compared.
    pub configurations: Vec<Configuration>,
    /// The puzzles.
    pub instances: Vec<Instance>,
    /// The seed of the first repetition; repetition r has this seed plus r.
    pub seed: u64,
    /// Which runs draw the same random numbers.
    pub seeds: Seeds,
    /// Repetitions of random configurations; deterministic ones run once per puzzle, unless a
    /// difference is to be detected.
    pub runs: u32,
    /// The difference of processor times that is to be detected, if `runs` was
    /// [planned](Experiment::to_detect) for that. Deterministic configurations then run as often as the
    /// others, since their times differ from run to run too.
    pub detect: Option<Difference>,
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
    /// The number of the run's seed.
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
    /// Trials of each later repetition, of those configurations that have any.
    later: u64,
    /// All trials without the controls.
    pub(super) total: u64,
    /// Trials that are controls.
    pub(super) controls: u64,
}

impl Counts {
    fn of(plan: &Plan<'_>) -> Self {
        let Plan { configurations, puzzles, runs, .. } = *plan;
        let random = configurations.iter().filter(|one| plan.repeats(one)).count() as u64;
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
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) configurations: &'a [Configuration],
    pub(super) puzzles: u64,
    pub(super) runs: u32,
    pub(super) repeats_all: bool,
    pub(super) seed: u64,
    pub(super) seeds: Seeds,
}

/// Returns the puzzle at a place among those that have controls.
pub(super) fn puzzle_of_control(place: u64, puzzles: u64) -> u64 {
    place * puzzles / puzzles.min(Experiment::CONTROLS)
}

impl Plan<'_> {
    pub(super) fn counts(&self) -> Counts {
        Counts::of(self)
    }

    /// Returns whether a configuration runs more than once on a puzzle, if any does.
    fn repeats(&self, configuration: &Configuration) -> bool {
        self.repeats_all || !configuration.entry.deterministic
    }

    /// Returns how often a configuration runs on each puzzle.
    pub(super) fn runs_of(&self, configuration: usize) -> u32 {
        let repeats = self.repeats(&self.configurations[configuration]);
        if repeats { self.runs } else { self.runs.min(1) }
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
            let mut repeated = (0..self.configurations.len())
                .filter(|&index| self.repeats(&self.configurations[index]));
            let configuration = repeated.nth((rest % width) as usize);
            (round + 1, rest / width, configuration.expect("`width` are repeated"))
        };
        let is_control = number >= total;
        // With common random numbers, a configuration that differs in nothing makes the same run.
        let further = if is_control && self.seeds == Seeds::Common { 0 } else { repetition };
        Trial {
            number,
            configuration: configuration as u32,
            instance: puzzle as u32,
            repetition: repetition as u32,
            seed: self.seed.wrapping_add(further),
            is_control,
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
    /// with the next seed, or with the same if random numbers are common, at another place in the order
    /// of runs. The differences between the first
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
        Plan {
            configurations: &self.configurations,
            puzzles: self.instances.len() as u64,
            runs: self.runs,
            repeats_all: self.detect.is_some(),
            seed: self.seed,
            seeds: self.seeds,
        }
    }

    /// Returns whether differences of costs matter that are as small as those between two processes of
    /// one program.
    #[cfg(feature = "process")]
    pub(super) fn measures_small(&self) -> bool {
        self.detect.is_some() || self.seeds == Seeds::Common
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
