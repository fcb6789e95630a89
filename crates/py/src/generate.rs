//! `generate_batch`: puzzles of a seed, the same as the command line's.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, StringArray, UInt32Array, UInt64Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille_api::{Error, GenerateRequest, MadePuzzle, Making};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, Stop, WallClock};
use quadrille_generate::puzzle::Made;

use crate::batch::time_limit;
use crate::column::Table;
use crate::errors::exception;
use crate::run::{self, Progress};

/// The most puzzles of a call.
const MOST: u64 = 1 << 40;

/// A row: what was made, with its rating, or the limit that ended the search.
struct Item {
    index: u64,
    made: Result<MadePuzzle, Stop>,
}

impl Item {
    fn made(&self) -> Option<&Made> {
        self.made.as_ref().ok().map(|made| &made.made)
    }
}

/// Generates the puzzles that the JSON of a request describes.
#[pyfunction]
#[pyo3(signature = (count, seed, first, request, threads, seconds, progress))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn generate_batch(
    py: Python<'_>,
    count: u64,
    seed: u64,
    first: u64,
    request: &str,
    threads: Option<i64>,
    seconds: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let threads = run::threads(threads)?;
    let limits = Limits { time: time_limit(seconds)?, ..Limits::NONE };
    if count > MOST || first > u64::MAX - count {
        return Err(PyValueError::new_err(format!("{count} puzzles from {first} are too many")));
    }
    let total = usize::try_from(count).expect("it is small enough");
    let raise = |error: Error| exception(py, &error, None);
    let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    let request: GenerateRequest = serde_json::from_str(request)
        .map_err(|error| raise(Error::bad_request(error.to_string())))?;
    let making = Making::new(&request, None, seed).map_err(raise)?;
    let unit = usize::try_from(making.batch()).expect("batches are small");
    let progress = Progress { function: progress.as_ref(), total };
    let parts = run::units(py, threads, unit, &progress, &cancel, |index| {
        let from = first + (index * unit) as u64;
        let indices = from..from + unit.min(total - index * unit) as u64;
        let mut meter = Meter::new(limits, Counter::Branch, &cancel, &clock).expect("it runs");
        let (made, stop) = making.make(indices.clone(), &mut meter);
        let item = |(index, made): (u64, Option<MadePuzzle>)| Item {
            index,
            made: made.ok_or(stop.unwrap_or(Stop::Time)),
        };
        indices.zip(made).map(item).collect::<Vec<_>>()
    })?;
    progress.end(py)?;
    py.detach(|| {
        let items = || parts.iter().flatten();
        let made = || items().map(Item::made);
        let texts = |text: fn(&Made) -> String| -> ArrayRef {
            Arc::new(made().map(|made| made.map(text)).collect::<StringArray>())
        };
        let clues = |made: &Made| made.puzzle.givens().filled().count() as u32;
        let mut columns: Vec<(&str, ArrayRef)> = vec![
            ("index", Arc::new(items().map(|item| Some(item.index)).collect::<UInt64Array>())),
            ("puzzle", texts(|made| made.puzzle.to_string())),
            ("solution", texts(|made| made.solution.to_string())),
            ("clues", Arc::new(made().map(|made| made.map(clues)).collect::<UInt32Array>())),
            (
                "minimal",
                Arc::new(
                    made().map(|made| made.map(|made| made.minimal)).collect::<BooleanArray>(),
                ),
            ),
        ];
        if request.unbiased {
            let weights: Float64Array = made().map(|made| made?.weight).collect();
            columns.push(("weight", Arc::new(weights)));
        }
        if request.rating.is_some() {
            let ratings: Float64Array =
                items().map(|item| item.made.as_ref().ok()?.rating).collect();
            columns.push(("rating", Arc::new(ratings)));
        }
        let stop = |item: &Item| item.made.as_ref().err().map(|stop| stop.id());
        columns.push(("stop", Arc::new(items().map(stop).collect::<StringArray>())));
        Table::of(columns)
    })
}
