//! Ratings: how hard the hardest step of a walk is.

use super::grid::NotRatable;
use super::profile::Profile;
use super::walk::Walk;
use crate::board::Puzzle;
use crate::control::{Meter, Stop};
use crate::solve::{self, Solver};

/// How hard a puzzle is. Ratings are in tenths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rating {
    /// What is known about the puzzle.
    pub verdict: Verdict,
    /// The rating of the hardest step (ER); [`UNSOLVED`](Self::UNSOLVED) if the techniques do not
    /// solve the puzzle; 0 if there is nothing to do.
    pub rating: u32,
    /// The hardest step up to the first that fills a cell (EP); 0 if none does.
    pub pearl: u32,
    /// The rating of the first step (ED).
    pub diamond: u32,
    /// The kind of the first of the hardest steps.
    pub hardest: Option<&'static str>,
    /// The number of steps.
    pub steps: usize,
}

impl Rating {
    /// The rating of a puzzle beyond all techniques, as Sudoku Explainer gives it: 20.0.
    pub const UNSOLVED: u32 = 200;

    const NONE: Self =
        Self { verdict: Verdict::Solved, rating: 0, pearl: 0, diamond: 0, hardest: None, steps: 0 };
}

/// Whether a puzzle could be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The techniques solve it.
    Solved,
    /// It has one solution, which the techniques do not find.
    Beyond,
    /// It has several solutions, and is not rated.
    Several,
    /// It has no solution, and is not rated.
    None,
    /// The techniques do not work on its board.
    Unsuited(NotRatable),
    /// A limit ended the search.
    Stopped(Stop),
}

/// Rates a puzzle.
///
/// Its solutions are counted first, because techniques tell nothing about a puzzle that has none,
/// and those of uniqueness nothing about one that has several.
pub fn rate(puzzle: &Puzzle, profile: &Profile, meter: &mut Meter<'_>) -> Rating {
    let verdict = |verdict| Rating { verdict, ..Rating::NONE };
    let mut walk = match Walk::new(puzzle, profile) {
        Ok(walk) => walk.without_evidence(),
        Err(error) => return verdict(Verdict::Unsuited(error)),
    };
    match solve::verdict(Solver::Kernel, puzzle, meter) {
        solve::Verdict::Unique(_) => {}
        solve::Verdict::NoSolution => return verdict(Verdict::None),
        solve::Verdict::Multiple(_) => return verdict(Verdict::Several),
        solve::Verdict::Undecided(stop) => return verdict(Verdict::Stopped(stop)),
    }
    let mut rating = Rating::NONE;
    let mut has_pearl = false;
    loop {
        match walk.next(meter) {
            Ok(Some(step)) => {
                rating.steps += 1;
                if rating.steps == 1 {
                    rating.diamond = step.rating;
                }
                if step.rating > rating.rating {
                    rating.rating = step.rating;
                    rating.hardest = Some(step.deduction.kind);
                }
                if !has_pearl && !step.deduction.placements.is_empty() {
                    has_pearl = true;
                    rating.pearl = rating.rating;
                }
            }
            Ok(None) if walk.grid().is_full() => return rating,
            Ok(None) => {
                return Rating { verdict: Verdict::Beyond, rating: Rating::UNSOLVED, ..rating };
            }
            Err(stop) => return Rating { verdict: Verdict::Stopped(stop), ..rating },
        }
    }
}
