//! `generate`: random objects from a seed, one file per kind.
//!
//! Item `k` depends only on the seed, the options and `k`: its stream is derived from them. So the
//! output is the same on any number of threads, and `--first` resumes or shares out the work.

mod difficulty;
mod grid;
mod latin;
mod permutation;
mod position;
mod puzzle;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille_api::json::Object;
use quadrille_core::{Digit, Stop};

use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::output::Report;
use crate::io::sequence::Sequence;

/// Generate puzzles, boards, Latin squares
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/generate.txt").trim_end())]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Puzzle(puzzle::Args),
    Grid(grid::Args),
    Latin(latin::Args),
    Permutation(permutation::Args),
    Position(position::Args),
}

/// Which items to make.
#[derive(Debug, Clone, clap::Args)]
struct Items {
    /// Number of items to generate
    #[arg(short = 'n', long, alias = "count", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = values::any_number(), allow_negative_numbers = true)]
    number: u64,
    /// Start at the item with this index, from 0
    #[arg(long, value_name = "K", default_value_t = 0)]
    #[arg(value_parser = values::any_number(), allow_negative_numbers = true)]
    first: u64,
}

/// Cells that are written at a time.
const BATCH_CELLS: u64 = 64 << 10;

impl Items {
    /// Returns the items as a sequence, of which each has that many cells.
    fn sequence(&self, unit: &'static str, cells: usize) -> Result<Sequence, Failure> {
        let (first, count) = (self.first, self.number);
        if first.checked_add(count).is_none() {
            return Err(Failure::usage(format!(
                "indices are below {}, so there are no {count} {unit} from index {first}; choose a smaller \
                 --first or -n",
                u64::MAX
            )));
        }
        let batch = (BATCH_CELLS / cells as u64).clamp(1, 1024);
        Ok(Sequence { first, count, batch, unit, tried: None })
    }
}

/// Makes the name of a method an option's value.
pub(super) fn known<M: Copy + Send + Sync + 'static>(
    all: &'static [M],
    id: fn(M) -> &'static str,
) -> impl TypedValueParser<Value = M> {
    PossibleValuesParser::new(all.iter().map(|&method| id(method))).map(move |name| {
        let named = all.iter().find(|&&method| id(method) == name);
        *named.expect("clap accepts only the names of methods")
    })
}

/// Appends digits as a line of cells: a symbol each up to side 35, separated numbers beyond.
fn push_digits(digits: &[u8], side: usize, text: &mut Vec<u8>) {
    if side <= quadrille_formats::line::MOST_SYMBOLS {
        let symbols = digits.iter().filter_map(|&digit| Digit::new(digit)?.symbol());
        text.extend(symbols.map(|symbol| symbol as u8));
        return;
    }
    for (index, digit) in digits.iter().enumerate() {
        if index > 0 {
            text.push(b' ');
        }
        text.extend_from_slice(digit.to_string().as_bytes());
    }
}

/// Returns the seed, and says on standard error which one was drawn if none was given.
fn seed(context: &Context) -> u64 {
    context.given_seed().unwrap_or_else(|| {
        let seed = Context::drawn_seed();
        context.messages.note(&format!("seed {seed}"));
        seed
    })
}

/// Returns the failure for a request that cannot be met, whose fields are options here.
fn refused(error: quadrille_api::Error) -> Failure {
    const OPTIONS: [&str; 9] =
        ["pattern", "solution", "rating", "technique", "needs", "once", "steps", "next", "only"];
    let option =
        |message: String, name: &&str| message.replace(&format!("`{name}`"), &format!("--{name}"));
    Failure::usage(OPTIONS.iter().fold(error.message, option))
}

/// Writes what takes the place of an item that was not made within the limits. `fields` writes what JSON
/// has before its index.
fn write_cut_off(
    (index, seed): (u64, u64),
    stop: Stop,
    json: bool,
    report: &mut Report<'_>,
    fields: impl FnOnce(&mut Object<'_>),
) {
    let status = stop.status().id();
    if json {
        report.object(|object| {
            fields(object);
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

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    context.handle_signals(Some(PATIENCE));
    match &args.what {
        What::Puzzle(args) => puzzle::run(args, context),
        What::Grid(args) => grid::run(args, context),
        What::Latin(args) => latin::run(args, context),
        What::Permutation(args) => permutation::run(args, context),
        What::Position(args) => position::run(args, context),
    }
}
