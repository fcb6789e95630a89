//! Hall sets: cells of a house that together have only as many digits left as they are. No other
//! cell of the house can have one of those digits; and if the cells are more than the digits, there
//! is no solution.
//!
//! Pairs and triples, naked and hidden, are the small ones. All consequences are found together
//! (Régin 1994): match each cell with a digit of its own; a digit leads to those that its cell
//! could hold instead. The digits that can be reached from a digit are those of a Hall set, and a
//! candidate is eliminated if its cell's own digit cannot be reached from it.
//!
//! On 25x25 at 45 %, this takes a third to a half of the conflicts, at one and a half times the
//! cost of each. Only rows and columns are examined: boxes do not reduce the number of conflicts,
//! and cost a fifth more.

use super::{Conflict, Engine, Reason};
use crate::board::{Cell, Puzzle};
use crate::solve::formula::Formula;
use crate::solve::layout::bits;

/// Cells of a house that take up all of some digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HallSet {
    pub(super) house: u32,
    /// Returns the places of the cells that have these digits.
    pub(super) cells: u64,
    /// The digits less one, a bit each.
    pub(super) digits: u64,
}

/// A candidate that a Hall set eliminates: its cell's place in the house, and the digit less one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fallen {
    place: u32,
    digit: u32,
    by: HallSet,
}

/// The open cells of rows and columns, each matched with a digit, and the Hall sets in use.
pub(super) struct Halls {
    houses: Vec<House>,
    /// The houses of each cell.
    houses_of: Vec<Vec<u32>>,
    /// Houses to be examined.
    waiting: Vec<u32>,
    /// The part of the trail whose houses have been queued.
    looked: usize,
    /// The matching of the house last examined.
    matching: Matching,
    fallen: Vec<Fallen>,
    /// The sets that eliminated candidates on the trail, each with the place there.
    sets: Vec<(HallSet, u32)>,
}

/// The open cells of a row or column.
struct House {
    /// The numbers of their sets.
    cells: Vec<u32>,
    /// The digit matched with each cell when the house was last examined.
    digits: Vec<u8>,
    /// Whether it is to be examined.
    waits: bool,
}

/// A matching of the open cells of a house, by their places, with digits.
struct Matching {
    masks: [u64; 64],
    /// For each matched digit, the place of its cell.
    owners: [u8; 64],
    matched: u64,
}

impl Matching {
    /// Matches the cell with a digit, if need be with one that another cell can give up. Otherwise
    /// returns the digits of a set with more cells than digits.
    fn add(&mut self, place: usize) -> Result<(), u64> {
        let mut seen = 0;
        if self.augment(place, &mut seen) { Ok(()) } else { Err(seen) }
    }

    fn augment(&mut self, place: usize, seen: &mut u64) -> bool {
        let free = self.masks[place] & !self.matched;
        if free != 0 {
            self.matched |= free & free.wrapping_neg();
            self.owners[free.trailing_zeros() as usize] = place as u8;
            return true;
        }
        loop {
            let left = self.masks[place] & !*seen;
            if left == 0 {
                return false;
            }
            *seen |= left & left.wrapping_neg();
            let digit = left.trailing_zeros() as usize;
            if self.augment(usize::from(self.owners[digit]), seen) {
                self.owners[digit] = place as u8;
                return true;
            }
        }
    }

    /// Returns the digits that the cell of a digit could hold.
    fn leads_to(&self, digit: u32) -> u64 {
        self.masks[usize::from(self.owners[digit as usize])]
    }

    /// The places of the cells that have these digits.
    fn owners_of(&self, digits: u64) -> u64 {
        bits(digits).fold(0, |cells, digit| cells | 1 << self.owners[digit as usize])
    }

    /// Returns whether every digit can be reached from every other, so that no candidate is
    /// eliminated. This is true of most houses, and faster than [`reach`](Self::reach).
    fn is_connected(&self) -> bool {
        let mut reached = self.matched & self.matched.wrapping_neg();
        let mut left = reached;
        while left != 0 {
            let next = self.leads_to(left.trailing_zeros());
            left = (left & (left - 1)) | (next & self.matched & !reached);
            reached |= next;
        }
        if reached != self.matched {
            return false;
        }
        let mut leading = self.matched & self.matched.wrapping_neg();
        loop {
            let before = leading;
            for digit in bits(self.matched & !leading) {
                leading |= u64::from(self.leads_to(digit) & leading != 0) << digit;
            }
            if leading == before {
                return leading == self.matched;
            }
        }
    }

