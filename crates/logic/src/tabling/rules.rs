//! Which facts follow from several others.

use super::codes::{Code, Codes};
use super::facts::{Facts, Origin};
use super::graph::{Graph, Node};
use super::table::Fact;
use super::tables::Tables;
use crate::cells::{Cells, bits, each, has_two, ones};
use crate::grid::LogicGrid;
use crate::houses::{BOXES, COLUMNS, HOUSES, ROWS};

/// Where a fact may follow from several on a board.
#[derive(Default)]
pub(super) struct Rules {
    /// For each digit, its candidates in each house with three or more.
    houses: [Vec<Cells>; 9],
    /// The candidates of each cell.
    masks: Vec<u16>,
    candidates: [Cells; 9],
    /// The cells with three or more candidates.
    cells: Cells,
    groups: Vec<Group>,
}

/// A group and the other candidates in one of its houses, which are two or more.
struct Group {
    digit: usize,
    /// The group being true.
    on: Code,
    others: Cells,
    /// The first cell of the group.
    first: usize,
}

impl Rules {
    /// Takes over a board.
    pub(super) fn set(&mut self, grid: &LogicGrid, graph: &Graph, codes: &Codes) {
        for (digit, houses) in self.houses.iter_mut().enumerate() {
            let all = ROWS.chain(COLUMNS).chain(BOXES);
            houses.clear();
            houses.extend(
                all.filter(|&house| ones(grid.places(house, digit)) >= 3)
                    .map(|house| HOUSES[house] & grid.cells_of(digit)),
            );
        }
        self.masks.clear();
        self.masks.extend((0..81).map(|cell| grid.mask(cell)));
        self.candidates = std::array::from_fn(|digit| grid.cells_of(digit));
        let [.., three] = grid.at_least::<4>();
        self.cells = three;
        self.groups.clear();
        for group in &graph.groups {
            let node = Node::ranked(group.digit, group.rank);
            let on = codes.code(Fact { node, is_on: true });
            for house in [group.square, group.line] {
                let others = HOUSES[house] & grid.cells_of(group.digit) & !group.cells;
                if has_two(others) {
                    let (digit, first) = (group.digit, group.cell());
                    self.groups.push(Group { digit, on, others, first });
                }
            }
        }
    }

    /// Adds to a table what follows from several of its facts.
    pub(super) fn apply(&self, tables: &Tables, facts: &mut Facts) {
        for digit in 0..9 {
            for &places in &self.houses[digit] {
                let gone = facts.off[digit] & places;
                let left = places & !gone;
                // Nothing follows from nothing.
                if gone == 0 || has_two(left) {
                    continue;
                }
                for cell in each(if left == 0 { gone } else { left }) {
                    let causes = each(gone & !(1 << cell));
                    let causes = causes.map(|cause| tables.codes.candidate(cause, digit, false));
                    add(tables, facts, tables.codes.candidate(cell, digit, true), causes);
                }
            }
        }
        let mut open = self.cells;
        loop {
            // What is added may leave more cells with one candidate.
            let cells = self.with_one_left(facts) & open;
            if cells == 0 {
                break;
            }
            let cell = cells.trailing_zeros() as usize;
            open &= !1 << cell;
            let mask = self.masks[cell];
            let left = bits(mask).filter(|&digit| facts.off[digit] >> cell & 1 == 0);
            let left = left.fold(0_u16, |left, digit| left | 1 << digit);
            for digit in bits(if left == 0 { mask } else { left }) {
                let causes = bits(mask & !(1 << digit));
                let causes = causes.map(|cause| tables.codes.candidate(cell, cause, false));
                add(tables, facts, tables.codes.candidate(cell, digit, true), causes);
            }
        }
        for &Group { digit, on, others, first } in &self.groups {
            for is_on in [true, false] {
                let states = if is_on { &facts.off } else { &facts.on };
                if others & !states[digit] == 0 {
                    let causes = each(others).filter(|&cell| cell != first);
                    let causes = causes.map(|cell| tables.codes.candidate(cell, digit, !is_on));
                    add(tables, facts, if is_on { on } else { on - 1 }, causes);
                }
            }
        }
    }

    /// The cells with at most one candidate that is not false.
    fn with_one_left(&self, facts: &Facts) -> Cells {
        let (mut one, mut two) = (0, 0);
        for (candidates, off) in self.candidates.iter().zip(&facts.off) {
            let left = candidates & !off;
            two |= one & left;
            one |= left;
        }
        !two
    }
}

/// Adds a fact that follows from several, or notes its causes if that makes it closer.
fn add(tables: &Tables, facts: &mut Facts, new: Code, causes: impl Iterator<Item = Code>) {
    let mut distance = 0;
    let mut places = [0; 5];
    let mut count = 0;
    for cause in causes {
        if let Some(place) = facts.place(cause) {
            if count < 5 {
                places[count] = place as u16;
                count += 1;
            }
            distance += u32::from(facts.entries[place].distance) + 1;
        }
    }
    match facts.place(new) {
        Some(old) => {
            let entry = facts.entries[old];
            if distance >= u32::from(entry.distance) {
                return;
            }
            let [a, b, c, d, _] = places;
            let is_own = entry.origin == Origin::Own;
            // The number of the table stays. What marked it as one is lost.
            facts.set_causes(old, if is_own { places } else { [entry.causes[0], a, b, c, d] });
            facts.set_distance(old, distance);
            tables.take_over(facts, old);
        }
        None => {
            // HoDoKu adds a group as true also where it is false, which is so only in tables that
            // contradict themselves.
            facts.push(&tables.codes, new | 1, places);
            if let Some(last) = facts.len().checked_sub(1) {
                facts.set_distance(last, distance);
            }
        }
    }
}
