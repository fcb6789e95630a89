//! What is answered. Fields have the names of the command line's JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::game::AnalyseAnswer;
use crate::{Board, CandidatePlace, Error, Evidence, RegistryAnswer};

/// An answer. The field `call` repeats that of the request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "there is one at a time, and it is soon written")]
pub enum Answer {
    /// The boards of a text.
    Read(ReadAnswer),
    /// Solutions.
    Solve(SolveAnswer),
    /// A number of solutions.
    Count(CountAnswer),
    /// A verdict.
    Check(CheckAnswer),
    /// Candidates.
    Candidates(CandidatesAnswer),
    /// A hint.
    Hint(HintAnswer),
    /// A walkthrough.
    Explain(ExplainAnswer),
    /// A rating.
    Rate(RateAnswer),
    /// A canonical form.
    Canon(CanonAnswer),
    /// A text.
    Convert(ConvertAnswer),
    /// Puzzles or grids.
    Generate(GenerateAnswer),
    /// The value of a position.
    Analyse(AnalyseAnswer),
    /// A run.
    Search(SearchAnswer),
    /// What a comparison would run.
    Plan(PlanAnswer),
    /// Techniques.
    Techniques(TechniquesAnswer),
    /// The registry.
    Registry(Box<RegistryAnswer>),
}

/// A run of a search algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// The solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// Solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct SolveAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// `solved`, `none`, `limit` or `unsupported`.
    pub status: String,
    /// The first solution as text on one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// All solutions found, each with its digits row by row.
    pub solutions: Vec<Vec<u8>>,
    /// Whether these are all.
    pub exact: bool,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall time.
    pub seconds: f64,
}

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CountAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// How many were found; at most the limit.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Wall time.
    pub seconds: f64,
}

/// A verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CheckAnswer {
    /// The puzzle as text on one line; missing if it is not a puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// `proper`, `multiple`, `none`, `conflict` or `undecided`.
    pub verdict: String,
    /// Whether every given is necessary; only of proper puzzles, and if it is known.
    pub minimal: Option<bool>,
    /// The redundant givens, if they were asked for and are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant: Option<Vec<String>>,
    /// The cells of a conflict.
    pub cells: Vec<String>,
    /// Of a puzzle with entries: `right` if a solution has them all, `wrong` if none has, `conflict`
    /// if they contradict each other or givens, `undecided`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<String>,
    /// Entries that differ from the only solution.
    pub wrong: Vec<String>,
    /// Whether the entries complete the puzzle.
    pub complete: bool,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
}

/// Candidates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CandidatesAnswer {
    /// `solved` if they are known, `none` if there is no solution, `limit`.
    pub status: String,
    /// The digits of each cell, row by row; filled cells have their digit. Missing if they are not
    /// known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Vec<u8>>>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct HintAnswer {
    /// `solved` if there is a step or nothing is left to do, `stuck`, `multiple`, `none`,
    /// `unsupported` or `limit`.
    pub status: String,
    /// The profile.
    pub profile: String,
    /// The level.
    pub level: u8,
    /// The hint in words.
    pub text: String,
    /// Whether all cells are filled.
    pub done: bool,
    /// The id of the technique, from level 2 on.
    pub technique: Option<String>,
    /// The title of the technique in the language, from level 2 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The rating of the step, from level 2 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The house to look at, as `row 1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub look_at: Option<String>,
    /// Entries that are wrong, from level 2 on; their number at level 1.
    pub wrong: Vec<CandidatePlace>,
    /// How many entries are wrong.
    pub wrong_count: usize,
    /// Digits of the solution that are missing in the notes of their cells, at level 4.
    pub missing: Vec<CandidatePlace>,
    /// The evidence: houses from level 3 on, all at level 4.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
}

/// A walkthrough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ExplainAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// The profile.
    pub profile: String,
    /// `solved`, `stuck`, `multiple`, `none`, `unsupported` or `limit`.
    pub status: String,
    /// What is said after the steps or instead of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<String>,
    /// The steps.
    pub steps: Vec<ExplainStep>,
}

/// A step of a walkthrough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ExplainStep {
    /// From 1.
    pub step: usize,
    /// The id of the technique.
    pub technique: String,
    /// Its title in the language.
    pub title: String,
    /// The rating, or the score.
    pub rating: f64,
    /// The step in words.
    pub text: String,
    /// The evidence.
    #[serde(flatten)]
    pub evidence: Evidence,
    /// The cells that the step and easy techniques after it fill; only with `all`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unlocked: Option<usize>,
    /// The digits after the step, row by row; 0 for empty.
    pub grid: Vec<u8>,
    /// The candidates after the step; filled cells have their digit.
    pub candidates: Vec<Vec<u8>>,
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RateAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// The profile.
    pub profile: String,
    /// `solved`, `stuck`, `multiple`, `none`, `unsupported` or `limit`.
    pub status: String,
    /// The rating; missing if the puzzle is not rated.
    pub rating: Option<f64>,
    /// The pearl rating.
    pub pearl: Option<f64>,
    /// The diamond rating.
    pub diamond: Option<f64>,
    /// The id of the hardest technique.
    pub hardest: Option<String>,
    /// Its title in English.
    pub hardest_title: Option<String>,
    /// The number of steps.
    pub steps: Option<usize>,
    /// The class, in a profile with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The score, in a profile with scores.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Wall time.
    pub seconds: f64,
}

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CanonAnswer {
    /// The puzzle as text on one line.
    pub puzzle: String,
    /// The form as text on one line; missing if a limit ended the search.
    pub canonical: Option<String>,
    /// The number of automorphisms in decimal digits, as it may exceed what a JSON number holds.
    pub automorphisms: Option<String>,
    /// A symmetry that maps the puzzle to its form.
    pub symmetry: Option<SymmetryFields>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
}

/// A symmetry, with lines numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SymmetryFields {
    /// Whether rows become columns first.
    pub transpose: bool,
    /// Where each row goes.
    pub rows: Vec<usize>,
    /// Where each column goes.
    pub columns: Vec<usize>,
    /// What each digit becomes.
    pub digits: Vec<u8>,
}

/// A puzzle in a format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConvertAnswer {
    /// The id of the format.
    pub format: String,
    /// The whole text.
    pub text: String,
    /// A media type for downloads.
    pub media_type: String,
    /// The usual file name extension, without the dot.
    pub extension: String,
    /// What the format cannot hold: `entries`, `candidates` and details.
    pub left_out: Vec<String>,
}

/// Puzzles or grids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GenerateAnswer {
    /// The seed.
    pub seed: u64,
    /// `solved`, or `limit` if not all were made.
    pub status: String,
    /// What was made, in order.
    pub items: Vec<Generated>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
}

/// A puzzle or grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// The rating, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
}

/// Techniques.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TechniquesAnswer {
    /// The kinds of deduction, in the order of the registry.
    pub techniques: Vec<TechniqueEntry>,
}

/// A kind of deduction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TechniqueSample {
    /// The puzzle, with the notes of the position.
    pub board: Board,
    /// The step in words.
    pub text: String,
    /// The evidence.
    pub evidence: Evidence,
}

/// What a comparison would run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// Whether some sample runs took longer than their share of the time, so that the estimate is a
    /// lower bound.
    pub at_least: bool,
}