    /// Returns for each matched digit all that can be reached from it.
    fn reach(&self) -> [u64; 64] {
        let mut reach = [0; 64];
        for digit in bits(self.matched) {
            reach[digit as usize] = self.leads_to(digit);
        }
        for by in bits(self.matched) {
            let further = reach[by as usize];
            for digit in bits(self.matched) {
                let reach = &mut reach[digit as usize];
                *reach |= further & (*reach >> by & 1).wrapping_neg();
            }
        }
        reach
    }
}

impl Halls {
    /// Creates the state for a formula of a puzzle.
    pub(super) fn new(puzzle: &Puzzle, formula: &Formula) -> Self {
        let open_cells = &formula.open_cells;
        let mut set_of_cell = vec![None; puzzle.shape().cells()];
        for (set, &cell) in open_cells.iter().enumerate() {
            set_of_cell[usize::from(cell)] = Some(set as u32);
        }
        let open = |&cell: &Cell| set_of_cell[cell.index()];
        let lines = puzzle.geometry().houses().take(2 * puzzle.shape().side());
        Self::of(lines.map(|line| line.iter().filter_map(open).collect()), open_cells.len())
    }

    /// Creates the state for houses of these cells, which are numbered up to `cells`.
    fn of(all: impl Iterator<Item = Vec<u32>>, cells: usize) -> Self {
        let mut halls = Self {
            houses: Vec::new(),
            houses_of: vec![Vec::new(); cells],
            waiting: Vec::new(),
            looked: 0,
            matching: Matching { masks: [0; 64], owners: [0; 64], matched: 0 },
            fallen: Vec::new(),
            sets: Vec::new(),
        };
        for (house, cells) in (0..).zip(all) {
            for &cell in &cells {
                halls.houses_of[cell as usize].push(house);
            }
            halls.houses.push(House { digits: vec![0; cells.len()], cells, waits: true });
            halls.waiting.push(house);
        }
        halls
    }

    /// Returns a set that eliminated a candidate.
    pub(super) fn set(&self, number: u32) -> HallSet {
        self.sets[number as usize].0
    }

    /// Removes the sets that came from the trail from there on.
    pub(super) fn back_to(&mut self, start: usize) {
        self.looked = self.looked.min(start);
        while self.sets.last().is_some_and(|&(_, at)| at as usize >= start) {
            self.sets.pop();
        }
    }

    /// Returns the cell at a place of a house.
    pub(super) fn cell(&self, house: u32, place: u32) -> u32 {
        self.houses[house as usize].cells[place as usize]
    }

    /// Queues the houses of a cell that has lost a candidate.
    #[inline]
    fn shrunk(&mut self, cell: usize) {
        for &house in &self.houses_of[cell] {
            if !std::mem::replace(&mut self.houses[house as usize].waits, true) {
                self.waiting.push(house);
            }
        }
    }

    /// Returns the next house to be examined.
    fn next(&mut self) -> Option<u32> {
        let house = self.waiting.pop()?;
        self.houses[house as usize].waits = false;
        Some(house)
    }

    /// Finds the candidates that Hall sets eliminate in a house, and writes them to `fallen`. The
    /// masks are the candidates of all cells, at the fixed point of singles except for the
    /// consequences of the latest eliminations.
    ///
    /// # Errors
    /// Returns a set of more cells than digits.
    fn look(&mut self, house: u32, masks: &[u64]) -> Result<(), HallSet> {
        let House { cells, digits, .. } = &mut self.houses[house as usize];
        let matching = &mut self.matching;
        matching.matched = 0;
        let mut alone: u64 = 0;
        for (place, (&cell, &digit)) in cells.iter().zip(&*digits).enumerate() {
            let mask = masks[cell as usize];
            if mask.is_power_of_two() {
                // A single: no other cell has its digit.
                continue;
            }
            matching.masks[place] = mask;
            if mask & !matching.matched & (1 << digit) != 0 {
                matching.matched |= 1 << digit;
                matching.owners[usize::from(digit)] = place as u8;
            } else {
                alone |= 1 << place;
            }
        }
        if alone != 0 {
            for place in bits(alone) {
                matching.add(place as usize).map_err(|digits| HallSet {
                    house,
                    cells: matching.owners_of(digits) | 1 << place,
                    digits,
                })?;
            }
            for digit in bits(matching.matched) {
                let place = usize::from(matching.owners[digit as usize]);
                digits[place] = digit as u8;
            }
        }
        if matching.is_connected() {
            return Ok(());
        }
        let reach = matching.reach();
        for own in bits(matching.matched) {
            let place = u32::from(matching.owners[own as usize]);
            for digit in bits(matching.leads_to(own) & matching.matched) {
                let digits = reach[digit as usize];
                // A digit without a cell, reached by singles not yet ruled out, is free.
                if digits >> own & 1 == 0 && digits & !matching.matched == 0 {
                    let by = HallSet { house, cells: matching.owners_of(digits), digits };
                    self.fallen.push(Fallen { place, digit, by });
                }
            }
        }
        Ok(())
    }
}

