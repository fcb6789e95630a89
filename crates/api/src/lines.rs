//! Many puzzles in one request, a line of JSON for each.

use std::time::Duration;

use quadrille_engine::format::{ReadOptions, Reader};
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{Limits, Meter, Puzzle, Status, Stop};
use serde::{Deserialize, Serialize};

use crate::board::{require_side, text_of};
use crate::reading::{by_id, shape};
use crate::solving::{limit_of, verdict_of};
use crate::{
    CanonAnswer, CanonRequest, Context, Error, ErrorKind, PuzzleInput, RateAnswer, RateRequest,
};
use crate::{logic, solving};

/// How many puzzles are searched together.
const BATCH: usize = 1024;

/// What is done with each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LineWork {
    /// Find a solution.
    Solve,
    /// Count solutions.
    Count,
    /// Say whether the puzzle is proper.
    Check,
    /// Rate how hard it is for people.
    Rate,
    /// Find the canonical form.
    Canon,
}

/// Asks the same of every puzzle of a text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct LinesRequest {
    /// What to do with each puzzle.
    pub work: LineWork,
    /// The puzzles, in any format.
    pub text: String,
    /// The id of the format; detected if it is missing.
    pub format: Option<String>,
    /// The box shape, such as `2x3`, where the number of cells allows several.
    #[serde(default, rename = "box")]
    pub shape: Option<String>,
    /// Where to stop counting; 2 if it is missing, 0 for no limit but that on time.
    pub limit: Option<u64>,
    /// The profile of ratings; `se121` if it is missing.
    pub profile: Option<String>,
    /// Time in milliseconds for all puzzles together; as much as is allowed if it is missing.
    pub ms: Option<u64>,
}

/// What was found out about one puzzle of a text. Fields that do not belong to the work are missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LineAnswer {
    /// The line of the text, from 1.
    pub line: u64,
    /// `solved`, `none` or `limit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// A solution as text on one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// Number of solutions found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Whether there are no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<bool>,
    /// `proper`, `multiple`, `none` or `undecided`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// The limit that ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// The rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Box<RateAnswer>>,
    /// The canonical form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canon: Option<Box<CanonAnswer>>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<Error>>,
}

