//! The results of an experiment, as small as statistics and reports need them: some forty bytes
//! per run, so that a million runs fit into memory.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_core::parallel::map_in_order;
use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{CancelFlag, Limits, Meter, Puzzle, Status, Stop};

#[cfg(feature = "report")]
use super::plan::Plan;
use super::{Difference, Experiment, Instance, Shard, Trace, TrialRow, singles_solve};
use crate::features::Features;
use crate::registry::{Configuration, Seeds};

/// Puzzles under way for each thread while features are computed.
const WINDOW: NonZeroUsize = NonZeroUsize::new(4).unwrap();

/// Everything that a report is made from.
///
/// ```
#[doc = include_str!("example.txt")]
/// assert_eq!((table.names.len(), table.instances.len(), table.rows.len()), (2, 1, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    /// The configurations, in the order of the experiment.
    pub configurations: Vec<Configuration>,
    /// The names of the configurations.
    pub names: Vec<String>,
    /// The puzzles, in the order of the experiment.
    pub instances: Vec<PuzzleRow>,
    /// The runs, sorted by trial after [`sort`](Self::sort).
    pub rows: Vec<Row>,
    /// Further runs that only show how much runs of the same configuration differ, sorted likewise.
    pub controls: Vec<Row>,
    /// The improvements of the runs that were traced, sorted likewise.
    pub traces: Vec<TraceRow>,
    /// The seed of the first repetition.
    pub seed: u64,
    /// Which runs draw the same random numbers.
    pub seeds: Seeds,
    /// Repetitions of random configurations.
    pub runs: u32,
    /// The difference that they were planned to detect. Deterministic configurations then have as many
    /// runs.
    pub detect: Option<Difference>,
    /// The limits of each run, as the user set them.
    pub limits: Limits,
    /// Number of trials of the whole experiment, without the controls.
    pub planned: u64,
    /// The configurations some of whose runs failed, sorted likewise.
    pub failures: Vec<Failure>,
    /// What is known to have no solution, and which configurations can prove that.
    pub(crate) unsolvable: Unsolvable,
}

/// The puzzles of a table that have no solution.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unsolvable {
    /// The puzzles; none if it is empty.
    puzzles: Vec<bool>,
    /// The configurations that can prove it.
    provers: Vec<bool>,
}

impl Unsolvable {
    /// Nodes of the search in a puzzle that no run solved. If they do not suffice, the puzzle counts as
    /// solvable. Reports wait for these searches.
    const NODES: u64 = 10_000;

    /// Determines which of the puzzles that no run solved have no solution: by a proof of a complete
    /// algorithm, or by a short search. Configurations that are complete can prove it, and those that
    /// did.
    pub(crate) fn of(table: &Table) -> Self {
        let complete = |configuration: &Configuration| configuration.entry.complete;
        let mut provers: Vec<bool> = table.configurations.iter().map(complete).collect();
        let mut solved = vec![false; table.instances.len()];
        let mut proved = vec![false; table.instances.len()];
        for row in &table.rows {
            solved[row.instance as usize] |= row.solved();
            proved[row.instance as usize] |=
                row.stop.status() == Status::None && provers[row.configuration as usize];
        }
        let has_none = |row: &PuzzleRow| {
            let Ok(puzzle) = row.text.parse::<Puzzle>() else { return false };
            let mut meter = Meter::with_nodes(Self::NODES, Solver::Auto.node());
            solve::verdict(Solver::Auto, &puzzle, &mut meter) == Verdict::NoSolution
        };
        let puzzles: Vec<bool> = table
            .instances
            .iter()
            .zip(solved.iter().zip(&proved))
            .map(|(row, (solved, proved))| !solved && (*proved || has_none(row)))
            .collect();
        for row in &table.rows {
            provers[row.configuration as usize] |=
                row.stop.status() == Status::None && puzzles[row.instance as usize];
        }
        Self { puzzles, provers }
    }
}

/// The failed runs of a configuration, which is a program from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the configuration.
    pub algorithm: String,
    /// Index of the configuration.
    pub configuration: u32,
    /// How many runs failed, without controls.
    pub runs: u64,
    /// The trial that failed first, by its number.
    pub trial: u64,
    /// What happened there.
    pub reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { algorithm, runs, reason, .. } = self;
        let runs = if *runs == 1 { "1 run".to_owned() } else { format!("{runs} runs") };
        write!(f, "{algorithm} failed in {runs}; the first: the program {reason}.")
    }
}

/// A puzzle of a table.
#[derive(Clone, Debug)]
pub struct PuzzleRow {
    /// The file or source, as the user named it.
    pub source: Arc<str>,
    /// Its line there.
    pub line: u64,
    /// The puzzle on one line.
    pub text: String,
    /// Whether propagation alone solves it.
    pub by_singles: bool,
    /// What may explain how hard it is.
    pub features: Features,
}

