//! A board on which singles are placed as they appear, to see what follows from an assumption.

use super::codes::Codes;
use super::facts::Facts;
use crate::cells::{Cells, bits, each, ones};
use crate::grid::LogicGrid;
use crate::houses::{CELLS, HOUSES, HOUSES_OF, PEERS};

/// The rounds in which singles are placed.
const ROUNDS: usize = 4;

/// A board with the singles that have appeared.
///
/// The singles are kept in the order in which they appear, and they stay although they may have been
/// placed or contradicted, as in HoDoKu.
#[derive(Clone, Default)]
pub(super) struct Singles {
    masks: Vec<u16>,
    empty: Cells,
    /// For each house and digit, the number of places.
    places: Vec<[i8; 9]>,
    naked: Vec<(usize, usize)>,
    hidden: Vec<(usize, usize)>,
    round: Vec<(usize, usize, bool)>,
}

/// The row, the column and the box of a cell.
fn houses_of(cell: usize) -> [usize; 3] {
    let [square, column, row] = HOUSES_OF[cell];
    [row.into(), column.into(), square.into()]
}

impl Singles {
    /// Starts again with a board.
    fn reset(&mut self, grid: &LogicGrid) {
        self.masks.clear();
        self.masks.extend((0..81).map(|cell| grid.mask(cell)));
        self.empty = grid.empty();
        self.places.clear();
        let count = |house: usize, digit: usize| ones(grid.places(house, digit)) as i8;
        self.places.extend((0..27).map(|house| std::array::from_fn(|digit| count(house, digit))));
        self.naked.clear();
        self.hidden.clear();
    }

    /// Adds what follows from an assumption when singles are placed.
    pub(super) fn look_ahead(
        &mut self,
        grid: &LogicGrid,
        codes: &Codes,
        (cell, digit): (usize, usize),
        is_on: bool,
        facts: &mut Facts,
    ) {
        self.reset(grid);
        if is_on {
            self.place(grid, codes, (cell, digit), None, facts);
        } else {
            self.remove(cell, digit);
            facts.push(codes, codes.candidate(cell, digit, false), [0; 5]);
            if ones(self.masks[cell]) == 1 {
                let last = self.masks[cell].trailing_zeros() as usize;
                self.place(grid, codes, (cell, last), None, facts);
            }
        }
        for _ in 0..ROUNDS {
            let mut round = std::mem::take(&mut self.round);
            round.clear();
            self.list(&mut round);
            for &(cell, digit, is_naked) in &round {
                self.place(grid, codes, (cell, digit), Some(is_naked), facts);
            }
            self.round = round;
        }
    }

    /// Lists the singles that have appeared: cell, digit, and whether the cell has no other
    /// candidate.
    fn list(&self, round: &mut Vec<(usize, usize, bool)>) {
        let is_open = |cell: usize| self.empty >> cell & 1 != 0;
        let naked = self.naked.iter().filter(|&&(cell, _)| is_open(cell));
        round.extend(naked.map(|&(cell, digit)| (cell, digit, true)));
        let mut seen: Cells = 0;
        for &(cell, digit) in &self.hidden {
            let is_single = || houses_of(cell).into_iter().any(|h| self.places[h][digit] == 1);
            if is_open(cell) && seen >> cell & 1 == 0 && is_single() {
                seen |= 1 << cell;
                round.push((cell, digit, false));
            }
        }
    }

    /// Fills a cell. If it is a single, its causes are what has been removed from its cell or house.
    fn place(
        &mut self,
        grid: &LogicGrid,
        codes: &Codes,
        (cell, digit): (usize, usize),
        is_naked: Option<bool>,
        facts: &mut Facts,
    ) {
        if self.empty >> cell & 1 == 0 {
            return;
        }
        let mask = self.masks[cell];
        let causes = match is_naked {
            None => [0; 5],
            Some(is_naked) => {
                // The house from which the fewest candidates have been removed.
                let others = houses_of(cell).into_iter().filter(|_| !is_naked);
                let others = others.filter(|&house| self.places[house][digit] <= 1);
                let others = others
                    .map(|house| HOUSES[house] & grid.cells_of(digit) & !(1 << cell))
                    .filter(|others| others & !facts.off[digit] == 0);
                match others.min_by_key(|others| others.count_ones()) {
                    Some(others) => {
                        let causes = each(others)
                            .map(|other| facts.find(codes.candidate(other, digit, false)));
                        five(causes)
                    }
                    None => {
                        let others = bits(grid.mask(cell) & !(1 << digit));
                        five(others.map(|other| facts.find(codes.candidate(cell, other, false))))
                    }
                }
            }
        };
        self.set(cell, digit);
        let place = facts.len() as u16;
        facts.push(codes, codes.candidate(cell, digit, true), causes);
        for peer in each(grid.cells_of(digit) & PEERS[cell]) {
            facts.push(codes, codes.candidate(peer, digit, false), [place, 0, 0, 0, 0]);
        }
        for other in bits(mask & !(1 << digit)) {
            facts.push(codes, codes.candidate(cell, other, false), [place, 0, 0, 0, 0]);
        }
    }

    fn set(&mut self, cell: usize, digit: usize) {
        let mask = std::mem::take(&mut self.masks[cell]);
        self.empty &= !(1 << cell);
        for peer in each(PEERS[cell]) {
            self.remove(peer, digit);
        }
        for other in bits(mask) {
            for house in houses_of(cell) {
                let places = &mut self.places[house][other];
                *places -= 1;
                if *places == 1 && other != digit {
                    self.add_hidden(house, other);
                }
            }
        }
    }

    /// Removes a candidate. The last of a cell still counts in its houses.
    fn remove(&mut self, cell: usize, digit: usize) {
        if self.masks[cell] >> digit & 1 == 0 {
            return;
        }
        self.masks[cell] &= !(1 << digit);
        let mask = self.masks[cell];
        if mask == 0 {
            return;
        }
        if ones(mask) == 1 {
            self.naked.push((cell, mask.trailing_zeros() as usize));
        }
        for house in houses_of(cell) {
            let places = &mut self.places[house][digit];
            *places -= 1;
            match *places {
                1 => self.add_hidden(house, digit),
                0 => {
                    let is_it = |&(cell, other): &(usize, usize)| {
                        other == digit && HOUSES[house] >> cell & 1 != 0
                    };
                    if let Some(place) = self.hidden.iter().position(is_it) {
                        self.hidden.remove(place);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_hidden(&mut self, house: usize, digit: usize) {
        let mut cells = CELLS[house].into_iter().map(usize::from);
        if let Some(cell) = cells.find(|&cell| self.masks[cell] >> digit & 1 != 0) {
            self.hidden.push((cell, digit));
        }
    }
}

/// The first five causes.
fn five(causes: impl Iterator<Item = u16>) -> [u16; 5] {
    let mut five = [0; 5];
    five.iter_mut().zip(causes).for_each(|(place, cause)| *place = cause);
    five
}
