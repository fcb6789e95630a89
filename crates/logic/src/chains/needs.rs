//! What has to be gone from the marks of a run for a nested chain to hold.

use super::marks::Marks;
use super::{Id, id};
use crate::cells::{Cells, bits, each};
use crate::deduction::{Link, Reason, State, Truth};
use crate::houses::HOUSES;

/// Finds what links on some marks need, in each set of which one candidate has to be true: the candidates
/// that `source` has there beside those that the links name.
///
/// The causes that count for the rating omit those of rules within, and have some more for cycles.
pub(super) fn needs(source: &Marks, marks: &Marks, links: &[Link]) -> Vec<Id> {
    let mut needs = Needs { source, marks, found: Vec::new() };
    if let Some(first) = links.first() {
        let depth = links.iter().fold(first.depth, |depth, link| depth.min(link.depth));
        needs.add(links, depth, &[]);
    }
    needs.found
}

struct Needs<'m> {
    source: &'m Marks,
    marks: &'m Marks,
    found: Vec<Id>,
}

impl Needs<'_> {
    /// Adds what links at a depth need, where the links around have these causes.
    fn add(&mut self, links: &[Link], depth: u8, gone: &[State]) {
        let mut starts: Vec<State> = Vec::new();
        let mut inner = 0..0;
        for (index, link) in links.iter().enumerate() {
            if link.depth > depth {
                inner = if inner.is_empty() { index } else { inner.start }..index + 1;
                continue;
            }
            let around = [gone, &link.from].concat();
            self.add(&links[std::mem::take(&mut inner)], depth + 1, &around);
            link.truths().iter().for_each(|truth| self.add_set(truth, gone));
            if link.reason == Reason::Assumption && !starts.contains(&link.to) {
                starts.push(link.to);
            }
        }
        self.add_alternatives(&starts, gone);
    }

    /// Adds what is gone beside assumptions of which one has to be true.
    fn add_alternatives(&mut self, starts: &[State], gone: &[State]) {
        let [first, rest @ ..] = starts else { return };
        let (cell, digit) = (first.candidate.cell, first.candidate.digit);
        if rest.is_empty() || rest.iter().any(|start| start.candidate == first.candidate) {
            return;
        }
        if rest.iter().all(|start| start.candidate.cell == cell) {
            let digits = starts.iter().map(|start| start.candidate.digit).collect();
            return self.add_set(&Truth::Cell { cell, digits }, gone);
        }
        let cells = starts.iter().fold(0 as Cells, |all, start| all | bit(*start));
        let digit = usize::from(digit.get() - 1);
        let known = cells | cells_of(digit, gone);
        let is_meant = |&house: &usize| {
            cells & !HOUSES[house] == 0 && self.marks.places(house, digit) & !known == 0
        };
        let house = (0..HOUSES.len()).find(is_meant).expect("all places in a house are assumed");
        self.add_house(house, digit, known);
    }

    fn add_set(&mut self, truth: &Truth, gone: &[State]) {
        match truth {
            Truth::Cell { cell, digits } => {
                let of_cell = gone.iter().filter(|state| state.candidate.cell == *cell);
                let mut known = digits.bits() as u16;
                of_cell.for_each(|state| known |= 1 << (state.candidate.digit.get() - 1));
                let cell = cell.index();
                bits(self.source.cells[cell] & !known).for_each(|digit| self.push(id(cell, digit)));
            }
            Truth::House { house, digit, cells } => {
                let cells = cells.iter().fold(0, |all, cell| all | 1 << cell.index());
                let digit = usize::from(digit.get() - 1);
                self.add_house(house.index(), digit, cells | cells_of(digit, gone));
            }
            Truth::Deadly { .. } | Truth::Grave { .. } => {}
        }
    }

    fn add_house(&mut self, house: usize, digit: usize, known: Cells) {
        each(self.source.places(house, digit) & !known).for_each(|cell| self.push(id(cell, digit)));
    }

    fn push(&mut self, off: Id) {
        if !self.found.contains(&off) {
            self.found.push(off);
        }
    }
}

/// The cells of the states of a digit.
fn cells_of(digit: usize, states: &[State]) -> Cells {
    let of_digit = |state: &&State| usize::from(state.candidate.digit.get()) == digit + 1;
    states.iter().filter(of_digit).fold(0, |all, state| all | bit(*state))
}

fn bit(state: State) -> Cells {
    1 << state.candidate.cell.index()
}
