//! Levels of strength: agents of the registry under names that say how well they play.

/// A level.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) name: &'static str,
    /// The agent with its parameters.
    pub(super) agent: &'static str,
}

/// The levels, weakest first. docs/reference/dualsudoku.md has their ratings and how they were measured.
pub(super) const LEVELS: [Level; 5] = [
    Level { name: "beginner", agent: "random-valid" },
    Level { name: "casual", agent: "first-valid" },
    Level { name: "club", agent: "alphabeta" },
    Level { name: "strong", agent: "strong:nodes=1000" },
    Level { name: "master", agent: "strong" },
];
