//! `solve_batch`, `check_batch` and `count_batch`: columns of puzzles in, columns of answers out.
//!
//! Rows are worked on in units of a thousand, at which the kernel is fastest. Rows of 81 symbols go
//! to it as they are; all others are read as the command line reads a file with one record.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use arrow_array::{ArrayRef, BooleanArray, UInt64Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use quadrille_engine::analysis::{Redundant, redundant_in_many};
use quadrille_engine::format::{ReadOptions, Reader};
use quadrille_engine::kernel::lines::{self, Lines, MAX_LINES};
use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{CancelFlag, Limits, Meter, Puzzle, Solution, Status, Stop, WallClock};

use crate::column::{Names, Table, TextPart, dictionary, join};
use crate::errors::{Fault, exception};
use crate::run::{self, Progress};
use crate::texts::Rows;

/// Up to so many rows that the kernel takes are solved on the thread of the caller: starting another
/// takes longer than they do.
const SHORT: usize = 256;

/// Reads the one puzzle of a text.
pub(crate) fn read(text: &[u8]) -> Result<Puzzle, Fault> {
    if let Ok(text) = std::str::from_utf8(text) {
        return text.parse().map_err(|error| Fault::from(&error));
    }
    // Not text: the reader says where.
    let mut reader = Reader::new(text, ReadOptions::default());
    let record = reader.next().expect("an input has a record or an error");
    record.expect("reading from memory cannot fail").puzzle.map_err(|error| Fault::from(&error))
}

/// What a row is.
enum Item {
    /// A puzzle for the kernel, by its index.
    Plain(usize),
    /// Another puzzle, by its index.
    Other(usize),
    /// No puzzle.
    Bad(Fault),
}

/// The rows of a unit, read.
struct Unit {
    rows: Vec<Item>,
    plain: Lines,
    others: Vec<Puzzle>,
}

impl Unit {
    fn read(rows: &Rows, range: Range<usize>) -> Self {
        let mut unit = Self {
            rows: Vec::with_capacity(range.len()),
            plain: Lines::default(),
            others: Vec::new(),
        };
        for text in rows.range(range) {
            let row = match text {
                None => Item::Bad(Fault::null()),
                Some(text) if unit.plain.push(text) => Item::Plain(unit.plain.len() - 1),
                Some(text) => match read(text) {
                    Err(fault) => Item::Bad(fault),
                    Ok(puzzle) => {
                        unit.others.push(puzzle);
                        Item::Other(unit.others.len() - 1)
                    }
                },
            };
            unit.rows.push(row);
        }
        unit
    }

    /// Searches each puzzle for up to `limit` solutions, and passes the answers on in order.
    fn search(
        &self,
        limit: u64,
        meter: &mut Meter<'_>,
        mut emit: impl FnMut(Result<Found<'_>, &Fault>),
    ) {
        let plain = self.plain.solve(limit, meter);
        let plain: Vec<_> = plain.iter().collect();
        let others = solve::many(&self.others, limit, meter);
        for row in &self.rows {
            emit(match row {
                Item::Plain(index) => Ok(Found::Plain(plain[*index])),
                Item::Other(index) => Ok(Found::Other(&self.others[*index], &others[*index])),
                Item::Bad(fault) => Err(fault),
            });
        }
    }
}

/// What was found out about a row.
enum Found<'a> {
    Plain(lines::LineAnswer<'a>),
    Other(&'a Puzzle, &'a solve::Answer),
}

impl Found<'_> {
    /// Returns how many solutions were found, whether these are all, and why there are no more.
    fn count(&self) -> (u64, bool, Stop) {
        match self {
            Self::Plain(answer) => (answer.count, answer.exact, answer.stop),
            Self::Other(_, answer) => (answer.count, answer.exact, answer.stop),
        }
    }

    fn status(&self) -> Status {
        let (count, _, stop) = self.count();
        if count > 0 { Status::Solved } else { stop.status() }
    }

    /// Adds the first solution, or null.
    fn push_solution(&self, part: &mut TextPart) {
        match self {
            Self::Plain(answer) => part.push(answer.solutions.first().map(|text| &text[..])),
            Self::Other(_, answer) => {
                let text = answer.solutions.first().map(ToString::to_string);
                part.push(text.as_deref().map(str::as_bytes));
            }
        }
    }

