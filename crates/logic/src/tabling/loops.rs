//! Nice loops and AICs: what a chain from one candidate shows.

use quadrille_core::Cell;

use super::evidence;
use super::graph::{Graph, Node, Nodes};
use super::table::{Fact, Table};
use crate::cells::{Cells, bits, each, ones, sum_of_candidates};
use crate::deduction::{Deduction, candidate};
use crate::houses::PEERS;

/// Where a chain starts, in the order in which they are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// At a candidate that is true, to end in its cell.
    On,
    /// At a candidate that is false, to end in its cell.
    Off,
    /// At a candidate that is false, to end at one that is true in another cell.
    Aic,
}

/// What a chain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Continuous,
    Discontinuous,
    Aic,
}

/// What a chain shows.
pub(super) struct Step {
    shape: Shape,
    pub(super) removed: [Cells; 9],
    pub(super) chain: Vec<Fact>,
}

/// Less for what is used first: the number of candidates that are not removed, the sum of the places
/// of those that are.
pub(super) type Weight = (u32, u32);

pub(super) fn weight(removed: &[Cells; 9]) -> Weight {
    let count: u32 = removed.iter().map(|cells| cells.count_ones()).sum();
    let candidates = removed.iter().enumerate();
    let candidates = candidates.flat_map(|(digit, &cells)| each(cells).map(move |c| (c, digit)));
    (729 - count, sum_of_candidates(candidates))
}

impl Step {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.shape == other.shape && self.removed == other.removed
    }

    fn has_group(&self) -> bool {
        self.chain.iter().any(|fact| fact.node.as_cell().is_none())
    }

    /// The deduction, with its evidence if it is wanted.
    pub(super) fn deduction(&self, graph: &Graph, wants_evidence: bool) -> Deduction {
        let kinds = if self.has_group() { &super::GROUPED_KINDS } else { &super::KINDS };
        let kind = kinds[self.shape as usize].id;
        let removed = self.removed.iter().enumerate();
        let eliminations = removed
            .flat_map(|(digit, &cells)| each(cells).map(move |cell| candidate(cell, digit)))
            .collect();
        let mut deduction = Deduction { kind, eliminations, ..Deduction::default() };
        if wants_evidence {
            let chain = self.explained();
            let cells = evidence::cells(graph, &chain);
            deduction.cells = cells.into_iter().map(Cell::new).collect();
            deduction.links = evidence::links(graph, &chain);
        }
        deduction
    }

    /// The chain such that a loop that is continuous ends where it starts, and one that is not with
    /// the opposite of its start.
    fn explained(&self) -> Vec<Fact> {
        let (first, last) = (self.chain[0], self.chain[self.chain.len() - 1]);
        let mut chain = match (self.shape, first.is_on, last.is_on) {
            // If a candidate that is false makes another of its cell false, that one, if it is true,
            // makes the first true.
            (Shape::Discontinuous, false, false) => evidence::reversed(&self.chain),
            _ => self.chain.clone(),
        };
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        let ends_in_other = self.shape != Shape::Aic && last.node != first.node;
        if ends_in_other && last.is_on {
            chain.push(Fact { is_on: false, ..first });
        }
        chain
    }
}

/// Adds what the chains from a candidate show, in the order of its table.
pub(super) fn steps_from(
    graph: &Graph,
    table: &mut Table,
    (phase, cell, digit): (Phase, usize, usize),
    grouped: bool,
    steps: &mut Vec<Step>,
) {
    let mut targets = Nodes::default();
    if phase != Phase::Aic {
        bits(graph.masks[cell]).for_each(|other| targets.cells[other] |= 1 << cell);
    }
    table.fill(graph, Fact::of_candidate(cell, digit, phase == Phase::On), &targets);
    let mut chain = Vec::new();
    for place in 1..table.entries.len() {
        let entry = table.entries[place];
        let Some(end) = entry.fact.node.as_cell() else { continue };
        // A single link shows nothing new.
        if entry.depth < 2 || (phase == Phase::Aic) == (end == cell) {
            continue;
        }
        let step = if phase == Phase::Aic {
            aic(graph, table, place, &mut chain)
        } else {
            nice_loop(graph, table, place, &mut chain)
        };
        steps.extend(step.filter(|step| step.has_group() == grouped));
    }
}

