//! `hint`: the next step from where a solver is.

use quadrille_core::{Candidate, Geometry, Meter, Puzzle};
use quadrille_formats::Extra;
use quadrille_logic::text::{Language, Phrase};
use quadrille_logic::{House, Level, Next, Profile, Step, Verdict};
use serde::Serialize;

use super::{language, limit_of, points, profile, restricted, text_of};
use crate::{CandidatePlace, Error, Evidence, HintRequest, HousePlace};

/// Asks for a hint.
#[derive(Clone, Debug)]
pub struct Hint {
    /// Techniques and their ratings.
    pub profile: Profile,
    /// How much to say.
    pub level: Level,
    /// The language of the words.
    pub language: Language,
}

impl Hint {
    /// The profile if none is named.
    pub const PROFILE: &str = "quadrille";
    /// The level if none is named.
    pub const LEVEL: Level = Level::Technique;

    pub(super) fn of(request: &HintRequest) -> Result<Self, Error> {
        let level = match request.level {
            None => Self::LEVEL,
            Some(number) => Level::of_number(number).ok_or_else(|| {
                Error::bad_request(format!("`level` is {number}; expected 1 to 4"))
            })?,
        };
        Ok(Self {
            profile: restricted(
                profile(request.profile.as_deref(), Self::PROFILE)?,
                request.avoid.as_deref().unwrap_or_default(),
                request.max.as_deref(),
            )?,
            level,
            language: language(request.lang.as_deref())?,
        })
    }

    pub(super) fn answer(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> HintAnswer {
        let Self { profile, level, language } = self;
        let level = *level;
        let mut answer = HintAnswer {
            puzzle: text_of(puzzle),
            profile: profile.id().to_owned(),
            level: level.number(),
            status: "",
            technique: None,
            title: None,
            rating: None,
            text: String::new(),
            done: false,
            look_at: None,
            wrong: Vec::new(),
            wrong_count: 0,
            missing: Vec::new(),
            placements: Vec::new(),
            eliminations: Vec::new(),
            evidence: None,
            stop: None,
            seed,
        };
        let (entries, notes) = (extra.entries.as_ref(), extra.candidates.as_ref());
        let found = match quadrille_logic::hint(puzzle, entries, notes, profile, meter) {
            Ok(found) => found,
            Err(stop) => {
                answer.text = language.say(Phrase::Stopped, &[("stop", stop.id())]);
                (answer.status, answer.stop) = (stop.status().id(), limit_of(stop));
                return answer;
            }
        };
        let verdict = match found.next {
            Next::Step(_) | Next::Done => Verdict::Solved,
            Next::Beyond => Verdict::Beyond,
            Next::Several => Verdict::Several,
            Next::NoSolution => Verdict::None,
            Next::Unsuited(why) => Verdict::Unsuited(why),
        };
        answer.status = verdict.id();
        answer.text = found.words(level, profile, language);
        answer.done = matches!(found.next, Next::Done);
        answer.wrong_count = found.wrong.len();
        if level > Level::Where {
            answer.wrong = CandidatePlace::list(&found.wrong, puzzle.shape().side());
        }
        if level == Level::All {
            answer.missing = CandidatePlace::list(&found.missing, puzzle.shape().side());
        }
        if let Next::Step(step) = &found.next {
            answer.tell(step, level, language);
        }
        answer
    }
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct HintAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// The profile.
    pub profile: String,
    /// The level.
    pub level: u8,
    /// `solved` if there is a step or nothing is left to do, `stuck`, `multiple`, `none`,
    /// `unsupported` or `limit`.
    pub status: &'static str,
    /// The id of the technique, from level 2 on.
    #[cfg_attr(feature = "schema", ts(type = "string | null"))]
    pub technique: Option<&'static str>,
    /// The title of the technique in the language, from level 2 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rating of the step, from level 2 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The hint in words.
    pub text: String,
    /// Whether all cells are filled.
    pub done: bool,
    /// The house to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_at: Option<HousePlace>,
    /// Entries that are wrong, from level 2 on.
    pub wrong: Vec<CandidatePlace>,
    /// How many entries are wrong.
    pub wrong_count: usize,
    /// Digits of the solution that are missing in the notes of their cells, at level 4.
    pub missing: Vec<CandidatePlace>,
    /// Digits that must be in their cells, at level 4.
    pub placements: Vec<CandidatePlace>,
    /// Candidates that cannot be true, at level 4.
    pub eliminations: Vec<CandidatePlace>,
    /// The evidence: houses from level 3 on, all at level 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// The seed.
    pub seed: u64,
}

impl HintAnswer {
    /// Tells of a step as much as the level allows.
    fn tell(&mut self, step: &Step, level: Level, language: &Language) {
        let deduction = &step.deduction;
        let side = deduction.shape.side();
        self.look_at = Some(HousePlace::of(house_of(step)));
        if level > Level::Where {
            self.technique = Some(deduction.kind);
            self.title = Some(language.title(deduction.kind).to_owned());
            self.rating = Some(points(step.rating));
        }
        if level == Level::All {
            self.placements = CandidatePlace::list(&deduction.placements, side);
            self.eliminations = CandidatePlace::list(&deduction.eliminations, side);
        }
        self.evidence = match level {
            Level::All => Some(Evidence::of(deduction)),
            Level::Digits => Some(Evidence::houses_only(deduction)),
            Level::Technique | Level::Where => None,
        };
    }
}

/// Returns the house to look at: that of the pattern, or the box in which something is shown.
fn house_of(step: &Step) -> House {
    let deduction = &step.deduction;
    let shown = deduction.placements.iter().chain(&deduction.eliminations).next();
    let in_box = |candidate: &Candidate| {
        House::Box(Geometry::of(deduction.shape).box_of(candidate.cell) as u8)
    };
    let house = deduction.houses.first().copied().or(shown.map(in_box));
    house.expect("a deduction shows something")
}
