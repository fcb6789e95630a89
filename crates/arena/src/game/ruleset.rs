//! The rules of a game as data.

use std::fmt;
use std::time::Duration;

use quadrille_engine::{BoxShape, Grid, Puzzle};

/// Points of a game; a player's score can be negative.
pub type Points = i32;

/// Everything that decides what a move does and when a game ends. Nothing else does: two games
/// with equal rulesets and equal moves have equal scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// Shape, edges and prefilled cells. Givens belong to nobody, and houses that they complete
    /// pay nothing.
    pub board: Puzzle,
    /// Points for each house that a placement completes.
    pub bonus: Points,
    /// Points that a pass or an illegal attempt costs.
    pub pass_cost: Points,
    /// Whether a player may pass.
    pub passing: Passing,
    /// What an illegal attempt does.
    pub illegal: Illegal,
    /// The ply after which a game is over, whatever the board.
    pub ply_cap: u32,
    /// Limits on thinking.
    pub clock: ClockRule,
}

impl Ruleset {
    /// The ply cap where nothing else is said.
    pub const PLY_CAP: u32 = 10_000;

    /// The usual rules on that board: a bonus of side² for a house, a pass for side points, two
    /// passes end the game, illegal attempts cost like a pass.
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

    /// The usual rules on the empty board of a shape.
    pub fn empty(shape: BoxShape) -> Self {
        Self::new(Grid::empty(shape).try_into().expect("an empty grid has no conflict"))
    }

    /// The same rules with another pass rule.
    #[must_use]
    pub fn with_passing(mut self, passing: Passing) -> Self {
        self.passing = passing;
        self
    }

    /// Digits, and cells per house.
    pub fn side(&self) -> usize {
        self.board.shape().side()
    }

    /// What an illegal attempt does here: where passing is forbidden it always loses the game,
    /// since the penalty would be a pass by another name.
    pub fn illegal_attempts(&self) -> Illegal {
        match self.passing {
            Passing::Forbidden => Illegal::Forfeit,
            _ => self.illegal,
        }
    }
}

/// Whether a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Passing {
    /// At any time, as often as they like: the original rules. Only the ply cap ends a game of
    /// two players who both prefer to pass.
    Unlimited,
    /// At any time; two passes in a row end the game.
    #[default]
    TwoPassEnd,
    /// Unless the other player has just passed.
    NoDoublePass,
    /// Never.
    Forbidden,
}

impl Passing {
    /// All pass rules.
    pub const ALL: [Self; 4] =
        [Self::Unlimited, Self::TwoPassEnd, Self::NoDoublePass, Self::Forbidden];

    /// Its name for users.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unlimited => "unlimited",
            Self::TwoPassEnd => "two-pass-end",
            Self::NoDoublePass => "no-double-pass",
            Self::Forbidden => "forbidden",
        }
    }

    /// The rule of that name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|passing| passing.id() == id)
    }

    /// Whether a pass is a move, given whether the last move was one.
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
    /// It costs as much as a pass and the turn is over, but it is no pass.
    #[default]
    Penalty,
    /// It loses the game.
    Forfeit,
}

impl Illegal {
    /// Its name for users.
    pub fn id(self) -> &'static str {
        match self {
            Self::Penalty => "penalty",
            Self::Forfeit => "forfeit",
        }
    }

    /// The rule of that name.
    pub fn from_id(id: &str) -> Option<Self> {
        [Self::Penalty, Self::Forfeit].into_iter().find(|illegal| illegal.id() == id)
    }
}

/// Limits on thinking; `None` = no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ClockRule {
    /// Wall time of a player for a whole game.
    pub per_game: Option<Duration>,
    /// Nodes of a player for a move; outside bots are told, and trusted.
    pub nodes_per_move: Option<u64>,
}
