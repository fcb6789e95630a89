//! Board files of DualSudoku (Leonardi & Pras 2025): the side, then alternately a line of values
//! and a line of what lies between two rows, `+` where an edge joins two cells, `-` elsewhere.
//!
//! ```text
//! 4
//! 0 - 0 + 3 + 0
//! -   -   -   -
//! 0 + 2 + 0 - 0
//! +   +   -   +
//! 2 + 0 - 0 + 3
//! -   -   -   -
//! 4 + 0 + 2 + 0
//! ```
//!
//! There are two parsers, since the original program accepts a good deal that is not a board:
//! `strict.rs`, where a bad token is an error, and `lenient.rs`, which does what the original did.
//! Alignment has no meaning: the n-th separator of a line belongs to column n.

mod lenient;
mod strict;

use std::fmt::Write as _;

use quadrille_core::{BoxShape, Cell, Edges, Grid, Puzzle};

use super::carries::{Carries, LeftOut};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::Extra;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Fault, LineParser, Session, column_of, is_idle};
use super::symbol::excerpt;

/// The format `dualsudoku`.
#[derive(Clone, Copy, Debug)]
pub struct DualSudoku;

impl PuzzleFormat for DualSudoku {
    fn id(&self) -> &'static str {
        "dualsudoku"
    }

    fn title(&self) -> &'static str {
        "a board file of DualSudoku: the side, then rows with + and - for edges"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["dual"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        if is_board(head) { Likelihood::Certain } else { Likelihood::No }
    }

    fn parser(&self, options: &ReadOptions) -> Box<dyn LineParser + Send> {
        if options.lenient {
            Box::<lenient::BoardParser>::default()
        } else {
            Box::<strict::BoardParser>::default()
        }
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
        let side = puzzle.shape().side();
        let pairs = puzzle.edges().pairs();
        let mark = |first: usize, second: usize| {
            let pair = (Cell::new(first), Cell::new(second));
            if pairs.binary_search(&pair).is_ok() { '+' } else { '-' }
        };
        // Aligned to the left: blanks at the start of a line would shift its marks in the original.
        let width = if side > 9 { 2 } else { 1 };
        writeln!(out, "{side}").expect("writing to a String cannot fail");
        for (row, digits) in puzzle.givens().digits().chunks_exact(side).enumerate() {
            for (column, digit) in digits.iter().enumerate() {
                let value = digit.map_or(0, quadrille_core::Digit::get);
                let cell = row * side + column;
                if column + 1 < side {
                    write!(out, "{value:<width$} {} ", mark(cell, cell + 1))
                } else {
                    writeln!(out, "{value}")
                }
                .expect("writing to a String cannot fail");
            }
            if row + 1 == side {
                break;
            }
            for cell in row * side..(row + 1) * side {
                let mark = mark(cell, cell + side);
                if (cell + 1).is_multiple_of(side) {
                    writeln!(out, "{mark}")
                } else {
                    write!(out, "{mark:<0$}", width + 3)
                }
                .expect("writing to a String cannot fail");
            }
        }
        Ok(self.carries().left_out(extra))
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

/// Whether text begins like a board file.
fn is_board(head: &str) -> bool {
    let mut lines = head.lines().skip_while(|line| is_idle(line.as_bytes()));
    let side = lines.next().and_then(|line| line.trim().parse::<usize>().ok());
    let Some(side) = side.filter(|side| (1..=BoxShape::MAX_SIDE).contains(side)) else {
        return false;
    };
    let Some(values) = lines.next() else { return false };
    let numbers = values.split_ascii_whitespace().filter(|token| token.parse::<u8>().is_ok());
    let marked = values.split_ascii_whitespace().any(|token| matches!(token, "+" | "-"));
    let between = |line: &str| {
        line.split_ascii_whitespace().next().is_some_and(|token| matches!(token, "+" | "-"))
    };
    numbers.count() == side && (marked || lines.next().is_some_and(between))
}

/// The tokens of a line with their places.
fn tokens(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    line.split(u8::is_ascii_whitespace)
        .map(|token| (token.as_ptr().addr() - line.as_ptr().addr(), token))
        .filter(|(_, token)| !token.is_empty())
}

/// The shape that the first line of a board asks for.
fn shape_of(session: &Session, number: u64, line: &[u8]) -> Result<BoxShape, Fault> {
    let text = line.trim_ascii();
    let side = std::str::from_utf8(text).ok().and_then(|text| text.parse::<usize>().ok());
    let expected = session.expected();
    let forced = expected.or(session.shape).filter(|shape| Some(shape.side()) == side);
    let shape = forced.or_else(|| {
        let side = side.filter(|_| expected.is_none())?;
        let root = side.isqrt();
        (root * root == side).then(|| BoxShape::new(root, root).ok()).flatten()
    });
    shape.ok_or_else(|| {
        let wanted = match expected {
            Some(shape) => shape.side().to_string().into(),
            None => "4, 9, 16, 25, 36 or 49, or any if the shape of its boxes is given".into(),
        };
        let kind = ParseErrorKind::Side { text: excerpt(text), wanted };
        Fault::at(number, line, line.len() - line.trim_ascii_start().len(), kind)
    })
}

/// A board while it is read.
struct Board {
    shape: BoxShape,
    digits: Vec<u8>,
    /// Line and column of each value.
    places: Vec<(u64, u64)>,
    pairs: Vec<(Cell, Cell)>,
}

impl Board {
    fn new(shape: BoxShape) -> Self {
        let cells = shape.cells();
        Self { shape, digits: vec![0; cells], places: vec![(1, 1); cells], pairs: Vec::new() }
    }

    fn set(&mut self, cell: usize, value: u8, number: u64, line: &[u8], offset: usize) {
        self.digits[cell] = value;
        self.places[cell] = (number, column_of(line, offset));
    }

    fn join(&mut self, first: usize, second: usize) {
        self.pairs.push((Cell::new(first), Cell::new(second)));
    }

    fn into_puzzle(self) -> Result<Puzzle, Fault> {
        let edges = Edges::new(self.shape, self.pairs).expect("marks join neighbors");
        let givens = Grid::from_digits(self.shape, &self.digits).expect("values were checked");
        Puzzle::new(givens, edges).map_err(|conflict| {
            let (line, column) = self.places[conflict.cells[1].index()];
            Fault::new(line, column, ParseErrorKind::Conflict(conflict))
        })
    }
}

#[cfg(test)]
mod tests;
