//! The results of four student reports beside ours: what they printed, what the same algorithm gives
//! here, what the repaired algorithm gives, and why they differ. The games of the fifth report, R1,
//! need the arena, so the command line adds them. What R4 asks about random permutations and grids is
//! in `drawn`.
//!
//! [`TABLES`] holds what the reports say. A report's figures stay text, as it printed them: ranges,
//! deviations and units differ too much to be compared by a program.

mod claims;
mod drawn;
mod measured;
mod puzzles;
mod rows;
mod section;

use serde::Serialize;

pub use claims::TABLES;
pub use drawn::{Drawn, DrawnRow, drawn_sections, run_drawn};
pub use measured::{Measured, Unsolvable};
pub use puzzles::Puzzles;
pub use rows::{PublishedRow, published_sections, run_published};
pub use section::{Line, Section};

/// A table of a report.
#[derive(Clone, Copy, Debug)]
pub struct PublishedTable {
    /// R0 to R4.
    pub report: &'static str,
    /// The subject of the table.
    pub title: &'static str,
    /// The report's authors and year.
    pub source: &'static str,
    /// The puzzles that the report used, if it says which.
    pub published_puzzles: Option<&'static str>,
    /// The bound of the report's runs, if there was one.
    pub published_bound: Option<&'static str>,
    /// Our puzzles.
    pub puzzles: Puzzles,
    /// About how many runs our random algorithms have in all: on few puzzles they are repeated.
    pub runs: u32,
    /// The limit on nodes of each of our runs.
    pub nodes: u64,
    /// Node limits for which the table says how many puzzles were solved.
    pub within: &'static [u64],
    /// Whether some of our algorithms propagate first, so that puzzles that propagation solves say
    /// nothing about them.
    pub propagates: bool,
    /// Whether the table says how many conflicts are left.
    pub conflicts: bool,
    /// The rows of the table.
    pub claims: &'static [Claim],
    /// What else must be known about the table, such as contradictions in the report.
    pub notes: &'static [&'static str],
}

impl PublishedTable {
    /// More runs on one puzzle say hardly more about it.
    const MOST_RUNS_EACH: u32 = 25;

    /// Returns how often our random algorithms run on each of that many puzzles.
    fn runs_each(&self, puzzles: usize) -> u32 {
        let puzzles = u32::try_from(puzzles).unwrap_or(u32::MAX).max(1);
        (self.runs / puzzles).clamp(1, Self::MOST_RUNS_EACH)
    }

    /// A table without figures, from which the others are made.
    const EMPTY: Self = Self {
        report: "",
        title: "",
        source: "",
        published_puzzles: None,
        published_bound: None,
        puzzles: Puzzles::Written(""),
        runs: 1,
        nodes: 0,
        within: &[],
        propagates: false,
        conflicts: false,
        claims: &[],
        notes: &[],
    };
}

/// A row of a [`PublishedTable`].
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// What the report calls the algorithm.
    pub name: &'static str,
    /// The published result.
    pub theirs: Figures,
    /// Our configuration that does the same.
    pub faithful: &'static str,
    /// Our configuration that does what was meant, if that is another.
    pub repaired: Option<&'static str>,
    /// Why the numbers differ.
    pub why: &'static str,
    /// What else must be known about the row, such as contradictions in the report.
    pub notes: &'static [&'static str],
}

/// The figures of a report, as it printed them. What it does not say is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// A statement without a figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<&'static str>,
    /// Puzzles solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<&'static str>,
    /// Puzzles solved within the limits of [`PublishedTable::within`].
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    pub within: &'static [&'static str],
    /// Nodes of a run, as a mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_mean: Option<&'static str>,
    /// Nodes of the longest run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_max: Option<&'static str>,
    /// Conflicts left at the end of a run, as a mean with its standard deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflicts: Option<&'static str>,
    /// Time of a run, as a mean, perhaps with its standard deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_mean: Option<&'static str>,
    /// Time of the longest run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_max: Option<&'static str>,
    /// Time of all runs together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_total: Option<&'static str>,
}

impl Figures {
    /// No figures.
    const NONE: Self = Self {
        statement: None,
        solved: None,
        within: &[],
        nodes_mean: None,
        nodes_max: None,
        conflicts: None,
        time_mean: None,
        time_max: None,
        time_total: None,
    };
}

#[cfg(test)]
mod tests;
