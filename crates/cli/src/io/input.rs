//! Reads the puzzles of all inputs, one by one or in batches to ask about.

use std::fs::File;
use std::io::{self, BufReader, Cursor};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::vec;

use quadrille_api::{Batch, Fault, Question};
use quadrille_core::printable::os_text;
use quadrille_core::{BoxShape, CancelFlag, Puzzle};
use quadrille_formats::{Extra, ReadOptions, Reader};

use super::arguments::{Input, Inputs};
use super::bad_input::{BadInput, BadRecord};
use super::batch_size::BatchSize;
use super::compressed;
use super::files::{is_regular, redirected_file};
use super::messages::Messages;
use super::text::{Counted, Position, Shared, Text};

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
    messages: Option<Messages>,
    size: Option<u64>,
    shared: Arc<Shared>,
    /// Whether records and lines keep their text.
    pub(super) keeps_text: bool,
    /// Whether lines with anything besides their puzzle are read as records.
    pub(super) keeps_extra: bool,
}

/// The input that is being read.
struct Current {
    file: Arc<str>,
    kind: Kind,
    /// Whether its encoding has been reported.
    is_noted: bool,
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
            messages: self.messages,
            inputs: self.inputs.into_iter(),
            current: None,
            cancel: cancel.clone(),
            shared: Arc::default(),
            keeps_text: false,
            keeps_extra: false,
        }
    }
}

impl Record {
    /// Returns the text, if it was [kept](Records::keeping_text).
    pub(crate) fn text(&self) -> Option<&str> {
        self.text.as_deref()
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
            self.note_encoding();
            if next.is_some() {
                return next;
            }
            self.current = None;
        }
    }
}

impl Records {
    /// Keeps the text of each record.
    pub(crate) fn keeping_text(self) -> Self {
        Self { keeps_text: true, ..self }
    }

    /// Returns how much was read, for a progress bar.
    pub(crate) fn position(&self) -> Position {
        Position { shared: self.shared.clone(), size: self.size }
    }

    fn next_of_current(&mut self) -> Option<Result<Record, Box<BadInput>>> {
        let Current { file, kind, .. } = self.current.as_mut()?;
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

    /// Reports once that the current input is decoded.
    fn note_encoding(&mut self) {
        if let Some(Current { file, kind: Kind::Text(reader), is_noted }) = &mut self.current
            && !std::mem::replace(is_noted, true)
            && reader.is_utf16()
            && let Some(messages) = self.messages
        {
            messages.detail(&format!("{file}: read as UTF-16"));
        }
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
                options.hint =
                    quadrille_formats::by_file_name(compressed::without_extension(&name));
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
                let kind = Kind::Source { puzzles, line: 0 };
                return Ok(Current { file: name, kind, is_noted: false });
            }
        };
        let kind = Kind::Text(Box::new(Reader::new(text, options)));
        Ok(Current { file, kind, is_noted: false })
    }
}

/// What is asked about at once, from one input.
pub(crate) struct Taken {
    /// The name of the input.
    pub(crate) file: Arc<str>,
    pub(crate) batch: Batch,
    places: Places,
    /// Why the rest of the input is not read.
    pub(crate) unreadable: Option<String>,
}

/// Where the items of a batch are in their input.
enum Places {
    /// On lines that follow each other from this one.
    From(u64),
    Each(Vec<Place>),
}

/// Where an item is in its input.
pub(crate) struct Place {
    pub(crate) line: u64,
    /// Its text, if that is wanted and on one line that is not too long.
    pub(crate) text: Option<Box<str>>,
    /// What is wrong with it, with its place, if it is not a puzzle.
    pub(crate) message: Option<String>,
}

impl Taken {
    pub(crate) fn len(&self) -> usize {
        self.batch.len()
    }

