//! The search for fish of one digit, with bases in one direction.

use std::ops::ControlFlow::{self, Continue};

use super::{DigitFish, Fins, MOST_FINS, MOST_IN_TWO_BASES, Shape};
use crate::board::{Array, Board};
use crate::cells::CellSet;
use crate::grid::LogicGrid;

/// The most bases of a fish.
const MOST_SIZE: usize = 4;

/// A fish.
pub(super) struct Found<'s, B: Board> {
    /// The bases, then the covers.
    pub(super) houses: &'s [u8],
    /// The candidates of the bases.
    pub(super) bases: B::Cells,
    /// Those of them that are fins.
    pub(super) fins: B::Cells,
    pub(super) removed: B::Cells,
}

/// Takes fish, and is called now and then without one, so that it can stop the search.
pub(super) type Take<'t, B> = dyn FnMut(Option<&Found<'_, B>>) -> ControlFlow<()> + 't;

pub(super) struct Search<B: Board> {
    board: B,
    size: usize,
    shape: Shape,
    fins: Fins,
    /// Whether the bases are rows.
    is_rows: bool,
    /// The candidates of the digit.
    cells: B::Cells,
    /// Those that could be removed.
    removable: B::Cells,
    bases: Houses<B>,
    covers: Houses<B>,
}

/// Houses with the candidates that they have, in the order in which they are tried.
struct Houses<B: Board> {
    list: B::OfHouses<(u8, B::Cells)>,
    count: usize,
}

impl<B: Board> Houses<B> {
    fn empty() -> Self {
        Self { list: Array::filled((0, B::Cells::NONE)), count: 0 }
    }

    fn push(&mut self, house: u8, cells: B::Cells) {
        self.list[self.count] = (house, cells);
        self.count += 1;
    }

    fn list(&self) -> &[(u8, B::Cells)] {
        &self.list.as_ref()[..self.count]
    }
}

/// Bases, or covers, that have been chosen.
#[derive(Clone, Copy)]
struct Chosen<C> {
    houses: [u8; 2 * MOST_SIZE],
    count: usize,
    /// The candidates in one of them, and those in two.
    cells: C,
    twice: C,
    has_box: bool,
}

impl<C: CellSet> Chosen<C> {
    fn with(mut self, (house, cells): (u8, C), is_box: bool) -> Self {
        self.houses[self.count] = house;
        self.count += 1;
        let twice = self.cells & cells;
        self.twice |= twice;
        self.cells |= cells;
        self.has_box |= is_box;
        self
    }
}

impl<B: Board> Search<B> {
    pub(super) fn new(
        fish: &DigitFish,
        grid: &LogicGrid<B>,
        digit: usize,
        removable: B::Cells,
        is_rows: bool,
    ) -> Self {
        let &DigitFish { size, shape, fins, .. } = fish;
        let (board, cells) = (grid.board(), grid.cells_of(digit));
        let (mut bases, mut covers) = (Houses::empty(), Houses::empty());
        let (rows, columns) = (board.rows(), board.columns());
        let lines = if is_rows { [rows, columns] } else { [columns, rows] };
        let boxes = if shape == Shape::Basic { 0..0 } else { board.boxes() };
        let able = |house: usize| (house as u8, cells & board.house(house));
        for (house, cells) in lines[0].clone().chain(boxes.clone()).map(able) {
            // Without fins, a base has at most one candidate in each cover.
            let fits = fins != Fins::Without || cells.len() as usize <= size;
            if !cells.is_empty() && fits {
                bases.push(house, cells);
            }
        }
        for (house, cells) in lines[1].clone().chain(boxes).map(able) {
            if !cells.is_empty() {
                covers.push(house, cells);
            }
        }
        Self { board, size, shape, fins, is_rows, cells, removable, bases, covers }
    }

    pub(super) fn run(&self, take: &mut Take<'_, B>) -> ControlFlow<()> {
        let (houses, none) = ([0; 2 * MOST_SIZE], B::Cells::NONE);
        let none = Chosen { houses, count: 0, cells: none, twice: none, has_box: false };
        self.choose_bases(0, none, self.removable, take)
    }

