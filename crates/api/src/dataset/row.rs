//! A row of a set, and how it is made of a puzzle.

use std::collections::BTreeMap;

use quadrille_core::canon::{Canonizer, Form};
use quadrille_core::{Grid, Meter, Puzzle, Rng, Stop};
use quadrille_formats::line;
use quadrille_generate::puzzle::Made;
use quadrille_logic::{Class, Profile, Rating, Verdict, rate, rate_with_kinds};
use serde::{Deserialize, Serialize};

use crate::board::text_of;
use crate::question::points;

/// A puzzle of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DatasetRow {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// Its solution.
    pub solution: String,
    /// The number of givens.
    pub clues: usize,
    /// The band that it is in.
    pub band: String,
    /// Its rating by `se121`, by `hodoku`, and by other profiles that bands name; `null` where the
    /// techniques do not solve it.
    pub ratings: BTreeMap<String, Option<f64>>,
    /// Its class by the profile `hodoku`.
    pub class: String,
    /// The kinds of deduction that solving it takes by the profile `hodoku`, in the order of their first
    /// steps.
    pub techniques: Vec<String>,
    /// The canonical form: the same for all isomorphs, and in the set once.
    pub canonical: String,
    /// `train` or `test`, decided by the canonical form alone.
    pub split: String,
    /// The seed of the set.
    pub seed: u64,
    /// The number of the row in the set, from 0.
    pub index: u64,
    /// How it is solved step by step, when asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<serde_json::Value>,
}

/// A puzzle that may become a row.
pub(super) struct Candidate {
    pub(super) band: usize,
    pub(super) row: DatasetRow,
    /// A hash of the canonical form.
    pub(super) class: u64,
}

/// Returns a hash of a canonical form. It depends on nothing else, so it is the same in every set.
fn hash(purpose: &str, canonical: &str) -> u64 {
    Rng::derive(0, &[purpose, canonical]).bits()
}

/// Returns the hash by which rows are distinguished. Two different forms of a million have the same with a
/// probability of 3e-8; then one of them is not in the set.
pub(super) fn class_of(canonical: &str) -> u64 {
    hash("dataset class", canonical)
}

/// Returns whether a canonical form belongs to the test part of every set with that share in percent.
pub(super) fn is_test(canonical: &str, percent: u8) -> bool {
    hash("dataset split", canonical) % 100 < u64::from(percent)
}

/// Returns the canonical form of a puzzle as text.
pub(super) fn canonical(
    puzzle: &Puzzle,
    canonizer: &mut Canonizer,
    meter: &mut Meter<'_>,
) -> Result<String, Stop> {
    let givens = puzzle.givens();
    let grid = match givens.nine() {
        Some(nine) => Grid::of_nine(&canonizer.nine(&nine, Form::Pattern, meter)?),
        None => canonizer.canonical(givens, Form::Pattern, meter)?.grid,
    };
    Ok(line::text_of(&grid))
}

/// Makes rows.
#[derive(Debug)]
pub(super) struct RowMaker {
    /// `se121`, `hodoku` and the other profiles of bands.
    pub(super) profiles: Vec<Profile>,
    pub(super) seed: u64,
    pub(super) test_percent: u8,
}

impl RowMaker {
    /// Makes a row of a puzzle with the ratings that are known; `None` if the puzzle does not stand the
    /// second proof that it has one solution, which rating it includes.
    pub(super) fn row(
        &self,
        made: &Made,
        (band, id): (usize, &str),
        known: &[(&str, Rating)],
        canonizer: &mut Canonizer,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Candidate>, Stop> {
        let puzzle = &made.puzzle;
        let (mut ratings, mut techniques, mut class) = (BTreeMap::new(), Vec::new(), Class::Easy);
        for profile in &self.profiles {
            let id = profile.id();
            let rating = if profile.has_scores() {
                let (rating, kinds) = rate_with_kinds(puzzle, profile, u32::MAX, meter);
                if id == "hodoku" {
                    techniques = kinds.into_iter().map(str::to_owned).collect();
                    class = rating.class.unwrap_or(Class::Extreme);
                }
                rating
            } else {
                let known = known.iter().find(|(known, _)| *known == id);
                known.map_or_else(|| rate(puzzle, profile, meter), |(_, rating)| *rating)
            };
            match rating.verdict {
                Verdict::Stopped(stop) => return Err(stop),
                Verdict::Several | Verdict::None => return Ok(None),
                Verdict::Solved => ratings.insert(id.to_owned(), Some(points(rating.rating))),
                Verdict::Beyond | Verdict::Unsuited(_) => ratings.insert(id.to_owned(), None),
            };
        }
        let canonical = canonical(puzzle, canonizer, meter)?;
        let split = if is_test(&canonical, self.test_percent) { "test" } else { "train" };
        Ok(Some(Candidate {
            band,
            class: class_of(&canonical),
            row: DatasetRow {
                puzzle: text_of(puzzle),
                solution: made.solution.to_string(),
                clues: puzzle.givens().filled().count(),
                band: id.to_owned(),
                ratings,
                class: class.name().to_owned(),
                techniques,
                canonical,
                split: split.to_owned(),
                seed: self.seed,
                index: 0,
                trace: None,
            },
        }))
    }
}
