//! Remote pair: a chain of cells with the same two candidates.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{Cells, each};
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, HOUSES_OF, PEERS};
use crate::technique::{Kind, Sink, Technique};

/// Cells with the same two candidates, each of which sees the next, hold the two by turns. So a cell
/// that sees two of them at an odd distance holds neither.
///
/// Chains have an even number of cells, from four to ten. The one that removes most comes first; then
/// the one whose eliminations have the least sum of cells and digits, weighted as in HoDoKu.
pub(in crate::techniques) struct RemotePair;

const MOST: usize = 10;

/// What a chain removes: of the digit with which it begins, and of the other.
struct Remote {
    digits: [usize; 2],
    removed: [Cells; 2],
    cells: Vec<usize>,
}

impl Technique for RemotePair {
    fn id(&self) -> &'static str {
        "remote-pair"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "remote-pair", title: "Remote pair" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let bivalue = grid.bivalue();
        let mut found: Vec<Remote> = Vec::new();
        for start in each(bivalue) {
            let digits = grid.mask(start);
            let low = digits.trailing_zeros() as usize;
            let high = (digits & (digits - 1)).trailing_zeros() as usize;
            let same = bivalue & grid.cells_of(low) & grid.cells_of(high);
            if same.count_ones() < 4 {
                continue;
            }
            for digits in [[low, high], [high, low]] {
                extend(grid, digits, same, &mut vec![start], &mut found, sink)?;
            }
        }
        found.sort_by_cached_key(Remote::key);
        for remote in found {
            remote.take(sink)?;
        }
        Continue(())
    }
}

/// Extends a chain within cells with the same candidates.
fn extend(
    grid: &LogicGrid,
    digits: [usize; 2],
    same: Cells,
    chain: &mut Vec<usize>,
    found: &mut Vec<Remote>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let end = *chain.last().expect("a chain has a start");
    if chain.len() == MOST {
        return Continue(());
    }
    sink.poll()?;
    let used = chain.iter().fold(0 as Cells, |used, cell| used | 1 << cell);
    let [_, column, row] = HOUSES_OF[end].map(usize::from);
    let next = same & PEERS[end] & !used;
    let (in_row, in_column) = (next & HOUSES[row], next & HOUSES[column]);
    for cell in each(in_row).chain(each(in_column)).chain(each(next & !in_row & !in_column)) {
        chain.push(cell);
        if chain.len() >= 4 && chain.len().is_multiple_of(2) {
            // Both digits are removed if the first is removed at the ends of the chain.
            let seen = PEERS[chain[0]] & PEERS[cell];
            if seen & grid.cells_of(digits[0]) != 0 {
                let seen = seen_at_odd_distance(chain);
                let removed = digits.map(|digit| grid.cells_of(digit) & seen);
                found.push(Remote { digits, removed, cells: chain.clone() });
            }
        }
        extend(grid, digits, same, chain, found, sink)?;
        chain.pop();
    }
    Continue(())
}

/// The cells that see two cells of a chain whose distance is 3, 5, 7 or 9.
fn seen_at_odd_distance(chain: &[usize]) -> Cells {
    let pairs = (0..chain.len()).flat_map(|from| {
        (from + 3..chain.len()).step_by(2).map(move |to| PEERS[chain[from]] & PEERS[chain[to]])
    });
    pairs.fold(0, |seen, both| seen | both)
}

impl Remote {
    fn eliminations(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let both = self.removed.iter().zip(self.digits);
        both.flat_map(|(&removed, digit)| each(removed).map(move |cell| (cell, digit)))
    }

    fn key(&self) -> (Reverse<usize>, usize) {
        let weighted = self.eliminations().zip(0..);
        let weight = weighted.map(|((cell, digit), before)| cell * (1 + 80 * before) + digit);
        (Reverse(self.eliminations().count()), weight.sum())
    }

    fn take(&self, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let eliminations =
            self.eliminations().map(|(cell, digit)| candidate(cell, digit)).collect();
        let mut deduction = Deduction { kind: "remote-pair", eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            deduction.cells = self.cells.iter().copied().map(Cell::new).collect();
            let digits = self.digits.iter().fold(0, |digits, digit| digits | 1 << digit);
            deduction.digits = DigitSet::from_bits(digits);
        }
        sink.take(deduction)
    }
}
