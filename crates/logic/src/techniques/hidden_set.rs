//! Hidden sets: some digits have together only as many places in a house.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Cell, DigitSet};

use crate::board::Board;
use crate::cells::{CellSet, bits};
use crate::deduction::{Deduction, candidate};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// Two, three or four digits have together only as many places in a house, so these cells hold
/// nothing else. "Direct" means that this leaves one place for another digit, which is filled at
/// once.
///
/// A house with fewer empty cells is ignored: there a naked set says the same.
pub(super) struct HiddenSet {
    kind: &'static [Kind; 1],
    size: u32,
    is_direct: bool,
}

pub(super) const PAIR: HiddenSet = HiddenSet {
    kind: &[Kind { id: "hidden-pair", title: "Hidden pair" }],
    size: 2,
    is_direct: false,
};
pub(super) const TRIPLE: HiddenSet = HiddenSet {
    kind: &[Kind { id: "hidden-triple", title: "Hidden triple" }],
    size: 3,
    is_direct: false,
};
pub(super) const QUAD: HiddenSet = HiddenSet {
    kind: &[Kind { id: "hidden-quad", title: "Hidden quad" }],
    size: 4,
    is_direct: false,
};
pub(super) const DIRECT_PAIR: HiddenSet = HiddenSet {
    kind: &[Kind { id: "direct-hidden-pair", title: "Direct hidden pair" }],
    size: 2,
    is_direct: true,
};
pub(super) const DIRECT_TRIPLE: HiddenSet = HiddenSet {
    kind: &[Kind { id: "direct-hidden-triple", title: "Direct hidden triple" }],
    size: 3,
    is_direct: true,
};

impl Technique for HiddenSet {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    search_every_board!();
}

/// The first digit that has one place left if others take these positions, and the place.
fn single_beside<B: Board>(
    board: B,
    places: &B::OfDigits<u16>,
    set: u16,
    positions: u16,
) -> Option<(usize, usize)> {
    bits(board.digits() & !set).find_map(|digit| {
        let rest = places[digit] & !positions;
        let is_single = B::ones(places[digit]) > 1 && rest.is_power_of_two();
        is_single.then(|| (digit, rest.trailing_zeros() as usize))
    })
}

impl HiddenSet {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let least = if self.is_direct { self.size } else { 2 * self.size };
        let board = grid.board();
        for house in board.houses() {
            if (grid.empty() & board.house(house)).len() <= least {
                continue;
            }
            let places = grid.places_of(house);
            // Digits that may be in a set. A hidden single is in none.
            let fits = |mask: u16| (2..=self.size).contains(&B::ones(mask));
            let able = (0..board.side()).filter(|&digit| fits(places[digit]));
            let able = able.fold(0, |able: u16, digit| able | 1 << digit);
            if B::ones(able) < self.size {
                continue;
            }
            for set in B::sets(self.size, able) {
                let positions = bits(set).fold(0, |positions, digit| positions | places[digit]);
                if B::ones(positions) != self.size {
                    continue;
                }
                if !self.is_direct {
                    self.report(grid, house, set, positions, None, sink)?;
                } else if let Some(single) = single_beside(board, places, set, positions) {
                    self.report(grid, house, set, positions, Some(single), sink)?;
                }
            }
        }
        Continue(())
    }

    /// Reports that the digits of a set have no other places in a house.
    pub(super) fn report<B: Board>(
        &self,
        grid: &LogicGrid<B>,
        house: usize,
        set: u16,
        positions: u16,
        single: Option<(usize, usize)>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let cell = |position: usize| grid.board().cell(house, position);
        let mut deduction = Deduction { kind: self.id(), ..Deduction::default() };
        match single {
            Some((digit, position)) => {
                deduction.placements.push(candidate(cell(position), digit));
            }
            None => {
                deduction.eliminations.extend(bits(positions).flat_map(|position| {
                    let others = grid.mask(cell(position)) & !set;
                    bits(others).map(move |digit| candidate(cell(position), digit))
                }));
                if deduction.eliminations.is_empty() {
                    return Continue(());
                }
            }
        }
        if sink.wants_evidence() {
            deduction.cells = bits(positions).map(|position| Cell::new(cell(position))).collect();
            deduction.digits = DigitSet::from_bits(set.into());
            deduction.houses = vec![grid.board().named(house)];
        }
        sink.take(deduction)
    }
}
