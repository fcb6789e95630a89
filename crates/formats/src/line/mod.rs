//! One puzzle on one line, row-major: a symbol per cell up to side 35 (`.` for empty, 1-9, then
//! A-Z), numbers separated by blanks beyond. Edges follow after a blank, as
//! `edges=r1c1-r1c2,r1c1-r2c1`.
//!
//! Collections put all sorts of things on the line as well: ids, ratings, solutions, comments. So
//! the parser looks for the piece that is a puzzle instead of prescribing columns; `find.rs` says
//! which one. If the first line is the header of a table, the names in it decide where the puzzles
//! are, if they say so; a line of names is a header if the next line is at least an attempt at a
//! puzzle. A line may also be a JSON object with the puzzle in a field.

mod cells;
mod fields;
mod find;
mod table;
mod unusual;

pub(super) use cells::{is_ignored, leading_cells};
pub(super) use fields::ends_in_quotes;
pub use quadrille_core::text::parse_cells;
pub(super) use quadrille_core::text::{are_symbols, digits_of};
pub(super) use table::{Kind, kind_of};
pub use table::{Table, is_header};

pub use super::symbol::MOST_SYMBOLS;
pub use quadrille_core::text::{line_of_puzzle as text_of_puzzle, push_text_of, text_of};

use std::borrow::Cow;
use std::ops::Range;

use quadrille_core::kernel::lines::PlainPuzzle;
use quadrille_core::text::line_of_puzzle;
use quadrille_core::{BoxShape, Cell, Conflict, Edges, Grid, Puzzle};

use self::find::{Finder, Place};
use self::unusual::cells_of;
use super::alphabet::{grid_of, lettered, may_have_zeros, sign_of};
use super::carries::{Carries, LeftOut};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::Extra;
use super::foreign::Foreign;
use super::lines::{LONGEST_LINE, control_in};
use super::link;
use super::lookalike::as_seen;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::row::may_be_row;
use super::session::{Extras, Fault, LineParser, Session, is_idle};
use super::variant::{Heading, Variant, is_nothing};
use super::{edges, object};

/// The format `line`.
#[derive(Clone, Copy, Debug)]
pub struct Line;

impl PuzzleFormat for Line {
    fn id(&self) -> &'static str {
        "line"
    }

    fn title(&self) -> &'static str {
        "a puzzle a line, or a row of a table; ids, ratings and comments are ignored"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["txt"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let mut lines = head.lines().map(str::as_bytes).filter(|line| !is_idle(line)).take(5);
        if lines.any(holds_puzzle) { Likelihood::Likely } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<LineReader>::default()
    }

    fn carries(&self) -> Carries {
        Carries { edges: true, ..Carries::GIVENS }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        let text = line_of_puzzle(puzzle);
        if text.len() > LONGEST_LINE {
            return Err(Unrepresentable::LineTooLong { bytes: text.len() });
        }
        out.push_str(&text);
        out.push('\n');
        Ok(self.carries().left_out(extra))
    }

    fn write_symbols(&self, symbols: &str, out: &mut String) -> bool {
        out.push_str(symbols);
        out.push('\n');
        true
    }
}

/// Whether there is a puzzle of some size on the line, conflicts or not: tells a puzzle on the
/// command line from the name of a file.
///
/// ```
/// use quadrille_formats::line::holds_puzzle;
/// assert!(holds_puzzle(b"1...........4..."));
/// assert!(!holds_puzzle(b"puzzles.txt"));
/// ```
pub fn holds_puzzle(line: &[u8]) -> bool {
    let seen = cells_as_seen(line);
    let line = &*seen;
    let Ok(place) = place_of(None, line) else { return false };
    Finder::default().find(line, &place, None, &BoxShape::of_cells).is_ok()
        || cells_of(line).is_some()
}

