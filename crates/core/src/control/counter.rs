//! What searches count, with one meaning each.

use std::ops::{Index, IndexMut};

/// A kind of work that a search counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Counter {
    /// A digit assigned in a propagating search, givens and inferred ones included.
    Assign,
    /// Of those, the givens.
    AssignGiven,
    /// Of those, the ones inferred as hidden singles.
    AssignHidden,
    /// A guess tried.
    Branch,
    /// A digit put into an empty cell by a search that does not propagate.
    Placement,
    /// A state taken from a frontier.
    Expanded,
    /// A successor made.
    Generated,
    /// A whole board, or a change of one, whose cost was computed.
    Evaluated,
    /// A change that was taken.
    Accepted,
    /// A new start.
    Restart,
    /// An undone guess.
    Backtrack,
    /// A state found to have no solution.
    Contradiction,
    /// A conflict of a clause-learning search.
    Conflict,
    /// Work that a program from outside says it did. What a unit is, the program decides.
    Reported,
}

impl Counter {
    /// The number of kinds.
    pub const COUNT: usize = 14;

    /// All kinds, in the order of reports.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Assign,
        Self::AssignGiven,
        Self::AssignHidden,
        Self::Branch,
        Self::Placement,
        Self::Expanded,
        Self::Generated,
        Self::Evaluated,
        Self::Accepted,
        Self::Restart,
        Self::Backtrack,
        Self::Contradiction,
        Self::Conflict,
        Self::Reported,
    ];

    /// Returns the id used in reports and logs.
    ///
    /// ```
    /// use quadrille_core::Counter;
    /// assert_eq!(Counter::Branch.id(), "branch");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Assign => "assign",
            Self::AssignGiven => "assign_given",
            Self::AssignHidden => "assign_hidden",
            Self::Branch => "branch",
            Self::Placement => "placement",
            Self::Expanded => "expanded",
            Self::Generated => "generated",
            Self::Evaluated => "evaluated",
            Self::Accepted => "accepted",
            Self::Restart => "restart",
            Self::Backtrack => "backtrack",
            Self::Contradiction => "contradiction",
            Self::Conflict => "conflict",
            Self::Reported => "reported",
        }
    }

    /// Returns the counter with that id.
    ///
    /// ```
    /// use quadrille_core::Counter;
    /// assert_eq!(Counter::from_id("restart"), Some(Counter::Restart));
    /// assert_eq!(Counter::from_id("reboot"), None);
    /// ```
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|counter| counter.id() == id)
    }
}

/// How often each kind of work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counters([u64; Counter::COUNT]);

impl Index<Counter> for Counters {
    type Output = u64;

    #[inline]
    fn index(&self, counter: Counter) -> &u64 {
        &self.0[counter as usize]
    }
}

impl IndexMut<Counter> for Counters {
    #[inline]
    fn index_mut(&mut self, counter: Counter) -> &mut u64 {
        &mut self.0[counter as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_whole() {
        for (index, counter) in Counter::ALL.into_iter().enumerate() {
            assert_eq!(counter as usize, index);
            assert_eq!(Counter::from_id(counter.id()), Some(counter));
        }
    }
}