    /// Returns the line of an item, and its place if it was read by itself.
    pub(crate) fn place(&self, index: usize) -> (u64, Option<&Place>) {
        match &self.places {
            Places::From(first) => (first + index as u64, None),
            Places::Each(places) => (places[index].line, Some(&places[index])),
        }
    }
}

/// The records of all inputs in batches. A batch with a record in it never waits for another one.
pub(super) struct Batches<'s> {
    records: Records,
    size: &'s BatchSize,
    question: &'s Question,
    /// How many records to read before plain lines are looked for again.
    single: usize,
    /// The next batch, or its first record, if it was found at the end of the one before.
    next_lines: Option<Taken>,
    next_record: Option<Result<Record, Box<BadInput>>>,
}

impl Records {
    /// Returns the records in batches to ask a question about.
    pub(super) fn in_batches<'s>(self, size: &'s BatchSize, question: &'s Question) -> Batches<'s> {
        let (single, next_lines, next_record) = (0, None, None);
        Batches { records: self, size, question, single, next_lines, next_record }
    }

    /// Takes up to `most` plain lines that are buffered, if there are enough; otherwise returns how
    /// many there are.
    fn take_lines(&mut self, most: usize) -> Result<Taken, usize> {
        let Some(Current { file, kind: Kind::Text(reader), .. }) = &mut self.current else {
            return Err(0);
        };
        let plain = if self.keeps_extra { reader.bare_lines() } else { reader.plain_lines() };
        let plain = plain.ok_or(0_usize)?;
        let (lines, bytes) = plain.take_lines(most, self.keeps_text);
        if lines.len() < MIN_LINES {
            return Err(lines.len());
        }
        let places = Places::From(reader.lines_read() + 1);
        reader.skip_plain(bytes, lines.len() as u64);
        Ok(Taken { file: file.clone(), batch: Batch::of_lines(lines), places, unreadable: None })
    }
}

impl Iterator for Batches<'_> {
    type Item = Taken;

    fn next(&mut self) -> Option<Taken> {
        if let Some(batch) = self.next_lines.take().or_else(|| self.plain_lines()) {
            return (!self.records.cancel.is_cancelled()).then_some(batch);
        }
        let mut record = match self.next_record.take() {
            Some(record) => record,
            None => self.records.next()?,
        };
        let size = self.size.get();
        let (mut file, mut unreadable) = (None, None);
        let (mut places, mut batch) = (Vec::new(), Batch::default());
        loop {
            let is_plain = match &record {
                Ok(record) => is_plain_nine(&record.puzzle),
                Err(_) => true,
            };
            if !is_plain && !places.is_empty() {
                self.next_record = Some(record);
                break;
            }
            match record {
                Ok(Record { file: of, line, text, puzzle, extra }) => {
                    file.get_or_insert(of);
                    batch.push(puzzle, extra.filter(|extra| self.question.needs(extra)));
                    places.push(Place { line, text, message: None });
                }
                Err(bad) => {
                    let BadInput { message, record } = *bad;
                    let Some(BadRecord { file: of, line, text, error }) = record else {
                        unreadable = Some(message);
                        break;
                    };
                    file.get_or_insert(of);
                    batch.push_fault(Fault::new(text.as_deref(), &error));
                    places.push(Place { line, text: None, message: Some(message) });
                }
            }
            self.single = self.single.saturating_sub(1);
            if !is_plain || places.len() >= size {
                break;
            }
            self.next_lines = self.plain_lines();
            if self.next_lines.is_some() {
                break;
            }
            let Some(next) = self.records.next_without_waiting() else { break };
            record = next;
        }
        let (file, places) = (file.unwrap_or_else(|| "".into()), Places::Each(places));
        Some(Taken { file, batch, places, unreadable })
    }
}

impl Batches<'_> {
    /// Returns how much was read, for a progress bar.
    pub(super) fn position(&self) -> Position {
        self.records.position()
    }

    fn plain_lines(&mut self) -> Option<Taken> {
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
