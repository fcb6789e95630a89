//! The implications of a chain, causes before effects.

use quadrille_core::Candidate;

use super::links::{Cause, Node};
use super::marks::Marks;
use super::run::{Place, Run};
use super::{Id, cell_of, digit_of};
use crate::deduction::{House, Link, Reason, State, candidate};

pub(super) fn candidate_of(id: Id) -> Candidate {
    candidate(cell_of(id), digit_of(id))
}

pub(super) fn state(id: Id, is_on: bool) -> State {
    State { candidate: candidate_of(id), is_on }
}

pub(super) fn reason(cause: Cause) -> Reason {
    match cause {
        Cause::Assumption | Cause::Rule => Reason::Assumption,
        Cause::Cell => Reason::Cell,
        Cause::House(house) => Reason::House(House::of_index(house.into())),
    }
}

/// The links of a chain that was found backwards.
pub(super) fn links_of_chain(nodes: &[Node]) -> Vec<Link> {
    let of_index = |index: usize| state(nodes[index].id, nodes[index].is_on);
    let link = |index: usize| Link {
        from: (index + 1 < nodes.len()).then(|| of_index(index + 1)).into_iter().collect(),
        to: of_index(index),
        reason: reason(nodes[index].cause),
        depth: 0,
        truths: Vec::new(),
    };
    (0..nodes.len()).rev().map(link).collect()
}

/// Calls `f` with the causes of a node; of a rule or a nested chain, all that it needs.
fn causes_of(run: &Run, source: &Marks, place: Place, mut f: impl FnMut(Place)) {
    let node = run.node(place);
    match run.evidence.get(usize::from(node.parent)) {
        Some(evidence) if place & 1 == 0 && node.cause == Cause::Rule => {
            evidence.causes.iter().for_each(|&off| f(run.place(off, false)));
        }
        _ => run.each_cause(source, place, f),
    }
}

/// The links from the assumption of a run to a node.
pub(super) fn links_of_run(run: &Run, source: &Marks, end: Place) -> Vec<Link> {
    let mut links = Vec::new();
    let mut done = vec![false; 2 * (run.ons.len() + run.offs.len()) + 2];
    // Nodes whose causes are still to be written, and those of which they are written.
    let mut open = vec![(end, false)];
    while let Some((place, has_causes)) = open.pop() {
        if !has_causes {
            if !std::mem::replace(&mut done[usize::from(place)], true) {
                open.push((place, true));
                let start = open.len();
                causes_of(run, source, place, |cause| open.push((cause, false)));
                open[start..].reverse();
            }
            continue;
        }
        let node = run.node(place);
        let mut from = Vec::new();
        causes_of(run, source, place, |cause| {
            from.push(state(run.node(cause).id, cause & 1 != 0));
        });
        let (mut why, mut truths) = (reason(node.cause), Vec::new());
        if place & 1 == 0 && node.cause == Cause::Rule {
            let step = run.steps[usize::from(node.parent)];
            why = Reason::Kind(step.kind);
            if let Some(nested) = run.evidence.get(usize::from(node.parent)) {
                links.extend(
                    nested.links.iter().map(|link| Link { depth: link.depth + 1, ..link.clone() }),
                );
                truths.clone_from(&nested.truths);
            }
        }
        links.push(Link {
            from,
            to: state(node.id, place & 1 != 0),
            reason: why,
            depth: 0,
            truths,
        });
    }
    links
}
