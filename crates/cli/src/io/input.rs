//! Reads the puzzles of all inputs, hands them to a command in batches on all threads, and writes
//! its answers in the order of the puzzles.

use std::fs::File;
use std::io::{self, BufReader, Cursor};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::vec;

use quadrille_engine::format::{self, Extra, ReadOptions, Reader};
use quadrille_engine::kernel::lines::{Lines, MAX_LINES};
use quadrille_engine::printable::os_text;
use quadrille_engine::{BoxShape, CancelFlag, Clock, Puzzle, WallClock, parallel};

use super::arguments::{Input, Inputs};
use super::bad_input::{BadInput, BadRecord};
use super::batch_size::BatchSize;
use super::compressed;
use super::files::{is_regular, redirected_file};
use super::output::{Frame, Output, Printed, Report};
use super::text::{Counted, Position, Shared, Text};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// Bytes of text that are read at once: about three batches of the kernel.
const BUFFER: usize = 256 << 10;
/// Plain lines are taken as text only where as many follow each other; fewer are read like any other
/// line, as the kernel is slow in small batches.
const MIN_LINES: usize = 32;

/// A puzzle of an input.
pub(crate) struct Record {
    /// The input's name, as messages give it.
    pub(crate) file: Arc<str>,
    /// The line on which it begins, from 1.
    pub(crate) line: u64,
    /// Its text, if that is wanted and on one line that is not too long.
    text: Option<Box<str>>,
    pub(crate) puzzle: Puzzle,
    /// What else the record holds.
    pub(crate) extra: Option<Box<Extra>>,
}

/// The records of all inputs, in order.
pub(crate) struct Records {
    inputs: vec::IntoIter<Input>,
    current: Option<Current>,
    options: ReadOptions,
    seed: u64,
    cancel: CancelFlag,
    size: Option<u64>,
    shared: Arc<Shared>,
    /// Whether records and lines keep their text.
    keeps_text: bool,
    /// Whether lines with anything besides their puzzle are read as records.
    keeps_extra: bool,
}

/// The input that is being read.
struct Current {
    file: Arc<str>,
    kind: Kind,
}

enum Kind {
    Text(Box<Reader<Text>>),
    Source { puzzles: Box<dyn Iterator<Item = Puzzle> + Send>, line: u64 },
}

impl Inputs {
    /// Returns the records of all inputs, in order, until the flag is raised. Inputs are opened when
    /// their turn comes.
    pub(crate) fn records(self, cancel: &CancelFlag) -> Records {
        Records {
            size: self.size(),
            options: self.options,
            seed: self.seed,
            inputs: self.inputs.into_iter(),
            current: None,
            cancel: cancel.clone(),
            shared: Arc::default(),
            keeps_text: false,
            keeps_extra: false,
        }
    }
}

impl Iterator for Records {
    type Item = Result<Record, Box<BadInput>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.cancel.is_cancelled() {
                return None;
            }
            if self.current.is_none() {
                let input = self.inputs.next()?;
                match self.open(input) {
                    Ok(current) => self.current = Some(current),
                    Err(message) => return Some(Err(BadInput::unreadable(message))),
                }
            }
            let next = self.next_of_current();
            if next.is_some() {
                return next;
            }
            self.current = None;
        }
    }
}

impl Records {
    /// Returns how much was read, for a progress bar.
    pub(crate) fn position(&self) -> Position {
        Position { shared: self.shared.clone(), size: self.size }
    }

    fn next_of_current(&mut self) -> Option<Result<Record, Box<BadInput>>> {
        let Current { file, kind } = self.current.as_mut()?;
        let record = match kind {
            Kind::Source { puzzles, line } => {
                let puzzle = puzzles.next()?;
                *line += 1;
                let (file, line) = (file.clone(), *line);
                return Some(Ok(Record { file, line, text: None, puzzle, extra: None }));
            }
            Kind::Text(reader) => match reader.next()? {
                Ok(record) => record,
                // The reader resumes where it was.
                Err(error) if self.shared.is_would_block(&error) => return None,
                Err(error) => {
                    let message = format!("{file}: cannot be read: {error}");
                    self.current = None;
                    return Some(Err(BadInput::unreadable(message)));
                }
            },
        };
        let file = file.clone();
        Some(match record.puzzle {
            Ok(puzzle) => {
                let text = record.text.filter(|_| self.keeps_text).map(Into::into);
                let (line, extra) = (record.line, record.extra);
                Ok(Record { file, line, text, puzzle, extra })
            }
            Err(error) => {
                let message = format!("{file}:{}:{}: {error}", error.line, error.column);
                let (line, text) = (record.line, record.text.map(str::to_owned));
                let is_record = !error.is_of_whole_input();
                let record = is_record.then_some(BadRecord { file, line, text, error });
                Err(Box::new(BadInput { message, record }))
            }
        })
    }

