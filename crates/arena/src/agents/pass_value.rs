//! The value of a pass, by formula instead of search.
//!
//! The value of a position depends on who is to move only in its sign, and a pass changes nothing
//! else. So with `m` the value of the best placement and `P` the cost of a pass, a player who
//! passes leaves the same `m` to the opponent. If two passes end the game, the value is
//!
//! ```text
//!   max(m, -P - max(m, -P))        and, when the opponent has just passed,  max(m, -P)
//! ```
//!
//! If a pass may not follow a pass, it is `max(m, -P - m)`, and after a pass `m`. Unlimited passing
//! is treated like the first rule: two players who both prefer to pass gain nothing more.
//!
//! An illegal attempt that costs `P` and is no pass leaves the position with its full value `V` to
//! the opponent, so it is worth `-P - V`. It changes none of these values: `V` is never below `-P / 2`,
//! so `-P - V <= V`; and after a pass, where two passes end the game, either `m >= -P - V` or the pass
//! is as good.

use crate::game::{Passing, Ruleset, Scoring};

/// How a returned value relates to the exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    #[default]
    Lower,
    Upper,
    Exact,
}

/// The part of the rules that a search needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) scoring: Scoring,
    pub(crate) pass_cost: i32,
    pub(crate) passing: Passing,
}

impl Terms {
    /// Returns the terms of a ruleset.
    pub(crate) fn of(rules: &Ruleset) -> Self {
        Self { scoring: rules.scoring(), pass_cost: rules.pass_cost, passing: rules.passing }
    }

    /// Returns whether a pass is better than the best placement, whose value is `m`.
    pub(crate) fn prefers_pass(self, m: i32, after_pass: bool) -> bool {
        if after_pass { self.after_pass(m) > m } else { self.with_pass(m) > m }
    }

    /// Returns the value of a position for the player to move, where `m` is the value of the best
    /// placement and the last move was not a pass.
    #[inline]
    pub(crate) fn with_pass(self, m: i32) -> i32 {
        m.max(self.pass(m))
    }

    /// Returns the same if the last move was a pass.
    #[inline]
    pub(crate) fn after_pass(self, m: i32) -> i32 {
        match self.passing {
            Passing::Forbidden | Passing::NoDoublePass => m,
            Passing::TwoPassEnd | Passing::Unlimited => m.max(-self.pass_cost),
        }
    }

    /// Returns the value of passing, where `m` is the value of the best placement.
    #[inline]
    pub(crate) fn pass(self, m: i32) -> i32 {
        match self.passing {
            Passing::Forbidden => i32::MIN,
            _ => -self.pass_cost - self.after_pass(m),
        }
    }

    /// Returns the largest value of the best placement at which passing reaches `beta`; `None` if
    /// it never does.
    #[inline]
    pub(crate) fn gate(self, beta: i32) -> Option<i32> {
        match self.passing {
            Passing::Forbidden => None,
            Passing::NoDoublePass => Some(-self.pass_cost - beta),
            Passing::TwoPassEnd | Passing::Unlimited => {
                (beta <= 0).then_some(-self.pass_cost - beta)
            }
        }
    }

    /// Returns a lower bound on the value of a position if the last move was not a pass: a pass is
    /// worth at least `-P - m`, and the maximum of `m` and that is not below `-P / 2`.
    #[inline]
    pub(crate) fn least(self) -> Option<i32> {
        (self.passing != Passing::Forbidden).then_some(-(self.pass_cost / 2))
    }

    /// Returns the value of the best placement below which its exact value does not matter.
    #[inline]
    pub(crate) fn floor(self, alpha: i32, beta: i32) -> i32 {
        match self.passing {
            Passing::Forbidden => alpha,
            Passing::NoDoublePass => alpha.min(-self.pass_cost - beta - 1),
            Passing::TwoPassEnd | Passing::Unlimited if alpha >= 0 => alpha,
            Passing::TwoPassEnd | Passing::Unlimited => alpha.min(-self.pass_cost),
        }
    }

    /// Returns the value of a position, and whether it is exact, from the result `m` of a search of
    /// its placements with the window from `floor` to `beta`: `m` is a lower bound at or above
    /// `beta`, an upper bound at or below `floor`, and exact in between.
    #[inline]
    pub(crate) fn settle(self, m: i32, floor: i32, beta: i32) -> (i32, Bound) {
        if m >= beta {
            // The better the placements, the worse a pass: the pass value that follows from `m` may
            // be too high, but the least value of every position holds.
            return (self.least().map_or(m, |least| m.max(least)), Bound::Lower);
        }
        let value = self.with_pass(m);
        if m > floor {
            return (value, Bound::Exact);
        }
        match self.passing {
            Passing::Forbidden => (value, Bound::Upper),
            // The worse the placements, the better the pass that leaves them to the opponent.
            Passing::NoDoublePass => (value, Bound::Lower),
            // Below minus the cost of a pass both players prefer to pass, and the value is 0.
            Passing::TwoPassEnd | Passing::Unlimited if m <= -self.pass_cost => (0, Bound::Exact),
            // A pass is worth at most 0.
            Passing::TwoPassEnd | Passing::Unlimited => (m.max(0), Bound::Upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::BoxShape;

    use super::*;

    /// For everything that a search of the placements may return, the conclusion is true and lies
    /// on one side of the window or is exact.
    #[test]
    fn settled_values_are_true_and_decide() {
        for passing in Passing::ALL {
            for pass_cost in [0, 1, 4, 9] {
                let rules = Ruleset::empty(BoxShape::new(2, 2).unwrap()).with_passing(passing);
                let terms = Terms::of(&Ruleset { pass_cost, ..rules });
                for m in -20..=20 {
                    let value = terms.with_pass(m);
                    for alpha in -22..=21 {
                        for beta in alpha + 1..=22 {
                            let floor = terms.floor(alpha, beta);
                            let returned = match m {
                                m if m >= beta => beta..=m,
                                m if m <= floor => m..=floor,
                                m => m..=m,
                            };
                            for found in returned {
                                let (value_found, bound) = terms.settle(found, floor, beta);
                                let (is_true, decides) = match bound {
                                    Bound::Exact => (value == value_found, true),
                                    Bound::Lower => (value >= value_found, value_found >= beta),
                                    Bound::Upper => (value <= value_found, value_found <= alpha),
                                };
                                assert!(
                                    is_true && decides,
                                    "{terms:?}: {m} found as {found} in {alpha}..{beta}: {value_found} {bound:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
