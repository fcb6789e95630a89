//! Bidirectional cycles and forcing chains, on the links that are there from the start.
//!
//! A cycle goes from a candidate that is on, by links in turn from on to off and from off to on,
//! back to itself: so its candidates are on and off in turn, one way or the other. A forcing chain
//! shows that a candidate is off if it is on, or on if it is off.

use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Continue};

use super::evidence::{candidate_of, links_of_chain};
use super::links::{Cause, links_of_off};
use super::marks::Marks;
use super::nested::{Fingerprint, Nested};
use super::rules::{Removal, in_hash_order};
use super::{Candidates, Id, cell_of, digit_of, has, id, insert, surcharge};
use crate::board::{Cell, DigitSet};
use crate::logic::cells::{Cells, bits, each};
use crate::logic::deduction::Deduction;
use crate::logic::houses::{HOUSES_OF, PEERS};
use crate::logic::technique::Kind;

/// The links that a search uses.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Links {
    /// Between the digits of a cell.
    cells: bool,
    /// From off to on between the places of a digit in a house.
    houses: bool,
}

const SEARCHES: [Links; 3] = [
    Links { cells: false, houses: true },
    Links { cells: true, houses: false },
    Links { cells: true, houses: true },
];

/// A candidate that is on or off, and the cause.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub id: Id,
    pub is_on: bool,
    pub cause: Cause,
}

/// The kinds of cycles and chains.
pub(in crate::logic) const KINDS: [Kind; 5] = [
    Kind { id: "bidirectional-x-cycle", title: "Bidirectional X-Cycle" },
    Kind { id: "bidirectional-y-cycle", title: "Bidirectional Y-Cycle" },
    Kind { id: "bidirectional-cycle", title: "Bidirectional cycle" },
    Kind { id: "forcing-x-chain", title: "Forcing X-Chain" },
    Kind { id: "forcing-chain", title: "Forcing chain" },
];

/// Sudoku Explainer's ratings of the kinds without surcharge.
const BASES: [f64; 5] = [6.5, 6.5, 7.0, 6.6, 7.0];

/// A cycle or a chain that removes a candidate.
#[derive(Clone)]
pub(super) struct Hint {
    links: Links,
    is_cycle: bool,
    complexity: u32,
    difficulty: f64,
    /// The nodes from the last one back to the first. A cycle begins and ends with the same one.
    nodes: Vec<Node>,
    /// What goes, in the order in which it was found.
    removed: Vec<Id>,
}

impl Hint {
    fn kind(&self) -> usize {
        match (self.is_cycle, self.links) {
            (true, Links { cells: false, .. }) => 0,
            (true, Links { houses: false, .. }) => 1,
            (true, _) => 2,
            (false, Links { cells: false, .. }) => 3,
            (false, _) => 4,
        }
    }

    fn sort_key(&self) -> u8 {
        match self.links {
            Links { cells: true, houses: true } => 4,
            Links { cells: true, .. } => 3,
            Links { .. } => 2,
        }
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let key = |hint: &Self| (hint.difficulty, hint.complexity);
        let order = key(self).partial_cmp(&key(other)).expect("ratings are numbers");
        order.then(self.sort_key().cmp(&other.sort_key()))
    }

    /// What the hint says, with its chain if `wants_evidence`.
    pub fn deduction(&self, wants_evidence: bool) -> Deduction {
        let mut deduction = Deduction {
            kind: KINDS[self.kind()].id,
            surcharge: surcharge(self.complexity),
            ..Deduction::default()
        };
        match self.placed() {
            Some(placed) => deduction.placements.push(candidate_of(placed)),
            None => deduction.eliminations.extend(self.removed.iter().map(|&id| candidate_of(id))),
        }
        if wants_evidence {
            let mut cells: Vec<Cell> = Vec::new();
            let mut digits = 0;
            for node in self.nodes.iter().rev() {
                let cell = Cell::new(cell_of(node.id));
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
                digits |= 1 << digit_of(node.id);
            }
            deduction.cells = cells;
            deduction.digits = DigitSet::from_bits(digits);
            deduction.links = links_of_chain(&self.nodes);
        }
        deduction
    }

    /// The candidate that a chain shows to be on.
    fn placed(&self) -> Option<Id> {
        (!self.is_cycle && self.nodes[0].is_on).then(|| self.nodes[0].id)
    }

