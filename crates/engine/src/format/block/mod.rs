//! A grid over several lines, a row on each, with or without borders; any number of grids, separated
//! by blank lines or by nothing.
//!
//! The first row of a grid may be the bad one, so it does not tell how long a row should be. Rows are
//! collected; the side is that of the expected board, or else that of most rows. A grid is complete
//! if it has as many rows as its side, or if a blank line ends it.

use std::fmt::Write as _;

use super::carries::{Carries, LeftOut};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::Extra;
use super::foreign::Foreign;
use super::line::holds_puzzle;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::row::{Content, Row, content_of, is_markdown_rule, with_usual_symbols};
use super::session::{Fault, LineParser, Session, is_idle};
use super::symbol::cell_text;
use super::variant::{Variant, is_region_map};
use crate::board::{BoxShape, Edges, Grid, Puzzle};

/// The format `block`.
#[derive(Clone, Copy, Debug)]
pub struct Block;

impl PuzzleFormat for Block {
    fn id(&self) -> &'static str {
        "block"
    }

    fn title(&self) -> &'static str {
        "a row a line, with or without borders; blank lines between grids"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sdk", "sud", "ss"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        if is_grid(head) { Likelihood::Likely } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<GridParser>::default()
    }

    fn carries(&self) -> Carries {
        Carries::GIVENS
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        let (shape, side) = (puzzle.shape(), puzzle.shape().side());
        for (index, row) in puzzle.givens().digits().chunks_exact(side).enumerate() {
            if index > 0 && index.is_multiple_of(shape.rows()) {
                out.push_str(&border(shape));
            }
            for (column, &digit) in row.iter().enumerate() {
                match column {
                    0 => {}
                    _ if column.is_multiple_of(shape.columns()) => out.push_str(" | "),
                    _ => out.push(' '),
                }
                out.push_str(&cell_text(digit, side));
            }
            out.push('\n');
        }
        Ok(self.carries().left_out(extra))
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

/// Whether text begins like a grid.
fn is_grid(head: &str) -> bool {
    // A 16x16 or 36x36 row is as long as a 4x4 or 6x6 line, so more than a length must tell.
    let mut seen = None;
    let mut border = false;
    for line in head.lines().filter(|line| !is_idle(line.as_bytes())).take(12) {
        match content_of(&with_usual_symbols(line.as_bytes())) {
            Content::Title => {}
            Content::Border | Content::Dashes(_) => border = true,
            Content::Row(row) => {
                let Some(side) = row.likely_side() else {
                    // A long line is none of ours; a strange symbol may be a slip.
                    if row.len() > BoxShape::MAX_SIDE {
                        return false;
                    }
                    continue;
                };
                let maybe_line = !border && holds_puzzle(line.as_bytes());
                match seen {
                    _ if maybe_line => {}
                    Some(first) => return first == side,
                    None => seen = Some(side),
                }
            }
        }
    }
    // One row alone is what an interrupted look shows, or a line of another format.
    border && seen.is_some()
}

/// A line between two bands, `------+-------+------`.
fn border(shape: BoxShape) -> String {
    let pitch = cell_text(None, shape.side()).len() + 1;
    let mut text = String::new();
    let stacks = shape.rows();
    for stack in 0..stacks {
        // Inner boxes have a blank on either side, the outer ones on one.
        let outer = usize::from(stack == 0) + usize::from(stack + 1 == stacks);
        let dashes = "-".repeat(shape.columns() * pitch + 1 - outer);
        let lead = if stack == 0 { "" } else { "+" };
        write!(text, "{lead}{dashes}").expect("writing to a String cannot fail");
    }
    // A lone box would leave dashes only, which may be read as a row of empty cells.
    if stacks == 1 {
        text.insert(0, '+');
    }
    text.push('\n');
    text
}

/// The parser of an input: the grid that is being read.
#[derive(Default)]
struct GridParser {
    rows: Vec<Held>,
    /// The variant that the last heading announced.
    variant: Option<Variant>,
    /// Whether rows are ignored up to the next heading in brackets, or up to the next blank line.
    ignores: Option<Until>,
}

/// Where rows count again that are ignored.
#[derive(Clone, Copy, PartialEq)]
enum Until {
    Section,
    BlankLine,
}

/// The name of a section, of a line such as `[Puzzle]`.
fn section_of(text: &[u8]) -> Option<&[u8]> {
    let name = text.strip_prefix(b"[")?.strip_suffix(b"]")?;
    name.iter().all(u8::is_ascii_alphabetic).then_some(name).filter(|name| !name.is_empty())
}

/// A line of a grid.
struct Held {
    number: u64,
    text: Vec<u8>,
    row: Result<Row, Fault>,
    /// Only dashes: a border, or a row of empty cells.
    dashes: bool,
}

impl Held {
    fn fault(&self, offset: usize, kind: ParseErrorKind) -> Fault {
        Fault::at(self.number, &self.text, offset, kind)
    }

    fn start(&self) -> usize {
        self.row.as_ref().map_or(0, Row::start)
    }
}

impl LineParser for GridParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        let text = line.trim_ascii();
        if text.is_empty() {
            self.ignores = self.ignores.filter(|&until| until != Until::BlankLine);
            return self.finish(session);
        }
        if text.starts_with(b"#") {
            return;
        }
        if let Some(section) = section_of(text) {
            // In SadMan files the puzzle as far as somebody has solved it.
            let is_state = section.eq_ignore_ascii_case(b"state");
            self.ignores = is_state.then_some(Until::Section);
        }
        if self.ignores.is_some() {
            return;
        }
        if self.rows.len() == 1 && is_markdown_rule(text) {
            let fault = Fault::new(number, 1, ParseErrorKind::ForeignLine(Foreign::Markdown));
            session.emit(self.rows[0].number, Err(fault));
            self.rows.clear();
            self.ignores = Some(Until::BlankLine);
            return;
        }
        let line = with_usual_symbols(line);
        let (row, dashes) = match content_of(&line) {
            Content::Border => return,
            Content::Title if self.rows.is_empty() => {
                self.variant = Variant::of_heading(&line);
                return;
            }
            Content::Title => (Row::of(&line), false),
            Content::Dashes(row) => (row, true),
            Content::Row(row) => (row, false),
        };
        self.push(session, Held { number, text: line.into_owned(), row: Ok(row), dashes });
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        let number = fault.line();
        let held = Held { number, text: Vec::new(), row: Err(fault), dashes: false };
        self.push(session, held);
    }

    fn end(&mut self, session: &mut Session) {
        self.finish(session);
    }
}

