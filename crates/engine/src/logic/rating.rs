//! Ratings: how hard the hardest step of a walk is.

use super::grid::NotRatable;
use super::profile::Profile;
use super::singles::{any_full_house, place_hidden};
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
    /// The kind of the first of the hardest steps up to the first that fills a cell.
    pub pearl_kind: Option<&'static str>,
    /// The kind of the first step.
    pub diamond_kind: Option<&'static str>,
    /// The number of steps.
    pub steps: usize,
}

impl Rating {
    /// The rating of a puzzle beyond all techniques, as Sudoku Explainer gives it: 20.0.
    pub const UNSOLVED: u32 = 200;

    const NONE: Self = Self {
        verdict: Verdict::Solved,
        rating: 0,
        pearl: 0,
        diamond: 0,
        hardest: None,
        pearl_kind: None,
        diamond_kind: None,
        steps: 0,
    };
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
/// A puzzle without a solution or with several is not rated: techniques tell nothing about the
/// first, and those of uniqueness nothing about the second.
pub fn rate(puzzle: &Puzzle, profile: &Profile, meter: &mut Meter<'_>) -> Rating {
    rate_up_to(puzzle, profile, u32::MAX, meter)
}

/// Rates a puzzle whose rating may be up to `most`, in tenths. A harder one is
/// [beyond](Verdict::Beyond) the techniques, which is found out sooner than its rating.
pub fn rate_up_to(puzzle: &Puzzle, profile: &Profile, most: u32, meter: &mut Meter<'_>) -> Rating {
    let failed = |verdict| Rating { verdict, ..Rating::NONE };
    let walk = match Walk::new(puzzle, profile) {
        Ok(walk) => walk.without_evidence().up_to(most),
        Err(error) => return failed(Verdict::Unsuited(error)),
    };
    let singles = profile.hidden_singles();
    let singles = singles.filter(|[.., hardest]| *hardest <= most);
    let mut rater = Rater { walk, singles, most, rating: Rating::NONE, has_pearl: false };
    if !any_full_house(rater.walk.grid()) {
        rater.place_hidden();
        // Singles that fill the board prove that there is no other solution.
        if rater.walk.grid().is_full() && rater.walk.grid().solves(puzzle) {
            return rater.rating;
        }
    }
    match solve::verdict(Solver::Kernel, puzzle, meter) {
        solve::Verdict::Unique(_) => rater.finish(meter),
        solve::Verdict::NoSolution => failed(Verdict::None),
        solve::Verdict::Multiple(_) => failed(Verdict::Several),
        solve::Verdict::Undecided(stop) => failed(Verdict::Stopped(stop)),
    }
}

struct Rater<'p> {
    walk: Walk<'p>,
    /// The ratings of full houses and of hidden singles in boxes and lines, if many can be placed at
    /// once.
    singles: Option<[u32; 3]>,
    /// The rating beyond which the walk ends.
    most: u32,
    rating: Rating,
    has_pearl: bool,
}

impl Rater<'_> {
    /// Walks on to the end.
    fn finish(mut self, meter: &mut Meter<'_>) -> Rating {
        loop {
            let step = match self.walk.next(meter) {
                Ok(Some(step)) => step,
                Ok(None) if self.walk.grid().is_full() => return self.rating,
                Ok(None) => {
                    let (verdict, rating) = (Verdict::Beyond, Rating::UNSOLVED);
                    return Rating { verdict, rating, ..self.rating };
                }
                Err(stop) => return Rating { verdict: Verdict::Stopped(stop), ..self.rating },
            };
            if step.rating > self.most {
                let (verdict, rating) = (Verdict::Beyond, Rating::UNSOLVED);
                return Rating { verdict, rating, ..self.rating };
            }
            self.note(step.deduction.kind, step.rating, !step.deduction.placements.is_empty(), 1);
            // A full house is easier than other singles, so it matters which is first until one of
            // these was the hardest step.
            if self.singles.is_some_and(|[.., line]| line <= self.rating.rating) {
                self.place_hidden();
            }
        }
    }

    /// Places all hidden singles, and those that follow from them.
    fn place_hidden(&mut self) {
        let Some([_, of_box, of_line]) = self.singles else { return };
        let filled = place_hidden(self.walk.grid_mut());
        if filled.count == 0 {
            return;
        }
        let note = |rater: &mut Self, is_line: bool, count: usize| match is_line {
            true => rater.note("hidden-single-line", of_line, true, count),
            false => rater.note("hidden-single-box", of_box, true, count),
        };
        note(self, filled.first_is_line, 1);
        note(self, filled.any_line, filled.count - 1);
    }

    /// Notes steps of a kind.
    fn note(&mut self, kind: &'static str, rating: u32, fills: bool, count: usize) {
        if count == 0 {
            return;
        }
        let total = &mut self.rating;
        if total.steps == 0 {
            (total.diamond, total.diamond_kind) = (rating, Some(kind));
        }
        total.steps += count;
        if rating > total.rating {
            (total.rating, total.hardest) = (rating, Some(kind));
        }
        if !self.has_pearl && fills {
            self.has_pearl = true;
            (total.pearl, total.pearl_kind) = (total.rating, total.hardest);
        }
    }
}
