//! Our results of a configuration on the puzzles of a table.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille_core::{
    CancelFlag, Clock, Counters, Event, Observer, Puzzle, Snapshot, Status, Stop, parallel,
};
use serde::Serialize;

use super::PublishedTable;
use super::puzzles::Chosen;
use crate::experiment::{Experiment, Trial, TrialRow};
use crate::stats::{cluster_success, wilson};

/// Our results of a configuration. Puzzles that provably have no solution are only in `unsolvable`;
/// failed runs are included in the means, as in the reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// The name of the configuration.
    pub algorithm: String,
    /// Number of runs.
    pub runs: u64,
    /// Runs that found a validated solution.
    pub solved: u64,
    /// Lower end of the 95% interval of the success rate; absent without runs.
    pub success_low: Option<f64>,
    /// Upper end of that interval.
    pub success_high: Option<f64>,
    /// Runs on puzzles that propagation alone does not solve.
    pub runs_beyond_singles: u64,
    /// How many of these found a validated solution.
    pub solved_beyond_singles: u64,
    /// Claims that the validator rejected.
    pub wrong: u64,
    /// Mean nodes per run; absent without runs.
    pub nodes_mean: Option<f64>,
    /// Nodes of the longest run.
    pub nodes_max: u64,
    /// Mean conflicts left at the end of a run, if the table says that.
    pub conflicts_mean: Option<f64>,
    /// The standard deviation of that; absent if there is one run.
    pub conflicts_deviation: Option<f64>,
    /// Mean processor time per run in seconds; absent without runs.
    pub cpu_seconds_mean: Option<f64>,
    /// Processor time of the longest run.
    pub cpu_seconds_max: f64,
    /// Processor time of all runs together.
    pub cpu_seconds_total: f64,
    /// (nodes, runs solved within them), if the table says that.
    pub within: Vec<(u64, u64)>,
    /// The first run on each puzzle that provably has no solution.
    pub unsolvable: Vec<Unsolvable>,
}

/// A run on a puzzle that provably has no solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Unsolvable {
    /// The source and the position of the puzzle, from 1.
    pub puzzle: String,
    /// Why the run ended.
    pub stop: &'static str,
    /// Its nodes.
    pub nodes: u64,
}

/// The runs of a table.
pub(super) struct Done<'a> {
    pub(super) table: &'a PublishedTable,
    pub(super) chosen: &'a Chosen,
    pub(super) experiment: &'a Experiment,
    pub(super) rows: &'a [TrialRow],
    /// Conflicts left by trial number, if the table says that.
    pub(super) conflicts: &'a [Option<u32>],
}

impl Done<'_> {
    /// Returns the results of a configuration, or `None` if it supports none of the puzzles.
    pub(super) fn measure(&self, name: &str) -> Option<Measured> {
        let configuration = self
            .experiment
            .configurations
            .iter()
            .position(|configuration| configuration.to_string() == name)?;
        let supported: Vec<&TrialRow> = self
            .rows
            .iter()
            .filter(|row| row.trial.configuration as usize == configuration)
            .filter(|row| row.stop.status() != Status::Unsupported)
            .collect();
        if supported.is_empty() {
            return None;
        }
        let (hopeless, rows): (Vec<&TrialRow>, Vec<&TrialRow>) =
            supported.into_iter().partition(|row| self.chosen.unsolvable[instance(row)]);
        let count =
            |is: &dyn Fn(&TrialRow) -> bool| rows.iter().filter(|row| is(row)).count() as u64;
        let beyond = |row: &TrialRow| !self.chosen.singles[instance(row)];
        let (runs, solved) = (rows.len() as u64, count(&TrialRow::solved));
        let success = self.success(&rows);
        let conflicts: Vec<f64> = rows
            .iter()
            .filter_map(|row| self.conflicts.get(row.trial.number as usize).copied().flatten())
            .map(f64::from)
            .collect();
        let seconds: Vec<f64> = rows.iter().map(|row| row.cpu_seconds).collect();
        Some(Measured {
            algorithm: name.to_owned(),
            runs,
            solved,
            success_low: success.map(|(low, _)| low),
            success_high: success.map(|(_, high)| high),
            runs_beyond_singles: count(&beyond),
            solved_beyond_singles: count(&|row| row.solved() && beyond(row)),
            wrong: count(&|row| row.stop.status() == Status::Wrong),
            nodes_mean: mean(&rows.iter().map(|row| row.nodes as f64).collect::<Vec<_>>()),
            nodes_max: rows.iter().map(|row| row.nodes).max().unwrap_or(0),
            conflicts_mean: mean(&conflicts),
            conflicts_deviation: deviation(&conflicts),
            cpu_seconds_mean: mean(&seconds),
            cpu_seconds_max: seconds.iter().copied().fold(0.0, f64::max),
            cpu_seconds_total: seconds.iter().sum(),
            within: self
                .table
                .within
                .iter()
                .map(|&nodes| (nodes, count(&|row| row.solved() && row.nodes <= nodes)))
                .collect(),
            unsolvable: hopeless
                .iter()
                .filter(|row| row.trial.repetition == 0)
                .map(|row| {
                    let puzzle = &self.experiment.instances[instance(row)];
                    Unsolvable {
                        puzzle: format!("{}:{}", puzzle.source, puzzle.line),
                        stop: row.stop.id(),
                        nodes: row.nodes,
                    }
                })
                .collect(),
        })
    }

    /// Returns the interval of the success rate. Runs on the same puzzle depend on each other.
    fn success(&self, rows: &[&TrialRow]) -> Option<(f64, f64)> {
        let mut by_puzzle = vec![(0_u32, 0_u32); self.experiment.instances.len()];
        for row in rows {
            let (solved, runs) = &mut by_puzzle[instance(row)];
            *solved += u32::from(row.solved());
            *runs += 1;
        }
        by_puzzle.retain(|(_, runs)| *runs > 0);
        let interval = match by_puzzle[..] {
            // The runs on a single puzzle say nothing about others, but all about it.
            [(solved, runs)] => wilson(solved.into(), runs.into()),
            _ => cluster_success(&by_puzzle),
        }?;
        Some((interval.low, interval.high))
    }
}

