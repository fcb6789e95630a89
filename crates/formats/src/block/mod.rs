//! A grid over several lines, a row on each, with or without borders; any number of grids, separated
//! by blank lines or by nothing. `reader.rs` collects the rows.

mod blank_cells;
mod page;
mod reader;

pub(super) use page::Page;
pub(super) use reader::{GridCells, GridReader, GridRows};

use std::fmt::Write as _;

use quadrille_core::{BoxShape, Puzzle};

use self::blank_cells::{BlankCells, begins_with_grid};
use super::carries::{Carries, LeftOut};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::Extra;
use super::line::holds_puzzle;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::row::{Content, content_of};
use super::row_text::{cleaned, in_ascii, with_usual_symbols};
use super::session::{Fault, LineParser, Session, is_idle};
use super::symbol::{cell_text, push_cell};

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
        &["block", "grid"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        if is_grid(head) || has_blank_cells(head) { Likelihood::Likely } else { Likelihood::No }
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
                push_cell(digit, side, out);
            }
            out.push('\n');
        }
        Ok(self.carries().left_out(extra))
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

/// Whether text begins like a grid that has a symbol in every cell, or bars around them.
pub(super) fn is_grid(head: &str) -> bool {
    // A 16x16 or 36x36 row is as long as a 4x4 or 6x6 line, so more than a length must tell.
    let mut seen = None;
    let mut border = false;
    // A list of texts is JSON, whose quotes matter.
    let clean = if head.trim_start().starts_with('[') { with_usual_symbols } else { cleaned };
    for line in head.lines().filter(|line| !is_idle(line.as_bytes())).take(12) {
        match content_of(&clean(line.as_bytes())) {
            Content::Title => {}
            Content::Border | Content::Dashes(_) | Content::Dotted(_) | Content::Blanks(_) => {
                border = true;
            }
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

/// Whether a text begins with a grid in which blanks stand for empty cells.
fn has_blank_cells(head: &str) -> bool {
    begins_with_grid(head, |line| matches!(content_of(line), Content::Title))
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
    grid: GridReader,
    /// Lines that may be rows with blanks for empty cells; the grid has none then.
    blank_cells: BlankCells,
    /// Whether rows are ignored up to the next heading in brackets. `[State]` in a SadMan file is the
    /// puzzle with the digits entered so far.
    ignores: bool,
}

/// The name of a section, of a line such as `[Puzzle]`.
pub(super) fn section_of(line: &[u8]) -> Option<&[u8]> {
    let name = line.trim_ascii().strip_prefix(b"[")?.strip_suffix(b"]")?;
    name.iter().all(u8::is_ascii_alphabetic).then_some(name).filter(|name| !name.is_empty())
}

impl LineParser for GridParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if let Some(section) = section_of(line) {
            self.ignores = section.eq_ignore_ascii_case(b"state");
        }
        if self.ignores {
            return;
        }
        if self.may_have_blank_cells(session) {
            if self.blank_cells.takes(number, &in_ascii(line)) {
                return self.settle(session, false);
            }
            self.settle(session, true);
        }
        let rows = self.grid.line(session, number, line);
        emit(session, rows);
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        self.settle(session, true);
        let rows = self.grid.unreadable(session, fault);
        emit(session, rows);
    }

    fn end(&mut self, session: &mut Session) {
        self.settle(session, true);
        let rows = self.grid.finish(session);
        emit(session, rows);
    }
}

impl GridParser {
    /// Whether the next line may belong to a grid with blanks for empty cells.
    fn may_have_blank_cells(&self, session: &Session) -> bool {
        let is_nine = session.expected().is_none_or(|shape| shape == BoxShape::NINE);
        !self.blank_cells.is_empty() || is_nine && self.grid.is_empty()
    }

    /// Passes the lines that may have blanks for empty cells on, once it is clear what they are.
    fn settle(&mut self, session: &mut Session, at_end: bool) {
        for (number, line) in self.blank_cells.decided(at_end).unwrap_or_default() {
            let rows = self.grid.line(session, number, &line);
            emit(session, rows);
        }
    }
}

/// The puzzle of a text of several lines, of which the first grid counts.
pub(super) fn puzzle_of_lines(session: &Session, text: &[u8]) -> Result<Puzzle, ParseErrorKind> {
    let mut grid = GridReader::default();
    let mut lines = text.split(|&byte| byte == b'\n').zip(1..);
    let rows = lines.find_map(|(line, number)| grid.line(session, number, line));
    let rows = rows.or_else(|| grid.finish(session)).ok_or(ParseErrorKind::NoPuzzle)?;
    rows.into_puzzle(session).map_err(|fault| fault.into_parts().1)
}

fn emit(session: &mut Session, rows: Option<GridRows>) {
    if let Some(rows) = rows {
        let line = rows.line();
        let puzzle = rows.into_puzzle(session);
        session.emit(line, puzzle);
    }
}

#[cfg(test)]
mod tests;
