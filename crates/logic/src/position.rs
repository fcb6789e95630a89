//! Positions: boards on the way to the solution of a puzzle in which a kind of deduction is possible.

use quadrille_core::{Meter, Puzzle, Stop};

use crate::grid::LogicGrid;
use crate::profile::Profile;
use crate::technique::{Technique, TechniqueError};
use crate::techniques::{TECHNIQUES, kinds_of};
use crate::walk::{Step, Walk};

/// A position in which a kind of deduction is found.
///
/// ```
/// use quadrille_logic::sample;
///
/// let position = sample("x-wing").expect("it is in the pool");
/// assert!(!position.before.is_full());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The board, with the digits and candidates that are left.
    pub before: LogicGrid,
    /// The deduction.
    pub step: Step,
}

/// Looks for positions in walks through puzzles.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{PositionSearch, Profile};
///
/// let text = "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("quadrille").expect("it comes with the engine");
/// let search = PositionSearch::new("pointing", profile)?.next()?;
/// let position = search.find(&puzzle, &mut Meter::unlimited())?.expect("the solution takes it");
/// assert_eq!(position.step.deduction.kind, "pointing");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionSearch {
    kinds: Vec<&'static str>,
    profile: Profile,
    /// The techniques that find the kinds, without others.
    alone: Vec<Profile>,
    is_next: bool,
    is_only: bool,
}

impl PositionSearch {
    /// Looks for positions in which a kind of deduction is possible, or any of a technique, while a
    /// puzzle is solved by a profile.
    ///
    /// # Errors
    /// When nothing has that id.
    pub fn new(id: &str, profile: Profile) -> Result<Self, TechniqueError> {
        let kinds = kinds_of(id);
        if kinds.is_empty() {
            return Err(TechniqueError::Unknown);
        }
        let alone = alone(&kinds);
        Ok(Self { kinds, profile, alone, is_next: false, is_only: false })
    }

    /// Looks for positions in which it is the next step by the profile: the easiest that there is.
    ///
    /// # Errors
    /// When the profile does not use the technique.
    pub fn next(mut self) -> Result<Self, TechniqueError> {
        if self.kinds.iter().all(|kind| self.profile.rating(kind).is_none()) {
            return Err(TechniqueError::Unused);
        }
        self.is_next = true;
        Ok(self)
    }

    /// Looks for positions in which it is the next step, after which singles solve the puzzle.
    ///
    /// # Errors
    /// When the profile does not use the technique.
    pub fn only(self) -> Result<Self, TechniqueError> {
        Ok(Self { is_only: true, ..self.next()? })
    }

    /// Returns the kinds of deduction that are looked for.
    pub fn kinds(&self) -> &[&'static str] {
        &self.kinds
    }

    /// Returns the first position in a walk through a puzzle, with its evidence; `None` if there is
    /// none.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub fn find(&self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<Option<Position>, Stop> {
        meter.poll_now()?;
        let Ok(walk) = Walk::new(puzzle, &self.profile) else { return Ok(None) };
        let mut walk = walk.without_evidence();
        loop {
            let before = walk.grid().clone();
            if !self.is_next
                && let Some(step) = self.possible(&before, meter)?
            {
                return Ok(Some(Position { puzzle: puzzle.clone(), before, step }));
            }
            let Some(step) = walk.next(meter)? else { return Ok(None) };
            let is_meant = self.is_next && self.kinds.contains(&step.deduction.kind);
            if is_meant && (!self.is_only || is_solved_by_singles(walk.grid(), meter)?) {
                let step = Walk::on(before.clone(), &self.profile).next(meter)?;
                let position = |step| Position { puzzle: puzzle.clone(), before, step };
                return Ok(step.map(position));
            }
        }
    }

    /// Returns the first deduction that is possible on a board, rated 0, with its evidence.
    ///
    /// # Errors
    /// Returns the reason to stop when a limit ends the search.
    pub(super) fn possible(
        &self,
        board: &LogicGrid,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Step>, Stop> {
        for alone in &self.alone {
            let Some(first) = Walk::on(board.clone(), alone).next(meter)? else { continue };
            if self.kinds.contains(&first.deduction.kind) {
                return Ok(Some(first));
            }
            // What is found last has kinds that are found for every board, and takes long.
            if alone.techniques().any(Technique::is_last_resort) {
                continue;
            }
            let mut all = Walk::on(board.clone(), alone).all(meter)?.into_iter();
            if let Some(step) = all.find(|step| self.kinds.contains(&step.deduction.kind)) {
                return Ok(Some(step));
            }
        }
        Ok(None)
    }
}

/// Profiles of a technique each, those that find some of these kinds.
pub(super) fn alone(kinds: &[&str]) -> Vec<Profile> {
    let finds =
        |technique: &&&dyn Technique| technique.kinds().iter().any(|kind| kinds.contains(&kind.id));
    let alone = |technique: &&'static dyn Technique| Profile::empty().with(*technique, 0);
    TECHNIQUES.iter().filter(finds).map(alone).collect()
}

/// Whether naked and hidden singles fill a board.
fn is_solved_by_singles(board: &LogicGrid, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    let singles = ["hidden-single-box", "hidden-single-line", "naked-single"];
    let is_single = |technique: &&&dyn Technique| singles.contains(&technique.id());
    let singles = TECHNIQUES.iter().filter(is_single);
    let singles = singles.fold(Profile::empty(), |profile, single| profile.with(*single, 0));
    let mut walk = Walk::on(board.clone(), &singles).without_evidence();
    while walk.next(meter)?.is_some() {}
    Ok(walk.grid().is_full())
}
