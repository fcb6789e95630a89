//! `explain`: how people solve a puzzle, step by step.

use quadrille_core::solve::{self, Solver};
use quadrille_core::{BoxShape, CandidateSet, DigitSet, Meter, Puzzle, Solution};
use quadrille_formats::pencilmark::text_of_marks;
use quadrille_formats::{Extra, line};
use quadrille_logic::page::{heading, unlocks};
use quadrille_logic::text::{self, Language, Phrase};
use quadrille_logic::{
    Board, BoardState, LogicGrid, NotRatable, Profile, Progress, Step, Verdict, Walk,
};
use serde::Serialize;

use super::{language, limit_of, points, profile, restricted, text_of};
use crate::{CandidatePlace, Error, Evidence, ExplainRequest};

/// Asks for a walkthrough.
#[derive(Clone, Debug)]
pub struct Explain {
    /// Techniques and their ratings.
    pub profile: Profile,
    /// Whether to find all steps that are possible at the start instead of a walkthrough.
    pub all: bool,
    /// Whether to start from what the solver has entered and noted, where that is right.
    pub with_entries: bool,
    /// The language of the words.
    pub language: Language,
}

/// What is known about a puzzle.
pub struct Explained {
    /// The steps in order.
    pub steps: Vec<Explanation>,
    /// Whether they solve the puzzle.
    pub verdict: Verdict,
}

/// A step, the board after it, and what it unlocks if it is one of several.
pub struct Explanation {
    /// The step.
    pub step: Step,
    /// The board after the step.
    pub after: BoardState,
    /// What it unlocks.
    pub progress: Option<Progress>,
}

/// A walkthrough.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ExplainAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// The profile.
    pub profile: String,
    /// `solved`, `stuck`, `multiple`, `none`, `unsupported` or `limit`.
    pub status: &'static str,
    /// What is said after the steps or instead of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<String>,
    /// The steps. The command line writes an object for each.
    pub steps: Vec<ExplainStep>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// The seed.
    pub seed: u64,
}

/// A step of a walkthrough.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ExplainStep {
    /// From 1.
    pub step: usize,
    /// The id of the technique.
    pub technique: &'static str,
    /// Its title in the language.
    pub title: String,
    /// The rating, or the score.
    pub rating: f64,
    /// The cells that the step and singles after it fill; only of one of several steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub singles: Option<usize>,
    /// The cells that the step and easy techniques after it fill.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlocked: Option<usize>,
    /// The ratings of these easy steps added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlocked_rating: Option<f64>,
    /// The step in words.
    pub text: String,
    /// Digits that must be in their cells.
    pub placements: Vec<CandidatePlace>,
    /// Candidates that cannot be true.
    pub eliminations: Vec<CandidatePlace>,
    /// The evidence.
    pub evidence: Evidence,
    /// The digits after the step as text on one line, `.` for empty.
    pub grid: String,
    /// The candidates after the step, a character of each cell for each digit.
    pub candidates: String,
    /// The number, title and rating of the step in words.
    #[serde(skip)]
    pub heading: String,
    /// What the step unlocks in words.
    #[serde(skip)]
    pub unlocks: Option<String>,
}

impl Explain {
    /// The profile if none is named.
    pub const PROFILE: &str = "quadrille";

    pub(super) fn of(request: &ExplainRequest) -> Result<Self, Error> {
        Ok(Self {
            profile: restricted(
                profile(request.profile.as_deref(), Self::PROFILE)?,
                request.avoid.as_deref().unwrap_or_default(),
                request.max.as_deref(),
            )?,
            all: request.all,
            with_entries: request.with_entries,
            language: language(request.lang.as_deref())?,
        })
    }

