//! BUG+1: a bivalue universal grave but for one candidate.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::cells::{bits, ones};
use crate::deduction::{Deduction, candidate, part};
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, HOUSES_OF};
use crate::technique::{Kind, Sink, Technique};

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

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let [.., two, three, four] = grid.at_least::<5>();
        // HoDoKu does not look for singles, because it has placed them before.
        if four != 0 || !three.is_power_of_two() || grid.empty() & !two != 0 {
            return Continue(());
        }
        let cell = three.trailing_zeros() as usize;
        let houses = HOUSES_OF[cell].map(usize::from);
        let mut extra = None;
        for house in 0..HOUSES.len() {
            for digit in 0..9 {
                match ones(grid.places(house, digit)) {
                    0 | 2 => {}
                    3 if houses.contains(&house) && extra.is_none_or(|extra| extra == digit) => {
                        extra = Some(digit);
                    }
                    _ => return Continue(()),
                }
            }
        }
        let Some(extra) = extra else { return Continue(()) };
        let has_three = |&house: &usize| ones(grid.places(house, extra)) == 3;
        if !grid.may_hold(cell, extra) || !houses.iter().all(has_three) {
            return Continue(());
        }
        let others = bits(grid.mask(cell) & !(1 << extra));
        sink.take(Deduction {
            kind: "bug-1",
            eliminations: others.map(|digit| candidate(cell, digit)).collect(),
            cells: vec![Cell::new(cell)],
            digits: DigitSet::from_bits(1 << extra),
            parts: vec![part(1 << cell, 1 << extra)],
            ..Deduction::default()
        })
    }
}
