//! Puzzles that are as hard as wanted.

use std::ops::RangeInclusive;

use quadrille_core::{BoxShape, Puzzle};
use quadrille_logic::{Difficulty, Profile, TechniqueError, kinds};

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
}

/// The puzzles that are wanted.
pub(super) struct Wanted {
    pub(super) filter: Difficulty,
    shows_rating: bool,
}

impl DifficultyArgs {
    /// Returns what is wanted, if anything is.
    pub(super) fn resolve(
        &self,
        shape: BoxShape,
        has_edges: bool,
        context: &Context,
    ) -> Result<Option<Wanted>, Failure> {
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
        let mut filter = Difficulty::new(profile, ratings, context.cancel.clone());
        if let Some(id) = &self.technique {
            let name = filter.profile().id().to_owned();
            filter = filter.taking(id).map_err(|error| match error {
                TechniqueError::Unknown => {
                    let ids: Vec<&str> = kinds().map(|(_, kind)| kind.id).collect();
                    Failure::unknown("technique", id, &ids)
                }
                TechniqueError::Unused => {
                    let profiles = Profile::ids().filter_map(Profile::by_id);
                    let users = profiles.filter(|profile| profile.rating(id).is_some());
                    let users: Vec<String> = users.map(|it| format!("`{}`", it.id())).collect();
                    let which = match users.len() {
                        0 => "no built-in profile does".to_owned(),
                        1 => format!("{} does", users[0]),
                        _ => format!("{} do", users.join(", ")),
                    };
                    Failure::usage(format!("the profile `{name}` does not use `{id}`; {which}"))
                }
            })?;
        }
        Ok(Some(Wanted { filter, shows_rating: self.rating.is_some() }))
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

impl Wanted {
    /// Returns the rating of a puzzle, if it was asked for.
    pub(super) fn rating(&self, puzzle: &Puzzle) -> Option<f64> {
        self.shows_rating.then(|| f64::from(self.filter.rating(puzzle)) / 10.0)
    }
}
