//! One puzzle at a time: texts that are read, the first solution, and every call of the API.

use std::ops::ControlFlow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille_api::{Answer, Batch, Caps, Context, Question, Reply, Request, ask};
use quadrille_core::kernel::lines::Lines;
use quadrille_core::solve::{self, Solver};
use quadrille_core::{BoxShape, CancelFlag, Limits, Meter, WallClock};
use quadrille_formats::drawn;

use crate::batch::read;
use crate::errors::{Fault, exception};
use crate::run;

/// Reads the one puzzle of a text in any format. Returns it on one line, its box shape, the number
/// of its givens, and whether it has edges or pencilmarks.
#[pyfunction]
pub(crate) fn parse(py: Python<'_>, text: &str) -> PyResult<(String, (usize, usize), usize, bool)> {
    let puzzle = read(text.as_bytes()).map_err(|fault| exception(py, &fault.error, None))?;
    let shape = puzzle.shape();
    let is_plain = puzzle.edges().is_empty() && puzzle.marks().is_none();
    let givens = puzzle.givens().filled().count();
    Ok((puzzle.to_string(), (shape.rows(), shape.columns()), givens, !is_plain))
}

/// Returns a solution of a puzzle on one line, if it has one.
#[pyfunction]
pub(crate) fn solve_one(py: Python<'_>, text: &str) -> PyResult<Option<String>> {
    let mut lines = Lines::default();
    if lines.push(text.as_bytes()) {
        let answers = lines.solve(1, &mut Meter::unlimited());
        let answer = answers.iter().next().expect("one for each line");
        return Ok(answer
            .solutions
            .first()
            .map(|text| String::from_utf8(text.to_vec()).expect("digits are ASCII")));
    }
    let puzzle = read(text.as_bytes()).map_err(|fault| exception(py, &fault.error, None))?;
    let cancel = CancelFlag::new();
    let work = || solve::count(Solver::Auto, &puzzle, 1, &mut Meter::cancellable(&cancel));
    let answer = run::aside(py, &cancel, |_| Ok(()), work)?;
    Ok(answer.solutions.first().map(ToString::to_string))
}

/// Returns the board of a text with borders around its boxes.
#[pyfunction]
pub(crate) fn draw(py: Python<'_>, text: &str) -> PyResult<String> {
    let puzzle = read(text.as_bytes()).map_err(|fault| exception(py, &fault.error, None))?;
    let text = drawn(puzzle.givens(), puzzle.edges(), &|_, text| text.to_owned());
    Ok(text.trim_end().to_owned())
}

/// Returns the digits of a board row by row; 0 for an empty cell.
#[pyfunction]
pub(crate) fn digits(py: Python<'_>, text: &str) -> PyResult<Vec<u32>> {
    let puzzle = read(text.as_bytes()).map_err(|fault| exception(py, &fault.error, None))?;
    Ok(puzzle.givens().snapshot().iter().map(|&digit| digit.into()).collect())
}

/// Bounds for callers that may use the whole machine.
pub(crate) fn caps() -> Caps {
    // A hundred years: an end that clocks can still add to.
    const LONG: u64 = 100 * 365 * 24 * 3600 * 1000;
    Caps {
        text_bytes: usize::MAX,
        records: usize::MAX,
        lines_bytes: usize::MAX,
        lines: usize::MAX,
        solutions: 1 << 32,
        generated: 1 << 40,
        side: BoxShape::MAX_SIDE,
        ms: LONG,
        default_ms: LONG,
        trace_bytes: 1 << 30,
        memory_bytes: 1 << 30,
        runs: u64::MAX,
    }
}

/// Answers a request of `quadrille-api`: JSON in, JSON out. What is not a puzzle is an exception.
#[pyfunction]
pub(crate) fn call(py: Python<'_>, request: &str) -> PyResult<String> {
    let request: Request = serde_json::from_str(request)
        .map_err(|error| PyValueError::new_err(format!("not a request: {error}")))?;
    let cancel = CancelFlag::new();
    let answer = run::aside(
        py,
        &cancel,
        |_| Ok(()),
        || {
            let clock = WallClock::new();
            let context = Context { caps: caps(), ..Context::new(cancel.clone(), &clock) };
            quadrille_api::call(&request, &context)
        },
    )?;
    let reply = match answer.map_err(|error| exception(py, &error, None))? {
        Reply::Answer(answer @ Answer::Invalid(_)) => {
            let fault = Fault::of(&answer).expect("it is invalid");
            return Err(exception(py, &fault.error, None));
        }
        reply => reply.to_json(),
    };
    Ok(String::from_utf8(reply).expect("JSON is text"))
}

/// Asks a question about many puzzles: JSON without a puzzle in, the answers as JSON out.
#[pyfunction]
pub(crate) fn ask_json(
    py: Python<'_>,
    question: &str,
    texts: Vec<String>,
) -> PyResult<Vec<String>> {
    let request = Request::without_puzzle(question)
        .map_err(|error| PyValueError::new_err(format!("not a question: {error}")))?;
    let question = Question::of(&request).map_err(|error| exception(py, &error, None))?;
    let question = question.expect("it was read as a question");
    let mut batch = Batch::default();
    texts.iter().for_each(|text| batch.push_text(text.as_bytes()));
    let cancel = CancelFlag::new();
    let work = || {
        let clock = WallClock::new();
        let mut meter =
            Meter::new(Limits::NONE, question.node(), &cancel, &clock).expect("there is no limit");
        let mut answers = Vec::with_capacity(texts.len());
        ask(&question, request.seed(), &batch, &mut meter, &mut |_, answer| {
            let mut text = Vec::new();
            answer.write(&mut text);
            answers.push(String::from_utf8(text).expect("JSON is text"));
            ControlFlow::Continue(())
        });
        answers
    };
    run::aside(py, &cancel, |_| Ok(()), work)
}
