//! Lines whose puzzle can be solved without making a [`Puzzle`](crate::Puzzle) of it.

use super::line::are_symbols;
use crate::board::is_free_of_conflict;

/// The puzzle of a plain line: 9x9, without edges and conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlainPuzzle<'t> {
    /// Row-major symbols: `1` to `9` for givens; `.`, `0`, `*`, `_` or `-` for an empty cell.
    Cells(&'t [u8; 81]),
    /// The candidates of each cell, of which bit 0 is the digit 1.
    Masks([u16; 81]),
}

impl<'t> PlainPuzzle<'t> {
    /// Returns the puzzle of a text that is nothing but its 81 symbols; `None` for any other text,
    /// and if two givens contradict each other.
    pub fn of_symbols(text: &'t [u8]) -> Option<Self> {
        let cells = <&[u8; 81]>::try_from(text).ok().filter(|cells| are_symbols(cells))?;
        Some(Self::Cells(cells)).filter(Self::is_free_of_conflict)
    }

    /// Whether no two cells of a house have the same given.
    pub(super) fn is_free_of_conflict(&self) -> bool {
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
