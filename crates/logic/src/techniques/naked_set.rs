//! Naked sets: some cells of a house hold together only as many digits.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{bits, ones, sets};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{CELLS, HOUSES};
use crate::technique::{Kind, Sink, Technique};

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

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for house in 0..27 {
            if (grid.empty() & HOUSES[house]).count_ones() < 2 * self.size {
                continue;
            }
            let masks = CELLS[house].map(|cell| grid.mask(cell.into()));
            // Cells that may be in a set. A naked single is in none.
            let fits = |mask: u16| (2..=self.size).contains(&ones(mask));
            let able = (0..9).filter(|&position| fits(masks[position]));
            let able = able.fold(0, |able: u16, position| able | 1 << position);
            if ones(able) < self.size {
                continue;
            }
            for set in sets(self.size, able) {
                let digits = bits(set).fold(0, |digits, position| digits | masks[position]);
                if ones(digits) == self.size {
                    self.report(house, set, digits, &masks, sink)?;
                }
            }
        }
        Continue(())
    }
}

impl NakedSet {
    fn report(
        &self,
        house: usize,
        set: u16,
        digits: u16,
        masks: &[u16; 9],
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let cell = |position: usize| usize::from(CELLS[house][position]);
        let eliminations: Vec<_> = bits(511 & !set)
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
            deduction.houses = vec![House::of_index(house)];
        }
        sink.take(deduction)
    }
}
