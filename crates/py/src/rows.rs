//! `rate_batch`, `canon_batch` and `run_batch`: searches that take a row at a time. Ratings and
//! canonical forms are answered as for one puzzle.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, StringArray, StructArray, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field, Fields};
use pyo3::prelude::*;
use quadrille_api::{
    Answer, CanonAnswer, CanonRequest, Context, Error, ErrorKind, PuzzleInput, RateAnswer,
    RateRequest, Request,
};
use quadrille_engine::{CancelFlag, Clock, Limits, Outcome, WallClock};
use quadrille_lab::Configuration;

use crate::batch::{Options, Search, each_row, index_of, read};
use crate::capsule::arrow_error;
use crate::column::{Names, Table, dictionary};
use crate::errors::{Fault, exception};
use crate::single::caps;
use crate::texts::Rows;

/// Words of the column `status`.
const STATUSES: Names =
    &["solved", "none", "multiple", "stuck", "wrong", "limit", "unsupported", "invalid"];

/// Nodes of a run for which no limit is asked.
const DEFAULT_NODES: u64 = 1_000_000;

/// The answers to rows, from which columns are made.
struct Answers<T>(Vec<Result<T, Fault>>);

impl<T> Answers<T> {
    fn texts<'a>(&'a self, text: impl Fn(&'a T) -> Option<&'a str>) -> ArrayRef {
        let texts = self.0.iter().map(|answer| answer.as_ref().ok().and_then(&text));
        Arc::new(texts.collect::<StringArray>())
    }

    fn reals(&self, value: impl Fn(&T) -> Option<f64>) -> ArrayRef {
        let values = self.0.iter().map(|answer| answer.as_ref().ok().and_then(&value));
        Arc::new(values.collect::<Float64Array>())
    }

    fn counts(&self, value: impl Fn(&T) -> Option<u64>) -> ArrayRef {
        let values = self.0.iter().map(|answer| answer.as_ref().ok().and_then(&value));
        Arc::new(values.collect::<UInt64Array>())
    }

    fn numbers(&self, value: impl Fn(&T) -> Option<u32>) -> ArrayRef {
        let values = self.0.iter().map(|answer| answer.as_ref().ok().and_then(&value));
        Arc::new(values.collect::<UInt32Array>())
    }

    fn status<'a>(&'a self, word: impl Fn(&'a T) -> &'a str) -> ArrayRef {
        let word = |answer: &'a Result<T, Fault>| match answer {
            Ok(answer) => index_of(STATUSES, word(answer)),
            Err(fault) if fault.error.error == ErrorKind::Unsupported => {
                index_of(STATUSES, "unsupported")
            }
            Err(_) => index_of(STATUSES, "invalid"),
        };
        dictionary(self.0.iter().map(word), STATUSES)
    }

    fn errors(&self) -> ArrayRef {
        let texts = self.0.iter().map(|answer| answer.as_ref().err().map(Fault::text));
        Arc::new(texts.collect::<StringArray>())
    }
}

/// Asks the API about a row.
fn ask(request: &Request, search: &Search) -> Result<Answer, Fault> {
    let context = Context { caps: caps(), ..Context::new(search.cancel.clone(), &search.clock) };
    quadrille_api::call(request, &context).map_err(|error| Fault { error })
}

/// Returns the limit on time as requests have it.
fn milliseconds(search: &Search) -> Option<u64> {
    search.limits.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// Raises the error that every row would have, before any row is searched.
fn check_names(py: Python<'_>, request: &Request) -> PyResult<()> {
    let clock = WallClock::new();
    let context = Context { caps: caps(), ..Context::new(CancelFlag::new(), &clock) };
    match quadrille_api::call(request, &context) {
        Err(error) if error.error == ErrorKind::UnknownName => Err(exception(py, &error, None)),
        _ => Ok(()),
    }
}

/// A puzzle that takes no time, to try names with.
fn solved() -> PuzzleInput {
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    PuzzleInput::Text(SOLVED.to_owned())
}

/// Rates each row.
#[pyfunction]
#[pyo3(signature = (puzzles, profile, threads, seconds, errors, progress))]
pub(crate) fn rate_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    profile: &str,
    threads: Option<i64>,
    seconds: Option<f64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let request = |puzzle: PuzzleInput, ms| {
        Request::Rate(RateRequest { puzzle, profile: Some(profile.to_owned()), lang: None, ms })
    };
    check_names(py, &request(solved(), None))?;
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let options = Options { threads, nodes: None, seconds, errors, progress };
    let answers: Answers<RateAnswer> = Answers(each_row(py, &rows, &options, |text, search| {
        let request = request(PuzzleInput::Text(text.to_owned()), milliseconds(search));
        match ask(&request, search)? {
            Answer::Rate(answer) => Ok(answer),
            _ => unreachable!("a rating is answered by a rating"),
        }
    })?);
    Table::of(vec![
        ("status", answers.status(|answer| &answer.status)),
        ("rating", answers.reals(|answer| answer.rating)),
        ("pearl", answers.reals(|answer| answer.pearl)),
        ("diamond", answers.reals(|answer| answer.diamond)),
        ("hardest", answers.texts(|answer| answer.hardest.as_deref())),
        ("steps", answers.numbers(|answer| u32::try_from(answer.steps?).ok())),
        ("class", answers.texts(|answer| answer.class.as_deref())),
        ("score", answers.numbers(|answer| answer.score)),
        ("stop", answers.texts(|answer| answer.stop.as_deref())),
        ("error", answers.errors()),
    ])
}

