//! What can be asked.

use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::{AnalyseRequest, ReplayRequest};
use crate::{PuzzleInput, StepInput};

/// The seed of a question that does not name one.
pub const SEED: u64 = 1;

/// A request. The field `call` says which; the other fields depend on it. Fields that are unknown
/// are errors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub enum Request {
    /// Reads the boards of a text in any format.
    Read(ReadRequest),
    /// Solves a puzzle.
    Solve(SolveRequest),
    /// Counts solutions.
    Count(CountRequest),
    /// Says whether a puzzle is proper, and what is known of its givens.
    Check(CheckRequest),
    /// Finds the candidates that occur in some solution.
    Candidates(CandidatesRequest),
    /// Gives a hint.
    Hint(HintRequest),
    /// Judges steps, or a whole answer.
    Judge(JudgeRequest),
    /// Explains how people solve a puzzle, step by step.
    Explain(ExplainRequest),
    /// Rates how hard a puzzle is for people.
    Rate(RateRequest),
    /// Finds the canonical form.
    Canon(CanonRequest),
    /// Writes a puzzle in a format, as a picture or as a page.
    Convert(ConvertRequest),
    /// Generates puzzles or grids.
    Generate(GenerateRequest),
    /// Finds the value of a position of a game.
    Analyse(AnalyseRequest),
    /// Replays a game ply by ply.
    Replay(ReplayRequest),
    /// Runs a search algorithm and records what it does.
    Search(SearchRequest),
    /// Says what a comparison of algorithms would run, and how long it would take.
    Plan(PlanRequest),
    /// Lists the techniques.
    Techniques(TechniquesRequest),
    /// Lists everything that has a name, and the limits.
    Registry(RegistryRequest),
}

/// Asks for the boards of a text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct ReadRequest {
    /// The content of a file, a link, or what was pasted.
    pub text: String,
    /// The id of the format; detected if it is missing.
    pub format: Option<String>,
    /// The name of the file, whose extension helps to detect the format. Nothing is opened.
    pub name: Option<String>,
    /// The box shape, such as `2x3`, where the number of cells allows several.
    #[serde(default, rename = "box")]
    pub shape: Option<String>,
    /// Reads DualSudoku boards as the original program did, quirks included.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub lenient: bool,
}

