//! Why a search ended, and its outcome in one word.

use std::fmt;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Stop {
    /// It found a validated solution.
    Solved,
    /// It claimed a board that the validator rejected.
    Wrong,
    /// It proved that there is no solution, or no further one.
    ProvedNone,
    /// It ended by itself without an answer.
    Stuck,
    /// The program that searched crashed, hung or broke its protocol.
    Failed,
    /// It reached the limit on nodes.
    Nodes,
    /// It reached the limit on evaluations.
    Evaluations,
    /// It reached the limit on wall time.
    Time,
    /// It reached the limit on processor time.
    CpuTime,
    /// It reached the limit on memory.
    Memory,
    /// The cancel flag was raised.
    Cancelled,
    /// The solver or algorithm does not support the board, so it did not start.
    Unsupported,
}

impl Stop {
    /// All reasons.
    pub const ALL: [Self; 12] = [
        Self::Solved,
        Self::Wrong,
        Self::ProvedNone,
        Self::Stuck,
        Self::Failed,
        Self::Nodes,
        Self::Evaluations,
        Self::Time,
        Self::CpuTime,
        Self::Memory,
        Self::Cancelled,
        Self::Unsupported,
    ];

    /// Returns the reason with that id.
    ///
    /// ```
    /// use quadrille_core::Stop;
    /// assert_eq!(Stop::from_id("cpu-time"), Some(Stop::CpuTime));
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stop| stop.id() == id)
    }

    /// Returns the id used in reports and logs.
    ///
    /// ```
    /// use quadrille_core::Stop;
    /// assert_eq!(Stop::ProvedNone.id(), "proved-none");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Wrong => "wrong",
            Self::ProvedNone => "proved-none",
            Self::Stuck => "stuck",
            Self::Failed => "failed",
            Self::Nodes => "nodes",
            Self::Evaluations => "evaluations",
            Self::Time => "time",
            Self::CpuTime => "cpu-time",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
            Self::Unsupported => "unsupported",
        }
    }

    /// Returns the outcome in one word.
    ///
    /// ```
    /// use quadrille_core::{Status, Stop};
    /// assert_eq!(Stop::Time.status(), Status::Limit);
    /// ```
    pub fn status(self) -> Status {
        match self {
            Self::Solved => Status::Solved,
            Self::Wrong => Status::Wrong,
            Self::ProvedNone => Status::None,
            Self::Stuck | Self::Failed => Status::Stuck,
            Self::Nodes
            | Self::Evaluations
            | Self::Time
            | Self::CpuTime
            | Self::Memory
            | Self::Cancelled => Status::Limit,
            Self::Unsupported => Status::Unsupported,
        }
    }
}

impl fmt::Display for Stop {
    /// Writes a phrase for people, as in `the limit on time was reached`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Solved => "solved",
            Self::Wrong => "the validator rejected the answer",
            Self::ProvedNone => "there is no further solution",
            Self::Stuck => "the search ended without an answer",
            Self::Failed => "the program failed",
            Self::Nodes => "the limit on nodes was reached",
            Self::Evaluations => "the limit on evaluations was reached",
            Self::Time => "the limit on time was reached",
            Self::CpuTime => "the limit on processor time was reached",
            Self::Memory => "the limit on memory was reached",
            Self::Cancelled => "cancelled",
            Self::Unsupported => "this board is not supported",
        })
    }
}

/// Services that need a finished search return the reason as an error when a limit ended it.
impl std::error::Error for Stop {}

/// The outcome of a search in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A validated solution.
    Solved,
    /// A claimed solution that the validator rejected.
    Wrong,
    /// There is provably no solution.
    None,
    /// The search ended by itself without an answer.
    Stuck,
    /// A limit ended the search; [`Stop`] says which.
    Limit,
    /// The input is not a puzzle.
    Invalid,
    /// The board is not supported.
    Unsupported,
}

impl Status {
    /// Returns the word.
    ///
    /// ```
    /// use quadrille_core::{Status, Stop};
    /// assert_eq!(Stop::Nodes.status().id(), "limit");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Wrong => "wrong",
            Self::None => "none",
            Self::Stuck => "stuck",
            Self::Limit => "limit",
            Self::Invalid => "invalid",
            Self::Unsupported => "unsupported",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