    /// The cycle the other way round.
    fn reversed(&self) -> Vec<Node> {
        let turned = |node: &Node| Node { is_on: !node.is_on, ..*node };
        self.nodes.iter().rev().map(turned).collect()
    }
}

/// Sudoku Explainer adds tenths in floating point, and so do we: 6.6 + 0.3 and 6.5 + 0.4 are equal
/// on paper, but the rounded sums decide which of two chains comes first.
fn difficulty(base: f64, complexity: u32) -> f64 {
    base + (0..surcharge(complexity)).fold(0.0, |sum, _| sum + 0.1)
}

/// A node of a search, with the index of its parent among the nodes of the other kind.
#[derive(Clone, Copy)]
struct Link {
    id: Id,
    parent: u32,
    cause: Cause,
}

/// The search, with the memory that it uses again.
pub(super) struct Cycles {
    ons: Vec<Link>,
    offs: Vec<Link>,
    hints: Vec<Hint>,
    /// The ratings of the kinds.
    bases: [f64; 5],
    wants_all: bool,
    removal: Removal,
}

impl Cycles {
    pub fn new() -> Self {
        let removal = Removal::default();
        Self {
            ons: Vec::new(),
            offs: Vec::new(),
            hints: Vec::new(),
            bases: BASES,
            wants_all: false,
            removal,
        }
    }

    /// Finds the hint that Sudoku Explainer applies, or all in its order.
    pub fn search(
        &mut self,
        marks: &Marks,
        bases: &[f64; 5],
        wants_all: bool,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), &[Hint]> {
        self.hints.clear();
        self.wants_all = wants_all;
        self.bases = *bases;
        for links in SEARCHES {
            for cell in 0..81 {
                let digits = marks.cells[cell];
                let most = if links.houses { 9 } else { 2 };
                if !(2..=most).contains(&digits.count_ones()) {
                    continue;
                }
                match poll() {
                    Continue(()) => {}
                    ControlFlow::Break(()) => return ControlFlow::Break(()),
                }
                for digit in bits(digits) {
                    self.cycles(marks, links, id(cell, digit));
                    if links.houses {
                        self.chain(marks, links, id(cell, digit), true);
                        self.chain(marks, links, id(cell, digit), false);
                    }
                }
            }
        }
        if wants_all {
            self.hints.sort_by(Hint::cmp);
            let hints = std::mem::take(&mut self.hints);
            for hint in hints {
                if !self.hints.iter().any(|other| same_removal(&other.removed, &hint.removed)) {
                    self.hints.push(hint);
                }
            }
        }
        Continue(&self.hints)
    }

    /// Reports what the hints on the marks of a run remove, of those that need the run.
    pub fn nested(
        &mut self,
        source: &Marks,
        marks: &Marks,
        wants_evidence: bool,
        poll: &mut dyn FnMut() -> ControlFlow<()>,
        report: &mut dyn FnMut(&Removal, Nested),
    ) -> ControlFlow<()> {
        if self.search(marks, &BASES, true, poll).is_break() {
            return ControlFlow::Break(());
        }
        let hints = std::mem::take(&mut self.hints);
        for hint in &hints {
            self.removal.kind = KINDS[hint.kind()].id;
            self.removal.removed.clone_from(&hint.removed);
            in_hash_order(&mut self.removal.removed);
            self.removal.causes.clear();
            let back = if hint.is_cycle { hint.reversed() } else { Vec::new() };
            let mut seen = Causes::new(source, marks, &mut self.removal.causes);
            for node in hint.nodes.iter().chain(&back) {
                seen.add(node.id, node.is_on, node.cause);
            }
            if self.removal.causes.is_empty() {
                continue;
            }
            let mut print = Fingerprint::new();
            let chains = [&hint.nodes, &back];
            let chains = &chains[..1 + usize::from(hint.is_cycle)];
            for chain in chains {
                print.add(chain[0].id, chain[0].is_on);
            }
            for chain in chains {
                print.next();
                // The end of a cycle is its beginning.
                for node in &chain[..chain.len() - usize::from(hint.is_cycle)] {
                    print.add(node.id, node.is_on);
                }
            }
            self.removal.links.clear();
            if wants_evidence {
                self.removal.links = links_of_chain(&hint.nodes);
            }
            report(&self.removal, Nested { complexity: hint.complexity, print: print.finish() });
        }
        self.hints = hints;
        Continue(())
    }

