//! Collects the rows of grids, here and in the other formats with grids in them.
//!
//! The first row of a grid may be the bad one, so it does not tell how long a row should be. Rows are
//! collected; the side is that of the expected board, or else that of most rows. A grid is complete
//! if it has as many rows as its side, or if a blank line ends it.

use quadrille_core::{BoxShape, Cell, Edges, Grid, Puzzle};

use super::super::alphabet::{grid_of, sign_of};
use super::super::error::ParseErrorKind;
use super::super::row::{Content, Row, content_of, is_markdown_rule};
use super::super::row_text::cleaned;
use super::super::session::{Fault, Session};
use super::super::variant::{Heading, Variant, is_region_map};

/// Collects rows into grids. The caller passes each line and takes the grid that it completes, if any.
#[derive(Default)]
pub(in super::super) struct GridReader {
    rows: Vec<Held>,
    /// The row above the rule of a table in Markdown: names of columns, or the first row.
    heading: Option<Held>,
    /// The variant that headings announce.
    announced: Heading,
}

/// A line of a grid.
struct Held {
    number: u64,
    text: Vec<u8>,
    row: Result<Row, Fault>,
    doubt: Doubt,
}

/// Whether a line is a row for certain.
#[derive(Clone, Copy, PartialEq)]
enum Doubt {
    None,
    /// Only dashes: a border, or a row of empty cells.
    Dashes,
    /// Only dashes between dots: a border, or a row of empty cells.
    Dots,
    /// Only bars and blanks: decoration, or a row of empty cells.
    Blanks,
    /// Only separators of fields before the first row: the end of something else, or an empty first row.
    Lead,
}

impl Held {
    fn fault(&self, offset: usize, kind: ParseErrorKind) -> Fault {
        Fault::at(self.number, &self.text, offset, kind)
    }

    fn start(&self) -> usize {
        self.row.as_ref().map_or(0, Row::start)
    }
}

/// The rows of a grid that is complete, or that has ended too early.
pub(in super::super) struct GridRows {
    rows: Vec<Held>,
    side: usize,
    variant: Option<Variant>,
}

