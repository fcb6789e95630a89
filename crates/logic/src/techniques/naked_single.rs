//! Naked single: a cell that has one candidate left.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::Cell;

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// A cell has one candidate left.
pub(super) struct NakedSingle;

impl Technique for NakedSingle {
    fn id(&self) -> &'static str {
        "naked-single"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "naked-single", title: "Naked single" }]
    }

    search_every_board!();
}

impl NakedSingle {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for cell in grid.empty().each() {
            let digits = grid.mask(cell);
            if digits.is_power_of_two() {
                sink.take(Deduction {
                    kind: "naked-single",
                    placements: vec![candidate(cell, digits.trailing_zeros() as usize)],
                    cells: vec![Cell::new(cell)],
                    ..Deduction::default()
                })?;
            }
        }
        Continue(())
    }
}