/// The parser of an input.
#[derive(Default)]
pub(super) struct LineReader {
    finder: Finder,
    /// Whether there was a line other than blank lines and comments.
    begun: bool,
    /// What may be the header of a table, until the next line shows whether it is.
    header: Option<Header>,
    /// What the header says about the columns.
    table: Option<Table>,
    /// The variant that lines of text announce.
    heading: Heading,
    /// What else the link of the current line holds.
    extra: Option<Box<Extra>>,
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
        let seen = cells_as_seen(line);
        let line = &*seen;
        if let Some(table) = &mut self.table {
            table.settle(line);
        }
        let puzzle = self.puzzle(session, number, line);
        let first = !std::mem::replace(&mut self.begun, true);
        match puzzle {
            Err(fault) if first && is_header(line) => {
                self.table = Table::of_header(line);
                self.header = Some(Header { number, text: line.to_vec(), fault });
                return;
            }
            // What follows tells a header from prose, unless it names a column of puzzles.
            Err(ref fault) if !fault.is_of_attempt() && !self.names_puzzles() => {
                self.emit_header(session);
                self.heading.line(line);
            }
            _ => self.header = None,
        }
        if puzzle.is_ok() {
            self.heading.grid();
        }
        let refused = self
            .heading
            .variant()
            .map(|variant| Err(Fault::at(number, line, 0, ParseErrorKind::Variant(variant))));
        session.emit_line(number, puzzle.and_then(|puzzle| refused.unwrap_or(Ok(puzzle))));
        if let Some(extra) = self.extra.take() {
            session.attach(extra);
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        self.begun = true;
        if !self.names_puzzles() {
            self.emit_header(session);
        }
        self.header = None;
        session.emit(fault.line(), Err(fault));
    }

    fn end(&mut self, session: &mut Session) {
        self.emit_header(session);
    }

    fn plain<'l>(&mut self, line: &'l [u8], _extras: Extras) -> Option<PlainPuzzle<'l>> {
        if self.begun && self.header.is_none() && self.heading.variant().is_none() {
            self.plain_cells(line).and_then(PlainPuzzle::of_symbols)
        } else {
            None
        }
    }
}

impl LineReader {
    fn names_puzzles(&self) -> bool {
        self.table.as_ref().is_some_and(Table::names_puzzles)
    }

    /// Whether a puzzle at the start of a line is the puzzle of the line.
    fn is_first(&self) -> bool {
        self.table.as_ref().is_none_or(Table::is_first)
    }

