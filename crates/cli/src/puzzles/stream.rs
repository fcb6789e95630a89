//! What solve, count and check share: every input through a worker, answers in input order.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use quadrille_engine::batch::WINDOW;
use quadrille_engine::format::ParseError;
use quadrille_engine::{CancelFlag, Puzzle};

use super::plain_lines::{self, PlainLines};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::buffers::{Block, Buffers};
use crate::io::input::{Arrival, Inputs, Item};
use crate::io::output::Output;

/// What a command does with one puzzle, and how it shows the answer.
pub(crate) trait Answering: Sync {
    /// What is known of a puzzle afterwards.
    type Answer: Send;

    /// Works on a puzzle; called on any thread.
    fn answer(&self, puzzle: &Puzzle) -> Self::Answer;

    /// Works on the plain lines of a chunk, 81 symbols each; called on any thread, and only where
    /// the inputs are read in chunks.
    fn answer_lines(
        &self,
        _cells: &[&[u8; 81]],
        _lines: PlainLines<'_, Self>,
    ) -> Answers<Self::Answer>
    where
        Self: Sized,
    {
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
    /// status.
    fn write_bad(&self, item: &Item, error: &ParseError, out: &mut Output)
    -> Result<Exit, Failure>;
}

/// The answers to the lines of a chunk, in order.
pub(crate) struct Answers<A> {
    pub(crate) text: Block,
    pub(crate) pieces: Vec<Piece<A>>,
    /// Whether Ctrl-C cut off the rest.
    pub(crate) cut_off: bool,
}

/// What is to be written.
pub(crate) enum Piece<A> {
    /// So many bytes of the text, which are whole lines, and whether each is as wished.
    Lines { bytes: usize, count: u64, exit: Exit },
    /// A puzzle, or what stands in its place. One without an answer is worked on when its turn
    /// comes.
    One(Item, Option<A>),
    /// An input that could not be read, or not further.
    Trouble(String),
}

enum Done<A> {
    Chunk(Answers<A>),
    Piece(Piece<A>),
}

/// Streams the inputs through a command.
pub(crate) fn answer_all<C: Answering>(
    command: &C,
    inputs: &Inputs,
    context: &Context,
    cancel: &CancelFlag,
) -> Result<Exit, Failure> {
    let mut writer = Writer::new(command, inputs, context)?;
    let work = |arrival| match arrival {
        Arrival::Trouble(message) => Done::Piece(Piece::Trouble(message)),
        Arrival::Chunk(chunk) => {
            let answers = plain_lines::answer(command, &chunk, &inputs.buffers);
            inputs.buffers.give(chunk.block);
            Done::Chunk(answers)
        }
        Arrival::Item(item) => {
            let answer = item.puzzle.as_ref().ok().map(|puzzle| command.answer(puzzle));
            Done::Piece(Piece::One(item, answer))
        }
    };
    if context.threads().get() == 1 {
        // All on this thread: what was read, solved and written stays in its cache.
        let shared = RefCell::new(&mut writer);
        let flush = || {
            // A failure ends it at the next line.
            let _ = shared.borrow_mut().flush();
        };
        inputs.read_patiently(cancel, &flush, &mut |arrival| {
            let done = work(arrival);
            shared.borrow_mut().write(done)
        });
    } else {
        quadrille_engine::batch::map_in_order(
            context.threads(),
            |arrival| if matches!(arrival, Arrival::Chunk(_)) { WINDOW / 3 } else { 1 },
            |each| inputs.read(cancel, each),
            work,
            |done, more| {
                writer.write(done)?;
                if more { ControlFlow::Continue(()) } else { writer.flush() }
            },
        );
    }
    writer.finish()
}

/// Writes what is done, in order.
struct Writer<'a, C> {
    command: &'a C,
    buffers: &'a Buffers,
    context: &'a Context,
    /// Whether more input may be long in coming.
    may_wait: bool,
    out: Output,
    progress: ProgressBar,
    exit: Exit,
    failed: Option<Failure>,
    written: u64,
}

