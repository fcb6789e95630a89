//! `generate puzzle`: random puzzles with one solution.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille_core::{
    BoxShape, Cell, Counter, Digit, Grid, Limits, Meter, Puzzle, Solution, Stop, WallClock,
};
use quadrille_generate::puzzle::{Generator, Made, PatternSymmetry, Recipe};

use super::difficulty::DifficultyArgs;
use super::{Items, known};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Report;

/// Generate random puzzles with one solution
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/generate-puzzle.txt").trim_end())]
pub(crate) struct Args {
    #[command(flatten)]
    items: Items,
    /// Make every given necessary
    #[arg(long)]
    minimal: bool,
    /// Symmetry of the cells with givens
    #[arg(long, value_name = "ID", default_value = PatternSymmetry::None.id(), hide_possible_values = true)]
    #[arg(value_parser = known(&PatternSymmetry::ALL, PatternSymmetry::id))]
    symmetry: PatternSymmetry,
    /// Cells with givens, row by row
    ///
    /// `.`, `0`, `-` and `_` are empty cells, anything else is a given.
    #[arg(long, value_name = "MASK", allow_hyphen_values = true)]
    pattern: Option<String>,
    /// Number of givens: 24, 24..26, ..24 or 30..
    #[arg(long, value_name = "A..B", value_parser = clues, allow_hyphen_values = true)]
    clues: Option<RangeInclusive<usize>>,
    /// The solution of every puzzle: a complete grid
    #[arg(long, value_name = "GRID")]
    solution: Option<String>,
    /// Sample all minimal puzzles uniformly, with weights
    #[arg(long)]
    unbiased: bool,
    /// Show N pairs of adjacent cells with consecutive digits, or `all`
    #[arg(long, value_name = "N", value_parser = edges)]
    edges: Option<usize>,
    #[command(flatten)]
    difficulty: DifficultyArgs,
    /// Box shape, such as 2x3, up to side 16 [default: 3x3]
    #[arg(long = "box", value_name = "RxC")]
    shape: Option<BoxShape>,
    /// Wall time for each puzzle, such as 500ms or 2s
    ///
    /// 9x9 puzzles are made together; for them it is an average.
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    #[arg(default_value = "10s")]
    time: Duration,
    /// Processor time for each puzzle, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    cpu_time: Option<Duration>,
}

/// Parses a range of numbers of givens.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str, default| match text {
        "" => Ok(default),
        text => text.parse::<usize>().map_err(|_| format!("{text:?} is not a number of givens")),
    };
    match text.split_once("..") {
        None if text.is_empty() => Err("a number of givens is missing".to_string()),
        None => number(text, 0).map(|exactly| exactly..=exactly),
        Some(("", "")) => Err("a range needs a number, as in ..24 or 24..26".to_string()),
        Some((from, to)) => {
            let to = to.strip_prefix('=').unwrap_or(to);
            let (from, to) = (number(from, 0)?, number(to, usize::MAX)?);
            if from > to {
                return Err(format!("the range {text} is empty; write the smaller number first"));
            }
            Ok(from..=to)
        }
    }
}

/// Parses a number of edges.
fn edges(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    text.parse().map_err(|_| format!("{text:?} is neither a number of edges nor `all`"))
}

impl Args {
    /// Returns the recipe that the options describe.
    fn recipe(&self) -> Result<Recipe, Failure> {
        let solution =
            self.solution.as_deref().map(|text| self.parse_solution(text)).transpose()?;
        let shape = self.shape.or(solution.as_ref().map(|grid| grid.grid().shape()));
        let mut recipe = Recipe::new(shape.unwrap_or(BoxShape::NINE));
        recipe.minimal = self.minimal;
        recipe.symmetry = self.symmetry;
        recipe.clues = self.clues.clone();
        recipe.solution = solution;
        recipe.unbiased = self.unbiased;
        recipe.edges = self.edges;
        let pattern = self.pattern.as_deref().map(|text| pattern(text, recipe.shape));
        recipe.pattern = pattern.transpose()?;
        Ok(recipe)
    }

