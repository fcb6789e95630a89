//! `generate_batch`: puzzles of a seed, the same as the command line's.

use std::ops::RangeInclusive;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Float64Array, StringArray, UInt32Array, UInt64Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille_api::Error;
use quadrille_core::{
    BoxShape, CancelFlag, Cell, Counter, Digit, Grid, Limits, Meter, Puzzle, Solution, Stop,
    WallClock,
};
use quadrille_generate::puzzle::{Generator, Made, PatternSymmetry, Recipe};
use quadrille_logic::{Difficulty, TechniqueError};
use quadrille_logic::{Profile, kinds};

use crate::batch::{read, time_limit};
use crate::column::Table;
use crate::errors::exception;
use crate::run::{self, Progress};

/// The most puzzles of a call.
const MOST: u64 = 1 << 40;

/// What the puzzles of `generate_batch` are like.
#[derive(FromPyObject)]
pub(crate) struct Wishes {
    #[pyo3(item)]
    r#box: Option<String>,
    #[pyo3(item)]
    minimal: bool,
    #[pyo3(item)]
    symmetry: Option<String>,
    #[pyo3(item)]
    pattern: Option<String>,
    #[pyo3(item)]
    clues: Option<(usize, usize)>,
    #[pyo3(item)]
    solution: Option<String>,
    #[pyo3(item)]
    unbiased: bool,
    #[pyo3(item)]
    edges: Option<usize>,
    #[pyo3(item)]
    rating: Option<(Option<f64>, Option<f64>)>,
    #[pyo3(item)]
    profile: String,
    #[pyo3(item)]
    technique: Option<String>,
}

impl Wishes {
    fn recipe(&self) -> Result<Recipe, Error> {
        let shape = self.r#box.as_deref().map(|text| {
            text.parse::<BoxShape>()
                .map_err(|error| Error::bad_request(format!("box is {text:?}: {error}")))
        });
        let shape = shape.transpose()?;
        let solution = self.solution.as_deref().map(|text| solution(text, shape)).transpose()?;
        let of_solution = solution.as_ref().map(|solution| solution.grid().shape());
        let mut recipe = Recipe::new(shape.or(of_solution).unwrap_or(BoxShape::NINE));
        recipe.minimal = self.minimal;
        if let Some(id) = &self.symmetry {
            let known = PatternSymmetry::ALL.map(PatternSymmetry::id);
            recipe.symmetry =
                PatternSymmetry::by_id(id).ok_or_else(|| Error::unknown("symmetry", id, known))?;
        }
        recipe.clues = self.clues.map(|(from, to)| from..=to);
        recipe.solution = solution;
        recipe.unbiased = self.unbiased;
        recipe.edges = self.edges;
        let pattern = self.pattern.as_deref().map(|text| pattern(text, recipe.shape));
        recipe.pattern = pattern.transpose()?;
        recipe.check().map_err(|error| Error::bad_request(error.to_string()))?;
        Ok(recipe)
    }

    /// Returns the filter of those that are hard enough, if one is asked for.
    fn filter(&self, recipe: &Recipe, cancel: CancelFlag) -> Result<Option<Difficulty>, Error> {
        if self.rating.is_none() && self.technique.is_none() {
            return Ok(None);
        }
        if recipe.shape != BoxShape::NINE || recipe.edges.is_some() {
            return Err(Error::bad_request(
                "rating and technique are for 9x9 puzzles without edges",
            ));
        }
        let id = &self.profile;
        let profile =
            Profile::by_id(id).ok_or_else(|| Error::unknown("profile", id, Profile::ids()))?;
        let mut filter = Difficulty::new(profile, self.ratings()?, cancel);
        if let Some(technique) = &self.technique {
            filter = filter.taking(technique).map_err(|error| match error {
                TechniqueError::Unknown => {
                    Error::unknown("technique", technique, kinds().map(|(_, kind)| kind.id))
                }
                TechniqueError::Unused => {
                    Error::bad_request(format!("the profile {id:?} does not use {technique:?}"))
                }
            })?;
        }
        Ok(Some(filter))
    }

    /// Returns the bounds of ratings in tenths.
    fn ratings(&self) -> Result<RangeInclusive<u32>, Error> {
        let tenths = |points: Option<f64>, default: u32| match points {
            None => Ok(default),
            Some(points) if (0.0..=1_000_000.0).contains(&points) => {
                Ok((10.0 * points).round() as u32)
            }
            Some(points) => Err(Error::bad_request(format!("{points} is not a rating"))),
        };
        let (from, to) = self.rating.unwrap_or_default();
        let ratings = tenths(from, 0)?..=tenths(to, u32::MAX)?;
        if ratings.is_empty() {
            Err(Error::bad_request("the range of ratings is empty"))
        } else {
            Ok(ratings)
        }
    }
}

