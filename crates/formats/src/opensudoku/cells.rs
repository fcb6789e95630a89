//! The attribute `data` of a game: 81 digits, or since version 1 of this notation `version: N`, then
//! for each cell its digit, its notes and whether it may be edited, with a `|` after each.

use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Grid};

use super::super::error::ParseErrorKind;
use super::super::symbol::{excerpt, value_of};

/// What the cells of a game hold.
pub(super) struct Cells {
    pub(super) givens: Grid,
    pub(super) entries: Grid,
    pub(super) candidates: CandidateSet,
    /// Whether each cell is one character, in order.
    pub(super) is_plain: bool,
}

/// Reads the attribute; an error comes with the character at which it is.
pub(super) fn parse(data: &str) -> Result<Cells, (usize, ParseErrorKind)> {
    const NINE: BoxShape = BoxShape::NINE;
    let mut cells = Cells {
        givens: Grid::empty(NINE),
        entries: Grid::empty(NINE),
        candidates: CandidateSet::none(NINE),
        is_plain: true,
    };
    let wrong = |text: &str, wanted: &'static str| {
        let kind = ParseErrorKind::Token { text: excerpt(text.as_bytes()), wanted: wanted.into() };
        Err((0, kind))
    };
    let count = |found| Err((0, ParseErrorKind::CellCount { found, expected: 81 }));
    let Some(versioned) = data.trim_start().strip_prefix("version:") else {
        let found = data.chars().filter(|c| !c.is_whitespace()).count();
        if found != 81 {
            return count(found);
        }
        let symbols = data.char_indices().enumerate().filter(|(_, (_, c))| !c.is_whitespace());
        for (cell, (index, (_, symbol))) in symbols.enumerate() {
            let value = u8::try_from(symbol).ok().and_then(value_of).filter(|&value| value <= 9);
            let Some(value) = value else {
                let text = format!("'{}'", symbol.escape_debug());
                return Err((index, ParseErrorKind::NoDigit { text, side: 9 }));
            };
            cells.givens.set(Cell::new(cell), Digit::new(value));
            cells.is_plain &= index == cell;
        }
        return Ok(cells);
    };
    cells.is_plain = false;
    let versioned = versioned.trim_start();
    let length = versioned.find(|c: char| !c.is_ascii_digit()).unwrap_or(versioned.len());
    let (version, list) = versioned.split_at(length);
    let width = match version {
        "1" | "2" | "3" => 3,
        // Notes in the corners and in the middle of a cell.
        "4" => 4,
        _ => return wrong(version, "version 1, 2, 3 or 4"),
    };
    // Version 2 wrote a bar too many after the notes. No cell has as many fields as are looked at.
    let most = 81 * 6;
    let list = list.trim();
    let list = list.strip_suffix('|').unwrap_or(list);
    let fields: Vec<&str> = list
        .split('|')
        .map(str::trim)
        .filter(|field| version != "2" || !field.is_empty())
        .take(most)
        .collect();
    if fields.len() != 81 * width {
        return count(fields.len() / width);
    }
    for (index, fields) in fields.chunks_exact(width).enumerate() {
        let cell = Cell::new(index);
        let [value, notes @ .., editable] = fields else { unreachable!("three or four fields") };
        let digit = match value.as_bytes() {
            [value @ b'0'..=b'9'] => Digit::new(value - b'0'),
            _ => return wrong(value, "a digit to 9, or 0 for an empty cell"),
        };
        let grid = match *editable {
            "0" => &mut cells.givens,
            "1" => &mut cells.entries,
            _ => return wrong(editable, "1 for a cell that may be edited, or 0"),
        };
        grid.set(cell, digit);
        let mut digits = DigitSet::EMPTY;
        for notes in notes {
            let Some(noted) = notes_of(notes, version) else {
                return wrong(notes, "notes");
            };
            digits |= noted;
        }
        if digit.is_none() {
            cells.candidates.set(cell, digits);
        }
    }
    Ok(cells)
}

/// The digits noted in a cell: `1,3,` or `-` in version 1, a bit for each digit later.
fn notes_of(text: &str, version: &str) -> Option<DigitSet> {
    if version != "1" {
        let bits = text.parse::<u16>().ok().filter(|&bits| bits < 1 << 9)?;
        return Some(DigitSet::from_bits(bits.into()));
    }
    if text == "-" {
        return Some(DigitSet::EMPTY);
    }
    let mut digits = DigitSet::EMPTY;
    for digit in text.split(',').filter(|digit| !digit.is_empty()) {
        let [digit @ b'1'..=b'9'] = digit.as_bytes() else { return None };
        digits |= DigitSet::only(Digit::new(digit - b'0')?);
    }
    Some(digits)
}
