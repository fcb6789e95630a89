//! Full house: the last empty cell of a house.

use std::ops::ControlFlow::{self, Continue};

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// The last empty cell of a house takes the digit that is missing.
pub(super) struct FullHouse;

impl Technique for FullHouse {
    fn id(&self) -> &'static str {
        "full-house"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "full-house", title: "Full house" }]
    }

    search_every_board!();
}

impl FullHouse {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        for house in board.houses() {
            let empty = grid.empty() & board.house(house);
            if !empty.is_single() {
                continue;
            }
            // More than one digit is left if candidates were removed by mistake, none on a
            // pencilmark board without a solution.
            let cell = empty.first();
            let missing = (0..board.side()).filter(|&digit| grid.places(house, digit) != 0);
            for digit in missing {
                sink.take(Deduction {
                    kind: "full-house",
                    placements: vec![candidate(cell, digit)],
                    houses: vec![board.named(house)],
                    cells: listed(empty),
                    ..Deduction::default()
                })?;
            }
        }
        Continue(())
    }
}
