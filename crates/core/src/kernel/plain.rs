//! Lines whose puzzle can be solved without making a [`Puzzle`] of it.

use quadrille_simd::Masks;

use crate::board::{BoxShape, CandidateSet, DigitSet, Edges, Puzzle, is_free_of_conflict};
use crate::text::{are_symbols, digits_of};

/// The puzzle of a plain line: 9x9, without edges and conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlainPuzzle<'t>(pub(super) Plain<'t>);

/// How it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plain<'t> {
    /// Row-major symbols.
    Cells(&'t [u8; 81]),
    /// The candidates of each cell, of which bit 0 is the digit 1.
    Masks(Masks),
}

impl<'t> PlainPuzzle<'t> {
    /// Returns the puzzle of 81 symbols, row by row: `1` to `9` for givens; `.`, `0`, `*`, `_` or `-`
    /// for an empty cell. `None` if there are others, or two givens contradict each other.
    pub fn of_symbols(cells: &'t [u8; 81]) -> Option<Self> {
        // The low four bits of a symbol are the digit, or more than 9 for an empty cell.
        let is_puzzle = are_symbols(cells) && is_free_of_conflict(&cells.map(|symbol| symbol & 15));
        is_puzzle.then_some(Self(Plain::Cells(cells)))
    }

    /// Returns the puzzle with the candidates of each cell, of which bit 0 is the digit 1. `None` if
    /// two cells with one candidate contradict each other.
    pub fn of_masks(masks: Masks) -> Option<Self> {
        let given = |mask: u16| if mask.is_power_of_two() { mask.trailing_zeros() + 1 } else { 0 };
        let is_puzzle = is_free_of_conflict(&masks.map(|mask| given(mask) as u8));
        is_puzzle.then_some(Self(Plain::Masks(masks)))
    }

    /// Returns the puzzle itself.
    pub fn puzzle(&self) -> Puzzle {
        match self.0 {
            Plain::Cells(cells) => Puzzle::of_nine_unchecked(&digits_of(cells)),
            Plain::Masks(masks) => {
                let cells = masks.map(|mask| DigitSet::from_bits(mask.into()));
                let marks = CandidateSet::from_cells(BoxShape::NINE, cells.into());
                Puzzle::from_marks(marks, Edges::none()).expect("it is free of conflicts")
            }
        }
    }
}
