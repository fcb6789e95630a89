//! What a node decides, and what that does to the cells of a lane.

use super::{Search, Sink};
use crate::layout::CUTS;
use crate::machine::Machine;

/// A digit of a chute to branch on.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    /// The digit, as a set of one bit.
    pub(super) digit: u16,
    /// An index of [`CUTS`].
    cuts: u16,
}

impl Decision {
    pub(super) const NONE: Self = Self { digit: 0, cuts: 0 };
}

impl<const L: usize, M: Machine<L>, S: Sink + ?Sized> Search<'_, L, M, S> {
    /// Returns decision `n` of what was chosen for a lane.
    #[inline(always)]
    pub(super) fn decision(&self, lane: usize, n: usize) -> Decision {
        let choice = &self.grid.choices[n];
        Decision { digit: choice.digit.0[lane], cuts: choice.cuts.0[lane] }
    }

    /// Makes a lane, with the cells of a parked node, the child that comes next.
    #[inline(always)]
    pub(super) fn become_child(&mut self, lane: usize, decisions: &[Decision; 3], taken: u8) {
        self.refuse(lane, decisions[usize::from(taken)]);
        for &decision in decisions.iter().take(taken.into()) {
            self.take(lane, decision);
        }
    }

    #[inline(always)]
    pub(super) fn take(&mut self, lane: usize, Decision { digit, cuts }: Decision) {
        let [a, b] = CUTS[usize::from(cuts)].take;
        self.cut(lane, a, digit);
        if a != b {
            self.cut(lane, b, digit);
        }
    }

    #[inline(always)]
    pub(super) fn refuse(&mut self, lane: usize, Decision { digit, cuts }: Decision) {
        self.cut(lane, CUTS[usize::from(cuts)].refuse, digit);
    }

    /// Removes a digit from cells of a lane.
    #[inline(always)]
    fn cut(&mut self, lane: usize, cells: [u8; 3], digit: u16) {
        for cell in cells {
            self.grid.cells[usize::from(cell)].0[lane] &= !digit;
        }
    }
}