    /// Finds the steps.
    ///
    /// ```
    /// use quadrille_api::Explain;
    /// use quadrille_core::{Meter, Puzzle};
    /// use quadrille_formats::Extra;
    /// use quadrille_logic::text::Language;
    /// use quadrille_logic::{Profile, Verdict};
    ///
    /// let text =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let puzzle: Puzzle = text.parse()?;
    /// let explain = Explain {
    ///     profile: Profile::by_id(Explain::PROFILE).expect("it comes with the engine"),
    ///     all: false,
    ///     with_entries: false,
    ///     language: Language::english(),
    /// };
    /// let explained = explain.explain(&puzzle, &Extra::default(), &mut Meter::unlimited());
    /// assert_eq!((explained.steps.len(), explained.verdict), (51, Verdict::Solved));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn explain(&self, puzzle: &Puzzle, extra: &Extra, meter: &mut Meter<'_>) -> Explained {
        match puzzle.shape() {
            BoxShape::NINE => self.explain_on(LogicGrid::new(puzzle), puzzle, extra, meter),
            _ => self.explain_on(LogicGrid::any(puzzle), puzzle, extra, meter),
        }
    }

    fn explain_on<B: Board>(
        &self,
        start: Result<LogicGrid<B>, NotRatable>,
        puzzle: &Puzzle,
        extra: &Extra,
        meter: &mut Meter<'_>,
    ) -> Explained {
        let none = |verdict| Explained { steps: Vec::new(), verdict };
        let start = match start {
            Ok(start) => start,
            Err(why) => return none(quadrille_logic::unsuited(why, puzzle, meter)),
        };
        let solution = match solve::verdict(Solver::Auto, puzzle, meter) {
            solve::Verdict::Unique(solution) => solution,
            solve::Verdict::NoSolution => return none(Verdict::None),
            solve::Verdict::Multiple(_) => return none(Verdict::Several),
            solve::Verdict::Undecided(stop) => return none(Verdict::Stopped(stop)),
        };
        let start = if self.with_entries { noted(&start, puzzle, extra, &solution) } else { start };
        let walk = Walk::on(start, &self.profile);
        if self.all { all_steps(&walk, meter) } else { walk_through(walk, meter) }
    }

    /// Returns what is said after the steps or instead of them, if anything is.
    pub fn conclusion(&self, explained: &Explained) -> Option<String> {
        let language = &self.language;
        let say = |phrase| Some(language.say(phrase, &[("profile", self.profile.id())]));
        match explained.verdict {
            Verdict::Solved if self.all && explained.steps.is_empty() => say(Phrase::Nothing),
            Verdict::Solved => None,
            Verdict::Beyond => say(Phrase::Beyond),
            Verdict::Several => say(Phrase::Several),
            Verdict::None => say(Phrase::None),
            Verdict::Unsuited(why) => Some(text::unsuited(why, language)),
            Verdict::Stopped(stop) => Some(language.say(Phrase::Stopped, &[("stop", stop.id())])),
        }
    }

    pub(super) fn answer(
        &self,
        puzzle: &Puzzle,
        explained: &Explained,
        seed: u64,
    ) -> ExplainAnswer {
        let steps = explained.steps.iter().zip(1..);
        ExplainAnswer {
            puzzle: text_of(puzzle),
            profile: self.profile.id().to_owned(),
            status: explained.verdict.id(),
            conclusion: self.conclusion(explained),
            steps: steps.map(|(explanation, number)| self.step(number, explanation)).collect(),
            stop: match explained.verdict {
                Verdict::Stopped(stop) => limit_of(stop),
                _ => None,
            },
            seed,
        }
    }

    fn step(
        &self,
        number: usize,
        Explanation { step, after, progress }: &Explanation,
    ) -> ExplainStep {
        let deduction = &step.deduction;
        let side = deduction.shape.side();
        ExplainStep {
            step: number,
            technique: deduction.kind,
            title: self.language.title(deduction.kind).to_owned(),
            rating: points(step.rating),
            singles: progress.map(|progress| progress.singles),
            unlocked: progress.map(|progress| progress.cells),
            unlocked_rating: progress.map(|progress| points(progress.rating)),
            text: text::words(deduction, &self.language),
            placements: CandidatePlace::list(&deduction.placements, side),
            eliminations: CandidatePlace::list(&deduction.eliminations, side),
            evidence: Evidence::of(deduction),
            grid: line::text_of(&after.values),
            candidates: text_of_marks(&after.marks),
            heading: heading(number, step, &self.profile, &self.language),
            unlocks: progress.map(|progress| unlocks(progress, &self.language)),
        }
    }
}

/// Returns the board with those entries and notes that agree with the solution.
fn noted<B: Board>(
    start: &LogicGrid<B>,
    puzzle: &Puzzle,
    extra: &Extra,
    solution: &Solution,
) -> LogicGrid<B> {
    let right = |cell| solution.grid().get(cell).expect("solutions are complete");
    let entries = extra.entries.as_ref().map(|entries| {
        let mut kept = entries.clone();
        for (cell, digit) in entries.filled() {
            if right(cell) != digit {
                kept.set(cell, None);
            }
        }
        kept
    });
    let notes = extra.candidates.as_ref().map(|notes| {
        let mut kept = CandidateSet::none(start.shape());
        for cell in solution.grid().geometry().cells() {
            let digits = notes.get(cell);
            kept.set(cell, if digits.contains(right(cell)) { digits } else { DigitSet::EMPTY });
        }
        kept
    });
    let noted = start.with_notes(puzzle, entries.as_ref(), notes.as_ref());
    noted.expect("a board was made of the puzzle")
}

fn walk_through<B: Board>(mut walk: Walk<'_, B>, meter: &mut Meter<'_>) -> Explained {
    let mut steps = Vec::new();
    let verdict = loop {
        match walk.next(meter) {
            Ok(Some(step)) => {
                steps.push(Explanation { step, after: walk.grid().state(), progress: None });
            }
            Ok(None) if walk.grid().is_full() => break Verdict::Solved,
            Ok(None) => break Verdict::Beyond,
            Err(stop) => break Verdict::Stopped(stop),
        }
    };
    Explained { steps, verdict }
}

fn all_steps<B: Board>(walk: &Walk<'_, B>, meter: &mut Meter<'_>) -> Explained {
    match walk.all(meter).and_then(|all| quadrille_logic::rank(all, walk.grid(), meter)) {
        Err(stop) => Explained { steps: Vec::new(), verdict: Verdict::Stopped(stop) },
        Ok(ranked) => {
            let found = |(step, progress): (Step, Progress)| {
                let mut after = walk.grid().clone();
                after.apply(&step.deduction);
                Explanation { step, after: after.state(), progress: Some(progress) }
            };
            Explained { steps: ranked.into_iter().map(found).collect(), verdict: Verdict::Solved }
        }
    }
}
