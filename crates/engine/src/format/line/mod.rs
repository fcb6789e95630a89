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
mod find;
mod header;

pub use cells::{nine_cells, nine_without_conflict, parse_cells, split_nine};
pub use column::Column;
pub use header::is_header;

pub use super::display::{line_of_puzzle as text_of_puzzle, text_of};
pub use super::legacy::read_on;
pub use super::symbol::MOST_SYMBOLS;

use self::find::Finder;
use super::display::line_of_puzzle;
use super::edges;
use super::error::{ParseErrorKind, Unrepresentable};
use super::lines::LONGEST_LINE;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::row::may_be_row;
use super::session::{Fault, LineParser, Session, is_idle};
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

    fn likelihood(&self, head: &str) -> Likelihood {
        let mut lines = head.lines().map(str::as_bytes).filter(|line| !is_idle(line)).take(5);
        if lines.any(holds_puzzle) { Likelihood::Likely } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<LineReader>::default()
    }

    fn write(&self, puzzle: &Puzzle, out: &mut String) -> Result<(), Unrepresentable> {
        if puzzle.marks().is_some() {
            return Err(Unrepresentable::Marks { format: self.id() });
        }
        let text = line_of_puzzle(puzzle);
        if text.len() > LONGEST_LINE {
            return Err(Unrepresentable::LineTooLong { bytes: text.len() });
        }
        out.push_str(&text);
        out.push('\n');
        Ok(())
    }
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

/// The parser of an input.
#[derive(Default)]
pub(super) struct LineReader {
    finder: Finder,
    /// Whether there was a line other than blank lines and comments.
    begun: bool,
    /// What may be the header of a table, until the next line shows whether it is.
    header: Option<Header>,
    /// The column of the puzzles, if the header names it.
    column: Option<Column>,
}

/// A line of names, and what is wrong with it if it is not a header.
struct Header {
    number: u64,
    text: Vec<u8>,
    fault: Fault,
}

impl LineParser for LineReader {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if is_idle(line) {
            return;
        }
        let puzzle = self.puzzle(session, number, line);
        let first = !std::mem::replace(&mut self.begun, true);
        match puzzle {
            Err(fault) if first && is_header(line) => {
                self.column = Column::of_header(line);
                self.header = Some(Header { number, text: line.to_vec(), fault });
                return;
            }
            // The name of a column is told from prose by what follows.
            Err(ref fault) if !fault.is_of_attempt() && self.column.is_none() => {
                self.emit_header(session);
            }
            _ => self.header = None,
        }
        session.emit_line(number, puzzle);
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        self.begun = true;
        if self.column.is_none() {
            self.emit_header(session);
        }
        self.header = None;
        session.emit(fault.line(), Err(fault));
    }

    fn end(&mut self, session: &mut Session) {
        self.emit_header(session);
    }

    fn takes_plain_lines(&self) -> bool {
        self.begun && self.header.is_none() && self.column.as_ref().is_none_or(Column::is_first)
    }
}

impl LineReader {
    /// A parser that continues after some lines, given the column that the header named.
    pub(super) fn resume(column: Option<Column>) -> Self {
        Self { begun: true, column, ..Self::default() }
    }

    /// Emits the first line as a bad one, if it may have been a header: it was not.
    fn emit_header(&mut self, session: &mut Session) {
        if let Some(Header { number, text, fault }) = self.header.take() {
            session.emit_earlier(number, text, Err(fault));
        }
    }

    fn puzzle(&mut self, session: &Session, number: u64, line: &[u8]) -> Result<Puzzle, Fault> {
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

impl LineReader {
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

#[cfg(test)]
mod tests;
