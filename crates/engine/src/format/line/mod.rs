//! One puzzle on one line, row-major: a symbol per cell up to side 35 (`.` for empty, 1-9, then
//! A-Z), numbers separated by blanks beyond. Edges follow after a blank, as
//! `edges=r1c1-r1c2,r1c1-r2c1`.
//!
//! Collections put all sorts of things on the line as well: ids, ratings, solutions, comments. So
//! the reader looks for the piece that is a puzzle instead of prescribing columns; which piece it
//! takes is told in `find.rs`. The names of columns on the first line of a table say where it
//! stands, if one of them is `puzzle` or the like. Others are passed over where the next line that
//! says anything is no less than an attempt at a puzzle.

mod cells;
mod column;
pub(super) mod edges;
mod find;
mod header;
mod text;

use std::io::{self, BufRead};
use std::ops::ControlFlow;

pub use cells::{nine_cells, nine_without_conflict, parse_cells, split_nine};
pub use column::Column;
pub use header::is_header;
pub(super) use text::push_edges;
pub use text::{MOST_SYMBOLS, text_of, text_of_puzzle};

use self::find::Finder;
use super::block::may_be_row;
use super::error::{ParseErrorKind, Unrepresentable};
use super::session::{Fault, LineSink, Session, is_idle};
use super::symbol::number_of;
use super::{Each, LONGEST_LINE, Pencilmark, PuzzleFormat, ReadOptions};
use crate::board::{BoxShape, Conflict, Edges, Grid, Puzzle};

/// The format `line`.
#[derive(Clone, Copy, Debug)]
pub struct Line;

impl PuzzleFormat for Line {
    fn id(&self) -> &'static str {
        "line"
    }

    fn title(&self) -> &'static str {
        "a puzzle a line, or a row of a table; ids, ratings and comments are passed over"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sdm", "txt", "csv", "tsv"]
    }

    fn looks_like(&self, head: &str) -> bool {
        // Pencilmarks of a 9x9 are as many as the cells of a 27x27.
        let mut lines = head.lines().map(str::as_bytes).filter(|line| !is_idle(line)).take(5);
        lines.any(holds_puzzle) && !Pencilmark.looks_like(head)
    }

    fn read(
        &self,
        input: &mut dyn BufRead,
        options: &ReadOptions,
        each: Each<'_>,
    ) -> io::Result<()> {
        Session::read(self.id(), input, options, each, &mut Reader::default())
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) -> Result<(), Unrepresentable> {
        if puzzle.marks().is_some() {
            return Err(Unrepresentable::Marks { format: self.id() });
        }
        let text = text_of_puzzle(puzzle);
        if text.len() > LONGEST_LINE {
            return Err(Unrepresentable::LineTooLong { bytes: text.len() });
        }
        out.push_str(&text);
        out.push('\n');
        Ok(())
    }
}

/// Reads on in the middle of an input, behind that many lines, the first puzzle of which is a 9x9
/// one: for those who take the plain lines of it themselves. Where a header names the column of the
/// puzzles, it is given. The records are those that [`Line`] makes of these lines when it reads the
/// whole input.
///
/// # Errors
/// Only those of the input itself.
pub fn read_on(
    input: &mut dyn BufRead,
    lines_before: u64,
    column: Option<&Column>,
    each: Each<'_>,
) -> io::Result<()> {
    let options = ReadOptions { shape: Some(BoxShape::NINE), ..ReadOptions::default() };
    let mut reader = Reader { begun: true, column: column.cloned(), ..Reader::default() };
    Session::read_on(Line.id(), input, lines_before, &options, each, &mut reader)
}

/// Whether a puzzle of some size stands on the line, conflicts or not: tells a puzzle written on
/// the command line from the name of a file.
///
/// ```
/// use quadrille_engine::format::line::holds_puzzle;
/// assert!(holds_puzzle(b"1...........4..."));
/// assert!(!holds_puzzle(b"puzzles.txt"));
/// ```
pub fn holds_puzzle(line: &[u8]) -> bool {
    Finder::default().find(line, 0..line.len(), None, &BoxShape::of_cells).is_ok()
}

#[derive(Default)]
struct Reader {
    finder: Finder,
    /// Whether a line that says anything lies behind.
    begun: bool,
    /// What may be the header of a table, until the next line shows whether it is.
    header: Option<Header>,
    /// Where the puzzles stand, if the header says so.
    column: Option<Column>,
}

