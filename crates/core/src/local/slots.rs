//! The slots of a board, which hold one candidate each, and the conflicts between candidates.

use crate::board::{Candidate, Cell, DigitSet, Puzzle};

/// The kind of slot. A solution chooses a candidate for each slot, of either kind, such that no two
/// conflict; the way there depends on the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slots {
    /// Cells, each of which holds a digit.
    Cells,
    /// Digits of boxes, each of which is in a cell. Tabu search needs a quarter fewer steps with
    /// these than with cells on hard 25x25 boards, and half as many more on easy 36x36 ones. With
    /// the digits of rows or of columns it needed more than with either, on both.
    BoxDigits,
}

impl Slots {
    /// Returns the candidates of each slot, given those of the cells.
    pub(super) fn candidates(self, puzzle: &Puzzle, of_cells: &[DigitSet]) -> Vec<Vec<Candidate>> {
        let geometry = puzzle.geometry();
        match self {
            Self::Cells => {
                let of = |cell: Cell| {
                    let digits = of_cells[cell.index()].iter();
                    digits.map(|digit| Candidate { cell, digit }).collect()
                };
                geometry.cells().map(of).collect()
            }
            Self::BoxDigits => {
                let of = |(cells, digit): (&[Cell], _)| {
                    let holders = cells.iter().filter(|c| of_cells[c.index()].contains(digit));
                    holders.map(|&cell| Candidate { cell, digit }).collect()
                };
                let digits = DigitSet::all(geometry.side());
                let boxes = geometry.houses().skip(2 * geometry.side());
                boxes
                    .flat_map(|cells| digits.iter().map(move |digit| (cells, digit)))
                    .map(of)
                    .collect()
            }
        }
    }
}

/// The pairs of candidates that conflict.
pub(super) struct Rivals<'a> {
    puzzle: &'a Puzzle,
    of_cells: &'a [DigitSet],
    /// By cell, the cells that an edge joins it to; empty if there are no edges.
    beside: Vec<Vec<Cell>>,
}

impl<'a> Rivals<'a> {
    /// Creates the relation for cells with these candidates.
    pub(super) fn new(puzzle: &'a Puzzle, of_cells: &'a [DigitSet]) -> Self {
        let edges = puzzle.edges();
        let beside = edges.by_cell(puzzle.shape());
        Self { puzzle, of_cells, beside }
    }

    /// Returns the rivals of a candidate, each once.
    pub(super) fn of(&self, own: Candidate) -> impl Iterator<Item = Candidate> + '_ {
        let Candidate { cell, digit } = own;
        let geometry = self.puzzle.geometry();
        let peers = geometry.peers(cell).iter().map(move |&cell| Candidate { cell, digit });
        let peers = peers.filter(move |peer| self.of_cells[peer.cell.index()].contains(digit));
        let all = move |cell: Cell, except: DigitSet| {
            let digits = self.of_cells[cell.index()] - except;
            digits.iter().map(move |digit| Candidate { cell, digit })
        };
        let only = DigitSet::only(digit);
        // A neighbor with the same digit is a peer, which is counted already.
        let near = only.neighbors(geometry.side()) | only;
        let beside = self.beside.get(cell.index()).into_iter().flatten();
        peers.chain(all(cell, only)).chain(beside.flat_map(move |&other| all(other, near)))
    }
}
