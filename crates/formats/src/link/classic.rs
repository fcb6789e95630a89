//! The short forms in which SudokuPad writes the givens of classic puzzles.
//!
//! `classic…` is one of two codes, and a reader must find out which. In the older one, the digits
//! 1 to 9 stand for themselves and a letter or sign for as many empty cells as its place in an
//! alphabet says. In the newer one, each sign stands for a cell and up to five empty cells after it:
//! the digit, or 0, plus ten times the number of empty cells. `scf…` is the newer one, with title
//! and author after an asterisk.

use quadrille_core::{BoxShape, Cell, Puzzle};

use super::draft::Draft;
use super::{LinkError, rules};
use crate::error::ParseErrorKind;
use crate::extra::{Detail, Extra};

/// The signs of the older code, for no empty cell, one, two and so on.
const BLANKS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";

/// Reads the text after `classic`.
pub(super) fn decode(text: &str) -> Result<(Puzzle, Extra), ParseErrorKind> {
    // Either code may be meant: it is the one in which the cells fill a 9x9 board, or another one.
    let mut readings: Vec<Vec<u8>> = [pairs(text), runs(text)].into_iter().flatten().collect();
    readings.sort_by_key(|cells| cells.len() != 81);
    let mut problem = LinkError::Damaged.into();
    for cells in readings {
        match draft_of(&cells).and_then(Draft::finish) {
            Ok(read) => return Ok(read),
            Err(_) if cells.len() != 81 => {}
            Err(error) => problem = error,
        }
    }
    Err(problem)
}

/// Reads the newer code.
pub(super) fn decode_pairs(text: &str) -> Result<(Puzzle, Extra), ParseErrorKind> {
    let cells = pairs(text).filter(|cells| cells.len() == 81).ok_or(LinkError::Damaged)?;
    draft_of(&cells)?.finish()
}

/// Reads the text after `scf`.
pub(super) fn decode_scf(text: &str) -> Result<(Puzzle, Extra), ParseErrorKind> {
    // Without an asterisk, the constraints follow the 81st cell.
    let (givens, constraints) = text.split_once('*').unwrap_or_else(|| {
        let mut cells = 0;
        let end = text.bytes().position(|sign| {
            let is_over = cells >= 81;
            cells += value_of(sign).map_or(1, |value| 1 + value / 10);
            is_over
        });
        text.split_at(end.filter(|&end| text.is_char_boundary(end)).unwrap_or(text.len()))
    });
    let cells = pairs(givens).unwrap_or_default();
    let mut draft = draft_of(cells.get(..81).ok_or(LinkError::Damaged)?)?;
    let mut rest = constraints;
    while let Some(kind) = rest.chars().next() {
        rest = &rest[kind.len_utf8()..];
        let detail = match kind {
            'w' => return Err(rules::constraint("windoku")),
            'x' => return Err(rules::constraint("diagonal+")),
            't' => Detail::Title,
            'a' => Detail::Author,
            _ => continue,
        };
        // The text ends at an asterisk; one in the text is doubled.
        let mut text = String::new();
        while let Some(character) = rest.chars().next() {
            rest = &rest[character.len_utf8()..];
            if character == '*' {
                match rest.strip_prefix('*') {
                    Some(after) => rest = after,
                    None => break,
                }
            }
            text.push(character);
        }
        draft.details.push(detail, &text);
    }
    draft.finish()
}

fn draft_of(cells: &[u8]) -> Result<Draft, ParseErrorKind> {
    let shape = BoxShape::of_cells(cells.len()).ok_or(LinkError::Damaged)?;
    let mut draft = Draft::new(shape);
    for (index, digit) in cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        draft.give(Cell::new(index), &digit.to_string())?;
    }
    Ok(draft)
}

/// Cells of the largest board whose digits are single signs.
const MOST: usize = 81;

/// Reads the newer code.
fn pairs(text: &str) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    for sign in text.bytes() {
        let value = value_of(sign).filter(|_| cells.len() <= MOST)?;
        cells.push((value % 10) as u8);
        cells.resize(cells.len() + value / 10, 0);
    }
    Some(cells)
}

/// The place of a sign of the newer code in its alphabet.
fn value_of(sign: u8) -> Option<usize> {
    Some(usize::from(match sign {
        b'0'..=b'9' => sign - b'0',
        b'A'..=b'Z' => sign - b'A' + 10,
        b'a'..=b'x' => sign - b'a' + 36,
        _ => return None,
    }))
}

/// Reads the older code.
fn runs(text: &str) -> Option<Vec<u8>> {
    let mut cells = Vec::new();
    for sign in text.bytes() {
        match sign {
            _ if cells.len() > MOST => return None,
            b'1'..=b'9' => cells.push(sign - b'0'),
            _ => {
                let blanks = BLANKS.iter().position(|&blank| blank == sign)?;
                cells.resize(cells.len() + blanks, 0);
            }
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    /// Writes the newer code.
    fn written(puzzle: &str) -> String {
        let alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx".as_bytes();
        let cells: Vec<usize> =
            puzzle.bytes().map(|c| if c == b'.' { 0 } else { usize::from(c - b'0') }).collect();
        let mut signs = String::new();
        let mut at = 0;
        while at < cells.len() {
            let blanks = cells[at + 1..].iter().take(5).take_while(|&&cell| cell == 0).count();
            signs.push(alphabet[cells[at] + 10 * blanks].into());
            at += 1 + blanks;
        }
        signs
    }

    fn line(read: Result<(Puzzle, Extra), ParseErrorKind>) -> String {
        read.unwrap().0.to_string()
    }

    #[test]
    fn both_codes_are_read() {
        assert_eq!(line(decode(&written(PUZZLE))), PUZZLE);
        // SudokuPad's own examples of the older code.
        assert_eq!(line(decode("_M")), ".".repeat(81));
        let old = "B6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B";
        let cells =
            ".6.91...7..2....15.....4...9..3..........6...4.3...25...4.....8.....87.4..5.7..3.";
        assert_eq!(line(decode(old)), cells);
        for bad in ["", "NOTVALID", "!!!!", "é", &"x".repeat(65_536), &"_".repeat(65_536)] {
            assert!(decode(bad).is_err(), "{bad:.20}");
            assert!(decode_scf(bad).is_err(), "{bad:.20}");
        }
    }

    #[test]
    fn titles_follow_an_asterisk() {
        let text = format!("{}*tA ** title*aSomebody", written(PUZZLE));
        let (puzzle, extra) = decode_scf(&text).unwrap();
        assert_eq!(puzzle.to_string(), PUZZLE);
        assert_eq!(extra.details.get(Detail::Title), Some("A * title"));
        assert_eq!(extra.details.get(Detail::Author), Some("Somebody"));
        assert_eq!(line(decode_scf(&written(PUZZLE))), PUZZLE);
        let windoku = decode_scf(&format!("{}w", written(PUZZLE))).unwrap_err().to_string();
        assert!(windoku.contains("windoku"), "{windoku}");
        let diagonal = decode_scf(&format!("{}*x", written(PUZZLE))).unwrap_err().to_string();
        assert!(diagonal.contains("a diagonal sudoku"), "{diagonal}");
    }
}
