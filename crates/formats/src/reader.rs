//! Reads the records of an input, one at a time.

use std::io::{self, BufRead};

use quadrille_core::kernel::lines::{Lines as KernelLines, PlainPuzzle};
use quadrille_core::{BoxShape, Puzzle};

use super::block::{Block, Page};
use super::detect::{Outcome, Reading, by_id, reading_of};
use super::error::{ParseError, ParseErrorKind};
use super::foreign;
use super::line::bare_puzzle;
use super::lines::{LONGEST_LINE, Lines, RawLine, control_in, line_end};
use super::puzzle_format::{LONGEST_TEXT, PuzzleFormat, ReadOptions, Record};
use super::session::{Extras, Fault, LineParser, Session, Text, binary_at, is_idle};

/// Reads the puzzles of an input, in any format.
///
/// The format is detected from the beginning of the input, unless the options name one. Memory is
/// bounded by the longest line and the largest board, whatever the length of the input. A record is
/// returned as soon as its last line has arrived: the reader asks the input for more bytes only if
/// it has no complete line.
///
/// A bad record is returned like a good one and does not end the input; the input may contain any
/// bytes at all. An input without records yields one error of the kind [`ParseErrorKind::Empty`].
///
/// ```
/// use quadrille_formats::{ReadOptions, Reader};
///
/// let input = "1...\n...2\n3...\n...4\n\n1...\n..2.\n.3.\n...4\n";
/// let mut reader = Reader::new(input.as_bytes(), ReadOptions::default());
/// let mut said = Vec::new();
/// while let Some(record) = reader.next() {
///     let record = record?;
///     said.push(match record.puzzle {
///         Ok(puzzle) => puzzle.to_string(),
///         Err(error) => format!("{}:{}: {error}", error.line, error.column),
///     });
/// }
/// assert_eq!(said, ["1......23......4", "8:1: 3 cells in the row, expected 4"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R> {
    lines: Lines<R>,
    options: ReadOptions,
    session: Session,
    /// Whether the parser takes pieces of lines.
    in_pieces: bool,
    /// `None` until the format is known.
    parser: Option<Box<dyn LineParser + Send>>,
    /// The text of the last record, if it was on a line before the current one.
    earlier: Vec<u8>,
}

impl<R: BufRead> Reader<R> {
    /// A reader for an input. Nothing is read yet.
    pub fn new(input: R, options: ReadOptions) -> Self {
        Self {
            lines: Lines::new(input),
            options,
            session: Session::new("line", options.shape, options.mixed_sizes),
            in_pieces: false,
            parser: None,
            earlier: Vec::new(),
        }
    }

