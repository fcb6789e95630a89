//! `rate_batch`, `canon_batch` and `run_batch`: searches that take a row at a time. Ratings and
//! canonical forms are answered as for one puzzle.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, StringArray, StructArray, UInt32Array, UInt64Array};
use arrow_schema::{DataType, Field, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille_api::{Answer, CanonAnswer, Error, Question, RateAnswer, Request};
use quadrille_core::{Clock, Limits, Outcome, WallClock};
use quadrille_lab::Configuration;
use quadrille_lab::registry::{Seeds, SeedsError};

use crate::batch::{FEW, Options, ask_units, each_row, index_of, read};
use crate::capsule::arrow_error;
use crate::column::{Names, Table, dictionary};
use crate::errors::{Fault, exception};
use crate::texts::Rows;

/// Words of the column `status`.
const STATUSES: Names = &[
    "solved",
    "none",
    "multiple",
    "stuck",
    "wrong",
    "limit",
    "unsupported",
    "invalid",
    "conflict",
];

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

    /// Returns the words for all rows; `conflict` is that for givens that conflict.
    fn status<'a>(&'a self, conflict: &str, word: impl Fn(&'a T) -> &'a str) -> ArrayRef {
        let word = |answer: &'a Result<T, Fault>| match answer {
            Ok(answer) => index_of(STATUSES, word(answer)),
            Err(fault) if fault.is_conflict() => index_of(STATUSES, conflict),
            Err(_) => index_of(STATUSES, "invalid"),
        };
        dictionary(self.0.iter().map(word), STATUSES)
    }

    fn errors<'a>(&'a self, error: impl Fn(&'a T) -> Option<&'a str>) -> ArrayRef {
        let texts = self.0.iter().map(|answer| match answer {
            Ok(answer) => error(answer).map(ToOwned::to_owned),
            Err(fault) => Some(fault.text()),
        });
        Arc::new(texts.collect::<StringArray>())
    }
}

/// Asks a question about each row.
fn ask_rows<T: Send + Sync>(
    py: Python<'_>,
    question: &Question,
    rows: &Rows,
    options: &Options<'_>,
    take: impl Fn(&Answer<'_>) -> Option<T> + Sync,
) -> PyResult<Answers<T>> {
    let put = |answers: &mut Vec<Result<T, Fault>>, answer: &Answer<'_>| {
        answers.push(match Fault::of(answer) {
            Some(fault) => Err(fault),
            None => Ok(take(answer).expect("each question has its answer")),
        });
    };
    let parts = ask_units(py, question, rows, options, FEW, put)?;
    Ok(Answers(parts.into_iter().flatten().collect()))
}

/// Returns the question of a request, or raises the error that every row would have.
fn question(py: Python<'_>, request: &str) -> PyResult<Question> {
    let request = Request::without_puzzle(request).expect("a question");
    let question = Question::of(&request).map_err(|error| exception(py, &error, None))?;
    Ok(question.expect("a question"))
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
    let request = serde_json::json!({"call": "rate", "profile": profile});
    let question = question(py, &request.to_string())?;
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let options = Options { threads, nodes: None, seconds, errors, progress };
    let answers: Answers<RateAnswer> =
        ask_rows(py, &question, &rows, &options, |answer| match answer {
            Answer::Rate(answer) => Some(answer.clone()),
            _ => None,
        })?;
    Table::of(vec![
        ("status", answers.status("conflict", |answer| answer.status)),
        ("rating", answers.reals(|answer| answer.rating)),
        ("pearl", answers.reals(|answer| answer.pearl)),
        ("diamond", answers.reals(|answer| answer.diamond)),
        ("hardest", answers.texts(|answer| answer.hardest)),
        ("steps", answers.numbers(|answer| u32::try_from(answer.steps?).ok())),
        ("class", answers.texts(|answer| answer.class)),
        ("score", answers.numbers(|answer| answer.score)),
        ("stop", answers.texts(|answer| answer.stop)),
        ("error", answers.errors(|answer| answer.error.as_deref())),
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
    let request = serde_json::json!({"call": "canon", "form": form});
    let question = question(py, &request.to_string())?;
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let options = Options { threads, nodes: None, seconds, errors, progress };
    let answers: Answers<CanonAnswer<'_>> =
        ask_rows(py, &question, &rows, &options, |answer| match answer.clone().into_owned() {
            Answer::Canon(answer) => Some(answer),
            _ => None,
        })?;
    Table::of(vec![
        ("status", answers.status("invalid", |answer| answer.status.unwrap_or("solved"))),
        ("canonical", answers.texts(|answer| answer.canonical.as_deref())),
        ("automorphisms", answers.counts(|answer| answer.automorphisms?.0.try_into().ok())),
        ("stop", answers.texts(|answer| answer.stop)),
        ("error", answers.errors(|answer| answer.error.as_deref())),
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
#[pyo3(signature = (puzzles, algorithm, seed, seeds, threads, nodes, evaluations, seconds, errors, progress))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn run_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    algorithm: &str,
    seed: u64,
    seeds: &str,
    threads: Option<i64>,
    nodes: Option<u64>,
    evaluations: Option<u64>,
    seconds: Option<f64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let configuration = Configuration::parse(algorithm)
        .map_err(|error| exception(py, &Error::of_name(&error), None))?;
    let seeds: Seeds = seeds.parse().map_err(|error: SeedsError| {
        PyValueError::new_err(format!("seeds is {seeds:?}; {error}"))
    })?;
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
            .run(&puzzle, seeds.seed(seed), limits, &search.cancel, &clock, None)
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
        ("status", answers.status("invalid", |ran| ran.outcome.stop.status().id())),
        ("solution", answers.texts(|ran| ran.solution.as_deref())),
        ("stop", answers.texts(|ran| is_limit(ran).then_some(ran.outcome.stop.id()))),
        ("nodes", answers.counts(|ran| Some(ran.outcome.counters[entry.nodes]))),
        ("counters", Arc::new(counters)),
        ("seconds", answers.reals(|ran| Some(ran.seconds))),
        ("cpu_seconds", answers.reals(|ran| Some(ran.cpu_seconds))),
        ("error", answers.errors(|_| None)),
    ])
}
