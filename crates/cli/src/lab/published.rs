//! `compare --published`: the results of five student reports beside ours.

use std::ffi::OsString;

use quadrille_arena::published::{claim_rows, claim_section, game_sections, play_published_games};
use quadrille_core::WallClock;
use quadrille_lab::published::{drawn_sections, published_sections, run_drawn, run_published};

use super::puzzle_set::PuzzleSet;
use super::report::text_style;
use crate::args::InputOptions;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game::no_result;
use crate::io::LONG_PATIENCE;
use crate::io::output::Output;

/// What must be known to read the tables.
const LEGEND: &str = "Each table shows the figures of a report, those of the same algorithm here \
    with its flaws (faithful), and, if it has flaws, those of its repaired form. Nodes, conflicts \
    and times are means, failed runs included; 95% is the interval of the share solved. The times \
    of a report are wall times of its program on a machine of its day, ours are processor times: \
    they are context, not a comparison.";

/// Where the puzzles come from if the user gives none.
const EMBEDDED: &str = "The puzzles of R2 and R3 are not part of this program. With their file, \
    --puzzles FILE runs on them.";

pub(super) fn run(
    names: &[OsString],
    reading: &InputOptions,
    context: &Context,
) -> Result<Exit, Failure> {
    // An input may have to be waited for.
    let cancel = context.handle_signals(Some(LONG_PATIENCE));
    let seed = context.seed();
    // Each table takes the levels of the embedded collection that it needs.
    let is_embedded = names == ["collection"];
    let puzzles = match is_embedded {
        true => PuzzleSet::default(),
        false => PuzzleSet::read(names, reading, seed, 1, context)?,
    };
    let given = (!is_embedded).then_some(&puzzles.instances[..]);
    let mut out = Output::open(context)?;
    let (clock, threads) = (WallClock::new(), context.threads());
    let bar = context.progress_bar(0, "runs");
    let show = |report: &str, title: &str, done: u64, total: u64| {
        if done == 1 {
            bar.reset();
            bar.set_message(format!("({report}: {title})"));
        }
        bar.set_length(total);
        bar.set_position(done);
    };
    let played = play_published_games(threads, &clock, &cancel, |done, total| {
        show("R1", "games", done, total);
    });
    let games = played.map_err(no_result)?;
    let rows = run_published(given, seed, threads, &clock, &cancel, |table, at| {
        show(table.report, table.title, at.done, at.total);
    });
    bar.finish_and_clear();
    // After a cancellation, what comes last is missing.
    let drawn = run_drawn(seed, &clock, &cancel).unwrap_or_default();

    // By report: R1 comes after R0.
    let first = rows.iter().take_while(|row| row.report < "R1").count();
    let (before, after) = rows.split_at(first);
    if context.json {
        before.iter().try_for_each(|row| out.json_with_seed(row, seed))?;
        games.iter().try_for_each(|row| out.json_with_seed(row, seed))?;
        // After a cancellation, what comes before them is missing.
        if !games.is_empty() {
            claim_rows().iter().try_for_each(|row| out.json_with_seed(row, seed))?;
        }
        after.iter().try_for_each(|row| out.json_with_seed(row, seed))?;
        drawn.iter().try_for_each(|row| out.json_with_seed(row, seed))?;
    } else if !(rows.is_empty() && games.is_empty()) {
        let sections = [
            published_sections(before),
            game_sections(&games),
            if games.is_empty() { Vec::new() } else { vec![claim_section()] },
            published_sections(after),
            drawn_sections(&drawn),
        ];
        let style = text_style(&out);
        let width = usize::from(style.width);
        out.line(&textwrap::fill(LEGEND, width))?;
        for section in sections.concat() {
            out.text(&format!("\n{}", section.text(style)))?;
        }
        if is_embedded {
            out.line(&format!("\n{}", textwrap::fill(EMBEDDED, width)))?;
        }
    }
    let mut exit = context.signal_status();
    if !puzzles.bad_lines.is_empty() {
        exit.merge(Exit::Usage);
    }
    out.conclude(exit)?;
    Ok(exit)
}
