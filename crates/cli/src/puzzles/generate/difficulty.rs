//! Puzzles that are as hard as wanted.

use std::ops::RangeInclusive;

use quadrille_engine::generate::puzzle::Filter;
use quadrille_engine::logic::{Profile, TECHNIQUES, Verdict, Walk, rate, rate_up_to};
use quadrille_engine::{BoxShape, CancelFlag, Meter, Puzzle, Solution};

use crate::context::Context;
use crate::failure::Failure;
use crate::puzzles::logic::profile;

/// How hard puzzles are to be.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Difficulty {
    /// Rating by a profile, such as se121:6.5..7.2 or hodoku:1000..1600; see `rate`
    #[arg(long, value_name = "PROFILE:A..B")]
    rating: Option<String>,
    /// A technique that the solution takes, or a kind of one; see `techniques`
    #[arg(long, value_name = "ID")]
    technique: Option<String>,
}

/// Puzzles with these ratings and this technique.
pub(super) struct Wanted<'c> {
    profile: Profile,
    /// In tenths.
    ratings: RangeInclusive<u32>,
    /// The ids of the kinds of deduction of which one must be used.
    kinds: Option<Vec<&'static str>>,
    shows_rating: bool,
    cancel: &'c CancelFlag,
}

impl Difficulty {
    /// Returns what is wanted, if anything is.
    pub(super) fn resolve<'c>(
        &self,
        shape: BoxShape,
        has_edges: bool,
        context: &'c Context,
    ) -> Result<Option<Wanted<'c>>, Failure> {
        if self.rating.is_none() && self.technique.is_none() {
            return Ok(None);
        }
        Failure::refuse(&[(
            shape != BoxShape::NINE || has_edges,
            "--rating and --technique are for 9x9 puzzles without edges; omit them",
        )])?;
        let (name, ratings) = match &self.rating {
            Some(text) => parse_rating(text)?,
            None => ("se121", 0..=u32::MAX),
        };
        let profile = profile(name, context)?;
        let kinds = self.technique.as_deref().map(|id| kinds(id, &profile)).transpose()?;
        let (shows_rating, cancel) = (self.rating.is_some(), &context.cancel);
        Ok(Some(Wanted { profile, ratings, kinds, shows_rating, cancel }))
    }
}

/// Parses `PROFILE:A..B`; A or B may be missing, and `PROFILE:A` means just that rating.
fn parse_rating(text: &str) -> Result<(&str, RangeInclusive<u32>), Failure> {
    let wrong = || {
        Failure::usage(format!(
            "--rating {text}: expected a profile and a range of ratings, as in se121:6.5..7.2"
        ))
    };
    let (name, range) = text.rsplit_once(':').ok_or_else(wrong)?;
    let tenths = |number: &str, default: u32| -> Result<u32, Failure> {
        if number.is_empty() {
            return Ok(default);
        }
        let value: f64 = number.parse().map_err(|_| wrong())?;
        if !(0.0..=1_000_000.0).contains(&value) {
            return Err(wrong());
        }
        Ok((10.0 * value).round() as u32)
    };
    let ratings = match range.split_once("..") {
        None if range.is_empty() => return Err(wrong()),
        None => tenths(range, 0)?..=tenths(range, 0)?,
        Some((from, to)) => {
            tenths(from, 0)?..=tenths(to.strip_prefix('=').unwrap_or(to), u32::MAX)?
        }
    };
    if ratings.is_empty() {
        return Err(Failure::usage(format!(
            "--rating {text}: the range is empty; write the smaller rating first"
        )));
    }
    Ok((name, ratings))
}

/// Returns the kinds of a technique of the profile, or the one kind with that id.
fn kinds(id: &str, profile: &Profile) -> Result<Vec<&'static str>, Failure> {
    let known = || TECHNIQUES.iter().flat_map(|technique| technique.kinds());
    let of_technique = TECHNIQUES.iter().find(|technique| technique.id() == id);
    let found: Vec<&'static str> = match of_technique {
        Some(technique) => technique.kinds().iter().map(|kind| kind.id).collect(),
        None => known().map(|kind| kind.id).filter(|kind| *kind == id).collect(),
    };
    if found.is_empty() {
        let ids: Vec<&str> = known().map(|kind| kind.id).collect();
        return Err(Failure::unknown("technique", id, &ids));
    }
    if found.iter().all(|kind| profile.rating(kind).is_none()) {
        let profile = profile.id();
        return Err(Failure::usage(format!("the profile `{profile}` does not use `{id}`")));
    }
    Ok(found)
}

impl Wanted<'_> {
    /// Returns the rating of a puzzle, if it was asked for.
    pub(super) fn rating(&self, puzzle: &Puzzle) -> Option<f64> {
        let rate = || rate(puzzle, &self.profile, &mut Meter::cancellable(self.cancel));
        self.shows_rating.then(|| f64::from(rate().rating) / 10.0)
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

impl Filter for Wanted<'_> {
    fn accepts(&self, puzzle: &Puzzle, _: &Solution) -> bool {
        let mut meter = Meter::cancellable(self.cancel);
        if self.kinds.as_ref().is_some_and(|kinds| !self.takes(puzzle, kinds, &mut meter)) {
            return false;
        }
        let rating = rate_up_to(puzzle, &self.profile, *self.ratings.end(), &mut meter);
        rating.verdict == Verdict::Solved && self.ratings.contains(&rating.rating)
    }
}
