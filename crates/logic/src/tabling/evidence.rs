//! Chains with groups as links between candidates.

use super::graph::Graph;
use super::table::Fact;
use crate::cells::{Cells, each};
use crate::deduction::{House, Link, Reason, State, Truth, candidate};
use crate::houses::{BOXES, HOUSES};

/// The links of a chain that starts and ends with a candidate.
///
/// A group that is false is that many candidates that are false. A group that is true shows that
/// other candidates of its line or box are false: one link leads to these, as pointing or claiming.
pub(super) fn links(graph: &Graph, chain: &[Fact]) -> Vec<Link> {
    let mut links = Vec::new();
    let mut causes: Vec<State> = Vec::new();
    let mut before: Option<Fact> = None;
    // A group that is true, with the house in which it has to be.
    let mut group: Vec<State> = Vec::new();
    let mut group_house: Option<usize> = None;
    for &fact in chain {
        let house = group_house.take();
        let truths: Vec<Truth> =
            house.into_iter().map(|house| locked(&causes, &group, house)).collect();
        let reason = match (before, house) {
            (None, _) => Reason::Assumption,
            (Some(_), Some(house)) if BOXES.contains(&house) => Reason::Kind("pointing"),
            (Some(_), Some(_)) => Reason::Kind("claiming"),
            (Some(before), None) => reason(graph, before, fact),
        };
        let is_group = fact.node.as_cell().is_none();
        if let (true, true, Some(from)) = (is_group, fact.is_on, before) {
            group_house = shared(graph, from, fact);
            group = states(graph, fact);
        } else {
            let states = states(graph, fact);
            links.extend(states.iter().map(|&to| Link {
                from: causes.clone(),
                to,
                reason,
                depth: 0,
                truths: truths.clone(),
            }));
            causes = states;
        }
        before = Some(fact);
    }
    links
}

/// The digit that is gone from some cells of a house is in one of its others.
fn locked(causes: &[State], group: &[State], house: usize) -> Truth {
    let digit = causes[0].candidate.digit;
    let cells = causes.iter().chain(group).map(|state| state.candidate.cell).collect();
    Truth::House { house: House::of_index(house), digit, cells }
}

fn states(graph: &Graph, fact: Fact) -> Vec<State> {
    let candidates = each(graph.cells(fact.node)).map(|cell| candidate(cell, fact.node.digit()));
    candidates.map(|candidate| State { candidate, is_on: fact.is_on }).collect()
}

fn reason(graph: &Graph, from: Fact, to: Fact) -> Reason {
    match shared(graph, from, to) {
        Some(house) => Reason::House(House::of_index(house)),
        None => Reason::Cell,
    }
}

/// The house because of which one fact follows from another; `None` if it is a cell.
fn shared(graph: &Graph, from: Fact, to: Fact) -> Option<usize> {
    let digit = to.node.digit();
    if from.node.digit() != digit {
        return None;
    }
    let both: Cells = graph.cells(from.node) | graph.cells(to.node);
    let holds = |&house: &usize| {
        let places = HOUSES[house] & graph.candidates[digit];
        both & !HOUSES[house] == 0 && (from.is_on || places == both)
    };
    (0..27).find(holds)
}

/// The cells of a chain in order, each once.
pub(super) fn cells(graph: &Graph, chain: &[Fact]) -> Vec<usize> {
    let mut cells = Vec::new();
    for fact in chain {
        for cell in each(graph.cells(fact.node)) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
    }
    cells
}

/// The chain that leads from the opposite of the end to the opposite of the start.
pub(super) fn reversed(chain: &[Fact]) -> Vec<Fact> {
    chain.iter().rev().map(|&fact| fact.opposite()).collect()
}
