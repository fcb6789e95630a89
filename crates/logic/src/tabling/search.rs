//! Which nice loop or AIC comes first.
//!
//! Most tables show nothing. What follows from what, without the chains, tells which tables can show
//! something and how much, and only these are filled in, the best first. Only what loops that are
//! continuous remove is not known before.

use std::ops::ControlFlow::{self, Continue};

use super::graph::{Graph, Node};
use super::loops::{Phase, Step, Weight, aic_removes, is_bivalue, steps_from, weight};
use super::reach::{Reach, contains, meet, members};
use super::table::Table;
use crate::cells::{Cells, bits, each};
use crate::grid::LogicGrid;
use crate::houses::PEERS;

/// What a table may show: its weight, and where chains start.
type Hope = (Weight, Phase, u8, u8);

/// Buffers of the search.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) graph: Graph,
    reach: Reach,
    table: Table,
    hopes: Vec<Hope>,
    row: Vec<u64>,
    steps: Vec<Step>,
}

impl Scratch {
    /// Finds loops and AICs: all, each with its shortest chain and the best first, or the best only.
    pub(super) fn loops(
        &mut self,
        grid: &LogicGrid,
        grouped: bool,
        wants_all: bool,
        wants_evidence: bool,
        mut poll: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Step>> {
        self.graph.set(grid, grouped);
        self.reach.set(&self.graph);
        poll()?;
        self.hope(grid, grouped);
        poll()?;
        self.hopes.sort_unstable();
        self.hopes.dedup();
        let mut found: Vec<Step> = Vec::new();
        let mut best: Option<Weight> = None;
        for &(hope, phase, cell, digit) in &self.hopes {
            if !wants_all && best.is_some_and(|best| hope != best || !wants_evidence) {
                break;
            }
            poll()?;
            let start = (phase, cell.into(), digit.into());
            self.steps.clear();
            steps_from(&self.graph, &mut self.table, start, grouped, &mut self.steps);
            for step in self.steps.drain(..).filter(|step| weight(&step.removed) == hope) {
                match found.iter().position(|old| old.is_same(&step)) {
                    Some(old) if found[old].chain.len() > step.chain.len() => found[old] = step,
                    None if wants_all || found.is_empty() => found.push(step),
                    _ => {}
                }
                best = Some(hope);
            }
        }
        Continue(found)
    }

    /// Lists what tables may show.
    fn hope(&mut self, grid: &LogicGrid, grouped: bool) {
        self.hopes.clear();
        for cell in each(grid.empty()) {
            for digit in bits(self.graph.masks[cell]) {
                self.hope_for_one(cell, digit);
                if self.graph.linked.has_candidate(cell, digit) {
                    self.hope_for_many(cell, digit, grouped);
                }
            }
        }
    }

    fn push(&mut self, removed: &[Cells; 9], phase: Phase, cell: usize, digit: usize) {
        self.hopes.push((weight(removed), phase, cell as u8, digit as u8));
    }

    /// A candidate is removed if what sees it cannot all be false.
    fn hope_for_one(&mut self, cell: usize, digit: usize) {
        let mut row = std::mem::take(&mut self.row);
        self.reach.seen_by(&self.graph, Node::candidate(cell, digit), &mut row);
        if members(&row).any(|seen| meet(self.reach.if_off(seen), &row)) {
            let mut removed = [0; 9];
            removed[digit] = 1 << cell;
            self.push(&removed, Phase::On, cell, digit);
            for other in bits(self.graph.masks[cell] & !(1 << digit)) {
                if self.graph.linked.has_candidate(cell, other) {
                    let number = self.reach.number_of(Node::candidate(cell, other));
                    if meet(self.reach.if_off(number), &row) {
                        self.push(&removed, Phase::Off, cell, other);
                    }
                }
            }
        }
        self.row = row;
    }

    /// What chains show that start at a candidate that is false, if it may be more than one removal.
    fn hope_for_many(&mut self, cell: usize, digit: usize, grouped: bool) {
        let node = Node::candidate(cell, digit);
        let number = self.reach.number_of(node);
        let follows = |scratch: &Self, cell: usize, digit: usize| {
            let other = Node::candidate(cell, digit);
            scratch.graph.linked.has_candidate(cell, digit)
                && contains(scratch.reach.if_off(number), scratch.reach.number_of(other))
        };
        let others = self.graph.masks[cell] & !(1 << digit);
        if follows(self, cell, digit) {
            let mut removed = [0; 9];
            bits(others).for_each(|other| removed[other] = 1 << cell);
            self.push(&removed, Phase::Off, cell, digit);
        }
        let is_loop =
            !is_bivalue(&self.graph, cell) && bits(others).any(|other| follows(self, cell, other));
        if is_loop {
            let start = (Phase::Off, cell, digit);
            let mut steps = Vec::new();
            steps_from(&self.graph, &mut self.table, start, grouped, &mut steps);
            for step in steps {
                self.push(&step.removed, Phase::Off, cell, digit);
            }
        }
        let linked = self.graph.linked.cells;
        for end in each(linked[digit] & !(1 << cell)) {
            let is_link = || self.graph.partners(node).contains(&Node::candidate(end, digit));
            if follows(self, end, digit)
                && !is_link()
                && let Some(removed) = aic_removes(&self.graph, (cell, digit), (end, digit))
            {
                self.push(&removed, Phase::Aic, cell, digit);
            }
        }
        for other in bits(others) {
            for end in each(linked[other] & PEERS[cell] & self.graph.candidates[digit]) {
                if follows(self, end, other)
                    && let Some(removed) = aic_removes(&self.graph, (cell, digit), (end, other))
                {
                    self.push(&removed, Phase::Aic, cell, digit);
                }
            }
        }
    }
}
