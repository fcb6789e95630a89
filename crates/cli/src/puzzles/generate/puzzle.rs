//! `generate puzzle`: random puzzles with one solution.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille_api::json::Object;
use quadrille_api::{GenerateRequest, MadePuzzle, Making};
use quadrille_core::{BoxShape, Counter, Limits, Meter, Stop, WallClock};
use quadrille_generate::puzzle::PatternSymmetry;
use quadrille_logic::Profile;

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
    #[arg(long, value_name = "A..B", value_parser = values::range("givens"), allow_hyphen_values = true)]
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

/// Parses a number of edges.
fn edges(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    text.parse().map_err(|_| format!("{text:?} is neither a number of edges nor `all`"))
}

impl Args {
    /// Returns the request that the options make, and the profile that counts if one is named.
    fn request(&self, context: &Context) -> Result<(GenerateRequest, Option<Profile>), Failure> {
        let mut request = GenerateRequest {
            shape: self.shape.map(|shape| shape.to_string()),
            minimal: self.minimal,
            symmetry: Some(self.symmetry.id().to_owned()),
            pattern: self.pattern.clone(),
            clues: self.clues.as_ref().map(|clues| [*clues.start(), *clues.end()]),
            solution: self.solution.clone(),
            unbiased: self.unbiased,
            edges: self.edges,
            ..GenerateRequest::default()
        };
        let profile = self.difficulty.add_to(&mut request, context)?;
        Ok((request, profile))
    }
}

pub(super) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let (request, profile) = args.request(context)?;
    let making = |profile, seed| Making::new(&request, profile, seed).map_err(super::refused);
    // Mistakes come before the note about the seed.
    making(profile.clone(), 0)?;
    let seed = super::seed(context);
    let making = making(profile, seed)?;
    let mut sequence = args.items.sequence("puzzles", 1)?;
    sequence.batch = making.batch();
    sequence.tried = making.tried();
    let clock = WallClock::new();
    let limits = Limits { time: Some(args.time), cpu_time: args.cpu_time, ..Limits::NONE };
    let is_cut = AtomicBool::new(false);
    let exit = sequence.write_batches(context, |numbers, report| {
        let mut meter = Meter::new(limits, Counter::Branch, &context.cancel, &clock)
            .expect("the wall clock runs");
        let (made, stop) = making.make(numbers.clone(), &mut meter);
        for (index, made) in numbers.zip(made) {
            match made {
                Some(made) => write(&made, args, seed, context.json, report),
                None if context.cancel.is_cancelled() => return report.end(),
                None => {
                    is_cut.store(true, Ordering::Relaxed);
                    let stop = stop.unwrap_or(Stop::Time);
                    let fields = |object: &mut Object<'_>| {
                        for unknown in ["puzzle", "solution", "clues", "minimal"] {
                            object.field(unknown, &None::<u64>);
                        }
                        object.field("symmetry", &args.symmetry.id());
                    };
                    super::write_cut_off((index, seed), stop, context.json, report, fields);
                }
            }
        }
    })?;
    if is_cut.into_inner() {
        let closest = making.closest().map(|closest| format!("; what came closest: {closest}"));
        context.messages.note(&format!(
            "`limit`: the search for a puzzle with these properties reached its limit; raise --time or \
             ask for less (9x9 puzzles with fewer than 19 givens are very rare){}",
            closest.unwrap_or_default()
        ));
    }
    Ok(exit)
}

fn write(
    MadePuzzle { made, rating }: &MadePuzzle,
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
                object.field("rating", rating);
            }
        });
    } else {
        report.line(made.puzzle.to_string());
    }
    report.done(Exit::Done);
}
