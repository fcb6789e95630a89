//! How hard puzzles are to be, as options.

use std::ops::RangeInclusive;

use quadrille_api::{GenerateRequest, RatingRange};
use quadrille_logic::Profile;

use crate::args::values;
use crate::context::Context;
use crate::failure::Failure;
use crate::puzzles::logic::profile;

/// How hard puzzles are to be.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct DifficultyArgs {
    /// Rating by a profile, such as se121:6.5..7.2 or hodoku:1000..1600; see `rate`
    #[arg(long, value_name = "PROFILE:A..B")]
    rating: Option<String>,
    /// A technique that the solution takes, or a kind of one; see `techniques`
    #[arg(long, value_name = "ID")]
    technique: Option<String>,
    /// A technique without which others as easy as the hardest step do not solve it
    #[arg(long, value_name = "ID")]
    needs: Option<String>,
    /// A technique that the solution takes exactly once
    #[arg(long, value_name = "ID")]
    once: Option<String>,
    /// Number of steps of the solution: 60, 60..80, ..80 or 60..
    #[arg(long, value_name = "A..B", value_parser = values::range("steps"))]
    #[arg(allow_hyphen_values = true)]
    steps: Option<RangeInclusive<usize>>,
}

impl DifficultyArgs {
    /// Adds what is wanted to a request. Returns the profile that counts, if one is named.
    pub(super) fn add_to(
        &self,
        request: &mut GenerateRequest,
        context: &Context,
    ) -> Result<Option<Profile>, Failure> {
        request.technique.clone_from(&self.technique);
        request.needs.clone_from(&self.needs);
        request.once.clone_from(&self.once);
        request.steps = self.steps.as_ref().map(|steps| [*steps.start(), *steps.end()]);
        let Some(text) = &self.rating else { return Ok(None) };
        let (name, from, to) = parse_rating(text)?;
        request.rating = Some(RatingRange { profile: name.to_owned(), from, to });
        profile(name, context).map(Some)
    }
}

/// Parses `PROFILE:A..B`; A or B may be missing, and `PROFILE:A` means just that rating.
fn parse_rating(text: &str) -> Result<(&str, Option<f64>, Option<f64>), Failure> {
    let wrong = || {
        Failure::usage(format!(
            "--rating {text}: expected a profile and a range of ratings, as in se121:6.5..7.2"
        ))
    };
    let (name, range) = text.rsplit_once(':').ok_or_else(wrong)?;
    let points = |number: &str| -> Result<Option<f64>, Failure> {
        if number.is_empty() {
            return Ok(None);
        }
        let value: f64 = number.parse().map_err(|_| wrong())?;
        if (0.0..=1_000_000.0).contains(&value) { Ok(Some(value)) } else { Err(wrong()) }
    };
    let (from, to) = match range.split_once("..") {
        None if range.is_empty() => return Err(wrong()),
        None => (points(range)?, points(range)?),
        Some((from, to)) => (points(from)?, points(to.strip_prefix('=').unwrap_or(to))?),
    };
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(Failure::usage(format!(
            "--rating {text}: the range is empty; write the smaller rating first"
        )));
    }
    Ok((name, from, to))
}
