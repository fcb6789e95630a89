//! Single cycles and chains, each node with the cause that is found first.

use super::super::links::{Cause, Links, Node, Strong, cause_of_off};
use super::super::marks::Marks;
use super::super::reach::Lead;
use super::super::{Candidates, Id, has, insert};
use super::hint::Hint;

/// A node of a search, with the index of its parent among the nodes of the other kind.
#[derive(Clone, Copy)]
struct Link {
    id: Id,
    parent: u32,
    cause: Cause,
}

/// A search from one candidate, with the memory that it uses again.
#[derive(Default)]
pub(super) struct Paths {
    ons: Vec<Link>,
    offs: Vec<Link>,
    ends: Vec<Link>,
}

impl Paths {
    fn start(&mut self, start: Id, is_on: bool) {
        self.ons.clear();
        self.offs.clear();
        self.ends.clear();
        let node = Link { id: start, parent: 0, cause: Cause::Assumption };
        if is_on { self.ons.push(node) } else { self.offs.push(node) }
    }

    /// Calls `f` with the cycles through a candidate, from its being on, by increasing length, of the
    /// lengths in a range.
    ///
    /// A candidate that is off may follow in several ways, but not from itself.
    pub(super) fn cycles(
        &mut self,
        marks: &Marks,
        strong: &Strong,
        links: Links,
        start: Id,
        lengths: std::ops::RangeInclusive<u32>,
        mut f: impl FnMut(Vec<Node>),
    ) {
        self.start(start, true);
        let mut on: Candidates = [0; 9];
        insert(&mut on, start);
        let (mut next_on, mut next_off, mut length) = (0, 0, 0);
        while next_on < self.ons.len() && length < *lengths.end() {
            while next_on < self.ons.len() {
                let from = self.ons[next_on].id;
                strong.each_off(marks, links, from, |off, cause| {
                    if !self.has_ancestor(next_on, off) {
                        self.offs.push(Link { id: off, parent: next_on as u32, cause });
                    }
                });
                next_on += 1;
            }
            length += 2;
            while next_off < self.offs.len() {
                for &(to, cause) in strong.of(self.offs[next_off].id, links) {
                    let link = Link { id: to, parent: next_off as u32, cause };
                    if to == start && lengths.contains(&length) {
                        self.ends.push(link);
                    }
                    if !has(&on, to) {
                        insert(&mut on, to);
                        self.ons.push(link);
                    }
                }
                next_off += 1;
            }
        }
        for &end in &self.ends {
            f(self.path(end, true));
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

    /// Finds the chain from a candidate being on to its being off, or the other way round.
    fn chain(
        &mut self,
        marks: &Marks,
        strong: &Strong,
        links: Links,
        start: Id,
        is_on: bool,
    ) -> Option<Vec<Node>> {
        self.start(start, is_on);
        let (mut on, mut off): (Candidates, Candidates) = ([0; 9], [0; 9]);
        insert(if is_on { &mut on } else { &mut off }, start);
        let (mut next_on, mut next_off) = (0, 0);
        while next_on < self.ons.len() || next_off < self.offs.len() {
            while next_on < self.ons.len() {
                let from = self.ons[next_on].id;
                if is_on && let Some(cause) = cause_of_off(links, from, start) {
                    let end = Link { id: start, parent: next_on as u32, cause };
                    return Some(self.path(end, false));
                }
                strong.each_off(marks, links, from, |to, cause| {
                    if !has(&off, to) {
                        insert(&mut off, to);
                        self.offs.push(Link { id: to, parent: next_on as u32, cause });
                    }
                });
                next_on += 1;
            }
            while next_off < self.offs.len() {
                for &(to, cause) in strong.of(self.offs[next_off].id, links) {
                    let link = Link { id: to, parent: next_off as u32, cause };
                    if !is_on && to == start {
                        return Some(self.path(link, true));
                    }
                    if !has(&on, to) {
                        insert(&mut on, to);
                        self.ons.push(link);
                    }
                }
                next_off += 1;
            }
        }
        None
    }

    /// Fills in the nodes of a chain, if they are not there yet.
    pub(super) fn complete(&mut self, marks: &Marks, strong: &Strong, hint: &mut Hint) {
        if hint.nodes.is_empty() {
            let is_on = hint.lead == Lead::Off;
            let nodes = self.chain(marks, strong, hint.links, hint.start, is_on);
            hint.nodes = nodes.expect("the steps showed a chain");
        }
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
