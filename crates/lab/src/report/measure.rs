//! The measures by which costs are compared.

use crate::experiment::Row;

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
    ///
    /// ```
    /// use quadrille_lab::report::Measure;
    ///
    /// assert_eq!(Measure::CpuSeconds.id(), "cpu_seconds");
    /// ```
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