impl Engine {
    /// Eliminates what Hall sets rule out in the houses that have changed, at a fixed point of all
    /// other rules.
    pub(super) fn look_for_halls(&mut self) -> Option<Conflict> {
        let end = self.trail.len();
        for at in self.halls.looked..end {
            let literal = self.trail[at];
            if !literal.is_yes() && literal.variable() < self.formula.candidates.len() {
                let (cell, _) = self.membership(self.first_set[(!literal).index()] as usize);
                self.halls.shrunk(cell);
            }
        }
        while let Some(house) = self.halls.next() {
            if let Err(crowd) = self.halls.look(house, &self.masks) {
                // The others will be found again: what has shrunk them is undone, or they stay
                // queued.
                while self.halls.next().is_some() {}
                return Some(Conflict::Crowd(crowd));
            }
            while let Some(Fallen { place, digit, by }) = self.halls.fallen.pop() {
                let candidate = self.member(self.halls.cell(house, place) as usize, digit);
                let number = self.halls.sets.len() as u32;
                self.halls.sets.push((by, self.trail.len() as u32));
                self.set(!candidate, Reason::Hall(number));
            }
        }
        self.halls.looked = end;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Returns by cell the candidates used by any assignment of distinct digits to the cells from
    /// `place` on; `None` if there is none.
    fn used(masks: &[u64], place: usize, taken: u64) -> Option<Vec<u64>> {
        if place == masks.len() {
            return Some(vec![0; place]);
        }
        let mut all: Option<Vec<u64>> = None;
        for digit in bits(masks[place] & !taken) {
            if let Some(mut used) = used(masks, place + 1, taken | 1 << digit) {
                used[place] |= 1 << digit;
                let all = all.get_or_insert_with(|| vec![0; masks.len()]);
                all.iter_mut().zip(&used).for_each(|(all, used)| *all |= used);
            }
        }
        all
    }

    /// Checks that the cells of a Hall set have only its digits, and returns the numbers of both.
    fn sizes(hall: HallSet, masks: &[u64]) -> (u32, u32) {
        for place in bits(hall.cells) {
            assert_eq!(masks[place as usize] & !hall.digits, 0, "{hall:?}");
        }
        (hall.cells.count_ones(), hall.digits.count_ones())
    }

    /// Houses whose candidates come and go, some with free digits, with useful and useless earlier
    /// matchings.
    #[test]
    fn falls_what_no_way_of_filling_the_house_uses() {
        let mut rng = Rng::from_seed(5);
        let (mut crowds, mut fell, mut none) = (0, 0, 0);
        for cells in 1..=6 {
            for digits in cells..=cells + 1 {
                let numbers: Vec<u32> = (0..cells as u32).collect();
                let mut halls = Halls::of(std::iter::once(numbers), cells);
                for _ in 0..2000 {
                    let density = 2 + rng.below(5);
                    let mut masks = vec![0_u64; cells];
                    for mask in &mut masks {
                        for digit in 0..digits {
                            *mask |= u64::from(rng.below(6) < density) << digit;
                        }
                        // Singles have been propagated.
                        if mask.is_power_of_two() {
                            *mask = (1 << digits) - 1;
                        }
                    }
                    let expected = used(&masks, 0, 0);
                    let found = halls.look(0, &masks);
                    let fallen = std::mem::take(&mut halls.fallen);
                    let Some(expected) = expected else {
                        let (cells, digits) = sizes(found.unwrap_err(), &masks);
                        assert!(cells > digits);
                        crowds += 1;
                        continue;
                    };
                    assert_eq!(found, Ok(()), "{masks:?}");
                    let mut left = masks.clone();
                    for Fallen { place, digit, by } in fallen {
                        let (cells, digits) = sizes(by, &masks);
                        assert_eq!(cells, digits);
                        assert!(by.cells >> place & 1 == 0 && by.digits >> digit & 1 == 1);
                        assert!(left[place as usize] >> digit & 1 == 1, "it fell twice");
                        left[place as usize] &= !(1 << digit);
                        fell += 1;
                    }
                    assert_eq!(left, expected, "{masks:?}");
                    none += usize::from(left == masks);
                }
            }
        }
        assert!(crowds > 500 && fell > 500 && none > 500, "{crowds} {fell} {none}");
    }
}
