//! One line of a block grid: what kind of line it is, and its cells.

use std::ops::Range;

use super::error::ParseErrorKind;
use super::symbol::{character_at, excerpt, is_bracket, number_of, parts_cells, value_of};
use crate::board::BoxShape;

/// What a line that is neither blank nor a comment holds.
pub(super) enum Content {
    /// A line between bands, or around the grid.
    Border,
    /// Dashes only: a border, or a row of empty cells.
    Dashes(Row),
    /// A heading such as `Grid 01` or `[Puzzle]`.
    Title,
    /// A row of cells.
    Row(Row),
}

/// A row of cells, not yet judged: how many cells it has may depend on the side of the board.
/// `12 3 4 1` may be four numbers or five symbols.
#[derive(Clone)]
pub(super) struct Row {
    /// Pieces between blanks and borders.
    pieces: Vec<Range<usize>>,
    /// How many pieces each stack has.
    stacks: Vec<usize>,
    /// Characters in all pieces.
    symbols: usize,
    /// Whether each piece alone stands for a cell of some board.
    pieces_are_cells: bool,
    likely_side: Option<usize>,
    /// Whether a dash is among the symbols.
    pub(super) has_dash: bool,
}

pub(super) fn content_of(line: &[u8]) -> Content {
    let text = line.trim_ascii();
    let is_word = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_lowercase();
    if text.get(..2).is_some_and(is_word) {
        return Content::Title;
    }
    if text.iter().all(|&byte| parts_cells(byte)) && text.iter().any(|&byte| is_bracket(byte)) {
        return Content::Border;
    }
    if text.starts_with(b"[") {
        // `[Puzzle]` and `[1]`, but not a row of a list as programs write it, `[5, 3, 0, 0],`.
        let row = Row::of(line);
        return if row.likely_side().is_some() { Content::Row(row) } else { Content::Title };
    }
    let (mut horizontal, mut corner, mut star, mut drawn, mut other) = (0, 0, 0, 0, 0);
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'-' | b'=' => horizontal += 1,
            b'+' => corner += 1,
            b'*' => star += 1,
            b' ' | b'\t' | b'|' | b':' => {}
            _ if is_box_drawing(&text[at..]) => {
                // U+2500 and U+2550, the horizontal strokes.
                drawn += usize::from(text[at + 2] == 0x80 || text[at + 2] == 0x90);
                at += 2;
            }
            _ => other += 1,
        }
        at += 1;
    }
    if other == 0 {
        let ruled = horizontal > 0 && (corner > 0 || text.contains(&b'='));
        let starred = star > 0 && text.windows(3).any(|three| three == b"---");
        // A drawn border with a plus has an edge on it, which must not get lost.
        if (drawn > 0 && corner == 0) || ruled || starred || (horizontal, corner, star) == (0, 0, 0)
        {
            return Content::Border;
        }
        if (corner, star) == (0, 0) {
            return Content::Dashes(Row::of(line));
        }
    }
    Content::Row(Row::of(line))
}

/// Whether the text begins with one of the characters U+2500 to U+257F.
fn is_box_drawing(text: &[u8]) -> bool {
    matches!(text, [0xE2, 0x94 | 0x95, 0x80..=0xBF, ..])
}

impl Row {
    /// The row of a line.
    pub(super) fn of(line: &[u8]) -> Self {
        let mut row = Self {
            pieces: Vec::new(),
            stacks: vec![0],
            symbols: 0,
            pieces_are_cells: false,
            likely_side: None,
            has_dash: false,
        };
        let mut at = 0;
        let mut within = false;
        while at < line.len() {
            let drawn = is_box_drawing(&line[at..]);
            if drawn || matches!(line[at], b'|' | b':') {
                within = false;
                if row.stacks.last() != Some(&0) {
                    row.stacks.push(0);
                }
                at += if drawn { 3 } else { 1 };
                continue;
            }
            if parts_cells(line[at]) {
                within = false;
            } else if within {
                row.pieces.last_mut().expect("within a piece").end = at + 1;
            } else {
                within = true;
                row.pieces.push(at..at + 1);
                *row.stacks.last_mut().expect("never empty") += 1;
            }
            if within {
                row.symbols += usize::from(line[at] & 0xC0 != 0x80);
                row.has_dash |= line[at] == b'-';
            }
            at += 1;
        }
        if row.stacks.last() == Some(&0) {
            row.stacks.pop();
        }
        row.pieces_are_cells = row.pieces.iter().all(|p| piece_value(&line[p.clone()]).is_some());
        row.likely_side = [row.pieces.len(), row.symbols].into_iter().find(|&side| {
            (BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE).contains(&side)
                && row.cells(line, side).is_ok()
        });
        row
    }

