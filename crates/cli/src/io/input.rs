//! Inputs: files, standard input, puzzles written out, and sources, as one stream of puzzles.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, IsTerminal, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use quadrille_engine::format::line::Column;
use quadrille_engine::format::{self, ParseError, PuzzleFormat, ReadOptions, Record};
use quadrille_engine::{BoxShape, CancelFlag, Puzzle};
use quadrille_lab::source::{Source, SourceError};

use crate::args::InputOptions;
use crate::context::Context;
use crate::failure::Failure;
use crate::io::buffers::{Block, Buffers};
use crate::io::files::redirected_file;
use crate::io::line_ends;

/// Bytes read at once: about a thousand plain lines, which is what the kernel likes.
const CHUNK: usize = 88 << 10;
/// Bytes that detection of a format looks at, and the whole of the first line that says anything:
/// pencilmarks of a 25x25 are twice as many.
const HEAD: usize = 8192;
/// Lines that say anything after which no format is recognized that was not before.
const TELLING_LINES: usize = 12;

/// A puzzle of an input, or what stands in its place.
pub(crate) struct Item {
    /// The input's name, as messages give it.
    pub(crate) file: Arc<str>,
    /// The line on which it begins, from 1.
    pub(crate) line: u64,
    /// Its text as it stood, where that is short.
    pub(crate) text: Option<String>,
    pub(crate) puzzle: Result<Puzzle, ParseError>,
}

impl Item {
    /// The message about a bad puzzle, with its place.
    pub(crate) fn message(&self, error: &ParseError) -> String {
        format!("{}:{}:{}: {error}", self.file, error.line, error.column)
    }
}

/// What arrives from the inputs.
pub(crate) enum Arrival {
    /// Something that has a place in the output.
    Item(Item),
    /// An input that could not be read, or not further: a message, already with its place.
    Trouble(String),
    /// Whole lines of plain 9x9 puzzles for the most part; only for those who ask for chunks.
    Chunk(Chunk),
}

impl Arrival {
    /// What a record of an input is.
    pub(crate) fn of(record: Record<'_>, file: &Arc<str>) -> Self {
        match record.puzzle {
            Err(error) if error.is_of_whole_input() => {
                Self::Trouble(format!("{file}:{}:{}: {error}", error.line, error.column))
            }
            puzzle => Self::Item(Item {
                file: file.clone(),
                line: record.line,
                text: record.text.map(str::to_owned),
                puzzle,
            }),
        }
    }
}

/// Some lines of an input in which the first puzzle is a 9x9 one, a line each.
pub(crate) struct Chunk {
    pub(crate) file: Arc<str>,
    /// Where the puzzles stand, if a header says so.
    pub(crate) column: Option<Arc<Column>>,
    /// The number of its first line, from 1.
    pub(crate) first_line: u64,
    /// Whole lines; the last of the input may lack its end.
    pub(crate) block: Block,
}

/// All inputs of a command, resolved.
pub(crate) struct Inputs {
    inputs: Vec<Input>,
    format: Option<&'static dyn PuzzleFormat>,
    options: ReadOptions,
    seed: u64,
    /// Whether plain lines may be handed over as chunks.
    chunks: bool,
    /// Where the blocks of chunks come from and go back to.
    pub(crate) buffers: Buffers,
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
    /// Nothing that can be read: what to say when its turn comes.
    Missing(String),
}

