//! Asks a question about the puzzles of all inputs, in batches on all threads, and prints the answers
//! in the order of the puzzles.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille_api::{Answer, Item, Question, ask};
use quadrille_core::kernel::lines::MAX_LINES;
use quadrille_core::{Clock, Limits, Meter, Puzzle, WallClock, parallel};

use super::arguments::Inputs;
use super::at::At;
use super::batch_size::BatchSize;
use super::input::{Batches, Taken, is_plain_nine};
use super::output::{Frame, Output, Printed, Report};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Maximum number of batches for each thread that are under way or wait to be written.
const WINDOW: NonZeroUsize = NonZeroUsize::new(4).expect("not 0");
/// The same for batches of one puzzle.
const SINGLE_WINDOW: NonZeroUsize = NonZeroUsize::new(128).expect("not 0");

/// A command that asks a question about each puzzle.
pub(crate) trait Asking: Sync {
    /// Returns the question.
    fn question(&self) -> &Question;

    /// Returns the limits of each puzzle.
    fn limits(&self) -> Limits {
        Limits::NONE
    }

    /// Prints an answer. Called on any thread.
    fn print<'a>(&'a self, at: &At<'_>, answer: &Answer<'_>, report: &mut Report<'a>);

    /// Whether plain 9x9 puzzles are asked about together, where that is faster.
    fn is_together(&self) -> bool {
        self.question().likes_batches()
    }

    /// Whether [`print`](Self::print) needs the text of puzzles.
    fn keeps_text(&self) -> bool {
        false
    }

    /// Returns what to write around the answers.
    fn frame(&self) -> Frame {
        Frame::default()
    }

    /// Writes what follows the answers to all puzzles. If that fails, so does the whole output, and
    /// a file does not get its name.
    fn finish(&self, write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
        let _ = write;
        Ok(())
    }
}

/// The longest text of a puzzle that is kept.
const LONGEST_TEXT: usize = 1024;

/// Returns how many batches are under way for each thread, and how large they are.
fn window_and_size(is_together: bool) -> (NonZeroUsize, BatchSize) {
    match is_together {
        true => (WINDOW, BatchSize::up_to(MAX_LINES)),
        false => (SINGLE_WINDOW, BatchSize::up_to(1)),
    }
}

/// Asks about all puzzles of the inputs.
pub(crate) fn ask_all<'a, A: Asking>(
    command: &'a A,
    inputs: Inputs,
    context: &'a Context,
) -> Result<Exit, Failure> {
    let (window, size) = window_and_size(command.is_together());
    let mut records = inputs.records(&context.cancel);
    records.keeps_text = command.keeps_text();
    // Only a format has a place for all of it.
    records.keeps_extra = matches!(command.question(), Question::Convert(_));
    let finish = |write: &mut dyn FnMut(&[u8]) -> Result<(), Failure>| command.finish(write);
    let make = |taken: &Taken| ask_batch(command, taken, &size, context);
    let batches = records.in_batches(&size, command.question());
    in_order(batches, window, command.frame(), context, make, finish)
}

/// Makes a report of each batch on all threads, and prints them in order.
fn in_order<'a>(
    batches: Batches<'_>,
    window: NonZeroUsize,
    frame: Frame,
    context: &'a Context,
    make: impl Fn(&Taken) -> Report<'a> + Sync,
    finish: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), Failure>) -> Result<(), Failure>,
) -> Result<Exit, Failure> {
    let mut out = Output::open(context)?;
    let progress = context.reading_progress(batches.position());
    let mut printed = Printed::new(&mut out, Some(&progress)).framed(frame);
    let mut failure = None;
    parallel::map_in_order(
        context.threads(),
        window,
        batches,
        |taken| make(&taken),
        |report, more| {
            let flow = report.print(&mut printed).and_then(|flow| {
                progress.update(printed.count);
                if !more {
                    printed.write(b"", true)?;
                }
                Ok(flow)
            });
            flow.unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        },
    );
    let finished = match failure {
        Some(failure) => Err(failure),
        None => finish(&mut |row| printed.row(row)).inspect_err(|_| printed.discard()),
    };
    progress.clear();
    finished?;
    let Printed { count, mut exit, .. } = printed;
    exit.merge(context.signal_status());
    printed.end(frame, exit)?;
    out.conclude(exit)?;
    if exit == Exit::Interrupted {
        context.messages.note(&format!("interrupted; the first {count} answers are written"));
    }
    Ok(exit)
}

