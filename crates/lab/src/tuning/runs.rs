//! The runs of a tuning, and what they cost.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use quadrille_core::{
    CancelFlag, Clock, Counters, Event, Limits, Observer, Puzzle, Status, Stop, parallel,
};

use super::Tuning;
use super::journal::{Done, Journal};
use crate::registry::Configuration;

/// Penalty of an unsolved run, in multiples of its limit.
const PENALTY: f64 = 10.0;
/// The share of the penalty that is off in a race for a run that nearly solved its puzzle.
const CLOSENESS: f64 = 0.1;

/// What a setting costs on a puzzle, as a mean of its runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cost {
    /// What a race compares.
    pub(super) raced: f64,
    /// PAR-10 in nodes.
    pub(super) par10: f64,
}

/// Keeps the common cost of the best board.
#[derive(Default)]
struct Nearest(Option<u32>);

impl Observer for Nearest {
    fn event(&mut self, _: &Counters, event: Event<'_>) {
        if let Event::Improved { cost, .. } = event {
            self.0 = Some(cost);
        }
    }
}

/// What runs are made with.
#[derive(Clone, Copy)]
pub(super) struct Means<'a, 'j> {
    pub(super) threads: NonZeroUsize,
    pub(super) clock: &'a dyn Clock,
    pub(super) cancel: &'a CancelFlag,
    pub(super) limits: Limits,
    pub(super) journal: Option<&'a Journal<'j>>,
}

impl Means<'_, '_> {
    /// Runs settings on puzzles with that many seeds from one on; returns how each run ended.
    ///
    /// The laboratory's experiments repeat fast runs to time them, which is of no use here.
    pub(super) fn run(
        &self,
        wanted: &[(&Configuration, &Puzzle, u64)],
        runs: u32,
    ) -> Option<Vec<Vec<Done>>> {
        let runs = runs.max(1) as usize;
        let results: Vec<OnceLock<Done>> = vec![OnceLock::new(); wanted.len() * runs];
        let first = self.journal.map_or(0, |journal| journal.ask(results.len()));
        parallel::for_each(self.threads, results.len(), |index| {
            let number = first + index as u64;
            if let Some(known) = self.journal.and_then(|journal| journal.known(number)) {
                // Each index is visited once.
                let _ = results[index].set(known);
                return;
            }
            if self.cancel.is_cancelled() || self.journal.is_some_and(Journal::has_failed) {
                return;
            }
            let (configuration, puzzle, seed) = wanted[index / runs];
            let seed = seed.wrapping_add((index % runs) as u64);
            let (mut nearest, limits) = (Nearest::default(), self.limits);
            let observer: Option<&mut dyn Observer> = Some(&mut nearest);
            let run = configuration.run(puzzle, seed, limits, self.cancel, self.clock, observer);
            let outcome = run.expect("limited by nodes, or the clock runs");
            if outcome.stop != Stop::Cancelled {
                let solved = outcome.stop.status() == Status::Solved;
                let nodes = solved.then_some(outcome.counters[configuration.entry.nodes]);
                let done = Done { nodes, least: nearest.0.filter(|_| !solved) };
                if let Some(journal) = self.journal {
                    journal.keep(number, done);
                }
                let _ = results[index].set(done);
            }
        });
        let results: Option<Vec<Done>> = results.into_iter().map(OnceLock::into_inner).collect();
        Some(results?.chunks(runs).map(<[_]>::to_vec).collect())
    }
}

impl Tuning {
    /// Returns what runs cost.
    pub(super) fn cost(&self, runs: &[Done]) -> Cost {
        let penalty = self.nodes as f64 * PENALTY;
        let raced = runs.iter().map(|run| match (run.nodes, run.least) {
            (Some(nodes), _) => nodes as f64,
            (None, Some(least)) => penalty * (1.0 - CLOSENESS / (1.0 + f64::from(least))),
            (None, None) => penalty,
        });
        let raced = raced.sum::<f64>() / runs.len().max(1) as f64;
        let nodes: Vec<Option<u64>> = runs.iter().map(|run| run.nodes).collect();
        Cost { raced, par10: self.par10(&nodes) }
    }

    /// Returns the mean PAR-10 of runs.
    pub(super) fn par10(&self, runs: &[Option<u64>]) -> f64 {
        let penalty = self.nodes as f64 * PENALTY;
        let costs = runs.iter().map(|run| run.map_or(penalty, |nodes| nodes as f64));
        costs.sum::<f64>() / runs.len().max(1) as f64
    }
}
