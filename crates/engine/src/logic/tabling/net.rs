//! Nets: tables in which a fact may follow from several others.
//!
//! A table begins with what follows when singles are placed. Then the tables of its facts are taken
//! over, and facts are added that follow from several, as long as there are new ones. Which facts are
//! found and whether a proof is a net depend on all of it, so it is done as in HoDoKu, with
//! its limits: a table has up to 1000 entries, and an entry up to five causes.

use std::ops::ControlFlow::{self, Continue};

use super::facts::{Code, Entry, Facts, Origin, code, fact, largest_first};
use super::graph::{Graph, Node, Place};
use super::singles::Singles;
use super::table::Fact;
use crate::logic::cells::{Cells, bits, each, ones};
use crate::logic::grid::LogicGrid;
use crate::logic::houses::{BOXES, COLUMNS, HOUSES, ROWS};

/// The tables of all assumptions.
#[derive(Default)]
pub(super) struct Net {
    /// By cell, digit and state.
    candidates: Vec<Facts>,
    /// By group and state, true first.
    groups: Vec<Facts>,
    singles: Singles,
    /// The entries of the table that is taken over.
    source: Vec<Entry>,
}

/// A table, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    Candidate(usize),
    Group(usize),
    /// None: a number that is no table.
    Nothing,
}

impl Which {
    /// The table of a candidate.
    pub(super) fn of(start: Fact) -> Self {
        let cell = start.node.as_cell().expect("assumptions are candidates");
        Self::Candidate(of(cell, start.node.digit(), start.is_on))
    }

    /// The table of a candidate with the number that entries have for it.
    pub(super) fn numbered(number: usize, is_on: bool) -> Self {
        match (number / 10, number % 10) {
            (0..81, 0) | (81.., _) => Self::Nothing,
            (cell, digit) => Self::Candidate(of(cell, digit - 1, is_on)),
        }
    }
}

/// The place of the table of a candidate.
fn of(cell: usize, digit: usize, is_on: bool) -> usize {
    (9 * cell + digit) * 2 + usize::from(is_on)
}

impl Net {
    /// Fills in all tables.
    pub(super) fn fill(
        &mut self,
        grid: &LogicGrid,
        graph: &Graph,
        mut poll: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.candidates.resize_with(81 * 18, Facts::default);
        self.candidates.iter_mut().for_each(Facts::clear);
        for cell in each(grid.empty()) {
            for digit in bits(grid.mask(cell)) {
                for is_on in [true, false] {
                    let facts = &mut self.candidates[of(cell, digit, is_on)];
                    self.singles.look_ahead(grid, (cell, digit), is_on, facts);
                }
            }
            poll()?;
        }
        self.fill_groups(graph);
        let starts: Vec<usize> = [true, false]
            .into_iter()
            .flat_map(|is_on| {
                let of_cell = move |cell: usize| {
                    bits(grid.mask(cell)).map(move |digit| of(cell, digit, is_on))
                };
                each(grid.empty()).flat_map(of_cell)
            })
            .collect();
        for &start in &starts {
            self.expand(graph, start, 1..Facts::MOST);
            poll()?;
        }
        let count = |net: &Self| -> usize { net.candidates.iter().map(Facts::len).sum() };
        loop {
            let before = count(self);
            for &start in &starts {
                self.extend(grid, graph, start);
                poll()?;
            }
            if count(self) == before {
                return Continue(());
            }
        }
    }

    /// Adds the links to groups, and makes their tables.
    fn fill_groups(&mut self, graph: &Graph) {
        let Self { candidates, groups, .. } = self;
        groups.iter_mut().for_each(Facts::clear);
        groups.resize_with((2 * graph.groups.len()).max(groups.len()), Facts::default);
        groups.iter_mut().for_each(Facts::clear);
        for (index, group) in graph.groups.iter().enumerate() {
            let node = Node::ranked(group.digit, group.rank);
            let (on, off) = (Fact { node, is_on: true }, Fact { node, is_on: false });
            groups[2 * index].push(code(on), [0; 5]);
            groups[2 * index + 1].push(code(off), [0; 5]);
            for cell in each(group.seen) {
                candidates[of(cell, group.digit, true)].push(code(off), [0; 5]);
            }
            graph.each_seen(node, &graph.all(), |seen| {
                groups[2 * index].push(code(Fact { node: seen, is_on: false }), [0; 5]);
            });
            for &partner in graph.partners(node) {
                groups[2 * index + 1].push(code(Fact { node: partner, is_on: true }), [0; 5]);
                if let Place::Cell(cell) = partner.place() {
                    candidates[of(cell, group.digit, false)].push(code(on), [0; 5]);
                }
            }
        }
    }

    /// The table of a fact, its number, and what it is.
    fn table_of(graph: &Graph, code: Code) -> (Which, u16, Origin) {
        let Fact { node, is_on } = fact(code);
        match node.place() {
            Place::Cell(cell) => {
                let number = (10 * cell + node.digit() + 1) as u16;
                let origin = if is_on { Origin::On } else { Origin::Off };
                (Which::Candidate(of(cell, node.digit(), is_on)), number, origin)
            }
            Place::Group(rank) => {
                let number = 2 * graph.group_index(node.digit(), rank) + usize::from(!is_on);
                (Which::Group(number), number as u16, Origin::Group)
            }
        }
    }

    pub(super) fn table(&self, which: Which) -> Option<&Facts> {
        match which {
            Which::Candidate(index) => self.candidates.get(index),
            Which::Group(index) => self.groups.get(index),
            Which::Nothing => None,
        }
    }