/// Asks about a batch, and adapts the size of those to come.
fn ask_batch<'a, A: Asking>(
    command: &'a A,
    taken: &Taken,
    size: &BatchSize,
    context: &'a Context,
) -> Report<'a> {
    let clock = WallClock::new();
    let mut report = Report::new(context);
    report.reserve(82 * taken.len());
    let question = command.question();
    let mut meter = Meter::new(command.limits(), question.node(), &context.cancel, &clock)
        .expect("the clock runs");
    let mut texts = taken.batch.texts();
    ask(question, context.seed(), &taken.batch, &mut meter, &mut |index, answer| {
        let at = taken.begin(index, &mut report);
        let at = At { text: at.text.or_else(|| short(texts.next()?)), ..at };
        if answer.is_cancelled() {
            report.end();
        } else {
            command.print(&at, &answer, &mut report);
        }
        if report.is_last() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    taken.end(&mut report);
    size.adapt(taken.len(), clock.wall());
    report
}

impl Taken {
    /// Returns the place of an item, and reports it if it is not a puzzle.
    fn begin(&self, index: usize, report: &mut Report<'_>) -> At<'_> {
        let (line, place) = self.place(index);
        if let Some(message) = place.and_then(|place| place.message.as_ref()) {
            report.bad_input(message.clone());
        }
        At { file: &self.file, line, text: place.and_then(|place| place.text.as_deref()) }
    }

    /// Reports an input that cannot be read any further.
    fn end(&self, report: &mut Report<'_>) {
        if let Some(message) = self.unreadable.as_ref().filter(|_| !report.is_last()) {
            report.bad_input(message.clone());
            report.done(Exit::Usage);
        }
    }
}

/// Returns the text of a line, unless it is too long.
fn short(text: &[u8]) -> Option<&str> {
    let is_short = (1..=LONGEST_TEXT).contains(&text.len());
    str::from_utf8(text).ok().filter(|_| is_short)
}

/// Asks about the puzzles of the inputs in order on this thread. `long` gets each puzzle that is not
/// taken together with others, and writes its answer while it works: for output that cannot wait until
/// the answer is complete.
pub(crate) fn ask_in_turn<'a, A: Asking>(
    command: &'a A,
    inputs: Inputs,
    out: &mut Output,
    context: &'a Context,
    mut long: impl FnMut(&At<'_>, &Puzzle, &mut Output) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let (_, size) = window_and_size(command.is_together());
    let is_single = !command.is_together();
    let mut exit = Exit::Done;
    for taken in inputs.records(&context.cancel).in_batches(&size, command.question()) {
        if taken.len() == 1
            && taken.unreadable.is_none()
            && let Item::Puzzle(puzzle, _) = taken.batch.item(0)
            && (is_single || !is_plain_nine(&puzzle))
        {
            let (line, _) = taken.place(0);
            exit.merge(long(&At { file: &taken.file, line, text: None }, &puzzle, out)?);
        } else {
            let mut printed = Printed::new(out, None);
            let flow = ask_batch(command, &taken, &size, context).print(&mut printed)?;
            exit.merge(printed.exit);
            if flow.is_break() {
                break;
            }
        }
        out.flush()?;
    }
    exit.merge(context.signal_status());
    out.conclude(exit)?;
    Ok(exit)
}

/// Passes each puzzle to a function that writes about it, on all threads. What is not a puzzle is
/// answered as by `question`.
pub(crate) fn each_all<'a>(
    question: &Question,
    inputs: Inputs,
    context: &'a Context,
    put: impl Fn(&At<'_>, &Puzzle, &mut Report<'a>) + Sync,
) -> Result<Exit, Failure> {
    let size = BatchSize::up_to(1);
    let make = |taken: &Taken| each(question, taken, context, &put);
    let batches = inputs.records(&context.cancel).in_batches(&size, question);
    in_order(batches, SINGLE_WINDOW, Frame::default(), context, make, |_| Ok(()))
}

fn each<'a>(
    question: &Question,
    taken: &Taken,
    context: &'a Context,
    put: impl Fn(&At<'_>, &Puzzle, &mut Report<'a>),
) -> Report<'a> {
    let mut report = Report::new(context);
    for (index, item) in taken.batch.items().enumerate() {
        let at = taken.begin(index, &mut report);
        match item {
            Item::Puzzle(puzzle, _) => put(&at, &puzzle, &mut report),
            Item::Fault(fault) => {
                report.other(&at, &question.invalid(fault, context.seed()));
            }
        }
        if report.is_last() {
            break;
        }
    }
    taken.end(&mut report);
    report
}