impl GridReader {
    /// Whether no row of a grid is held.
    pub(in super::super) fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.heading.is_none()
    }

    /// Takes a line. Returns the grid that ends before it or with it.
    pub(in super::super) fn line(
        &mut self,
        session: &Session,
        number: u64,
        line: &[u8],
    ) -> Option<GridRows> {
        let text = line.trim_ascii();
        if text.iter().all(|byte| b",;\t ".contains(byte)) {
            let row = Row::of(line);
            let is_like = |held: &Held| held.row.as_ref().is_ok_and(|last| last.len() == row.len());
            // Separators between empty cells.
            let doubt = match self.rows.last() {
                None if row.has_blank => Some(Doubt::Lead),
                Some(last) if row.has_blank && is_like(last) => Some(Doubt::None),
                _ => None,
            };
            if let Some(doubt) = doubt {
                let text = line.to_vec();
                return self.push(session, Held { number, text, row: Ok(row), doubt });
            }
            if text.is_empty() {
                return self.finish(session);
            }
        }
        if text.starts_with(b"#") {
            return None;
        }
        if is_markdown_rule(text) {
            match (self.rows.len(), self.heading.take()) {
                (0 | 1, None) => self.heading = self.rows.pop(),
                // Rules between all rows: a drawn grid, not a table.
                (_, Some(first)) => self.rows.insert(0, first),
                _ => {}
            }
            return None;
        }
        let line = cleaned(line);
        let (row, doubt) = match content_of(&line) {
            Content::Border => return None,
            Content::Title if self.rows.is_empty() => {
                self.announced.line(&line);
                return None;
            }
            // Text ends a table whose first row is above the rule.
            Content::Title if self.heading.is_some() => {
                let rows = self.finish(session);
                self.announced.line(&line);
                return rows;
            }
            Content::Title => (Row::of(&line), Doubt::None),
            Content::Dashes(row) => (row, Doubt::Dashes),
            Content::Dotted(row) => (row, Doubt::Dots),
            Content::Blanks(row) => (row, Doubt::Blanks),
            Content::Row(row) => (row, Doubt::None),
        };
        self.push(session, Held { number, text: line.into_owned(), row: Ok(row), doubt })
    }

    /// Takes a line that cannot be read.
    pub(in super::super) fn unreadable(
        &mut self,
        session: &Session,
        fault: Fault,
    ) -> Option<GridRows> {
        let number = fault.line();
        self.push(session, Held { number, text: Vec::new(), row: Err(fault), doubt: Doubt::None })
    }

    fn push(&mut self, session: &Session, held: Held) -> Option<GridRows> {
        self.rows.push(held);
        if session.expected().is_some_and(|shape| self.rows.len() < shape.side()) {
            return None;
        }
        let rows = self.true_rows();
        let side = self.side(session, &rows);
        if self.is_led(&rows) {
            return if rows.len() == side + 2 { self.split(session, &rows, side) } else { None };
        }
        let complete = side > 0 && rows.len() == side || rows.len() > BoxShape::MAX_SIDE;
        // Lines that turn out to be nothing must not pile up either.
        if complete || self.rows.len() > 4 * BoxShape::MAX_SIDE {
            return self.finish(session);
        }
        None
    }

    /// Whether the first of the rows may be none.
    fn is_led(&self, rows: &[usize]) -> bool {
        rows.first().is_some_and(|&first| self.rows[first].doubt == Doubt::Lead)
    }

    /// Returns the grid in rows of which there are two more than it has, and the first may be none. It
    /// separates two grids if the last one does, too; otherwise it is a row, as nothing separates grids.
    fn split(&mut self, session: &Session, rows: &[usize], side: usize) -> Option<GridRows> {
        let (first, end) =
            if self.is_empty_row(rows[side + 1]) { (1, side + 1) } else { (0, side) };
        let mut rest = self.rows.split_off(rows[end]);
        self.rows.drain(..rows[first]);
        if first > 0 {
            rest[0].doubt = Doubt::Lead;
        }
        let grid = self.finish(session);
        self.rows = rest;
        grid
    }

    fn is_empty_row(&self, index: usize) -> bool {
        self.rows[index].row.as_ref().is_ok_and(Row::is_empty)
    }

    /// The held lines that are rows. Dashes alone are a row only where the same sign stands for empty
    /// cells in other rows of that length too, between bars if these have bars, or where there is nothing
    /// else. Blanks between bars or separators are one where blanks stand for empty cells, and dashes
    /// between dots where other rows are as long, as a border is longer than its rows.
    fn true_rows(&self) -> Vec<usize> {
        if self.rows.iter().all(|held| held.doubt == Doubt::None) {
            return (0..self.rows.len()).collect();
        }
        let rows = || self.rows.iter().filter(|held| held.doubt == Doubt::None);
        let row_of = |held: &Held, is_like: fn(&Row) -> bool| held.row.as_ref().is_ok_and(is_like);
        let length = |held: &Held| held.row.as_ref().map_or(0, Row::len);
        let lengths: Vec<usize> = rows().map(length).collect();
        let only_dashes = lengths.is_empty();
        let is_dashed = |dashes: &Held| {
            only_dashes
                || rows().any(|held| match (&held.row, &dashes.row) {
                    (Ok(row), Ok(dashes)) => row.has_like(dashes),
                    _ => false,
                })
        };
        let blanks_are_cells = rows().any(|held| row_of(held, |row| row.has_blank));
        let is_row = |&index: &usize| {
            let held = &self.rows[index];
            match held.doubt {
                Doubt::None => true,
                Doubt::Dashes => is_dashed(held),
                Doubt::Dots => only_dashes || lengths.contains(&length(held)),
                Doubt::Blanks | Doubt::Lead => blanks_are_cells,
            }
        };
        (0..self.rows.len()).filter(is_row).collect()
    }

    /// The side of the grid: the expected one, or what most rows have, the first of equals.
    fn side(&self, session: &Session, rows: &[usize]) -> usize {
        if let Some(shape) = session.expected() {
            return shape.side();
        }
        let lengths: Vec<usize> = rows
            .iter()
            .filter(|&&index| !matches!(self.rows[index].doubt, Doubt::Blanks | Doubt::Lead))
            .filter_map(|&index| self.rows[index].row.as_ref().ok())
            .map(|row| row.likely_side().unwrap_or(row.len()))
            .collect();
        let count = |side: &usize| lengths.iter().filter(|&other| other == side).count();
        lengths.iter().copied().rev().max_by_key(count).unwrap_or(0)
    }

    /// Ends the grid that is held, if there is one, and returns it.
    pub(in super::super) fn finish(&mut self, session: &Session) -> Option<GridRows> {
        let mut rows = self.true_rows();
        let mut side = self.side(session, &rows);
        // Programs may write a separator after the last cell of each row.
        let ends_empty = |&row: &usize| self.rows[row].row.as_ref().is_ok_and(Row::ends_empty);
        if rows.len() + 1 == side && rows.iter().all(ends_empty) {
            side -= 1;
        }
        // With an empty row at either end, either may be the one too many.
        if rows.len() == side + 1 && self.is_led(&rows) && !self.is_empty_row(rows[side]) {
            rows.remove(0);
        }
        let held = std::mem::take(&mut self.rows);
        let is_row = |index: &usize| rows.binary_search(index).is_ok();
        let mut rows: Vec<Held> = held
            .into_iter()
            .enumerate()
            .filter_map(|(index, held)| is_row(&index).then_some(held))
            .collect();
        if let Some(first) = self.heading.take()
            && rows.len() + 1 == side
            && first.row.as_ref().is_ok_and(|row| row.cells(&first.text, side).is_ok())
        {
            rows.insert(0, first);
        }
        // A lone line of dashes is a rule under a heading.
        let is_nothing = rows.iter().all(|held| held.doubt != Doubt::None) && rows.len() != side;
        if rows.is_empty() || is_nothing {
            return None;
        }
        self.announced.grid();
        Some(GridRows { rows, side, variant: self.announced.variant() })
    }
}

