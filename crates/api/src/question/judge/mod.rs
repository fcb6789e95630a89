//! `judge`: whether steps, or a whole answer, are right, and which of the steps follow from the board.

mod rows;
mod text;

use std::collections::BTreeMap;

use quadrille_core::{CandidateSet, Grid, Meter, Puzzle, Solution, Stop, validate};
use quadrille_formats::{Extra, line};
use quadrille_logic::{Deduction, Judgement, NotJudged, Profile, Verdict};
use serde::Serialize;

pub use self::rows::{JudgeRow, judge_rows};
use super::{limit_of, points, profile, restricted, text_of};
use crate::step::Claim;
use crate::{Error, ErrorKind, Evidence, JudgeRequest, StepInput};

/// Asks what steps, or an answer, are worth.
#[derive(Clone, Debug)]
pub struct Judge {
    /// Techniques and their ratings.
    pub profile: Profile,
    /// The rating of the hardest deduction, in tenths; all but last resorts if there is none.
    pub most: Option<u32>,
    /// The steps, all from the same board or each after those before it.
    pub steps: Vec<Claim>,
    /// Whether each step is taken before the next one.
    pub in_order: bool,
    /// The whole answer, if there is one.
    pub answer: Option<String>,
}

impl Judge {
    /// The profile if none is named.
    pub const PROFILE: &str = "quadrille";
    /// The most steps of an answer that are judged.
    pub const MOST_STEPS: usize = 10_000;
    /// The longest answer, in bytes.
    pub const LONGEST: usize = 1 << 20;

