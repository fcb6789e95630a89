//! What `solve`, `count` and `check` share: batches of puzzles on all threads, answers in input
//! order.

use std::mem;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille_engine::kernel::lines::{Lines, MAX_LINES};
use quadrille_engine::{Grid, Puzzle, Status, format, parallel};
use serde::Serialize;

use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::input::{BadInput, BadRecord, Batch, BatchOptions, Content, Inputs, Record};
use crate::io::output::Output;
use crate::io::progress::ReadingProgress;

/// Maximum number of batches for each thread that are under way or wait to be written.
const WINDOW: NonZeroUsize = NonZeroUsize::new(4).expect("not 0");
/// The same for batches of one puzzle.
const SINGLE_WINDOW: NonZeroUsize = NonZeroUsize::new(128).expect("not 0");

/// A command that answers one puzzle after the other.
pub(crate) trait Answering: Sync {
    /// What it finds out about a puzzle.
    type Answer;

    /// Answers puzzles. Called on any thread.
    fn answer(&self, puzzles: &[Puzzle]) -> Vec<Self::Answer>;

    /// Writes an answer; [`Report::cut_off`] if Ctrl-C came before it was known.
    fn write<'a>(
        &'a self,
        file: &str,
        line: u64,
        puzzle: &Puzzle,
        answer: Self::Answer,
        report: &mut Report<'a>,
    );

    /// Writes what takes the place of the answer for a bad record.
    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        report.invalid(record);
    }
}

/// How puzzles are put together.
pub(crate) enum Together<'a> {
    /// One by one: each takes a while.
    Single,
    /// In batches.
    Batches,
    /// In batches, and plain 9x9 lines as text.
    Lines(&'a dyn AnsweringLines),
}

/// A command that answers plain 9x9 lines without making puzzles of them.
pub(crate) trait AnsweringLines: Sync {
    /// Writes the answers to some lines, the first of which has that number.
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>);
}

/// The answers to a batch, as text.
pub(crate) struct Report<'a> {
    context: &'a Context,
    text: Vec<u8>,
    /// What to do when the text up to there is written.
    breaks: Vec<(usize, Break<'a>)>,
    /// Number of answers.
    count: u64,
    exit: Exit,
    /// Whether nothing follows this batch.
    is_last: bool,
}

enum Break<'a> {
    /// Prints a message on standard error.
    Message(String),
    /// Writes an answer that takes long.
    Late(Box<dyn FnOnce(&mut Report<'a>) + Send + 'a>),
}

impl<'a> Report<'a> {
    pub(crate) fn new(context: &'a Context) -> Self {
        let (text, breaks) = (Vec::new(), Vec::new());
        Self { context, text, breaks, count: 0, exit: Exit::Done, is_last: false }
    }

    /// Writes a batch.
    fn of<A: Answering>(
        command: &'a A,
        together: &Together<'a>,
        batch: Batch,
        context: &'a Context,
    ) -> Self {
        let mut report = Self::new(context);
        match batch.content {
            Content::Lines { first, lines } => {
                report.text.reserve(lines.bytes() + lines.len());
                let Together::Lines(command) = together else { return report };
                command.write_lines(&batch.file, first, &lines, &mut report);
            }
            Content::Records { lines, puzzles } => {
                let mut answers = puzzles.iter().zip(command.answer(&puzzles));
                for line in lines {
                    match line {
                        Ok(line) => {
                            let (puzzle, answer) = answers.next().expect("one for each puzzle");
                            command.write(&batch.file, line, puzzle, answer, &mut report);
                        }
                        Err(bad) => {
                            report.bad_input(*bad, |bad, report| command.write_bad(bad, report));
                        }
                    }
                    if report.is_last {
                        break;
                    }
                }
            }
        }
        report
    }

    fn bad_input(&mut self, bad: BadInput, write: impl FnOnce(&BadRecord, &mut Self)) {
        self.message(bad.message);
        match &bad.record {
            Some(record) => write(record, self),
            None => self.done(Exit::Usage),
        }
        self.is_last |= self.context.strict;
    }

    /// Counts an answer that is written.
    pub(crate) fn done(&mut self, exit: Exit) {
        self.count += 1;
        self.exit.merge(exit);
    }

    /// Appends text.
    pub(crate) fn text(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    /// Appends a line.
    pub(crate) fn line(&mut self, line: &str) {
        self.text(line.as_bytes());
        self.text(b"\n");
    }

    /// Appends a grid on a line.
    pub(crate) fn solution(&mut self, grid: &Grid) {
        format::line::push_text_of(grid, &mut self.text);
        self.text.push(b'\n');
    }

    /// Appends an object on a line.
    pub(crate) fn json(&mut self, object: &impl Serialize) {
        serde_json::to_writer(&mut self.text, object).expect("rows are plain data");
        self.text.push(b'\n');
    }

    /// Appends what takes the place of an answer: a line, or an object with those fields.
    pub(crate) fn bad<F: Serialize>(
        &mut self,
        record: &BadRecord,
        line: &str,
        fields: &F,
        exit: Exit,
    ) {
        #[derive(Serialize)]
        struct Row<'a, F> {
            file: &'a str,
            line: u64,
            puzzle: Option<&'a str>,
            #[serde(flatten)]
            fields: &'a F,
            error: String,
            seed: u64,
        }
        if self.context.json {
            let BadRecord { file, line, text, error } = record;
            let error = format!("{}:{}: {error}", error.line, error.column);
            let (puzzle, seed) = (text.as_deref(), self.context.seed());
            self.json(&Row { file, line: *line, puzzle, fields, error, seed });
        } else {
            self.line(line);
        }
        self.done(exit);
    }

