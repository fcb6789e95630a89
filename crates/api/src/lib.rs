//! What every shell of Quadrille asks, answers and writes: questions about puzzles and other requests
//! as types, their defaults, limits and words, and their JSON.
//!
//! A shell reads its own kind of input into a [`Batch`], makes a [`Question`], [`ask`]s, and renders
//! each [`Answer`]. Its JSON is that of every other shell, byte for byte:
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use quadrille_api::{Batch, Count, Question, ask};
//! use quadrille_core::Meter;
//!
//! let mut batch = Batch::default();
//! batch.push_text(b"1...............");
//! batch.push_text(b"not a puzzle");
//! let question = Question::Count(Count::new(None, None)?);
//! let mut json = Vec::new();
//! ask(&question, 1, &batch, &mut Meter::unlimited(), &mut |_, answer| {
//!     answer.write(&mut json);
//!     json.push(b'\n');
//!     ControlFlow::Continue(())
//! });
//! let json = String::from_utf8(json)?;
//! let mut lines = json.lines();
//! assert_eq!(
//!     lines.next(),
//!     Some(r#"{"puzzle":"1...............","count":2,"exact":false,"seed":1}"#)
//! );
//! assert!(lines.next().is_some_and(|line| line.contains(r#""status":"invalid""#)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Request`] is a question, or something else that can be asked, in JSON; [`call`] returns a
//! [`Reply`] to it within the bounds of a [`Context`], or an [`Error`]. Nothing here names a file or
//! starts a program.
//!
//! # The types to know
//!
//! - [`Batch`], [`Question`] and [`Answer`]: what [`ask`] takes and gives.
//! - [`Request`], [`Reply`], [`Context`] and [`Error`]: what [`call`] takes and gives.
//! - [`Board`] is a board in JSON, [`Evidence`] what shows a deduction.

mod batch;
mod board;
mod call;
mod compare;
mod context;
mod dataset;
#[cfg(feature = "report")]
mod detect;
mod error;
mod evidence;
pub mod game;
mod generation;
pub mod job;
pub mod json;
mod lines;
mod question;
mod reading;
mod registry;
mod reply;
mod request;
mod search;
mod step;
mod techniques;

pub use batch::{Batch, Fault, Item};
pub use board::{Board, DetailText, PuzzleInput};
pub use call::call;
pub use compare::Comparison;
pub use context::{Caps, Context};
pub use dataset::{
    Audit, AuditReport, AuditedRow, Auditor, BandProgress, BandSummary, Claims, Dataset,
    DatasetProgress, DatasetRequest, DatasetRow, Finding, Flaw, default_bands,
};
pub use error::{Error, ErrorKind, Place};
pub use evidence::{
    CandidatePlace, Evidence, HouseKind, HousePlace, LinkFields, ReasonFields, RoleCandidate,
    RoleHouse, SetFields, StateFields, TruthFields,
};
pub use generation::{MadePuzzle, Making, Positions, Tried};
pub use lines::{LinesRequest, lines};
pub use question::{
    Answer, AnswerFields, Candidates, CandidatesAnswer, Canon, CanonAnswer, Check, CheckAnswer,
    Convert, ConvertAnswer, ConvertTo, Count, CountAnswer, Counted, EstimateFields, Explain,
    ExplainAnswer, ExplainStep, Explained, Explanation, Hint, HintAnswer, InvalidAnswer, Judge,
    JudgeAnswer, JudgeRow, JudgedStep, LargeNumber, Question, Rate, RateAnswer, Solve, SolveAnswer,
    SymmetryFields, Trace, ask, judge_rows, no_form, restricted,
};
pub use registry::{
    AgentFields, AlgorithmFields, FormatFields, ParameterFields, ProfileFields, RegistryAnswer,
};
pub use reply::{
    GenerateAnswer, Generated, GeneratedPosition, PlanAnswer, ReadAnswer, ReadRecord, Reply,
    SearchAnswer, TechniqueEntry, TechniqueSample, TechniquesAnswer,
};
pub use request::{
    CandidatesRequest, CanonRequest, CheckRequest, CompareRequest, ConvertRequest, CountRequest,
    ExplainRequest, GenerateRequest, GeneratedKind, HintRequest, JudgeRequest, PlanRequest,
    RateRequest, RatingRange, ReadRequest, RegistryRequest, Request, SEED, SearchRequest,
    SolveRequest, TechniquesRequest,
};
pub use step::{Claim, StepFields, StepInput};
pub use techniques::position_line;
