//! What every reader shares while it reads one input: which shape is expected, what is no text,
//! and the handing over of records.

use std::io::{self, BufRead};
use std::ops::ControlFlow;

use super::error::{ParseError, ParseErrorKind};
use super::lines::{LONGEST_LINE, Lines, RawLine, control_in};
use super::symbol::characters;
use super::{Each, LONGEST_TEXT, ReadOptions, Record};
use crate::board::{BoxShape, Puzzle};

/// The reading of one input.
pub(super) struct Session<'a> {
    format: &'static str,
    pub(super) options: &'a ReadOptions,
    each: Each<'a>,
    /// The shape of the first good puzzle.
    first: Option<BoxShape>,
    any: bool,
}

/// What is wrong, and where.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    line: u64,
    column: u64,
    kind: ParseErrorKind,
}

impl Fault {
    /// A fault at a byte of a line.
    pub(super) fn at(number: u64, line: &[u8], offset: usize, kind: ParseErrorKind) -> Self {
        Self { line: number, column: column_of(line, offset), kind }
    }

    /// The line it is on.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Whether it is about something that was meant as a puzzle.
    pub(super) fn is_of_attempt(&self) -> bool {
        !matches!(self.kind, ParseErrorKind::NoPuzzle | ParseErrorKind::NotText { .. })
    }

    /// A fault at a column counted before.
    pub(super) fn new(line: u64, column: u64, kind: ParseErrorKind) -> Self {
        Self { line, column, kind }
    }
}