    /// Returns the next record of the current input, unless it is necessary to wait for it.
    fn next_without_waiting(&mut self) -> Option<Result<Record, Box<BadInput>>> {
        if self.cancel.is_cancelled() {
            return None;
        }
        self.shared.must_not_wait.store(true, Ordering::Relaxed);
        let next = self.next_of_current();
        self.shared.must_not_wait.store(false, Ordering::Relaxed);
        next
    }

    fn open(&self, input: Input) -> Result<Current, String> {
        let shared = &self.shared;
        let text = |bytes, may_wait| Text {
            bytes: BufReader::with_capacity(BUFFER, bytes),
            may_wait,
            shared: shared.clone(),
        };
        let mut options = self.options;
        let (file, text) = match input {
            Input::Missing(message) => return Err(message),
            Input::File(path) => {
                let name = os_text(path.as_os_str()).into_owned();
                let file = File::open(&path)
                    .map_err(|error| format!("{name}: cannot be opened: {error}"))?;
                if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
                    return Err(format!("{name}: is a directory; name a file in it"));
                }
                options.hint = format::by_file_name(compressed::without_extension(&name));
                let may_wait = !is_regular(&file);
                let bytes = compressed::reader(Counted { file, shared: shared.clone() })
                    .map_err(|error| format!("{name}: cannot be read: {error}"))?;
                (name.into(), text(bytes, may_wait))
            }
            Input::Standard => {
                let may_wait = redirected_file(&io::stdin()).is_none();
                let bytes =
                    compressed::reader(Counted { file: io::stdin(), shared: shared.clone() })
                        .map_err(|error| format!("stdin: cannot be read: {error}"))?;
                ("stdin".into(), text(bytes, may_wait))
            }
            Input::Written { text: written, name } => {
                (name, text(Box::new(Cursor::new(written.into_bytes())), false))
            }
            Input::Source { source, name } => {
                let shape = options.shape.unwrap_or(BoxShape::NINE);
                let puzzles = source.puzzles(self.seed, shape);
                return Ok(Current { file: name, kind: Kind::Source { puzzles, line: 0 } });
            }
        };
        Ok(Current { file, kind: Kind::Text(Box::new(Reader::new(text, options))) })
    }
}

/// What is worked on at once, from one input.
pub(crate) struct Batch {
    /// The name of the input.
    pub(crate) file: Arc<str>,
    pub(crate) content: Content,
}

impl Batch {
    fn len(&self) -> usize {
        match &self.content {
            Content::Records { lines, .. } => lines.len(),
            Content::Lines { lines, .. } => lines.len(),
        }
    }
}

pub(crate) enum Content {
    /// What belongs to good puzzles, and bad records between them.
    Records { lines: Vec<Result<Place, Box<BadInput>>>, puzzles: Vec<Puzzle> },
    /// Plain 9x9 lines, and the line number of the first.
    Lines { first: u64, lines: Lines },
}

/// The line of a puzzle, and what else its record holds.
pub(crate) struct Place {
    line: u64,
    text: Option<Box<str>>,
    extra: Option<Box<Extra>>,
}

/// What a record holds besides its puzzle.
#[derive(Clone, Copy)]
pub(crate) struct Rest<'r> {
    /// Its text, if that is wanted and on one line that is not too long.
    pub(crate) text: Option<&'r str>,
    pub(crate) extra: &'r Extra,
}

impl Rest<'_> {
    pub(crate) const NONE: Self = Self { text: None, extra: Extra::NONE };
}

