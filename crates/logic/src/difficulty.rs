//! A filter for puzzles that are as hard for people as wanted.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use quadrille_core::{Meter, Puzzle};

use crate::technique::TechniqueError;
use crate::techniques::kinds_of;
use crate::{Profile, Rating, Technique, Verdict, Walk, rate, rate_up_to};

/// Accepts 9x9 puzzles with certain ratings and, if wanted, those whose solution takes certain
/// techniques.
///
/// ```
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_logic::{Difficulty, Profile};
///
/// let text = "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
/// let puzzle: Puzzle = text.parse()?;
/// let profile = Profile::by_id("se121").expect("it comes with the engine");
/// let moderate = Difficulty::new(profile, 20..=30).taking("pointing")?;
/// assert_eq!(moderate.fit(&puzzle, &mut Meter::unlimited()).lacks, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Difficulty {
    profile: Profile,
    /// In tenths.
    ratings: RangeInclusive<u32>,
    steps: Option<RangeInclusive<usize>>,
    uses: Vec<Use>,
}

/// Kinds of deduction of which the solution must use one, and how.
#[derive(Clone, Debug)]
struct Use {
    id: String,
    kinds: Vec<&'static str>,
    is_needed: bool,
    is_once: bool,
}

/// How near a puzzle is to what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// 0 if it is wanted; otherwise more the less it is like that.
    pub lacks: u32,
    /// The rating in tenths, if the techniques solve it and it is not harder than wanted.
    pub rating: Option<u32>,
    /// The number of steps.
    pub steps: usize,
    /// The number of steps that use the techniques.
    pub uses: usize,
}

/// What a missing use counts beside a tenth of the rating.
const USE: u32 = 100;

impl Difficulty {
    /// Accepts puzzles with these ratings by the profile, in tenths.
    pub fn new(profile: Profile, ratings: RangeInclusive<u32>) -> Self {
        Self { profile, ratings, steps: None, uses: Vec::new() }
    }

    /// Accepts only puzzles that the profile solves in as many steps.
    pub fn in_steps(self, steps: RangeInclusive<usize>) -> Self {
        Self { steps: Some(steps), ..self }
    }

    /// Accepts only puzzles that take the technique, or the kind of deduction, with that id.
    ///
    /// # Errors
    /// When nothing has that id, or the profile does not use it or rates it above what is wanted.
    ///
    /// ```
    /// use quadrille_logic::{Difficulty, Profile, TechniqueError};
    ///
    /// let profile = Profile::by_id("se121").expect("it comes with the engine");
    /// let any = Difficulty::new(profile.clone(), 0..=200);
    /// assert!(any.clone().taking("naked-pair").is_ok());
    /// assert_eq!(any.taking("guessing").err(), Some(TechniqueError::Unknown));
    /// let easy = Difficulty::new(profile, 0..=15);
    /// assert_eq!(easy.taking("jellyfish").err(), Some(TechniqueError::TooHard(52)));
    /// ```
    pub fn taking(self, id: &str) -> Result<Self, TechniqueError> {
        self.using(id, false, false)
    }

    /// Accepts only puzzles that take it and that no techniques as easy as their hardest step solve
    /// without it: those with no higher rating, or in a profile that [has scores](Profile::has_scores)
    /// those that are tried no later.
    ///
    /// # Errors
    /// When nothing has that id, or the profile does not use it or rates it above what is wanted.
    pub fn needing(self, id: &str) -> Result<Self, TechniqueError> {
        self.using(id, true, false)
    }

    /// Accepts only puzzles that take it exactly once.
    ///
    /// # Errors
    /// When nothing has that id, or the profile does not use it or rates it above what is wanted.
    pub fn taking_once(self, id: &str) -> Result<Self, TechniqueError> {
        self.using(id, false, true)
    }

    fn using(mut self, id: &str, is_needed: bool, is_once: bool) -> Result<Self, TechniqueError> {
        let kinds = kinds_of(id);
        if kinds.is_empty() {
            return Err(TechniqueError::Unknown);
        }
        let ratings = kinds.iter().filter_map(|kind| self.profile.rating(kind));
        let least = ratings.min().ok_or(TechniqueError::Unused)?;
        if least > *self.ratings.end() {
            return Err(TechniqueError::TooHard(least));
        }
        self.uses.push(Use { id: id.to_owned(), kinds, is_needed, is_once });
        Ok(self)
    }

