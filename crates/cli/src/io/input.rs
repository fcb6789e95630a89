//! Inputs: files, standard input, puzzles written out, and sources, as one sequence of records.

use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, IsTerminal, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::vec;

use quadrille_engine::format::{self, ParseError, PuzzleFormat, ReadOptions, Reader};
use quadrille_engine::kernel::lines::Lines;
use quadrille_engine::{BoxShape, CancelFlag, Puzzle};
use quadrille_lab::source::{Source, SourceError};

use super::compressed;
use super::files::{is_regular, redirected_file};
use crate::args::InputOptions;
use crate::context::Context;
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
    pub(crate) puzzle: Puzzle,
}

/// Something in an input that is not a puzzle, or an input that cannot be read.
pub(crate) struct BadInput {
    /// What is wrong, with its place: `FILE:LINE:COLUMN: what; what to do`.
    pub(crate) message: String,
    /// The record with its place in the output; `None` if the rest of the input is not read.
    pub(crate) record: Option<BadRecord>,
}

/// A record that is not a puzzle.
pub(crate) struct BadRecord {
    pub(crate) file: Arc<str>,
    pub(crate) line: u64,
    /// Its text, if that is short.
    pub(crate) text: Option<String>,
    pub(crate) error: ParseError,
}

impl BadInput {
    fn unreadable(message: String) -> Box<Self> {
        Box::new(Self { message, record: None })
    }
}

/// All inputs of a command, not opened yet.
pub(crate) struct Inputs {
    inputs: Vec<Input>,
    options: ReadOptions,
    seed: u64,
}

enum Input {
    File(String),
    Standard,
    Written {
        text: String,
        name: Arc<str>,
    },
    Source {
        source: Source,
        name: Arc<str>,
    },
    /// Nothing that can be read, and the message about it.
    Missing(String),
}

impl Inputs {
    /// Resolves arguments. An input that does not exist is not an error yet: it is reported when its
    /// turn comes, after the results of those before it.
    pub(crate) fn resolve(
        arguments: &[String],
        reading: &InputOptions,
        seed: u64,
        context: &Context,
    ) -> Result<Self, Failure> {
        let format = match &reading.from {
            None => None,
            Some(id) => Some(format::by_id(id).ok_or_else(|| {
                let known: Vec<&str> = format::FORMATS.iter().map(|format| format.id()).collect();
                Failure::unknown("format", id, &known)
            })?),
        };
        let inputs = if arguments.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Failure::usage(
                    "no input; name a file, write a puzzle out, or pipe puzzles in",
                ));
            }
            vec![Input::Standard]
        } else {
            arguments.iter().zip(1..).map(|(text, number)| Input::of(number, text)).collect()
        };
        for input in &inputs {
            if let Input::File(name) = input {
                context.used_files.add(name);
            }
        }
        Ok(Self { inputs, options: options(reading, format), seed })
    }

    /// Returns a text that was read already as an input with the name that messages give it.
    pub(crate) fn of_text(name: &str, text: String, reading: &InputOptions) -> Self {
        let inputs = vec![Input::Written { text, name: name.into() }];
        Self { inputs, options: options(reading, None), seed: 1 }
    }

    /// Whether the whole input is one puzzle that was written out.
    pub(crate) fn is_one_written(&self) -> bool {
        matches!(&self.inputs[..], [Input::Written { text, .. }] if !text.trim().contains('\n'))
    }

    /// Returns the number of bytes in all inputs, if each is a regular file.
    fn size(&self) -> Option<u64> {
        let size = |input: &Input| match input {
            Input::File(name) => Path::new(name).metadata().ok().filter(Metadata::is_file),
            Input::Standard => redirected_file(&io::stdin())?.metadata().ok(),
            _ => None,
        };
        self.inputs.iter().map(|input| Some(size(input)?.len())).sum()
    }

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
        }
    }
}

fn options(reading: &InputOptions, format: Option<&'static dyn PuzzleFormat>) -> ReadOptions {
    let InputOptions { shape, mixed_sizes, lenient, .. } = *reading;
    ReadOptions { format, shape, mixed_sizes, lenient, ..ReadOptions::default() }
}

impl Input {
    fn of(number: usize, text: &str) -> Self {
        if text == "-" {
            return Self::Standard;
        }
        if text.trim().is_empty() {
            return Self::Missing(format!(
                "argument {number}: empty; name a file or write a puzzle out"
            ));
        }
        if Path::new(text).exists() {
            return Self::File(text.to_owned());
        }
        match text.parse::<Source>() {
            Ok(source) => return Self::Source { source, name: text.into() },
            Err(SourceError::Unknown) => {}
            Err(error) => return Self::Missing(format!("{text}: {error}")),
        }
        if format::line::holds_puzzle(text.as_bytes()) || looks_written(text) {
            let name = format!("argument {number}").into();
            return Self::Written { text: text.to_owned(), name };
        }
        // A name with a dot or a slash was meant for a file.
        let near = if text.contains(['.', '/', '\\']) { None } else { Source::nearest(text) };
        let hint = near.map_or("check the name".into(), |form| format!("did you mean `{form}`?"));
        Self::Missing(format!("{text}: no such file, and not a puzzle; {hint}"))
    }
}