    /// The format of the input, detected now if it is not known yet.
    ///
    /// # Errors
    /// Errors of the input.
    pub fn format(&mut self) -> io::Result<&'static dyn PuzzleFormat> {
        self.start()?;
        Ok(by_id(self.session.format).expect("the format is registered"))
    }

    /// The next record, or `None` at the end of the input.
    ///
    /// # Errors
    /// Errors of the input, after which there are no further records; except for
    /// [`WouldBlock`](io::ErrorKind::WouldBlock), after which a later call continues.
    #[allow(clippy::should_implement_trait, reason = "records borrow from the reader")]
    pub fn next(&mut self) -> Option<io::Result<Record<'_>>> {
        if let Err(error) = self.fill_queue() {
            self.session.is_done |= error.kind() != io::ErrorKind::WouldBlock;
            return Some(Err(error));
        }
        let pending = self.session.queue.pop_front()?;
        let text = match pending.text {
            Text::None => b"",
            Text::Line => match self.lines.current() {
                Ok((line, _)) => line,
                Err(error) => return Some(Err(error)),
            },
            Text::Owned(text) => {
                self.earlier = text;
                &self.earlier[..]
            }
        };
        let text = text.trim_ascii();
        let is_short = (1..=LONGEST_TEXT).contains(&text.len());
        let text = if is_short { std::str::from_utf8(text).ok() } else { None };
        Some(Ok(Record { line: pending.line, text, puzzle: pending.puzzle, extra: pending.extra }))
    }

    /// The plain lines after the last record that are buffered: lines whose puzzle is a 9x9 without
    /// edges and conflicts, in a place that the format and the records so far leave no doubt about.
    /// This is a shortcut for bulk solving, where making a [`Puzzle`] of each line would take longer
    /// than solving it.
    ///
    /// A caller takes as many of them as it likes, tells the reader by
    /// [`skip_plain`](Self::skip_plain), and calls [`next`](Self::next) for whatever follows. For
    /// every one of them, `next` would have returned a record with the same puzzle, and perhaps
    /// something besides.
    ///
    /// Returns `None` before the first good puzzle, and if nothing is buffered: this method never
    /// reads.
    pub fn plain_lines(&mut self) -> Option<PlainLines<'_>> {
        self.plain(Extras::Ignored)
    }

    /// The same, while the lines hold nothing but their puzzles: for every one of them,
    /// [`next`](Self::next) would have returned a record without [`extra`](Record::extra).
    pub fn bare_lines(&mut self) -> Option<PlainLines<'_>> {
        self.plain(Extras::Kept)
    }

    fn plain(&mut self, extras: Extras) -> Option<PlainLines<'_>> {
        let Self { lines, session, parser, .. } = self;
        let is_plain = session.queue.is_empty()
            && !session.is_done
            && session.first() == Some(BoxShape::NINE)
            && session.expected() == Some(BoxShape::NINE);
        if !is_plain {
            return None;
        }
        let text = lines.buffered().ok().filter(|text| !text.is_empty())?;
        Some(PlainLines { text, parser: parser.as_deref_mut()?, extras, bytes: 0 })
    }

    /// Skips the first of the [`plain_lines`](Self::plain_lines): `bytes` in all, which are `lines`
    /// whole lines. The next record has the line number after them.
    ///
    /// # Panics
    /// If there are not that many bytes.
    pub fn skip_plain(&mut self, bytes: usize, lines: u64) {
        self.lines.skip_buffered(bytes, lines);
    }

    /// The number of lines read or skipped so far.
    pub fn lines_read(&self) -> u64 {
        self.lines.number()
    }

    /// Whether the input is in UTF-16, which is decoded. This is known once there was a record.
    ///
    /// ```
    /// use quadrille_formats::{ReadOptions, Reader};
    ///
    /// let text: Vec<u8> = "1...2...3...4...".bytes().flat_map(|byte| [byte, 0]).collect();
    /// let mut reader = Reader::new(&text[..], ReadOptions::default());
    /// assert!(reader.next().is_some());
    /// assert!(reader.is_utf16());
    /// ```
    pub fn is_utf16(&self) -> bool {
        self.lines.are_of_utf16()
    }

    /// Finds out the format, if it is not known yet.
    fn start(&mut self) -> io::Result<()> {
        if self.parser.is_some() {
            return Ok(());
        }
        let options = self.options;
        let reading = self.lines.peek(|head, is_all| {
            reading_of(head, is_all, &options, |text, is_all, reading| {
                outcome(text, is_all, reading, &options)
            })
        })?;
        self.begin(reading);
        Ok(())
    }

    /// Begins to read in a way that is known.
    fn begin(&mut self, reading: Reading) {
        let format: &dyn PuzzleFormat = match reading {
            Reading::Strict(format) => format,
            Reading::Page => &Block,
        };
        self.session.format = format.id();
        self.session.is_named = self.options.format.is_some();
        let parser = match reading {
            Reading::Strict(format) => format.parser(&self.options),
            Reading::Page => Box::<Page>::default(),
        };
        self.in_pieces = parser.takes_pieces();
        if self.in_pieces {
            self.lines.take_pieces();
        }
        self.parser = Some(parser);
    }

    /// Parses lines until there is a record or the input ends.
    fn fill_queue(&mut self) -> io::Result<()> {
        if !self.session.queue.is_empty() || self.session.is_done {
            return Ok(());
        }
        self.start()?;
        let Self { lines, session, in_pieces, parser, .. } = self;
        let parser = parser.as_deref_mut().expect("just set");
        while session.queue.is_empty() && !session.is_done {
            let Some((number, raw)) = lines.next()? else {
                session.is_done = true;
                parser.end(session);
                if !session.any {
                    session.end_with(Fault::new(1, 1, ParseErrorKind::Empty));
                }
                return Ok(());
            };
            take_line(number, raw, session, *in_pieces, parser);
        }
        Ok(())
    }
}

