//! The cells of a puzzle in JSON, as text or as lists, and what they make.

use quadrille_core::{BoxShape, Edges, Puzzle};

use super::super::alphabet::{grid_of, letters_as_digits, sign_of};
use super::super::block::{Page, puzzle_of_lines};
use super::super::error::ParseErrorKind;
use super::super::line::LineReader;
use super::super::pencilmark;
use super::super::session::{Fault, LineParser, Session};
use super::super::symbol::{is_empty_cell, number_of, value_of};
use super::tokens::Place;

/// A string, or several that are the rows of a grid, with the places of their first characters.
#[derive(Default)]
pub(super) struct Text {
    pub(super) text: String,
    /// Where in the text each string begins, in characters, and its place.
    parts: Vec<(u64, Place)>,
}

impl Text {
    pub(super) fn new(text: &str, place: Place) -> Self {
        Self { text: text.to_owned(), parts: vec![(0, place)] }
    }

    /// The texts as one.
    pub(super) fn joined(texts: Vec<Self>) -> Self {
        let mut joined = Self::default();
        for part in texts {
            let start = joined.text.chars().count() as u64;
            joined.parts.push((start, part.place()));
            joined.text.push_str(&part.text);
        }
        joined
    }

    /// The place of its first character.
    pub(super) fn place(&self) -> Place {
        self.parts.first().map_or((1, 1), |&(_, place)| place)
    }

    /// The place of a character. With escapes before it, it is a little further on.
    pub(super) fn place_of(&self, index: u64) -> Place {
        let part = self.parts.partition_point(|&(start, _)| start <= index).max(1) - 1;
        self.parts
            .get(part)
            .map_or((1, 1), |&(start, (line, column))| (line, column + index - start))
    }
}

/// A cell of a list.
pub(super) struct ListCell {
    /// What it holds, 0 for nothing, or the text that is not a valid cell.
    value: Result<u8, String>,
    /// Its first symbol, upper case; a blank for each way to write that there is nothing.
    sign: u8,
    pub(super) place: Place,
}

impl ListCell {
    /// The cell that a short text in a list is: a symbol, a number, or blank for an empty cell.
    pub(super) fn of_text(text: Text) -> Self {
        let place = text.place();
        let bytes = text.text.trim().as_bytes();
        let value = match bytes {
            [] => Some(0),
            [symbol] => value_of(*symbol),
            _ => number_of(bytes),
        };
        let sign = match bytes {
            [symbol] if symbol.is_ascii_alphanumeric() => symbol.to_ascii_uppercase(),
            _ => sign_of(bytes.first()),
        };
        Self { value: value.ok_or(text.text), sign, place }
    }

    /// The cell that a number in a list is; `null` and -1 are empty cells.
    pub(super) fn of_word(word: &str, place: Place) -> Self {
        let value = match word {
            "null" | "-1" | "false" => Some(0),
            _ => number_of(word.as_bytes()),
        };
        let first = word.bytes().next().unwrap_or(b' ');
        let sign = if first.is_ascii_digit() { first } else { b' ' };
        Self { value: value.ok_or_else(|| word.to_owned()), sign, place }
    }

    /// Whether it is an empty cell.
    pub(super) fn is_empty(&self) -> bool {
        self.value == Ok(0)
    }
}

/// The cells of a puzzle.
pub(super) enum Cells {
    Text(Text),
    /// All cells, row by row.
    List(Vec<ListCell>),
    Rows(Vec<Vec<ListCell>>),
}

impl Default for Cells {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl Cells {
    /// Whether lists of numbers are a board, whatever the name of their field.
    pub(super) fn are_surely_a_board(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::List(cells) => cells.len() == BoxShape::NINE.cells(),
            Self::Rows(rows) => rows.len() >= BoxShape::MIN_SIDE,
        }
    }

