//! A filter for puzzles that are as hard for people as wanted.

use std::ops::RangeInclusive;

use quadrille_core::{CancelFlag, Meter, Puzzle};
use thiserror::Error;

use crate::{Profile, TECHNIQUES, Verdict, Walk, kinds, rate, rate_up_to};

/// Accepts 9x9 puzzles with certain ratings and, if wanted, those whose solution takes a technique.
///
/// ```
/// use quadrille_core::CancelFlag;
/// use quadrille_logic::{Difficulty, Profile};
///
/// let profile = Profile::by_id("se121").expect("it comes with the engine");
/// let moderate = Difficulty::new(profile, 20..=30, CancelFlag::new());
/// assert_eq!(moderate.profile().id(), "se121");
/// ```
pub struct Difficulty {
    profile: Profile,
    /// In tenths.
    ratings: RangeInclusive<u32>,
    /// The kinds of deduction of which one must be used.
    kinds: Option<Vec<&'static str>>,
    /// Ends a rating; nothing else limits it.
    cancel: CancelFlag,
}

/// Why puzzles cannot be asked to take a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TechniqueError {
    /// Nothing has that id.
    #[error("there is no such technique")]
    Unknown,
    /// The profile does not use it.
    #[error("the profile does not use this technique")]
    Unused,
}

impl Difficulty {
    /// Accepts puzzles with these ratings by the profile, in tenths.
    ///
    /// ```
    /// use quadrille_core::{CancelFlag, Puzzle};
    /// use quadrille_logic::{Difficulty, Profile};
    ///
    /// let text =
    ///     "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let moderate = Difficulty::new(profile, 20..=30, CancelFlag::new());
    /// assert!(moderate.accepts(&puzzle)); // 2.6
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(profile: Profile, ratings: RangeInclusive<u32>, cancel: CancelFlag) -> Self {
        Self { profile, ratings, kinds: None, cancel }
    }

    /// Accepts only puzzles that take the technique, or the kind of deduction, with that id.
    ///
    /// # Errors
    /// When there is none, or the profile does not use it.
    ///
    /// ```
    /// use quadrille_core::CancelFlag;
    /// use quadrille_logic::{Difficulty, Profile, TechniqueError};
    ///
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let any = |profile| Difficulty::new(profile, 0..=200, CancelFlag::new());
    /// assert!(any(profile.clone()).taking("naked-pair").is_ok());
    /// assert_eq!(any(profile).taking("guessing").err(), Some(TechniqueError::Unknown));
    /// ```
    pub fn taking(mut self, id: &str) -> Result<Self, TechniqueError> {
        let of_technique = TECHNIQUES.iter().find(|technique| technique.id() == id);
        let found: Vec<&'static str> = match of_technique {
            Some(technique) => technique.kinds().iter().map(|kind| kind.id).collect(),
            None => kinds().map(|(_, kind)| kind.id).filter(|kind| *kind == id).collect(),
        };
        if found.is_empty() {
            return Err(TechniqueError::Unknown);
        }
        if found.iter().all(|kind| self.profile.rating(kind).is_none()) {
            return Err(TechniqueError::Unused);
        }
        self.kinds = Some(found);
        Ok(self)
    }

    /// Returns the profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Returns the rating of a puzzle, in tenths.
    ///
    /// ```
    /// use quadrille_core::{CancelFlag, Puzzle};
    /// use quadrille_logic::{Difficulty, Profile};
    ///
    /// let text =
    ///     "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
    /// let puzzle: Puzzle = text.parse()?;
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// assert_eq!(Difficulty::new(profile, 0..=200, CancelFlag::new()).rating(&puzzle), 26);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn rating(&self, puzzle: &Puzzle) -> u32 {
        rate(puzzle, &self.profile, &mut Meter::cancellable(&self.cancel)).rating
    }

    /// Whether solving the puzzle takes one of these kinds of deduction.
    fn takes(&self, puzzle: &Puzzle, kinds: &[&str], meter: &mut Meter<'_>) -> bool {
        let Ok(walk) = Walk::new(puzzle, &self.profile) else { return false };
        let mut walk = walk.without_evidence().up_to(*self.ratings.end());
        while let Ok(Some(step)) = walk.next(meter) {
            if kinds.contains(&step.deduction.kind) {
                return true;
            }
        }
        false
    }
}

impl Difficulty {
    /// Returns whether a puzzle is as hard as wanted.
    pub fn accepts(&self, puzzle: &Puzzle) -> bool {
        let mut meter = Meter::cancellable(&self.cancel);
        if self.kinds.as_ref().is_some_and(|kinds| !self.takes(puzzle, kinds, &mut meter)) {
            return false;
        }
        let rating = rate_up_to(puzzle, &self.profile, *self.ratings.end(), &mut meter);
        rating.verdict == Verdict::Solved && self.ratings.contains(&rating.rating)
    }
}