    /// Returns the puzzle with its first solution.
    fn solved(&self) -> Option<(Puzzle, Solution)> {
        match self {
            Self::Plain(answer) => {
                let digits = answer.solutions.first()?.map(|symbol| symbol - b'0');
                let puzzle = answer.puzzle();
                let solution = Solution::new(&puzzle, &digits).expect("the kernel's are valid");
                Some((puzzle, solution))
            }
            Self::Other(puzzle, answer) => {
                Some(((*puzzle).clone(), answer.solutions.first()?.clone()))
            }
        }
    }
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

impl Search {
    fn meter(&self) -> Meter<'_> {
        Meter::new(self.limits, Solver::Auto.node(), &self.cancel, &self.clock)
            .expect("the clock runs")
    }
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
const FEW: usize = 16;

/// Works on all rows, one by one.
pub(crate) fn each_row<T: Send + Sync>(
    py: Python<'_>,
    rows: &Rows,
    options: &Options<'_>,
    work: impl Fn(&str, &Search) -> Result<T, Fault> + Sync,
) -> PyResult<Vec<Result<T, Fault>>> {
    let asked = options.checked()?;
    let progress = Progress { function: asked.progress, total: rows.len() };
    let search = &asked.search;
    let row = |text: Option<&[u8]>| match text.map(std::str::from_utf8) {
        None => Err(Fault::null()),
        Some(Ok(text)) => work(text, search),
        // Says where it is not text.
        Some(Err(_)) => {
            read(text.unwrap_or_default()).and_then(|puzzle| work(&puzzle.to_string(), search))
        }
    };
    let units = run::units(py, asked.threads, FEW, &progress, &search.cancel, |index| {
        let start = index * FEW;
        rows.range(start..(start + FEW).min(rows.len())).map(row).collect::<Vec<_>>()
    })?;
    progress.end(py)?;
    let answers: Vec<_> = units.into_iter().flatten().collect();
    if asked.raises
        && let Some((row, fault)) =
            answers.iter().enumerate().find_map(|(row, answer)| Some((row, answer.as_ref().err()?)))
    {
        return Err(exception(py, &fault.error, Some(row)));
    }
    Ok(answers)
}

/// The bad rows of a unit.
trait HasFaults {
    /// Returns the first bad row, counted from the beginning of the unit.
    fn first_fault(&self) -> Option<&(usize, Fault)>;
}

/// Works on all rows, unit by unit.
fn each_unit<T: Send + Sync + HasFaults>(
    py: Python<'_>,
    rows: &Rows,
    options: &Options<'_>,
    is_short: bool,
    work: impl Fn(&Unit, &Search) -> T + Sync,
) -> PyResult<Vec<T>> {
    let Asked { threads, raises, search, progress } = options.checked()?;
    let progress = Progress { function: progress, total: rows.len() };
    let unit_of = |index: usize| {
        let start = index * MAX_LINES;
        Unit::read(rows, start..(start + MAX_LINES).min(rows.len()))
    };
    let short = if is_short && (1..=SHORT).contains(&rows.len()) {
        let unit = unit_of(0);
        unit.others.is_empty().then_some(unit)
    } else {
        None
    };
    let parts = match short {
        Some(unit) => vec![py.detach(|| work(&unit, &search))],
        None => run::units(py, threads, MAX_LINES, &progress, &search.cancel, |index| {
            work(&unit_of(index), &search)
        })?,
    };
    progress.end(py)?;
    if raises {
        for (index, part) in parts.iter().enumerate() {
            if let Some((row, fault)) = part.first_fault() {
                return Err(exception(py, &fault.error, Some(index * MAX_LINES + row)));
            }
        }
    }
    Ok(parts)
}

/// The answers of a unit of `solve_batch` or `check_batch`.
#[derive(Default)]
struct Solved {
    words: Vec<i8>,
    solutions: TextPart,
    minimal: Vec<Option<bool>>,
    errors: TextPart,
    fault: Option<(usize, Fault)>,
}

impl HasFaults for Solved {
    fn first_fault(&self) -> Option<&(usize, Fault)> {
        self.fault.as_ref()
    }
}

impl Solved {
    fn bad(&mut self, word: i8, fault: &Fault) {
        if self.fault.is_none() {
            self.fault = Some((self.words.len(), fault.clone()));
        }
        self.words.push(word);
        self.solutions.push(None);
        self.errors.push(Some(fault.text().as_bytes()));
    }
}

/// Words of the column `status`.
const STATUSES: Names = &["solved", "none", "limit", "invalid", "unsupported"];

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
    let parts = each_unit(py, &rows, &options, true, |unit, search| {
        let mut part = Solved::default();
        unit.search(1, &mut search.meter(), |found| match found {
            Ok(found) => {
                part.words.push(index_of(STATUSES, found.status().id()));
                found.push_solution(&mut part.solutions);
                part.errors.push(None);
            }
            Err(fault) => part.bad(index_of(STATUSES, "invalid"), fault),
        });
        part
    })?;
    py.detach(|| {
        let status = dictionary(parts.iter().flat_map(|part| part.words.iter().copied()), STATUSES);
        Table::of(vec![
            ("status", status),
            ("solution", join(parts.iter().map(|part| &part.solutions))?),
            ("error", join(parts.iter().map(|part| &part.errors))?),
        ])
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
    let parts = each_unit(py, &rows, &options, true, |unit, search| {
        let (mut digits, mut fault, mut row) = (Vec::with_capacity(81 * MAX_LINES), None, 0);
        unit.search(1, &mut search.meter(), |found| {
            match found {
                Ok(Found::Plain(answer)) if answer.count > 0 => {
                    digits.extend(answer.solutions[0].iter().map(|symbol| symbol - b'0'));
                }
                Ok(_) => digits.extend([0; 81]),
                Err(other) => {
                    fault = fault.take().or_else(|| Some((row, other.clone())));
                    digits.extend([0; 81]);
                }
            }
            row += 1;
        });
        Digits { digits, fault }
    })?;
    PyByteArray::new_with(py, 81 * rows.len(), |all| {
        let mut rest = all;
        for part in &parts {
            let (own, others) = rest.split_at_mut(part.digits.len());
            own.copy_from_slice(&part.digits);
            rest = others;
        }
        Ok(())
    })
}

/// The answers of a unit of `solve_digits`.
struct Digits {
    digits: Vec<u8>,
    fault: Option<(usize, Fault)>,
}

impl HasFaults for Digits {
    fn first_fault(&self) -> Option<&(usize, Fault)> {
        self.fault.as_ref()
    }
}

/// Words of the column `verdict`.
const VERDICTS: Names = &["proper", "multiple", "none", "conflict", "invalid", "undecided"];

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
    let parts = each_unit(py, &rows, &options, !minimal, |unit, search| {
        let mut part = Solved::default();
        let mut proper = Vec::new();
        let mut meter = search.meter();
        unit.search(2, &mut meter, |found| match found {
            Ok(found) => {
                let word = match found.count() {
                    (2.., ..) => "multiple",
                    (1, true, _) => "proper",
                    (0, true, _) => "none",
                    _ => "undecided",
                };
                let is_proper = word == "proper";
                part.words.push(index_of(VERDICTS, word));
                match is_proper {
                    true => found.push_solution(&mut part.solutions),
                    false => part.solutions.push(None),
                }
                if minimal && is_proper {
                    proper.extend(found.solved());
                }
                part.errors.push(None);
            }
            Err(fault) => {
                let word = if fault.is_conflict() { "conflict" } else { "invalid" };
                part.bad(index_of(VERDICTS, word), fault);
            }
        });
        if minimal {
            let known = redundant_in_many(&proper, Redundant::First, &mut meter);
            let mut known = known.into_iter().map(|cells| cells.ok().map(|cells| cells.is_empty()));
            let of_proper = index_of(VERDICTS, "proper");
            let known = |&word: &i8| (word == of_proper).then(|| known.next()).flatten().flatten();
            part.minimal = part.words.iter().map(known).collect();
        }
        part
    })?;
    py.detach(|| {
        let verdict =
            dictionary(parts.iter().flat_map(|part| part.words.iter().copied()), VERDICTS);
        let solution = join(parts.iter().map(|part| &part.solutions))?;
        let mut columns = vec![("verdict", verdict), ("solution", solution)];
        if minimal {
            let known: BooleanArray = parts.iter().flat_map(|part| part.minimal.iter()).collect();
            columns.push(("minimal", Arc::new(known) as ArrayRef));
        }
        columns.push(("error", join(parts.iter().map(|part| &part.errors))?));
        Table::of(columns)
    })
}

/// The answers of a unit of `count_batch`.
#[derive(Default)]
struct Counted {
    counts: Vec<Option<(u64, bool)>>,
    errors: TextPart,
    fault: Option<(usize, Fault)>,
}

impl HasFaults for Counted {
    fn first_fault(&self) -> Option<&(usize, Fault)> {
        self.fault.as_ref()
    }
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
    let is_short = (1..=2).contains(&limit);
    let parts = each_unit(py, &rows, &options, is_short, |unit, search| {
        let mut part = Counted::default();
        unit.search(limit, &mut search.meter(), |found| match found {
            Ok(found) => {
                let (count, exact, _) = found.count();
                part.counts.push(Some((count, exact)));
                part.errors.push(None);
            }
            Err(fault) => {
                if part.fault.is_none() {
                    part.fault = Some((part.counts.len(), fault.clone()));
                }
                part.counts.push(None);
                part.errors.push(Some(fault.text().as_bytes()));
            }
        });
        part
    })?;
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