/// What a format makes of the lines of an input.
pub(super) trait LineSink {
    /// A line without control bytes; it may have bytes that are no UTF-8.
    fn line(&mut self, session: &mut Session<'_>, number: u64, line: &[u8]) -> ControlFlow<()>;

    /// A line that cannot be read: too long, or no text.
    fn unreadable(&mut self, session: &mut Session<'_>, fault: Fault) -> ControlFlow<()>;

    /// The end of the input.
    fn end(&mut self, _session: &mut Session<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<'a> Session<'a> {
    /// Feeds the lines of an input to a sink. Binary data before the first good puzzle ends the
    /// reading with one error; after it each line of it is an error of its own.
    pub(super) fn read(
        format: &'static str,
        input: &mut dyn BufRead,
        options: &'a ReadOptions,
        each: Each<'a>,
        sink: &mut dyn LineSink,
    ) -> io::Result<()> {
        let session = Session { format, options, each, first: None, any: false };
        session.read_lines(Lines::new(input), sink)
    }

    /// The same in the middle of an input: that many lines and the first good puzzle, of the
    /// expected shape, lie behind.
    pub(super) fn read_on(
        format: &'static str,
        input: &mut dyn BufRead,
        lines_before: u64,
        options: &'a ReadOptions,
        each: Each<'a>,
        sink: &mut dyn LineSink,
    ) -> io::Result<()> {
        let session = Session { format, options, each, first: options.shape, any: true };
        session.read_lines(Lines::after(lines_before, input), sink)
    }

    fn read_lines(mut self, mut lines: Lines<'_>, sink: &mut dyn LineSink) -> io::Result<()> {
        let session = &mut self;
        while let Some((number, raw)) = lines.next()? {
            let flow = match raw {
                RawLine::Whole { line, behind } => {
                    if session.first.is_none()
                        && let Some(offset) = binary_at(line, behind)
                    {
                        let kind = ParseErrorKind::Binary { byte: line[offset] };
                        return session.last(Fault::at(number, line, offset, kind));
                    }
                    match control_in(line) {
                        None => sink.line(session, number, line),
                        Some(offset) => {
                            let kind = ParseErrorKind::NotText { byte: line[offset] };
                            sink.unreadable(session, Fault::at(number, line, offset, kind))
                        }
                    }
                }
                RawLine::TooLong => {
                    let column = LONGEST_LINE as u64 + 1;
                    let fault = Fault::new(number, column, ParseErrorKind::LineTooLong);
                    sink.unreadable(session, fault)
                }
                RawLine::Endless { nul } => {
                    let kind = ParseErrorKind::Binary { byte: 0 };
                    return session.last(Fault::new(number, nul as u64 + 1, kind));
                }
            };
            if flow.is_break() {
                return Ok(());
            }
        }
        if sink.end(session).is_continue() && !session.any {
            return session.last(Fault::new(1, 1, ParseErrorKind::Empty));
        }
        Ok(())
    }

    /// Hands over a record that begins on that line; `text` is empty where it has none to show.
    pub(super) fn emit(
        &mut self,
        line: u64,
        text: &[u8],
        puzzle: Result<Puzzle, Fault>,
    ) -> ControlFlow<()> {
        self.any = true;
        if let Ok(puzzle) = &puzzle {
            self.first.get_or_insert(puzzle.shape());
        }
        let format = self.format;
        let puzzle = puzzle.map_err(|Fault { line, column, kind }| ParseError {
            format,
            line,
            column,
            kind,
        });
        let short = !text.is_empty() && text.len() <= LONGEST_TEXT;
        let text = if short { std::str::from_utf8(text).ok() } else { None };
        (self.each)(Record { line, text, puzzle })
    }

    /// Hands over an error in the place of a line that could not be read.
    pub(super) fn emit_unread(&mut self, fault: Fault) -> ControlFlow<()> {
        self.emit(fault.line, b"", Err(fault))
    }

    /// The last record: the reading ends here whatever the receiver wants.
    fn last(&mut self, fault: Fault) -> io::Result<()> {
        let _ = self.emit(fault.line, b"", Err(fault));
        Ok(())
    }

    /// The shape that every record must have, when it is known.
    pub(super) fn expected(&self) -> Option<BoxShape> {
        if self.options.mixed_sizes { None } else { self.options.shape.or(self.first) }
    }

    /// Whether it is known from the first good puzzle.
    pub(super) fn fixed_by_first(&self) -> bool {
        self.options.shape.is_none() && self.expected().is_some()
    }

    /// The shape of a board with that many cells, where none is expected.
    pub(super) fn shape_of_cells(&self, cells: usize) -> Option<BoxShape> {
        let forced = self.options.shape.filter(|shape| shape.cells() == cells);
        forced.or_else(|| BoxShape::of_cells(cells))
    }

    /// The shape of a board of that side, whose borders may show the columns of a box.
    pub(super) fn shape_of_side(
        &self,
        side: usize,
        box_columns: Option<usize>,
    ) -> Option<BoxShape> {
        let of_side = |shape: &BoxShape| shape.side() == side;
        let shown = || BoxShape::new(side / box_columns?, box_columns?).ok();
        let forced = self.options.shape.filter(of_side);
        let fixed = || self.expected().filter(of_side);
        forced.or_else(shown).or_else(fixed).or_else(|| BoxShape::of_side(side))
    }
}

/// The column, from 1 and in characters, of a byte of a line.
pub(super) fn column_of(line: &[u8], offset: usize) -> u64 {
    characters(&line[..offset]) as u64 + 1
}

/// Where a line shows that the input is binary data: at a control byte, or at one that is no
/// UTF-8 when control bytes follow close behind.
fn binary_at(line: &[u8], behind: &[u8]) -> Option<usize> {
    let control = control_in(line);
    let foreign = std::str::from_utf8(line).err().map(|error| error.valid_up_to());
    if control.is_none() {
        control_in(&behind[..behind.len().min(1024)])?;
    }
    control.into_iter().chain(foreign).min()
}

/// Whether a line says nothing: blank, or a comment.
pub(super) fn is_idle(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_none_or(|&byte| byte == b'#')
}

/// The board whose number of cells is nearest to that.
pub(super) fn nearest_to_cells(cells: usize) -> BoxShape {
    nearest_board(|shape| shape.cells().abs_diff(cells))
}

/// The board whose side is nearest to that.
pub(super) fn nearest_to_side(side: usize) -> BoxShape {
    nearest_board(|shape| shape.side().abs_diff(side))
}

fn nearest_board(distance: impl Fn(&BoxShape) -> usize) -> BoxShape {
    (BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE)
        .filter_map(BoxShape::of_side)
        .min_by_key(distance)
        .expect("there are boards")
}
