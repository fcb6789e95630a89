//! Unique rectangles of six types, and hidden rectangles.

use quadrille_core::{Cell, DigitSet};

use super::{Corners, Seen, candidates, pattern, rectangles};
use crate::cells::{Cells, bits, each, has_two, ones};
use crate::deduction::{Deduction, House, candidate};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, CELLS, HOUSES, HOUSES_OF, PEERS};

/// Finds unique and hidden rectangles. They begin with a cell that has the two digits alone; the other
/// cells may have lost one of them.
pub(super) fn find(grid: &LogicGrid, found: &mut Vec<Deduction>) {
    let mut seen = Seen::default();
    let allowed: [Cells; 9] = std::array::from_fn(|digit| allowed(grid, digit));
    for first in each(grid.bivalue()) {
        let digits = grid.mask(first);
        let among = bits(digits).fold(!0, |among, digit| among & allowed[digit]);
        for corners in rectangles(first, among, among) {
            if seen.add(corners) {
                let rectangle = Rectangle::new(grid, corners, digits);
                // In a pencilmark puzzle, the exchanged digits may not be permitted.
                let permits = |&cell: &usize| bits(digits).all(|digit| grid.permits(cell, digit));
                if corners.iter().all(permits) {
                    rectangle.find(found);
                }
            }
        }
    }
}

/// The cells that are empty and see no digit like this, so that they could hold it but for what
/// techniques have shown.
fn allowed(grid: &LogicGrid, digit: usize) -> Cells {
    let is_done = |house: &usize| grid.places(*house, digit) == 0;
    (0..27).filter(is_done).fold(grid.empty(), |cells, house| cells & !HOUSES[house])
}

struct Rectangle<'g> {
    grid: &'g LogicGrid,
    corners: Corners,
    digits: u16,
    /// The two digits, ascending.
    pair: [usize; 2],
    /// The corners without other candidates.
    plain: Cells,
    /// The corners with other candidates.
    rich: Cells,
    /// The other candidates of all corners.
    extras: u16,
}

impl<'g> Rectangle<'g> {
    fn new(grid: &'g LogicGrid, corners: Corners, digits: u16) -> Self {
        let low = digits.trailing_zeros() as usize;
        let high = (digits & (digits - 1)).trailing_zeros() as usize;
        let (mut plain, mut rich, mut extras) = (0, 0, 0);
        for corner in corners {
            let more = grid.mask(corner) & !digits;
            *(if more == 0 { &mut plain } else { &mut rich }) |= 1 << corner;
            extras |= more;
        }
        Self { grid, corners, digits, pair: [low, high], plain, rich, extras }
    }

    fn find(&self, found: &mut Vec<Deduction>) {
        match self.plain.count_ones() {
            3 => self.type_1(found),
            2 => {
                self.type_2_and_5(found);
                self.type_3(found);
                self.type_4_and_6(found);
                if self.is_diagonal() {
                    self.hidden(found);
                }
            }
            1 => {
                self.type_2_and_5(found);
                self.hidden(found);
            }
            _ => {}
        }
    }

    fn pattern(&self, kind: &'static str) -> Deduction {
        pattern(kind, self.corners, self.digits)
    }

    /// Whether two corners with other candidates share neither row nor column.
    fn is_diagonal(&self) -> bool {
        !has_two(self.rich) || self.shared().all(|house| BOXES.contains(&house))
    }

    /// The houses that all corners with other candidates share: row, column, box.
    fn shared(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.rich.trailing_zeros() as usize;
        let houses = HOUSES_OF[first].into_iter().rev().map(usize::from);
        houses.filter(|&house| self.rich & !HOUSES[house] == 0)
    }

    /// One corner has other candidates, so it holds one of these.
    fn type_1(&self, found: &mut Vec<Deduction>) {
        let corner = self.rich.trailing_zeros() as usize;
        let gone = bits(self.grid.mask(corner) & self.digits);
        let mut deduction = self.pattern("unique-rectangle-1");
        deduction.eliminations = gone.map(|digit| candidate(corner, digit)).collect();
        if !deduction.eliminations.is_empty() {
            found.push(deduction);
        }
    }

    /// Two or three corners have the same other candidate, so one of them holds it. Type 5 if they are
    /// not in one line.
    fn type_2_and_5(&self, found: &mut Vec<Deduction>) {
        if !self.extras.is_power_of_two() {
            return;
        }
        let extra = self.extras.trailing_zeros() as usize;
        let with = self.grid.cells_of(extra);
        let removed = each(self.rich).fold(with, |removed, corner| removed & PEERS[corner]);
        if removed == 0 {
            return;
        }
        let in_line = self.rich.count_ones() == 2 && !self.is_diagonal();
        let kind = if in_line { "unique-rectangle-2" } else { "unique-rectangle-5" };
        let mut deduction = self.pattern(kind);
        deduction.eliminations = candidates(removed, extra);
        deduction.other_digits = DigitSet::from_bits(self.extras.into());
        found.push(deduction);
    }

