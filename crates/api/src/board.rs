//! Boards as plain data, and the puzzles of requests.

use std::fmt;

use quadrille_core::{
    BoxShape, CandidateSet, Cell, Conflict, Digit, DigitSet, Edges, Grid, Puzzle,
};
use quadrille_formats::{Extra, text_of_puzzle};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::{Context, Error, ErrorKind};

/// A board, with what a solver has entered and noted.
///
/// Lists of cells go row by row and have an item for each cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Board {
    /// Rows and columns of a box, such as `3x3`. The side of the board is their product.
    #[serde(rename = "box")]
    pub shape: String,
    /// The givens; 0 in an empty cell.
    pub cells: Vec<u8>,
    /// Pairs of adjacent cells, by index from 0, whose digits must be consecutive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<[u16; 2]>,
    /// The digits that the puzzle itself allows in each cell, of a pencilmark puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Vec<u8>>>,
    /// The digits that a solver has entered in cells without a given; 0 elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<u8>>,
    /// The candidates that a solver has noted; none in a cell without notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<Vec<Vec<u8>>>,
    /// Title, author and the like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<DetailText>,
}

/// What an input says about a puzzle in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DetailText {
    /// What it is about: `title`, `author`, `source`, …
    pub about: String,
    /// The words.
    pub text: String,
}

/// A puzzle in a request: the text of one puzzle in any format, or a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PuzzleInput {
    /// Text; its format is detected.
    Text(String),
    /// A board.
    Board(Box<Board>),
}

/// The variants are distinguished by hand, so that errors name the field that is wrong.
impl<'de> Deserialize<'de> for PuzzleInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrBoard;
        impl<'de> Visitor<'de> for TextOrBoard {
            type Value = PuzzleInput;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the text of a puzzle, or an object with `box` and `cells`")
            }

            fn visit_str<E>(self, text: &str) -> Result<PuzzleInput, E> {
                Ok(PuzzleInput::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PuzzleInput, A::Error> {
                Board::deserialize(MapAccessDeserializer::new(map))
                    .map(|board| PuzzleInput::Board(Box::new(board)))
            }
        }
        deserializer.deserialize_any(TextOrBoard)
    }
}

/// Checks that a board is not too large to search on.
pub(crate) fn require_side(shape: BoxShape, context: &Context<'_>) -> Result<(), Error> {
    if shape.side() <= context.caps.side {
        return Ok(());
    }
    let (side, most) = (shape.side(), context.caps.side);
    Err(Error::new(
        ErrorKind::TooLarge,
        format!("the board has side {side}; searches are limited to side {most} here"),
    ))
}