/// Lines at the end of what is known of an input in which a grid may continue.
const LAST_LINES: u64 = 40;

/// After this number of puzzles without an error, an input is a list of puzzles.
const LIST: usize = 16;

/// What is found in the beginning of an input if it is read in that way.
fn outcome(text: &[u8], is_all: bool, reading: Reading, options: &ReadOptions) -> Outcome {
    let lines = text.iter().filter(|byte| **byte == b'\n').count() as u64;
    let mut reader = Reader::new(text, *options);
    reader.begin(reading);
    let mut outcome = Outcome::default();
    while let Some(Ok(record)) = reader.next() {
        match &record.puzzle {
            Ok(puzzle) => {
                outcome.puzzles.push((record.line, puzzle.clone()));
                if outcome.good() == LIST && outcome.bad == 0 {
                    break;
                }
            }
            Err(error) => {
                let is_cut = !is_all && error.line + LAST_LINES > lines;
                match error.kind {
                    ParseErrorKind::Empty => {}
                    ParseErrorKind::RowCount { .. } if is_cut => outcome.is_cut = true,
                    _ => outcome.bad += 1,
                }
                outcome.has_rows |= matches!(
                    error.kind,
                    ParseErrorKind::RowOfGrid { .. } | ParseErrorKind::Zeros { .. }
                );
                outcome.is_unclear |= matches!(
                    error.kind,
                    ParseErrorKind::TwoReadings { .. } | ParseErrorKind::Zeros { .. }
                );
                if let ParseErrorKind::Conflict(conflict) = &error.kind {
                    outcome.conflicts.push((record.line, conflict.geometry.side()));
                }
                outcome.is_variant |= matches!(error.kind, ParseErrorKind::Variant(_));
            }
        }
    }
    outcome
}

/// The plain lines that are buffered, up to the first line that is not plain.
/// [`Reader::plain_lines`] says more.
pub struct PlainLines<'t> {
    text: &'t [u8],
    parser: &'t mut (dyn LineParser + Send),
    extras: Extras,
    bytes: usize,
}

impl PlainLines<'_> {
    /// Returns the length of the lines so far in bytes, line ends included.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes up to `most` lines for the kernel, with their text if it is wanted. Returns their length in
    /// bytes, too, line ends included, for [`skip_plain`](Reader::skip_plain).
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_formats::{ReadOptions, Reader};
    ///
    /// let text = "\
    /// id,puzzle
    /// 1,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
    /// 2,000000010400000000020000000000050407008000300001090000300400200050100000000806000
    /// 3,53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.
    /// ";
    /// let mut reader = Reader::new(text.as_bytes(), ReadOptions::default());
    /// // The first puzzle shows that the boards are 9x9.
    /// assert!(reader.next().unwrap()?.puzzle.is_ok());
    /// let plain = reader.plain_lines().expect("the rest is buffered");
    /// let (lines, bytes) = plain.take_lines(1024, false);
    /// reader.skip_plain(bytes, lines.len() as u64);
    /// let counts: Vec<u64> =
    ///     lines.solve(2, &mut Meter::unlimited()).iter().map(|answer| answer.count).collect();
    /// assert_eq!(counts, [1, 1]);
    /// assert!(reader.next().is_none());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn take_lines(mut self, most: usize, with_text: bool) -> (KernelLines, usize) {
        let mut lines = KernelLines::default();
        while lines.len() < most
            && let Some(puzzle) = self.next()
        {
            assert!(lines.add(puzzle), "a file has one format");
        }
        if with_text {
            lines.keep_text(&self.text[..self.bytes]);
        }
        (lines, self.bytes)
    }
}

impl<'t> Iterator for PlainLines<'t> {
    type Item = PlainPuzzle<'t>;

