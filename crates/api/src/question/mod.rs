//! Questions about puzzles, and their answers: what each means, its defaults, and its JSON.
//!
//! Each question has a file with its options, its answer and the work. Shells make a [`Question`],
//! read what they are given into a [`Batch`](crate::Batch), [`ask`], and print.

mod candidates;
mod canon;
mod check;
mod convert;
mod count;
mod explain;
mod hint;
mod judge;
mod options;
mod rate;
mod solve;
mod trace;

use std::ops::ControlFlow;

use quadrille_core::solve::Solver;
use quadrille_core::{Counter, Meter, Puzzle, Status, Stop};
use quadrille_formats::{Extra, text_of_puzzle as text_of};
use serde::Serialize;

use crate::batch::{Fault, Item};
use crate::json::Object;
use crate::{Batch, Error, Place, Request};

pub use candidates::{Candidates, CandidatesAnswer};
pub use canon::{Canon, CanonAnswer, LargeNumber, SymmetryFields, no_form};
pub use check::{Check, CheckAnswer};
pub use convert::{Convert, ConvertAnswer, ConvertTo};
pub use count::{Count, CountAnswer, EstimateFields};
pub use explain::{Explain, ExplainAnswer, ExplainStep, Explained, Explanation};
pub use hint::{Hint, HintAnswer};
pub use judge::{AnswerFields, Judge, JudgeAnswer, JudgeRow, JudgedStep, judge_rows};
pub use options::restricted;
pub(crate) use options::{language, points, profile, unusable};
pub use rate::{Rate, RateAnswer};
pub use solve::{Counted, Solve, SolveAnswer};
pub use trace::Trace;

/// What is asked of each puzzle, with all options resolved.
///
/// ```
/// use quadrille_api::{Question, Request};
///
/// let request: Request =
///     serde_json::from_str(r#"{"call":"rate","puzzle":"1..............."}"#)?;
/// assert!(matches!(Question::of(&request)?, Some(Question::Rate(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum Question {
    /// Solutions.
    Solve(Solve),
    /// The number of solutions.
    Count(Count),
    /// What kind of puzzle it is.
    Check(Check),
    /// The candidates that some solution uses.
    Candidates(Candidates),
    /// The canonical form.
    Canon(Canon),
    /// How hard it is for people.
    Rate(Rate),
    /// The next step.
    Hint(Hint),
    /// What steps are worth.
    Judge(Judge),
    /// All steps.
    Explain(Explain),
    /// The puzzle in another format.
    Convert(Convert),
}