    /// The puzzle of these cells; `place` is that of the whole.
    pub(super) fn puzzle(
        self,
        session: &Session,
        reader: &mut LineReader,
        place: Place,
        is_marks: bool,
    ) -> Result<Puzzle, Fault> {
        let fault = |(line, column): Place, kind| Fault::new(line, column, kind);
        let (shape, cells) = match self {
            Self::Text(text) => return puzzle_of_text(session, reader, &text, is_marks),
            Self::List(cells) => {
                let found = cells.len();
                let shape = match session.expected() {
                    Some(shape) if shape.cells() == found => shape,
                    Some(shape) => {
                        let kind = ParseErrorKind::CellCount { found, expected: shape.cells() };
                        return Err(fault(place, kind));
                    }
                    None => session
                        .shape_of_cells(found)
                        .ok_or_else(|| fault(place, ParseErrorKind::no_board(found)))?,
                };
                (shape, cells)
            }
            Self::Rows(rows) => {
                let side = session.expected().map_or(rows.len(), BoxShape::side);
                let shape = session
                    .shape_of_side(side, None)
                    .ok_or_else(|| fault(place, ParseErrorKind::no_side(side)))?;
                if let Some(row) = rows.iter().find(|row| row.len() != side) {
                    let at = row.first().map_or(place, |cell| cell.place);
                    let kind = ParseErrorKind::RowLength { found: row.len(), expected: side };
                    return Err(fault(at, kind));
                }
                if rows.len() != side {
                    let kind = ParseErrorKind::RowCount { found: rows.len(), expected: side };
                    return Err(fault(place, kind));
                }
                (shape, rows.into_iter().flatten().collect())
            }
        };
        let side = shape.side();
        let value = |cell: &ListCell| {
            let text = match &cell.value {
                Ok(value) if usize::from(*value) <= side => return Ok(*value),
                Ok(value) => value.to_string(),
                Err(text) => format!("`{}`", text.escape_debug()),
            };
            Err(fault(cell.place, ParseErrorKind::NoDigit { text, side }))
        };
        let digits: Result<Vec<u8>, Fault> = cells.iter().map(value).collect();
        let digits = digits.or_else(|fault| {
            let symbol = |cell: &ListCell| if cell.sign == b' ' { b'.' } else { cell.sign };
            let symbols: Vec<u8> = cells.iter().map(symbol).collect();
            letters_as_digits(&symbols, side).ok_or(fault)
        })?;
        let givens = grid_of(shape, &digits, session.is_named, |index| cells[index].sign)
            .map_err(|kind| fault(place, kind))?;
        Puzzle::new(givens, Edges::none())
            .map_err(|conflict| fault(cells[conflict.cells[1].index()].place, conflict.into()))
    }
}

/// The puzzle of a text in which it stands between words, if there is exactly one: a grid, or its symbols
/// on one line.
pub(super) fn puzzle_in_words(text: &str) -> Option<Puzzle> {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || is_empty_cell(*byte);
    let has_words = text.contains(char::is_whitespace);
    if !has_words || text.bytes().filter(is_cell).count() < BoxShape::MIN_SIDE.pow(2) {
        return None;
    }
    let is_puzzle = |puzzle: &Puzzle| puzzle.givens().empty_cells().next().is_some();
    let mut session = Session::new("json", None, true);
    let mut page = Page::default();
    for (line, number) in text.lines().zip(1..) {
        page.line(&mut session, number, line.as_bytes());
    }
    page.end(&mut session);
    let records = std::mem::take(&mut session.queue).into_iter();
    let mut puzzles: Vec<Puzzle> = records.filter_map(|record| record.puzzle.ok()).collect();
    puzzles.retain(is_puzzle);
    if puzzles.is_empty() {
        let mut reader = LineReader::default();
        let on_line = |line: &str| reader.puzzle_at(&session, line.as_bytes()).ok();
        puzzles = text.lines().filter_map(on_line).filter(is_puzzle).collect();
    }
    puzzles.pop().filter(|_| puzzles.is_empty())
}

fn puzzle_of_text(
    session: &Session,
    reader: &mut LineReader,
    text: &Text,
    is_marks: bool,
) -> Result<Puzzle, Fault> {
    let bytes = text.text.as_bytes();
    if text.text.contains('\n') {
        let (line, column) = text.place();
        let among_words = |kind| puzzle_in_words(&text.text).ok_or(Fault::new(line, column, kind));
        return puzzle_of_lines(session, bytes).or_else(among_words);
    }
    let found = if is_marks || pencilmark::begins_with_marks(bytes) {
        pencilmark::puzzle_at(session, bytes)
    } else {
        reader.puzzle_at(session, bytes)
    };
    found.map_err(|(index, kind)| {
        let (line, column) = text.place_of(index);
        Fault::new(line, column, kind)
    })
}
