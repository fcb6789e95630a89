//! Why a run ended, and what that means to its user.

use std::fmt;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stop {
    /// With a validated solution.
    Solved,
    /// With a board that it took for a solution and the validator refused.
    Wrong,
    /// With the proof that there is no solution, or no further one.
    ProvedNone,
    /// The method came to its own end without an answer.
    Stuck,
    /// At the limit on nodes.
    Nodes,
    /// At the limit on evaluations.
    Evaluations,
    /// At the limit on time.
    Time,
    /// At the limit on memory.
    Memory,
    /// From outside.
    Cancelled,
    /// Before it began: the method cannot do this board.
    Unsupported,
}

impl Stop {
    /// All reasons.
    pub const ALL: [Self; 10] = [
        Self::Solved,
        Self::Wrong,
        Self::ProvedNone,
        Self::Stuck,
        Self::Nodes,
        Self::Evaluations,
        Self::Time,
        Self::Memory,
        Self::Cancelled,
        Self::Unsupported,
    ];

    /// The reason of that name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stop| stop.id() == id)
    }

    /// Its name in reports and logs.
    pub fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Wrong => "wrong",
            Self::ProvedNone => "proved-none",
            Self::Stuck => "stuck",
            Self::Nodes => "nodes",
            Self::Evaluations => "evaluations",
            Self::Time => "time",
            Self::Memory => "memory",
            Self::Cancelled => "cancelled",
            Self::Unsupported => "unsupported",
        }
    }

    /// What it means for the puzzle.
    pub fn status(self) -> Status {
        match self {
            Self::Solved => Status::Solved,
            Self::Wrong => Status::Wrong,
            Self::ProvedNone => Status::None,
            Self::Stuck => Status::Stuck,
            Self::Nodes | Self::Evaluations | Self::Time | Self::Memory | Self::Cancelled => {
                Status::Limit
            }
            Self::Unsupported => Status::Unsupported,
        }
    }
}

impl fmt::Display for Stop {
    /// What happened, for a person: `the limit on time was reached`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Solved => "solved",
            Self::Wrong => "the validator refused the answer",
            Self::ProvedNone => "there is no further solution",
            Self::Stuck => "the method ended without an answer",
            Self::Nodes => "the limit on nodes was reached",
            Self::Evaluations => "the limit on evaluations was reached",
            Self::Time => "the limit on time was reached",
            Self::Memory => "the limit on memory was reached",
            Self::Cancelled => "cancelled",
            Self::Unsupported => "the method cannot do this board",
        })
    }
}

/// Whoever asks for more than a solution gets the reason as an error when there is no answer.
impl std::error::Error for Stop {}

/// The outcome of a run in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A validated solution.
    Solved,
    /// A claimed solution that the validator refused.
    Wrong,
    /// Proved: no solution.
    None,
    /// The method ended without an answer.
    Stuck,
    /// A limit ended it; [`Stop`] says which.
    Limit,
    /// The input is no puzzle.
    Invalid,
    /// The method cannot do this board.
    Unsupported,
}

impl Status {
    /// The word.
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