    /// The symbols of the 9x9 puzzle of a line, if they are one token and the line is without edges.
    /// `None` does not mean that the line is bad.
    fn plain_cells<'l>(&mut self, line: &'l [u8]) -> Option<&'l [u8; 81]> {
        if self.is_first()
            && let Some(cells) = leading_cells(line)
        {
            return Some(cells).filter(|cells| !may_have_zeros(cells));
        }
        let place = place_of(self.table.as_ref(), line).ok()?;
        let cells = if control_in(line).is_some() { None } else { self.finder.plain(line, &place) };
        cells.filter(|cells| !may_have_zeros(cells))
    }

    /// Emits the first line as a bad one, if it may have been a header: it was not.
    fn emit_header(&mut self, session: &mut Session) {
        if let Some(Header { number, text, fault }) = self.header.take() {
            self.table = None;
            session.emit_earlier(number, text, Err(fault));
        }
    }

    fn puzzle(&mut self, session: &Session, number: u64, line: &[u8]) -> Result<Puzzle, Fault> {
        let expected = session.expected();
        if expected == Some(BoxShape::NINE)
            && let Some(cells) = self.plain_cells(line)
            && let Some(puzzle) = Puzzle::of_nine(&digits_of(cells))
        {
            return Ok(puzzle);
        }
        // Where sizes are mixed, a line that is nothing but 81 symbols is as clear.
        if expected.is_none()
            && self.table.is_none()
            && session.shape_of_cells(81) == Some(BoxShape::NINE)
            && let Some(puzzle) = bare_puzzle(line)
        {
            return Ok(puzzle);
        }
        let fault = |offset, kind| Fault::at(number, line, offset, kind);
        let place = place_of(self.table.as_ref(), line).map_err(|(at, kind)| fault(at, kind))?;
        let conflict_at = |conflict: Conflict, place: &dyn Fn(Cell) -> usize| {
            fault(place(conflict.cells[1]), ParseErrorKind::Conflict(conflict))
        };
        let shape_of = |cells| session.shape_of_cells(cells);
        let mut find = |place: &Place| self.finder.find(line, place, expected, &shape_of);
        let found = match find(&place) {
            Ok(found) => found,
            Err((offset, kind)) => {
                if let Some(link) = link::find(line) {
                    let read = self.linked(session, &link);
                    return read.map_err(|kind| fault(link.start, kind));
                }
                if let Some(solution) = place.excluded.first()
                    && find(&Place { part: 0..line.len(), excluded: Vec::new(), ..place }).is_ok()
                {
                    let table = self.table.as_ref().expect("it has a column of solutions");
                    let name = table.solution_name().unwrap_or_default().to_owned();
                    return Err(fault(solution.start, ParseErrorKind::OnlySolution { name }));
                }
                if expected.is_none_or(|shape| shape == BoxShape::NINE)
                    && let Some(cells) = cells_of(line)
                {
                    let givens = Grid::from_digits(BoxShape::NINE, &cells.digits);
                    return Puzzle::try_from(givens.expect("digits to 9")).map_err(|conflict| {
                        conflict_at(conflict, &|cell| cells.places[cell.index()])
                    });
                }
                if !matches!(kind, ParseErrorKind::Variant(_))
                    && let Some((start, grid)) = lettered(&line[place.part], expected, &shape_of)
                {
                    return Puzzle::try_from(grid)
                        .map_err(|conflict| conflict_at(conflict, &|cell| start + cell.index()));
                }
                let kind = self.in_context(kind, line, session.fixed_by_first());
                return Err(fault(offset, kind));
            }
        };
        let digits = self.finder.digits();
        let sign = |index| sign_of(line.get(self.finder.offset_of(&found, Cell::new(index))));
        let givens = grid_of(found.shape, digits, session.is_named, sign)
            .map_err(|kind| fault(self.finder.offset_of(&found, Cell::new(0)), kind))?;
        let edges = match self.finder.edges_after(line, &found) {
            None => Edges::none(),
            Some(field) => edges::parse(&line[field.clone()], found.shape)
                .map_err(|(offset, kind)| fault(field.start + offset, kind))?,
        };
        Puzzle::new(givens, edges).map_err(|conflict: Conflict| {
            if self.finder.is_region_map(&found) {
                let kind = ParseErrorKind::Variant(Variant::JIGSAW);
                return fault(self.finder.offset_of(&found, Cell::new(0)), kind);
            }
            conflict_at(conflict, &|cell| self.finder.offset_of(&found, cell))
        })
    }

    /// Reads the puzzle in a link.
    fn linked(
        &mut self,
        session: &Session,
        link: &link::Link<'_>,
    ) -> Result<Puzzle, ParseErrorKind> {
        let (puzzle, extra) = link.decode()?;
        let found = puzzle.shape();
        match session.expected() {
            Some(expected) if expected.cells() != found.cells() => {
                Err(ParseErrorKind::CellCount { found: found.cells(), expected: expected.cells() })
            }
            Some(expected) if expected != found => {
                Err(ParseErrorKind::OtherBoxes { found, expected })
            }
            _ => {
                self.extra = extra.boxed();
                Ok(puzzle)
            }
        }
    }

    /// The field of a row in which its puzzle is, if the header says so.
    pub(super) fn field_of_puzzle(&mut self, row: &[u8]) -> Option<Range<usize>> {
        let table = self.table.as_mut()?;
        table.settle(row);
        table.names_puzzles().then(|| table.part_of(row).ok()).flatten()
    }

    /// The puzzle of a text, which may have anything beside it that a line may have. An error comes
    /// with the character at which it is.
    pub(super) fn puzzle_at(
        &mut self,
        session: &Session,
        text: &[u8],
    ) -> Result<Puzzle, (u64, ParseErrorKind)> {
        self.puzzle(session, 1, text).map_err(Fault::into_parts)
    }

    /// What is wrong with a line, given what is known from the lines before it.
    fn in_context(
        &self,
        kind: ParseErrorKind,
        line: &[u8],
        fixed_by_first: bool,
    ) -> ParseErrorKind {
        let name = self.table.as_ref().and_then(Table::name);
        match (kind, name) {
            (ParseErrorKind::NoPuzzle, Some(name)) => {
                ParseErrorKind::NoPuzzleIn { name: name.to_owned() }
            }
            // The first row of a 16x16 grid may be a 4x4 puzzle, and from a slow pipe it is all that
            // is known of the grid.
            (ParseErrorKind::NoDigit { text, side }, None)
                if fixed_by_first && may_be_row(line, side * side) =>
            {
                ParseErrorKind::RowOfGrid { text, side }
            }
            (kind, _) => kind,
        }
    }
}

