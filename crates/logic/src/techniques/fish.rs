//! Fish: the places of a digit in some parallel lines lie in as many crossing lines.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::DigitSet;

use crate::board::{Array, Board};
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// X-Wing, Swordfish and Jellyfish: in two, three or four columns a digit has places in only as many
/// rows, or the other way round, so it is nowhere else in these rows.
///
/// A digit with fewer open places than twice the size is ignored: there a smaller fish the other
/// way round says the same.
pub(super) struct Fish {
    kind: &'static [Kind; 1],
    size: u32,
}

pub(super) const X_WING: Fish = Fish { kind: &[Kind { id: "x-wing", title: "X-Wing" }], size: 2 };
pub(super) const SWORDFISH: Fish =
    Fish { kind: &[Kind { id: "swordfish", title: "Swordfish" }], size: 3 };
pub(super) const JELLYFISH: Fish =
    Fish { kind: &[Kind { id: "jellyfish", title: "Jellyfish" }], size: 4 };

impl Technique for Fish {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    search_every_board!();
}

impl Fish {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let (board, side) = (grid.board(), grid.board().side());
        // Digits with enough open rows that a fish leaves as many beside it.
        let is_open = |digit: usize| {
            let rows = board.rows().filter(|&row| grid.places(row, digit) != 0).count();
            rows >= 2 * self.size as usize
        };
        let open: Vec<usize> = (0..side).filter(|&digit| is_open(digit)).collect();
        if open.is_empty() {
            return Continue(());
        }
        let (columns, rows) = (board.columns(), board.rows());
        for (bases, covers) in [(columns.clone(), rows.clone()), (rows, columns)] {
            // Lines that may be in a fish, by digit. A line with one place is in none.
            let able: B::OfDigits<u16> = Array::from_fn(|digit| {
                let fits = |line: &usize| {
                    let places = B::ones(grid.places(bases.start + line, digit));
                    (2..=self.size).contains(&places)
                };
                (0..side).filter(fits).fold(0, |able, line| able | 1 << line)
            });
            let any = able.as_ref().iter().fold(0, |any, able| any | able);
            for set in B::sets(self.size, any) {
                for &digit in open.iter().filter(|&&digit| set & !able[digit] == 0) {
                    let places = |line: usize| grid.places(bases.start + line, digit);
                    let across = bits(set).fold(0, |across, line| across | places(line));
                    if B::ones(across) == self.size {
                        let of_lines =
                            |start: usize, lines: u16| bits(lines).map(move |line| start + line);
                        let base: Vec<usize> = of_lines(bases.start, set).collect();
                        let cover: Vec<usize> = of_lines(covers.start, across).collect();
                        self.report(grid, digit, &base, &cover, sink)?;
                    }
                }
            }
        }
        Continue(())
    }

    fn report<B: Board>(
        &self,
        grid: &LogicGrid<B>,
        digit: usize,
        base: &[usize],
        cover: &[usize],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let board = grid.board();
        let union = |houses: &[usize]| {
            houses.iter().fold(B::Cells::NONE, |all, &house| all | board.house(house))
        };
        let (base_cells, cover_cells) = (union(base), union(cover));
        let removed = grid.cells_of(digit) & cover_cells & !base_cells;
        if removed.is_empty() {
            return Continue(());
        }
        let eliminations = removed.each().map(|cell| candidate(cell, digit)).collect();
        let mut deduction = Deduction { kind: self.id(), eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            deduction.cells = listed(grid.cells_of(digit) & base_cells);
            deduction.digits = DigitSet::from_bits(1 << digit);
            deduction.houses = base.iter().chain(cover).map(|&house| board.named(house)).collect();
        }
        sink.take(deduction)
    }
}