/// What a chain back to the cell of its start shows.
fn nice_loop(graph: &Graph, table: &Table, place: usize, chain: &mut Vec<Fact>) -> Option<Step> {
    table.chain(place, chain);
    let last = chain.len() - 1;
    let cell_at = |index: usize| graph.cell(chain[index].node);
    let enters = cell_at(last) != cell_at(last - 1);
    if !enters || cell_at(0) == cell_at(1) || is_lasso(graph, chain, true) {
        return None;
    }
    let (first, end) = (chain[0], chain[last]);
    let cell = cell_at(0);
    let mut removed = [0; 9];
    let mut shape = Shape::Discontinuous;
    match (first.is_on, end.is_on) {
        (true, _) => removed[first.node.digit()] = 1 << cell,
        (false, false) => removed[end.node.digit()] = 1 << cell,
        (false, true) if first.node == end.node => {
            let others = graph.masks[cell] & !(1 << first.node.digit());
            bits(others).for_each(|other| removed[other] = 1 << cell);
        }
        (false, true) => {
            shape = Shape::Continuous;
            removed = removed_by_loop(graph, chain);
        }
    }
    let is_step = removed.iter().any(|&cells| cells != 0);
    is_step.then(|| Step { shape, removed, chain: chain.clone() })
}

/// Whether a chain touches itself: it has a node of which the first cell is in an earlier node. Two
/// nodes that follow each other may share a cell, and a loop may return to where it starts.
fn is_lasso(graph: &Graph, chain: &[Fact], is_loop: bool) -> bool {
    let start = graph.cell(chain[0].node);
    let mut used: Cells = 0;
    let mut before: Option<Node> = None;
    for &Fact { node, .. } in chain {
        if used >> graph.cell(node) & 1 != 0 {
            return true;
        }
        if let Some(before) = before
            && (!is_loop || graph.cell(before) != start)
        {
            used |= graph.cells(before);
        }
        before = Some(node);
    }
    false
}

/// What a loop removes in which every other node is true: what sees both nodes of a weak link, and
/// what else is in a cell with two nodes that strong links lead to.
fn removed_by_loop(graph: &Graph, chain: &[Fact]) -> [Cells; 9] {
    let mut removed = [0; 9];
    let last = chain.len() - 1;
    let used = chain[..last].iter().fold(0, |used, fact| used | graph.cells(fact.node));
    let (start, end) = (chain[0].node, chain[last].node);
    let cell_at = |index: usize| graph.cell(chain[index].node);
    let mut empty_cell = |cell: usize, a: Node, b: Node| {
        let others = graph.masks[cell] & !(1 << a.digit() | 1 << b.digit());
        bits(others).for_each(|other| removed[other] |= 1 << cell);
    };
    empty_cell(cell_at(0), start, end);
    for index in 1..=last.saturating_sub(2) {
        let enters = chain[index].is_on && cell_at(index - 1) != cell_at(index);
        let stays = !chain[index + 1].is_on && cell_at(index) == cell_at(index + 1);
        let leaves = chain[index + 2].is_on && cell_at(index + 1) != cell_at(index + 2);
        if enters && stays && leaves {
            empty_cell(cell_at(index), chain[index].node, chain[index + 2].node);
        }
    }
    for pair in chain.windows(2) {
        let [from, to] = [pair[0].node, pair[1].node];
        if !pair[1].is_on && graph.cell(from) != graph.cell(to) {
            let digit = to.digit();
            let both = graph.seen(from) & graph.seen(to) & graph.candidates[digit];
            removed[digit] |= both & !used;
        }
    }
    removed
}

/// What a chain between two cells shows, of which the first candidate is false or the last is true.
fn aic(graph: &Graph, table: &Table, place: usize, chain: &mut Vec<Fact>) -> Option<Step> {
    let (first, last) = (table.entries[0].fact, table.entries[place].fact);
    let (digit, end_digit) = (first.node.digit(), last.node.digit());
    let (cell, end) = (graph.cell(first.node), graph.cell(last.node));
    if !last.is_on {
        return None;
    }
    let removed = aic_removes(graph, (cell, digit), (end, end_digit))?;
    table.chain(place, chain);
    let is_step = !is_lasso(graph, chain, false);
    is_step.then(|| Step { shape: Shape::Aic, removed, chain: chain.clone() })
}

/// What an AIC between two candidates removes, if it is more than one candidate: others are removed
/// by loops.
pub(super) fn aic_removes(
    graph: &Graph,
    (cell, digit): (usize, usize),
    (end, end_digit): (usize, usize),
) -> Option<[Cells; 9]> {
    let mut removed = [0; 9];
    if digit == end_digit {
        removed[digit] = PEERS[cell] & PEERS[end] & graph.candidates[digit];
        (removed[digit].count_ones() >= 2).then_some(removed)
    } else {
        let both = graph.masks[cell] >> end_digit & graph.masks[end] >> digit & 1;
        removed[end_digit] |= 1 << cell;
        removed[digit] |= 1 << end;
        (both != 0 && PEERS[cell] >> end & 1 != 0).then_some(removed)
    }
}

/// Whether a cell has two candidates.
pub(super) fn is_bivalue(graph: &Graph, cell: usize) -> bool {
    ones(graph.masks[cell]) == 2
}
