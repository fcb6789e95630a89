//! `compare --published`: the results of five student reports beside ours.

use std::ffi::OsString;

use quadrille_engine::WallClock;
use quadrille_lab::published::{PublishedRow, published_text, run_published};
use serde::Serialize;

use super::puzzle_set::PuzzleSet;
use super::report::text_style;
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::output::Output;

/// A row with the seed of our runs.
#[derive(Serialize)]
struct SeededRow<'a> {
    #[serde(flatten)]
    row: &'a PublishedRow,
    seed: u64,
}

pub(super) fn run(
    names: &[OsString],
    reading: &InputOptions,
    context: &Context,
) -> Result<Exit, Failure> {
    // An input may have to be waited for.
    let cancel = context.handle_signals(Some(LONG_PATIENCE));
    let seed = context.seed();
    let puzzles = PuzzleSet::read(names, reading, seed, 1, context)?;
    let mut out = Output::open(context)?;
    let (clock, threads) = (WallClock::new(), context.threads());
    let bar = context.progress_bar(0, "runs");
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
            out.json(&SeededRow { row, seed })?;
        }
    } else {
        out.text(&published_text(&rows, text_style(&out)))?;
        if names == ["collection"] {
            out.line(
                "\nR2 and R3 ran on puzzles of their own; these are from the embedded collection. \
                 Use\n--puzzles to run on others.",
            )?;
        }
    }
    let mut exit = context.signal_status();
    if !puzzles.bad_lines.is_empty() {
        exit.merge(Exit::Usage);
    }
    out.conclude(exit)?;
    Ok(exit)
}