impl<'a, C: Answering> Writer<'a, C> {
    fn new(command: &'a C, inputs: &'a Inputs, context: &'a Context) -> Result<Self, Failure> {
        let out = Output::open(context)?;
        let progress = progress(context, &out);
        let (exit, failed, written) = (Exit::Done, None, 0);
        let (buffers, may_wait) = (&inputs.buffers, inputs.may_wait());
        Ok(Self { command, buffers, context, may_wait, out, progress, exit, failed, written })
    }

    fn write(&mut self, done: Done<C::Answer>) -> ControlFlow<()> {
        if self.failed.is_some() {
            return ControlFlow::Break(());
        }
        let result = self.show(done);
        self.progress.set_position(self.written);
        self.go_on(result)
    }

    fn flush(&mut self) -> ControlFlow<()> {
        // Where the next line is sure to come, so is the next time to write.
        let flushed = if self.may_wait { self.out.flush() } else { self.out.flush_soon() };
        let result = flushed.map(|()| ControlFlow::Continue(()));
        self.go_on(result)
    }

    fn go_on(&mut self, result: Result<ControlFlow<()>, Failure>) -> ControlFlow<()> {
        result.unwrap_or_else(|failure| {
            self.failed.get_or_insert(failure);
            ControlFlow::Break(())
        })
    }

    fn show(&mut self, done: Done<C::Answer>) -> Result<ControlFlow<()>, Failure> {
        let Answers { text, pieces, cut_off } = match done {
            Done::Piece(piece) => return self.show_piece(piece, &mut &[][..]),
            Done::Chunk(answers) => answers,
        };
        let mut rest = text.text();
        for piece in pieces {
            if self.show_piece(piece, &mut rest)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.buffers.give(text);
        Ok(if cut_off { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Writes a piece; `text` is that of lines which are not written yet.
    fn show_piece(
        &mut self,
        piece: Piece<C::Answer>,
        text: &mut &[u8],
    ) -> Result<ControlFlow<()>, Failure> {
        let (command, mut bad) = (self.command, false);
        match piece {
            Piece::Lines { bytes, count, exit } => {
                let (lines, rest) = text.split_at(bytes);
                *text = rest;
                self.out.bytes(lines)?;
                self.written += count;
                self.exit.merge(exit);
                return Ok(ControlFlow::Continue(()));
            }
            Piece::Trouble(message) => {
                self.out.flush()?;
                self.context.messages.bad_input(&message);
                self.exit.merge(Exit::Usage);
                bad = true;
            }
            Piece::One(item, answer) => match &item.puzzle {
                Ok(puzzle) => {
                    let answer = match answer {
                        Some(answer) => answer,
                        None => {
                            // What is done does not wait for it.
                            self.out.flush()?;
                            command.answer(puzzle)
                        }
                    };
                    if command.was_cut_off(&answer) {
                        return Ok(ControlFlow::Break(()));
                    }
                    self.exit.merge(command.write(&item, puzzle, answer, &mut self.out)?);
                }
                Err(error) => {
                    self.exit.merge(command.write_bad(&item, error, &mut self.out)?);
                    bad = true;
                }
            },
        }
        self.written += 1;
        let stop = bad && self.context.strict;
        Ok(if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn finish(mut self) -> Result<Exit, Failure> {
        self.progress.finish_and_clear();
        if let Some(failure) = self.failed {
            return Err(failure);
        }
        self.exit.merge(self.context.signal_status());
        self.out.conclude(self.exit)?;
        if self.exit == Exit::Interrupted {
            let written = self.written;
            self.context
                .messages
                .note(&format!("interrupted; {written} answered so far are written"));
        }
        Ok(self.exit)
    }
}

/// A count of answers on standard error, where somebody sees it and nothing else moves there.
fn progress(context: &Context, out: &Output) -> ProgressBar {
    if context.messages.is_quiet() || out.is_terminal() || !std::io::stderr().is_terminal() {
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