/// Asks for solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct SolveRequest {
    /// The puzzle; entries and notes do not matter.
    pub puzzle: PuzzleInput,
    /// How many solutions to find; 1 if it is missing, 0 for as many as are returned here.
    pub solutions: Option<u64>,
    /// The id of an algorithm of the registry, with parameters as in `tabu:start=givens`; `auto`, the
    /// best solver for each board, if it is missing.
    pub algorithm: Option<String>,
    /// The seed; 1 if it is missing.
    pub seed: Option<u64>,
    /// `common` for the random numbers that all algorithms draw in a comparison with common seeds; `own`
    /// if it is missing.
    #[serde(default)]
    pub seeds: Option<String>,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks for the number of solutions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct CountRequest {
    /// The puzzle; entries and notes do not matter.
    pub puzzle: PuzzleInput,
    /// Where to stop counting; 2 if it is missing (1000 with `estimate`), 0 for no limit but that on
    /// time.
    pub limit: Option<u64>,
    /// How many random walks estimate a number beyond the limit; no estimate if it is missing.
    pub estimate: Option<u64>,
    /// The seed; 1 if it is missing.
    pub seed: Option<u64>,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks what kind of puzzle a board is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct CheckRequest {
    /// The puzzle. If there are entries, `entries` of the answer says whether they can stay.
    pub puzzle: PuzzleInput,
    /// Whether to find all redundant givens of a proper puzzle.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub redundant: bool,
    /// Whether to find the candidates that occur in some solution.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub candidates: bool,
    /// The most cells of backdoors to find, 0 to 3; none are sought if it is missing.
    pub backdoors: Option<usize>,
    /// The most cells of minimal unavoidable sets to find, from 4; none are sought if it is missing.
    pub unavoidable: Option<usize>,
    /// Whether to find how deep trial and error must reach to solve a proper 9x9 puzzle.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub depth: bool,
    /// Whether to find the class of a proper 9x9 puzzle by the longest braids that it needs.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub braids: bool,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks for the candidates that occur in some solution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct CandidatesRequest {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// Whether entries count as givens.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub with_entries: bool,
    /// Whether to omit only what filled cells rule out directly, which takes no search.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub direct: bool,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks for a hint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct HintRequest {
    /// The puzzle, with what the solver has entered and noted.
    pub puzzle: PuzzleInput,
    /// How much to say: 1 where to look, 2 the technique, 3 its digits and houses, 4 everything; 2
    /// if it is missing.
    pub level: Option<u8>,
    /// The profile; `quadrille` if it is missing.
    pub profile: Option<String>,
    /// Techniques, or kinds of deduction, that are not used.
    pub avoid: Option<Vec<String>>,
    /// The technique, or kind of deduction, that is the last one tried.
    pub max: Option<String>,
    /// The language of the words, `en` or `fr`.
    pub lang: Option<String>,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks what steps, or a whole answer, are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct JudgeRequest {
    /// The puzzle, with what the solver has entered and noted.
    pub puzzle: PuzzleInput,
    /// Steps to judge.
    pub steps: Option<Vec<StepInput>>,
    /// Whether each step is taken before the next one is judged; otherwise all are judged on the same
    /// board.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub in_order: bool,
    /// A whole answer as text instead: the grid it ends with and the steps in it are judged.
    pub answer: Option<String>,
    /// The profile; `quadrille` if it is missing.
    pub profile: Option<String>,
    /// Techniques, or kinds of deduction, that are not used.
    pub avoid: Option<Vec<String>>,
    /// The technique, or kind of deduction, that is the last one tried.
    pub max: Option<String>,
    /// The rating of the hardest technique that is tried; all but those that rest on many assumptions
    /// if it is missing.
    pub max_rating: Option<f64>,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks for a walkthrough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct ExplainRequest {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// Whether to give all steps that are possible now instead of a walkthrough.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub all: bool,
    /// Whether to start from what the solver has entered and noted, where that is right.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub with_entries: bool,
    /// The profile; `quadrille` if it is missing.
    pub profile: Option<String>,
    /// Techniques, or kinds of deduction, that are not used.
    pub avoid: Option<Vec<String>>,
    /// The technique, or kind of deduction, that is the last one tried.
    pub max: Option<String>,
    /// The language of the words, `en` or `fr`.
    pub lang: Option<String>,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks for a rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct RateRequest {
    /// The puzzle; entries and notes do not matter.
    pub puzzle: PuzzleInput,
    /// The profile; `se121` if it is missing.
    pub profile: Option<String>,
    /// Techniques, or kinds of deduction, that are not used.
    pub avoid: Option<Vec<String>>,
    /// The technique, or kind of deduction, that is the last one tried.
    pub max: Option<String>,
    /// The language of `hardest_title`, `en` or `fr`.
    pub lang: Option<String>,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks for the canonical form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct CanonRequest {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// `pattern`, or `string`; `pattern` if it is missing.
    pub form: Option<String>,
    /// Time in milliseconds.
    pub ms: Option<u64>,
}

/// Asks for a puzzle in a format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct ConvertRequest {
    /// The puzzle, with what the solver has entered and noted.
    pub puzzle: PuzzleInput,
    /// The id of the format: one of the registry, `svg` or `booklet`.
    pub to: String,
    /// The title of a booklet.
    pub title: Option<String>,
}

/// What is generated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum GeneratedKind {
    /// Puzzles with one solution.
    #[default]
    Puzzle,
    /// Complete grids.
    Grid,
    /// Boards in which a technique applies.
    Position,
}

/// Bounds of a rating, both included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct RatingRange {
    /// The profile.
    pub profile: String,
    /// The least rating, in the units of the profile.
    pub from: Option<f64>,
    /// The greatest rating.
    pub to: Option<f64>,
}

/// Asks for puzzles, grids or positions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct GenerateRequest {
    /// What to generate; puzzles if it is missing.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<GeneratedKind>", optional))]
    pub what: GeneratedKind,
    /// How many; 1 if it is missing.
    pub count: Option<u64>,
    /// The seed; drawn if it is missing. The answer repeats it.
    pub seed: Option<u64>,
    /// The index of the first item of the seed.
    pub first: Option<u64>,
    /// The box shape; `3x3` if it is missing.
    #[serde(default, rename = "box")]
    pub shape: Option<String>,
    /// Whether every given must be necessary.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub minimal: bool,
    /// The symmetry of the cells with givens; see the registry.
    pub symmetry: Option<String>,
    /// The cells with givens, row by row: `.`, `0`, `-` and `_` are empty, anything else is a given.
    pub pattern: Option<String>,
    /// The least and the greatest number of givens.
    pub clues: Option<[usize; 2]>,
    /// The solution of all of them, a complete grid.
    pub solution: Option<String>,
    /// Whether to sample all minimal puzzles uniformly, with weights.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub unbiased: bool,
    /// The number of pairs of adjacent cells with consecutive digits that the puzzle shows; more
    /// than there are means all.
    pub edges: Option<usize>,
    /// How hard the puzzles are to be; 9x9 only.
    pub rating: Option<RatingRange>,
    /// The id of a technique that the solution takes, or that applies in a position; 9x9 only.
    pub technique: Option<String>,
    /// The id of a technique without which others as easy as the hardest step do not solve it.
    pub needs: Option<String>,
    /// The id of a technique that the solution takes exactly once.
    pub once: Option<String>,
    /// The least and the greatest number of steps.
    pub steps: Option<[usize; 2]>,
    /// The profile by which puzzles are solved, unless `rating` names one: if it is missing,
    /// the first of `hodoku`, `se121`, `se` and `quadrille` by which the techniques can be steps.
    pub profile: Option<String>,
    /// Of a position: whether the technique is the next step, the easiest that there is.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub next: bool,
    /// Of a position: whether it is the next step and singles solve the puzzle after it.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub only: bool,
    /// The language of the words about a position, `en` or `fr`.
    pub lang: Option<String>,
    /// Time in milliseconds for all of them.
    pub ms: Option<u64>,
}

impl GenerateRequest {
    /// Asks for as many items of the kind, with no other properties.
    pub(crate) fn bare(&self) -> Self {
        let Self { what, count, seed, first, ms, .. } = *self;
        Self { what, count, seed, first, ms, ..Self::default() }
    }
}

/// Asks for a run of a search algorithm with its trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct SearchRequest {
    /// The puzzle; entries and notes do not matter.
    pub puzzle: PuzzleInput,
    /// The id of an algorithm of the registry, with parameters as in `tabu:start=givens`.
    pub algorithm: String,
    /// The seed; drawn if it is missing. The answer repeats it.
    pub seed: Option<u64>,
    /// The most nodes, as the algorithm counts them; 1000000 if it is missing.
    pub nodes: Option<u64>,
    /// Time in milliseconds. A run that ends by its nodes or by itself is the same every time.
    pub ms: Option<u64>,
}

