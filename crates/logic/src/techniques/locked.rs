//! Locked candidates: the places of a digit in one house lie all in another house that crosses it.

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::Cell;

use crate::cells::{each, has_two};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, ROWS};
use crate::technique::{Kind, Sink, Technique};

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
    let [by_threes, by_step] = PARTS[usize::from(places)];
    let (third, number) = (base % 9 / 3, base % 3);
    // The part of the house with the places; the house that crosses the first part, and the distance
    // to the one that crosses the next.
    let (part, first, step) = match (BOXES.contains(&base), *covers == ROWS) {
        (true, false) => (by_step, 3 * number, 1),
        (false, _) if COLUMNS.contains(&base) => (by_threes, third, 3),
        _ => (by_threes, 3 * third, 1),
    };
    (part != NONE).then_some(covers.start + first + step * usize::from(part))
}

const NONE: u8 = 3;

/// For each mask of two or more positions in a house, which third of it contains them all: of the
/// thirds of consecutive positions, and of those whose positions are three apart.
static PARTS: [[u8; 2]; 512] = {
    let mut parts = [[NONE; 2]; 512];
    let mut mask = 1_usize;
    while mask < 512 {
        let mut part = 0;
        while part < 3 && !mask.is_power_of_two() {
            if mask & !(0b111 << (3 * part)) == 0 {
                parts[mask][0] = part as u8;
            }
            if mask & !(0b1001001 << part) == 0 {
                parts[mask][1] = part as u8;
            }
            part += 1;
        }
        mask += 1;
    }
    parts
};

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

    /// Reports that a digit's places in `base` are all in `cover`.
    pub(super) fn report(
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
            deduction.digits = quadrille_core::DigitSet::from_bits(1 << digit);
            let houses = [Some(base), Some(cover), single.map(|(_, house)| house)];
            deduction.houses = houses.into_iter().flatten().map(House::of_index).collect();
        }
        sink.take(deduction)
    }
}