    fn parse_solution(&self, text: &str) -> Result<Solution, Failure> {
        let wrong = |why: String| Failure::usage(format!("--solution: {why}"));
        let puzzle = quadrille_formats::read_one(text).map_err(|error| wrong(error.to_string()))?;
        let grid = match self.shape {
            Some(shape) if shape != puzzle.shape() && shape.cells() == puzzle.shape().cells() => {
                let digits = digits(puzzle.givens());
                Grid::from_digits(shape, &digits).expect("the side is the same")
            }
            _ => puzzle.givens().clone(),
        };
        let digits = digits(&grid);
        let empty = digits.iter().filter(|&&digit| digit == 0).count();
        if empty > 0 {
            return Err(wrong(format!("the grid has {empty} empty cells; it must be complete")));
        }
        let blank = Puzzle::try_from(Grid::empty(grid.shape())).expect("it has no givens");
        Solution::new(&blank, &digits).map_err(|flaw| wrong(flaw.to_string()))
    }
}

fn digits(grid: &Grid) -> Vec<u8> {
    grid.digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
}

/// Parses a pattern: blanks and lines do not matter.
fn pattern(text: &str, shape: BoxShape) -> Result<Vec<Cell>, Failure> {
    let marks: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    if marks.len() != shape.cells() {
        return Err(Failure::usage(format!(
            "--pattern: {} cells, expected {} for a {shape} board",
            marks.len(),
            shape.cells()
        )));
    }
    let given = |(_, mark): &(usize, &char)| !['.', '0', '-', '_'].contains(mark);
    Ok(marks.iter().enumerate().filter(given).map(|(cell, _)| Cell::new(cell)).collect())
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let recipe = args.recipe()?;
    let shape = recipe.shape;
    recipe.check().map_err(|error| Failure::usage(error.to_string()))?;
    let wanted = args.difficulty.resolve(recipe.shape, recipe.edges.is_some(), context)?;
    let seed = super::seed(context);
    let mut generator = Generator::new(recipe, seed).expect("the recipe was checked");
    if let Some(wanted) = &wanted {
        generator = generator.with_filter(|puzzle, _| wanted.filter.accepts(puzzle));
    }
    let mut sequence = args.items.sequence("puzzles", shape.cells())?;
    sequence.batch = generator.batch();
    let clock = WallClock::new();
    let limits = Limits { time: Some(args.time), cpu_time: args.cpu_time, ..Limits::NONE };
    let is_cut = AtomicBool::new(false);
    let exit = sequence.write_batches(context, |numbers, report| {
        let mut meter = Meter::new(limits, Counter::Branch, &context.cancel, &clock)
            .expect("the wall clock runs");
        let (made, stop) = generator.make(numbers.clone(), &mut meter);
        for (index, made) in numbers.zip(made) {
            match made {
                Some(made) => {
                    let rating = wanted.as_ref().and_then(|wanted| wanted.rating(&made.puzzle));
                    write(&made, rating, args, seed, context.json, report);
                }
                None if context.cancel.is_cancelled() => return report.end(),
                None => {
                    is_cut.store(true, Ordering::Relaxed);
                    let stop = stop.unwrap_or(Stop::Time);
                    write_cut_off(index, stop, args, seed, context.json, report);
                }
            }
        }
    })?;
    if is_cut.into_inner() {
        context.messages.note(
            "`limit`: the search for a puzzle with these properties reached its limit; raise --time or \
             ask for less (9x9 puzzles with fewer than 19 givens are very rare)",
        );
    }
    Ok(exit)
}

fn write(
    made: &Made,
    rating: Option<f64>,
    args: &Args,
    seed: u64,
    json: bool,
    report: &mut Report<'_>,
) {
    if json {
        report.object(|object| {
            object.field("puzzle", &made.puzzle.to_string());
            object.field("solution", &made.solution.to_string());
            object.field("clues", &made.puzzle.givens().filled().count());
            object.field("minimal", &made.minimal);
            object.field("symmetry", &args.symmetry.id());
            object.field("index", &made.index);
            object.field("seed", &seed);
            if let Some(weight) = made.weight {
                object.field("weight", &weight);
            }
            if let Some(rating) = rating {
                object.field("rating", &rating);
            }
        });
    } else {
        report.line(made.puzzle.to_string());
    }
    report.done(Exit::Done);
}

/// Writes what takes the place of a puzzle that was not made within the limits.
fn write_cut_off(
    index: u64,
    stop: Stop,
    args: &Args,
    seed: u64,
    json: bool,
    report: &mut Report<'_>,
) {
    let status = stop.status().id();
    if json {
        report.object(|object| {
            for unknown in ["puzzle", "solution", "clues", "minimal"] {
                object.field(unknown, &None::<u64>);
            }
            object.field("symmetry", &args.symmetry.id());
            object.field("index", &index);
            object.field("seed", &seed);
            object.field("status", &status);
            object.field("stop", &stop.id());
        });
    } else {
        report.line(status);
    }
    report.done(Exit::No);
}