    /// The side of a board that can have this row; numbers before symbols.
    pub(super) fn likely_side(&self) -> Option<usize> {
        self.likely_side
    }

    /// How many cells it has to a reader's eye.
    pub(super) fn len(&self) -> usize {
        let by_piece = self.pieces_are_cells && self.pieces.len() > 1;
        if by_piece { self.pieces.len() } else { self.symbols }
    }

    /// Where in the line it begins.
    pub(super) fn start(&self) -> usize {
        self.pieces.first().map_or(0, |piece| piece.start)
    }

    /// The values of its cells on a board of that side, with their places in the line.
    pub(super) fn cells(
        &self,
        line: &[u8],
        side: usize,
    ) -> Result<Vec<(u8, usize)>, (usize, ParseErrorKind)> {
        let fits = |value: Option<u8>| value.filter(|&value| usize::from(value) <= side);
        if self.pieces.len() == side && (self.pieces_are_cells || self.symbols != side) {
            let cell = |piece: &Range<usize>| {
                let bytes = &line[piece.clone()];
                let value = fits(piece_value(bytes)).ok_or_else(|| {
                    let text = match excerpt(bytes) {
                        one if bytes.len() == 1 => format!("'{one}'"),
                        number => number,
                    };
                    (piece.start, ParseErrorKind::NoDigit { text, side })
                })?;
                Ok((value, piece.start))
            };
            return self.pieces.iter().map(cell).collect();
        }
        if self.symbols != side {
            let kind = ParseErrorKind::RowLength { found: self.len(), expected: side };
            return Err((self.start(), kind));
        }
        let offsets = self.pieces.iter().flat_map(Clone::clone);
        let cell = |offset: usize| {
            let value = fits(value_of(line[offset])).ok_or_else(|| {
                let byte = line[offset];
                let kind = match character_at(line, offset) {
                    char::REPLACEMENT_CHARACTER => ParseErrorKind::NotText { byte },
                    symbol => {
                        let text = format!("'{}'", symbol.escape_debug());
                        ParseErrorKind::NoDigit { text, side }
                    }
                };
                (offset, kind)
            })?;
            Ok((value, offset))
        };
        offsets.map(cell).collect()
    }

    /// The columns of a box on a board of that side, where borders part the row evenly. A border
    /// at every cell is decoration.
    pub(super) fn box_columns(&self, side: usize) -> Option<usize> {
        let stacks = self.stacks.len();
        let columns = side / stacks.max(1);
        let mut pieces = self.pieces.iter();
        let by_piece = self.pieces.len() == side;
        let even = self.stacks.iter().all(|&count| {
            let stack = pieces.by_ref().take(count);
            let cells: usize = stack.map(|p| if by_piece { 1 } else { p.len() }).sum();
            cells == columns
        });
        (even && stacks > 1 && columns > 1 && columns * stacks == side).then_some(columns)
    }
}

/// The value of a piece that stands for one cell: a symbol, or a number of two figures.
fn piece_value(piece: &[u8]) -> Option<u8> {
    match *piece {
        [symbol] => value_of(symbol),
        _ => number_of(piece),
    }
}

/// Whether a line may be a row of a grid of that side.
pub(super) fn may_be_row(line: &[u8], side: usize) -> bool {
    side <= BoxShape::MAX_SIDE
        && matches!(content_of(line), Content::Row(row) if row.cells(line, side).is_ok())
}