fn instance(row: &TrialRow) -> usize {
    row.trial.instance as usize
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the standard deviation of a sample.
fn deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (values.len() > 1).then(|| (squares / (values.len() - 1) as f64).sqrt())
}

/// Runs all trials again, observed, and returns the conflicts that they leave, by trial number; or
/// `None` after a cancellation.
pub(super) fn conflicts_left(
    experiment: &Experiment,
    threads: NonZeroUsize,
    cancel: &CancelFlag,
    clock: &dyn Clock,
) -> Option<Vec<Option<u32>>> {
    let mut left = Vec::new();
    let trials = (0..experiment.trials()).map(|number| experiment.trial(number));
    let run = |trial: Trial| conflicts_of(experiment, trial, cancel, clock);
    parallel::map_in_order(threads, NonZeroUsize::MAX, trials, run, |conflicts, _| {
        left.push(conflicts);
        ControlFlow::Continue(())
    });
    (!cancel.is_cancelled()).then_some(left)
}

fn conflicts_of(
    experiment: &Experiment,
    trial: Trial,
    cancel: &CancelFlag,
    clock: &dyn Clock,
) -> Option<u32> {
    let configuration = &experiment.configurations[trial.configuration as usize];
    let puzzle = &experiment.instances[trial.instance as usize].puzzle;
    let mut last = Last { gauge: None, board: None };
    let observer: &mut dyn Observer = &mut last;
    let limits = experiment.limits;
    let outcome = configuration.run(puzzle, trial.seed, limits, cancel, clock, Some(observer));
    let stop = outcome.map_or(Stop::Unsupported, |outcome| outcome.stop);
    match stop.status() {
        Status::Unsupported => None,
        _ => last.gauge.or_else(|| last.board.map(|board| conflicts(puzzle, &board))),
    }
}

/// What an observed run showed last.
struct Last {
    /// Its own measure, if it has one: R2's programs counted conflicts of givens only.
    gauge: Option<u32>,
    /// Its best board.
    board: Option<Snapshot>,
}

impl Observer for Last {
    fn event(&mut self, _: &Counters, event: Event<'_>) {
        match event {
            Event::Gauge { name: "conflicts", values } => {
                self.gauge = values.first().map(|&value| value as u32);
            }
            Event::Improved { board, .. } => self.board = Some(board.into()),
            _ => {}
        }
    }
}

/// Returns the conflicts in rows and columns, each counted from both of its cells, as R2 did.
fn conflicts(puzzle: &Puzzle, board: &[u8]) -> u32 {
    let side = puzzle.shape().side();
    let of_house = |house: &[quadrille_core::Cell]| -> u32 {
        let mut counts = vec![0_u32; side + 1];
        for cell in house {
            counts[usize::from(board[cell.index()])] += 1;
        }
        counts[1..].iter().map(|&count| count * count.saturating_sub(1)).sum()
    };
    // Rows and columns come before boxes.
    puzzle.geometry().houses().take(2 * side).map(of_house).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{BoxShape, Grid};

    #[test]
    fn conflicts_are_counted_from_both_cells() {
        let puzzle = Puzzle::try_from(Grid::empty(BoxShape::of_side(4).unwrap())).unwrap();
        let solved = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
        assert_eq!(conflicts(&puzzle, &solved), 0);
        let mut board = solved;
        // A swap in the first row: one pair in each of two columns.
        board.swap(0, 1);
        assert_eq!(conflicts(&puzzle, &board), 4);
        // Three equal digits in a row are three pairs; empty cells are none.
        assert_eq!(conflicts(&puzzle, &[1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), 6);
    }

    #[test]
    fn means_and_deviations_of_few_values() {
        assert_eq!((mean(&[]), deviation(&[])), (None, None));
        assert_eq!((mean(&[3.0]), deviation(&[3.0])), (Some(3.0), None));
        assert_eq!((mean(&[1.0, 3.0]), deviation(&[1.0, 3.0])), (Some(2.0), Some(2_f64.sqrt())));
    }
}
