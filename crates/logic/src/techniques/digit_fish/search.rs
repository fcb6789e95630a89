//! The search for fish of one digit, with bases in one direction.

use std::ops::ControlFlow::{self, Continue};

use super::{DigitFish, Fins, MOST_FINS, MOST_IN_TWO_BASES, Shape};
use crate::cells::{Cells, each, has_two};
use crate::houses::{BOXES, COLUMNS, HOUSES, HOUSES_OF, PEERS, ROWS};

/// The most houses that can be bases or covers: lines of one direction and boxes.
const MOST_HOUSES: usize = 18;
/// The most bases of a fish.
const MOST_SIZE: usize = 4;

/// A fish.
pub(super) struct Found<'s> {
    /// The bases, then the covers.
    pub(super) houses: &'s [u8],
    /// The candidates of the bases.
    pub(super) bases: Cells,
    /// Those of them that are fins.
    pub(super) fins: Cells,
    pub(super) removed: Cells,
}

/// Takes fish, and is called now and then without one, so that it can stop the search.
pub(super) type Take<'t> = dyn FnMut(Option<&Found<'_>>) -> ControlFlow<()> + 't;

pub(super) struct Search {
    size: usize,
    shape: Shape,
    fins: Fins,
    /// Whether the bases are rows.
    is_rows: bool,
    /// The candidates of the digit.
    cells: Cells,
    /// Those that could be removed.
    removable: Cells,
    bases: Houses,
    covers: Houses,
}

/// Houses with the candidates that they have, in the order in which they are tried.
struct Houses {
    list: [(u8, Cells); MOST_HOUSES],
    count: usize,
}

impl Houses {
    const EMPTY: Self = Self { list: [(0, 0); MOST_HOUSES], count: 0 };

    fn push(&mut self, house: u8, cells: Cells) {
        self.list[self.count] = (house, cells);
        self.count += 1;
    }

    fn list(&self) -> &[(u8, Cells)] {
        &self.list[..self.count]
    }
}

/// Bases, or covers, that have been chosen.
#[derive(Clone, Copy)]
struct Chosen {
    houses: [u8; 2 * MOST_SIZE],
    count: usize,
    /// The candidates in one of them, and those in two.
    cells: Cells,
    twice: Cells,
    has_box: bool,
}

impl Chosen {
    fn with(mut self, (house, cells): (u8, Cells)) -> Self {
        self.houses[self.count] = house;
        self.count += 1;
        self.twice |= self.cells & cells;
        self.cells |= cells;
        self.has_box |= BOXES.contains(&house.into());
        self
    }
}

impl Search {
    pub(super) fn new(fish: &DigitFish, cells: Cells, removable: Cells, is_rows: bool) -> Self {
        let &DigitFish { size, shape, fins, .. } = fish;
        let (mut bases, mut covers) = (Houses::EMPTY, Houses::EMPTY);
        let lines = if is_rows { [ROWS, COLUMNS] } else { [COLUMNS, ROWS] };
        let boxes = if shape == Shape::Basic { 0..0 } else { BOXES };
        let able = |house: usize| (house as u8, cells & HOUSES[house]);
        for (house, cells) in lines[0].clone().chain(boxes.clone()).map(able) {
            // Without fins, a base has at most one candidate in each cover.
            let fits = fins != Fins::Without || cells.count_ones() as usize <= size;
            if cells != 0 && fits {
                bases.push(house, cells);
            }
        }
        for (house, cells) in lines[1].clone().chain(boxes).map(able) {
            if cells != 0 {
                covers.push(house, cells);
            }
        }
        Self { size, shape, fins, is_rows, cells, removable, bases, covers }
    }

    pub(super) fn run(&self, take: &mut Take<'_>) -> ControlFlow<()> {
        let none =
            Chosen { houses: [0; 2 * MOST_SIZE], count: 0, cells: 0, twice: 0, has_box: false };
        self.choose_bases(0, none, self.removable, take)
    }

