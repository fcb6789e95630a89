//! The links from which chains are made.

use super::marks::{Marks, is_two};
use super::{Candidates, IDS, Id, cell_of, digit_of, id, insert};
use crate::cells::{Cells, bits, each};
use crate::houses::{BOXES, CELLS, COLUMNS, HOUSES_OF, POSITIONS, ROWS};

/// A candidate that is on or off, and the cause.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub id: Id,
    pub is_on: bool,
    pub cause: Cause,
}

/// Why a node follows from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Assumption,
    /// A cell holds one digit.
    Cell,
    /// A digit is in one cell of a house, by its index.
    House(u8),
    /// A rule or a nested chain; the parent is the index of the [`Step`](super::run::Step).
    Rule,
}

/// The candidates, at most four, that are on because one is off, in the order in which Sudoku
/// Explainer finds them.
#[derive(Clone, Copy)]
pub(super) struct Found {
    nodes: [(Id, Cause); 4],
    len: u8,
    /// 1 if the first comes from the cell.
    of_cell: u8,
}

impl Found {
    const NONE: Self = Self { nodes: [(0, Cause::Assumption); 4], len: 0, of_cell: 0 };

    pub(super) fn nodes(&self) -> &[(Id, Cause)] {
        &self.nodes[..usize::from(self.len)]
    }

    fn add(&mut self, id: Id, cause: Cause) {
        if self.nodes().iter().all(|&(known, _)| known != id) {
            self.nodes[usize::from(self.len)] = (id, cause);
            self.len += 1;
            self.of_cell |= u8::from(cause == Cause::Cell);
        }
    }
}

/// Finds what is on because a candidate of the marks is off: the other digit of a cell that has two,
/// if `has_cells`, and the other place in a house that has two.
pub(super) fn links_of_off(marks: &Marks, off: Id, has_cells: bool) -> Found {
    let (cell, digit) = (cell_of(off), digit_of(off));
    let mut found = Found::NONE;
    if has_cells {
        let others = marks.cells[cell] & !(1 << digit);
        if others.is_power_of_two() {
            found.add(id(cell, others.trailing_zeros() as usize), Cause::Cell);
        }
    }
    let (houses, positions) = (HOUSES_OF[cell], POSITIONS[cell]);
    // The box, the row and the column.
    for kind in [0, 2, 1] {
        let house = usize::from(houses[kind]);
        let others = marks.positions(house, digit) & !(1 << positions[kind]);
        if others.is_power_of_two() {
            let other = CELLS[house][others.trailing_zeros() as usize];
            found.add(id(other.into(), digit), Cause::House(houses[kind]));
        }
    }
    found
}

/// The links that a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Links {
    /// Those of one digit.
    X,
    /// From off to on those in cells.
    Y,
    All,
}

/// All links from off to on that the marks have.
pub(super) struct Strong {
    found: Box<[Found; IDS]>,
    /// The candidates that have a link in their cell, and in a house.
    by_cell: Candidates,
    by_house: Candidates,
}

impl Strong {
    pub(super) fn new() -> Self {
        Self { found: Box::new([Found::NONE; IDS]), by_cell: [0; 9], by_house: [0; 9] }
    }

    /// Finds the links of the marks.
    pub(super) fn find(&mut self, marks: &Marks) {
        (self.by_cell, self.by_house) = ([0; 9], [0; 9]);
        for (cell, &digits) in marks.cells.iter().enumerate() {
            bits(digits).for_each(|digit| self.found[usize::from(id(cell, digit))].len = 0);
            bits(digits).for_each(|digit| self.found[usize::from(id(cell, digit))].of_cell = 0);
            if is_two(digits) {
                let low = id(cell, digits.trailing_zeros() as usize);
                let high = id(cell, digits.ilog2() as usize);
                for (from, to) in [(low, high), (high, low)] {
                    self.found[usize::from(from)].add(to, Cause::Cell);
                    insert(&mut self.by_cell, from);
                }
            }
        }
        for (digit, &cells) in marks.digits.iter().enumerate() {
            if cells == 0 {
                continue;
            }
            for house in BOXES.chain(ROWS).chain(COLUMNS) {
                let places = marks.positions(house, digit);
                if !is_two(places) {
                    continue;
                }
                let at = |position: u32| CELLS[house][position as usize].into();
                let low = id(at(places.trailing_zeros()), digit);
                let high = id(at(places.ilog2()), digit);
                for (from, to) in [(low, high), (high, low)] {
                    self.found[usize::from(from)].add(to, Cause::House(house as u8));
                }
                self.by_house[digit] |= marks.places(house, digit);
            }
        }
    }

    /// What is on because a candidate is off.
    pub(super) fn of(&self, off: Id, links: Links) -> &[(Id, Cause)] {
        let found = &self.found[usize::from(off)];
        match links {
            Links::X => &found.nodes()[usize::from(found.of_cell)..],
            Links::Y => &found.nodes()[..usize::from(found.of_cell)],
            Links::All => found.nodes(),
        }
    }

    /// The candidates from which there are links.
    pub(super) fn linked(&self, digit: usize, links: Links) -> Cells {
        match links {
            Links::X => self.by_house[digit],
            Links::Y => self.by_cell[digit],
            Links::All => self.by_house[digit] | self.by_cell[digit],
        }
    }

    /// Calls `f` with each candidate that is off if another is on, and from which a link leads on.
    pub(super) fn each_off(
        &self,
        marks: &Marks,
        links: Links,
        on: Id,
        mut f: impl FnMut(Id, Cause),
    ) {
        let (cell, digit) = (cell_of(on), digit_of(on));
        if links != Links::X {
            for other in bits(marks.cells[cell] & !(1 << digit)) {
                if self.linked(other, links) >> cell & 1 != 0 {
                    f(id(cell, other), Cause::Cell);
                }
            }
        }
        let linked = self.linked(digit, links);
        let [in_box, in_row, in_column] = marks.peers(on);
        let [of_box, of_column, of_row] = HOUSES_OF[cell];
        for (peers, house) in [(in_box, of_box), (in_row, of_row), (in_column, of_column)] {
            each(peers & linked).for_each(|peer| f(id(peer, digit), Cause::House(house)));
        }
    }
}

/// Why one candidate is off if another is on, if it is.
pub(super) fn cause_of_off(links: Links, on: Id, off: Id) -> Option<Cause> {
    if on == off {
        return None;
    }
    if cell_of(on) == cell_of(off) {
        return (links != Links::X).then_some(Cause::Cell);
    }
    let (from, to) = (HOUSES_OF[cell_of(on)], HOUSES_OF[cell_of(off)]);
    let [of_box, of_column, of_row] = from;
    let shared = [of_box, of_row, of_column].into_iter().find(|house| to.contains(house));
    shared.filter(|_| digit_of(on) == digit_of(off)).map(Cause::House)
}