/// The records of all inputs in batches. A batch with a record in it never waits for another one.
pub(crate) struct Batches<'s> {
    records: Records,
    size: &'s BatchSize,
    /// How many records to read before plain lines are looked for again.
    single: usize,
    /// The next batch, or its first record, if it was found at the end of the one before.
    next_lines: Option<Batch>,
    next_record: Option<Result<Record, Box<BadInput>>>,
    /// Number of puzzles in the last batch of records.
    last_length: usize,
}

impl Records {
    fn in_batches(self, size: &BatchSize) -> Batches<'_> {
        Batches {
            records: self,
            size,
            single: 0,
            next_lines: None,
            next_record: None,
            last_length: 0,
        }
    }

    /// Takes up to `most` plain lines that are buffered, if there are enough; otherwise returns how
    /// many there are.
    fn take_lines(&mut self, most: usize) -> Result<Batch, usize> {
        let Some(Current { file, kind: Kind::Text(reader) }) = &mut self.current else {
            return Err(0);
        };
        let plain = if self.keeps_extra { reader.bare_lines() } else { reader.plain_lines() };
        let plain = plain.ok_or(0_usize)?;
        let take = if self.keeps_text { Lines::take_with_text } else { Lines::take };
        let lines = take(plain, most);
        if lines.len() < MIN_LINES {
            return Err(lines.len());
        }
        let first = reader.lines_read() + 1;
        reader.skip_plain(lines.bytes(), lines.len() as u64);
        Ok(Batch { file: file.clone(), content: Content::Lines { first, lines } })
    }
}

impl Iterator for Batches<'_> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if let Some(batch) = self.next_lines.take().or_else(|| self.plain_lines()) {
            return (!self.records.cancel.is_cancelled()).then_some(batch);
        }
        let mut record = match self.next_record.take() {
            Some(record) => record,
            None => self.records.next()?,
        };
        let size = self.size.get();
        let mut file = None;
        let (mut lines, mut puzzles) = (Vec::new(), Vec::with_capacity(self.last_length));
        loop {
            let is_plain = match &record {
                Ok(record) => is_plain_nine(&record.puzzle),
                Err(_) => true,
            };
            if !is_plain && !lines.is_empty() {
                self.next_record = Some(record);
                break;
            }
            lines.push(record.map(|Record { file: of, line, text, puzzle, extra }| {
                file.get_or_insert(of);
                puzzles.push(puzzle);
                Place { line, text, extra }
            }));
            self.single = self.single.saturating_sub(1);
            if !is_plain || lines.len() >= size {
                break;
            }
            self.next_lines = self.plain_lines();
            if self.next_lines.is_some() {
                break;
            }
            let Some(next) = self.records.next_without_waiting() else { break };
            record = next;
        }
        self.last_length = puzzles.len();
        let content = Content::Records { lines, puzzles };
        Some(Batch { file: file.unwrap_or_else(|| "".into()), content })
    }
}

impl Batches<'_> {
    fn plain_lines(&mut self) -> Option<Batch> {
        let size = self.size.get();
        let too_early = self.single > 0 || self.next_record.is_some();
        if size < MIN_LINES || too_early {
            return None;
        }
        match self.records.take_lines(size) {
            Ok(batch) => Some(batch),
            Err(too_few) => {
                self.single = too_few;
                None
            }
        }
    }
}

/// Whether the kernel solves it.
pub(crate) fn is_plain_nine(puzzle: &Puzzle) -> bool {
    puzzle.shape() == BoxShape::NINE && puzzle.edges().is_empty()
}

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

    /// Whether [`write_with`](Self::write_with) needs the text of puzzles.
    fn keeps_text(&self) -> bool {
        false
    }

    /// Whether [`write_with`](Self::write_with) needs what records hold besides their puzzles.
    fn keeps_extra(&self) -> bool {
        false
    }

    /// Writes an answer, given what else the record holds. Most commands do not need that.
    fn write_with<'a>(
        &'a self,
        file: &str,
        line: u64,
        rest: Rest<'_>,
        puzzle: &Puzzle,
        answer: Self::Answer,
        report: &mut Report<'a>,
    ) {
        let _ = rest;
        self.write(file, line, puzzle, answer, report);
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

    /// Writes what takes the place of the answer for a bad record.
    fn write_bad(&self, record: &BadRecord, report: &mut Report<'_>) {
        report.invalid(record);
    }
}

