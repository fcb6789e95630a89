//! How far singles go, in rounds that place all of them at once, so that the result does not depend
//! on an order.

use quadrille_core::{CandidateSet, DigitSet, Puzzle};

/// How far singles go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depth {
    /// Rounds that placed something.
    pub(super) rounds: usize,
    /// Cells that are empty at the end.
    pub(super) left: usize,
}

/// Returns how far naked and hidden singles go; `None` if they show that there is no solution.
pub(super) fn depth(puzzle: &Puzzle) -> Option<Depth> {
    let geometry = puzzle.geometry();
    let all = DigitSet::all(geometry.side()).bits();
    let edges = puzzle.edges();
    let joined = if edges.is_empty() { Vec::new() } else { edges.by_cell(puzzle.shape()) };
    // Of filled cells, the digit is in `filled`, and there are no candidates.
    let mut filled: Vec<u64> = vec![0; puzzle.shape().cells()];
    let mut open: Vec<u64> =
        CandidateSet::of(puzzle).cells().iter().map(|digits| digits.bits()).collect();
    for (cell, _) in puzzle.givens().filled() {
        filled[cell.index()] = std::mem::take(&mut open[cell.index()]);
    }
    let mut rounds = 0;
    loop {
        let mut found: Vec<u64> = vec![0; open.len()];
        for (cell, &digits) in open.iter().enumerate() {
            if filled[cell] == 0 && digits == 0 {
                return None;
            }
            if digits.is_power_of_two() {
                found[cell] |= digits;
            }
        }
        for house in geometry.houses() {
            let (mut once, mut twice, mut taken) = (0, 0, 0);
            for cell in house.iter().map(|cell| cell.index()) {
                twice |= once & open[cell];
                once |= open[cell];
                taken |= filled[cell];
            }
            if once | taken != all {
                return None;
            }
            let hidden = once & !twice & !taken;
            if hidden != 0 {
                for cell in house.iter().map(|cell| cell.index()) {
                    found[cell] |= open[cell] & hidden;
                }
            }
        }
        let placed: Vec<usize> = (0..found.len()).filter(|&cell| found[cell] != 0).collect();
        if placed.is_empty() {
            let left = filled.iter().filter(|&&digit| digit == 0).count();
            return Some(Depth { rounds, left });
        }
        rounds += 1;
        for &cell in &placed {
            // A cell cannot hold two digits.
            if !found[cell].is_power_of_two() {
                return None;
            }
            (filled[cell], open[cell]) = (found[cell], 0);
        }
        for &cell in &placed {
            let digit = filled[cell];
            for peer in geometry.peers(quadrille_core::Cell::new(cell)) {
                // Nor can a house hold a digit twice.
                if filled[peer.index()] == digit {
                    return None;
                }
                open[peer.index()] &= !digit;
            }
            if !joined.is_empty() {
                for other in &joined[cell] {
                    let near = digit << 1 | digit >> 1;
                    if filled[other.index()] & !near != 0 {
                        return None;
                    }
                    open[other.index()] &= near;
                }
            }
        }
    }
}
