//! Seats, moves, their effects, and what is said of them.

use std::fmt;

use quadrille_core::{Candidate, Cell, Digit};
use serde::{Deserialize, Serialize};

use super::Points;

/// The two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Seat {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns 0 or 1.
    ///
    /// ```
    /// use quadrille_arena::Seat;
    ///
    /// assert_eq!(["Ada", "Charles"][Seat::Second.index()], "Charles");
    /// ```
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns 1 or 2, as in records and texts.
    ///
    /// ```
    /// use quadrille_arena::Seat;
    ///
    /// assert_eq!(Seat::First.number(), 1);
    /// ```
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the opponent.
    ///
    /// ```
    /// use quadrille_arena::Seat;
    ///
    /// assert_eq!(Seat::First.other(), Seat::Second);
    /// ```
    #[inline]
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "player {}", self.number())
    }
}

/// What a player does in its turn. A move may be illegal; the ruleset says what happens then.
///
/// ```
/// use quadrille_arena::Move;
///
/// assert_eq!(Move::parse("r1c2=3", 9), Some(Move::at(9, 0, 1, 3)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Puts a digit into a cell.
    Place(Candidate),
    /// Places nothing.
    Pass,
    /// Names a cell or a digit that the board does not have: always illegal.
    Nowhere {
        /// The row named, from 0.
        row: i64,
        /// The column named, from 0.
        column: i64,
        /// The value named.
        value: i64,
    },
}

impl Move {
    /// Returns the move that puts `value` at `row`, `column` (from 0) on a board of that side. Accepts
    /// all numbers.
    ///
    /// ```
    /// use quadrille_arena::Move;
    ///
    /// assert_eq!(Move::at(9, 0, 1, 3).name(9).to_string(), "r1c2=3");
    /// assert!(matches!(Move::at(9, 0, 9, 3), Move::Nowhere { .. })); // no such column
    /// ```
    pub fn at(side: usize, row: i64, column: i64, value: i64) -> Self {
        let within = |n: i64| usize::try_from(n).ok().filter(|&n| n < side);
        let digit = u8::try_from(value).ok().filter(|&v| usize::from(v) <= side);
        match (within(row), within(column), digit.and_then(Digit::new)) {
            (Some(row), Some(column), Some(digit)) => {
                Self::Place(Candidate { cell: Cell::new(row * side + column), digit })
            }
            _ => Self::Nowhere { row, column, value },
        }
    }

    /// Parses a move such as `r1c2=3` or `pass`, on a board of that side.
    ///
    /// ```
    /// use quadrille_arena::Move;
    ///
    /// assert_eq!(Move::parse("r1c2=3", 9), Some(Move::at(9, 0, 1, 3)));
    /// assert_eq!((Move::parse("pass", 9), Move::parse("resign", 9)), (Some(Move::Pass), None));
    /// ```
    pub fn parse(name: &str, side: usize) -> Option<Self> {
        if name == "pass" {
            return Some(Self::Pass);
        }
        let (place, value) = name.strip_prefix('r')?.split_once('=')?;
        let (row, column) = place.split_once('c')?;
        let number = |text: &str| text.parse::<u16>().ok().map(i64::from);
        Some(Self::at(side, number(row)? - 1, number(column)? - 1, number(value)?))
    }

    /// Returns the move as text such as `r1c2=3` or `pass`, on a board of that side.
    ///
    /// ```
    /// use quadrille_arena::Move;
    ///
    /// assert_eq!(Move::Pass.name(9).to_string(), "pass");
    /// ```
    pub fn name(self, side: usize) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::Place(Candidate { cell, digit }) => write!(f, "{}={digit}", cell.name(side)),
            Self::Pass => f.write_str("pass"),
            Self::Nowhere { row, column, value } => {
                write!(f, "row {row}, column {column} (from 0), value {value}")
            }
        })
    }
}

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The digit is on the board.
    Placed,
    /// A pass that the rules allow.
    Passed,
    /// An illegal attempt that cost as much as a pass.
    Penalized,
    /// An illegal attempt that lost the game.
    Forfeited,
}

/// A move that was played, with everything needed to undo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who moved.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// Its effect.
    pub effect: Effect,
    /// The points gained; negative if it cost points.
    pub points: Points,
    /// Whether the move before it was a pass.
    pub(super) after_pass: bool,
}

/// What an agent says of the search for its move. It is not checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveInfo {
    /// The points that the agent expects to gain on the opponent from here on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Points>,
    /// The depth of the search in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The line that it expects, moves such as `r1c2=3` and `pass`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn move_names_round_trip() {
        for name in ["pass", "r1c1=1", "r9c8=7"] {
            assert_eq!(Move::parse(name, 9).unwrap().name(9).to_string(), name);
        }
        assert_eq!(Move::parse("r10c1=1", 9), Some(Move::Nowhere { row: 9, column: 0, value: 1 }));
        for nonsense in ["", "r1c1", "r1c1=", "c1r1=1", "r-1c1=1", "r1c1=1 "] {
            assert_eq!(Move::parse(nonsense, 9), None, "{nonsense}");
        }
    }
}
