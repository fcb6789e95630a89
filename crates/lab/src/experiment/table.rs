//! The results of an experiment in the small form that statistics and reports work on: forty-odd
//! bytes a run, so that a million runs fit anywhere.

use std::sync::Arc;

use quadrille_engine::{Counter, Limits, Status, Stop};

use super::{Experiment, Trace, TrialRow, singles_solve};
use crate::registry::{Configuration, Entry, Parameters};

/// Everything that a report is made from.
#[derive(Clone, Debug)]
pub struct Table {
    /// The methods, in the order of the experiment.
    pub subjects: Vec<Subject>,
    /// The puzzles, in the order of the experiment.
    pub instances: Vec<PuzzleRow>,
    /// The rows, sorted by trial once [`sort`](Self::sort) was called.
    pub rows: Vec<Row>,
    /// How some runs improved, sorted as the rows.
    pub traces: Vec<TraceRow>,
    /// Seed of the first repetition.
    pub seed: u64,
    /// Repetitions of methods that draw random numbers.
    pub runs: u32,
    /// The limits of each run, as the user set them.
    pub limits: Limits,
    /// Trials that the experiment has in all.
    pub planned: u64,
}

/// A method of a table.
#[derive(Clone)]
pub struct Subject {
    /// Its name with parameters.
    pub name: String,
    /// Its entry.
    pub entry: &'static Entry,
    /// Its parameters.
    pub parameters: Parameters,
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
}

/// A run whose improvements were kept.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceRow {
    /// Number of the trial.
    pub trial: u64,
    /// Which subject.
    pub method: u32,
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
    /// Which subject.
    pub method: u32,
    /// Which instance.
    pub instance: u32,
    /// Which repetition, from 0.
    pub repetition: u32,
    /// Why it ended.
    pub stop: Stop,
    /// What the method's own report calls nodes.
    pub nodes: u64,
    /// Boards whose cost was computed.
    pub evaluations: u64,
    /// Wall time.
    pub seconds: f64,
    /// Processor time.
    pub cpu_seconds: f64,
}

impl Row {
    /// Whether it ended with a validated solution.
    pub fn solved(&self) -> bool {
        self.stop.status() == Status::Solved
    }

    /// Whether it was a run at all: the method can do the board.
    pub fn counts(&self) -> bool {
        self.stop.status() != Status::Unsupported
    }
}

impl From<&TrialRow> for Row {
    fn from(row: &TrialRow) -> Self {
        Self {
            trial: row.trial.number,
            method: row.trial.method,
            instance: row.trial.instance,
            repetition: row.trial.repetition,
            stop: row.stop,
            nodes: row.nodes,
            evaluations: row.counters[Counter::Evaluated],
            seconds: row.seconds,
            cpu_seconds: row.cpu_seconds,
        }
    }
}

impl From<&Configuration> for Subject {
    fn from(method: &Configuration) -> Self {
        Self {
            name: method.to_string(),
            entry: method.entry,
            parameters: method.parameters.clone(),
        }
    }
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl Table {
    /// The table of an experiment before its first run.
    pub fn of(experiment: &Experiment) -> Self {
        let puzzle_row = |instance: &super::Instance| PuzzleRow {
            source: Arc::clone(&instance.source),
            line: instance.line,
            text: instance.puzzle.to_string(),
            by_singles: singles_solve(&instance.puzzle),
        };
        Self {
            subjects: experiment.methods.iter().map(Subject::from).collect(),
            instances: experiment.instances.iter().map(puzzle_row).collect(),
            rows: Vec::new(),
            traces: Vec::new(),
            seed: experiment.seed,
            runs: experiment.runs,
            limits: experiment.limits,
            planned: experiment.trials(),
        }
    }

    /// Takes in a run.
    pub fn push(&mut self, row: &TrialRow) {
        self.rows.push(Row::from(row));
        // A board that the method cannot do was never shown: it is not one without improvement.
        if let Some(trace) = row.trace.as_ref().filter(|_| Row::from(row).counts()) {
            self.traces.push(TraceRow {
                trial: row.trial.number,
                method: row.trial.method,
                nodes: row.nodes,
                trace: trace.clone(),
            });
        }
    }

    /// Sorts the rows by trial: what is computed from them does not depend on who ended first.
    pub fn sort(&mut self) {
        self.rows.sort_unstable_by_key(|row| row.trial);
        self.traces.sort_unstable_by_key(|trace| trace.trial);
    }

    /// The rows of a subject, in their order.
    pub fn of_subject(&self, subject: usize) -> impl Iterator<Item = &Row> + Clone {
        self.rows.iter().filter(move |row| row.method as usize == subject)
    }

    /// Whether trials of the experiment are missing.
    pub fn is_partial(&self) -> bool {
        (self.rows.len() as u64) < self.planned
    }

    /// How many puzzles propagation alone solves.
    pub fn solved_by_singles(&self) -> usize {
        self.instances.iter().filter(|instance| instance.by_singles).count()
    }
}
