//! `count`: the number of solutions, or an estimate.

use std::ops::ControlFlow;

use quadrille_core::analysis::{self, Estimate};
use quadrille_core::solve::{self as engine, Solver};
use quadrille_core::text::BoardText;
use quadrille_core::{Meter, Puzzle, Rng, Stop};
use serde::Serialize;

use super::{Answer, Asked, Each, limit_of, text_of};
use crate::Error;
use crate::batch::Item;
use crate::json::Object;

/// Asks for the number of solutions.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// Where to stop counting; 0 = no limit.
    pub limit: u64,
    /// Random walks for an estimate of numbers beyond the limit.
    pub estimate: Option<u64>,
}

impl Count {
    /// Returns a question with this limit, by default 2, or 1000 before an estimate.
    ///
    /// # Errors
    /// When nothing is left to estimate, or the number of walks is out of range.
    ///
    /// ```
    /// use quadrille_api::Count;
    ///
    /// assert_eq!(Count::new(None, None)?.limit, 2);
    /// assert!(Count::new(Some(0), Some(100)).is_err()); // nothing left to estimate
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn new(limit: Option<u64>, estimate: Option<u64>) -> Result<Self, Error> {
        match estimate {
            Some(_) if limit == Some(0) => Err(Error::bad_request(
                "`limit` 0 counts all solutions, which leaves nothing to estimate; omit one of them",
            )),
            Some(walks) if !(2..=1_000_000_000).contains(&walks) => Err(Error::bad_request(
                format!("`estimate` is {walks}; expected 2 to 1000000000 random walks"),
            )),
            _ => {
                let default = if estimate.is_some() { 1000 } else { 2 };
                Ok(Self { limit: limit.unwrap_or(default), estimate })
            }
        }
    }

    /// Returns the answer to a search.
    fn answer<'a>(puzzle: BoardText<'a>, found: (u64, bool, Stop), seed: u64) -> CountAnswer<'a> {
        let (count, exact, stop) = found;
        CountAnswer { puzzle, count, exact, estimate: None, stop: limit_of(stop), seed }
    }

    /// Counts, and estimates what is beyond the limit.
    fn estimated(
        self,
        walks: u64,
        puzzle: &Puzzle,
        seed: u64,
        mut meter: Meter<'_>,
    ) -> CountAnswer<'static> {
        let text = text_of(puzzle);
        let mut rng = Rng::derive(seed, &["estimate", &text]);
        let counted = engine::count(Solver::Auto, puzzle, self.limit, &mut meter);
        let estimate = (counted.stop == Stop::Solved)
            .then(|| analysis::estimate(puzzle, walks, &mut rng, &mut meter));
        let stop = match &estimate {
            Some(estimate) => estimate.stop.and_then(limit_of),
            None => limit_of(counted.stop),
        };
        let answer = Self::answer(text.into(), (counted.count, counted.exact, counted.stop), seed);
        let estimate = estimate.as_ref().map(EstimateFields::of);
        CountAnswer { estimate, stop, ..answer }
    }
}

/// A number of solutions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct CountAnswer<'a> {
    /// The puzzle as text on one line.
    #[cfg_attr(feature = "schema", ts(type = "string"), schemars(with = "String"))]
    pub puzzle: BoardText<'a>,
    /// How many were found one by one; at most the limit.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// An estimate of all, if there are more.
    #[serde(flatten)]
    pub estimate: Option<EstimateFields>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'static str>,
    /// The seed.
    pub seed: u64,
}

/// An estimate of a number of solutions. `null` is a number that is not finite, or not known as there
/// were too few walks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EstimateFields {
    /// The number.
    pub estimate: Option<f64>,
    /// Its standard error.
    pub standard_error: Option<f64>,
    /// Its logarithm to base 10.
    pub log10: Option<f64>,
    /// The standard error as a share of the number.
    pub relative_error: Option<f64>,
    /// Random walks.
    pub probes: u64,
    /// Walks that reached a solution.
    pub hits: u64,
    /// The estimate as people read it.
    #[serde(skip)]
    pub text: String,
}

impl EstimateFields {
    fn of(estimate: &Estimate) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        let mean = if estimate.hits == 0 { f64::NAN } else { estimate.mean() };
        Self {
            estimate: finite(mean),
            standard_error: finite(mean * estimate.relative_error),
            log10: finite(estimate.log10),
            relative_error: finite(estimate.relative_error),
            probes: estimate.probes,
            hits: estimate.hits,
            text: estimate.to_string(),
        }
    }
}

impl CountAnswer<'_> {
    /// Returns the answer with texts of its own.
    pub fn into_owned(self) -> CountAnswer<'static> {
        CountAnswer { puzzle: self.puzzle.into_owned(), ..self }
    }

    /// Writes the same as `serde`, in a fraction of the time.
    pub(super) fn write(&self, object: &mut Object<'_>) {
        object.symbols("puzzle", self.puzzle.as_bytes());
        object.field("count", &self.count);
        object.field("exact", &self.exact);
        if let Some(estimate) = &self.estimate {
            object.fields(estimate);
        }
        if let Some(stop) = self.stop {
            object.symbols("stop", stop.as_bytes());
        }
        object.field("seed", &self.seed);
    }
}

pub(super) fn ask(
    count: &Count,
    asked: Asked<'_>,
    meter: &mut Meter<'_>,
    each: Each<'_>,
) -> ControlFlow<()> {
    let Asked { batch, seed, .. } = asked;
    if let Some(walks) = count.estimate {
        return asked.one_by_one(each, |puzzle, _| {
            Answer::Count(count.estimated(walks, puzzle, seed, meter.renewed()))
        });
    }
    let answers = batch.plain().solve(count.limit, meter);
    for index in 0..batch.len() {
        if let Some(at) = batch.plain_index(index) {
            let found = answers.get(at);
            let puzzle = found.text();
            let found = (found.count, found.exact, found.stop);
            each(index, Answer::Count(Count::answer(puzzle, found, seed)))?;
            continue;
        }
        match batch.item(index) {
            Item::Fault(fault) => asked.invalid(index, fault, each)?,
            Item::Puzzle(puzzle, _) => {
                let mut own = meter.renewed();
                let found = engine::count(Solver::Auto, &puzzle, count.limit, &mut own);
                let found = (found.count, found.exact, found.stop);
                let puzzle = text_of(&puzzle).into();
                each(index, Answer::Count(Count::answer(puzzle, found, seed)))?;
            }
        }
    }
    ControlFlow::Continue(())
}