    fn offer(&mut self, mut hint: Hint) {
        hint.difficulty = difficulty(self.bases[hint.kind()], hint.complexity);
        if self.wants_all {
            self.hints.push(hint);
        } else if self.hints.first().is_none_or(|best| hint.cmp(best) == Ordering::Less) {
            self.hints.clear();
            self.hints.push(hint);
        }
    }

    fn start(&mut self, start: Id, is_on: bool) {
        self.ons.clear();
        self.offs.clear();
        let node = Link { id: start, parent: 0, cause: Cause::Assumption };
        if is_on { self.ons.push(node) } else { self.offs.push(node) }
    }

    fn cycles(&mut self, marks: &Marks, links: Links, start: Id) {
        self.start(start, true);
        let mut on: Candidates = [0; 9];
        insert(&mut on, start);
        let (mut next_on, mut next_off, mut length) = (0, 0, 0);
        let mut ends = Vec::new();
        while next_on < self.ons.len() || next_off < self.offs.len() {
            while next_on < self.ons.len() {
                let from = self.ons[next_on].id;
                each_off(marks, links, from, |off, cause| {
                    if !self.has_ancestor(next_on, off) {
                        self.offs.push(Link { id: off, parent: next_on as u32, cause });
                    }
                });
                next_on += 1;
            }
            length += 2;
            while next_off < self.offs.len() {
                let off = self.offs[next_off].id;
                let found = links_of_off(marks, off, links.cells, links.houses);
                for &(to, cause) in found.nodes() {
                    let link = Link { id: to, parent: next_off as u32, cause };
                    if length >= 4 && to == start {
                        ends.push(link);
                    }
                    if !has(&on, to) {
                        insert(&mut on, to);
                        self.ons.push(link);
                    }
                }
                next_off += 1;
            }
        }
        for end in ends {
            let nodes = self.path(end, true);
            let removed = removed_by_cycle(marks, &nodes);
            if !removed.is_empty() {
                let complexity = nodes.len() as u32 - 1;
                self.offer(Hint {
                    links,
                    is_cycle: true,
                    complexity,
                    difficulty: 0.0,
                    nodes,
                    removed,
                });
            }
        }
    }

    /// Whether an "on" node follows from a candidate being off.
    fn has_ancestor(&self, mut on: usize, off: Id) -> bool {
        while self.ons[on].cause != Cause::Assumption {
            let parent = self.offs[self.ons[on].parent as usize];
            if parent.id == off {
                return true;
            }
            on = parent.parent as usize;
        }
        false
    }

    fn chain(&mut self, marks: &Marks, links: Links, start: Id, is_on: bool) {
        self.start(start, is_on);
        let (mut on, mut off): (Candidates, Candidates) = ([0; 9], [0; 9]);
        insert(if is_on { &mut on } else { &mut off }, start);
        let (mut next_on, mut next_off) = (0, 0);
        let mut end = None;
        while end.is_none() && (next_on < self.ons.len() || next_off < self.offs.len()) {
            while next_on < self.ons.len() && end.is_none() {
                let from = self.ons[next_on].id;
                each_off(marks, links, from, |to, cause| {
                    let link = Link { id: to, parent: next_on as u32, cause };
                    if is_on && to == start && end.is_none() {
                        end = Some(link);
                    }
                    if !has(&off, to) {
                        insert(&mut off, to);
                        self.offs.push(link);
                    }
                });
                next_on += 1;
            }
            while next_off < self.offs.len() && end.is_none() {
                let from = self.offs[next_off].id;
                let found = links_of_off(marks, from, links.cells, links.houses);
                for &(to, cause) in found.nodes() {
                    let link = Link { id: to, parent: next_off as u32, cause };
                    if !is_on && to == start && end.is_none() {
                        end = Some(link);
                    }
                    if !has(&on, to) {
                        insert(&mut on, to);
                        self.ons.push(link);
                    }
                }
                next_off += 1;
            }
        }
        let Some(end) = end else { return };
        let removed: Vec<Id> = if is_on {
            vec![start]
        } else {
            let (cell, digit) = (cell_of(start), digit_of(start));
            bits(marks.cells[cell] & !(1 << digit)).map(|digit| id(cell, digit)).collect()
        };
        if removed.is_empty() {
            return;
        }
        let nodes = self.path(end, !is_on);
        let complexity = nodes.len() as u32;
        self.offer(Hint { links, is_cycle: false, complexity, difficulty: 0.0, nodes, removed });
    }

