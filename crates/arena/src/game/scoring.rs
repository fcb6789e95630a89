//! What a move is worth and what it does: the one place that knows the points of placements, passes and
//! illegal attempts. Searches ask it too, so that another scoring rule is a change of this file.

use quadrille_core::Digit;

use super::{Effect, Illegal, Passing, Points, Ruleset};

/// The points of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    bonus: Points,
    pass_cost: Points,
}

impl Scoring {
    /// Returns the points for placing a digit that completes that many houses.
    ///
    /// ```
    /// use quadrille_arena::Ruleset;
    /// use quadrille_core::{BoxShape, Digit};
    ///
    /// let scoring = Ruleset::empty(BoxShape::NINE).scoring();
    /// let seven = Digit::new(7).expect("7 is a digit");
    /// assert_eq!(scoring.placement(seven, 1), 7 + 81); // a bonus for the completed house
    /// ```
    #[inline]
    pub fn placement(self, digit: Digit, houses: u32) -> Points {
        Points::from(digit.get()) + self.bonus * houses as Points
    }

    /// Returns what completing one more house adds to a placement. Searches that order moves by what
    /// they leave to the opponent use it.
    #[inline]
    pub fn house(self) -> Points {
        self.bonus
    }

    /// Returns the points of a pass, which are negative unless passes are free. Illegal attempts that
    /// do not lose the game have the same.
    ///
    /// ```
    /// use quadrille_arena::Ruleset;
    /// use quadrille_core::BoxShape;
    ///
    /// assert_eq!(Ruleset::empty(BoxShape::NINE).scoring().pass(), -9);
    /// ```
    #[inline]
    pub fn pass(self) -> Points {
        -self.pass_cost
    }
}

impl Ruleset {
    /// Returns the points of moves.
    #[inline]
    pub fn scoring(&self) -> Scoring {
        Scoring { bonus: self.bonus, pass_cost: self.pass_cost }
    }

    /// Returns what an illegal attempt does, given whether the last move was a pass. With a penalty, it
    /// is a pass in disguise, so it loses the game where a pass is not allowed, unless the rule is
    /// [`Illegal::PenaltyAlways`]. If passing is forbidden it always loses the game.
    pub fn illegal_attempt(&self, after_pass: bool) -> Illegal {
        match (self.passing, self.illegal) {
            (Passing::Forbidden, _) => Illegal::Forfeit,
            (_, Illegal::Penalty) if !self.passing.allows(after_pass) => Illegal::Forfeit,
            (_, illegal) => illegal,
        }
    }

    /// Returns the effect and the points of a pass or an illegal attempt.
    pub(super) fn without_placement(&self, is_pass: bool, after_pass: bool) -> (Effect, Points) {
        if is_pass && self.passing.allows(after_pass) {
            return (Effect::Passed, self.scoring().pass());
        }
        match self.illegal_attempt(after_pass) {
            Illegal::Penalty | Illegal::PenaltyAlways => (Effect::Penalized, self.scoring().pass()),
            Illegal::Forfeit => (Effect::Forfeited, 0),
        }
    }

    /// Returns whether best play ends every game by itself, so that a value can be exact.
    ///
    /// Under `unlimited`, two players who both prefer to pass continue to the ply cap. Under
    /// `no-double-pass` with [`Illegal::PenaltyAlways`], a player who may not pass can make an illegal
    /// attempt instead and leave the same position to the opponent, as often as it likes.
    ///
    /// ```
    /// use quadrille_arena::{Passing, Ruleset};
    /// use quadrille_core::BoxShape;
    ///
    /// let rules = Ruleset::empty(BoxShape::NINE);
    /// assert!(rules.ends_by_itself());
    /// assert!(!rules.with_passing(Passing::Unlimited).ends_by_itself());
    /// ```
    pub fn ends_by_itself(&self) -> bool {
        match self.passing {
            Passing::Unlimited => false,
            Passing::NoDoublePass => self.illegal != Illegal::PenaltyAlways,
            Passing::TwoPassEnd | Passing::Forbidden => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::BoxShape;

    use super::*;

    #[test]
    fn an_illegal_attempt_is_no_way_around_the_pass_rule() {
        use Illegal::{Forfeit, Penalty, PenaltyAlways};
        let cases = [
            (Passing::Unlimited, Penalty, [Penalty, Penalty]),
            (Passing::TwoPassEnd, Penalty, [Penalty, Penalty]),
            (Passing::NoDoublePass, Penalty, [Penalty, Forfeit]),
            (Passing::NoDoublePass, PenaltyAlways, [PenaltyAlways, PenaltyAlways]),
            (Passing::Forbidden, PenaltyAlways, [Forfeit, Forfeit]),
            (Passing::TwoPassEnd, Forfeit, [Forfeit, Forfeit]),
        ];
        for (passing, illegal, expected) in cases {
            let mut rules = Ruleset::empty(BoxShape::new(2, 2).unwrap()).with_passing(passing);
            rules.illegal = illegal;
            let found = [false, true].map(|after_pass| rules.illegal_attempt(after_pass));
            assert_eq!(found, expected, "{passing} {illegal:?}");
        }
    }

    #[test]
    fn placements_pay_for_digits_and_houses() {
        let scoring = Ruleset::empty(BoxShape::new(3, 3).unwrap()).scoring();
        let digit = Digit::new(7).unwrap();
        assert_eq!([0, 1, 3].map(|houses| scoring.placement(digit, houses)), [7, 88, 250]);
        assert_eq!((scoring.pass(), scoring.house()), (-9, 81));
    }
}
