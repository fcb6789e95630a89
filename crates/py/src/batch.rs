//! `solve_batch`, `check_batch` and `count_batch`: columns of puzzles in, columns of answers out.
//!
//! Rows are asked about in units: for the kernel of a thousand, at which it is fastest.

use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::Duration;

use arrow_array::{ArrayRef, BooleanArray, UInt64Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use quadrille_api::{Answer, Batch, Check, Count, Question, SEED, Solve, SolveAnswer, ask};
use quadrille_core::kernel::lines::MAX_LINES;
use quadrille_core::text::BoardText;
use quadrille_core::{CancelFlag, Limits, Meter, Puzzle, WallClock};
use quadrille_formats::read_one;

use crate::column::{Names, Table, TextPart, dictionary, join};
use crate::errors::{Fault, NULL, exception};
use crate::run::{self, Progress};
use crate::texts::Rows;

/// Up to that many rows that the kernel takes are solved on the thread of the caller: starting
/// another takes longer than they do.
const SHORT: usize = 256;

/// Reads the one puzzle of a text.
pub(crate) fn read(text: &[u8]) -> Result<Puzzle, Fault> {
    read_one(text).map_err(|error| Fault::from(&error))
}

/// What all batch functions are asked.
pub(crate) struct Options<'a> {
    pub(crate) threads: Option<i64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) errors: &'a str,
    pub(crate) progress: Option<&'a Py<PyAny>>,
}

/// Limits of the search of each row, with the flag that ends all.
pub(crate) struct Search {
    pub(crate) limits: Limits,
    pub(crate) cancel: CancelFlag,
    pub(crate) clock: WallClock,
}

/// Returns a limit on time.
pub(crate) fn time_limit(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            PyValueError::new_err(format!("time is {seconds}; expected seconds, 0 or more"))
        })
    };
    seconds.map(duration).transpose()
}

impl<'a> Options<'a> {
    /// Checks the options.
    fn checked(&self) -> PyResult<Asked<'a>> {
        let threads = run::threads(self.threads)?;
        let raises = match self.errors {
            "null" => false,
            "raise" => true,
            other => {
                return Err(PyValueError::new_err(format!(
                    "errors is {other:?}; expected \"null\" or \"raise\""
                )));
            }
        };
        let time = time_limit(self.seconds)?;
        let limits = Limits { nodes: self.nodes, time, ..Limits::NONE };
        let search = Search { limits, cancel: CancelFlag::new(), clock: WallClock::new() };
        Ok(Asked { threads, raises, search, progress: self.progress })
    }
}

/// Options that have been checked.
struct Asked<'a> {
    threads: NonZeroUsize,
    /// Whether a bad row is an exception.
    raises: bool,
    search: Search,
    progress: Option<&'a Py<PyAny>>,
}

/// Number of rows of a unit whose rows are searched one by one.
pub(crate) const FEW: usize = 16;

/// Works on all rows, one by one.
pub(crate) fn each_row<T: Send + Sync>(
    py: Python<'_>,
    rows: &Rows,
    options: &Options<'_>,
    work: impl Fn(&str, &Search) -> Result<T, Fault> + Sync,
) -> PyResult<Vec<Result<T, Fault>>> {
    let asked = options.checked()?;
    let search = &asked.search;
    let row = |text: Option<&[u8]>| match text.map(std::str::from_utf8) {
        None => Err(Fault::null()),
        Some(Ok(text)) => work(text, search),
        // Says where it is not text.
        Some(Err(_)) => {
            read(text.unwrap_or_default()).and_then(|puzzle| work(&puzzle.to_string(), search))
        }
    };
    let units = asked.units(py, rows, FEW, false, |range| {
        let answers: Vec<_> = rows.range(range).map(row).collect();
        let mut fault = answers.iter().enumerate();
        let fault = fault.find_map(|(row, answer)| Some((row, answer.as_ref().err()?.clone())));
        (answers, fault)
    })?;
    Ok(units.into_iter().flatten().collect())
}

/// Works on all rows, units of that many together.
pub(crate) fn each_unit<T: Send + Sync>(
    py: Python<'_>,
    rows: &Rows,
    options: &Options<'_>,
    size: usize,
    work: impl Fn(Range<usize>, &Search) -> T + Sync,
) -> PyResult<Vec<T>> {
    let asked = options.checked()?;
    asked.units(py, rows, size, false, |range| (work(range, &asked.search), None))
}

