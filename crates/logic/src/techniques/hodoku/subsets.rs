//! Naked and hidden sets, and naked sets that are locked.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::DigitSet;

use super::houses;
use crate::board::{Array, Board};
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};
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

    search_every_board!();
}

impl HiddenSet {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for house in houses(grid.board()) {
            let places = grid.places_of(house);
            let (mut open, mut able) = (0, 0);
            for (digit, &places) in places.as_ref().iter().enumerate() {
                open |= u16::from(places != 0) << digit;
                able |= u16::from((1..=self.size).contains(&B::ones(places))) << digit;
            }
            // There are as many digits left as cells: a set of all of them removes nothing.
            if B::ones(open) <= self.size || B::ones(able) < self.size {
                continue;
            }
            each_set::<B>(places, able, self.size, (0, 0), &mut |set, positions| {
                self.plain.report(grid, house, set, positions, None, sink)
            })?;
        }
        Continue(())
    }
}

impl NakedSet {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        let at_least = grid.at_least::<6>();
        let able_cells = at_least[1] & !at_least[self.size as usize + 1];
        // The set of a box and a line is found in the box.
        let last = if self.is_locked { board.boxes() } else { board.houses() }.end;
        for house in houses(board).take(last) {
            // Most houses have too few such cells.
            if !(able_cells & board.house(house)).has(self.size) {
                continue;
            }
            let masks: B::OfDigits<u16> =
                Array::from_fn(|position| grid.mask(board.cell(house, position)));
            let is_able = |&position: &usize| able_cells.contains(board.cell(house, position));
            let able = (0..board.side()).filter(is_able);
            let able = able.fold(0, |able: u16, position| able | 1 << position);
            each_set::<B>(&masks, able, self.size, (0, 0), &mut |set, digits| {
                self.report(grid, house, set, digits, sink)
            })?;
        }
        Continue(())
    }

    fn report<B: Board>(
        &self,
        grid: &LogicGrid<B>,
        house: usize,
        set: u16,
        digits: u16,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let board = grid.board();
        let cells = board.cells(house, set);
        let shared = |of: &usize| (cells & !board.house(*of)).is_empty();
        let of_first = board.houses_of(cells.first()).map(usize::from);
        // Row, column, box: the order in which HoDoKu removes candidates.
        let in_order = of_first.into_iter().rev();
        let none = B::Cells::NONE;
        let with = bits(digits).fold(none, |with, digit| with | grid.cells_of(digit)) & !cells;
        let box_cells = board.house(of_first[0]);
        let (mut removed, mut in_line, mut in_box) = (none, none, none);
        for of in in_order.clone().filter(shared) {
            let gone = with & board.house(of);
            removed |= gone;
            if of == of_first[0] { in_box = gone } else { in_line |= gone & !box_cells }
        }
        let is_locked = self.size < 4 && !in_box.is_empty() && !in_line.is_empty();
        if removed.is_empty() || is_locked != self.is_locked {
            return Continue(());
        }
        let mut deduction = Deduction { kind: self.kind[0].id, ..Deduction::default() };
        let mut left = removed;
        for of in in_order.filter(shared) {
            for cell in (left & board.house(of)).each() {
                let gone = bits(grid.mask(cell) & digits);
                deduction.eliminations.extend(gone.map(|digit| candidate(cell, digit)));
            }
            left &= !board.house(of);
        }
        if sink.wants_evidence() {
            deduction.cells = listed(cells);
            deduction.digits = DigitSet::from_bits(digits.into());
            let holds_all = |of: &usize| is_locked || (removed & !board.house(*of)).is_empty();
            let named = of_first.into_iter().filter(shared).filter(holds_all);
            let most = if is_locked { 2 } else { 1 };
            deduction.houses = named.take(most).map(|of| board.named(of)).collect();
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

    search_every_board!();
}

/// Visits the sets of `size` among `able` whose masks together have as many bits, with these bits:
/// those with the least members first.
fn each_set<B: Board>(
    masks: &B::OfDigits<u16>,
    able: u16,
    size: u32,
    (set, union): (u16, u16),
    visit: &mut impl FnMut(u16, u16) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for member in bits(able) {
        let (set, union) = (set | 1 << member, union | masks[member]);
        if B::ones(union) > size {
            continue;
        }
        if B::ones(set) < size {
            each_set::<B>(masks, able & (!1 << member), size, (set, union), visit)?;
        } else if B::ones(union) == size {
            visit(set, union)?;
        }
    }
    Continue(())
}
