//! The state that the parser of an input shares with its reader: the expected shape, and the records
//! that are complete.

use std::collections::VecDeque;

use quadrille_core::kernel::lines::PlainPuzzle;
use quadrille_core::{BoxShape, Puzzle};

use super::error::{ParseError, ParseErrorKind};
use super::extra::Extra;
use super::foreign::Foreign;
use super::lines::control_in;
use super::symbol::characters;

/// Turns the lines of an input into records. A parser emits a record as soon as it is complete.
pub trait LineParser {
    /// Takes a line without control bytes; it need not be valid UTF-8.
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]);

    /// Takes a line that cannot be read: it is too long, or not text.
    fn unreadable(&mut self, session: &mut Session, fault: Fault);

    /// Whether the parser reads what looks like something else than puzzles.
    fn reads(&self, _foreign: Foreign) -> bool {
        false
    }

    /// Whether lines of any length are wanted, in pieces: in XML and JSON, line ends mean nothing.
    fn takes_pieces(&self) -> bool {
        false
    }

    /// Takes a piece of a line: all but the last of a line say that it `continues`. Called instead
    /// of `line` if [`takes_pieces`](Self::takes_pieces).
    fn piece(&mut self, session: &mut Session, number: u64, piece: &[u8], _continues: bool) {
        self.line(session, number, piece);
    }

    /// Takes the end of the input.
    fn end(&mut self, _session: &mut Session) {}

    /// The puzzle of a line, if that is a plain 9x9 puzzle which is recognized without weighing
    /// anything. `line` would emit just this one, or report a conflict. `None` says nothing about
    /// the line. If extras are [kept](Extras::Kept), a line with any is not plain.
    fn plain<'l>(&mut self, _line: &'l [u8], _extras: Extras) -> Option<PlainPuzzle<'l>> {
        None
    }
}

/// What becomes of the [`Extra`] of a record.
#[derive(Clone, Copy, PartialEq)]
pub enum Extras {
    Ignored,
    Kept,
}

/// The reading of one input.
pub struct Session {
    /// Id of the format, for errors.
    pub(super) format: &'static str,
    /// The shape of every board, if it is given; with `mixed_sizes` that of boards of its size.
    pub(super) shape: Option<BoxShape>,
    mixed_sizes: bool,
    /// Whether the format was named by who reads.
    pub(super) is_named: bool,
    /// The shape of the first good puzzle.
    first: Option<BoxShape>,
    /// Whether there was any record.
    pub(super) any: bool,
    /// Whether the rest of the input is ignored.
    pub(super) is_done: bool,
    /// Records that the reader has not returned yet.
    pub(super) queue: VecDeque<Pending>,
}

/// A record that is complete.
pub(super) struct Pending {
    pub(super) line: u64,
    pub(super) text: Text,
    pub(super) puzzle: Result<Puzzle, ParseError>,
    pub(super) extra: Option<Box<Extra>>,
}

/// The text of a record.
pub(super) enum Text {
    None,
    /// The current line.
    Line,
    Owned(Vec<u8>),
}

/// What is wrong, and where.
#[derive(Clone, Debug)]
pub struct Fault {
    line: u64,
    column: u64,
    kind: ParseErrorKind,
}

impl Fault {
    /// A fault at a byte of a line.
    pub(super) fn at(number: u64, line: &[u8], offset: usize, kind: ParseErrorKind) -> Self {
        Self { line: number, column: column_of(line, offset), kind }
    }

    /// A fault at a column that is known.
    pub(super) fn new(line: u64, column: u64, kind: ParseErrorKind) -> Self {
        Self { line, column, kind }
    }

    /// What is wrong, and the character of the line at which it is, from 0.
    pub(super) fn into_parts(self) -> (u64, ParseErrorKind) {
        (self.column - 1, self.kind)
    }

    /// The line it is on.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Whether the line was meant as a puzzle.
    pub(super) fn is_of_attempt(&self) -> bool {
        !matches!(self.kind, ParseErrorKind::NoPuzzle | ParseErrorKind::NotText { .. })
    }
}

impl Session {
    pub(super) fn new(format: &'static str, shape: Option<BoxShape>, mixed_sizes: bool) -> Self {
        Self {
            format,
            shape,
            mixed_sizes,
            is_named: false,
            first: None,
            any: false,
            is_done: false,
            queue: VecDeque::new(),
        }
    }

    /// Emits a record whose text is the current line.
    pub(super) fn emit_line(&mut self, line: u64, puzzle: Result<Puzzle, Fault>) {
        self.push(line, Text::Line, puzzle);
    }

