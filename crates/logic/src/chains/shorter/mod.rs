//! Shorter chains: what a search has found, without links that its conclusion does not need.
//!
//! A search keeps the causes that it found first, because ratings count them. Other causes may be fewer. So
//! whenever the evidence is wanted, each assumption is followed again, for the shortest proofs of the same
//! ends, of the same form, from links of the board and those that rules and nested chains have shown.

mod proof;

use self::proof::{Fact, Form, Known, Links, Proof, Why};
use super::evidence::{reason, state};
use super::links::Cause;
use super::marks::Marks;
use super::needs::needs;
use super::{Id, id};
use crate::deduction::{Link, Reason, State};
use crate::grid::LogicGrid;

/// Returns the links of a deduction of a kind, without those that it does not need.
pub(crate) fn shorter(grid: &LogicGrid, kind: &str, links: Vec<Link>) -> Vec<Link> {
    on_marks(&Marks::of(grid), kind, 0, links)
}

/// The form of the chains of a kind; none of loops and of single chains, which are found by breadth.
fn form_of(kind: &str) -> Option<Form> {
    let form = |has_cells, is_net| Some(Form { has_cells, is_net });
    match kind {
        "nishio" => form(false, true),
        "cell-forcing-chain" | "region-forcing-chain" => form(true, false),
        "forcing-chain-contradiction" | "forcing-chain-verity" => form(true, false),
        "forcing-net-contradiction" | "forcing-net-verity" => form(true, true),
        _ if ["dynamic-", "nested-", "doubly-"].iter().any(|start| kind.starts_with(start)) => {
            form(true, true)
        }
        _ => None,
    }
}

fn on_marks(marks: &Marks, kind: &str, depth: u8, links: Vec<Link>) -> Vec<Link> {
    let Some(form) = form_of(kind) else { return links };
    let mut shorter = Shorter { marks, form, depth, links: Vec::new() };
    let mut told: Vec<Shown> = Vec::new();
    for branches in branches(marks, depth, &links).chunk_by(|a, b| a.assumed == b.assumed) {
        if !shorter.add(branches, &mut told) {
            return links;
        }
    }
    shorter.links
}

/// A link with the chain within that shows it.
#[derive(Clone, PartialEq)]
struct Shown {
    link: Link,
    inner: Vec<Link>,
}

/// The links from an assumption.
struct Branch {
    assumed: State,
    shown: Vec<Shown>,
}

impl Branch {
    fn end(&self) -> State {
        self.shown.last().map_or(self.assumed, |shown| shown.link.to)
    }
}

/// The branches at a depth, with shorter chains within.
fn branches(marks: &Marks, depth: u8, links: &[Link]) -> Vec<Branch> {
    let mut branches: Vec<Branch> = Vec::new();
    let mut inner: Vec<Link> = Vec::new();
    for link in links {
        if link.depth > depth {
            inner.push(link.clone());
        } else if link.reason == Reason::Assumption {
            branches.push(Branch { assumed: link.to, shown: Vec::new() });
        } else if let Some(branch) = branches.last_mut() {
            let shown = Shown { link: link.clone(), inner: std::mem::take(&mut inner) };
            branch.shown.push(shown.with_shorter(marks, depth));
        }
    }
    branches
}

impl Shown {
    fn with_shorter(mut self, marks: &Marks, depth: u8) -> Self {
        let Reason::Kind(kind) = self.link.reason else { return self };
        if self.inner.is_empty() {
            return self;
        }
        let mut left = marks.clone();
        self.link.from.iter().for_each(|&from| left.remove(id_of(from)));
        self.inner = on_marks(&left, kind, depth + 1, self.inner);
        let needed = needs(marks, &left, &self.inner);
        self.link.from.retain(|&from| needed.contains(&id_of(from)));
        self
    }
}

struct Shorter<'m> {
    marks: &'m Marks,
    form: Form,
    depth: u8,
    links: Vec<Link>,
}

impl Shorter<'_> {
    /// Adds branches with the same assumption; `false` if there is no proof of their ends.
    fn add(&mut self, branches: &[Branch], told: &mut Vec<Shown>) -> bool {
        let assumed = fact(branches[0].assumed);
        let shown: Vec<&Shown> = branches.iter().flat_map(|branch| &branch.shown).collect();
        let known: Vec<Known> = shown.iter().map(|shown| shown.known()).collect();
        let links = Links::new(self.marks, self.form, &known);
        let ends: Vec<Fact> = branches.iter().map(|branch| fact(branch.end())).collect();
        let Some((proof, ends)) = links.prove_ends(assumed, ends) else { return false };
        for branch in proof.branches(&links, &ends) {
            for (fact, why) in branch {
                let link = match why.cause {
                    Cause::Rule => {
                        let shown = shown[usize::from(why.parent)];
                        if !shown.inner.is_empty() && !told.contains(shown) {
                            self.links.extend_from_slice(&shown.inner);
                        }
                        told.push(shown.clone());
                        shown.link.clone()
                    }
                    _ => self.link(&links, fact, why),
                };
                self.links.push(link);
            }
        }
        true
    }

    fn link(&self, links: &Links<'_>, fact: Fact, why: Why) -> Link {
        let mut from = Vec::new();
        links.each_cause(fact, why, |cause| from.push(state_of(cause)));
        let reason = reason(why.cause);
        Link { from, to: state_of(fact), reason, depth: self.depth, truths: Vec::new() }
    }
}

impl Shown {
    fn known(&self) -> Known {
        Known {
            from: self.link.from.iter().map(|&from| fact(from)).collect(),
            to: fact(self.link.to),
            length: 1 + self.inner.len() as u32,
        }
    }
}

impl Proof {
    /// The steps to each end, the assumption first. What leads to an earlier end is not repeated, but each
    /// end is the last of its own branch.
    fn branches(&self, links: &Links<'_>, ends: &[Fact]) -> Vec<Vec<(Fact, Why)>> {
        let is_assumed = |step: &&(Fact, Why)| step.1.cause == Cause::Assumption;
        let assumption: Vec<(Fact, Why)> = self.steps.iter().filter(is_assumed).copied().collect();
        let mut told: Vec<Fact> = Vec::new();
        let of_end = |&end: &Fact| {
            let needed = self.needed(links, end);
            let is_new = |step: &&(Fact, Why)| {
                let is_end = step.0 == end || !told.contains(&step.0);
                is_end && needed.contains(&step.0) && !is_assumed(step)
            };
            let new: Vec<(Fact, Why)> = self.steps.iter().filter(is_new).copied().collect();
            told.extend(new.iter().map(|step| step.0));
            [&assumption[..], &new].concat()
        };
        ends.iter().map(of_end).collect()
    }

    /// A fact and what it follows from.
    fn needed(&self, links: &Links<'_>, end: Fact) -> Vec<Fact> {
        let mut needed = vec![end];
        for &(fact, why) in self.steps.iter().rev() {
            if needed.contains(&fact) {
                links.each_cause(fact, why, |cause| needed.push(cause));
            }
        }
        needed
    }
}

fn id_of(state: State) -> Id {
    let digit = usize::from(state.candidate.digit.get() - 1);
    id(state.candidate.cell.index(), digit)
}

fn fact(state: State) -> Fact {
    2 * id_of(state) + Fact::from(state.is_on)
}

fn state_of(fact: Fact) -> State {
    state(fact >> 1, fact & 1 != 0)
}
