//! How deep trial and error must reach to solve a puzzle, and which braids suffice.
//!
//! These are the classes by which Denis Berthier sorts puzzles ("Pattern-Based Constraint Satisfaction
//! and Logic Puzzles", 2012; the Sudoku Hierarchical Classifier, SHC). They do not depend on the order
//! in which anything is tried, and equivalent puzzles have the same:
//!
//! - T&E(0) are naked and hidden singles. T&E(d) also removes a candidate if its assertion leads to a
//!   contradiction in T&E(d - 1). The *depth* of a puzzle is the least d that solves it. All known 9x9
//!   puzzles need at most 3.
//! - A *braid* of length n removes a candidate: its assertion and those of n - 1 candidates that become
//!   single in turn, each in a cell or for a digit in a house, leave another cell, or digit in a house,
//!   without a candidate. The class `B5` has the puzzles of depth 1 that braids of length 5, but not
//!   of length 4, solve.
//! - In `B5B` (BxB with x = 5) are puzzles of depth 2: a candidate is removed if its assertion leads
//!   to a contradiction by braids of length 5. In `B5BB` (BxBB) are those of depth 3, with one more
//!   assertion.
//!
//! ```
//! use quadrille_core::{Meter, Puzzle, solve};
//! use quadrille_logic::depth::{class, depth};
//!
//! let text = "..34...8.......1.37.....5.42...9....5.71..4...6...7....7...2.....58....19...6....";
//! let puzzle: Puzzle = text.parse()?;
//! let solution = solve::first(&puzzle).expect("it has one");
//! assert_eq!(depth(&puzzle, &solution, &mut Meter::unlimited())?, Some(2));
//! let class = class(&puzzle, &solution, &mut Meter::unlimited())?;
//! assert_eq!(class.map(|class| class.to_string()).as_deref(), Some("B2B"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod braids;
#[cfg(test)]
mod tests;
mod trials;

use std::fmt;

use quadrille_core::{BoxShape, CandidateSet, Meter, Puzzle, Solution, Stop};

use crate::grid::NotRatable;
use board::{Board, id};
use trials::{MOST, Theory, Trials};

/// Why something is not known of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unknown {
    /// The puzzle is not a 9x9 board.
    #[error(transparent)]
    Unsuited(#[from] NotRatable),
    /// A limit ended the search.
    #[error("a limit ended the search ({0})")]
    Stopped(Stop),
}

impl From<Stop> for Unknown {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The class of a puzzle: the least depth, and with it the least length of braids, that solves it.
///
/// Shown as `B5`, `B5B` or `B5BB`. Singles suffice for `B0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// The depth of trial and error, 0 to 3.
    pub depth: u8,
    /// The length of the longest braids, 0 if there are none.
    pub length: u8,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "B{}{}", self.length, &"BB"[..usize::from(self.depth.saturating_sub(1))])
    }
}

/// Returns the depth of trial and error that a puzzle needs, at most 3; `None` if that does not solve
/// it, as no depth does if there are several solutions.
///
/// An assumption counts as a [`Counter::Branch`](quadrille_core::Counter::Branch).
///
/// # Errors
/// When the board is not a 9x9 board with boxes of 3x3, has edges, or a limit ends the search.
///
/// # Panics
/// When the solution is not one of the puzzle.
pub fn depth(
    puzzle: &Puzzle,
    solution: &Solution,
    meter: &mut Meter<'_>,
) -> Result<Option<u8>, Unknown> {
    let (left, truth) = boards(puzzle, solution)?;
    let mut trials = Trials::new(left, truth, meter);
    for depth in 0..=MOST {
        trials.settle(0, Theory { depth, length: 0 })?;
        if trials.state().is_solved() {
            return Ok(Some(depth as u8));
        }
    }
    Ok(None)
}

/// Returns the class of a puzzle; `None` if trial and error of depth 3 does not solve it.
///
/// An assumption, or a choice in the search for a braid, counts as a
/// [`Counter::Branch`](quadrille_core::Counter::Branch).
///
/// # Errors
/// As [`depth`].
///
/// # Panics
/// When the solution is not one of the puzzle.
pub fn class(
    puzzle: &Puzzle,
    solution: &Solution,
    meter: &mut Meter<'_>,
) -> Result<Option<Class>, Unknown> {
    let (mut left, truth) = boards(puzzle, solution)?;
    for depth in 0..=MOST {
        let mut trials = Trials::new(left, truth, meter);
        trials.settle(0, Theory { depth, length: 0 })?;
        if !trials.state().is_solved() {
            left = trials.state().left;
            continue;
        }
        let Some(inner) = depth.checked_sub(1) else {
            return Ok(Some(Class { depth: 0, length: 0 }));
        };
        // Braids with assumptions of one level less do all that trial and error of that depth does.
        let mut trials = Trials::new(left, truth, meter);
        for length in 1.. {
            trials.settle(0, Theory { depth: inner, length })?;
            if trials.state().is_solved() {
                return Ok(Some(Class { depth: depth as u8, length: length as u8 }));
            }
            trials.lengthen();
        }
    }
    Ok(None)
}

/// Returns the candidates that the givens leave, and those of the solution.
fn boards(puzzle: &Puzzle, solution: &Solution) -> Result<(Board, Board), NotRatable> {
    if puzzle.shape() != BoxShape::NINE {
        return Err(NotRatable::Shape(puzzle.shape()));
    }
    if !puzzle.edges().is_empty() {
        return Err(NotRatable::Edges);
    }
    let given = CandidateSet::of(puzzle);
    let (mut left, mut truth) = (Board::FULL, Board::FULL);
    for (cell, digit) in solution.grid().filled() {
        let digits = given.get(cell).bits();
        assert!(digits >> (digit.get() - 1) & 1 == 1, "the solution is of another puzzle");
        for other in 0..9 {
            let id = id(cell.index(), other);
            if digits >> other & 1 == 0 {
                left.remove(id);
            }
            if other + 1 != usize::from(digit.get()) {
                truth.remove(id);
            }
        }
    }
    Ok((left, truth))
}