/// Asks a question about all rows, in units of that many: `take` adds an answer to those of its
/// unit.
pub(crate) fn ask_units<T: Default + Send + Sync>(
    py: Python<'_>,
    question: &Question,
    rows: &Rows,
    options: &Options<'_>,
    unit: usize,
    take: impl Fn(&mut T, &Answer<'_>) + Sync,
) -> PyResult<Vec<T>> {
    let asked = options.checked()?;
    let search = &asked.search;
    // What may take long needs a thread of its own, beside which signals and progress are looked at.
    let is_quick = match question {
        Question::Solve(_) => true,
        Question::Check(check) => check.only_verdict,
        Question::Count(count) => (1..=2).contains(&count.limit),
        _ => false,
    };
    asked.units(py, rows, unit, is_quick, |range| {
        let mut batch = Batch::default();
        for text in rows.range(range) {
            match text {
                Some(text) => batch.push_text(text),
                None => batch.push_fault(quadrille_api::Fault {
                    text: None,
                    message: NULL.to_owned(),
                    place: None,
                    cells: Vec::new(),
                }),
            }
        }
        let mut meter = Meter::new(search.limits, question.node(), &search.cancel, &search.clock)
            .expect("the clock runs");
        let (mut answers, mut fault) = (T::default(), None);
        ask(question, SEED, &batch, &mut meter, &mut |row, answer| {
            if fault.is_none() {
                fault = Fault::of(&answer).map(|fault| (row, fault));
            }
            take(&mut answers, &answer);
            ControlFlow::Continue(())
        });
        (answers, fault)
    })
}

impl Asked<'_> {
    /// Works on all rows, unit by unit: `work` gets the rows of a unit, and returns what they come to
    /// and the first that is no puzzle, counted from the first of them.
    fn units<T: Send + Sync>(
        &self,
        py: Python<'_>,
        rows: &Rows,
        unit: usize,
        is_quick: bool,
        work: impl Fn(Range<usize>) -> (T, Option<(usize, Fault)>) + Sync,
    ) -> PyResult<Vec<T>> {
        let progress = Progress { function: self.progress, total: rows.len() };
        let work = |index: usize| {
            let start = index * unit;
            work(start..(start + unit).min(rows.len()))
        };
        let is_plain = |text: Option<&[u8]>| text.is_some_and(|text| text.len() == 81);
        let is_short = is_quick
            && (1..=SHORT).contains(&rows.len())
            && rows.range(0..rows.len()).all(is_plain);
        let parts = match is_short {
            true => vec![py.detach(|| work(0))],
            false => run::units(py, self.threads, unit, &progress, &self.search.cancel, work)?,
        };
        progress.end(py)?;
        let mut faults = parts.iter().enumerate();
        let fault = faults.find_map(|(index, (_, fault))| Some((index, fault.as_ref()?)));
        match fault.filter(|_| self.raises) {
            Some((index, (row, fault))) => {
                Err(exception(py, &fault.error, Some(index * unit + row)))
            }
            None => Ok(parts.into_iter().map(|(part, _)| part).collect()),
        }
    }
}

/// The answers to the rows of a unit.
#[derive(Default)]
struct Part {
    /// Statuses or verdicts.
    words: Vec<&'static str>,
    solutions: TextPart,
    minimal: Vec<Option<bool>>,
    counts: Vec<Option<(u64, bool)>>,
    errors: TextPart,
}

impl Part {
    fn take(&mut self, answer: &Answer<'_>) {
        self.words.push(answer.status());
        let mut solution = None;
        match answer {
            Answer::Solve(found) => solution = found.solution.as_ref(),
            Answer::Check(found) => {
                solution = found.solution.as_ref();
                self.minimal.push(found.minimal);
            }
            Answer::Count(found) => self.counts.push(Some((found.count, found.exact))),
            _ => self.counts.push(None),
        }
        self.solutions.push(solution.map(BoardText::as_bytes));
        let error = Fault::of(answer).map(|fault| fault.text());
        self.errors.push(error.as_deref().map(str::as_bytes));
    }
}

/// Returns the columns of words, solutions and errors.
fn columns(parts: &[Part], names: Names) -> PyResult<[ArrayRef; 3]> {
    let words = parts.iter().flat_map(|part| part.words.iter());
    Ok([
        dictionary(words.map(|word| index_of(names, word)), names),
        join(parts.iter().map(|part| &part.solutions))?,
        join(parts.iter().map(|part| &part.errors))?,
    ])
}

