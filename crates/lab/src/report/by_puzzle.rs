//! Run lengths by method and puzzle: what comparisons on the same puzzles start from.

use super::summary::to_solution;
use crate::experiment::{Row, Table};
use crate::stats::{Paired, holm, median};

/// What a comparison is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Nodes: exact and repeatable, and comparable only between methods that count the same.
    Nodes,
    /// Processor time: comparable between all methods, and less exact.
    CpuSeconds,
}

impl Measure {
    /// Its name in files.
    pub fn id(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::CpuSeconds => "cpu_seconds",
        }
    }

    /// The measure of a run.
    pub(super) fn of(self, row: &Row) -> f64 {
        match self {
            Self::Nodes => row.nodes as f64,
            Self::CpuSeconds => row.cpu_seconds,
        }
    }
}

/// For each method and puzzle the lengths of its runs; unsolved ones are infinite, and a puzzle
/// that a method cannot do has none.
pub(super) struct ByPuzzle {
    runs: Vec<Vec<Vec<f64>>>,
}

impl ByPuzzle {
    pub(super) fn of(table: &Table, measure: Measure) -> Self {
        let empty = vec![Vec::new(); table.instances.len()];
        let mut runs = vec![empty; table.subjects.len()];
        for row in table.rows.iter().filter(|row| row.counts()) {
            runs[row.method as usize][row.instance as usize]
                .push(to_solution(row, |row| measure.of(row)));
        }
        Self { runs }
    }

    /// The median of a method's runs on a puzzle; `None` where it has none, infinite where most are
    /// unsolved.
    pub(super) fn median(&self, method: usize, puzzle: usize) -> Option<f64> {
        let runs = &self.runs[method][puzzle];
        (!runs.is_empty()).then(|| median(runs))
    }
}

/// Two methods on the same puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// One method, its number in the table.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The comparison.
    pub paired: Paired,
    /// p of the signed-rank test, adjusted for the number of pairs.
    pub p_holm: f64,
}

/// All pairs of methods (each once, the first before the second), compared by puzzle. By nodes,
/// only pairs that count the same.
pub fn compare_pairs(table: &Table, measure: Measure) -> Vec<Pair> {
    let by_puzzle = ByPuzzle::of(table, measure);
    let mut pairs = Vec::new();
    for first in 0..table.subjects.len() {
        for second in first + 1..table.subjects.len() {
            let counter = |subject: usize| table.subjects[subject].entry.nodes;
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
