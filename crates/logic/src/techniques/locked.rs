//! Locked candidates: the places of a digit in one house lie all in another house that crosses it.

use std::ops::ControlFlow::{self, Continue};

use crate::board::Board;
use crate::cells::CellSet;
use crate::deduction::{Deduction, candidate, listed};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique, search_every_board};

/// A digit's places in a box lie in one line (pointing), or those in a line in one box (claiming):
/// so it is nowhere else in the other house. "Direct" means that this leaves one place for the digit
/// in a further house, which is filled at once.
pub(super) struct Locked {
    id: &'static str,
    kinds: &'static [Kind],
    is_pointing: bool,
    is_direct: bool,
}

pub(super) const POINTING: Locked = Locked {
    id: "pointing",
    kinds: &[Kind { id: "pointing", title: "Locked candidates: pointing" }],
    is_pointing: true,
    is_direct: false,
};

pub(super) const CLAIMING: Locked = Locked {
    id: "claiming",
    kinds: &[Kind { id: "claiming", title: "Locked candidates: claiming" }],
    is_pointing: false,
    is_direct: false,
};

pub(super) const DIRECT_POINTING: Locked = Locked {
    id: "direct-pointing",
    kinds: &[Kind { id: "direct-pointing", title: "Direct pointing" }],
    is_pointing: true,
    is_direct: true,
};

pub(super) const DIRECT_CLAIMING: Locked = Locked {
    id: "direct-claiming",
    kinds: &[Kind { id: "direct-claiming", title: "Direct claiming" }],
    is_pointing: false,
    is_direct: true,
};

impl Technique for Locked {
    fn id(&self) -> &'static str {
        self.id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    search_every_board!();
}

impl Locked {
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let board = grid.board();
        for lines in [board.columns(), board.rows()] {
            let boxes = board.boxes();
            let (first, second) = if self.is_pointing { (boxes, lines) } else { (lines, boxes) };
            for digit in 0..board.side() {
                for base in first.clone() {
                    let Some(cover) = board.cover(base, &second, grid.places(base, digit)) else {
                        continue;
                    };
                    if self.is_direct {
                        self.singles(grid, digit, base, first.clone(), cover, sink)?;
                    } else {
                        self.report(grid, digit, base, cover, None, sink)?;
                    }
                }
            }
        }
        Continue(())
    }

    /// Looks for houses like `base` in which the digit has one place outside `cover`.
    fn singles<B: Board>(
        &self,
        grid: &LogicGrid<B>,
        digit: usize,
        base: usize,
        bases: std::ops::Range<usize>,
        cover: usize,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let board = grid.board();
        let of_cover = board.house(cover);
        let crosses = |other: usize| !(board.house(other) & of_cover).is_empty();
        for other in bases.filter(|&other| other != base && crosses(other)) {
            let places = grid.cells_of(digit) & board.house(other);
            let rest = places & !of_cover;
            if places.has_two() && rest.is_single() {
                let single = (rest.first(), other);
                self.report(grid, digit, base, cover, Some(single), sink)?;
            }
        }
        Continue(())
    }

    /// Reports that a digit's places in `base` are all in `cover`.
    pub(super) fn report<B: Board>(
        &self,
        grid: &LogicGrid<B>,
        digit: usize,
        base: usize,
        cover: usize,
        single: Option<(usize, usize)>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let board = grid.board();
        let removed = grid.cells_of(digit) & board.house(cover) & !board.house(base);
        if removed.is_empty() {
            return Continue(());
        }
        let mut deduction = Deduction { kind: self.id, ..Deduction::default() };
        deduction.placements.extend(single.map(|(cell, _)| candidate(cell, digit)));
        if single.is_none() {
            deduction.eliminations = removed.each().map(|cell| candidate(cell, digit)).collect();
        }
        if sink.wants_evidence() {
            deduction.cells = listed(grid.cells_of(digit) & board.house(base));
            deduction.digits = quadrille_core::DigitSet::from_bits(1 << digit);
            let houses = [Some(base), Some(cover), single.map(|(_, house)| house)];
            deduction.houses =
                houses.into_iter().flatten().map(|house| board.named(house)).collect();
        }
        sink.take(deduction)
    }
}