/// Describes a comparison of algorithms on puzzles, as the command `compare` makes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct CompareRequest {
    /// The algorithms, each as in `tabu:start=givens`; those of the command if it is missing.
    pub algorithms: Option<Vec<String>>,
    /// A source such as `collection` or `random-norvig:100`, or the text of puzzles in any format.
    pub puzzles: String,
    /// The name of the file that the text is from. Nothing is opened.
    pub name: Option<String>,
    /// The box shape, such as `2x3`, where it is open.
    #[serde(default, rename = "box")]
    pub shape: Option<String>,
    /// Runs of each random algorithm on each puzzle; 1 if it is missing.
    pub runs: Option<u32>,
    /// A difference such as `5%`: instead of `runs`, as many runs as detect that difference of processor
    /// times. Deterministic algorithms run as often.
    #[serde(default)]
    pub detect: Option<String>,
    /// The seed of the first run; 1 if it is missing.
    pub seed: Option<u64>,
    /// Whether all algorithms draw the same random numbers on a puzzle, `common`, or each its `own`, as
    /// they do if it is missing.
    #[serde(default)]
    pub seeds: Option<String>,
    /// The most nodes of a run; 1000000 if no limit is asked for.
    pub nodes: Option<u64>,
    /// The most evaluations of a run.
    pub evaluations: Option<u64>,
    /// Wall time of a run in milliseconds; the most that the limits allow if it is missing.
    pub ms: Option<u64>,
    /// Processor time of a run in milliseconds.
    pub cpu_ms: Option<u64>,
}

