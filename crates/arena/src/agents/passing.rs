//! What passes are worth: by formula, without search.
//!
//! The value of a position does not depend on who is to move but for the sign, and a pass changes
//! nothing else. So with `m` the value of the best placement and `P` the cost of a pass, a mover
//! who passes leaves the same `m` to the opponent. With two passes ending the game the value is
//!
//! ```text
//!   max(m, -P - max(m, -P))        and, when the opponent has just passed,  max(m, -P)
//! ```
//!
//! with no pass after a pass it is `max(m, -P - m)`, and then `m`. Unlimited passing is taken for
//! the first: two players who both prefer to pass gain nothing from each other any more.

use crate::agents::strong::Bound;
use crate::game::{Passing, Ruleset};

/// What the search needs of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) bonus: i32,
    pub(crate) pass_cost: i32,
    pub(crate) passing: Passing,
}

impl Terms {
    /// Those of a ruleset.
    pub(crate) fn of(rules: &Ruleset) -> Self {
        Self { bonus: rules.bonus, pass_cost: rules.pass_cost, passing: rules.passing }
    }

    /// Whether to pass, given the value of the best placement.
    pub(crate) fn prefers_pass(self, m: i32, after_pass: bool) -> bool {
        if after_pass { self.after_pass(m) > m } else { self.with_pass(m) > m }
    }

    /// The value for the mover, given the value of its best placement, where the last move was no
    /// pass.
    #[inline]
    pub(crate) fn with_pass(self, m: i32) -> i32 {
        let cost = self.pass_cost;
        match self.passing {
            Passing::Forbidden => m,
            Passing::NoDoublePass => m.max(-cost - m),
            Passing::TwoPassEnd | Passing::Unlimited => m.max(-cost - m.max(-cost)),
        }
    }

    /// The same, where it was.
    #[inline]
    pub(crate) fn after_pass(self, m: i32) -> i32 {
        match self.passing {
            Passing::Forbidden | Passing::NoDoublePass => m,
            Passing::TwoPassEnd | Passing::Unlimited => m.max(-self.pass_cost),
        }
    }

    /// What passing is worth, given the value of the best placement.
    #[inline]
    pub(crate) fn pass(self, m: i32) -> i32 {
        match self.passing {
            Passing::Forbidden => i32::MIN,
            Passing::NoDoublePass => -self.pass_cost - m,
            Passing::TwoPassEnd | Passing::Unlimited => -self.pass_cost - m.max(-self.pass_cost),
        }
    }

    /// The most that passing can be worth, whatever the placements; no less than it ever is.
    #[inline]
    pub(crate) fn most_of_a_pass(self) -> i32 {
        match self.passing {
            Passing::Forbidden => i32::MIN,
            Passing::NoDoublePass => i32::MAX,
            Passing::TwoPassEnd | Passing::Unlimited => 0,
        }
    }

    /// The value of the best placement up to which passing reaches `beta`; `None` if it never
    /// does.
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

    /// What a position is worth at least, where the last move was no pass: a pass is worth
    /// `-P - m` at least, and the better of `m` and that is not below `-P / 2`.
    #[inline]
    pub(crate) fn least(self) -> Option<i32> {
        (self.passing != Passing::Forbidden).then_some(-(self.pass_cost / 2))
    }

    /// Below which value of the best placement its exact value does not matter.
    #[inline]
    pub(crate) fn floor(self, alpha: i32, beta: i32) -> i32 {
        match self.passing {
            Passing::Forbidden => alpha,
            Passing::NoDoublePass => alpha.min(-self.pass_cost - beta - 1),
            Passing::TwoPassEnd | Passing::Unlimited if alpha >= 0 => alpha,
            Passing::TwoPassEnd | Passing::Unlimited => alpha.min(-self.pass_cost),
        }
    }

    /// The value of a position, and what it is, from what a search of its placements with the
    /// window from `floor` to `beta` returned: `m` is a lower bound from `beta` on, an upper one
    /// up to `floor`, and exact between.
    #[inline]
    pub(crate) fn settle(self, m: i32, floor: i32, beta: i32) -> (i32, Bound) {
        if m >= beta {
            // The better the placements, the worse a pass: that of `m` may not be had any more, but
            // what every position is worth at least is.
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
            // Below minus the cost of a pass both prefer to pass, and the value is 0.
            Passing::TwoPassEnd | Passing::Unlimited if m <= -self.pass_cost => (0, Bound::Exact),
            // A pass is worth 0 at most.
            Passing::TwoPassEnd | Passing::Unlimited => (m.max(0), Bound::Upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever a search of the placements may return within its window, what is concluded from it
    /// is true of the position, and decides it.
    #[test]
    fn what_is_settled_is_true_and_decides() {
        for passing in Passing::ALL {
            for pass_cost in [0, 1, 4, 9] {
                let terms = Terms { bonus: 16, pass_cost, passing };
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
                                let (told, bound) = terms.settle(found, floor, beta);
                                let (is_true, decides) = match bound {
                                    Bound::Exact => (value == told, true),
                                    Bound::Lower => (value >= told, told >= beta),
                                    Bound::Upper => (value <= told, told <= alpha),
                                };
                                assert!(
                                    is_true && decides,
                                    "{terms:?}: {m} found as {found} in {alpha}..{beta}: {told} {bound:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}
