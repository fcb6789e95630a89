//! `compare --published`: the five reports' tables beside ours.

use quadrille_engine::WallClock;
use quadrille_lab::published::{PublishedRow, published_text, run_published};
use quadrille_lab::report::TextStyle;

use super::compare::{Args, Puzzles};
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::input::Inputs;
use crate::io::output::Output;

/// A row of a table, with the seed of the runs that are compared.
#[derive(Serialize)]
struct Seeded<'a> {
    #[serde(flatten)]
    row: &'a PublishedRow,
    seed: u64,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let cancel = context.handle_signals(None);
    let typed = match args.puzzles.as_slice() {
        [] => vec!["collection".to_owned()],
        named => named.to_vec(),
    };
    let inputs = Inputs::resolve(&typed, &args.reading, context.seed(), context)?;
    // Before the work, so that a mistake here costs nothing.
    let mut out = Output::open(context)?;
    let puzzles = Puzzles::of(inputs, context, &cancel)?;
    let (clock, threads) = (WallClock::new(), context.threads());
    let bar = context.progress_bar(0, "runs");
    let seed = context.seed();
    let rows = run_published(&puzzles.instances, seed, threads, &clock, &cancel, |table, at| {
        if at.done == 1 {
            bar.reset();
            bar.set_message(format!("({}: {})", table.report, table.title));
        }
        bar.set_length(at.total);
        bar.set_position(at.done);
    });
    bar.finish_and_clear();

    if context.json {
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
    let mut exit = context.signal_status();
    if !puzzles.bad.is_empty() {
        exit.merge(Exit::Usage);
    }
    out.conclude(exit)?;
    Ok(exit)
}
