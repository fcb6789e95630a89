//! Hidden single: a digit that has one place left in a house.

use std::ops::ControlFlow::{self, Continue};

use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, CELLS, COLUMNS, HOUSES, ROWS};
use crate::technique::{Kind, Sink, Technique};

/// A digit has one place left in a box, or in a column or row, that has other empty cells too.
pub(super) struct HiddenSingle {
    id: &'static str,
    kinds: &'static [Kind],
    houses: std::ops::Range<usize>,
}

/// A digit has one place left in a box.
pub(super) const BOX: HiddenSingle = HiddenSingle {
    id: "hidden-single-box",
    kinds: &[Kind { id: "hidden-single-box", title: "Hidden single in a box" }],
    houses: BOXES,
};

/// A digit has one place left in a column or a row; columns are tried first.
pub(super) const LINE: HiddenSingle = HiddenSingle {
    id: "hidden-single-line",
    kinds: &[Kind { id: "hidden-single-line", title: "Hidden single in a row or column" }],
    houses: COLUMNS.start..ROWS.end,
};

impl Technique for HiddenSingle {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for house in self.houses.clone() {
            if (grid.empty() & HOUSES[house]).is_power_of_two() {
                continue;
            }
            for digit in 0..9 {
                let places = grid.places(house, digit);
                if !places.is_power_of_two() {
                    continue;
                }
                let cell = CELLS[house][places.trailing_zeros() as usize].into();
                sink.take(Deduction {
                    kind: self.id,
                    placements: vec![candidate(cell, digit)],
                    houses: vec![House::of_index(house)],
                    cells: vec![quadrille_core::Cell::new(cell)],
                    ..Deduction::default()
                })?;
            }
        }
        Continue(())
    }
}
