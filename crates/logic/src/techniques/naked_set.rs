//! Naked sets: some cells of a house hold together only as many digits.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::{Array, Board};
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// Two, three or four cells of a house hold together only as many digits, so the digits are in no
/// other cell of the house.
///
/// A house with fewer empty cells than twice the size is ignored: there a hidden set says the same.
pub(super) struct NakedSet {
    kind: &'static [Kind; 1],
    size: u32,
}

pub(super) const PAIR: NakedSet =
    NakedSet { kind: &[Kind { id: "naked-pair", title: "Naked pair" }], size: 2 };
pub(super) const TRIPLE: NakedSet =
    NakedSet { kind: &[Kind { id: "naked-triple", title: "Naked triple" }], size: 3 };
pub(super) const QUAD: NakedSet =
    NakedSet { kind: &[Kind { id: "naked-quad", title: "Naked quad" }], size: 4 };

impl Technique for NakedSet {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    search_every_board!();
}

impl NakedSet {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        for house in board.houses() {
            if (grid.empty() & board.house(house)).len() < 2 * self.size {
                continue;
            }
            let masks: B::OfDigits<u16> =
                Array::from_fn(|position| grid.mask(board.cell(house, position)));
            // Cells that may be in a set. A naked single is in none.
            let fits = |mask: u16| (2..=self.size).contains(&B::ones(mask));
            let able = (0..board.side()).filter(|&position| fits(masks[position]));
            let able = able.fold(0, |able: u16, position| able | 1 << position);
            if B::ones(able) < self.size {
                continue;
            }
            for set in B::sets(self.size, able) {
                let digits = bits(set).fold(0, |digits, position| digits | masks[position]);
                if B::ones(digits) == self.size {
                    self.report(board, house, (set, digits), &masks, sink)?;
                }
            }
        }
        Continue(())
    }

    fn report<B: Board>(
        &self,
        board: B,
        house: usize,
        (set, digits): (u16, u16),
        masks: &B::OfDigits<u16>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let cell = |position: usize| board.cell(house, position);
        let eliminations: Vec<_> = bits(board.digits() & !set)
            .flat_map(|position| {
                bits(masks[position] & digits).map(move |digit| candidate(cell(position), digit))
            })
            .collect();
        if eliminations.is_empty() {
            return Continue(());
        }
        let mut deduction = Deduction { kind: self.id(), eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            deduction.cells = bits(set).map(|position| Cell::new(cell(position))).collect();
            deduction.digits = DigitSet::from_bits(digits.into());
            deduction.houses = vec![board.named(house)];
        }
        sink.take(deduction)
    }
}