    /// Asks what steps, or a whole answer, are worth by the techniques of a profile, up to a rating.
    ///
    /// # Errors
    /// When a step cannot be read, or there are too many.
    pub fn new(
        profile: Profile,
        max_rating: Option<f64>,
        steps: &[StepInput],
        in_order: bool,
        answer: Option<String>,
    ) -> Result<Self, Error> {
        let most = match max_rating {
            None => None,
            Some(rating) if (0.0..=1_000_000.0).contains(&rating) => {
                Some((10.0 * rating).round() as u32)
            }
            Some(rating) => return Err(Error::bad_request(format!("{rating} is not a rating"))),
        };
        if steps.len() > Self::MOST_STEPS {
            let (count, most) = (steps.len(), Self::MOST_STEPS);
            let message = format!("{count} steps; at most {most} are judged at a time");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        if answer.as_ref().is_some_and(|answer| answer.len() > Self::LONGEST) {
            let message = format!("the answer is longer than {} MiB", Self::LONGEST >> 20);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let steps = steps.iter().map(StepInput::claim).collect::<Result<_, _>>()?;
        Ok(Self { profile, most, steps, in_order, answer })
    }

    pub(super) fn of(request: &JudgeRequest) -> Result<Self, Error> {
        if request.answer.is_some() && request.steps.is_some() {
            return Err(Error::bad_request("the steps of an `answer` are in it; omit `steps`"));
        }
        let whole = profile(request.profile.as_deref(), Self::PROFILE)?;
        let avoid = request.avoid.as_deref().unwrap_or_default();
        let steps = request.steps.as_deref().unwrap_or_default();
        Self::new(
            restricted(whole, avoid, request.max.as_deref())?,
            request.max_rating,
            steps,
            request.in_order,
            request.answer.clone(),
        )
    }

    pub(super) fn answer(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> JudgeAnswer {
        let mut answer = JudgeAnswer {
            puzzle: text_of(puzzle),
            profile: self.profile.id().to_owned(),
            status: "proper",
            broken: false,
            steps: Vec::new(),
            answer: None,
            stop: None,
            seed,
        };
        let mut bench = match Bench::new(
            self,
            puzzle,
            extra.entries.as_ref(),
            extra.candidates.as_ref(),
            meter,
        ) {
            Ok(bench) => bench,
            Err(NotJudged(why)) => {
                answer.status = why.id();
                if let Verdict::Stopped(stop) = why {
                    answer.stop = limit_of(stop);
                }
                return answer;
            }
        };
        answer.broken = bench.judge.is_broken();
        let stopped = match &self.answer {
            None => {
                let steps = self.steps.iter().map(std::slice::from_ref).map(<[Claim]>::to_vec);
                bench.judge_all(steps, self.in_order, &mut answer, meter)
            }
            Some(text) => {
                let line = |(steps, technique): text::LineSteps| -> Vec<Claim> {
                    let technique = technique.map(str::to_owned);
                    let claim = |step| Claim { step, technique: technique.clone(), evidence: None };
                    steps.into_iter().map(claim).collect()
                };
                let judged = bench.judge_all(text::steps(text).map(line), true, &mut answer, meter);
                answer.answer = Some(bench.graded(text, &answer.steps));
                judged
            }
        };
        if let Err(stop) = stopped {
            (answer.status, answer.stop) = (stop.status().id(), limit_of(stop));
        }
        answer
    }
}

/// A puzzle and its judge.
struct Bench<'p> {
    puzzle: &'p Puzzle,
    judge: quadrille_logic::Judge<'p>,
}

impl<'p> Bench<'p> {
    fn new(
        question: &'p Judge,
        puzzle: &'p Puzzle,
        entries: Option<&Grid>,
        notes: Option<&CandidateSet>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NotJudged> {
        let judge = quadrille_logic::Judge::new(puzzle, entries, notes, &question.profile, meter)?;
        Ok(Self::of(question, puzzle, judge))
    }

    fn with_solution(
        question: &'p Judge,
        puzzle: &'p Puzzle,
        entries: &Option<Grid>,
        notes: &Option<CandidateSet>,
        solution: Solution,
    ) -> Result<Self, NotJudged> {
        let (entries, notes) = (entries.as_ref(), notes.as_ref());
        let profile = &question.profile;
        quadrille_logic::Judge::with_solution(puzzle, entries, notes, solution, profile)
            .map(|judge| Self::of(question, puzzle, judge))
    }

    fn of(question: &Judge, puzzle: &'p Puzzle, judge: quadrille_logic::Judge<'p>) -> Self {
        let judge = match question.most {
            Some(most) => judge.up_to(most),
            None => judge.without_last_resorts(),
        };
        Self { puzzle, judge: judge.without_evidence() }
    }

    /// Judges steps, those of a group on the same board, and takes them if they are in order. Those that
    /// were judged before a limit are kept.
    fn judge_all(
        &mut self,
        groups: impl Iterator<Item = Vec<Claim>>,
        in_order: bool,
        answer: &mut JudgeAnswer,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let mut stopped = Ok(());
        for group in groups {
            for claim in &group {
                if stopped.is_err() || answer.steps.len() >= Judge::MOST_STEPS {
                    break;
                }
                match self.judged(claim, meter) {
                    Ok(judged) => answer.steps.push(judged),
                    Err(stop) => stopped = Err(stop),
                }
            }
            // After a limit too: where the steps lead is still graded.
            for step in group.iter().filter_map(|claim| claim.step.on(self.puzzle.shape())) {
                if in_order {
                    self.judge.take(step);
                }
            }
        }
        stopped
    }

    fn judged(&self, claim: &Claim, meter: &mut Meter<'_>) -> Result<JudgedStep, Stop> {
        let Claim { step: written, technique, evidence } = claim;
        let step = written.on(self.puzzle.shape());
        let judgement = match step {
            Some(step) => self.judge.judge(step, meter)?,
            None => Judgement::False,
        };
        let may_follow = matches!(judgement, Judgement::Deducible(_) | Judgement::True);
        let claim = match (technique, step) {
            (None, _) => None,
            (Some(id), Some(step)) if may_follow && !self.judge.is_broken() => {
                let fits = |deduction: &Deduction| match evidence {
                    None => true,
                    Some(fields) => Evidence::of(deduction).has(fields),
                };
                let is_shown = self.judge.is_shown_by(id, step, &fits, meter)?;
                Some(if is_shown { "shown" } else { "refused" })
            }
            (Some(_), _) => Some("refused"),
        };
        let deduced = match &judgement {
            Judgement::Deducible(step) => Some((step.deduction.kind, points(step.rating))),
            _ => None,
        };
        Ok(JudgedStep {
            step: written.to_string(),
            verdict: judgement.id(),
            technique: deduced.map(|(kind, _)| kind),
            rating: deduced.map(|(_, rating)| rating),
            claim,
        })
    }

    /// Grades an answer of which the steps were taken.
    fn graded(&self, whole: &str, steps: &[JudgedStep]) -> AnswerFields {
        let shape = self.puzzle.shape();
        let written = text::grid(text::counted(whole), shape);
        let board = self.judge.values();
        let (form, grid) = match written {
            Some(grid) => (Some("grid"), Some(grid)),
            None if board.filled().count() == shape.cells() => (Some("steps"), Some(board)),
            None => (None, None),
        };
        let solution = self.judge.solution().grid();
        let open =
            || solution.filled().filter(|&(cell, _)| self.puzzle.givens().get(cell).is_none());
        let right = grid.as_ref().map_or(0, |grid| {
            open().filter(|&(cell, digit)| grid.get(cell) == Some(digit)).count()
        });
        let mut counts: BTreeMap<&'static str, usize> =
            Judgement::IDS.iter().map(|&id| (id, 0)).collect();
        for step in steps {
            *counts.get_mut(step.verdict).expect("all verdicts are there") += 1;
        }
        let taken = steps.len() - counts["idle"];
        AnswerFields {
            format: form,
            givens: grid.as_ref().map(|grid| {
                self.puzzle.givens().filled().all(|(cell, digit)| grid.get(cell) == Some(digit))
            }),
            rules: grid.as_ref().map(follows_rules),
            solved: grid.as_ref().is_some_and(|grid| {
                validate(self.puzzle, &grid.snapshot()).is_ok() && grid == solution
            }),
            grid: grid.map(|grid| line::text_of(&grid)),
            right,
            open: open().count(),
            deduced: (taken > 0).then(|| counts["deducible"] as f64 / taken as f64),
            counts,
        }
    }
}

/// Whether a complete grid has each digit once in each house.
fn follows_rules(grid: &Grid) -> bool {
    let blank = Grid::empty(grid.shape());
    let blank = Puzzle::try_from(blank).expect("nothing conflicts");
    validate(&blank, &grid.snapshot()).is_ok()
}

/// What steps and answers are worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct JudgeAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// The profile.
    pub profile: String,
    /// `proper`; `multiple`, `none`, `unsupported` or `limit` if not all was judged.
    pub status: &'static str,
    /// Whether something wrong was on the board before the steps.
    pub broken: bool,
    /// The steps.
    pub steps: Vec<JudgedStep>,
    /// The grades of a whole answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<AnswerFields>,
    /// What ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<String>", optional))]
    pub stop: Option<&'static str>,
    /// The seed.
    pub seed: u64,
}

impl JudgeAnswer {
    /// Returns whether no step is wrong, and the answer is the solution if there is one.
    pub fn is_right(&self) -> bool {
        let is_wrong = |step: &JudgedStep| matches!(step.verdict, "false" | "unsolvable");
        match &self.answer {
            Some(answer) => answer.solved,
            None => !self.steps.iter().any(is_wrong),
        }
    }
}

/// A step that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct JudgedStep {
    /// The step, such as `r1c2=5` or `r1c2<>5`.
    pub step: String,
    /// `deducible` if a technique shows it now; `true` if it is right, but none does; `false` if the
    /// board says that it is wrong; `unsolvable` if nothing on the board says so, but the puzzle has no
    /// solution with it; `idle` if it changes nothing.
    pub verdict: &'static str,
    /// The kind of deduction, the first of the profile that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<String>", optional))]
    pub technique: Option<&'static str>,
    /// Its rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// Of a technique that is said to show the step: `shown` or `refused`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", ts(as = "Option<String>", optional))]
    pub claim: Option<&'static str>,
}

/// The grades of a whole answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AnswerFields {
    /// How it gives the solution: as a `grid`, or by `steps` that fill the board; `null` if it does not.
    pub format: Option<&'static str>,
    /// The grid, as text on one line.
    pub grid: Option<String>,
    /// Whether the grid has all givens.
    pub givens: Option<bool>,
    /// Whether each digit is once in each house.
    pub rules: Option<bool>,
    /// Whether it is the solution.
    pub solved: bool,
    /// The number of right digits in cells without a given.
    pub right: usize,
    /// The number of cells without a given.
    pub open: usize,
    /// The number of steps by verdict.
    pub counts: BTreeMap<&'static str, usize>,
    /// The share of deductions among the steps that change something; `null` if there are none.
    pub deduced: Option<f64>,
}

impl Evidence {
    /// Whether it has these values in these fields, in any order.
    fn has(&self, fields: &serde_json::Map<String, serde_json::Value>) -> bool {
        let own = serde_json::to_value(self).expect("evidence is plain data");
        fields.iter().all(|(name, value)| own.get(name).is_some_and(|own| is_same(own, value)))
    }
}

/// Whether values are equal, lists in any order.
fn is_same(one: &serde_json::Value, other: &serde_json::Value) -> bool {
    let (Some(one), Some(other)) = (one.as_array(), other.as_array()) else { return one == other };
    let has = |all: &[serde_json::Value], item| all.iter().any(|there| is_same(there, item));
    one.len() == other.len()
        && one.iter().all(|item| has(other, item))
        && other.iter().all(|item| has(one, item))
}
