//! Hidden single: a digit that has one place left in a house.

use std::ops::ControlFlow::{self, Continue};

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// A digit has one place left in a box, or in a column or row, that has other empty cells too.
pub(super) struct HiddenSingle {
    id: &'static str,
    kinds: &'static [Kind],
    is_in_box: bool,
}

/// A digit has one place left in a box.
pub(super) const BOX: HiddenSingle = HiddenSingle {
    id: "hidden-single-box",
    kinds: &[Kind { id: "hidden-single-box", title: "Hidden single in a box" }],
    is_in_box: true,
};

/// A digit has one place left in a column or a row; columns are tried first.
pub(super) const LINE: HiddenSingle = HiddenSingle {
    id: "hidden-single-line",
    kinds: &[Kind { id: "hidden-single-line", title: "Hidden single in a row or column" }],
    is_in_box: false,
};

impl Technique for HiddenSingle {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    search_every_board!();
}

impl HiddenSingle {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        let lines = board.side()..board.houses().end;
        for house in if self.is_in_box { board.boxes() } else { lines } {
            if (grid.empty() & board.house(house)).is_single() {
                continue;
            }
            for digit in 0..board.side() {
                let places = grid.places(house, digit);
                if !places.is_power_of_two() {
                    continue;
                }
                let cell = board.cell(house, places.trailing_zeros() as usize);
                sink.take(Deduction {
                    kind: self.id,
                    placements: vec![candidate(cell, digit)],
                    houses: vec![board.named(house)],
                    cells: vec![quadrille_core::Cell::new(cell)],
                    ..Deduction::default()
                })?;
            }
        }
        Continue(())
    }
}
