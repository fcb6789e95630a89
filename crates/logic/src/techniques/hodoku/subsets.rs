//! Naked and hidden sets, and naked sets that are locked.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use super::houses;
use crate::cells::{Cells, bits, each, ones};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, CELLS, HOUSES, HOUSES_OF};
use crate::technique::{Kind, Sink, Technique};
use crate::techniques::hidden_set;

/// Cells of a house that hold together only as many digits, so the digits are in no other cell of the
/// houses that all of the cells share.
///
/// A pair or triple in a box and a line is *locked* if that removes candidates from both.
pub(in crate::techniques) struct NakedSet {
    id: &'static str,
    kind: &'static [Kind; 1],
    size: u32,
    is_locked: bool,
}

pub(in crate::techniques) const LOCKED_PAIR: NakedSet = NakedSet {
    id: "locked-pair",
    kind: &[Kind { id: "locked-pair", title: "Locked pair" }],
    size: 2,
    is_locked: true,
};
pub(in crate::techniques) const LOCKED_TRIPLE: NakedSet = NakedSet {
    id: "locked-triple",
    kind: &[Kind { id: "locked-triple", title: "Locked triple" }],
    size: 3,
    is_locked: true,
};
pub(in crate::techniques) const NAKED_PAIR: NakedSet = NakedSet {
    id: "hodoku-naked-pair",
    kind: &[Kind { id: "naked-pair", title: "Naked pair" }],
    size: 2,
    is_locked: false,
};
pub(in crate::techniques) const NAKED_TRIPLE: NakedSet = NakedSet {
    id: "hodoku-naked-triple",
    kind: &[Kind { id: "naked-triple", title: "Naked triple" }],
    size: 3,
    is_locked: false,
};
pub(in crate::techniques) const NAKED_QUAD: NakedSet = NakedSet {
    id: "hodoku-naked-quad",
    kind: &[Kind { id: "naked-quad", title: "Naked quad" }],
    size: 4,
    is_locked: false,
};

impl Technique for NakedSet {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let at_least = grid.at_least::<6>();
        let able_cells = at_least[1] & !at_least[self.size as usize + 1];
        // The set of a box and a line is found in the box.
        let last = if self.is_locked { BOXES.end } else { HOUSES.len() };
        for house in houses().take(last) {
            // Most houses have too few such cells.
            let mut rest = able_cells & HOUSES[house];
            for _ in 1..self.size {
                rest &= rest.wrapping_sub(1);
            }
            if rest == 0 {
                continue;
            }
            let masks = CELLS[house].map(|cell| grid.mask(cell.into()));
            let is_able = |position: &usize| able_cells >> CELLS[house][*position] & 1 != 0;
            let able = (0..9).filter(is_able).fold(0, |able: u16, position| able | 1 << position);
            each_set(&masks, able, self.size, (0, 0), &mut |set, digits| {
                self.report(grid, house, set, digits, sink)
            })?;
        }
        Continue(())
    }
}

impl NakedSet {
    fn report(
        &self,
        grid: &LogicGrid,
        house: usize,
        set: u16,
        digits: u16,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let of_set = || bits(set).map(|position| usize::from(CELLS[house][position]));
        let cells = of_set().fold(0 as Cells, |cells, cell| cells | 1 << cell);
        let shared = |of: &usize| cells & !HOUSES[*of] == 0;
        let first = cells.trailing_zeros() as usize;
        // Row, column, box: the order in which HoDoKu removes candidates.
        let of_first = HOUSES_OF[first].into_iter().rev().map(usize::from);
        let with = bits(digits).fold(0, |with, digit| with | grid.cells_of(digit)) & !cells;
        let box_cells = HOUSES[usize::from(HOUSES_OF[first][0])];
        let (mut removed, mut in_line, mut in_box) = (0 as Cells, 0, 0);
        for of in of_first.clone().filter(shared) {
            let gone = with & HOUSES[of];
            removed |= gone;
            if BOXES.contains(&of) { in_box = gone } else { in_line |= gone & !box_cells }
        }
        let is_locked = self.size < 4 && in_box != 0 && in_line != 0;
        if removed == 0 || is_locked != self.is_locked {
            return Continue(());
        }
        let mut deduction = Deduction { kind: self.kind[0].id, ..Deduction::default() };
        let mut left = removed;
        for of in of_first.filter(shared) {
            for cell in each(left & HOUSES[of]) {
                let gone = bits(grid.mask(cell) & digits);
                deduction.eliminations.extend(gone.map(|digit| candidate(cell, digit)));
            }
            left &= !HOUSES[of];
        }
        if sink.wants_evidence() {
            deduction.cells = of_set().map(Cell::new).collect();
            deduction.digits = DigitSet::from_bits(digits.into());
            let of_cell = HOUSES_OF[first].into_iter().map(usize::from).filter(shared);
            let named = of_cell.filter(|&of| is_locked || removed & !HOUSES[of] == 0);
            let most = if is_locked { 2 } else { 1 };
            deduction.houses = named.take(most).map(House::of_index).collect();
        }
        sink.take(deduction)
    }
}

/// Digits that have together only as many places in a house, so these cells hold nothing else.
pub(in crate::techniques) struct HiddenSet {
    id: &'static str,
    plain: &'static hidden_set::HiddenSet,
    size: u32,
}

pub(in crate::techniques) const HIDDEN_PAIR: HiddenSet =
    HiddenSet { id: "hodoku-hidden-pair", plain: &hidden_set::PAIR, size: 2 };
pub(in crate::techniques) const HIDDEN_TRIPLE: HiddenSet =
    HiddenSet { id: "hodoku-hidden-triple", plain: &hidden_set::TRIPLE, size: 3 };
pub(in crate::techniques) const HIDDEN_QUAD: HiddenSet =
    HiddenSet { id: "hodoku-hidden-quad", plain: &hidden_set::QUAD, size: 4 };

impl Technique for HiddenSet {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.plain.kinds()
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for house in houses() {
            let places: [u16; 9] = std::array::from_fn(|digit| grid.places(house, digit));
            let (mut open, mut able) = (0, 0);
            for (digit, &places) in places.iter().enumerate() {
                open |= u16::from(places != 0) << digit;
                able |= u16::from((1..=self.size).contains(&ones(places))) << digit;
            }
            // There are as many digits left as cells: a set of all of them removes nothing.
            if ones(open) <= self.size || ones(able) < self.size {
                continue;
            }
            each_set(&places, able, self.size, (0, 0), &mut |set, positions| {
                self.plain.report(grid, house, set, positions, None, sink)
            })?;
        }
        Continue(())
    }
}

/// Visits the sets of `size` among `able` whose masks together have as many bits, with these bits:
/// those with the least members first.
fn each_set(
    masks: &[u16; 9],
    able: u16,
    size: u32,
    (set, union): (u16, u16),
    visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for member in bits(able) {
        let (set, union) = (set | 1 << member, union | masks[member]);
        if ones(union) > size {
            continue;
        }
        if ones(set) < size {
            each_set(masks, able & (!1 << member), size, (set, union), visit)?;
        } else if ones(union) == size {
            visit(set, union)?;
        }
    }
    Continue(())
}