impl GridParser {
    fn push(&mut self, session: &mut Session, held: Held) {
        self.rows.push(held);
        if session.expected().is_some_and(|shape| self.rows.len() < shape.side()) {
            return;
        }
        let rows = self.true_rows();
        let side = self.side(session, &rows);
        let complete = rows.len() == side || rows.len() > BoxShape::MAX_SIDE;
        // Dashes that turn out to be nothing must not pile up either.
        if complete || self.rows.len() > 4 * BoxShape::MAX_SIDE {
            self.finish(session);
        }
    }

    /// The held lines that are rows. Dashes alone are a row only where dashes stand for empty
    /// cells in other rows too, or where there is nothing else.
    fn true_rows(&self) -> Vec<usize> {
        let with_dashes =
            |held: &Held| !held.dashes && held.row.as_ref().is_ok_and(|row| row.has_dash);
        let mut others = self.rows.iter().filter(|held| !held.dashes).peekable();
        let dashes_are_cells = others.peek().is_none() || others.any(with_dashes);
        let is_row = |&index: &usize| dashes_are_cells || !self.rows[index].dashes;
        (0..self.rows.len()).filter(is_row).collect()
    }

    /// The side of the grid: the expected one, or what most rows have, the first of equals.
    fn side(&self, session: &Session, rows: &[usize]) -> usize {
        if let Some(shape) = session.expected() {
            return shape.side();
        }
        let lengths: Vec<usize> = rows
            .iter()
            .filter_map(|&index| self.rows[index].row.as_ref().ok())
            .map(|row| row.likely_side().unwrap_or(row.len()))
            .collect();
        let count = |side: &usize| lengths.iter().filter(|&other| other == side).count();
        lengths.iter().copied().rev().max_by_key(count).unwrap_or(0)
    }

    fn finish(&mut self, session: &mut Session) {
        let rows = self.true_rows();
        let side = self.side(session, &rows);
        let held = std::mem::take(&mut self.rows);
        let is_row = |index: &usize| rows.binary_search(index).is_ok();
        let rows: Vec<Held> = held
            .into_iter()
            .enumerate()
            .filter_map(|(index, held)| is_row(&index).then_some(held))
            .collect();
        // A lone line of dashes is a rule under a heading.
        if rows.iter().all(|held| held.dashes) && rows.len() != side {
            return;
        }
        let Some(first) = rows.first() else { return };
        let puzzle = match self.variant {
            Some(variant) => Err(first.fault(first.start(), ParseErrorKind::Variant(variant))),
            None => puzzle_of(session, &rows, side),
        };
        session.emit(first.number, puzzle);
    }
}

/// The puzzle of these rows; the first fault in reading order otherwise.
fn puzzle_of(session: &Session, rows: &[Held], side: usize) -> Result<Puzzle, Fault> {
    let shape = session.shape_of_side(side, agreed_boxes(rows, side));
    // Where no board has that side, its square may be beyond all memory.
    let cells = shape.map_or(0, BoxShape::cells);
    let mut digits = Vec::with_capacity(cells);
    let mut places = Vec::with_capacity(cells);
    for held in rows {
        let row = held.row.as_ref().map_err(Fault::clone)?;
        if shape.is_none() {
            return Err(held.fault(row.start(), ParseErrorKind::no_side(row.len())));
        }
        let cells = row.cells(&held.text, side);
        for (value, offset) in cells.map_err(|(offset, kind)| held.fault(offset, kind))? {
            digits.push(value);
            places.push((held, offset));
        }
    }
    let givens = shape.and_then(|shape| Grid::from_digits(shape, &digits));
    let Some(givens) = givens else {
        let last = rows.last().map_or(1, |held| held.number);
        let kind = ParseErrorKind::RowCount { found: rows.len(), expected: side };
        return Err(Fault::new(last, 1, kind));
    };
    Puzzle::new(givens, Edges::none()).map_err(|conflict| {
        if is_region_map(&digits, conflict.geometry.shape()) {
            return rows[0].fault(rows[0].start(), ParseErrorKind::Variant(Variant::JIGSAW));
        }
        let (held, offset) = places[conflict.cells[1].index()];
        held.fault(offset, ParseErrorKind::Conflict(conflict))
    })
}

/// The columns of a box, where the borders of all rows say the same.
fn agreed_boxes(rows: &[Held], side: usize) -> Option<usize> {
    let mut said = rows.iter().map(|held| held.row.as_ref().ok()?.box_columns(side));
    let first = said.next()??;
    said.all(|columns| columns == Some(first)).then_some(first)
}

#[cfg(test)]
mod tests;
