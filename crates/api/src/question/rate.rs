//! `rate`: how hard a puzzle is for people.

use quadrille_core::{Meter, Puzzle};
use quadrille_logic::text::Language;
use quadrille_logic::{Class, Profile, Verdict};
use serde::Serialize;

use super::{language, limit_of, points, profile, restricted, text_of};
use crate::{Error, RateRequest};

/// Asks for a rating.
#[derive(Clone, Debug)]
pub struct Rate {
    /// Techniques and their ratings.
    pub profile: Profile,
    /// The language of titles.
    pub language: Language,
}

impl Rate {
    /// The profile if none is named.
    pub const PROFILE: &str = "se121";

    pub(super) fn of(request: &RateRequest) -> Result<Self, Error> {
        Ok(Self {
            profile: restricted(
                profile(request.profile.as_deref(), Self::PROFILE)?,
                request.avoid.as_deref().unwrap_or_default(),
                request.max.as_deref(),
            )?,
            language: language(request.lang.as_deref())?,
        })
    }

    pub(super) fn answer(&self, puzzle: &Puzzle, seed: u64, meter: &mut Meter<'_>) -> RateAnswer {
        let rating = quadrille_logic::rate(puzzle, &self.profile, meter);
        let known = matches!(rating.verdict, Verdict::Solved | Verdict::Beyond);
        let number = |tenths: u32| known.then(|| points(tenths));
        RateAnswer {
            puzzle: text_of(puzzle),
            profile: self.profile.id().to_owned(),
            status: rating.verdict.id(),
            rating: number(rating.rating),
            pearl: number(rating.pearl),
            diamond: number(rating.diamond),
            hardest: rating.hardest,
            hardest_title: rating.hardest.map(|kind| self.language.title(kind).to_owned()),
            steps: known.then_some(rating.steps),
            class: rating.class.map(Class::name),
            score: rating.class.map(|_| rating.rating / 10),
            error: match rating.verdict {
                Verdict::Unsuited(why) => Some(why.to_string()),
                _ => None,
            },
            stop: match rating.verdict {
                Verdict::Stopped(stop) => limit_of(stop),
                _ => None,
            },
            seconds: meter.elapsed().as_secs_f64(),
            seed,
            pearl_kind: rating.pearl_kind,
            diamond_kind: rating.diamond_kind,
        }
    }
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RateAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// The profile.
    pub profile: String,
    /// `solved`, `stuck`, `multiple`, `none`, `unsupported` or `limit`.
    pub status: &'static str,
    /// The rating; `null` if the puzzle is not rated.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub rating: Option<f64>,
    /// The pearl rating.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub pearl: Option<f64>,
    /// The diamond rating.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub diamond: Option<f64>,
    /// The id of the hardest technique.
    #[cfg_attr(feature = "schema", ts(type = "string | null"))]
    pub hardest: Option<&'static str>,
    /// Its title in the language.
    #[cfg_attr(feature = "schema", ts(type = "string | null"))]
    pub hardest_title: Option<String>,
    /// The number of steps.
    #[cfg_attr(feature = "schema", ts(type = "number | null"))]
    pub steps: Option<usize>,
    /// The class, in a profile with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<&'static str>,
    /// The score, in a profile with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// Why the techniques do not work on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// Wall time.
    pub seconds: f64,
    /// The seed.
    pub seed: u64,
    /// The id of the technique of the pearl rating.
    #[serde(skip)]
    pub pearl_kind: Option<&'static str>,
    /// The id of the technique of the diamond rating.
    #[serde(skip)]
    pub diamond_kind: Option<&'static str>,
}