/// A line of names, and what is wrong with it if it is no header.
struct Header {
    number: u64,
    text: Vec<u8>,
    fault: Fault,
}

impl LineSink for Reader {
    fn line(&mut self, session: &mut Session<'_>, number: u64, line: &[u8]) -> ControlFlow<()> {
        if is_idle(line) {
            return ControlFlow::Continue(());
        }
        let puzzle = self.puzzle(session, number, line);
        let first = !std::mem::replace(&mut self.begun, true);
        match puzzle {
            Err(fault) if first && is_header(line) => {
                self.column = Column::of_header(line);
                self.header = Some(Header { number, text: line.to_vec(), fault });
                return ControlFlow::Continue(());
            }
            // A column of that name is told from prose.
            Err(ref fault) if !fault.is_of_attempt() && self.column.is_none() => {
                self.emit_header(session)?;
            }
            _ => self.header = None,
        }
        session.emit(number, line.trim_ascii(), puzzle)
    }

    fn unreadable(&mut self, session: &mut Session<'_>, fault: Fault) -> ControlFlow<()> {
        self.begun = true;
        if self.column.is_none() {
            self.emit_header(session)?;
        }
        self.header = None;
        session.emit_unread(fault)
    }

    fn end(&mut self, session: &mut Session<'_>) -> ControlFlow<()> {
        self.emit_header(session)
    }
}

impl Reader {
    /// Hands over the first line as a bad one: it was no header.
    fn emit_header(&mut self, session: &mut Session<'_>) -> ControlFlow<()> {
        match self.header.take() {
            None => ControlFlow::Continue(()),
            Some(Header { number, text, fault }) => {
                session.emit(number, text.trim_ascii(), Err(fault))
            }
        }
    }

    fn puzzle(&mut self, session: &Session<'_>, number: u64, line: &[u8]) -> Result<Puzzle, Fault> {
        let expected = session.expected();
        let may_be_plain = self.column.as_ref().is_none_or(Column::is_first);
        if expected == Some(BoxShape::NINE)
            && may_be_plain
            && let Some(digits) = nine_cells(line)
            && let Some(givens) = Grid::from_digits(BoxShape::NINE, &digits)
            && let Ok(puzzle) = Puzzle::try_from(givens)
        {
            return Ok(puzzle);
        }
        let fault = |offset, kind| Fault::at(number, line, offset, kind);
        let part = match &self.column {
            None => 0..line.len(),
            Some(column) => column.part_of(line).map_err(|end| {
                let wanted = format!("the column `{}`", column.name()).into();
                fault(end, ParseErrorKind::Missing { wanted })
            })?,
        };
        let shape_of = |cells| session.shape_of_cells(cells);
        let found = self.finder.find(line, part, expected, &shape_of);
        let found = found.map_err(|(offset, kind)| {
            fault(offset, self.more_of(kind, line, session.fixed_by_first()))
        })?;
        let givens = Grid::from_digits(found.shape, self.finder.digits()).expect("found to fit");
        let edges = match self.finder.edges_after(line, &found) {
            None => Edges::none(),
            Some(field) => edges::parse(&line[field.clone()], found.shape)
                .map_err(|(offset, kind)| fault(field.start + offset, kind))?,
        };
        Puzzle::new(givens, edges).map_err(|conflict: Conflict| {
            let offset = self.finder.offset_of(&found, conflict.cells()[1]);
            fault(offset, ParseErrorKind::Conflict(conflict))
        })
    }
}

impl Reader {
    /// What is wrong with a line, with what is known from those before it.
    fn more_of(&self, kind: ParseErrorKind, line: &[u8], fixed_by_first: bool) -> ParseErrorKind {
        match (kind, &self.column) {
            (ParseErrorKind::NoPuzzle, Some(column)) => {
                ParseErrorKind::NoPuzzleIn { name: column.name().to_owned() }
            }
            // From a slow pipe the first row of a grid is all that is known of it, and some rows
            // are puzzles: to wait for more would let others wait for their answer for ever.
            (ParseErrorKind::NoDigit { text, side }, None)
                if fixed_by_first && may_be_row(line, side * side) =>
            {
                ParseErrorKind::RowOfGrid { text, side }
            }
            (kind, _) => kind,
        }
    }
}

/// The value of a blank-separated cell; see [`number_of`].
fn number_in(line: &[u8], token: &std::ops::Range<usize>) -> Option<u8> {
    number_of(&line[token.clone()])
}

#[cfg(test)]
mod tests;
