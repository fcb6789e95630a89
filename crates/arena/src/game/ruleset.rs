//! The rules of a game as data.

use std::fmt;
use std::time::Duration;

use quadrille_core::{BoxShape, Grid, Puzzle};

/// Points of a game; a player's score can be negative.
pub type Points = i32;

/// Everything that determines the effect of moves and the end of a game: two games with equal
/// rulesets and equal moves have equal scores.
///
/// ```
/// use quadrille_arena::{Passing, Ruleset};
/// use quadrille_core::BoxShape;
///
/// let rules = Ruleset::empty(BoxShape::NINE).with_passing(Passing::Forbidden);
/// assert_eq!((rules.side(), rules.bonus), (9, 81));
/// ```
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
    ///
    /// ```
    /// use quadrille_arena::Ruleset;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let rules = Ruleset::new(puzzle);
    /// assert_eq!((rules.bonus, rules.pass_cost), (16, 4));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
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
    ///
    /// ```
    /// use quadrille_arena::Ruleset;
    /// use quadrille_core::BoxShape;
    ///
    /// assert_eq!(Ruleset::empty(BoxShape::NINE).side(), 9);
    /// ```
    pub fn empty(shape: BoxShape) -> Self {
        Self::new(Grid::empty(shape).try_into().expect("an empty grid has no conflict"))
    }

    /// Returns these rules with another pass rule.
    ///
    /// ```
    /// use quadrille_arena::{Passing, Ruleset};
    /// use quadrille_core::BoxShape;
    ///
    /// let rules = Ruleset::empty(BoxShape::NINE).with_passing(Passing::Forbidden);
    /// assert_eq!(rules.passing, Passing::Forbidden);
    /// ```
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
    ///
    /// ```
    /// use quadrille_arena::Passing;
    ///
    /// assert_eq!(Passing::TwoPassEnd.id(), "two-pass-end");
    /// ```
    pub fn id(self) -> &'static str {
        ["unlimited", "two-pass-end", "no-double-pass", "forbidden"][self as usize]
    }

    /// Returns the rule with that name.
    ///
    /// ```
    /// use quadrille_arena::Passing;
    ///
    /// assert_eq!(Passing::from_id("forbidden"), Some(Passing::Forbidden));
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|passing| passing.id() == id)
    }

    /// Returns whether a pass is legal, given whether the last move was a pass.
    ///
    /// ```
    /// use quadrille_arena::Passing;
    ///
    /// assert!(Passing::NoDoublePass.allows(false) && !Passing::NoDoublePass.allows(true));
    /// ```
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
    ///
    /// ```
    /// use quadrille_arena::Illegal;
    ///
    /// assert_eq!(Illegal::from_id(Illegal::Forfeit.id()), Some(Illegal::Forfeit));
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|illegal| illegal.id() == id)
    }
}

/// Time and node limits; `None` means that there is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ClockRule {
    /// Wall time for each player and game.
    pub per_game: Option<Duration>,
    /// Wall time that each player gets after each of its moves, besides `per_game`.
    pub increment: Duration,
    /// Wall time for each move.
    pub per_move: Option<Duration>,
    /// How much later than its limits a move may come and still count.
    pub margin: Duration,
    /// Nodes for each move. External programs get to know the limit, but it is not enforced.
    pub nodes_per_move: Option<u64>,
}

impl ClockRule {
    /// Returns the wall time that a move may take, of a player who has made that many moves in that
    /// time; `None` without a limit. The margin comes on top.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use quadrille_arena::ClockRule;
    ///
    /// let clock = ClockRule { per_game: Some(Duration::from_secs(60)), ..ClockRule::default() };
    /// let left = clock.time_for_move(3, Duration::from_secs(45));
    /// assert_eq!(left, Some(Duration::from_secs(15)));
    /// ```
    pub fn time_for_move(&self, moves: u32, spent: Duration) -> Option<Duration> {
        let left = self.per_game.map(|base| {
            base.saturating_add(self.increment.saturating_mul(moves)).saturating_sub(spent)
        });
        [left, self.per_move].into_iter().flatten().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn increments_follow_moves_and_the_smaller_limit_holds() {
        let seconds = Duration::from_secs;
        let none = ClockRule::default();
        assert_eq!(none.time_for_move(9, seconds(9)), None);
        let fischer = ClockRule { per_game: Some(seconds(10)), increment: seconds(2), ..none };
        assert_eq!(fischer.time_for_move(0, seconds(0)), Some(seconds(10)));
        assert_eq!(fischer.time_for_move(3, seconds(15)), Some(seconds(1)));
        assert_eq!(fischer.time_for_move(3, seconds(17)), Some(seconds(0)));
        let both = ClockRule { per_move: Some(seconds(3)), ..fischer };
        assert_eq!(both.time_for_move(0, seconds(0)), Some(seconds(3)));
        assert_eq!(both.time_for_move(0, seconds(8)), Some(seconds(2)));
        let per_move = ClockRule { per_move: Some(seconds(3)), ..none };
        assert_eq!(per_move.time_for_move(50, seconds(900)), Some(seconds(3)));
    }
}
