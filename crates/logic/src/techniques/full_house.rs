//! Full house: the last empty cell of a house.

use std::ops::ControlFlow::{self, Continue};

use crate::cells::each;
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::HOUSES;
use crate::technique::{Kind, Sink, Technique};

/// The last empty cell of a house takes the digit that is missing.
pub(super) struct FullHouse;

impl Technique for FullHouse {
    fn id(&self) -> &'static str {
        "full-house"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "full-house", title: "Full house" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for (house, cells) in HOUSES.iter().enumerate() {
            let empty = grid.empty() & cells;
            if !empty.is_power_of_two() {
                continue;
            }
            // More than one digit is left if candidates were removed by mistake, none on a
            // pencilmark board without a solution.
            let cell = empty.trailing_zeros() as usize;
            let missing = (0..9).filter(|&digit| grid.places(house, digit) != 0);
            for digit in missing {
                sink.take(Deduction {
                    kind: "full-house",
                    placements: vec![candidate(cell, digit)],
                    houses: vec![House::of_index(house)],
                    cells: each(empty).map(quadrille_core::Cell::new).collect(),
                    ..Deduction::default()
                })?;
            }
        }
        Continue(())
    }
}
