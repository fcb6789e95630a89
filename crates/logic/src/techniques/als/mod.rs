//! Almost locked sets that are linked: ALS-XZ, ALS-XY-Wing, ALS chain and death blossom.
//!
//! An almost locked set (ALS) is some cells of a house that hold one digit more than they are: without
//! one of the digits, each other is in one of the cells. A digit is common and restricted if each of its
//! places in one set sees each of its places in another, so that it is in one of them at most.
//!
//! The order of the searches follows HoDoKu, by Bernhard Hobiger: sets by house (rows, columns, boxes),
//! then in lexical order of their cells; only sets without common cells are linked.

mod blossom;
mod chain;
mod sets;
#[cfg(test)]
mod tests;
mod xy_wing;
mod xz;

pub(super) use blossom::DeathBlossom;
pub(super) use chain::AlsChain;
pub(super) use xy_wing::AlsXyWing;
pub(super) use xz::AlsXz;

use quadrille_core::{Candidate, DigitSet};

use crate::cells::{Cells, bits, each};
use crate::deduction::{Deduction, candidate, part};
use sets::Als;

/// The candidates that are removed, by digit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Removed([Cells; 9]);

impl Removed {
    /// The candidates of some digits that see all their places in two sets: the digit is in one of these.
    fn common(first: &Als, second: &Als, digits: u16) -> Self {
        let mut removed = Self::default();
        for digit in bits(digits & first.live & second.live) {
            removed.0[digit] = first.sees[digit] & second.sees[digit];
        }
        removed
    }

    /// Whether [`common`](Self::common) finds any.
    fn is_any_common(first: &Als, second: &Als, digits: u16) -> bool {
        let mut digits = bits(digits & first.live & second.live);
        digits.any(|digit| first.sees[digit] & second.sees[digit] != 0)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&cells| cells == 0)
    }

    /// The candidates, by digit and cell.
    fn candidates(&self) -> impl Iterator<Item = Candidate> + '_ {
        let of_digit = |digit: usize| each(self.0[digit]).map(move |cell| candidate(cell, digit));
        (0..9).flat_map(of_digit)
    }
}

/// A deduction with its evidence: the sets in order, and the digits that link them.
fn deduction<'s>(
    kind: &'static str,
    removed: &Removed,
    sets: impl Iterator<Item = &'s Als>,
    links: u16,
) -> Deduction {
    let mut deduction =
        Deduction { kind, eliminations: removed.candidates().collect(), ..Deduction::default() };
    deduction.parts = sets.map(|set| part(set.cells, set.digits)).collect();
    deduction.cells = deduction.parts.iter().flat_map(|part| part.cells.clone()).collect();
    deduction.cells.sort_unstable();
    deduction.cells.dedup();
    deduction.digits = DigitSet::from_bits(links.into());
    deduction
}