/// Finds the canonical form of each row.
#[pyfunction]
#[pyo3(signature = (puzzles, form, threads, seconds, errors, progress))]
pub(crate) fn canon_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    form: &str,
    threads: Option<i64>,
    seconds: Option<f64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let request = |puzzle: PuzzleInput, ms| {
        Request::Canon(CanonRequest { puzzle, form: Some(form.to_owned()), ms })
    };
    check_names(py, &request(solved(), None))?;
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let options = Options { threads, nodes: None, seconds, errors, progress };
    let answers: Answers<CanonAnswer> = Answers(each_row(py, &rows, &options, |text, search| {
        let request = request(PuzzleInput::Text(text.to_owned()), milliseconds(search));
        match ask(&request, search)? {
            Answer::Canon(answer) => Ok(answer),
            _ => unreachable!("a canonical form is answered by one"),
        }
    })?);
    let status = |answer: &CanonAnswer| match answer.canonical {
        Some(_) => "solved",
        None => "limit",
    };
    Table::of(vec![
        ("status", answers.status(status)),
        ("canonical", answers.texts(|answer| answer.canonical.as_deref())),
        ("automorphisms", answers.counts(|answer| answer.automorphisms.as_ref()?.parse().ok())),
        ("stop", answers.texts(|answer| answer.stop.as_deref())),
        ("error", answers.errors()),
    ])
}

/// What a run of an algorithm came to.
struct Ran {
    outcome: Outcome,
    solution: Option<String>,
    seconds: f64,
    cpu_seconds: f64,
}

/// Runs an algorithm of the laboratory on each row.
#[pyfunction]
#[pyo3(signature = (puzzles, algorithm, seed, threads, nodes, evaluations, seconds, errors, progress))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn run_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    algorithm: &str,
    seed: u64,
    threads: Option<i64>,
    nodes: Option<u64>,
    evaluations: Option<u64>,
    seconds: Option<f64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let configuration = Configuration::parse(algorithm)
        .map_err(|error| exception(py, &Error::of_name(&error), None))?;
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let has_limit = nodes.is_some() || evaluations.is_some() || seconds.is_some();
    let nodes = if has_limit { nodes } else { Some(DEFAULT_NODES) };
    let options = Options { threads, nodes, seconds, errors, progress };
    let answers = Answers(each_row(py, &rows, &options, |text, search| {
        let puzzle = read(text.as_bytes())?;
        let limits = Limits { evaluations, ..search.limits };
        let clock = WallClock::new();
        let cpu = clock.cpu();
        let outcome = configuration
            .run(&puzzle, seed, limits, &search.cancel, &clock, None)
            .expect("the clock runs");
        let (seconds, cpu_seconds) = (clock.wall(), clock.cpu() - cpu);
        Ok(Ran {
            solution: outcome.solution.as_ref().map(ToString::to_string),
            outcome,
            seconds: seconds.as_secs_f64(),
            cpu_seconds: cpu_seconds.as_secs_f64(),
        })
    })?);
    let entry = configuration.entry;
    let is_limit = |ran: &Ran| ran.outcome.stop.status().id() == "limit";
    let counters = entry.counters.iter().map(|&counter| {
        let field = Field::new(counter.id(), DataType::UInt64, true);
        (field, answers.counts(|ran| Some(ran.outcome.counters[counter])))
    });
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = counters.unzip();
    let counters =
        StructArray::try_new_with_length(Fields::from(fields), arrays, None, answers.0.len())
            .map_err(arrow_error)?;
    Table::of(vec![
        ("status", answers.status(|ran| ran.outcome.stop.status().id())),
        ("solution", answers.texts(|ran| ran.solution.as_deref())),
        ("stop", answers.texts(|ran| is_limit(ran).then_some(ran.outcome.stop.id()))),
        ("nodes", answers.counts(|ran| Some(ran.outcome.counters[entry.nodes]))),
        ("counters", Arc::new(counters)),
        ("seconds", answers.reals(|ran| Some(ran.seconds))),
        ("cpu_seconds", answers.reals(|ran| Some(ran.cpu_seconds))),
        ("error", answers.errors()),
    ])
}