/// Whether an argument that names no file was meant as a puzzle, though it is none: several lines,
/// or as long as the smallest board and mostly digits and signs for empty cells.
fn looks_written(text: &str) -> bool {
    let cells = text.bytes().filter(|b| b.is_ascii_digit() || b".*_-".contains(b)).count();
    text.trim().contains('\n') || (cells >= 16 && 2 * cells >= text.len())
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

/// What [`Records`] and the text that it reads tell each other.
#[derive(Default)]
struct Shared {
    /// Whether reading must not wait for more bytes, but return [`ErrorKind::WouldBlock`].
    must_not_wait: AtomicBool,
    /// How many bytes of files were read.
    position: AtomicU64,
}

impl Shared {
    fn is_would_block(&self, error: &io::Error) -> bool {
        error.kind() == ErrorKind::WouldBlock && self.must_not_wait.load(Ordering::Relaxed)
    }
}

/// How much of the inputs was read.
#[derive(Clone)]
pub(crate) struct Position {
    shared: Arc<Shared>,
    /// The bytes of all inputs, if known.
    pub(crate) size: Option<u64>,
}

impl Position {
    pub(crate) fn bytes(&self) -> u64 {
        self.shared.position.load(Ordering::Relaxed)
    }
}

/// The bytes of an input.
struct Text {
    bytes: BufReader<Box<dyn Read + Send>>,
    may_wait: bool,
    shared: Arc<Shared>,
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

impl BufRead for Text {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let must_not_wait = self.may_wait && self.shared.must_not_wait.load(Ordering::Relaxed);
        if must_not_wait && self.bytes.buffer().is_empty() {
            return Err(ErrorKind::WouldBlock.into());
        }
        self.bytes.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.bytes.consume(bytes);
    }
}

/// Counts the bytes that are read from a file.
struct Counted<R> {
    file: R,
    shared: Arc<Shared>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.shared.position.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
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
                return Some(Ok(Record { file: file.clone(), line: *line, puzzle }));
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
            Ok(puzzle) => Ok(Record { file, line: record.line, puzzle }),
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
            Input::File(name) => {
                let file = File::open(&name)
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

pub(crate) enum Content {
    /// The lines of good puzzles, and bad records between them.
    Records { lines: Vec<Result<u64, Box<BadInput>>>, puzzles: Vec<Puzzle> },
    /// Plain 9x9 lines, and the line number of the first.
    Lines { first: u64, lines: Lines },
}

/// Which records are worked on together.
#[derive(Clone, Copy)]
pub(crate) struct BatchOptions {
    /// Maximum number of records. A puzzle that is not a plain 9x9 one may take long, so it is a
    /// batch of its own.
    pub(crate) size: usize,
    /// Whether plain lines are taken as text.
    pub(crate) lines: bool,
}

/// The records of all inputs in batches. A batch with a record in it never waits for another one.
pub(crate) struct Batches {
    records: Records,
    options: BatchOptions,
    /// How many records to read before plain lines are looked for again.
    single: usize,
    /// The next batch, or its first record, if it was found at the end of the one before.
    next_lines: Option<Batch>,
    next_record: Option<Result<Record, Box<BadInput>>>,
    /// Number of puzzles in the last batch of records.
    last_length: usize,
}

impl Records {
    pub(crate) fn in_batches(self, options: BatchOptions) -> Batches {
        Batches {
            records: self,
            options,
            single: 0,
            next_lines: None,
            next_record: None,
            last_length: 0,
        }
    }

    /// Takes plain lines that are buffered, if there are enough; otherwise returns how many there
    /// are.
    fn take_lines(&mut self) -> Result<Batch, usize> {
        let Some(Current { file, kind: Kind::Text(reader) }) = &mut self.current else {
            return Err(0);
        };
        let lines = reader.plain_lines().map(Lines::take).ok_or(0_usize)?;
        if lines.len() < MIN_LINES {
            return Err(lines.len());
        }
        let first = reader.lines_read() + 1;
        reader.skip_plain(lines.bytes(), lines.len() as u64);
        Ok(Batch { file: file.clone(), content: Content::Lines { first, lines } })
    }
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if let Some(batch) = self.next_lines.take().or_else(|| self.plain_lines()) {
            return (!self.records.cancel.is_cancelled()).then_some(batch);
        }
        let mut record = match self.next_record.take() {
            Some(record) => record,
            None => self.records.next()?,
        };
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
            lines.push(record.map(|Record { file: of, line, puzzle }| {
                file.get_or_insert(of);
                puzzles.push(puzzle);
                line
            }));
            self.single = self.single.saturating_sub(1);
            if !is_plain || lines.len() >= self.options.size {
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

impl Batches {
    fn plain_lines(&mut self) -> Option<Batch> {
        if !self.options.lines || self.single > 0 || self.next_record.is_some() {
            return None;
        }
        match self.records.take_lines() {
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
