//! What a local search leaves fixed: only the givens, or everything that propagation finds.

use quadrille_core::{CandidateSet, Cell, Digit, DigitSet, Puzzle, Stop};

use super::CandidateGrid;
use crate::registry::{Key, Parameters};

/// Which cells a search over complete boards leaves fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// The givens.
    Givens,
    /// The givens and all naked and hidden singles that follow from them.
    Propagated,
}

impl Start {
    /// The parameter `start`, by default `propagated`.
    pub const KEY: Key<&'static str> = Key::choice(
        "start",
        &["propagated", "givens"],
        "propagated",
        "cells that stay fixed: the givens and everything that propagation finds, or only the givens",
    );

    /// Returns the value of the parameter `start`.
    pub fn of(parameters: &Parameters) -> Self {
        match parameters.get(&Self::KEY) {
            "givens" => Self::Givens,
            _ => Self::Propagated,
        }
    }

    /// Returns the candidates of every cell. A cell with one candidate is fixed if propagation found
    /// it or it is a given.
    ///
    /// # Errors
    /// [`Stop::ProvedNone`] if propagation proves that there is no solution.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_lab::board::Start;
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// assert!(Start::Propagated.candidates(&puzzle)?.iter().all(|digits| digits.len() == 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn candidates(self, puzzle: &Puzzle) -> Result<Box<[DigitSet]>, Stop> {
        match self {
            Self::Givens => Ok(CandidateSet::of(puzzle).cells().into()),
            Self::Propagated => {
                let grid = CandidateGrid::propagated(puzzle).ok_or(Stop::ProvedNone)?;
                Ok(grid.sets().into())
            }
        }
    }

    /// Returns the digits of the fixed cells, row-major, 0 = free.
    ///
    /// # Errors
    /// [`Stop::ProvedNone`] if propagation proves that there is no solution.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_lab::board::Start;
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let free = |start: Start| start.fixed(&puzzle).map(|digits| digits.contains(&0));
    /// assert_eq!((free(Start::Givens), free(Start::Propagated)), (Ok(true), Ok(false)));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn fixed(self, puzzle: &Puzzle) -> Result<Box<[u8]>, Stop> {
        match self {
            Self::Givens => Ok(puzzle.givens().snapshot()),
            Self::Propagated => {
                let single = |set: &DigitSet| set.single().map_or(0, Digit::get);
                Ok(self.candidates(puzzle)?.iter().map(single).collect())
            }
        }
    }

    /// Returns the free cells of every box for these fixed digits, box by box, in cell order.
    pub(super) fn free_cells(puzzle: &Puzzle, fixed: &[u8]) -> Vec<Vec<Cell>> {
        let geometry = puzzle.geometry();
        let boxes = geometry.houses().skip(2 * geometry.side());
        boxes
            .map(|cells| cells.iter().copied().filter(|cell| fixed[cell.index()] == 0).collect())
            .collect()
    }
}
