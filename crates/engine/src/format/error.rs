//! What can be wrong with a record, and where.

use std::borrow::Cow;
use std::fmt;

use thiserror::Error;

use super::foreign::Foreign;
use super::symbol::Allowed;
use super::variant::Variant;
use crate::board::{BoxShape, Conflict, NotAdjacent};

/// A record that is no puzzle. Its `Display` is the message without the place: a command prints
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
    /// Whether it is about the input as a whole (nothing in it, or no text at all), so that it
    /// stands in the place of no single puzzle.
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
    #[error("a second puzzle, where one is wanted; read them as a stream")]
    Several,
    /// The input is no text; reading ended here.
    #[error("binary data (byte 0x{byte:02X}), no text with puzzles; unpack or convert it first")]
    Binary {
        /// The first byte that tells.
        byte: u8,
    },
    /// The line is no text.
    #[error("byte 0x{byte:02X} is no text; write the line in UTF-8")]
    NotText {
        /// The first byte that tells.
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
    /// Something in the place of a pencilmark that stands for another.
    #[error("`{text}` where only `{digit}` or `.` can stand")]
    NoMark {
        /// What stands there.
        text: char,
        /// The symbol of the place.
        digit: char,
    },
    /// Something that stands for no cell of the board.
    #[error("{text} is no digit of a {side}x{side} board: {}", Allowed(*.side))]
    NoDigit {
        /// What stands there: a quoted symbol, or a number.
        text: String,
        /// Side of the board.
        side: usize,
    },
    /// The same on a line that may be a row of a grid whose first row looked like a whole puzzle.
    #[error(
        "{text} is no digit of a {side}x{side} board: {}; if this is a row of a {1}x{1} grid, read it as `block` (--from block)",
        Allowed(*.side), .side * .side
    )]
    RowOfGrid {
        /// What stands there: a quoted symbol, or a number.
        text: String,
        /// Side of the board that was expected.
        side: usize,
    },
    /// Two givens that cannot stand together; the place is that of the second.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// A field `edges=` that names no edges of the board.
    #[error("`{text}` names no edge of a {side}x{side} board; write edges=r1c1-r1c2,r1c1-r2c1")]
    EdgeSyntax {
        /// What stands there.
        text: String,
        /// Side of the board.
        side: usize,
    },
    /// An edge between cells that do not touch.
    #[error(transparent)]
    NotAdjacent(#[from] NotAdjacent),
    /// A board file whose first line is no side.
    #[error("`{text}` is no side of a board; the first line gives it: {wanted}")]
    Side {
        /// What stands there.
        text: String,
        /// What is possible.
        wanted: Cow<'static, str>,
    },
    /// A token that has no place in a board file.
    #[error("`{text}`, expected {wanted}")]
    Token {
        /// What stands there.
        text: String,
        /// What could stand there.
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

fn nearest_board(distance: impl Fn(&BoxShape) -> usize) -> BoxShape {
    (BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE)
        .filter_map(BoxShape::of_side)
        .min_by_key(distance)
        .expect("there are boards")
}

/// Why a number of cells is none of a board, and what to do.
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

/// What to do with a side that only boxes of one row fit, which must be asked for.
fn without_boxes(side: usize) -> Option<String> {
    let is_possible = BoxShape::new(1, side).is_ok() && BoxShape::of_side(side).is_none();
    is_possible.then(|| {
        format!("no boxes fit side {side} but those of one row; say --box 1x{side} if it is so")
    })
}

/// A puzzle that a format cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unrepresentable {
    /// The format knows no consecutive edges.
    #[error("the format `{format}` has no place for edges; `line` and `dualsudoku` have")]
    Edges {
        /// Id of the format.
        format: &'static str,
    },
    /// The format knows no pencilmarks.
    #[error("the format `{format}` has no place for pencilmarks; `pencilmark` has")]
    Marks {
        /// Id of the format.
        format: &'static str,
    },
    /// The format has no symbols for so many digits.
    #[error("the format `{format}` has symbols for sides up to {most} only")]
    Side {
        /// Id of the format.
        format: &'static str,
        /// The largest side it can write.
        most: usize,
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