/// The cells of a grid, with their places.
pub(in super::super) struct GridCells {
    rows: Vec<Held>,
    digits: Vec<u8>,
    pub(in super::super) grid: Grid,
    /// The row of each cell, and where in it the cell is.
    places: Vec<(usize, usize)>,
}

impl GridRows {
    /// The line on which the grid begins.
    pub(in super::super) fn line(&self) -> u64 {
        self.rows[0].number
    }

    /// The cells of the grid; the first fault in reading order otherwise.
    pub(in super::super) fn into_cells(self, session: &Session) -> Result<GridCells, Fault> {
        let Self { rows, side, variant } = self;
        if let Some(variant) = variant {
            return Err(rows[0].fault(rows[0].start(), ParseErrorKind::Variant(variant)));
        }
        let shape = session.shape_of_side(side, agreed_boxes(&rows, side));
        // Where no board has that side, its square may be beyond all memory.
        let cells = shape.map_or(0, BoxShape::cells);
        let mut digits = Vec::with_capacity(cells);
        let mut places = Vec::with_capacity(cells);
        for (index, held) in rows.iter().enumerate() {
            let row = held.row.as_ref().map_err(Fault::clone)?;
            if shape.is_none() {
                return Err(held.fault(row.start(), ParseErrorKind::no_side(row.len())));
            }
            let cells = row.cells(&held.text, side);
            for (value, offset) in cells.map_err(|(offset, kind)| held.fault(offset, kind))? {
                digits.push(value);
                places.push((index, offset));
            }
        }
        let Some(shape) = shape.filter(|shape| shape.cells() == digits.len()) else {
            let last = rows.last().map_or(1, |held| held.number);
            let kind = ParseErrorKind::RowCount { found: rows.len(), expected: side };
            return Err(Fault::new(last, 1, kind));
        };
        let sign = |index: usize| {
            let (row, offset): (usize, usize) = places[index];
            sign_of(rows[row].text.get(offset))
        };
        let grid = grid_of(shape, &digits, session.is_named, sign)
            .map_err(|kind| rows[0].fault(rows[0].start(), kind))?;
        Ok(GridCells { rows, digits, grid, places })
    }

    /// The puzzle that has these rows as givens.
    pub(in super::super) fn into_puzzle(self, session: &Session) -> Result<Puzzle, Fault> {
        self.into_cells(session)?.puzzle()
    }
}

impl GridCells {
    /// The line on which the grid begins.
    pub(in super::super) fn line(&self) -> u64 {
        self.rows[0].number
    }

    /// A fault at a cell.
    pub(in super::super) fn fault(&self, cell: Cell, kind: ParseErrorKind) -> Fault {
        let (row, offset) = self.places[cell.index()];
        self.rows[row].fault(offset, kind)
    }

    /// The puzzle with these cells as givens.
    pub(in super::super) fn puzzle(&self) -> Result<Puzzle, Fault> {
        Puzzle::new(self.grid.clone(), Edges::none()).map_err(|conflict| {
            let first = &self.rows[0];
            if is_region_map(&self.digits, self.grid.shape()) {
                return first.fault(first.start(), ParseErrorKind::Variant(Variant::JIGSAW));
            }
            self.fault(conflict.cells[1], ParseErrorKind::Conflict(conflict))
        })
    }
}

/// The columns of a box, where the borders of all rows say the same.
fn agreed_boxes(rows: &[Held], side: usize) -> Option<usize> {
    let certain = rows.iter().filter(|held| held.doubt != Doubt::Blanks);
    let mut said = certain.map(|held| held.row.as_ref().ok()?.box_columns(side));
    let first = said.next()??;
    said.all(|columns| columns == Some(first)).then_some(first)
}