    /// Adds bases from those at `start` on. Only for candidates in `removable` can the fish still be
    /// one that removes them.
    fn choose_bases(
        &self,
        start: usize,
        chosen: Chosen,
        removable: Cells,
        take: &mut Take<'_>,
    ) -> ControlFlow<()> {
        for (index, &base) in self.bases.list().iter().enumerate().skip(start) {
            let with = chosen.with(base);
            let most = if self.fins == Fins::Without { 0 } else { MOST_IN_TWO_BASES };
            if with.twice != 0 && with.twice.count_ones() > most {
                continue;
            }
            let able = |&cell: &usize| self.may_remove(cell, &with);
            let removable = each(removable).filter(able).fold(0, |all, cell| all | 1 << cell);
            if removable == 0 {
                continue;
            }
            if with.count < self.size {
                self.choose_bases(index + 1, with, removable, take)?;
            } else {
                take(None)?;
                let none = Chosen { cells: 0, twice: 0, ..with };
                self.choose_covers(0, none, &with, take)?;
            }
        }
        Continue(())
    }

    /// Whether bases may be those of a fish, or among them, that removes a candidate.
    ///
    /// The candidate sees all fins, so what it does not see of the bases must be covered. It is in one
    /// cover, or in two if it is in a base; these cover nothing else that it does not see.
    fn may_remove(&self, cell: usize, bases: &Chosen) -> bool {
        let is_in_base = bases.cells >> cell & 1 != 0;
        if is_in_base && self.shape == Shape::Basic || bases.twice & !PEERS[cell] != 0 {
            return false;
        }
        let unseen = bases.cells & !PEERS[cell] & !(1 << cell);
        self.is_coverable(unseen, self.size - 1 - usize::from(is_in_base))
    }

    /// Whether that many houses can have all of some cells.
    fn is_coverable(&self, cells: Cells, count: usize) -> bool {
        if cells == 0 {
            return true;
        }
        if count == 0 {
            return false;
        }
        let [of_box, column, row] = HOUSES_OF[cells.trailing_zeros() as usize];
        let line = if self.is_rows { column } else { row };
        let with = |house: u8| self.is_coverable(cells & !HOUSES[usize::from(house)], count - 1);
        with(line) || self.shape == Shape::Franken && with(of_box)
    }

    /// Adds covers from those at `start` on.
    fn choose_covers(
        &self,
        start: usize,
        chosen: Chosen,
        bases: &Chosen,
        take: &mut Take<'_>,
    ) -> ControlFlow<()> {
        for (index, &cover) in self.covers.list().iter().enumerate().skip(start) {
            if bases.cells & cover.1 == 0 || bases.houses[..bases.count].contains(&cover.0) {
                continue;
            }
            let with = chosen.with(cover);
            if with.count < 2 * self.size {
                self.choose_covers(index + 1, with, bases, take)?;
            } else {
                self.check(bases, &with, take)?;
            }
        }
        Continue(())
    }

    /// Reports a fish if it removes anything.
    fn check(&self, bases: &Chosen, covers: &Chosen, take: &mut Take<'_>) -> ControlFlow<()> {
        let fins = bases.cells & !covers.cells | bases.twice;
        let fits = match self.fins {
            Fins::Without => fins == 0,
            _ => fins != 0 && fins.count_ones() <= MOST_FINS,
        };
        if !fits || self.shape == Shape::Franken && !covers.has_box {
            return Continue(());
        }
        let seen = each(fins).fold(self.cells, |seen, fin| seen & PEERS[fin]);
        let removed = (covers.cells & !bases.cells | covers.twice) & seen;
        if removed == 0 {
            return Continue(());
        }
        if self.shape == Shape::Basic && self.fins != Fins::Without {
            let has_one = |house: &u8| !has_two(self.cells & HOUSES[usize::from(*house)] & !fins);
            let is_sashimi = bases.houses[..bases.count].iter().any(has_one);
            if is_sashimi != (self.fins == Fins::Sashimi) {
                return Continue(());
            }
        }
        let houses = &covers.houses[..covers.count];
        take(Some(&Found { houses, bases: bases.cells, fins, removed }))
    }
}