    /// Takes over the tables of the entries in a range.
    fn expand(&mut self, graph: &Graph, start: usize, range: std::ops::Range<usize>) {
        let mut source = std::mem::take(&mut self.source);
        for place in range {
            let dest = &self.candidates[start];
            let Some(&entry) = dest.entries.get(place) else { break };
            if dest.is_full() {
                break;
            }
            let (which, number, origin) = Self::table_of(graph, entry.code);
            source.clear();
            let own = self.table(which).into_iter().flat_map(|facts| facts.entries.iter().skip(1));
            source.extend(own.filter(|entry| entry.origin == Origin::Own));
            let dest = &mut self.candidates[start];
            for new in &source {
                let distance = u32::from(entry.distance) + u32::from(new.distance);
                match dest.place(new.code) {
                    Some(old) => {
                        let old = &mut dest.entries[old];
                        if old.origin != Origin::Own && u32::from(old.distance) > distance {
                            old.causes = [number, 0, 0, 0, 0];
                            old.origin = origin;
                            old.distance = distance as u16;
                        }
                    }
                    None => {
                        dest.push(new.code, [number, 0, 0, 0, 0]);
                        dest.mark_last(origin, distance);
                    }
                }
            }
        }
        self.source = source;
    }

    /// Adds facts to a table that follow from several.
    fn extend(&mut self, grid: &LogicGrid, graph: &Graph, start: usize) {
        let before = self.candidates[start].len();
        for digit in 0..9 {
            for house in ROWS.chain(COLUMNS).chain(BOXES) {
                if ones(grid.places(house, digit)) < 3 {
                    continue;
                }
                let gone = self.candidates[start].off[digit] & HOUSES[house];
                if gone == 0 {
                    continue;
                }
                let left = grid.cells_of(digit) & HOUSES[house] & !gone;
                if left & left.wrapping_sub(1) != 0 {
                    continue;
                }
                for cell in each(if left == 0 { gone } else { left }) {
                    let node = Node::candidate(cell, digit);
                    let causes = each(gone & !(1 << cell));
                    let causes = causes.map(|cause| Fact::of_candidate(cause, digit, false));
                    self.add_net(graph, start, Fact { node, is_on: true }, causes);
                }
            }
        }
        for cell in each(grid.empty()) {
            let mask = grid.mask(cell);
            if ones(mask) < 3 {
                continue;
            }
            let off = &self.candidates[start].off;
            let left = bits(mask).filter(|&digit| off[digit] >> cell & 1 == 0);
            let left = left.fold(0_u16, |left, digit| left | 1 << digit);
            if left & left.wrapping_sub(1) != 0 {
                continue;
            }
            for digit in bits(if left == 0 { mask } else { left }) {
                let node = Node::candidate(cell, digit);
                let causes = bits(mask & !(1 << digit));
                let causes = causes.map(|cause| Fact::of_candidate(cell, cause, false));
                self.add_net(graph, start, Fact { node, is_on: true }, causes);
            }
        }
        for group in &graph.groups {
            for house in [group.square, group.line] {
                for is_on in [true, false] {
                    let facts = &self.candidates[start];
                    let states = if is_on { &facts.off } else { &facts.on };
                    let others: Cells = HOUSES[house] & !group.cells;
                    let causes = states[group.digit] & others;
                    let is_all = causes == others & grid.cells_of(group.digit);
                    if is_all && causes & causes.wrapping_sub(1) != 0 {
                        let node = Node::ranked(group.digit, group.rank);
                        let digit = group.digit;
                        let causes = each(causes).filter(|&cell| cell != group.cell());
                        let causes = causes.map(|cell| Fact::of_candidate(cell, digit, !is_on));
                        self.add_net(graph, start, Fact { node, is_on }, causes);
                    }
                }
            }
        }
        self.expand(graph, start, before..Facts::MOST);
    }

    /// Adds a fact that follows from several, or notes its causes if that makes it closer.
    fn add_net(
        &mut self,
        graph: &Graph,
        start: usize,
        new: Fact,
        causes: impl Iterator<Item = Fact>,
    ) {
        let facts = &mut self.candidates[start];
        let mut distance = 0;
        let mut places = [0; 5];
        let mut count = 0;
        for cause in causes {
            if let Some(place) = facts.place(code(cause)) {
                if count < 5 {
                    places[count] = place as u16;
                    count += 1;
                }
                distance += u32::from(facts.entries[place].distance) + 1;
            }
        }
        match facts.place(code(new)) {
            Some(old) => {
                let entry = &mut facts.entries[old];
                if distance >= u32::from(entry.distance) {
                    return;
                }
                if entry.origin == Origin::Own {
                    entry.causes = largest_first(places);
                } else {
                    // The number of the table stays. What marked it as one is lost.
                    let [a, b, c, d, _] = places;
                    entry.causes = largest_first([entry.causes[0], a, b, c, d]);
                    entry.origin = Origin::Own;
                }
                facts.set_distance(old, distance);
                self.expand(graph, start, old..old + 1);
            }
            None => {
                // HoDoKu adds a group as true also where it is false, which is so only in tables that
                // contradict themselves.
                facts.push(code(Fact { is_on: true, ..new }), places);
                if let Some(last) = facts.len().checked_sub(1) {
                    facts.set_distance(last, distance);
                }
            }
        }
    }

    /// The facts that follow from an assumption.
    pub(super) fn facts(&self, cell: usize, digit: usize, is_on: bool) -> &Facts {
        &self.candidates[of(cell, digit, is_on)]
    }
}