    /// Emits a record whose text is on an earlier line.
    pub(super) fn emit_earlier(&mut self, line: u64, text: Vec<u8>, puzzle: Result<Puzzle, Fault>) {
        self.push(line, Text::Owned(text), puzzle);
    }

    /// Emits a record without text: it takes several lines, or cannot be read.
    pub(super) fn emit(&mut self, line: u64, puzzle: Result<Puzzle, Fault>) {
        self.push(line, Text::None, puzzle);
    }

    /// Corrects what was emitted since the queue had that length: the text of its line was not that
    /// of the current line, but this one, which may have line feeds in it.
    pub(super) fn spread_over_lines(&mut self, before: usize, text: &[u8]) {
        for pending in self.queue.range_mut(before..) {
            pending.text = Text::None;
            if let Err(error) = &mut pending.puzzle
                && error.line == pending.line
            {
                let text = String::from_utf8_lossy(text);
                let before = text.chars().take(error.column as usize - 1);
                let (line, column) = before.fold((error.line, 1), |(line, column), c| match c {
                    '\n' => (line + 1, 1),
                    _ => (line, column + 1),
                });
                (error.line, error.column) = (line, column);
            }
        }
    }

    /// Emits a record whose text is the current line and that may hold more than a puzzle.
    pub(super) fn emit_line_with(&mut self, line: u64, record: Result<(Puzzle, Extra), Fault>) {
        self.emit_with(line, record);
        self.queue.back_mut().expect("just pushed").text = Text::Line;
    }

    /// Emits a record without text that may hold more than a puzzle.
    pub(super) fn emit_with(&mut self, line: u64, record: Result<(Puzzle, Extra), Fault>) {
        let (puzzle, extra) = match record {
            Ok((puzzle, extra)) => (Ok(puzzle), extra.boxed()),
            Err(fault) => (Err(fault), None),
        };
        self.push(line, Text::None, puzzle);
        self.queue.back_mut().expect("just pushed").extra = extra;
    }

    /// Adds what else the last record holds.
    pub(super) fn attach(&mut self, extra: Box<Extra>) {
        if let Some(record) = self.queue.back_mut() {
            record.extra = Some(extra);
        }
    }

    /// Emits an error and ends the reading.
    pub(super) fn end_with(&mut self, fault: Fault) {
        self.emit(fault.line, Err(fault));
        self.is_done = true;
    }

    fn push(&mut self, line: u64, text: Text, puzzle: Result<Puzzle, Fault>) {
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
        self.queue.push_back(Pending { line, text, puzzle, extra: None });
    }

    /// The shape of the first good puzzle.
    pub(super) fn first(&self) -> Option<BoxShape> {
        self.first
    }

    /// The shape that every record must have, if it is known.
    pub(super) fn expected(&self) -> Option<BoxShape> {
        if self.mixed_sizes { None } else { self.shape.or(self.first) }
    }

    /// Whether the expected shape is that of the first good puzzle.
    pub(super) fn fixed_by_first(&self) -> bool {
        self.shape.is_none() && self.expected().is_some()
    }

    /// The shape of a board with that many cells, if none is expected.
    pub(super) fn shape_of_cells(&self, cells: usize) -> Option<BoxShape> {
        let forced = self.shape.filter(|shape| shape.cells() == cells);
        forced.or_else(|| BoxShape::of_cells(cells))
    }

    /// The shape of a board of that side, given the columns of a box if its borders show them.
    pub(super) fn shape_of_side(
        &self,
        side: usize,
        box_columns: Option<usize>,
    ) -> Option<BoxShape> {
        let of_side = |shape: &BoxShape| shape.side() == side;
        let shown = || BoxShape::new(side / box_columns?, box_columns?).ok();
        let forced = self.shape.filter(of_side);
        let fixed = || self.expected().filter(of_side);
        forced.or_else(shown).or_else(fixed).or_else(|| BoxShape::of_side(side))
    }
}

/// The column, from 1 and in characters, of a byte of a line.
pub(super) fn column_of(line: &[u8], offset: usize) -> u64 {
    characters(&line[..offset]) as u64 + 1
}

/// Where a line shows that the input is binary: at a control byte, or at a byte that is not UTF-8
/// if control bytes follow soon.
pub(super) fn binary_at(line: &[u8], rest: &[u8]) -> Option<usize> {
    let control = control_in(line);
    let foreign = std::str::from_utf8(line).err().map(|error| error.valid_up_to());
    if control.is_none() {
        control_in(&rest[..rest.len().min(1024)])?;
    }
    control.into_iter().chain(foreign).min()
}

/// Whether a line is blank or a comment.
pub(super) fn is_idle(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_none_or(|&byte| byte == b'#')
}
