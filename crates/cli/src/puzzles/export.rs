//! `convert --to svg` and `convert --to booklet`: pictures and pages, which are not read again.

use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quadrille_core::solve::{self, Solver};
use quadrille_core::{Limits, Meter, Puzzle, WallClock};
use quadrille_formats::Extra;
use quadrille_formats::export::{Booklet, Outcome, PerPage, svg};

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::input::Record;
use crate::io::output::{Ending, Output};

/// How long the solution of one puzzle may take. Only very large boards need more than a moment.
const LONGEST_SEARCH: Duration = Duration::from_secs(10);

/// Passes each good puzzle to a function, and reports the others.
pub(super) fn for_each(
    inputs: Inputs,
    context: &Context,
    mut take: impl FnMut(&Puzzle, &Extra) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for record in inputs.records(&context.cancel) {
        match record {
            Ok(Record { puzzle, extra, .. }) => {
                take(&puzzle, extra.as_deref().unwrap_or(Extra::NONE))?;
            }
            Err(bad) => {
                context.bad_input(&bad.message);
                exit.merge(Exit::Usage);
                if context.strict {
                    break;
                }
            }
        }
    }
    exit.merge(context.signal_status());
    Ok(exit)
}

/// Writes a picture of the only puzzle, or of each into a directory.
pub(super) fn pictures(inputs: Inputs, context: &Context) -> Result<Exit, Failure> {
    if let Some(directory) = context.output.as_deref().filter(|path| is_directory(path)) {
        return pictures_into(directory, inputs, context);
    }
    let mut picture = None;
    let exit = for_each(inputs, context, |puzzle, extra| match &mut picture {
        Some(_) => Err(Failure::usage(
            "an SVG file holds one puzzle; for several, name a directory with --output DIR/",
        )),
        empty => {
            *empty = Some(svg(puzzle, extra));
            Ok(())
        }
    })?;
    let mut out = Output::open(context)?;
    if let Some(picture) = picture {
        out.text(&picture)?;
    }
    out.conclude(exit)?;
    Ok(exit)
}

/// Whether an output is meant as a directory: it is one, or its name ends like one.
fn is_directory(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// Writes pictures with the numbers of the puzzles as their names.
fn pictures_into(directory: &Path, inputs: Inputs, context: &Context) -> Result<Exit, Failure> {
    std::fs::create_dir_all(directory).map_err(|error| {
        Failure::unwritten(error, format!("cannot create the directory {}", directory.display()))
    })?;
    let mut count = 0_u64;
    let exit = for_each(inputs, context, |puzzle, extra| {
        count += 1;
        let path: PathBuf = directory.join(format!("{count:04}.svg"));
        let mut out = Output::create(context, &path)?;
        out.text(&svg(puzzle, extra))?;
        out.conclude(Exit::Done)
    })?;
    let pictures = if count == 1 { "1 picture" } else { &format!("{count} pictures") };
    context.messages.note(&format!("{pictures} in {}", directory.display()));
    Ok(exit)
}

/// Writes a booklet of all puzzles.
pub(super) fn booklet(
    inputs: Inputs,
    title: &str,
    per_page: Option<PerPage>,
    context: &Context,
) -> Result<Exit, Failure> {
    let mut out = Output::open(context)?;
    let booklet = Pages(Arc::new(Mutex::new(Booklet::new(title, per_page))));
    let clock = WallClock::new();
    let limits = Limits { time: Some(LONGEST_SEARCH), ..Limits::NONE };
    let (mut count, mut improper) = (0, Vec::new());
    let exit = for_each(inputs, context, |puzzle, extra| {
        if count == Booklet::MOST {
            return Err(Failure::usage(format!(
                "a booklet has at most {} puzzles; split the input",
                Booklet::MOST
            )));
        }
        let mut meter = Meter::new(limits, Solver::Auto.node(), &context.cancel, &clock)
            .expect("the clock runs");
        let outcome = Outcome::from(solve::verdict(Solver::Auto, puzzle, &mut meter));
        if context.cancel.is_cancelled() {
            return Ok(());
        }
        count += 1;
        if outcome.warning().is_some() {
            improper.push(count);
        }
        let is_first = count == 1;
        out.part(|| booklet.add(puzzle, extra, outcome, is_first), Some(booklet.ending()))
    })?;
    // If nothing was read, the old file remains.
    if count > 0 || exit <= Exit::No {
        let begin = if count == 0 { booklet.begin() } else { String::new() };
        out.part(|| begin + &booklet.ending()(), None)?;
    }
    out.conclude(exit)?;
    note_improper(&improper, context);
    if exit == Exit::Interrupted {
        context.messages.note(&format!("interrupted; the booklet has the first {count} puzzles"));
    }
    Ok(exit)
}

/// A booklet that can be completed at any time. It is locked only while the output is.
struct Pages(Arc<Mutex<Booklet>>);

impl Pages {
    fn begin(&self) -> String {
        let mut html = String::new();
        lock(&self.0).begin(&mut html);
        html
    }

    /// Returns what a puzzle adds to the file, with its beginning before the first puzzle.
    fn add(&self, puzzle: &Puzzle, extra: &Extra, outcome: Outcome, is_first: bool) -> String {
        let mut html = if is_first { self.begin() } else { String::new() };
        lock(&self.0).add(puzzle, extra, outcome, &mut html);
        html
    }

    /// Returns a function that makes the solutions and the end of the file.
    fn ending(&self) -> Ending {
        let booklet = self.0.clone();
        Box::new(move || {
            let mut html = String::new();
            let booklet = mem::replace(&mut *lock(&booklet), Booklet::new("", None));
            booklet.end(&mut html);
            html
        })
    }
}

fn lock(booklet: &Mutex<Booklet>) -> MutexGuard<'_, Booklet> {
    booklet.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes which puzzles have no solution in the booklet.
fn note_improper(improper: &[usize], context: &Context) {
    /// How many are named.
    const MOST: usize = 10;
    let numbers: Vec<String> = improper.iter().take(MOST).map(ToString::to_string).collect();
    let more = if improper.len() > MOST { " and others" } else { "" };
    let (puzzles, them) = if improper.len() == 1 { ("puzzle", "it") } else { ("puzzles", "them") };
    if !numbers.is_empty() {
        context.messages.note(&format!(
            "{} {puzzles} without exactly one known solution, as the booklet says below {them}: {}{more}",
            improper.len(),
            numbers.join(", ")
        ));
    }
}
