//! Locked candidates: the places of a digit in one house lie all in another house that crosses it.

use std::ops::ControlFlow::{self, Continue};

use crate::board::Cell;
use crate::logic::cells::{each, has_two, ones};
use crate::logic::deduction::{Deduction, House, candidate};
use crate::logic::grid::LogicGrid;
use crate::logic::houses::{BOXES, COLUMNS, HOUSES, ROWS};
use crate::logic::technique::{Kind, Sink, Technique};

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

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        for lines in [COLUMNS, ROWS] {
            let (first, second) = if self.is_pointing { (BOXES, lines) } else { (lines, BOXES) };
            for digit in 0..9 {
                for base in first.clone() {
                    let Some(cover) = cover(base, &second, grid.places(base, digit)) else {
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
}

/// The house among `covers` that contains two or more places in a house.
fn cover(base: usize, covers: &std::ops::Range<usize>, places: u16) -> Option<usize> {
    // Two houses have no more than three cells in common.
    if !(2..=3).contains(&ones(places)) {
        return None;
    }
    let (third, number) = (base % 9 / 3, base % 3);
    // The part of the base, from 0 to 2, in which the places are, and the first house that crosses
    // it, with the distance to the next.
    let part = |first: u16, shift: usize| (0..3).find(|i| places & !(first << (shift * i)) == 0);
    let (part, start, step) = match (BOXES.contains(&base), *covers == ROWS) {
        (true, true) => (part(0b111, 3)?, 3 * third, 1),
        (true, false) => (part(0b1001001, 1)?, 3 * number, 1),
        (false, _) if ROWS.contains(&base) => (part(0b111, 3)?, 3 * third, 1),
        (false, _) => (part(0b111, 3)?, third, 3),
    };
    Some(covers.start + start + step * part)
}

impl Locked {
    /// Looks for houses like `base` in which the digit has one place outside `cover`.
    fn singles(
        &self,
        grid: &LogicGrid,
        digit: usize,
        base: usize,
        bases: std::ops::Range<usize>,
        cover: usize,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        for other in bases.filter(|&other| other != base && HOUSES[other] & HOUSES[cover] != 0) {
            let places = grid.cells_of(digit) & HOUSES[other];
            let rest = places & !HOUSES[cover];
            if has_two(places) && rest.is_power_of_two() {
                let single = (rest.trailing_zeros() as usize, other);
                self.report(grid, digit, base, cover, Some(single), sink)?;
            }
        }
        Continue(())
    }

    fn report(
        &self,
        grid: &LogicGrid,
        digit: usize,
        base: usize,
        cover: usize,
        single: Option<(usize, usize)>,
        sink: &mut Sink<'_, '_>,
    ) -> ControlFlow<()> {
        let removed = grid.cells_of(digit) & HOUSES[cover] & !HOUSES[base];
        if removed == 0 {
            return Continue(());
        }
        let mut deduction = Deduction { kind: self.id, ..Deduction::default() };
        deduction.placements.extend(single.map(|(cell, _)| candidate(cell, digit)));
        if single.is_none() {
            deduction.eliminations = each(removed).map(|cell| candidate(cell, digit)).collect();
        }
        if sink.wants_evidence() {
            let pattern = grid.cells_of(digit) & HOUSES[base];
            deduction.cells = each(pattern).map(Cell::new).collect();
            deduction.digits = crate::board::DigitSet::from_bits(1 << digit);
            let houses = [Some(base), Some(cover), single.map(|(_, house)| house)];
            deduction.houses = houses.into_iter().flatten().map(House::of_index).collect();
        }
        sink.take(deduction)
    }
}