/// Returns the 9x9 puzzle of a text that is nothing but its 81 symbols, unless it has a conflict.
/// Every way to read such text comes to the same puzzle; this one is ten times as fast.
pub(super) fn bare_puzzle(text: &[u8]) -> Option<Puzzle> {
    let cells = <&[u8; 81]>::try_from(text).ok().filter(|cells| are_symbols(cells))?;
    if may_have_zeros(cells) {
        return None;
    }
    Puzzle::of_nine(&digits_of(cells))
}

/// Returns the line with lookalike characters replaced by ASCII, if it then is ASCII. A line with
/// ASCII letters is text in some language and stays as it is.
fn cells_as_seen(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let is_word = |&byte: &u8| byte.is_ascii_alphabetic();
    match as_seen(line).filter(|text| text.is_ascii() && !line.iter().any(is_word)) {
        Some(text) => Cow::Owned(text.into_bytes()),
        None => Cow::Borrowed(line),
    }
}

/// Where in a line to look for the puzzle, given what the header says.
fn place_of(table: Option<&Table>, line: &[u8]) -> Result<Place, (usize, ParseErrorKind)> {
    let (part, excluded) = match (table, object::fields(line)) {
        (Some(table), _) => (table.part_of(line)?, table.solutions_in(line)),
        (None, Some(fields)) => {
            let part = part_of_object(line, fields)?;
            return Ok(Place { start: part.start, end: part.end, part, excluded: Vec::new() });
        }
        (None, None) => (0..line.len(), Vec::new()),
    };
    Ok(Place { part, excluded, start: 0, end: line.len() })
}

/// The value of the field of a JSON object whose name most suggests a puzzle, if it is text or a
/// list.
fn part_of_object(
    line: &[u8],
    fields: Vec<(Range<usize>, Range<usize>)>,
) -> Result<Range<usize>, (usize, ParseErrorKind)> {
    let mut best: Option<(usize, Range<usize>)> = None;
    for (name, value) in fields {
        match kind_of(&line[name]) {
            Kind::Variant(variant) if !is_nothing(&line[value.clone()]) => {
                return Err((value.start, ParseErrorKind::Variant(variant)));
            }
            Kind::Puzzle(rank)
                if matches!(line[value.start], b'"' | b'[')
                    && value.len() >= BoxShape::MIN_SIDE.pow(2)
                    && best.as_ref().is_none_or(|&(least, _)| rank < least) =>
            {
                best = Some((rank, value));
            }
            _ => {}
        }
    }
    match best {
        Some((_, value)) => Ok(value.start + 1..value.end - 1),
        None => Err((0, ParseErrorKind::ForeignLine(Foreign::Json))),
    }
}

#[cfg(test)]
mod tests;
