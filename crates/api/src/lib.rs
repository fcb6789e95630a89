//! Requests, answers and events of Quadrille's shells as types, and [`call`], which answers a
//! request.
//!
//! The fields have the names of the command line's JSON. A shell receives a [`Request`], calls, and
//! sends the [`Answer`]; it never adds fields of its own. Nothing here names a file or starts a
//! program.
//!
//! ```
//! use quadrille_api::{Answer, Context, Request, call};
//! use quadrille_engine::{CancelFlag, WallClock};
//!
//! let request: Request = serde_json::from_str(r#"{"call":"count","puzzle":"1..............."}"#)?;
//! let clock = WallClock::new();
//! let context = Context::new(CancelFlag::new(), &clock);
//! let Answer::Count(answer) = call(&request, &context)? else { panic!("not a count") };
//! assert_eq!((answer.count, answer.exact), (2, false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod board;
mod call;
mod compare;
mod context;
mod error;
mod evidence;
pub mod game;
mod generation;
pub mod job;
mod lines;
mod logic;
mod reading;
mod registry;
mod request;
mod search;
mod solving;

pub use answer::{
    Answer, CandidatesAnswer, CanonAnswer, CheckAnswer, ConvertAnswer, CountAnswer, ExplainAnswer,
    ExplainStep, GenerateAnswer, Generated, HintAnswer, PlanAnswer, RateAnswer, ReadAnswer,
    ReadRecord, SearchAnswer, SolveAnswer, SymmetryFields, TechniqueEntry, TechniqueSample,
    TechniquesAnswer,
};
pub use board::{Board, DetailText, PuzzleInput};
pub use call::call;
pub use compare::Comparison;
pub use context::{Caps, Context};
pub use error::{Error, ErrorKind, Place};
pub use evidence::{CandidatePlace, Evidence, LinkFields, PartFields, StateFields};
pub use lines::{LineAnswer, LineWork, LinesRequest, lines};
pub use registry::{
    AgentFields, AlgorithmFields, FormatFields, ParameterFields, ProfileFields, RegistryAnswer,
};
pub use request::{
    CandidatesRequest, CanonRequest, CheckRequest, CompareRequest, ConvertRequest, CountRequest,
    ExplainRequest, GenerateRequest, GeneratedKind, HintRequest, PlanRequest, RateRequest,
    RatingRange, ReadRequest, RegistryRequest, Request, SearchRequest, SolveRequest,
    TechniquesRequest,
};
