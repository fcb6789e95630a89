//! What can be wrong with a record, and where.

use std::borrow::Cow;
use std::fmt;

use quadrille_core::{BoxShape, Conflict, Digit, NotAdjacent};
use thiserror::Error;

use super::foreign::Foreign;
use super::link_error::LinkError;
use super::symbol::Allowed;
use super::variant::Variant;

/// Why a record is not a puzzle. `Display` writes the message without the place; a command prints
/// `FILE:LINE:COLUMN: message`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind}")]
pub struct ParseError {
    /// Id of the format that was read.
    pub format: &'static str,
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in characters.
    pub column: u64,
    /// What is wrong there.
    pub kind: ParseErrorKind,
}

impl ParseError {
    /// Whether the error is about the input as a whole (it is empty, or not text with puzzles) and
    /// not about one of its puzzles.
    pub fn is_of_whole_input(&self) -> bool {
        use ParseErrorKind::{Binary, Empty, ForeignInput};
        matches!(self.kind, Empty | Binary { .. } | ForeignInput(_))
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The input has no record.
    #[error("empty: no puzzle in it")]
    Empty,
    /// The input has more than the one puzzle that was wanted; this is the second.
    #[error("a second puzzle, expected only one; read them as a stream")]
    Several,
    /// The input is not text; reading ended here.
    #[error("binary data (byte 0x{byte:02X}), not text; unpack or convert it first")]
    Binary {
        /// The first byte that shows it.
        byte: u8,
    },
    /// The line is not text.
    #[error("byte 0x{byte:02X} is not text; write the line in UTF-8")]
    NotText {
        /// The first byte that shows it.
        byte: u8,
    },
    /// The line has more than [`LONGEST_LINE`](super::LONGEST_LINE) bytes.
    #[error("the line is longer than 64 KiB; put each puzzle on a line of its own")]
    LineTooLong,
    /// Nothing in the line resembles a puzzle.
    #[error("no puzzle in this line; start it with # if it is a comment")]
    NoPuzzle,
    /// The input is something else than puzzles; reading ended here.
    #[error("this is {0}")]
    ForeignInput(Foreign),
    /// The line is something else than a puzzle.
    #[error("this is {0}")]
    ForeignLine(Foreign),
    /// The puzzle is a variant, with rules that classic puzzles do not have.
    #[error("this is {0}; Quadrille solves classic puzzles only")]
    Variant(Variant),
    /// A link that cannot be read.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// A board with boxes of another shape.
    #[error("boxes of {found}, expected {expected}; read inputs of different boxes separately")]
    OtherBoxes {
        /// Shape of the boxes found.
        found: BoxShape,
        /// Shape of the boxes expected.
        expected: BoxShape,
    },
    /// A row of a table in which only solutions look like puzzles.
    #[error("only a solution, in the column `{name}`; nothing else in the line is a puzzle")]
    OnlySolution {
        /// The column, as the header names it.
        name: String,
    },
    /// Nothing in the column of a table resembles a puzzle.
    #[error("no puzzle in the column `{name}`; start the line with # if it is a comment")]
    NoPuzzleIn {
        /// The column, as the header names it.
        name: String,
    },
    /// Another number of cells than the board has.
    #[error("{found} cells, expected {expected}")]
    CellCount {
        /// Cells found.
        found: usize,
        /// Cells of the board.
        expected: usize,
    },
    /// A number of cells that no board has.
    #[error("{found} cells, expected {}: {}", .nearest.cells(), NoBoardOf(*.found, *.nearest))]
    NoBoard {
        /// Cells found.
        found: usize,
        /// The board that comes nearest.
        nearest: BoxShape,
    },
    /// Another number of cells in a row than the board has.
    #[error("{found} cells in the row, expected {expected}")]
    RowLength {
        /// Cells found.
        found: usize,
        /// Side of the board.
        expected: usize,
    },
    /// A number of cells in a row that no board has.
    #[error("{found} cells in the row; {}", NoSideOf(*.found, *.nearest))]
    NoSide {
        /// Cells found.
        found: usize,
        /// The board that comes nearest.
        nearest: BoxShape,
    },
    /// A grid that ends too early.
    #[error("the grid ends after {found} rows, expected {expected}")]
    RowCount {
        /// Rows found.
        found: usize,
        /// Side of the board.
        expected: usize,
    },
    /// Another number of pencilmarks than the board has.
    #[error("{found} symbols, expected {expected}: one for each digit of each cell")]
    MarkCount {
        /// Symbols found.
        found: usize,
        /// Symbols of the board.
        expected: usize,
    },
    /// A wrong symbol instead of a pencilmark.
    #[error("`{text}` where only `{digit}` or `.` can stand")]
    NoMark {
        /// What is there.
        text: char,
        /// The symbol of the place.
        digit: char,
    },
    /// Zeros that may be digits or empty cells.
    #[error(
        "0 may be an empty cell or the first digit, of 0-{}; write all empty cells with the same sign, or name the format: then 0 is an empty cell",
        last_from_zero(*.side)
    )]
    Zeros {
        /// Side of the board.
        side: usize,
    },
    /// A text with grids in it that can be read in two ways.
    #[error(
        "two readings: {first}, or {second}; remove what does not belong to the grid, or give the shape of its boxes or the format"
    )]
    TwoReadings {
        /// One of them.
        first: String,
        /// Another one.
        second: String,
    },
    /// A grid in a text with other cells around it.
    #[error(
        "cells around this {side}x{side} grid belong to no grid; correct them, or remove what does not belong to the grid"
    )]
    Around {
        /// Side of the grid.
        side: usize,
    },
    /// A small complete grid in a text, without a puzzle before it.
    #[error(
        "a complete {side}x{side} grid without its puzzle, which may be any table of numbers; put it in a file of its own"
    )]
    Complete {
        /// Side of the grid.
        side: usize,
    },
    /// Something that is not a cell of the board.
    #[error("{text} is not a valid digit on a {side}x{side} board: {}", Allowed(*.side))]
    NoDigit {
        /// What is there: a quoted symbol, or a number.
        text: String,
        /// Side of the board.
        side: usize,
    },
    /// The same on a line that may be a row of a grid whose first row looked like a whole puzzle.
    #[error(
        "{text} is not a valid digit on a {side}x{side} board: {}; if this is a row of a {1}x{1} grid, read it in the format `block`",
        Allowed(*.side), .side * .side
    )]
    RowOfGrid {
        /// What is there: a quoted symbol, or a number.
        text: String,
        /// Side of the board that was expected.
        side: usize,
    },
    /// Two givens in conflict; the place is that of the second.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// A field `edges=` with something that is not an edge of the board.
    #[error("`{text}` is not an edge of a {side}x{side} board; write edges=r1c1-r1c2,r1c1-r2c1")]
    EdgeSyntax {
        /// What is there.
        text: String,
        /// Side of the board.
        side: usize,
    },
    /// An edge between cells that do not touch.
    #[error(transparent)]
    NotAdjacent(#[from] NotAdjacent),
    /// A board file whose first line is not a side.
    #[error("`{text}` is not the side of a board; the first line must be {wanted}")]
    Side {
        /// What is there.
        text: String,
        /// What is possible.
        wanted: Cow<'static, str>,
    },
    /// A token that has no place in a board file.
    #[error("`{text}`, expected {wanted}")]
    Token {
        /// What is there.
        text: String,
        /// What could be there.
        wanted: Cow<'static, str>,
    },
    /// A line or a file that ends where more is needed.
    #[error("ends here, expected {wanted}")]
    Missing {
        /// What is missing.
        wanted: Cow<'static, str>,
    },
}

