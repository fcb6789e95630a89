//! Forcing chains and forcing nets: what several chains show together.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use super::evidence;
use super::graph::{Graph, Node};
use super::net::Net;
use super::outcomes::{Outcome, Outcomes, Proof, Way};
use super::propagate::Propagation;
use super::reach::{Reach, members};
use super::table::{Fact, Table};
use crate::cells::{bits, each};
use crate::chains::shorter;
use crate::deduction::{Deduction, House, Link, candidate};
use crate::grid::LogicGrid;
use crate::houses::PEERS;
use crate::technique::Kind;

/// Buffers of the search.
#[derive(Default)]
pub(super) struct Scratch {
    graph: Graph,
    reach: Reach,
    outcomes: Outcomes,
    net: Net,
    row: Vec<u64>,
    reached: Vec<u64>,
}

/// What is wanted of a search.
#[derive(Clone, Copy)]
pub(super) struct Wants {
    pub(super) all: bool,
    pub(super) evidence: bool,
}

impl Scratch {
    /// Finds what forcing chains show, with groups.
    pub(super) fn chains(
        &mut self,
        grid: &LogicGrid,
        wants: Wants,
        mut poll: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Deduction>> {
        self.graph.set(grid, true);
        self.reach.set(&self.graph);
        self.outcomes.set(grid);
        for cell in each(grid.empty()) {
            poll()?;
            for digit in bits(grid.mask(cell)) {
                for is_on in [true, false] {
                    let outcome = self.outcome(cell, digit, is_on);
                    self.outcomes.put(cell, digit, is_on, outcome);
                }
            }
        }
        let graph = &self.graph;
        let mut tables = Tables { graph, tables: BTreeMap::new() };
        let found =
            choose(&self.outcomes, wants, false, &mut poll, |proof| Some(tables.length(proof)))?;
        let deduction = |(fact, proof): &(Fact, Proof)| {
            let links = |(start, end): (Fact, Fact)| tables.links(start, end);
            deduction(grid, &super::FORCING_CHAIN_KINDS, *fact, proof, wants.evidence, links)
        };
        Continue(found.iter().map(deduction).collect())
    }

    /// Finds what forcing nets show, with groups, and forcing chains do not.
    pub(super) fn nets(
        &mut self,
        grid: &LogicGrid,
        wants: Wants,
        mut poll: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<Deduction>> {
        self.graph.set(grid, true);
        self.net.fill(grid, &self.graph, &mut poll)?;
        self.outcomes.set(grid);
        for cell in each(grid.empty()) {
            for digit in bits(grid.mask(cell)) {
                for is_on in [true, false] {
                    let facts = self.net.facts(cell, digit, is_on);
                    let outcome = Outcome { on: facts.on, off: facts.off };
                    self.outcomes.put(cell, digit, is_on, outcome);
                }
            }
        }
        let (graph, net) = (&self.graph, &self.net);
        // Proofs share most of their chains.
        let mut known = HashMap::new();
        let found = choose(&self.outcomes, wants, true, &mut poll, |proof| {
            let traces = proof.chains.iter().map(|&(start, end)| {
                *known.entry((start, end)).or_insert_with(|| net.trace(graph, start, end))
            });
            let (length, is_net) = traces
                .fold((0, false), |(length, net), (more, is_net)| (length + more, net || is_net));
            is_net.then_some(length)
        })?;
        let mut deductions = Vec::new();
        for (fact, proof) in &found {
            poll()?;
            let (proof, propagations) = explained(grid, *fact, proof, wants.evidence);
            let links = |(start, end): (Fact, Fact)| {
                let known = propagations.iter().find(|(known, _)| *known == start);
                known.and_then(|(_, all)| all.links(end)).unwrap_or_default()
            };
            deductions.push(deduction(
                grid,
                &super::FORCING_NET_KINDS,
                *fact,
                &proof,
                wants.evidence,
                links,
            ));
        }
        Continue(deductions)
    }

    /// What follows if a candidate is true or false.
    fn outcome(&mut self, cell: usize, digit: usize, is_on: bool) -> Outcome {
        let node = Node::candidate(cell, digit);
        let mut outcome = Outcome::default();
        let mut row = std::mem::take(&mut self.row);
        if is_on {
            outcome.on[digit] |= 1 << cell;
            self.reach.seen_by(&self.graph, node, &mut row);
            let mut reached = std::mem::take(&mut self.reached);
            reached.clear();
            reached.resize(row.len(), 0);
            for seen in members(&row) {
                for (word, more) in reached.iter_mut().zip(self.reach.if_off(seen)) {
                    *word |= more;
                }
            }
            self.reached = std::mem::replace(&mut row, reached);
        } else {
            outcome.off[digit] |= 1 << cell;
            row.clear();
            if self.graph.linked.has_candidate(cell, digit) {
                row.extend(self.reach.if_off(self.reach.number_of(node)));
            }
        }
        for number in members(&row) {
            let node = self.reach.nodes[number];
            match node.as_cell() {
                Some(cell) => outcome.on[node.digit()] |= 1 << cell,
                None => outcome.off[node.digit()] |= self.graph.seen(node),
            }
        }
        let any_on = outcome.on;
        for (digit, on) in any_on.into_iter().enumerate() {
            outcome.off[digit] |= each(on).fold(0, |seen, cell| seen | PEERS[cell]);
            for other in (0..9).filter(|&other| other != digit) {
                outcome.off[other] |= on;
            }
        }
        for (off, candidates) in outcome.off.iter_mut().zip(self.graph.candidates) {
            *off &= candidates;
        }
        self.row = row;
        outcome
    }
}

/// Chooses what is shown: candidates that are true before those that are false, each by cell and
/// digit. The length of a proof is `None` if it does not count.
fn choose(
    outcomes: &Outcomes,
    wants: Wants,
    must_check: bool,
    poll: &mut impl FnMut() -> ControlFlow<()>,
    mut length: impl FnMut(&Proof) -> Option<usize>,
) -> ControlFlow<(), Vec<(Fact, Proof)>> {
    let (true_, false_) = outcomes.shown();
    let mut found = Vec::new();
    for (shown, is_on) in [(true_, true), (false_, false)] {
        let any = shown.cells.iter().fold(0, |any, cells| any | cells);
        for cell in each(any) {
            for digit in (0..9).filter(|&digit| shown.has_candidate(cell, digit)) {
                poll()?;
                let fact = Fact::of_candidate(cell, digit, is_on);
                let (by_clash, by_all): (Vec<Proof>, Vec<Proof>) =
                    outcomes.proofs(fact).into_iter().partition(|p| p.way == Way::Contradiction);
                // Of what places a digit, a contradiction comes first, else the shortest.
                let is_compared = !is_on && !by_clash.is_empty() && !by_all.is_empty();
                let needs_length = wants.all || wants.evidence || is_compared;
                let mut best = |proofs: Vec<Proof>| -> Option<(usize, Proof)> {
                    if !needs_length && !must_check {
                        return proofs.into_iter().next().map(|proof| (0, proof));
                    }
                    let mut counted =
                        proofs.into_iter().filter_map(|proof| Some((length(&proof)?, proof)));
                    if needs_length {
                        counted.min_by_key(|&(length, _)| length)
                    } else {
                        counted.next()
                    }
                };
                let mut chosen = [best(by_clash), best(by_all)];
                if !is_on
                    && let [Some((by_clash, _)), Some((by_all, _))] = &chosen
                    && by_all < by_clash
                {
                    chosen.swap(0, 1);
                }
                let chosen = chosen.into_iter().flatten().map(|(_, proof)| (fact, proof));
                if wants.all {
                    found.extend(chosen);
                } else if let Some(first) = chosen.into_iter().next() {
                    found.push(first);
                    return Continue(found);
                }
            }
        }
    }
    Continue(found)
}

/// The proof that is shown for that of a net, and what follows from its assumptions: a contradiction
/// is that of one candidate which would be both true and false.
fn explained<'g>(
    grid: &'g LogicGrid,
    fact: Fact,
    proof: &Proof,
    wants_evidence: bool,
) -> (Proof, Vec<(Fact, Propagation<'g>)>) {
    let mut proof = proof.clone();
    if !wants_evidence {
        return (proof, Vec::new());
    }
    if proof.way == Way::Contradiction {
        let start = fact.opposite();
        let all = Propagation::of(grid, start);
        if let Some(clash) = all.clash() {
            proof.chains = clash.map(|end| (start, end)).to_vec();
            proof.house = None;
        }
        return (proof, vec![(start, all)]);
    }
    let propagations: Vec<_> =
        proof.chains.iter().map(|&(start, _)| (start, Propagation::of(grid, start))).collect();
    (proof, propagations)
}

/// The tables of those assumptions that are needed.
struct Tables<'g> {
    graph: &'g Graph,
    tables: BTreeMap<(usize, bool), Table>,
}

impl Tables<'_> {
    fn of(&mut self, start: Fact) -> &Table {
        let Self { graph, tables } = self;
        tables.entry((start.node.index(), start.is_on)).or_insert_with(|| {
            let mut table = Table::default();
            table.fill(graph, start, &graph.all());
            table
        })
    }

