//! The rules of a game as data.

use std::fmt;
use std::time::Duration;

use quadrille_engine::{BoxShape, Grid, Puzzle};

/// Points of a game; a player's score can be negative.
pub type Points = i32;

/// Everything that determines the effect of moves and the end of a game: two games with equal
/// rulesets and equal moves have equal scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// Box shape, edges and givens. Neither player gets points for givens or for the houses that they
    /// complete.
    pub board: Puzzle,
    /// Points for each house that a placement completes.
    pub bonus: Points,
    /// Points that a pass or an illegal attempt costs.
    pub pass_cost: Points,
    /// Whether a player may pass.
    pub passing: Passing,
    /// What an illegal attempt does.
    pub illegal: Illegal,
    /// The ply after which a game is over in any case.
    pub ply_cap: u32,
    /// Time and node limits.
    pub clock: ClockRule,
}

impl Ruleset {
    /// The default ply cap.
    pub const PLY_CAP: u32 = 10_000;
    /// The largest ply cap that options and files may set: every ply is kept in memory.
    pub const MAX_PLY_CAP: u32 = 1_000_000;

    /// The largest bonus that files and messages may set. The default on the largest board is 2401.
    pub const MAX_BONUS: Points = 10_000;
    /// The largest cost of a pass that files and messages may set: as often as plies are allowed, it
    /// leaves scores within their type. The default on the largest board is 49.
    pub const MAX_PASS_COST: Points = 1000;

    /// Returns the default rules on a board: a bonus of side² for a house, a pass costs side points,
    /// two passes end the game, illegal attempts cost as much as a pass.
    pub fn new(board: Puzzle) -> Self {
        let side = board.shape().side() as Points;
        Self {
            board,
            bonus: side * side,
            pass_cost: side,
            passing: Passing::default(),
            illegal: Illegal::default(),
            ply_cap: Self::PLY_CAP,
            clock: ClockRule::default(),
        }
    }

    /// Returns the default rules on the empty board of a shape.
    pub fn empty(shape: BoxShape) -> Self {
        Self::new(Grid::empty(shape).try_into().expect("an empty grid has no conflict"))
    }

    /// Returns these rules with another pass rule.
    #[must_use]
    pub fn with_passing(mut self, passing: Passing) -> Self {
        self.passing = passing;
        self
    }

    /// Returns the side of the board.
    pub fn side(&self) -> usize {
        self.board.shape().side()
    }
}

/// Whether a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Passing {
    /// At any time, any number of times: the original rules. Only the ply cap ends a game of two
    /// players who both prefer to pass.
    Unlimited,
    /// At any time; two passes in a row end the game.
    #[default]
    TwoPassEnd,
    /// Unless the opponent has just passed.
    NoDoublePass,
    /// Never.
    Forbidden,
}

impl Passing {
    /// All pass rules.
    pub const ALL: [Self; 4] =
        [Self::Unlimited, Self::TwoPassEnd, Self::NoDoublePass, Self::Forbidden];

    /// Returns the name of the rule for users.
    pub fn id(self) -> &'static str {
        ["unlimited", "two-pass-end", "no-double-pass", "forbidden"][self as usize]
    }

    /// Returns the rule with that name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|passing| passing.id() == id)
    }

    /// Returns whether a pass is legal, given whether the last move was a pass.
    #[inline]
    pub fn allows(self, after_pass: bool) -> bool {
        match self {
            Self::Unlimited | Self::TwoPassEnd => true,
            Self::NoDoublePass => !after_pass,
            Self::Forbidden => false,
        }
    }
}

impl fmt::Display for Passing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// What an illegal attempt does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Illegal {
    /// It costs as much as a pass and ends the turn, but does not count as a pass. Where a pass is not
    /// allowed, it loses the game.
    #[default]
    Penalty,
    /// It loses the game.
    Forfeit,
    /// It costs as much as a pass and ends the turn, but does not count as a pass, even where a pass
    /// is not allowed; only if passing is forbidden it loses the game.
    PenaltyAlways,
}

impl Illegal {
    /// All rules for illegal attempts.
    pub const ALL: [Self; 3] = [Self::Penalty, Self::Forfeit, Self::PenaltyAlways];

    /// Returns the name of the rule for users.
    pub fn id(self) -> &'static str {
        ["penalty", "forfeit", "penalty-always"][self as usize]
    }

    /// Returns the rule with that name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|illegal| illegal.id() == id)
    }
}

/// Time and node limits; `None` means that there is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ClockRule {
    /// Wall time for each player and game.
    pub per_game: Option<Duration>,
    /// Nodes for each move. External programs are told the limit, but it is not enforced.
    pub nodes_per_move: Option<u64>,
}
