//! `compare --published`: the five reports' tables beside ours.

use quadrille_lab::published::{PublishedRow, published_text, run_published};
use quadrille_lab::report::TextStyle;

use super::compare::Puzzles;
use serde::Serialize;

use crate::args::Compare;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::Inputs;
use crate::output::Output;
use crate::{interrupt, progress};
use quadrille_engine::WallClock;

/// A row of a table, with the seed of the runs that are compared.
#[derive(Serialize)]
struct Seeded<'a> {
    #[serde(flatten)]
    row: &'a PublishedRow,
    seed: u64,
}

pub(crate) fn run(args: &Compare) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    let typed = match args.puzzles.as_slice() {
        [] => vec!["collection".to_owned()],
        named => named.to_vec(),
    };
    let inputs = Inputs::resolve(&typed, &args.reading, args.common.seed())?;
    // Before the work, so that a mistake here costs nothing.
    let mut out = Output::open(&args.common)?;
    let puzzles = Puzzles::of(&inputs, &args.common, &cancel)?;
    let (clock, threads) = (WallClock::new(), args.common.threads());
    let bar = progress::bar(&args.common, 0);
    let seed = args.common.seed();
    let rows = run_published(&puzzles.instances, seed, threads, &clock, &cancel, |table, at| {
        if at.done == 1 {
            bar.reset();
            bar.set_message(format!("({}: {})", table.report, table.title));
        }
        bar.set_length(at.total);
        bar.set_position(at.done);
    });
    bar.finish_and_clear();

    if args.common.json {
        for row in &rows {
            out.json(&Seeded { row, seed })?;
        }
    } else {
        let width = terminal_size::terminal_size().map_or(100, |(width, _)| width.0.clamp(80, 160));
        out.text(&published_text(&rows, TextStyle { width, unicode: true }))?;
        if args.puzzles.is_empty() {
            out.line(
                "\nR2 and R3 ran on puzzles of their own; these are this program's collection. \
                 Give theirs with --puzzles.",
            )?;
        }
    }
    let mut exit = interrupt::status(&cancel);
    if !puzzles.bad.is_empty() {
        exit.also(Exit::Usage);
    }
    out.conclude(exit)?;
    Ok(exit)
}