impl ParseErrorKind {
    /// A number of cells that no board has.
    pub(super) fn no_board(found: usize) -> Self {
        let nearest = nearest_board(|shape| shape.cells().abs_diff(found));
        Self::NoBoard { found, nearest }
    }

    /// A number of cells in a row that no board has.
    pub(super) fn no_side(found: usize) -> Self {
        Self::NoSide { found, nearest: nearest_board(|shape| shape.side().abs_diff(found)) }
    }
}

/// The last digit of a board whose first digit is 0.
fn last_from_zero(side: usize) -> String {
    let last = u8::try_from(side - 1).ok().and_then(Digit::new);
    last.and_then(Digit::symbol).map_or_else(|| (side - 1).to_string(), String::from)
}

fn nearest_board(distance: impl Fn(&BoxShape) -> usize) -> BoxShape {
    (BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE)
        .filter_map(BoxShape::of_side)
        .min_by_key(distance)
        .expect("there are boards")
}

/// Why no board has a number of cells, and what to do.
struct NoBoardOf(usize, BoxShape);

impl fmt::Display for NoBoardOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(cells, nearest) = *self;
        match without_boxes(cells.isqrt()) {
            Some(advice) if cells.isqrt().pow(2) == cells => write!(f, "{advice}"),
            _ => write!(f, "no board has {cells}, the nearest is {0}x{0}", nearest.side()),
        }
    }
}

/// The same of a number of rows.
struct NoSideOf(usize, BoxShape);

impl fmt::Display for NoSideOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(side, nearest) = *self;
        match without_boxes(side) {
            Some(advice) => write!(f, "{advice}"),
            None => write!(f, "no board has that side; the nearest is {0}x{0}", nearest.side()),
        }
    }
}

/// What to do with a side that only boxes of one row fit: that shape must be given.
fn without_boxes(side: usize) -> Option<String> {
    let is_possible = BoxShape::new(1, side).is_ok() && BoxShape::of_side(side).is_none();
    is_possible.then(|| {
        format!("only boxes of one row fit side {side}; if that is meant, give the shape 1x{side}")
    })
}

/// A puzzle that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unrepresentable {
    /// The format knows no consecutive edges.
    #[error("the format `{format}` cannot hold edges; `line` and `dualsudoku` can")]
    Edges {
        /// Id of the format.
        format: &'static str,
    },
    /// The format knows no pencilmarks.
    #[error("the format `{format}` cannot hold pencilmarks; `pencilmark` can")]
    Marks {
        /// Id of the format.
        format: &'static str,
    },
    /// The format has no symbols for that many digits.
    #[error("the format `{format}` has symbols for sides up to {most} only")]
    Side {
        /// Id of the format.
        format: &'static str,
        /// The largest side it can write.
        most: usize,
    },
    /// The format knows 9x9 boards only.
    #[error(
        "the format `{format}` holds 9x9 boards with boxes of 3x3 only, not boxes of {shape}; `line` and `json` hold every board"
    )]
    OnlyNine {
        /// Id of the format.
        format: &'static str,
        /// The shape of the boxes of the puzzle.
        shape: BoxShape,
    },
    /// The format knows boards with square boxes only.
    #[error(
        "the format `{format}` holds boards with square boxes only, not boxes of {shape}; `line` and `json` hold every board"
    )]
    OnlySquares {
        /// Id of the format.
        format: &'static str,
        /// The shape of the boxes of the puzzle.
        shape: BoxShape,
    },
    /// The line would be too long to be read again.
    #[error(
        "the puzzle takes a line of {bytes} bytes; lines have at most 65536; write it as `dualsudoku`"
    )]
    LineTooLong {
        /// Bytes it would take.
        bytes: usize,
    },
}
