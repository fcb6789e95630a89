//! Run lengths by configuration and puzzle, for comparisons on the same puzzles.

use super::summary::to_solution;
use crate::experiment::{Row, Table};
use crate::stats::{Paired, holm, median};

/// What a comparison measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nodes: exact and repeatable, but comparable only between algorithms that count the same.
    Nodes,
    /// Processor time: comparable between all algorithms, but less exact.
    CpuSeconds,
}

impl Measure {
    /// Returns the name in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::CpuSeconds => "cpu_seconds",
        }
    }

    /// Returns the measure of a run.
    pub(super) fn of(self, row: &Row) -> f64 {
        match self {
            Self::Nodes => row.nodes as f64,
            Self::CpuSeconds => row.cpu_seconds,
        }
    }
}

/// The lengths of the runs of each configuration on each puzzle. Unsolved runs are infinite; there
/// are none on unsupported puzzles.
pub(super) struct ByPuzzle {
    runs: Vec<Vec<Vec<f64>>>,
}

impl ByPuzzle {
    pub(super) fn of(table: &Table, measure: Measure) -> Self {
        let empty = vec![Vec::new(); table.instances.len()];
        let mut runs = vec![empty; table.configurations.len()];
        for row in table.rows.iter().filter(|row| row.counts()) {
            runs[row.configuration as usize][row.instance as usize]
                .push(to_solution(row, |row| measure.of(row)));
        }
        Self { runs }
    }

    /// Returns the median of the runs on a puzzle: `None` without runs, infinity if most are
    /// unsolved.
    pub(super) fn median(&self, configuration: usize, puzzle: usize) -> Option<f64> {
        let runs = &self.runs[configuration][puzzle];
        (!runs.is_empty()).then(|| median(runs))
    }
}

/// A comparison of two configurations on the same puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Index of one configuration in the table.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// The comparison.
    pub paired: Paired,
    /// p-value of the signed-rank test, adjusted for the number of pairs.
    pub p_holm: f64,
}

/// Compares all pairs of configurations by puzzle, each pair once. By nodes, only pairs that count
/// the same are compared.
pub fn compare_pairs(table: &Table, measure: Measure) -> Vec<Pair> {
    let by_puzzle = ByPuzzle::of(table, measure);
    let mut pairs = Vec::new();
    for first in 0..table.configurations.len() {
        for second in first + 1..table.configurations.len() {
            let counter = |configuration: usize| table.configurations[configuration].entry.nodes;
            if measure == Measure::Nodes && counter(first) != counter(second) {
                continue;
            }
            let paired = Paired::of(&by_puzzle.runs[first], &by_puzzle.runs[second]);
            if paired.puzzles > 0 {
                pairs.push(Pair { first, second, paired, p_holm: paired.p });
            }
        }
    }
    let adjusted = holm(&pairs.iter().map(|pair| pair.paired.p).collect::<Vec<_>>());
    for (pair, p) in pairs.iter_mut().zip(adjusted) {
        pair.p_holm = p;
    }
    pairs
}
