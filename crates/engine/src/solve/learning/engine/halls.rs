//! Hall sets: cells of a house that have only as many digits left together as they are. No other
//! cell of the house can have one of those; and where the cells are more than the digits, there is
//! no solution.
//!
//! Pairs and triples, naked and hidden, are the small ones. All that follows from them is found at
//! once (Régin 1994): give each cell a digit of its own, as a matching of the two; a digit leads to
//! those that its cell could hold instead. What can be reached from a digit is the digits of a Hall
//! set, and a candidate falls whose cell's own digit cannot be reached from it.
//!
//! On 25x25 at 45 % it takes a third to a half of the conflicts, each at half as much again. Only
//! rows and columns are looked at: with boxes there are no fewer conflicts, and they cost a fifth
//! more.

use super::{Conflict, Engine, Reason};
use crate::board::{Cell, Puzzle};
use crate::solve::formula::Formula;

/// Cells of a house that take all of some digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HallSet {
    pub(super) house: u32,
    /// By place in the house, a bit each.
    pub(super) cells: u64,
    /// Digits less one, a bit each.
    pub(super) digits: u64,
}

/// A candidate that falls by a Hall set: its cell's place in the house, and the digit less one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fallen {
    place: u32,
    digit: u32,
    by: HallSet,
}

/// The open cells of rows and columns, each with a digit of its own, and the Hall sets in use.
pub(super) struct Halls {
    /// House by house, the cells, by the numbers of their sets.
    cells: Vec<u32>,
    first_cell: Vec<u32>,
    /// Beside `cells`: the digit matched with the cell when the house was last looked at.
    digits: Vec<u8>,
    /// Of each cell: its houses.
    houses: Vec<Vec<u32>>,
    /// Houses to be looked at.
    waiting: Vec<u32>,
    waits: Vec<bool>,
    /// How much of the trail has led to houses being looked at.
    looked: usize,
    /// That of the house last looked at.
    matching: Matching,
    fallen: Vec<Fallen>,
    /// Those by which candidates on the trail fell, each with the place there.
    sets: Vec<(HallSet, u32)>,
}

/// A matching of the open cells of a house, by their places, with digits.
struct Matching {
    masks: [u64; 64],
    /// Of each digit that is matched: the place of its cell.
    owners: [u8; 64],
    matched: u64,
}

impl Matching {
    /// Finds the cell a digit, if need be one that another cell can do without. Otherwise returns
    /// the digits of a set with more cells than digits.
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

    /// The digits that the cell of a digit could hold.
    fn leads_to(&self, digit: u32) -> u64 {
        self.masks[usize::from(self.owners[digit as usize])]
    }

    /// The places of the cells that have these digits.
    fn owners_of(&self, digits: u64) -> u64 {
        bits(digits).fold(0, |cells, digit| cells | 1 << self.owners[digit as usize])
    }

    /// Whether every digit can be reached from every other: then no candidate falls. Most houses
    /// are so, and this is faster than [`reach`](Self::reach).
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

    /// Of each matched digit: all that can be reached from it.
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
    /// For a puzzle of which that formula is left.
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

    /// For houses of those cells, which are numbered up to `cells`.
    fn of(all: impl Iterator<Item = Vec<u32>>, cells: usize) -> Self {
        let mut halls = Self {
            cells: Vec::new(),
            first_cell: vec![0],
            digits: Vec::new(),
            houses: vec![Vec::new(); cells],
            waiting: Vec::new(),
            waits: Vec::new(),
            looked: 0,
            matching: Matching { masks: [0; 64], owners: [0; 64], matched: 0 },
            fallen: Vec::new(),
            sets: Vec::new(),
        };
        for (house, members) in all.enumerate() {
            for &cell in &members {
                halls.houses[cell as usize].push(house as u32);
            }
            halls.cells.extend(members);
            halls.first_cell.push(halls.cells.len() as u32);
            halls.waiting.push(house as u32);
            halls.waits.push(true);
        }
        halls.digits = vec![0; halls.cells.len()];
        halls
    }

    /// A set by which a candidate fell.
    pub(super) fn set(&self, number: u32) -> HallSet {
        self.sets[number as usize].0
    }

    /// Forgets what came of the trail from there on.
    pub(super) fn back_to(&mut self, start: usize) {
        self.looked = self.looked.min(start);
        while self.sets.last().is_some_and(|&(_, at)| at as usize >= start) {
            self.sets.pop();
        }
    }

    /// The cell at a place of a house.
    pub(super) fn cell(&self, house: u32, place: u32) -> u32 {
        self.cells[(self.first_cell[house as usize] + place) as usize]
    }

    /// Notes that a cell has lost a candidate.
    #[inline]
    fn shrunk(&mut self, cell: usize) {
        for &house in &self.houses[cell] {
            if !std::mem::replace(&mut self.waits[house as usize], true) {
                self.waiting.push(house);
            }
        }
    }

    /// The next house to be looked at.
    fn next(&mut self) -> Option<u32> {
        let house = self.waiting.pop()?;
        self.waits[house as usize] = false;
        Some(house)
    }

    /// Finds what falls in a house, into `fallen`. The masks are the candidates of all cells, at
    /// the fixed point of singles but for what follows from candidates that have just fallen.
    ///
    /// # Errors
    /// With a set of more cells than digits.
    fn look(&mut self, house: u32, masks: &[u64]) -> Result<(), HallSet> {
        let start = self.first_cell[house as usize] as usize;
        let end = self.first_cell[house as usize + 1] as usize;
        let matching = &mut self.matching;
        matching.matched = 0;
        let mut alone: u64 = 0;
        for (place, at) in (start..end).enumerate() {
            let mask = masks[self.cells[at] as usize];
            if mask.is_power_of_two() {
                // A single: no other cell has its digit.
                continue;
            }
            matching.masks[place] = mask;
            let digit = self.digits[at];
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
                self.digits[start + place] = digit as u8;
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
                // A digit without a cell, reached by singles not yet ruled out, is one to spare.
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
    /// Rules out what falls by Hall sets in the houses that have changed, at a fixed point of all
    /// else.
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
                // The others will be found again: what has shrunk them is taken back, or stays to
                // be looked at.
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

/// The numbers of the bits set, ascending.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros());
        mask &= mask.wrapping_sub(1);
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// By cell, the candidates that some way of giving each cell from `place` on a digit of its own
    /// uses; `None` when there is no way.
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

    /// Houses whose candidates come and go, some with digits to spare: the digits matched before
    /// are of use or not.
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