/// What is answered about a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[allow(clippy::large_enum_variant, reason = "there is one at a time, and it is soon written")]
pub enum Answer<'a> {
    /// Solutions.
    Solve(SolveAnswer<'a>),
    /// A number of solutions.
    Count(CountAnswer<'a>),
    /// A verdict.
    Check(CheckAnswer<'a>),
    /// Candidates.
    Candidates(CandidatesAnswer),
    /// A canonical form.
    Canon(CanonAnswer<'a>),
    /// A rating.
    Rate(RateAnswer),
    /// A hint.
    Hint(HintAnswer),
    /// Verdicts on steps.
    Judge(JudgeAnswer),
    /// A walkthrough.
    Explain(ExplainAnswer),
    /// A text.
    Convert(ConvertAnswer<'a>),
    /// There is no puzzle.
    Invalid(InvalidAnswer),
}

/// The answer about something that is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct InvalidAnswer {
    /// The text in its place, if it is short.
    pub puzzle: Option<String>,
    /// `invalid`; `conflict` if the givens of a puzzle to rate or explain conflict.
    pub status: &'static str,
    /// What is wrong.
    pub error: String,
    /// Where in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The cells of givens that conflict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<String>>", optional))]
    pub cells: Vec<String>,
    /// The seed.
    pub seed: u64,
}

impl Question {
    /// Returns the question of a request; `None` if it asks for something else.
    ///
    /// # Errors
    /// When a name is unknown or an option does not fit.
    ///
    /// ```
    /// use quadrille_api::{Question, Request};
    ///
    /// let request: Request =
    ///     serde_json::from_str(r#"{"call":"rate","puzzle":"1..............."}"#)?;
    /// assert!(matches!(Question::of(&request)?, Some(Question::Rate(_))));
    /// let request: Request = serde_json::from_str(r#"{"call":"registry"}"#)?;
    /// assert!(Question::of(&request)?.is_none()); // it is not about a puzzle
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(request: &Request) -> Result<Option<Self>, Error> {
        Ok(Some(match request {
            Request::Solve(request) => Self::Solve(Solve::of(request)?),
            Request::Count(request) => Self::Count(Count::new(request.limit, request.estimate)?),
            Request::Check(request) => Self::Check(Check::of(request)?),
            Request::Candidates(request) => Self::Candidates(Candidates {
                with_entries: request.with_entries,
                direct: request.direct,
            }),
            Request::Canon(request) => Self::Canon(Canon::of(request)?),
            Request::Rate(request) => Self::Rate(Rate::of(request)?),
            Request::Hint(request) => Self::Hint(Hint::of(request)?),
            Request::Judge(request) => Self::Judge(Judge::of(request)?),
            Request::Explain(request) => Self::Explain(Explain::of(request)?),
            Request::Convert(request) => Self::Convert(Convert::of(request)?),
            _ => return Ok(None),
        }))
    }

    /// Returns the counter that a limit on nodes applies to.
    ///
    /// ```
    /// use quadrille_api::{Count, Question};
    /// use quadrille_core::Counter;
    ///
    /// assert_eq!(Question::Count(Count::new(None, None)?).node(), Counter::Branch);
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn node(&self) -> Counter {
        match self {
            Self::Solve(solve) => solve.configuration.entry.nodes,
            Self::Count(_) | Self::Check(_) | Self::Convert(_) => Solver::Auto.node(),
            Self::Canon(_) => Counter::Expanded,
            Self::Candidates(_)
            | Self::Rate(_)
            | Self::Hint(_)
            | Self::Judge(_)
            | Self::Explain(_) => Counter::Branch,
        }
    }

    /// Returns whether plain 9x9 puzzles are answered faster in large batches.
    ///
    /// ```
    /// use quadrille_api::{Count, Question};
    ///
    /// assert!(Question::Count(Count::new(None, None)?).likes_batches());
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn likes_batches(&self) -> bool {
        match self {
            Self::Solve(solve) => solve.is_batched(),
            Self::Check(check) => check.is_quick(),
            Self::Count(count) => count.estimate.is_none(),
            Self::Canon(_) | Self::Rate(_) | Self::Convert(_) => true,
            Self::Candidates(_) | Self::Hint(_) | Self::Judge(_) | Self::Explain(_) => false,
        }
    }

    /// Returns whether the answer depends on what a record holds besides its puzzle. Without it, a plain
    /// puzzle goes to the kernel.
    pub fn needs(&self, extra: &Extra) -> bool {
        match self {
            Self::Check(_) => extra.entries.is_some(),
            Self::Candidates(candidates) => candidates.with_entries && extra.entries.is_some(),
            Self::Hint(_) | Self::Judge(_) | Self::Explain(_) => {
                extra.entries.is_some() || extra.candidates.is_some()
            }
            Self::Convert(_) => true,
            Self::Solve(_) | Self::Count(_) | Self::Canon(_) | Self::Rate(_) => false,
        }
    }

    /// Returns whether the kernel answers plain 9x9 puzzles in batches.
    pub(crate) fn is_for_kernel(&self) -> bool {
        matches!(self, Self::Solve(_) | Self::Count(_) | Self::Check(_)) && self.likes_batches()
    }

    /// Returns whether the answer takes a search, which is bounded in the size of the board.
    pub(crate) fn searches(&self) -> bool {
        match self {
            Self::Candidates(candidates) => !candidates.direct,
            Self::Convert(convert) => convert.searches(),
            _ => true,
        }
    }

    /// Returns the answer about something that is not a puzzle.
    ///
    /// ```
    /// use quadrille_api::{Count, Fault, Question};
    ///
    /// let question = Question::Count(Count::new(None, None)?);
    /// assert_eq!(question.invalid(&Fault::not_utf8(), 1).status(), "invalid");
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn invalid<'f>(&self, fault: &'f Fault, seed: u64) -> Answer<'f> {
        if let Self::Check(check) = self {
            return Answer::Check(check.invalid(fault, seed));
        }
        let needs_proper =
            matches!(self, Self::Rate(_) | Self::Hint(_) | Self::Judge(_) | Self::Explain(_));
        let is_conflict = fault.is_conflict() && needs_proper;
        Answer::Invalid(InvalidAnswer {
            puzzle: fault.text.clone(),
            status: if is_conflict { CONFLICT } else { Status::Invalid.id() },
            error: fault.message.clone(),
            place: fault.place,
            cells: fault.cells.clone(),
            seed,
        })
    }
}

/// The word for givens that conflict.
const CONFLICT: &str = "conflict";

/// Answers a question about each item of a batch, in order, until `each` breaks.
///
/// Each puzzle gets the limits of the meter to itself. If the cancel flag is raised, the answers that
/// are not known yet have the stop `cancelled`.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use quadrille_api::{Batch, Check, Question, ask};
/// use quadrille_core::Meter;
///
/// let mut batch = Batch::default();
/// batch.push_text(b"1234341221.....1");
/// batch.push_text(b"1...............");
/// let (question, mut verdicts) = (Question::Check(Check::default()), Vec::new());
/// ask(&question, 1, &batch, &mut Meter::unlimited(), &mut |_, answer| {
///     verdicts.push(answer.status());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(verdicts, ["proper", "multiple"]);
/// ```
pub fn ask(
    question: &Question,
    seed: u64,
    batch: &Batch,
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(usize, Answer<'_>) -> ControlFlow<()>,
) {
    let asked = Asked { question, seed, batch };
    // There is nothing to do after a break.
    let _ = match question {
        Question::Solve(solve) => solve::ask(solve, asked, meter, each),
        Question::Count(count) => count::ask(count, asked, meter, each),
        Question::Check(check) => check::ask(check, asked, meter, each),
        Question::Canon(canon) => canon::ask(canon, asked, meter, each),
        Question::Candidates(candidates) => asked.one_by_one(each, |puzzle, extra| {
            candidates.answer(puzzle, extra, seed, &mut meter.renewed())
        }),
        Question::Rate(rate) => asked.one_by_one(each, |puzzle, _| {
            Answer::Rate(rate.answer(puzzle, seed, &mut meter.renewed()))
        }),
        Question::Hint(hint) => asked.one_by_one(each, |puzzle, extra| {
            Answer::Hint(hint.answer(puzzle, extra, seed, &mut meter.renewed()))
        }),
        Question::Judge(judge) => asked.one_by_one(each, |puzzle, extra| {
            Answer::Judge(judge.answer(puzzle, extra, seed, &mut meter.renewed()))
        }),
        Question::Explain(explain) => asked.one_by_one(each, |puzzle, extra| {
            let explained = explain.explain(puzzle, extra, &mut meter.renewed());
            Answer::Explain(explain.answer(puzzle, &explained, seed))
        }),
        Question::Convert(convert) => convert::ask(convert, asked, meter, each),
    };
}

/// Takes answers.
type Each<'e> = &'e mut dyn FnMut(usize, Answer<'_>) -> ControlFlow<()>;

/// A question about a batch.
#[derive(Clone, Copy)]
struct Asked<'q> {
    question: &'q Question,
    seed: u64,
    batch: &'q Batch,
}

impl Asked<'_> {
    /// Answers about one puzzle after the other.
    fn one_by_one(
        self,
        each: Each<'_>,
        mut answer: impl FnMut(&Puzzle, &Extra) -> Answer<'static>,
    ) -> ControlFlow<()> {
        for (index, item) in self.batch.items().enumerate() {
            match item {
                Item::Puzzle(puzzle, extra) => each(index, answer(&puzzle, extra))?,
                Item::Fault(fault) => self.invalid(index, fault, each)?,
            }
        }
        ControlFlow::Continue(())
    }

    fn invalid(self, index: usize, fault: &Fault, each: Each<'_>) -> ControlFlow<()> {
        each(index, self.question.invalid(fault, self.seed))
    }
}

impl Answer<'_> {
    /// Returns the answer with texts of its own.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use quadrille_api::{Batch, Check, Question, ask};
    /// use quadrille_core::Meter;
    ///
    /// let mut batch = Batch::default();
    /// batch.push_text(b"1234341221.....1");
    /// let (question, mut answers) = (Question::Check(Check::default()), Vec::new());
    /// ask(&question, 1, &batch, &mut Meter::unlimited(), &mut |_, answer| {
    ///     answers.push(answer.into_owned()); // it outlives the batch
    ///     ControlFlow::Continue(())
    /// });
    /// drop(batch);
    /// assert_eq!(answers[0].status(), "proper");
    /// ```
    pub fn into_owned(self) -> Answer<'static> {
        match self {
            Self::Solve(answer) => Answer::Solve(answer.into_owned()),
            Self::Count(answer) => Answer::Count(answer.into_owned()),
            Self::Check(answer) => Answer::Check(answer.into_owned()),
            Self::Candidates(answer) => Answer::Candidates(answer),
            Self::Canon(answer) => Answer::Canon(answer.into_owned()),
            Self::Rate(answer) => Answer::Rate(answer),
            Self::Hint(answer) => Answer::Hint(answer),
            Self::Judge(answer) => Answer::Judge(answer),
            Self::Explain(answer) => Answer::Explain(answer),
            Self::Convert(answer) => Answer::Convert(answer.into_owned()),
            Self::Invalid(answer) => Answer::Invalid(answer),
        }
    }

    /// Appends the answer as a JSON object. Hidden characters in strings are escaped, so that a
    /// terminal shows it as it is.
    ///
    /// ```
    /// use quadrille_api::{Count, Fault, Question};
    ///
    /// let question = Question::Count(Count::new(None, None)?);
    /// let mut json = Vec::new();
    /// question.invalid(&Fault::not_utf8(), 1).write(&mut json);
    /// assert!(json.starts_with(b"{") && json.ends_with(b"}"));
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.write_fields(&mut object);
        object.end();
    }

    /// Appends the answer as a JSON object on a line, with the number of the puzzle's line first.
    ///
    /// ```
    /// use quadrille_api::{Count, Fault, Question};
    ///
    /// let question = Question::Count(Count::new(None, None)?);
    /// let mut json = Vec::new();
    /// question.invalid(&Fault::not_utf8(), 1).write_line(7, &mut json);
    /// assert!(json.starts_with(br#"{"line":7,"#) && json.ends_with(b"}\n"));
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn write_line(&self, line: u64, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object.field("line", &line);
        self.write_fields(&mut object);
        object.end();
        out.push(b'\n');
    }

    /// Appends the fields of the answer to an object.
    pub fn write_fields(&self, object: &mut Object<'_>) {
        match self {
            Self::Solve(answer) => answer.write(object),
            Self::Count(answer) => answer.write(object),
            Self::Check(answer) => answer.write(object),
            answer => object.fields(answer),
        }
    }

    /// Returns whether the cancel flag came before the answer.
    pub fn is_cancelled(&self) -> bool {
        self.stop() == Some(Stop::Cancelled.id())
    }

    /// Returns why the search ended, where the answer says so.
    ///
    /// ```
    /// use quadrille_api::{Count, Fault, Question};
    ///
    /// let question = Question::Count(Count::new(None, None)?);
    /// assert_eq!(question.invalid(&Fault::not_utf8(), 1).stop(), None);
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn stop(&self) -> Option<&'static str> {
        match self {
            Self::Solve(answer) => Some(answer.stop),
            Self::Count(answer) => answer.stop,
            Self::Check(answer) => answer.stop,
            Self::Candidates(answer) => answer.stop,
            Self::Canon(answer) => answer.stop,
            Self::Rate(answer) => answer.stop,
            Self::Hint(answer) => answer.stop,
            Self::Judge(answer) => answer.stop,
            Self::Explain(answer) => answer.stop,
            Self::Convert(_) | Self::Invalid(_) => None,
        }
    }

    /// Replaces the stop `cancelled` by `time`, for shells that cancel at the end of the time.
    pub(crate) fn cancelled_by_time(&mut self) {
        let stop = match self {
            Self::Solve(answer) => Some(&mut answer.stop),
            Self::Count(answer) => answer.stop.as_mut(),
            Self::Check(answer) => answer.stop.as_mut(),
            Self::Candidates(answer) => answer.stop.as_mut(),
            Self::Canon(answer) => answer.stop.as_mut(),
            Self::Rate(answer) => answer.stop.as_mut(),
            Self::Hint(answer) => answer.stop.as_mut(),
            Self::Judge(answer) => answer.stop.as_mut(),
            Self::Explain(answer) => answer.stop.as_mut(),
            Self::Convert(_) | Self::Invalid(_) => None,
        };
        if let Some(stop) = stop.filter(|stop| **stop == Stop::Cancelled.id()) {
            *stop = Stop::Time.id();
        }
    }

    /// Returns the status or verdict in one word: a status of the contract, or `proper`, `multiple`,
    /// `none`, `conflict`, `undecided`. A count is `solved` unless a limit ended it.
    ///
    /// ```
    /// use quadrille_api::{Count, Fault, Question};
    ///
    /// let question = Question::Count(Count::new(None, None)?);
    /// assert_eq!(question.invalid(&Fault::not_utf8(), 1).status(), "invalid");
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn status(&self) -> &'static str {
        match self {
            Self::Solve(answer) => answer.status,
            Self::Count(answer) => {
                if answer.stop.is_some() {
                    "limit"
                } else {
                    "solved"
                }
            }
            Self::Check(answer) => answer.verdict,
            Self::Candidates(answer) => answer.status,
            Self::Canon(answer) => answer.status.unwrap_or("solved"),
            Self::Rate(answer) => answer.status,
            Self::Hint(answer) => answer.status,
            Self::Judge(answer) => answer.status,
            Self::Explain(answer) => answer.status,
            Self::Convert(answer) => answer.status.unwrap_or("solved"),
            Self::Invalid(answer) => answer.status,
        }
    }

    /// Returns what is wrong with the puzzle or its board, where there is no answer for that reason.
    ///
    /// ```
    /// use quadrille_api::{Count, Fault, Question};
    ///
    /// let question = Question::Count(Count::new(None, None)?);
    /// assert!(question.invalid(&Fault::not_utf8(), 1).error().is_some());
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn error(&self) -> Option<&str> {
        match self {
            Self::Check(answer) => answer.error.as_deref(),
            Self::Canon(answer) => answer.error.as_deref(),
            Self::Rate(answer) => answer.error.as_deref(),
            Self::Convert(answer) => answer.error.as_deref(),
            Self::Invalid(answer) => Some(&answer.error),
            _ => None,
        }
    }
}

/// Returns the stop of a search if a limit ended it.
fn limit_of(stop: Stop) -> Option<&'static str> {
    (stop.status() == Status::Limit).then(|| stop.id())
}