/// Asks the same of every puzzle of a text, and emits the answers in the order of the text. Returns
/// their number.
///
/// A record that is not a puzzle has an answer with an error. Puzzles that the time does not reach
/// have the stop `time`. Puzzles that are searched together may together take longer than that, so
/// a shell that has other clients raises the cancel flag at the end of the time.
///
/// # Errors
/// When nothing is answered: a name is unknown, or there are more puzzles than the context allows.
pub fn lines(
    request: &LinesRequest,
    context: &Context<'_>,
    emit: &mut dyn FnMut(&LineAnswer),
) -> Result<u64, Error> {
    let caps = &context.caps;
    if request.text.len() > caps.lines_bytes {
        let message = format!("the text has more than {} bytes", caps.lines_bytes);
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let options = ReadOptions {
        format: request.format.as_deref().map(by_id).transpose()?,
        shape: request.shape.as_deref().map(shape).transpose()?,
        mixed_sizes: true,
        ..ReadOptions::default()
    };
    if let Some(profile) = &request.profile {
        logic::profile(Some(profile), "se121")?;
    }
    let mut reader = Reader::new(request.text.as_bytes(), options);
    let mut records = Vec::new();
    while let Some(record) = reader.next() {
        if records.len() == caps.lines {
            let message = format!("the text has more than {} puzzles", caps.lines);
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let record = record.expect("reading from memory cannot fail");
        let puzzle = record.puzzle.map_err(|error| Error::from(&error)).and_then(|puzzle| {
            require_side(puzzle.shape(), context)?;
            Ok(puzzle)
        });
        records.push((record.line, puzzle));
    }
    let ms = request.ms.unwrap_or(caps.ms).min(caps.ms);
    let end = context.clock.wall() + Duration::from_millis(ms);
    let left = || end.saturating_sub(context.clock.wall());
    let all = records.len() as u64;
    for batch in records.chunks(BATCH) {
        match request.work {
            LineWork::Solve | LineWork::Count | LineWork::Check => {
                search(request, context, batch, left(), emit);
            }
            LineWork::Rate | LineWork::Canon => {
                for (line, puzzle) in batch {
                    emit(&one(request, context, *line, puzzle, left()));
                }
            }
        }
    }
    Ok(all)
}

/// A record of the text: its line, and the puzzle or what is wrong with it.
type Record = (u64, Result<Puzzle, Error>);

/// Answers a batch that is searched together.
fn search(
    request: &LinesRequest,
    context: &Context<'_>,
    batch: &[Record],
    left: Duration,
    emit: &mut dyn FnMut(&LineAnswer),
) {
    let limit = match request.work {
        LineWork::Solve => 1,
        LineWork::Count => request.limit.unwrap_or(2),
        _ => 2,
    };
    let limits =
        Limits { time: Some(left), memory: Some(context.caps.memory_bytes), ..Limits::NONE };
    let mut meter = Meter::new(limits, Solver::Auto.node(), &context.cancel, context.clock)
        .expect("shells pass a clock that runs");
    let puzzles: Vec<Puzzle> = batch.iter().filter_map(|(_, puzzle)| puzzle.clone().ok()).collect();
    let mut answers = solve::many(&puzzles, limit, &mut meter).into_iter();
    for (line, puzzle) in batch {
        let answer = match puzzle {
            Err(error) => failed(*line, error),
            Ok(_) => answered(request.work, *line, answers.next().expect("one for each puzzle")),
        };
        emit(&answer);
    }
}

fn answered(work: LineWork, line: u64, answer: solve::Answer) -> LineAnswer {
    let stop = limit_of(answer.stop).map(late);
    let mut all = LineAnswer { line, stop, ..LineAnswer::default() };
    match work {
        LineWork::Solve => {
            let is_solved = !answer.solutions.is_empty();
            let status = if is_solved { Status::Solved } else { answer.stop.status() };
            all.status = Some(status.id().to_owned());
            all.solution = answer.solutions.first().map(ToString::to_string);
            // The search ends at its first solution.
            all.exact = (answer.stop == Stop::ProvedNone).then_some(true);
        }
        LineWork::Count => (all.count, all.exact) = (Some(answer.count), Some(answer.exact)),
        _ => all.verdict = Some(verdict_of(&solve::Verdict::from(answer)).to_owned()),
    }
    all
}

/// Returns the stop of a search. A shell cancels at the end of the time, so that is what it means.
fn late(stop: String) -> String {
    if stop == Stop::Cancelled.id() { Stop::Time.id().to_owned() } else { stop }
}

/// Answers a puzzle on its own.
fn one(
    request: &LinesRequest,
    context: &Context<'_>,
    line: u64,
    puzzle: &Result<Puzzle, Error>,
    left: Duration,
) -> LineAnswer {
    let puzzle = match puzzle {
        Err(error) => return failed(line, error),
        Ok(puzzle) => PuzzleInput::Text(text_of(puzzle)),
    };
    if left.is_zero() {
        // A search that is short enough does not look at its limits.
        let stop = Some(Stop::Time.id().to_owned());
        return LineAnswer { line, stop, ..LineAnswer::default() };
    }
    let ms = Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
    let mut answer = LineAnswer { line, ..LineAnswer::default() };
    let result = match request.work {
        LineWork::Canon => {
            solving::canon(&CanonRequest { puzzle, form: None, ms }, context).map(|mut found| {
                found.stop = found.stop.map(late);
                answer.canon = Some(Box::new(found));
            })
        }
        _ => {
            let profile = request.profile.clone();
            logic::rate(&RateRequest { puzzle, profile, lang: None, ms }, context).map(
                |mut found| {
                    found.stop = found.stop.map(late);
                    answer.rate = Some(Box::new(found));
                },
            )
        }
    };
    match result {
        Ok(()) => answer,
        Err(error) => failed(line, &error),
    }
}

fn failed(line: u64, error: &Error) -> LineAnswer {
    LineAnswer { line, error: Some(Box::new(error.clone())), ..LineAnswer::default() }
}