    /// The other candidates of two corners make a naked set with other cells of a house.
    fn type_3(&self, found: &mut Vec<Deduction>) {
        for house in self.shared() {
            let fits = |cell: &usize| {
                let mask = self.grid.mask(*cell);
                mask != 0 && mask & self.digits == 0 && (self.plain | self.rich) >> cell & 1 == 0
            };
            let able = CELLS[house].into_iter().map(usize::from).filter(fits);
            let able = able.fold(0 as Cells, |able, cell| able | 1 << cell);
            self.naked_sets(house, able, self.rich, self.extras, found);
        }
    }

    /// Adds the cells of `able` to a set, each in turn, then others to these.
    fn naked_sets(
        &self,
        house: usize,
        able: Cells,
        set: Cells,
        digits: u16,
        found: &mut Vec<Deduction>,
    ) {
        for cell in each(able) {
            let (set, digits) = (set | 1 << cell, digits | self.grid.mask(cell));
            let in_line =
                HOUSES_OF[cell][1..].iter().any(|&line| set & !HOUSES[usize::from(line)] == 0);
            // A set of a box that lies in a line was found there.
            if ones(digits) == set.count_ones() - 1 && !(BOXES.contains(&house) && in_line) {
                self.naked_set(house, set, digits, found);
            }
            self.naked_sets(house, able & !((2 << cell) - 1), set, digits, found);
        }
    }

    fn naked_set(&self, house: usize, set: Cells, digits: u16, found: &mut Vec<Deduction>) {
        let mut deduction = self.pattern("unique-rectangle-3");
        let mut remove = |cells: Cells| {
            for cell in each(cells) {
                let gone = bits(self.grid.mask(cell) & digits);
                deduction.eliminations.extend(gone.map(|digit| candidate(cell, digit)));
            }
            deduction.eliminations.is_empty()
        };
        if remove(HOUSES[house] & !set) {
            return;
        }
        let of_set = BOXES.into_iter().find(|&of| set & !HOUSES[of] == 0);
        if let Some(of) = of_set.filter(|_| !BOXES.contains(&house)) {
            remove(HOUSES[of] & !HOUSES[house]);
        }
        deduction.others = each(set & !self.rich).map(Cell::new).collect();
        deduction.other_digits = DigitSet::from_bits(digits.into());
        deduction.houses = vec![House::of_index(house)];
        found.push(deduction);
    }

    /// Two corners have other candidates, and one of the digits must be in them: in a line, so that
    /// the other is not (type 4), or in both of their lines, so that it is at the other two corners
    /// (type 6).
    fn type_4_and_6(&self, found: &mut Vec<Deduction>) {
        let corners: Vec<usize> = each(self.rich).collect();
        let [low, high] = self.pair;
        let with = |digit: usize| self.grid.cells_of(digit);
        let (kind, removed) = if self.is_diagonal() {
            let lines = corners.iter().flat_map(|&corner| &HOUSES_OF[corner][1..]);
            let lines = lines.fold(0, |lines, &line| lines | HOUSES[usize::from(line)]);
            let beside = lines & !self.rich & !self.plain;
            let is_locked = |digit: &usize| with(*digit) & beside == 0;
            ("unique-rectangle-6", [low, high].into_iter().find(is_locked))
        } else {
            let beside = PEERS[corners[0]] & PEERS[corners[1]];
            let is_locked = |digit: &usize| with(*digit) & beside == 0;
            let locked = [low, high].into_iter().find(is_locked);
            ("unique-rectangle-4", locked.map(|digit| if digit == low { high } else { low }))
        };
        let Some(removed) = removed else { return };
        let mut deduction = self.pattern(kind);
        deduction.eliminations = candidates(with(removed) & self.rich, removed);
        if !deduction.eliminations.is_empty() {
            let line = self.shared().find(|_| !self.is_diagonal());
            deduction.houses = line.map(House::of_index).into_iter().collect();
            deduction.others = corners.into_iter().map(Cell::new).collect();
            deduction.other_digits = DigitSet::from_bits(1 << removed);
            found.push(deduction);
        }
    }

    /// A digit has no places but corners in the row and the column of the corner across from one
    /// without other candidates. If the corner across held the other digit, the digits could be
    /// exchanged.
    fn hidden(&self, found: &mut Vec<Deduction>) {
        for corner in each(self.plain) {
            let [_, column, row] = HOUSES_OF[corner].map(usize::from);
            let lines = HOUSES[column] | HOUSES[row];
            let across = self.corners.into_iter().find(|&other| lines >> other & 1 == 0);
            let across = across.expect("one corner is across");
            let [_, column, row] = HOUSES_OF[across].map(usize::from);
            let beside = (HOUSES[column] | HOUSES[row]) & !self.plain & !self.rich;
            let [low, high] = self.pair;
            for (locked, removed) in [(low, high), (high, low)] {
                if self.grid.cells_of(locked) & beside == 0 && self.grid.may_hold(across, removed) {
                    let mut deduction = self.pattern("hidden-rectangle");
                    deduction.eliminations = vec![candidate(across, removed)];
                    deduction.houses = [row, column].map(House::of_index).to_vec();
                    deduction.others = vec![Cell::new(across)];
                    deduction.other_digits = DigitSet::from_bits(1 << locked);
                    found.push(deduction);
                }
            }
        }
    }
}