/// Parses a complete grid.
fn solution(text: &str, shape: Option<BoxShape>) -> Result<Solution, Error> {
    let puzzle = read(text.as_bytes()).map_err(|fault| fault.error)?;
    let digits: Vec<u8> =
        puzzle.givens().digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect();
    let grid = match shape {
        Some(shape) if shape.cells() == digits.len() => {
            Grid::from_digits(shape, &digits).expect("the side is the same")
        }
        _ => puzzle.givens().clone(),
    };
    let empty = digits.iter().filter(|&&digit| digit == 0).count();
    if empty > 0 {
        return Err(Error::bad_request(format!(
            "the solution has {empty} empty cells; it must be complete"
        )));
    }
    let blank = Puzzle::try_from(Grid::empty(grid.shape())).expect("it has no givens");
    Solution::new(&blank, &digits)
        .map_err(|flaw| Error::bad_request(format!("the solution: {flaw}")))
}

/// Parses the cells with givens.
fn pattern(text: &str, shape: BoxShape) -> Result<Vec<Cell>, Error> {
    let marks: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    if marks.len() != shape.cells() {
        let (found, expected) = (marks.len(), shape.cells());
        let message =
            format!("the pattern has {found} cells, expected {expected} for a {shape} board");
        return Err(Error::bad_request(message));
    }
    let given = |(_, mark): &(usize, &char)| !['.', '0', '-', '_'].contains(mark);
    Ok(marks.iter().enumerate().filter(given).map(|(cell, _)| Cell::new(cell)).collect())
}

/// A row: what was made, with its rating, or the limit that ended the search.
struct Item {
    index: u64,
    made: Result<(Made, Option<f64>), Stop>,
}

impl Item {
    fn made(&self) -> Option<&Made> {
        self.made.as_ref().ok().map(|(made, _)| made)
    }
}

/// Generates puzzles.
#[pyfunction]
#[pyo3(signature = (count, seed, first, wishes, threads, seconds, progress))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn generate_batch(
    py: Python<'_>,
    count: u64,
    seed: u64,
    first: u64,
    wishes: Wishes,
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
    let recipe = wishes.recipe().map_err(raise)?;
    let filter = wishes.filter(&recipe, cancel.clone()).map_err(raise)?;
    let mut generator = Generator::new(recipe, seed).expect("the recipe was checked");
    if let Some(filter) = &filter {
        generator = generator.with_filter(|puzzle, _| filter.accepts(puzzle));
    }
    let unit = usize::try_from(generator.batch()).expect("batches are small");
    let progress = Progress { function: progress.as_ref(), total };
    let rating = |made: &Made| {
        let filter = filter.as_ref().filter(|_| wishes.rating.is_some())?;
        Some(f64::from(filter.rating(&made.puzzle)) / 10.0)
    };
    let parts = run::units(py, threads, unit, &progress, &cancel, |index| {
        let from = first + (index * unit) as u64;
        let indices = from..from + unit.min(total - index * unit) as u64;
        let mut meter = Meter::new(limits, Counter::Branch, &cancel, &clock).expect("it runs");
        let (made, stop) = generator.make(indices.clone(), &mut meter);
        let item = |(index, made): (u64, Option<Made>)| Item {
            index,
            made: match made {
                Some(made) => {
                    let rating = rating(&made);
                    Ok((made, rating))
                }
                None => Err(stop.unwrap_or(Stop::Time)),
            },
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
        if wishes.unbiased {
            let weights: Float64Array = made().map(|made| made?.weight).collect();
            columns.push(("weight", Arc::new(weights)));
        }
        if wishes.rating.is_some() {
            let ratings: Float64Array = items().map(|item| item.made.as_ref().ok()?.1).collect();
            columns.push(("rating", Arc::new(ratings)));
        }
        let stop = |item: &Item| item.made.as_ref().err().map(|stop| stop.id());
        columns.push(("stop", Arc::new(items().map(stop).collect::<StringArray>())));
        Table::of(columns)
    })
}