impl Inputs {
    /// Resolves what was typed. An input that does not exist is no failure yet: it is reported
    /// when its turn comes, after the results of those before it.
    pub(crate) fn resolve(
        typed: &[String],
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
        let inputs = if typed.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Failure::usage(
                    "no input; name a file, write a puzzle out, or pipe puzzles in",
                ));
            }
            vec![Input::Standard]
        } else {
            typed.iter().enumerate().map(|(index, text)| Input::of(index, text)).collect()
        };
        for input in &inputs {
            if let Input::File(name) = input {
                context.used_files.add(name);
            }
        }
        let InputOptions { shape, mixed_sizes, lenient, .. } = *reading;
        Ok(Self {
            inputs,
            format,
            options: ReadOptions { shape, mixed_sizes, lenient, ..ReadOptions::default() },
            seed,
            chunks: false,
            buffers: Buffers::default(),
        })
    }

    /// A text that was read already, under the name that messages give it.
    pub(crate) fn of_text(name: &str, text: String, reading: &InputOptions) -> Self {
        let InputOptions { shape, mixed_sizes, lenient, .. } = *reading;
        Self {
            inputs: vec![Input::Written { text, name: name.into() }],
            format: None,
            options: ReadOptions { shape, mixed_sizes, lenient, ..ReadOptions::default() },
            seed: 1,
            chunks: false,
            buffers: Buffers::default(),
        }
    }

    /// The same inputs, with plain lines of 9x9 puzzles handed over as chunks.
    pub(crate) fn in_chunks(mut self) -> Self {
        self.chunks = true;
        self
    }

    /// Whether some input may be long in coming: anything but plain files and what is known already.
    pub(crate) fn may_wait(&self) -> bool {
        self.inputs.iter().any(|input| match input {
            Input::Standard => redirected_file(&io::stdin()).is_none(),
            Input::File(name) => !Path::new(name).is_file(),
            Input::Written { .. } | Input::Source { .. } | Input::Missing(_) => false,
        })
    }

    /// Whether the whole input is one puzzle, written out.
    pub(crate) fn is_one_written(&self) -> bool {
        matches!(&self.inputs[..], [Input::Written { text, .. }] if !text.trim().contains('\n'))
    }

    /// Hands everything over, in order, until `each` breaks or the flag is raised.
    pub(crate) fn read(
        &self,
        cancel: &CancelFlag,
        each: &mut dyn FnMut(Arrival) -> ControlFlow<()>,
    ) {
        self.read_patiently(cancel, &|| {}, each);
    }

    /// The same; `before_waiting` is called before every read that may have to wait.
    pub(crate) fn read_patiently(
        &self,
        cancel: &CancelFlag,
        before_waiting: &dyn Fn(),
        each: &mut dyn FnMut(Arrival) -> ControlFlow<()>,
    ) {
        for input in &self.inputs {
            if self.read_one(input, cancel, before_waiting, each).is_break() {
                return;
            }
        }
    }

    fn read_one(
        &self,
        input: &Input,
        cancel: &CancelFlag,
        before_waiting: &dyn Fn(),
        each: &mut dyn FnMut(Arrival) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match input {
            Input::Missing(message) => each(Arrival::Trouble(message.clone())),
            Input::File(name) => match open(name) {
                Ok(file) => {
                    let mut file = Patient { reader: file, before_waiting };
                    self.read_text(&mut file, &name.as_str().into(), Some(name), cancel, each)
                }
                Err(message) => each(Arrival::Trouble(message)),
            },
            Input::Standard => {
                let mut stdin = Patient { reader: io::stdin().lock(), before_waiting };
                self.read_text(&mut stdin, &"stdin".into(), None, cancel, each)
            }
            Input::Written { text, name } => {
                self.read_text(&mut text.as_bytes(), name, None, cancel, each)
            }
            Input::Source { source, name } => {
                let shape = self.options.shape.unwrap_or(BoxShape::NINE);
                for (puzzle, line) in source.puzzles(self.seed, shape).zip(1..) {
                    if cancel.is_cancelled() {
                        return ControlFlow::Break(());
                    }
                    let text = Some(puzzle.to_string());
                    each(Arrival::Item(Item {
                        file: name.clone(),
                        line,
                        text,
                        puzzle: Ok(puzzle),
                    }))?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    fn read_text(
        &self,
        reader: &mut dyn Read,
        file: &Arc<str>,
        path: Option<&str>,
        cancel: &CancelFlag,
        each: &mut dyn FnMut(Arrival) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut block = self.buffers.take(CHUNK);
        let head = match fill_head(reader, &mut block, self.format.is_some()) {
            Ok(head) => &block.text()[..head],
            Err(error) => {
                return each(Arrival::Trouble(format!("{file}: cannot be read: {error}")));
            }
        };
        let format = self
            .format
            .unwrap_or_else(|| format::detect(head, path.and_then(format::by_file_name)));
        if self.chunks
            && !self.options.mixed_sizes
            && self.options.shape.is_none_or(|shape| shape == BoxShape::NINE)
            && format.id() == "line"
            && let Some(Heading { length, column }) = heading_of_plain(head)
        {
            let first_line = 1 + line_ends::count(&block.text()[..length]);
            block.remove_first(length);
            let chunk =
                Chunk { file: file.clone(), column: column.map(Arc::new), first_line, block };
            return self.read_chunks(chunk, reader, cancel, each);
        }
        let flow = {
            let mut reader = BufReader::with_capacity(CHUNK, block.text().chain(reader));
            let read = |each: format::Each<'_>| format.read(&mut reader, &self.options, each);
            self.read_records(read, file, cancel, each)
        };
        self.buffers.give(block);
        flow
    }

    /// Hands over each record of a text.
    fn read_records(
        &self,
        read: impl FnOnce(format::Each<'_>) -> io::Result<()>,
        file: &Arc<str>,
        cancel: &CancelFlag,
        each: &mut dyn FnMut(Arrival) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        let mut forward = |record: Record<'_>| {
            if cancel.is_cancelled() {
                return ControlFlow::Break(());
            }
            flow = each(Arrival::of(record, file));
            flow
        };
        match read(&mut forward) {
            Ok(()) => flow,
            Err(error) => each(Arrival::Trouble(format!("{file}: cannot be read on: {error}"))),
        }
    }

    /// Hands over whole lines as they arrive, the first of which wait in `first`. A line beyond the
    /// longest allowed ends that: the rest is read record by record.
    fn read_chunks(
        &self,
        first: Chunk,
        reader: &mut dyn Read,
        cancel: &CancelFlag,
        each: &mut dyn FnMut(Arrival) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Chunk { file, column, mut first_line, mut block } = first;
        let mut at_end = false;
        while !at_end {
            if may_be_too_long(block.text()) {
                let mut rest = BufReader::with_capacity(CHUNK, block.text().chain(reader));
                let read = |each: format::Each<'_>| {
                    format::line::read_on(&mut rest, first_line - 1, column.as_deref(), each)
                };
                return self.read_records(read, &file, cancel, each);
            }
            let whole = line_ends::whole(block.text());
            if whole > 0 {
                let mut next = self.buffers.take(CHUNK);
                next.push(&block.text()[whole..]);
                block.length = whole;
                let lines = line_ends::count(block.text());
                let (file, column) = (file.clone(), column.clone());
                each(Arrival::Chunk(Chunk { file, column, first_line, block }))?;
                first_line += lines;
                block = next;
            }
            if cancel.is_cancelled() {
                return ControlFlow::Break(());
            }
            match fill(reader, &mut block) {
                Ok(read) => at_end = read == 0,
                Err(error) => {
                    return each(Arrival::Trouble(format!("{file}: cannot be read on: {error}")));
                }
            }
        }
        if block.length > 0 {
            each(Arrival::Chunk(Chunk { file, column, first_line, block }))?;
        }
        ControlFlow::Continue(())
    }
}

/// Whether the text of a chunk may hold a line beyond the longest allowed: such a line covers the
/// middle.
fn may_be_too_long(text: &[u8]) -> bool {
    let middle = text.get(CHUNK - format::LONGEST_LINE..format::LONGEST_LINE);
    middle.is_some_and(|middle| !line_ends::any(middle))
}

/// Reads until the format shows, as far as the block has room; how much of the block detection is to
/// look at. A puzzle on a line shows with that line and is answered at once; of a grid the first row
/// says nothing yet, however slowly a pipe brings the others. Where the format is known, the first
/// line that says anything is enough.
fn fill_head(reader: &mut dyn Read, block: &mut Block, is_known: bool) -> io::Result<usize> {
    loop {
        let read = fill(reader, block)?;
        let text = block.text();
        let (mut end, mut telling) = (0, 0);
        while line_ends::any(&text[end..]) && (telling == 0 || end < HEAD) {
            let line = &text[end..][..line_ends::first(&text[end..])];
            end += line.len();
            telling += usize::from(line.trim_ascii().first().is_some_and(|&byte| byte != b'#'));
        }
        let shows = || {
            is_known
                || end >= HEAD
                || telling >= TELLING_LINES
                || format::looks_like_any(&text[..end])
        };
        if telling > 0 && shows() {
            return Ok(end);
        }
        if read == 0 {
            return Ok(text.len());
        }
    }
}

/// Reads once, behind the text of a block that has room; 0 at the end of the input. Blocks may be
/// longer than a chunk: what is written is longer than what was read.
fn fill(reader: &mut dyn Read, block: &mut Block) -> io::Result<usize> {
    loop {
        match reader.read(&mut block.bytes[block.length..CHUNK]) {
            Ok(read) => {
                block.length += read;
                return Ok(read);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// A reader that says so before it may have to wait.
struct Patient<'a, R> {
    reader: R,
    before_waiting: &'a dyn Fn(),
}

impl<R: Read> Read for Patient<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.before_waiting)();
        self.reader.read(buffer)
    }
}

/// What stands before the first puzzle.
struct Heading {
    /// How long the text is up to the end of the header; 0 where there is none.
    length: usize,
    /// Where the puzzles stand, if the header says so.
    column: Option<Column>,
}

/// The heading of an input that begins with a plain 9x9 puzzle without conflict, but for comments,
/// empty lines and the header of a table: then it fixes the shape of all that follow, and the first
/// 81 symbols of a line are its puzzle. Where anything looks like binary data, the general reader is
/// to judge.
fn heading_of_plain(head: &[u8]) -> Option<Heading> {
    let is_text = |&byte: &u8| byte >= b' ' || byte.is_ascii_whitespace();
    if !head.iter().all(is_text) {
        return None;
    }
    let mut at = if head.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut heading = Heading { length: 0, column: None };
    while at < head.len() {
        let end = at + line_ends::first(&head[at..]);
        let line = &head[at..end];
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        at = end;
        if line.is_empty() || line[0] == b'#' {
            continue;
        }
        if heading.length == 0 && format::line::is_header(line) {
            heading = Heading { length: end, column: Column::of_header(line) };
            if heading.column.as_ref().is_some_and(|column| !column.is_first()) {
                return None;
            }
            continue;
        }
        let digits = format::line::nine_cells(line)?;
        return format::line::nine_without_conflict(&digits).then_some(heading);
    }
    None
}

impl Input {
    fn of(index: usize, text: &str) -> Self {
        if text == "-" {
            return Self::Standard;
        }
        if text.trim().is_empty() {
            let number = index + 1;
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
            let name = format!("argument {}", index + 1).into();
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

fn open(name: &str) -> Result<File, String> {
    let file = File::open(name).map_err(|error| format!("{name}: cannot be opened: {error}"))?;
    match file.metadata() {
        Ok(metadata) if metadata.is_dir() => {
            Err(format!("{name}: is a directory; name a file in it"))
        }
        _ => Ok(file),
    }
}