impl Board {
    /// Returns the data of a puzzle.
    ///
    /// ```
    /// use quadrille_api::Board;
    /// use quadrille_core::Puzzle;
    /// use quadrille_formats::Extra;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let board = Board::of(&puzzle, &Extra::default());
    /// assert_eq!((board.shape.as_str(), &board.cells[..3]), ("2x2", &[1, 2, 0][..]));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn of(puzzle: &Puzzle, extra: &Extra) -> Self {
        let marks = puzzle.marks().map(lists_of);
        // Cells with one mark are givens of a pencilmark puzzle, and must not be repeated.
        let detail = |(detail, text): (quadrille_formats::Detail, &str)| DetailText {
            about: detail.id().to_owned(),
            text: text.to_owned(),
        };
        Self {
            shape: puzzle.shape().to_string(),
            cells: puzzle.givens().snapshot().to_vec(),
            edges: puzzle
                .edges()
                .pairs()
                .iter()
                .map(|(a, b)| [a.index() as u16, b.index() as u16])
                .collect(),
            marks,
            entries: extra.entries.as_ref().map(|entries| entries.snapshot().to_vec()),
            notes: extra.candidates.as_ref().map(lists_of),
            details: extra.details.iter().map(detail).collect(),
        }
    }

    /// Returns the puzzle and what a solver has entered, or the conflict of its givens.
    ///
    /// # Errors
    /// When lists have the wrong length, or digits are too large.
    ///
    /// ```
    /// use quadrille_api::Board;
    ///
    /// let mut cells = vec![0; 16];
    /// cells[..2].fill(1);
    /// let board = Board { shape: "2x2".to_owned(), cells, ..Board::default() };
    /// assert!(board.resolve()?.is_err()); // 1 is twice in row 1
    /// # Ok::<(), quadrille_api::Error>(())
    /// ```
    pub fn resolve(&self) -> Result<Result<(Puzzle, Extra), Conflict>, Error> {
        let bad = |message: String| Error::new(ErrorKind::BadPuzzle, message);
        let shape: BoxShape = self.shape.parse().map_err(|_| {
            let shown: String = self.shape.chars().take(20).collect();
            bad(format!("`box` is {shown:?}; expected rows and columns, such as 3x3"))
        })?;
        let givens = grid(shape, &self.cells, "cells")?;
        let edges = self.edges(shape)?;
        let puzzle = match &self.marks {
            None => Puzzle::new(givens, edges),
            Some(marks) => {
                let mut marks = candidates(shape, marks, "marks")?;
                for (cell, digit) in givens.filled() {
                    marks.set(cell, DigitSet::only(digit));
                }
                Puzzle::from_marks(marks, edges)
            }
        };
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(conflict) => return Ok(Err(conflict)),
        };
        let mut extra = Extra::default();
        if let Some(entries) = &self.entries {
            let mut entries = grid(shape, entries, "entries")?;
            for (cell, _) in puzzle.givens().filled() {
                entries.set(cell, None);
            }
            extra.entries = Some(entries);
        }
        if let Some(notes) = &self.notes {
            extra.candidates = Some(candidates(shape, notes, "notes")?);
        }
        for DetailText { about, text } in &self.details {
            let all = quadrille_formats::Detail::ALL;
            let detail = all.into_iter().find(|detail| detail.id() == about).ok_or_else(|| {
                Error::unknown("detail", about, all.map(quadrille_formats::Detail::id))
            })?;
            extra.details.push(detail, text);
        }
        Ok(Ok((puzzle, extra)))
    }

    fn edges(&self, shape: BoxShape) -> Result<Edges, Error> {
        let cells = shape.cells();
        if let Some(pair) =
            self.edges.iter().find(|pair| pair.iter().any(|&at| usize::from(at) >= cells))
        {
            return Err(Error::new(
                ErrorKind::BadPuzzle,
                format!("the edge {}-{} leaves the board of {cells} cells", pair[0], pair[1]),
            ));
        }
        let pairs = self.edges.iter().map(|&[a, b]| (Cell::new(a.into()), Cell::new(b.into())));
        Edges::new(shape, pairs)
            .map_err(|error| Error::new(ErrorKind::BadPuzzle, error.to_string()))
    }
}

fn grid(shape: BoxShape, digits: &[u8], name: &str) -> Result<Grid, Error> {
    require_length(shape, digits.len(), name)?;
    Grid::from_digits(shape, digits).ok_or_else(|| {
        let side = shape.side();
        Error::new(ErrorKind::BadPuzzle, format!("`{name}` has a digit above {side}"))
    })
}

fn candidates(shape: BoxShape, lists: &[Vec<u8>], name: &str) -> Result<CandidateSet, Error> {
    require_length(shape, lists.len(), name)?;
    let side = shape.side();
    let mut set = CandidateSet::none(shape);
    for (cell, digits) in lists.iter().enumerate() {
        let mut bits = DigitSet::EMPTY;
        for &value in digits {
            let digit = Digit::new(value).filter(|digit| usize::from(digit.get()) <= side);
            let Some(digit) = digit else {
                let message = format!("`{name}` has the digit {value}; expected 1 to {side}");
                return Err(Error::new(ErrorKind::BadPuzzle, message));
            };
            bits |= DigitSet::only(digit);
        }
        set.set(Cell::new(cell), bits);
    }
    Ok(set)
}

fn require_length(shape: BoxShape, length: usize, name: &str) -> Result<(), Error> {
    if length == shape.cells() {
        return Ok(());
    }
    let expected = shape.cells();
    let message = format!("`{name}` has {length} items, expected {expected} for boxes of {shape}");
    Err(Error::new(ErrorKind::BadPuzzle, message))
}

/// Returns the digits of each cell.
fn lists_of(candidates: &CandidateSet) -> Vec<Vec<u8>> {
    candidates.cells().iter().map(|set| set.iter().map(Digit::get).collect()).collect()
}

/// Returns a puzzle as text that reads back as the same puzzle, as the command line writes it.
pub(crate) fn text_of(puzzle: &Puzzle) -> String {
    text_of_puzzle(puzzle)
}
