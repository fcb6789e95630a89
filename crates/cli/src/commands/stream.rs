//! What solve, count and check share: every input through a worker, answers in input order.

use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use quadrille::format::ParseError;
use quadrille::{CancelFlag, Puzzle};
use std::io::IsTerminal;

use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{Arrival, Chunk, Inputs, Item};
use crate::interrupt;
use crate::output::Output;

/// What a command does with one puzzle, and how it shows the answer.
pub(crate) trait Answering: Sync {
    /// What is known of a puzzle afterwards.
    type Answer: Send;

    /// Works on a puzzle; called on any thread.
    fn answer(&self, puzzle: &Puzzle) -> Self::Answer;

    /// Works on plain lines; called on any thread, and only where the inputs are read in chunks.
    /// `None` when Ctrl-C cut it off.
    fn answer_chunk(&self, _chunk: &Chunk) -> Option<Vec<Piece>> {
        unreachable!("this command asks for no chunks")
    }

    /// Whether the answer was cut off by Ctrl-C, so that it is none.
    fn was_cut_off(&self, answer: &Self::Answer) -> bool;

    /// Writes an answer, and says what it means for the exit status.
    fn write(
        &self,
        item: &Item,
        puzzle: &Puzzle,
        answer: Self::Answer,
        out: &mut Output,
    ) -> Result<Exit, Failure>;

    /// Writes what stands in the place of a bad puzzle, and says what it means for the exit
    /// status. `message` names the place.
    fn write_bad(
        &self,
        item: &Item,
        error: &ParseError,
        message: &str,
        out: &mut Output,
    ) -> Result<Exit, Failure>;
}

/// A part of the answer to a chunk.
pub(crate) enum Piece {
    /// Lines of output, and whether each of them is as wished.
    Lines { text: String, count: u64, exit: Exit },
    /// What is wrong with the line behind it.
    Message(String),
}

enum Done<A> {
    Chunk(Option<Vec<Piece>>),
    Answer(Item, Option<A>),
    Trouble(String),
}

/// Streams the inputs through a command.
pub(crate) fn answer_all<C: Answering>(
    command: &C,
    inputs: &Inputs,
    common: &Common,
    cancel: &CancelFlag,
) -> Result<Exit, Failure> {
    let mut out = Output::open(common)?;
    let progress = progress(common, &out);
    let mut exit = Exit::Done;
    let mut failed = None;
    let mut written = 0_u64;
    quadrille::batch::map_in_order(
        common.threads(),
        |each| inputs.read(cancel, each),
        |arrival| match arrival {
            Arrival::Trouble(message) => Done::Trouble(message),
            Arrival::Chunk(chunk) => Done::Chunk(command.answer_chunk(&chunk)),
            Arrival::Item(item) => {
                let answer = item.puzzle.as_ref().ok().map(|puzzle| command.answer(puzzle));
                Done::Answer(item, answer)
            }
        },
        |done, more| {
            let result = show(command, done, &mut out, &mut exit, common.strict);
            let flow = match result {
                Ok(ControlFlow::Continue(count)) => {
                    written += count;
                    progress.set_position(written);
                    ControlFlow::Continue(())
                }
                Ok(ControlFlow::Break(())) => ControlFlow::Break(()),
                Err(failure) => {
                    failed = Some(failure);
                    return ControlFlow::Break(());
                }
            };
            if !more && let Err(failure) = out.flush() {
                failed = Some(failure);
                return ControlFlow::Break(());
            }
            flow
        },
    );
    progress.finish_and_clear();
    if let Some(failure) = failed {
        return Err(failure);
    }
    out.flush()?;
    exit.also(interrupt::status(cancel));
    if exit == Exit::Interrupted && !common.quiet {
        crate::notes::note(&format!("interrupted; {written} answered so far are written"));
    }
    Ok(exit)
}

fn show<C: Answering>(
    command: &C,
    done: Done<C::Answer>,
    out: &mut Output,
    exit: &mut Exit,
    strict: bool,
) -> Result<ControlFlow<(), u64>, Failure> {
    let bad = match done {
        Done::Chunk(None) => return Ok(ControlFlow::Break(())),
        Done::Chunk(Some(pieces)) => {
            let mut written = 0;
            for piece in pieces {
                match piece {
                    Piece::Lines { text, count, exit: of_piece } => {
                        out.text(&text)?;
                        written += count;
                        exit.also(of_piece);
                    }
                    Piece::Message(message) => {
                        out.flush()?;
                        crate::notes::at(&message);
                    }
                }
            }
            return Ok(ControlFlow::Continue(written));
        }
        Done::Trouble(message) => {
            out.flush()?;
            crate::notes::at(&message);
            exit.also(Exit::Usage);
            true
        }
        Done::Answer(item, answer) => match (&item.puzzle, answer) {
            (Ok(_), Some(answer)) if command.was_cut_off(&answer) => {
                return Ok(ControlFlow::Break(()));
            }
            (Ok(puzzle), Some(answer)) => {
                exit.also(command.write(&item, puzzle, answer, out)?);
                false
            }
            (Err(error), _) => {
                exit.also(command.write_bad(&item, error, &item.message(error), out)?);
                true
            }
            (Ok(_), None) => unreachable!("every puzzle is answered"),
        },
    };
    Ok(if bad && strict { ControlFlow::Break(()) } else { ControlFlow::Continue(1) })
}

/// A count of answers on standard error, where somebody sees it and nothing else moves there.
fn progress(common: &Common, out: &Output) -> ProgressBar {
    if common.quiet || out.is_terminal() || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::no_length();
    bar.set_style(
        ProgressStyle::with_template("{spinner} {human_pos} puzzles, {per_sec}, {elapsed}")
            .expect("the template is valid"),
    );
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

/// The default way to show a bad puzzle: the message on standard error, `invalid` in its place.
pub(crate) fn write_invalid(message: &str, line: &str, out: &mut Output) -> Result<Exit, Failure> {
    // Both may go to the same terminal: in order, then.
    out.flush()?;
    crate::notes::at(message);
    out.line(line)?;
    Ok(Exit::Usage)
}
