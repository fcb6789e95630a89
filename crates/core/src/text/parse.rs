//! A puzzle from one line of symbols.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::edges::{EDGES, parse_edges};
use super::symbols::{MOST_SYMBOLS, are_symbols, digits_of, parse_cells};
use crate::board::{BoxShape, Conflict, Edges, Grid, NotAdjacent, Puzzle};

/// Why a text is not a puzzle in one line of symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextError {
    /// The symbols do not fill a board whose digits have symbols.
    Cells {
        /// The number of symbols.
        found: usize,
    },
    /// Something that is not a symbol of the board.
    Symbol {
        /// What is there.
        symbol: char,
        /// Where, in characters from 1.
        column: usize,
        /// Side of the board.
        side: usize,
    },
    /// Pencilmarks, which take a format.
    Marks,
    /// Something in the field `edges=` that is not an edge of the board.
    Edge(String),
    /// An edge between cells that do not touch.
    NotAdjacent(NotAdjacent),
    /// Two givens in conflict.
    Conflict(Conflict),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells { found } => {
                let (least, most) = (BoxShape::MIN_SIDE, MOST_SYMBOLS);
                write!(f, "{found} symbols do not fill a board of side {least} to {most}")
            }
            Self::Symbol { symbol, column, side } => {
                write!(f, "{symbol:?} in column {column} is no symbol of a {side}x{side} board")
            }
            Self::Marks => write!(f, "pencilmarks, expected a symbol for each cell"),
            Self::Edge(text) => write!(f, "{text:?} is not an edge; write edges=r1c1-r1c2"),
            Self::NotAdjacent(error) => error.fmt(f),
            Self::Conflict(conflict) => conflict.fmt(f),
        }
    }
}

impl Error for TextError {}

impl FromStr for Puzzle {
    type Err = TextError;

    /// Parses what [`Puzzle`] displays of a board to side 35 without pencilmarks: a symbol for each
    /// cell, row by row, and its edges if there are any. A full stop, `0`, `*`, `_` and `-` stand for
    /// an empty cell. Everything else that people write is for the readers of `quadrille-formats`.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Puzzle};
    ///
    /// let puzzle: Puzzle = "1.........2....3 edges=r1c1-r1c2".parse()?;
    /// assert_eq!(puzzle.shape(), BoxShape::new(2, 2)?);
    /// assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
    /// let error = "1...............1".parse::<Puzzle>().unwrap_err();
    /// assert_eq!(error.to_string(), "17 symbols do not fill a board of side 4 to 35");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first thing that is wrong.
    fn from_str(text: &str) -> Result<Self, TextError> {
        if let Ok(cells) = <&[u8; 81]>::try_from(text.as_bytes())
            && are_symbols(cells)
            && let Some(puzzle) = Self::of_nine(&digits_of(cells))
        {
            return Ok(puzzle);
        }
        let (cells, field) = match text.split_once(' ') {
            Some((cells, field)) if field.as_bytes().starts_with(EDGES) => (cells, Some(field)),
            _ => (text, None),
        };
        if is_marks(cells.as_bytes()) {
            return Err(TextError::Marks);
        }
        let found = cells.chars().count();
        let shape = BoxShape::of_cells(found).filter(|shape| shape.side() <= MOST_SYMBOLS);
        let shape = shape.ok_or(TextError::Cells { found })?;
        let side = shape.side();
        let symbol = |column: usize| TextError::Symbol {
            symbol: cells.chars().nth(column).unwrap_or_default(),
            column: column + 1,
            side,
        };
        if let Some(column) = cells.chars().position(|symbol| !symbol.is_ascii()) {
            return Err(symbol(column));
        }
        let mut digits = vec![0; found];
        parse_cells(cells.as_bytes(), side, &mut digits).map_err(symbol)?;
        let edges = match field {
            None => Edges::none(),
            Some(field) => parse_edges(field.as_bytes(), shape).map_err(|bad| {
                let part = || String::from_utf8_lossy(&field.as_bytes()[bad.place]).into_owned();
                bad.reason.map_or_else(|| TextError::Edge(part()), TextError::NotAdjacent)
            })?,
        };
        let givens = Grid::from_digits(shape, &digits).expect("they were parsed for the shape");
        Self::new(givens, edges).map_err(TextError::Conflict)
    }
}

/// Returns whether a text has a symbol for each digit of each cell, as [`Puzzle`] displays
/// pencilmarks: taken for a board with more cells it would be another puzzle.
fn is_marks(text: &[u8]) -> bool {
    let side = (BoxShape::MIN_SIDE..=MOST_SYMBOLS).find(|side| side.pow(3) == text.len());
    side.is_some_and(|side| {
        let digit = |(index, &byte): (usize, &u8)| {
            byte == b'.' || super::value_of(byte) == Some((index % side) as u8 + 1)
        };
        text.iter().any(|&byte| byte != b'.') && text.iter().enumerate().all(digit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{CandidateSet, Cell, Digit};

    #[test]
    fn what_is_displayed_is_parsed() {
        for side in BoxShape::MIN_SIDE..=MOST_SYMBOLS {
            let Some(shape) = BoxShape::of_side(side) else { continue };
            let mut givens = Grid::empty(shape);
            givens.set(Cell::new(1), Digit::new(side as u8));
            givens.set(Cell::new(side), Digit::new(1));
            let edges = Edges::new(shape, [(Cell::new(0), Cell::new(side))]).unwrap();
            for puzzle in [Puzzle::new(givens.clone(), edges), Puzzle::try_from(givens)] {
                let puzzle = puzzle.unwrap();
                assert_eq!(puzzle.to_string().parse(), Ok(puzzle));
            }
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text: &str| text.parse::<Puzzle>().unwrap_err().to_string();
        let empty = ".".repeat(16);
        assert_eq!(error(""), "0 symbols do not fill a board of side 4 to 35");
        assert_eq!(error(&empty[1..]), "15 symbols do not fill a board of side 4 to 35");
        // A board of 36x36 takes numbers.
        let large = error(&".".repeat(36 * 36));
        assert_eq!(large, "1296 symbols do not fill a board of side 4 to 35");
        assert_eq!(error("1..x............"), "'x' in column 4 is no symbol of a 4x4 board");
        assert_eq!(error("1..é............"), "'é' in column 4 is no symbol of a 4x4 board");
        assert_eq!(error("1..5............"), "'5' in column 4 is no symbol of a 4x4 board");
        assert_eq!(error("1...\n..........."), "'\\n' in column 5 is no symbol of a 4x4 board");
        assert_eq!(
            error(&format!("{empty} edges=r1c1-r1c2,r9c1-r1c1")),
            "\"r9c1-r1c1\" is not an edge; write edges=r1c1-r1c2"
        );
        assert!(error(&format!("{empty} edges=r1c1-r2c2")).contains("not adjacent"));
        assert!(error("11..............").contains("r1c1"));
        let marks = CandidateSet::full(BoxShape::of_side(4).unwrap());
        assert_eq!(error(&super::super::text_of_marks(&marks)), TextError::Marks.to_string());
    }
}
