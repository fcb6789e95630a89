//! Candidates that a solver has noted, as against those that the rules leave anyway.

use quadrille_core::{BoxShape, CandidateSet, DigitSet, Grid};

/// The candidates of the empty cells that no digit in a house rules out; none in the others. The
/// digits may contradict each other.
pub(super) fn open_candidates(values: &Grid) -> CandidateSet {
    let geometry = values.geometry();
    let mut used = [DigitSet::EMPTY; 3 * BoxShape::MAX_SIDE];
    for (cell, digit) in values.filled() {
        for house in geometry.houses_of(cell) {
            used[house] |= DigitSet::only(digit);
        }
    }
    let mut open = CandidateSet::none(values.shape());
    let all = DigitSet::all(geometry.side());
    for cell in values.empty_cells() {
        open.set(
            cell,
            geometry.houses_of(cell).into_iter().fold(all, |left, house| left - used[house]),
        );
    }
    open
}

/// The candidates without those of cells that have a digit.
pub(super) fn without_filled(mut candidates: CandidateSet, values: &Grid) -> CandidateSet {
    for (cell, _) in values.filled() {
        candidates.set(cell, DigitSet::EMPTY);
    }
    candidates
}