/// Asks what a comparison would run, and how long it would take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct PlanRequest {
    /// The comparison.
    pub comparison: CompareRequest,
    /// Time for sample runs in milliseconds, from which the whole is estimated; 0 for none.
    pub ms: Option<u64>,
}

impl Request {
    /// Reads a question in JSON that has no puzzle of its own, as it is about many.
    ///
    /// # Errors
    /// When it is not JSON, not a question about puzzles, or has a puzzle.
    ///
    /// ```
    /// use quadrille_api::Request;
    ///
    /// assert!(Request::without_puzzle(r#"{"call":"rate"}"#).is_ok());
    /// assert!(Request::without_puzzle(r#"{"call":"rate","puzzle":"1..............."}"#).is_err());
    /// ```
    pub fn without_puzzle(text: &str) -> Result<Self, serde_json::Error> {
        Self::of_fields(serde_json::from_str(text)?)
    }

    /// Returns the question of fields without a puzzle.
    pub(crate) fn of_fields(mut fields: Map<String, Value>) -> Result<Self, serde_json::Error> {
        if fields.insert("puzzle".to_owned(), Value::String(String::new())).is_some() {
            return Err(Error::custom("`puzzle` has no place in a question about many"));
        }
        let request = Self::deserialize(Value::Object(fields))?;
        match request.asked() {
            Some(_) => Ok(request),
            None => Err(Error::custom("`call` is not a question about puzzles")),
        }
    }

    /// Returns the seed of a question, which every answer repeats.
    ///
    /// ```
    /// use quadrille_api::Request;
    ///
    /// let request: Request =
    ///     serde_json::from_str(r#"{"call":"count","puzzle":"1...............","seed":7}"#)?;
    /// assert_eq!(request.seed(), 7);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn seed(&self) -> u64 {
        self.asked().and_then(|(_, _, seed)| seed).unwrap_or(SEED)
    }

    /// Returns the puzzle, the time in milliseconds and the seed of a question about a puzzle.
    pub(crate) fn asked(&self) -> Option<(&PuzzleInput, Option<u64>, Option<u64>)> {
        Some(match self {
            Self::Solve(request) => (&request.puzzle, request.ms, request.seed),
            Self::Count(request) => (&request.puzzle, request.ms, request.seed),
            Self::Check(request) => (&request.puzzle, request.ms, None),
            Self::Candidates(request) => (&request.puzzle, request.ms, None),
            Self::Hint(request) => (&request.puzzle, request.ms, None),
            Self::Judge(request) => (&request.puzzle, request.ms, None),
            Self::Explain(request) => (&request.puzzle, request.ms, None),
            Self::Rate(request) => (&request.puzzle, request.ms, None),
            Self::Canon(request) => (&request.puzzle, request.ms, None),
            Self::Convert(request) => (&request.puzzle, None, None),
            _ => return None,
        })
    }
}

/// Asks for the techniques.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct TechniquesRequest {
    /// Only the kind with this id, with a sample.
    pub id: Option<String>,
    /// The language of the titles, `en` or `fr`.
    pub lang: Option<String>,
}

/// Asks for the registry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RegistryRequest {}
