//! What a batch is made of, and how a puzzle gets into its lane.

use crate::layout::Row;
use crate::{Alphabet, Masks};

/// The puzzles of a batch.
pub(crate) trait Puzzles: Copy {
    /// How many.
    fn count(self) -> usize;

    /// Writes the candidates of a puzzle into a lane.
    fn load<const L: usize>(self, puzzle: usize, cells: &mut [Row<L>; 81], lane: usize);
}

impl Puzzles for &[Masks] {
    fn count(self) -> usize {
        self.len()
    }

    #[inline]
    fn load<const L: usize>(self, puzzle: usize, cells: &mut [Row<L>; 81], lane: usize) {
        for (cell, mask) in cells.iter_mut().zip(self[puzzle]) {
            cell.0[lane] = mask & 0x1ff;
        }
    }
}

/// Puzzles as somebody wrote them: looked up on the way into the lane, so that no candidate set is
/// ever written anywhere else.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'a> {
    pub(crate) texts: &'a [&'a [u8; 81]],
    pub(crate) alphabet: &'a Alphabet,
}

impl Puzzles for Texts<'_> {
    fn count(self) -> usize {
        self.texts.len()
    }

    #[inline]
    fn load<const L: usize>(self, puzzle: usize, cells: &mut [Row<L>; 81], lane: usize) {
        for (cell, &byte) in cells.iter_mut().zip(self.texts[puzzle]) {
            cell.0[lane] = self.alphabet[usize::from(byte)] & 0x1ff;
        }
    }
}