    /// Appends the word `invalid` in place of an answer.
    fn invalid(&mut self, record: &BadRecord) {
        #[derive(Serialize)]
        struct Fields {
            status: &'static str,
        }
        let status = Status::Invalid.id();
        self.bad(record, status, &Fields { status }, Exit::Usage);
    }

    /// Prints a message when everything before it is written.
    pub(crate) fn message(&mut self, message: String) {
        self.breaks.push((self.text.len(), Break::Message(message)));
    }

    /// Leaves an answer for later, when everything before it is written and no other such answer is
    /// worked on.
    pub(crate) fn later(&mut self, write: impl FnOnce(&mut Report<'a>) + Send + 'a) {
        self.breaks.push((self.text.len(), Break::Late(Box::new(write))));
    }

    /// Ends the output before an answer, as Ctrl-C came.
    pub(crate) fn cut_off(&mut self) {
        self.is_last = true;
    }

    /// Writes the answers, and returns whether others may follow.
    fn print(mut self, printed: &mut Printed<'_>) -> Result<ControlFlow<()>, Failure> {
        let mut from = 0;
        for (to, then) in mem::take(&mut self.breaks) {
            // Before a message, as both may go to the same terminal; and before a late answer, as
            // what is known should not wait for it.
            printed.write(&self.text[mem::replace(&mut from, to)..to], true)?;
            match then {
                Break::Message(message) => printed.message(&message),
                Break::Late(write) => {
                    let mut late = Report::new(self.context);
                    write(&mut late);
                    if late.print(printed)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        printed.write(&self.text[from..], false)?;
        printed.count += self.count;
        printed.exit.merge(self.exit);
        Ok(if self.is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

impl Report<'_> {
    /// Writes the answers of a report by itself.
    pub(crate) fn print_to(self, out: &mut Output) -> Result<Exit, Failure> {
        let mut printed = Printed { out, progress: None, count: 0, exit: Exit::Done };
        // There is nothing to end: this report is the only one.
        let _ = self.print(&mut printed)?;
        Ok(printed.exit)
    }
}

/// What was printed so far.
struct Printed<'a> {
    out: &'a mut Output,
    progress: Option<&'a ReadingProgress>,
    count: u64,
    exit: Exit,
}

impl Printed<'_> {
    /// Writes text while no progress is shown.
    fn write(&mut self, text: &[u8], flush: bool) -> Result<(), Failure> {
        let out = &mut self.out;
        let mut write = || {
            out.bytes(text)?;
            if flush { out.flush() } else { Ok(()) }
        };
        match self.progress {
            Some(progress) => progress.suspend(write),
            None => write(),
        }
    }

    fn message(&self, message: &str) {
        let write = || self.out.messages.bad_input(message);
        match self.progress {
            Some(progress) => progress.suspend(write),
            None => write(),
        }
    }
}

/// Answers all puzzles of the inputs.
pub(crate) fn answer_all<'a, A: Answering>(
    command: &'a A,
    inputs: Inputs,
    together: &Together<'a>,
    context: &'a Context,
) -> Result<Exit, Failure> {
    let (window, size) = match together {
        Together::Single => (SINGLE_WINDOW, 1),
        _ => (WINDOW, MAX_LINES),
    };
    let options = BatchOptions { size, lines: matches!(together, Together::Lines(_)) };
    let mut out = Output::open(context)?;
    let records = inputs.records(&context.cancel);
    let progress = context.reading_progress(records.position());
    let mut printed =
        Printed { out: &mut out, progress: Some(&progress), count: 0, exit: Exit::Done };
    let mut failure = None;
    parallel::map_in_order(
        context.threads(),
        window,
        records.in_batches(options),
        |batch| Report::of(command, together, batch, context),
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
    progress.clear();
    let Printed { count, mut exit, .. } = printed;
    if let Some(failure) = failure {
        return Err(failure);
    }
    exit.merge(context.signal_status());
    out.conclude(exit)?;
    if exit == Exit::Interrupted {
        context.messages.note(&format!("interrupted; the first {count} answers are written"));
    }
    Ok(exit)
}

/// Passes each puzzle of the inputs to a function that writes its answer, for work whose output
/// cannot wait until the answer is complete.
pub(crate) fn one_by_one(
    inputs: Inputs,
    context: &Context,
    out: &mut Output,
    mut answer: impl FnMut(Record, &mut Output) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for record in inputs.records(&context.cancel) {
        match record {
            Ok(record) => exit.merge(answer(record, out)?),
            Err(bad) => {
                let mut report = Report::new(context);
                report.bad_input(*bad, |record, report| report.invalid(record));
                let mut printed = Printed { out, progress: None, count: 0, exit };
                let flow = report.print(&mut printed)?;
                exit = printed.exit;
                if flow.is_break() {
                    break;
                }
            }
        }
        out.flush()?;
    }
    exit.merge(context.signal_status());
    out.conclude(exit)?;
    Ok(exit)
}