/// A run whose improvements were traced.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceRow {
    /// Number of the trial.
    pub trial: u64,
    /// Index of the configuration.
    pub configuration: u32,
    /// Nodes of the whole run.
    pub nodes: u64,
    /// How its best board improved.
    pub trace: Trace,
}

/// A run, without what only the log keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Number of the trial.
    pub trial: u64,
    /// Index of the configuration.
    pub configuration: u32,
    /// Index of the puzzle.
    pub instance: u32,
    /// The repetition, from 0.
    pub repetition: u32,
    /// Why it ended.
    pub stop: Stop,
    /// Nodes, as the algorithm counts them.
    pub nodes: u64,
    /// Wall time in seconds.
    pub seconds: f64,
    /// Processor time in seconds.
    pub cpu_seconds: f64,
}

impl Row {
    /// Returns whether the run found a validated solution.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert!(table.rows.iter().all(|row| row.solved()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solved(&self) -> bool {
        self.stop.status() == Status::Solved
    }

    /// Returns whether the run found a validated solution, or proved that the puzzle is unsolvable.
    pub fn decided(&self) -> bool {
        matches!(self.stop.status(), Status::Solved | Status::None)
    }

    /// Returns whether the algorithm supports the board, so that there was a run at all.
    pub fn counts(&self) -> bool {
        self.stop.status() != Status::Unsupported
    }
}

impl From<&TrialRow> for Row {
    fn from(row: &TrialRow) -> Self {
        Self {
            trial: row.trial.number,
            configuration: row.trial.configuration,
            instance: row.trial.instance,
            repetition: row.trial.repetition,
            stop: row.stop,
            nodes: row.nodes,
            seconds: row.seconds,
            cpu_seconds: row.cpu_seconds,
        }
    }
}

