//! What follows from an assumption, and along which chains.

use super::graph::{Graph, Node, Nodes};

/// A node that is true or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fact {
    pub(super) node: Node,
    pub(super) is_on: bool,
}

impl Fact {
    /// The node in the other state.
    pub(super) fn opposite(self) -> Self {
        Self { is_on: !self.is_on, ..self }
    }

    pub(super) fn of_candidate(cell: usize, digit: usize, is_on: bool) -> Self {
        Self { node: Node::candidate(cell, digit), is_on }
    }
}

/// A consequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) fact: Fact,
    /// The place of the entry from which it follows; its own for the assumption.
    parent: u16,
    /// The number of links from the assumption.
    pub(super) depth: u16,
}

/// The consequences of an assumption in the order in which a breadth-first search finds them, which
/// is that of HoDoKu's tables.
#[derive(Default)]
pub(super) struct Table {
    pub(super) entries: Vec<Entry>,
    off: Nodes,
    on: Nodes,
}

impl Table {
    /// Fills in the consequences of an assumption, but of the nodes that are false only those from
    /// which something follows, and the targets.
    pub(super) fn fill(&mut self, graph: &Graph, assumption: Fact, targets: &Nodes) {
        self.entries.clear();
        self.entries.push(Entry { fact: assumption, parent: 0, depth: 0 });
        (self.on, self.off) = (Nodes::default(), Nodes::default());
        let start = if assumption.is_on { &mut self.on } else { &mut self.off };
        start.insert(assumption.node);
        let mut wanted = graph.linked;
        for digit in 0..9 {
            wanted.cells[digit] |= targets.cells[digit];
        }
        let mut next = 0;
        while let Some(&Entry { fact, depth, .. }) = self.entries.get(next) {
            let parent = next as u16;
            let depth = depth + 1;
            if fact.is_on {
                let Self { entries, off, .. } = self;
                graph.each_seen(fact.node, &wanted, |node| {
                    if off.insert(node) {
                        let fact = Fact { node, is_on: false };
                        entries.push(Entry { fact, parent, depth });
                    }
                });
            } else {
                for &node in graph.partners(fact.node) {
                    if self.on.insert(node) {
                        let fact = Fact { node, is_on: true };
                        self.entries.push(Entry { fact, parent, depth });
                    }
                }
            }
            next += 1;
        }
    }

    /// The place of a fact.
    pub(super) fn find(&self, fact: Fact) -> Option<usize> {
        self.entries.iter().position(|entry| entry.fact == fact)
    }

    /// Writes the chain from the assumption to an entry.
    pub(super) fn chain(&self, mut place: usize, chain: &mut Vec<Fact>) {
        chain.clear();
        while place != 0 {
            chain.push(self.entries[place].fact);
            place = self.entries[place].parent.into();
        }
        chain.push(self.entries[0].fact);
        chain.reverse();
    }
}