    /// The number of facts in the chains of a proof.
    fn length(&mut self, proof: &Proof) -> usize {
        let facts = |&(start, end): &(Fact, Fact)| {
            let table = self.of(start);
            let place = table.find(end).expect("the chain was found");
            usize::from(table.entries[place].depth) + 1
        };
        proof.chains.iter().map(facts).sum()
    }

    fn links(&self, start: Fact, end: Fact) -> Vec<Link> {
        let mut table = Table::default();
        table.fill(self.graph, start, &self.graph.all());
        let mut chain = Vec::new();
        table.chain(table.find(end).expect("the chain was found"), &mut chain);
        evidence::links(self.graph, &chain)
    }
}

fn deduction(
    grid: &LogicGrid,
    kinds: &[Kind; 2],
    fact: Fact,
    proof: &Proof,
    wants_evidence: bool,
    links: impl Fn((Fact, Fact)) -> Vec<Link>,
) -> Deduction {
    let mut deduction = Deduction { kind: kinds[proof.way as usize].id, ..Deduction::default() };
    let shown = candidate_of(fact);
    if fact.is_on {
        deduction.placements.push(shown);
    } else {
        deduction.eliminations.push(shown);
    }
    if wants_evidence {
        let links = proof.chains.iter().flat_map(|&chain| links(chain)).collect();
        deduction.links = shorter(grid, deduction.kind, links);
        deduction.houses = proof.house.map(House::of_index).into_iter().collect();
        let mut cells: Vec<Cell> =
            deduction.links.iter().map(|link| link.to.candidate.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        deduction.cells = cells;
        deduction.digits = DigitSet::only(shown.digit);
    }
    deduction
}

fn candidate_of(fact: Fact) -> Candidate {
    candidate(fact.node.as_cell().expect("candidates are shown"), fact.node.digit())
}