    /// The nodes from an end back to the start.
    fn path(&self, end: Link, mut is_on: bool) -> Vec<Node> {
        let mut link = end;
        let mut nodes = Vec::new();
        loop {
            nodes.push(Node { id: link.id, is_on, cause: link.cause });
            if link.cause == Cause::Assumption {
                return nodes;
            }
            link = if is_on { &self.offs } else { &self.ons }[link.parent as usize];
            is_on = !is_on;
        }
    }
}

/// Calls `f` with the candidates that are off if another is on.
fn each_off(marks: &Marks, links: Links, on: Id, mut f: impl FnMut(Id, Cause)) {
    let (cell, digit) = (cell_of(on), digit_of(on));
    if links.cells {
        bits(marks.cells[cell] & !(1 << digit)).for_each(|digit| f(id(cell, digit), Cause::Cell));
    }
    let [in_box, in_row, in_column] = marks.peers(on);
    let [of_box, of_column, of_row] = HOUSES_OF[cell];
    for (peers, house) in [(in_box, of_box), (in_row, of_row), (in_column, of_column)] {
        each(peers).for_each(|peer| f(id(peer, digit), Cause::House(house)));
    }
}

/// What sees a candidate of the cycle that is on, and one that is off.
fn removed_by_cycle(marks: &Marks, nodes: &[Node]) -> Vec<Id> {
    let mut cells: Cells = 0;
    let mut seen: [Candidates; 2] = [[0; 9]; 2];
    for node in &nodes[..nodes.len() - 1] {
        cells |= 1 << cell_of(node.id);
        seen[usize::from(node.is_on)][digit_of(node.id)] |= PEERS[cell_of(node.id)];
    }
    let gone = |digit: usize| marks.digits[digit] & seen[0][digit] & seen[1][digit] & !cells;
    if (0..9).all(|digit| gone(digit) == 0) {
        return Vec::new();
    }
    // In the order of Sudoku Explainer: by cell, as the "on" nodes see them.
    let mut order: Vec<usize> = Vec::new();
    for node in nodes[..nodes.len() - 1].iter().filter(|node| node.is_on) {
        for cell in each(gone(digit_of(node.id)) & PEERS[cell_of(node.id)]) {
            if !order.contains(&cell) {
                order.push(cell);
            }
        }
    }
    let of_cell = |cell: usize| {
        (0..9).filter(move |&digit| gone(digit) >> cell & 1 != 0).map(move |digit| id(cell, digit))
    };
    order.into_iter().flat_map(of_cell).collect()
}

/// Whether Sudoku Explainer takes two removals for the same: it compares them only if a hash of the
/// first three cells of each is equal.
fn same_removal(a: &[Id], b: &[Id]) -> bool {
    let sorted = |removed: &[Id]| {
        let mut removed = removed.to_vec();
        removed.sort_unstable();
        removed
    };
    let hash = |removed: &[Id]| {
        let mut removed = removed.to_vec();
        in_hash_order(&mut removed);
        let mut cells: Vec<usize> = removed.iter().map(|&id| cell_of(id)).collect();
        cells.dedup();
        cells.iter().take(3).fold(0, |hash, cell| hash ^ cell)
    };
    a.len() == b.len() && sorted(a) == sorted(b) && hash(a) == hash(b)
}

/// Collects the candidates that had to be off for a nested chain.
pub(super) struct Causes<'a> {
    source: &'a Marks,
    marks: &'a Marks,
    found: &'a mut Vec<Id>,
}

impl<'a> Causes<'a> {
    pub fn new(source: &'a Marks, marks: &'a Marks, found: &'a mut Vec<Id>) -> Self {
        Self { source, marks, found }
    }

    /// Adds those of a node: what is gone from the cell or house that shows it to be on.
    pub fn add(&mut self, of: Id, is_on: bool, cause: Cause) {
        if !is_on {
            return;
        }
        let (cell, digit) = (cell_of(of), digit_of(of));
        match cause {
            Cause::Cell => {
                for digit in bits(self.source.cells[cell] & !self.marks.cells[cell]) {
                    self.push(id(cell, digit));
                }
            }
            Cause::House(house) => {
                let gone = self.source.places(house.into(), digit) & !self.marks.digits[digit];
                each(gone).for_each(|cell| self.push(id(cell, digit)));
            }
            Cause::Assumption | Cause::Rule => {}
        }
    }

    fn push(&mut self, off: Id) {
        if !self.found.contains(&off) {
            self.found.push(off);
        }
    }
}