    fn next(&mut self) -> Option<PlainPuzzle<'t>> {
        let text = &self.text[self.bytes..];
        let end = line_end(text).filter(|&end| end <= LONGEST_LINE)?;
        let ending = match &text[end..] {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        let puzzle = self.parser.plain(&text[..end], self.extras)?;
        self.bytes += end + ending;
        Some(puzzle)
    }
}

fn take_line(
    number: u64,
    raw: RawLine<'_>,
    session: &mut Session,
    in_pieces: bool,
    parser: &mut dyn LineParser,
) {
    match raw {
        RawLine::Whole { line, rest, continues } => {
            if !session.any
                && (number == 1 || !is_idle(line))
                && let Some(foreign) = foreign::of_input(line, rest, number == 1)
                && !parser.reads(foreign)
            {
                return session.end_with(Fault::new(
                    number,
                    1,
                    ParseErrorKind::ForeignInput(foreign),
                ));
            }
            // Binary data before the first good puzzle ends the reading; after it, every line that
            // is not text is an error of its own.
            if session.first().is_none()
                && let Some(offset) = binary_at(line, rest)
            {
                let kind = ParseErrorKind::Binary { byte: line[offset] };
                return session.end_with(Fault::at(number, line, offset, kind));
            }
            match control_in(line) {
                None if in_pieces => parser.piece(session, number, line, continues),
                None => parser.line(session, number, line),
                Some(offset) if continues && line[offset] == 0 => {
                    let kind = ParseErrorKind::Binary { byte: 0 };
                    session.end_with(Fault::at(number, line, offset, kind));
                }
                Some(offset) => {
                    let kind = ParseErrorKind::NotText { byte: line[offset] };
                    parser.unreadable(session, Fault::at(number, line, offset, kind));
                }
            }
        }
        RawLine::TooLong => {
            let column = LONGEST_LINE as u64 + 1;
            parser.unreadable(session, Fault::new(number, column, ParseErrorKind::LineTooLong));
        }
        RawLine::Endless { nul } => {
            let kind = ParseErrorKind::Binary { byte: 0 };
            session.end_with(Fault::new(number, nul as u64 + 1, kind));
        }
    }
}

/// Every record of a text in a format: for texts that fit in memory, such as a puzzle on the command
/// line.
pub fn read_text(
    format: &'static dyn PuzzleFormat,
    text: &[u8],
    options: &ReadOptions,
) -> Vec<Result<Puzzle, ParseError>> {
    let mut reader = Reader::new(text, ReadOptions { format: Some(format), ..*options });
    let mut puzzles = Vec::new();
    while let Some(record) = reader.next() {
        puzzles.push(record.expect("reading from memory cannot fail").puzzle);
    }
    puzzles
}

/// Parses the one puzzle of a text in any format, which is detected.
///
/// ```
/// use quadrille_formats::read_one;
///
/// let puzzle = read_one("1.|..\n..|..\n--+--\n..|2.\n..|.3")?;
/// assert_eq!(puzzle.to_string(), "1.........2....3");
/// let error = read_one("1...............1").unwrap_err();
/// assert_eq!(error.to_string(), "17 cells, expected 16: no board has 17, the nearest is 4x4");
/// # Ok::<(), quadrille_formats::ParseError>(())
/// ```
///
/// # Errors
/// What is wrong with the first record, with its place; or that there are more.
pub fn read_one(text: impl AsRef<[u8]>) -> Result<Puzzle, ParseError> {
    let text = text.as_ref();
    if let Some(puzzle) = bare_puzzle(text) {
        return Ok(puzzle);
    }
    let mut reader = Reader::new(text, ReadOptions::default());
    let mut next = || {
        let record = reader.next()?.expect("reading from memory cannot fail");
        Some((record.line, record.puzzle))
    };
    let (_, first) = next().expect("an input has a record or an error");
    let puzzle = first?;
    match next() {
        None => Ok(puzzle),
        Some((line, _)) => {
            let format = reader.session.format;
            Err(ParseError { format, line, column: 1, kind: ParseErrorKind::Several })
        }
    }
}
