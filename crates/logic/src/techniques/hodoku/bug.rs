//! BUG+1: a bivalue universal grave but for one candidate.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::Board;
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate, part};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// One cell has three candidates and all others two, and one of the three has three places in each of
/// its houses, where all other digits have two or none. So the cell holds that digit.
pub(in crate::techniques) struct BugPlusOne;

impl Technique for BugPlusOne {
    fn id(&self) -> &'static str {
        "hodoku-bug-1"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "bug-1", title: "Bivalue universal grave, type 1" }]
    }

    fn needs_uniqueness(&self) -> bool {
        true
    }

    search_every_board!();
}

impl BugPlusOne {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [.., two, three, four] = grid.at_least::<5>();
        // HoDoKu does not look for singles, because it has placed them before.
        if !four.is_empty() || !three.is_single() || !(grid.empty() & !two).is_empty() {
            return Continue(());
        }
        let (board, cell) = (grid.board(), three.first());
        let houses = board.houses_of(cell).map(usize::from);
        let mut extra = None;
        for house in board.houses() {
            for digit in 0..board.side() {
                match B::ones(grid.places(house, digit)) {
                    0 | 2 => {}
                    3 if houses.contains(&house) && extra.is_none_or(|extra| extra == digit) => {
                        extra = Some(digit);
                    }
                    _ => return Continue(()),
                }
            }
        }
        let Some(extra) = extra else { return Continue(()) };
        let has_three = |&house: &usize| B::ones(grid.places(house, extra)) == 3;
        if !grid.may_hold(cell, extra) || !houses.iter().all(has_three) {
            return Continue(());
        }
        let others = bits(grid.mask(cell) & !(1 << extra));
        sink.take(Deduction {
            kind: "bug-1",
            eliminations: others.map(|digit| candidate(cell, digit)).collect(),
            cells: vec![Cell::new(cell)],
            digits: DigitSet::from_bits(1 << extra),
            parts: vec![part(three, 1 << extra)],
            ..Deduction::default()
        })
    }
}
