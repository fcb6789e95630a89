//! Remote pair: a chain of cells with the same two candidates.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// Cells with the same two candidates, each of which sees the next, hold the two by turns. So a cell
/// that sees two of them at an odd distance holds neither.
///
/// Chains have an even number of cells, from four to ten. The one that removes most comes first; then
/// the one whose eliminations have the least sum of cells and digits, weighted as in HoDoKu.
pub(in crate::techniques) struct RemotePair;

const MOST: usize = 10;

/// What a chain removes: of the digit with which it begins, and of the other.
struct Remote<B: Board> {
    digits: [usize; 2],
    removed: [B::Cells; 2],
    cells: Vec<usize>,
}

impl Technique for RemotePair {
    fn id(&self) -> &'static str {
        "remote-pair"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "remote-pair", title: "Remote pair" }]
    }

    search_every_board!();
}

impl RemotePair {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let bivalue = grid.bivalue();
        let mut found: Vec<Remote<B>> = Vec::new();
        for start in bivalue.each() {
            let digits = grid.mask(start);
            let low = digits.trailing_zeros() as usize;
            let high = (digits & (digits - 1)).trailing_zeros() as usize;
            let same = bivalue & grid.cells_of(low) & grid.cells_of(high);
            if same.len() < 4 {
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
fn extend<B: Board>(
    grid: &LogicGrid<B>,
    digits: [usize; 2],
    same: B::Cells,
    chain: &mut Vec<usize>,
    found: &mut Vec<Remote<B>>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let end = *chain.last().expect("a chain has a start");
    if chain.len() == MOST {
        return Continue(());
    }
    sink.poll()?;
    let board = grid.board();
    let used = chain.iter().fold(B::Cells::NONE, |used, &cell| used | B::Cells::only(cell));
    let [_, column, row] = board.houses_of(end).map(usize::from);
    let next = same & board.peers(end) & !used;
    let (in_row, in_column) = (next & board.house(row), next & board.house(column));
    let in_box = next & !in_row & !in_column;
    for cell in in_row.each().chain(in_column.each()).chain(in_box.each()) {
        chain.push(cell);
        if chain.len() >= 4 && chain.len().is_multiple_of(2) {
            // Both digits are removed if the first is removed at the ends of the chain.
            let seen = board.peers(chain[0]) & board.peers(cell);
            if !(seen & grid.cells_of(digits[0])).is_empty() {
                let seen = seen_at_odd_distance(board, chain);
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
fn seen_at_odd_distance<B: Board>(board: B, chain: &[usize]) -> B::Cells {
    let pairs = (0..chain.len()).flat_map(|from| {
        let peers = move |place: usize| board.peers(chain[place]);
        (from + 3..chain.len()).step_by(2).map(move |to| peers(from) & peers(to))
    });
    pairs.fold(B::Cells::NONE, |seen, both| seen | both)
}

impl<B: Board> Remote<B> {
    fn eliminations(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let both = self.removed.iter().zip(self.digits);
        both.flat_map(|(&removed, digit)| removed.each().map(move |cell| (cell, digit)))
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
