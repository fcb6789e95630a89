//! What is replied to a request. Fields have the names of the command line's JSON.

use std::collections::BTreeMap;

use quadrille_core::Status;
use serde::Serialize;

use crate::game::{AnalyseAnswer, ReplayAnswer};
use crate::json::to_writer;
use crate::{Answer, Board, CandidatePlace, Error, Evidence, RegistryAnswer};

/// A reply. Its fields depend on the request.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is one at a time, and it is soon written")]
pub enum Reply {
    /// The answer to a question about a puzzle.
    Answer(Answer<'static>),
    /// The boards of a text.
    Read(ReadAnswer),
    /// Puzzles, grids or positions.
    Generate(GenerateAnswer),
    /// The value of a position.
    Analyse(AnalyseAnswer),
    /// A game ply by ply.
    Replay(Box<ReplayAnswer>),
    /// A run.
    Search(SearchAnswer),
    /// What a comparison would run.
    Plan(PlanAnswer),
    /// Techniques.
    Techniques(TechniquesAnswer),
    /// The registry.
    Registry(Box<RegistryAnswer>),
}

impl Reply {
    /// Returns whether the question was about something that is not a puzzle.
    ///
    /// ```
    /// use quadrille_api::{Context, Request, call};
    /// use quadrille_core::{CancelFlag, WallClock};
    ///
    /// let request: Request = serde_json::from_str(r#"{"call":"solve","puzzle":"not a puzzle"}"#)?;
    /// let clock = WallClock::new();
    /// assert!(call(&request, &Context::new(CancelFlag::new(), &clock))?.is_invalid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_invalid(&self) -> bool {
        match self {
            Self::Answer(Answer::Invalid(_)) => true,
            // Givens that conflict are a verdict.
            Self::Answer(Answer::Check(answer)) => answer.verdict == Status::Invalid.id(),
            _ => false,
        }
    }

    /// Returns the reply as JSON. Hidden characters in strings are escaped.
    ///
    /// ```
    /// use quadrille_api::{Context, Request, call};
    /// use quadrille_core::{CancelFlag, WallClock};
    ///
    /// let request: Request =
    ///     serde_json::from_str(r#"{"call":"count","puzzle":"1..............."}"#)?;
    /// let clock = WallClock::new();
    /// let reply = call(&request, &Context::new(CancelFlag::new(), &clock))?;
    /// let json = br#"{"puzzle":"1...............","count":2,"exact":false,"seed":1}"#;
    /// assert_eq!(reply.to_json(), json);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> Vec<u8> {
        let mut text = Vec::new();
        match self {
            Self::Answer(answer) => answer.write(&mut text),
            other => to_writer(&mut text, other).expect("replies are plain data"),
        }
        text
    }
}

/// A run of a search algorithm.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct SearchAnswer {
    /// The puzzle on one line.
    pub puzzle: String,
    /// The algorithm with the parameters that differ from their defaults.
    pub algorithm: String,
    /// The seed.
    pub seed: u64,
    /// `solved`, `none` if there is no solution, `stuck`, `wrong`, `limit` or `unsupported`.
    pub status: String,
    /// The limit that ended the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// The solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The nodes, as the algorithm counts them.
    pub nodes: u64,
    /// The counter that is called nodes.
    pub node: String,
    /// Everything that it counted.
    pub counters: BTreeMap<String, u64>,
    /// The wall time of the run in seconds, recording included.
    pub seconds: f64,
    /// The trace, as `quadrille solve --trace` writes it.
    pub trace: String,
    /// Whether the trace was cut off at the limit of this server.
    pub truncated: bool,
}

/// The boards of a text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReadAnswer {
    /// The id of the format.
    pub format: String,
    /// The records, in order.
    pub records: Vec<ReadRecord>,
    /// Whether there are more records than are returned.
    pub truncated: bool,
}

/// A board of a text, or what is wrong in its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ReadRecord {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// The puzzle as text on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Error>,
}

/// Puzzles or grids.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GenerateAnswer {
    /// The seed.
    pub seed: u64,
    /// `solved`, or `limit` if not all were made.
    pub status: String,
    /// The puzzles or grids, in order.
    pub items: Vec<Generated>,
    /// The positions, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<GeneratedPosition>,
    /// The puzzle that came closest to the techniques, steps and ratings that were asked for, with what
    /// it has, if a limit ended the search for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closest: Option<String>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
}

/// A position in which a technique applies.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GeneratedPosition {
    /// The id of the kind of deduction.
    pub technique: &'static str,
    /// The candidates, as the format `pencilmark` writes them; a filled cell has its digit.
    pub candidates: String,
    /// The digits of the board, row by row; `.` for an empty cell.
    pub grid: String,
    /// The puzzle from which the board comes.
    pub puzzle: String,
    /// The rating of the step, if it is the next one by a profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The deduction in words.
    pub text: String,
    /// Digits that it places.
    pub placements: Vec<CandidatePlace>,
    /// Candidates that it rules out.
    pub eliminations: Vec<CandidatePlace>,
    /// What shows it.
    pub evidence: Evidence,
    /// The index in the sequence of the seed.
    pub index: u64,
    /// The seed.
    pub seed: u64,
}

/// A puzzle or grid.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct Generated {
    /// The index in the sequence of the seed.
    pub index: u64,
    /// The puzzle or grid as text on one line.
    pub puzzle: String,
    /// The same as a board.
    pub board: Board,
    /// The solution, its digits row by row.
    pub solution: Vec<u8>,
    /// The number of givens.
    pub clues: usize,
    /// Whether every given is necessary, if that is known.
    pub minimal: Option<bool>,
    /// The weight in an unbiased sample, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The rating, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
}

/// Techniques.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TechniquesAnswer {
    /// The kinds of deduction, in the order of the registry.
    pub techniques: Vec<TechniqueEntry>,
}

/// A kind of deduction.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct TechniqueEntry {
    /// The id.
    pub id: String,
    /// The id of the technique that finds it.
    pub technique: String,
    /// The title in the language.
    pub title: String,
    /// Whether it relies on the puzzle having one solution.
    pub needs_uniqueness: bool,
    /// The rating in each profile that has it.
    pub ratings: BTreeMap<String, f64>,
    /// A position in which it is found; only if one kind was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<TechniqueSample>,
}

/// A position in which a technique is found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TechniqueSample {
    /// The puzzle, with the notes of the position.
    pub board: Board,
    /// The step in words.
    pub text: String,
    /// Digits that must be in their cells.
    pub placements: Vec<CandidatePlace>,
    /// Candidates that cannot be true.
    pub eliminations: Vec<CandidatePlace>,
    /// The evidence.
    pub evidence: Evidence,
}

/// What a comparison would run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PlanAnswer {
    /// The names of the algorithms with their parameters.
    pub algorithms: Vec<String>,
    /// Number of puzzles.
    pub puzzles: u64,
    /// What is wrong with the parts of the text that are not puzzles.
    pub bad_lines: Vec<String>,
    /// Number of runs that count.
    pub runs: u64,
    /// Number of further runs that only show how much runs of the same algorithm differ.
    pub controls: u64,
    /// The command that makes the same comparison. If `puzzles` is a text, it is to be in the file that
    /// the command names.
    pub command: String,
    /// Estimated processor time of all runs in seconds, if there were sample runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// Whether some sample runs took longer than their share of the time, so that the estimate is a
    /// lower bound.
    pub at_least: bool,
}
