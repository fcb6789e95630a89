//! Lines whose puzzle can be solved without making a [`Puzzle`](crate::Puzzle) of it.

use super::lines::{LONGEST_LINE, line_end};
use super::session::LineParser;
use crate::board::is_free_of_conflict;

/// The puzzle of a plain line: 9x9, without edges and conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainPuzzle<'t> {
    /// Row-major symbols: `1` to `9` for givens; `.`, `0`, `*`, `_` or `-` for an empty cell.
    Cells(&'t [u8; 81]),
    /// The candidates of each cell, of which bit 0 is the digit 1.
    Masks([u16; 81]),
}

impl PlainPuzzle<'_> {
    fn is_free_of_conflict(&self) -> bool {
        match self {
            // The low four bits of a symbol are the digit, or more than 9 for an empty cell.
            Self::Cells(cells) => is_free_of_conflict(&cells.map(|symbol| symbol & 15)),
            Self::Masks(masks) => is_free_of_conflict(&masks.map(|mask| {
                let digit = mask.trailing_zeros() as u8 + 1;
                if mask.is_power_of_two() { digit } else { 0 }
            })),
        }
    }
}

/// The plain lines that are buffered, as far as the first line that is not plain.
/// [`Reader::plain_lines`](super::Reader::plain_lines) says more.
pub struct PlainLines<'t> {
    pub(super) text: &'t [u8],
    pub(super) parser: &'t mut (dyn LineParser + Send),
    pub(super) bytes: usize,
}

impl PlainLines<'_> {
    /// Returns the length of the lines so far in bytes, line ends included.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl<'t> Iterator for PlainLines<'t> {
    type Item = PlainPuzzle<'t>;

    fn next(&mut self) -> Option<PlainPuzzle<'t>> {
        let text = &self.text[self.bytes..];
        let end = line_end(text).filter(|&end| end <= LONGEST_LINE)?;
        let ending = match &text[end..] {
            [b'\n', ..] => 1,
            [b'\r', b'\n', ..] => 2,
            _ => return None,
        };
        let puzzle = self.parser.plain(&text[..end])?;
        if !puzzle.is_free_of_conflict() {
            return None;
        }
        self.bytes += end + ending;
        Some(puzzle)
    }
}