/// How puzzles are put together.
pub(crate) enum Together<'a> {
    /// One by one: each takes a while.
    Single,
    /// In batches of plain 9x9 puzzles; where many lines of them follow each other, as text.
    Lines(&'a dyn AnsweringLines),
}

impl Together<'_> {
    /// Returns how many batches are under way for each thread, and how large they are.
    fn window_and_size(&self) -> (NonZeroUsize, BatchSize) {
        match self {
            Self::Single => (SINGLE_WINDOW, BatchSize::up_to(1)),
            Self::Lines(_) => (WINDOW, BatchSize::up_to(MAX_LINES)),
        }
    }
}

/// A command that answers plain 9x9 lines without making puzzles of them.
pub(crate) trait AnsweringLines: Sync {
    /// Writes the answers to some lines, the first of which has that number.
    fn write_lines<'a>(&'a self, file: &str, first: u64, lines: &Lines, report: &mut Report<'a>);
}

/// Answers all puzzles of the inputs.
pub(crate) fn answer_all<'a, A: Answering>(
    command: &'a A,
    inputs: Inputs,
    together: &Together<'a>,
    context: &'a Context,
) -> Result<Exit, Failure> {
    let (window, size) = together.window_and_size();
    let mut out = Output::open(context)?;
    let mut records = inputs.records(&context.cancel);
    records.keeps_text = command.keeps_text();
    records.keeps_extra = command.keeps_extra();
    let progress = context.reading_progress(records.position());
    let frame = command.frame();
    let mut printed = Printed::new(&mut out, Some(&progress)).framed(frame);
    let mut failure = None;
    parallel::map_in_order(
        context.threads(),
        window,
        records.in_batches(&size),
        |batch| answer_batch(command, together, batch, &size, context),
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
        None => command.finish(&mut |row| printed.row(row)).inspect_err(|_| printed.discard()),
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

/// Answers a batch, and adapts the size of those to come.
fn answer_batch<'a, A: Answering>(
    command: &'a A,
    together: &Together<'a>,
    batch: Batch,
    size: &BatchSize,
    context: &'a Context,
) -> Report<'a> {
    let (clock, records) = (WallClock::new(), batch.len());
    let mut report = Report::new(context);
    match batch.content {
        Content::Lines { first, lines } => {
            report.reserve(lines.bytes() + lines.len());
            let Together::Lines(command) = together else { return report };
            command.write_lines(&batch.file, first, &lines, &mut report);
        }
        Content::Records { lines, puzzles } => {
            let mut answers = puzzles.iter().zip(command.answer(&puzzles));
            for line in lines {
                match line {
                    Ok(Place { line, text, extra }) => {
                        let (puzzle, answer) = answers.next().expect("one for each puzzle");
                        let extra = extra.as_deref().unwrap_or(Extra::NONE);
                        let (file, rest) = (&batch.file, Rest { text: text.as_deref(), extra });
                        command.write_with(file, line, rest, puzzle, answer, &mut report);
                    }
                    Err(bad) => {
                        report.bad_input(*bad, |bad, report| command.write_bad(bad, report));
                    }
                }
                if report.is_last() {
                    break;
                }
            }
        }
    }
    size.adapt(records, clock.wall());
    report
}

/// Answers the puzzles of the inputs in order on this thread. `long` gets each puzzle that is not
/// taken together with others, and writes its answer while it works: for output that cannot wait until
/// the answer is complete.
pub(crate) fn answer_in_turn<'a, A: Answering>(
    command: &'a A,
    inputs: Inputs,
    together: &Together<'a>,
    out: &mut Output,
    context: &'a Context,
    mut long: impl FnMut(&str, u64, &Puzzle, &mut Output) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let (_, size) = together.window_and_size();
    let is_single = matches!(together, Together::Single);
    let mut exit = Exit::Done;
    for batch in inputs.records(&context.cancel).in_batches(&size) {
        if let Content::Records { lines, puzzles } = &batch.content
            && let ([Ok(Place { line, .. })], [puzzle]) = (&lines[..], &puzzles[..])
            && (is_single || !is_plain_nine(puzzle))
        {
            exit.merge(long(&batch.file, *line, puzzle, out)?);
        } else {
            let mut printed = Printed::new(out, None);
            let flow =
                answer_batch(command, together, batch, &size, context).print(&mut printed)?;
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