    /// Returns the profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Returns the kinds of deduction that wanted puzzles use: those asked for, or else those that the
    /// profile rates as wanted.
    pub fn kinds(&self) -> Vec<&'static str> {
        if !self.uses.is_empty() {
            return self.uses.iter().flat_map(|used| &used.kinds).copied().collect();
        }
        let all = self.profile.techniques().flat_map(Technique::kinds);
        let is_wanted = |kind: &&str| {
            self.profile.rating(kind).is_some_and(|rating| self.ratings.contains(&rating))
        };
        all.map(|kind| kind.id).filter(is_wanted).collect()
    }

    /// Returns the rating of a puzzle, in tenths.
    pub fn rating(&self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> u32 {
        rate(puzzle, &self.profile, meter).rating
    }

    /// Returns how near a puzzle is to what is wanted. The techniques that are looked for come first, as
    /// most puzzles lack these. If a limit ends the search, the puzzle is not wanted.
    pub fn fit(&self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Fit {
        let mut fit = Fit { lacks: 0, rating: None, steps: 0, uses: 0 };
        if !self.uses.is_empty() {
            let used = self.used(puzzle, meter);
            for (wanted, &times) in self.uses.iter().zip(&used) {
                fit.lacks += match times {
                    0 => USE,
                    1 => 0,
                    _ if wanted.is_once => USE / 2,
                    _ => 0,
                };
            }
            fit.uses = used.iter().sum();
            if used.contains(&0) {
                return fit;
            }
        }
        let rating = rate_up_to(puzzle, &self.profile, *self.ratings.end(), meter);
        let Rating { verdict, rating, steps, .. } = rating;
        if verdict != Verdict::Solved {
            fit.lacks += USE;
            return fit;
        }
        (fit.rating, fit.steps) = (Some(rating), steps);
        fit.lacks += self.ratings.start().saturating_sub(rating);
        if let Some(wanted) = &self.steps
            && !wanted.contains(&steps)
        {
            fit.lacks += wanted.start().abs_diff(steps).min(wanted.end().abs_diff(steps)) as u32;
        }
        if fit.lacks == 0 {
            let is_spared = |used: &&Use| self.is_spared(&used.id, rating, puzzle, meter);
            let needed = self.uses.iter().filter(|used| used.is_needed);
            fit.lacks += USE / 2 * needed.filter(is_spared).count() as u32;
        }
        fit
    }

    /// Whether others as easy as the hardest step solve a puzzle of this rating without a technique;
    /// also if a limit ends the search.
    fn is_spared(&self, id: &str, rating: u32, puzzle: &Puzzle, meter: &mut Meter<'_>) -> bool {
        let (mut others, mut most) = (self.profile.clone(), rating);
        if others.has_scores() {
            most = u32::MAX;
            if let Some(hardest) = self.hardest(puzzle, meter) {
                others = others.ending_with(hardest).expect("the profile has found it");
            }
        }
        let Ok(others) = others.without(id) else { return false };
        let verdict = rate_up_to(puzzle, &others, most, meter).verdict;
        matches!(verdict, Verdict::Solved | Verdict::Stopped(_))
    }

    /// Returns the kind of the steps that is the last in the profile.
    fn hardest(&self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Option<&'static str> {
        let mut walk = Walk::new(puzzle, &self.profile).ok()?.without_evidence();
        let mut taken = HashSet::new();
        while let Ok(Some(step)) = walk.next(meter) {
            taken.insert(step.deduction.kind);
        }
        let kinds = self.profile.techniques().flat_map(Technique::kinds);
        kinds.map(|kind| kind.id).filter(|kind| taken.contains(kind)).last()
    }

    /// How often solving the puzzle takes each of the uses.
    fn used(&self, puzzle: &Puzzle, meter: &mut Meter<'_>) -> Vec<usize> {
        let mut used = vec![0; self.uses.len()];
        let Ok(walk) = Walk::new(puzzle, &self.profile) else { return used };
        let mut walk = walk.without_evidence().up_to(*self.ratings.end());
        loop {
            match walk.next(meter) {
                Ok(Some(step)) => {
                    for (wanted, times) in self.uses.iter().zip(&mut used) {
                        *times += usize::from(wanted.kinds.contains(&step.deduction.kind));
                    }
                }
                Ok(None) => return used,
                Err(_) => return vec![0; self.uses.len()],
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puzzles of ift3335_1000 by what their solutions take.
    #[test]
    fn techniques_are_taken_needed_or_taken_once() {
        let text =
            "2...6......7..4.86.....13.........4..9.......48....71.9...78.......5...2.2.6..5.1";
        let puzzle: Puzzle = text.parse().unwrap();
        let se121 = || Difficulty::new(Profile::by_id("se121").unwrap(), 0..=200);
        let fit = |difficulty: Difficulty| difficulty.fit(&puzzle, &mut Meter::unlimited());
        assert_eq!(fit(se121()).rating, Some(26));
        assert_eq!(fit(se121().taking("swordfish").unwrap()).lacks, USE);
        let walk = || {
            let profile = Profile::by_id("se121").unwrap();
            let mut walk = Walk::new(&puzzle, &profile).unwrap();
            let mut kinds = Vec::new();
            while let Ok(Some(step)) = walk.next(&mut Meter::unlimited()) {
                kinds.push(step.deduction.kind);
            }
            kinds
        };
        let kinds = walk();
        for id in ["pointing", "hidden-single-line", "naked-single", "direct-claiming"] {
            let times = kinds.iter().filter(|kind| **kind == id).count();
            assert_eq!(fit(se121().taking(id).unwrap()).uses, times, "{id}");
            let is_once = fit(se121().taking_once(id).unwrap()).lacks == 0;
            assert_eq!(is_once, times == 1, "{id}");
        }
        // Without the hardest step it is not solved as easily; without others it is.
        assert_eq!(fit(se121().needing("pointing").unwrap()).lacks, 0);
        assert!(fit(se121().needing("direct-claiming").unwrap()).lacks > 0);
        // Where ratings are sums, the hardest step is the one that is tried last.
        let hodoku = || Difficulty::new(Profile::by_id("hodoku").unwrap(), 0..=100_000);
        assert_eq!(fit(hodoku().needing("pointing").unwrap()).lacks, 0);
        assert!(fit(hodoku().needing("full-house").unwrap()).lacks > 0);
        let steps = fit(se121()).steps;
        assert_eq!(steps, kinds.len());
        assert_eq!(fit(se121().in_steps(steps..=steps)).lacks, 0);
        assert_eq!(fit(se121().in_steps(steps + 2..=steps + 5)).lacks, 2);
    }

    #[test]
    fn kinds_are_those_asked_for_or_rated_so() {
        let profile = Profile::by_id("se121").unwrap();
        let of_rating = Difficulty::new(profile.clone(), 32..=34);
        assert_eq!(of_rating.kinds(), ["x-wing", "hidden-pair"]);
        let asked = Difficulty::new(profile, 0..=200).taking("bug").unwrap();
        assert_eq!(asked.kinds(), ["bug-1", "bug-2", "bug-3", "bug-4"]);
    }
}
