//! Nets: tables in which a fact may follow from several others.
//!
//! A table begins with what follows when singles are placed. Then the tables of its facts are taken
//! over, and facts are added that follow from several, as long as there are new ones. Which facts are
//! found and whether a proof is a net depend on all of it, so it is done as in HoDoKu, with
//! its limits: a table has up to 1000 entries, and an entry up to five causes.

use std::ops::ControlFlow::{self, Continue};

use super::codes::{Code, Codes};
use super::facts::{Facts, Origin};
use super::graph::{Graph, Node, Place};
use super::rules::Rules;
use super::singles::Singles;
use super::table::Fact;
use super::tables::Tables;
use crate::cells::{bits, each};
use crate::grid::LogicGrid;

/// The tables of all assumptions.
#[derive(Default)]
pub(super) struct Net {
    tables: Tables,
    /// The codes of groups that are true, in the order in which they are found.
    groups: Vec<Code>,
    singles: Singles,
    rules: Rules,
}

impl Net {
    /// Fills in all tables.
    pub(super) fn fill(
        &mut self,
        grid: &LogicGrid,
        graph: &Graph,
        mut poll: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.set(graph);
        for cell in each(grid.empty()) {
            for digit in bits(grid.mask(cell)) {
                for is_on in [true, false] {
                    let facts = &mut self.tables.all
                        [self.tables.codes.candidate(cell, digit, is_on) as usize];
                    self.singles.look_ahead(grid, &self.tables.codes, (cell, digit), is_on, facts);
                }
            }
            poll()?;
        }
        self.fill_groups(graph);
        self.rules.set(grid, graph, &self.tables.codes);
        let starts: Vec<usize> = self.tables.codes.candidates(graph).map(usize::from).collect();
        for &start in &starts {
            self.change(start, |net, facts| net.expand(facts, 1));
            poll()?;
        }
        let count = |net: &Self| -> usize { starts.iter().map(|&s| net.tables.all[s].len()).sum() };
        loop {
            let before = count(self);
            for &start in &starts {
                // A table that the rules left as it was is left as it is again.
                if self.tables.all[start].is_changed {
                    self.change(start, Self::extend);
                    poll()?;
                }
            }
            if count(self) == before {
                return Continue(());
            }
        }
    }

    /// Makes the tables of a board, which are empty.
    fn set(&mut self, graph: &Graph) {
        self.tables.codes.set(graph);
        let count = self.tables.codes.len();
        if self.tables.all.len() < count {
            self.tables.all.resize_with(count, Facts::default);
        }
        self.tables.all[..count].iter_mut().for_each(|facts| facts.clear(count));
        let name = |code: usize| {
            let Fact { node, is_on } = self.tables.codes.fact(code as Code);
            match node.place() {
                Place::Cell(cell) => {
                    let origin = if is_on { Origin::On } else { Origin::Off };
                    ((10 * cell + node.digit() + 1) as u16, origin)
                }
                Place::Group(rank) => {
                    let number = 2 * graph.group_index(node.digit(), rank) + usize::from(!is_on);
                    (number as u16, Origin::Group)
                }
            }
        };
        self.tables.names.clear();
        self.tables.names.extend((0..count).map(name));
        let code = |node: Node| self.tables.codes.code(Fact { node, is_on: true });
        let groups = graph.groups.iter().map(|group| code(Node::ranked(group.digit, group.rank)));
        self.groups.clear();
        self.groups.extend(groups);
    }

    /// The code of the fact whose table an entry names, if there is one.
    pub(super) fn named(&self, number: u16, origin: Origin) -> Option<Code> {
        let number = usize::from(number);
        if origin == Origin::Group {
            return Some(self.groups.get(number / 2)? - (number & 1) as Code);
        }
        match (number / 10, number % 10) {
            (0..81, 0) | (81.., _) => None,
            (cell, digit) => {
                Some(self.tables.codes.candidate(cell, digit - 1, origin == Origin::On))
            }
        }
    }

    /// Adds the links to groups, and makes their tables.
    fn fill_groups(&mut self, graph: &Graph) {
        let Self { tables: Tables { codes, all, .. }, groups, .. } = self;
        let of = |node: Node, is_on: bool| codes.code(Fact { node, is_on });
        let mut add = |start: Code, code: Code| {
            all[usize::from(start)].push(codes, code, [0; 5]);
        };
        for &on in groups.iter() {
            let off = on - 1;
            add(on, on);
            add(off, off);
        }
        for (group, &on) in graph.groups.iter().zip(groups.iter()) {
            let off = on - 1;
            let node = Node::ranked(group.digit, group.rank);
            for cell in each(group.seen) {
                add(codes.candidate(cell, group.digit, true), off);
            }
            graph.each_seen(node, &graph.all(), |seen| add(on, of(seen, false)));
            for &partner in graph.partners(node) {
                add(off, of(partner, true));
                if let Place::Cell(cell) = partner.place() {
                    add(codes.candidate(cell, group.digit, false), on);
                }
            }
        }
    }

    /// The numbers of the facts.
    pub(super) fn codes(&self) -> &Codes {
        &self.tables.codes
    }

    /// The table of a fact.
    pub(super) fn table(&self, code: Code) -> Option<&Facts> {
        self.tables.all.get(usize::from(code))
    }

    /// Changes a table, which is empty for others meanwhile: it never takes over itself.
    fn change(&mut self, start: usize, change: impl FnOnce(&Self, &mut Facts)) {
        let mut facts = std::mem::take(&mut self.tables.all[start]);
        change(self, &mut facts);
        self.tables.all[start] = facts;
    }

    /// Takes over the tables of the entries from a place on.
    fn expand(&self, facts: &mut Facts, from: usize) {
        for place in from..Facts::MOST {
            if place >= facts.len() || facts.is_full() {
                break;
            }
            self.tables.take_over(facts, place);
        }
    }

    /// Adds facts to a table that follow from several.
    fn extend(&self, facts: &mut Facts) {
        facts.is_changed = false;
        let before = facts.len();
        self.rules.apply(&self.tables, facts);
        self.expand(facts, before);
    }

    /// The facts that follow from an assumption.
    pub(super) fn facts(&self, cell: usize, digit: usize, is_on: bool) -> &Facts {
        &self.tables.all[usize::from(self.tables.codes.candidate(cell, digit, is_on))]
    }
}