    /// Adds bases from those at `start` on. Only for candidates in `removable` can the fish still be
    /// one that removes them.
    fn choose_bases(
        &self,
        start: usize,
        chosen: Chosen<B::Cells>,
        removable: B::Cells,
        take: &mut Take<'_, B>,
    ) -> ControlFlow<()> {
        for (index, &base) in self.bases.list().iter().enumerate().skip(start) {
            let with = chosen.with(base, usize::from(base.0) < self.board.side());
            let most = if self.fins == Fins::Without { 0 } else { MOST_IN_TWO_BASES };
            if !with.twice.is_empty() && with.twice.len() > most {
                continue;
            }
            let able = |&cell: &usize| self.may_remove(cell, &with);
            let removable = removable.each().filter(able);
            let removable = removable.fold(B::Cells::NONE, |all, cell| all | B::Cells::only(cell));
            if removable.is_empty() {
                continue;
            }
            if with.count < self.size {
                self.choose_bases(index + 1, with, removable, take)?;
            } else {
                take(None)?;
                let none = B::Cells::NONE;
                let none = Chosen { cells: none, twice: none, ..with };
                self.choose_covers(0, none, &with, take)?;
            }
        }
        Continue(())
    }

    /// Whether bases may be those of a fish, or among them, that removes a candidate.
    ///
    /// The candidate sees all fins, so what it does not see of the bases must be covered. It is in one
    /// cover, or in two if it is in a base; these cover nothing else that it does not see.
    fn may_remove(&self, cell: usize, bases: &Chosen<B::Cells>) -> bool {
        let (is_in_base, peers) = (bases.cells.contains(cell), self.board.peers(cell));
        if is_in_base && self.shape == Shape::Basic || !(bases.twice & !peers).is_empty() {
            return false;
        }
        let unseen = bases.cells & !peers & !B::Cells::only(cell);
        self.is_coverable(unseen, self.size - 1 - usize::from(is_in_base))
    }

    /// Whether that many houses can have all of some cells.
    fn is_coverable(&self, cells: B::Cells, count: usize) -> bool {
        if cells.is_empty() {
            return true;
        }
        if count == 0 {
            return false;
        }
        let [of_box, column, row] = self.board.houses_of(cells.first());
        let line = if self.is_rows { column } else { row };
        let with =
            |house: u8| self.is_coverable(cells & !self.board.house(house.into()), count - 1);
        with(line) || self.shape == Shape::Franken && with(of_box)
    }

    /// Adds covers from those at `start` on.
    fn choose_covers(
        &self,
        start: usize,
        chosen: Chosen<B::Cells>,
        bases: &Chosen<B::Cells>,
        take: &mut Take<'_, B>,
    ) -> ControlFlow<()> {
        for (index, &cover) in self.covers.list().iter().enumerate().skip(start) {
            if (bases.cells & cover.1).is_empty() || bases.houses[..bases.count].contains(&cover.0)
            {
                continue;
            }
            let with = chosen.with(cover, usize::from(cover.0) < self.board.side());
            if with.count < 2 * self.size {
                self.choose_covers(index + 1, with, bases, take)?;
            } else {
                self.check(bases, &with, take)?;
            }
        }
        Continue(())
    }

    /// Reports a fish if it removes anything.
    fn check(
        &self,
        bases: &Chosen<B::Cells>,
        covers: &Chosen<B::Cells>,
        take: &mut Take<'_, B>,
    ) -> ControlFlow<()> {
        let fins = bases.cells & !covers.cells | bases.twice;
        let fits = match self.fins {
            Fins::Without => fins.is_empty(),
            _ => !fins.is_empty() && fins.len() <= MOST_FINS,
        };
        if !fits || self.shape == Shape::Franken && !covers.has_box {
            return Continue(());
        }
        let board = self.board;
        let seen = fins.each().fold(self.cells, |seen, fin| seen & board.peers(fin));
        let removed = (covers.cells & !bases.cells | covers.twice) & seen;
        if removed.is_empty() {
            return Continue(());
        }
        if self.shape == Shape::Basic && self.fins != Fins::Without {
            let has_one = |&house: &u8| !(self.cells & board.house(house.into()) & !fins).has_two();
            let is_sashimi = bases.houses[..bases.count].iter().any(has_one);
            if is_sashimi != (self.fins == Fins::Sashimi) {
                return Continue(());
            }
        }
        let houses = &covers.houses[..covers.count];
        take(Some(&Found { houses, bases: bases.cells, fins, removed }))
    }
}