impl Table {
    /// Returns the table of an experiment before its first run.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(Table::of(&experiment).names, ["naive", "exact-cover"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(experiment: &Experiment) -> Self {
        let puzzle_row = |instance: &Instance| PuzzleRow {
            source: Arc::clone(&instance.source),
            line: instance.line,
            text: instance.puzzle.to_string(),
            by_singles: singles_solve(&instance.puzzle),
            features: Features::cheap(&instance.puzzle),
        };
        Self {
            names: experiment.configurations.iter().map(Configuration::to_string).collect(),
            configurations: experiment.configurations.clone(),
            instances: experiment.instances.iter().map(puzzle_row).collect(),
            rows: Vec::new(),
            controls: Vec::new(),
            traces: Vec::new(),
            seed: experiment.seed,
            seeds: experiment.seeds,
            runs: experiment.runs,
            detect: experiment.detect,
            limits: experiment.limits,
            planned: experiment.trials(),
            failures: Vec::new(),
            unsolvable: Unsolvable::default(),
        }
    }

    /// Adds a run.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// let mut table = Table::of(&experiment);
    /// table.push(&experiment.trial(0).run(&experiment, &cancel, &clock));
    /// assert_eq!((table.rows.len(), table.planned), (1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, row: &TrialRow) {
        if row.trial.is_control {
            self.controls.push(Row::from(row));
            return;
        }
        self.rows.push(Row::from(row));
        if row.stop == Stop::Failed {
            self.push_failure(row);
        }
        // A run on an unsupported board never started, which is not the same as no improvement.
        if let Some(trace) = row.trace.as_ref().filter(|_| Row::from(row).counts()) {
            self.traces.push(TraceRow {
                trial: row.trial.number,
                configuration: row.trial.configuration,
                nodes: row.nodes,
                trace: trace.clone(),
            });
        }
    }

    /// Sorts the rows by trial, so that statistics do not depend on which run ended first, and
    /// determines which puzzles have no solution.
    pub fn sort(&mut self) {
        self.rows.sort_unstable_by_key(|row| row.trial);
        self.controls.sort_unstable_by_key(|row| row.trial);
        self.traces.sort_unstable_by_key(|trace| trace.trial);
        self.failures.sort_unstable_by_key(|failure| failure.configuration);
        self.unsolvable = Unsolvable::of(self);
    }

    /// Returns whether a puzzle is known to have no solution.
    pub fn is_unsolvable(&self, instance: usize) -> bool {
        self.unsolvable.puzzles.get(instance).is_some_and(|is_unsolvable| *is_unsolvable)
    }

    /// Returns whether a configuration can prove that a puzzle has no solution.
    pub fn can_prove(&self, configuration: usize) -> bool {
        self.unsolvable.provers.get(configuration).is_some_and(|can_prove| *can_prove)
    }

    /// Returns whether a run counts in the results of its configuration: the algorithm supports the
    /// board, and if the puzzle is unsolvable can prove it.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert!(table.rows.iter().all(|row| table.counts(row)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self, row: &Row) -> bool {
        let is_within_reach = || {
            !self.is_unsolvable(row.instance as usize) || self.can_prove(row.configuration as usize)
        };
        row.counts() && is_within_reach()
    }

    fn push_failure(&mut self, row: &TrialRow) {
        let (trial, configuration) = (row.trial.number, row.trial.configuration);
        let reason = row.reason.clone().unwrap_or_default();
        let known = self.failures.iter_mut().find(|known| known.configuration == configuration);
        match known {
            Some(known) => {
                known.runs += 1;
                if trial < known.trial {
                    (known.trial, known.reason) = (trial, reason);
                }
            }
            None => {
                let algorithm = self.names[configuration as usize].clone();
                self.failures.push(Failure { algorithm, configuration, runs: 1, trial, reason });
            }
        }
    }

    /// Returns whether a configuration is a program from outside.
    pub fn has_programs(&self) -> bool {
        self.configurations.iter().any(|configuration| configuration.program.is_some())
    }

    /// Returns the runs of a configuration, in their order.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(table.of_configuration(1).count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_configuration(&self, configuration: usize) -> impl Iterator<Item = &Row> + Clone {
        self.rows.iter().filter(move |row| row.configuration as usize == configuration)
    }

    /// Returns whether trials of the experiment are missing.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert!(!table.is_partial() && Table::of(&experiment).is_partial());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_partial(&self) -> bool {
        (self.rows.len() as u64) < self.planned
    }

    /// Returns for each puzzle whether costs on it are compared: not if propagation alone solves it,
    /// because it then tells nothing of a search. If that is so for all puzzles, all are compared.
    pub fn compared(&self) -> Vec<bool> {
        let any = self.instances.iter().any(|row| !row.by_singles);
        self.instances.iter().map(|row| !(any && row.by_singles)).collect()
    }

    /// Returns the table without the puzzles on which costs are not compared.
    pub fn only_compared(&self) -> Self {
        let compared = self.compared();
        let mut table = self.clone();
        table.rows.retain(|row| compared[row.instance as usize]);
        table
    }

    /// Computes the costly features of all puzzles, or of those that belong to a shard, on several
    /// threads, and calls `done` after each.
    ///
    /// # Errors
    /// Returns [`Stop::Cancelled`] when the flag ends the work; the features are then as before.
    pub fn add_features(
        &mut self,
        experiment: &Experiment,
        shard: Option<Shard>,
        threads: NonZeroUsize,
        cancel: &CancelFlag,
        mut done: impl FnMut(),
    ) -> Result<(), Stop> {
        let all = || vec![true; experiment.instances.len()];
        let wanted = shard.map_or_else(all, |shard| experiment.puzzles_of(shard));
        let puzzles = experiment.instances.iter().zip(&wanted).filter(|(_, is)| **is);
        let mut features = Vec::new();
        let work = |instance: &Instance| Features::all(&instance.puzzle, cancel);
        let mut failed = Ok(());
        let puzzles = puzzles.map(|(instance, _)| instance);
        map_in_order(threads, WINDOW, puzzles, work, |found, _| match found {
            Ok(found) => {
                features.push(found);
                done();
                ControlFlow::Continue(())
            }
            Err(stop) => {
                failed = Err(stop);
                ControlFlow::Break(())
            }
        });
        failed?;
        let rows = self.instances.iter_mut().zip(&wanted).filter(|(_, is)| **is);
        for ((row, _), features) in rows.zip(features) {
            row.features = features;
        }
        Ok(())
    }

    /// Returns the number of puzzles that propagation alone solves.
    pub fn solved_by_singles(&self) -> usize {
        self.instances.iter().filter(|instance| instance.by_singles).count()
    }
}

#[cfg(feature = "report")]
impl Table {
    /// Returns how often a configuration runs on each puzzle.
    pub(crate) fn runs_of(&self, configuration: usize) -> u32 {
        self.plan().runs_of(configuration)
    }

    /// Returns the part from which the trials follow.
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

    /// Returns whether runs of two configurations on a puzzle belong together by their repetitions: as
    /// they drew the same random numbers, or differ in their times only and ran one after the other.
    pub(crate) fn pairs_repetitions(&self, first: usize, second: usize) -> bool {
        let deterministic = |index: usize| self.configurations[index].entry.deterministic;
        deterministic(first) && deterministic(second)
            || self.seeds == Seeds::Common && self.runs_of(first) == self.runs_of(second)
    }
}