/// Words of the column `status`.
const STATUSES: Names = &["solved", "none", "limit", "invalid", "unsupported"];
/// Words of the column `verdict`.
const VERDICTS: Names = &["proper", "multiple", "none", "conflict", "invalid", "undecided"];

/// Returns the index of a word.
pub(crate) fn index_of(names: Names, word: &str) -> i8 {
    let place = names.iter().position(|name| *name == word);
    place.and_then(|place| i8::try_from(place).ok()).expect("the word is in the list")
}

/// Solves each row.
#[pyfunction]
#[pyo3(signature = (puzzles, threads, nodes, seconds, errors, progress))]
pub(crate) fn solve_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    threads: Option<i64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let options = Options { threads, nodes, seconds, errors, progress };
    let question = Question::Solve(Solve::default());
    let parts = ask_units(py, &question, &rows, &options, MAX_LINES, Part::take)?;
    py.detach(|| {
        let [status, solution, error] = columns(&parts, STATUSES)?;
        Table::of(vec![("status", status), ("solution", solution), ("error", error)])
    })
}

/// Solves boards of 81 digits each, 0 = empty. Returns the digits of the solutions, all 0 where there
/// is none.
#[pyfunction]
#[pyo3(signature = (digits, threads, errors, progress))]
pub(crate) fn solve_digits<'py>(
    py: Python<'py>,
    digits: &Bound<'py, PyBytes>,
    threads: Option<i64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyByteArray>> {
    let rows = Rows::of_digits(digits.as_bytes());
    let progress = progress.as_ref();
    let options = Options { threads, nodes: None, seconds: None, errors, progress };
    let question = Question::Solve(Solve::default());
    let take = |digits: &mut Vec<u8>, answer: &Answer<'_>| match answer {
        Answer::Solve(SolveAnswer { solution: Some(text), .. }) => {
            digits.extend(text.bytes().map(|symbol| symbol - b'0'));
        }
        _ => digits.extend([0; 81]),
    };
    let parts = ask_units(py, &question, &rows, &options, MAX_LINES, take)?;
    PyByteArray::new_with(py, 81 * rows.len(), |all| {
        let mut rest = all;
        for part in &parts {
            let (own, others) = rest.split_at_mut(part.len());
            own.copy_from_slice(part);
            rest = others;
        }
        Ok(())
    })
}

/// Says of each row whether it is a proper puzzle.
#[pyfunction]
#[pyo3(signature = (puzzles, minimal, threads, nodes, seconds, errors, progress))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn check_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    minimal: bool,
    threads: Option<i64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let options = Options { threads, nodes, seconds, errors, progress };
    let question = Question::Check(Check { only_verdict: !minimal, ..Check::default() });
    let parts = ask_units(py, &question, &rows, &options, MAX_LINES, Part::take)?;
    py.detach(|| {
        let [verdict, solution, error] = columns(&parts, VERDICTS)?;
        let mut columns = vec![("verdict", verdict), ("solution", solution)];
        if minimal {
            let known: BooleanArray = parts.iter().flat_map(|part| part.minimal.iter()).collect();
            columns.push(("minimal", Arc::new(known) as ArrayRef));
        }
        columns.push(("error", error));
        Table::of(columns)
    })
}

/// Counts the solutions of each row.
#[pyfunction]
#[pyo3(signature = (puzzles, limit, threads, nodes, seconds, errors, progress))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn count_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    limit: u64,
    threads: Option<i64>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    errors: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let rows = Rows::of(puzzles)?;
    let progress = progress.as_ref();
    let options = Options { threads, nodes, seconds, errors, progress };
    let question = Question::Count(Count { limit, estimate: None });
    let parts = ask_units(py, &question, &rows, &options, MAX_LINES, Part::take)?;
    py.detach(|| {
        let counts = || parts.iter().flat_map(|part| part.counts.iter());
        let count: UInt64Array = counts().map(|found| found.map(|(count, _)| count)).collect();
        let exact: BooleanArray = counts().map(|found| found.map(|(_, exact)| exact)).collect();
        Table::of(vec![
            ("count", Arc::new(count)),
            ("exact", Arc::new(exact)),
            ("error", join(parts.iter().map(|part| &part.errors))?),
        ])
    })
}
