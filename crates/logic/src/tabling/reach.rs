//! Which nodes follow from which, without saying how.

use super::graph::{Graph, Node, Nodes};
use crate::cells::each;

/// For each node with partners, the nodes that are true if it is true.
///
/// A node is true only as the partner of another, which therefore has partners too, so these nodes
/// are all that matter within a chain. They are numbered, by digit, candidates first.
#[derive(Default)]
pub(super) struct Reach {
    /// The nodes by number.
    pub(super) nodes: Vec<Node>,
    /// The number of each node; stale for others.
    numbers: Vec<u16>,
    /// The words of a row.
    pub(super) width: usize,
    /// For each number, the nodes that it sees.
    seen: Vec<u64>,
    /// For each number, its partners.
    partners: Vec<u64>,
    /// For each number, the nodes that are true two or more links after it is true, and itself.
    if_on: Vec<u64>,
    /// For each number, the nodes that are true if it is false.
    if_off: Vec<u64>,
    search: Search,
}

/// The state of Tarjan's search for strongly connected components.
#[derive(Default)]
struct Search {
    /// For each number the order in which it was found, from 1; 0 if not yet.
    order: Vec<u16>,
    low: Vec<u16>,
    stack: Vec<u16>,
    /// Numbers whose successors are being searched, with the next word and what is left of it.
    calls: Vec<(u16, u16, u64)>,
    is_done: Vec<bool>,
    /// For each number, the nodes that are true two links after it is true.
    next: Vec<u64>,
}

impl Reach {
    /// Finds what follows from what.
    pub(super) fn set(&mut self, graph: &Graph) {
        self.number(graph);
        let (count, width) = (self.nodes.len(), self.width);
        for rows in [&mut self.seen, &mut self.partners, &mut self.if_on, &mut self.if_off] {
            rows.clear();
            rows.resize(count * width, 0);
        }
        for (number, &node) in self.nodes.iter().enumerate() {
            for &partner in graph.partners(node) {
                let partner = self.numbers[partner.index()];
                insert(&mut self.partners[number * width..], partner);
            }
            let (numbers, row) = (&self.numbers, &mut self.seen[number * width..]);
            graph.each_seen(node, &graph.linked, |other| insert(row, numbers[other.index()]));
        }
        self.close();
        for number in 0..count {
            let range = number * width..(number + 1) * width;
            for partner in members(&self.partners[range.clone()]) {
                for (to, word) in range.clone().zip(partner * width..) {
                    self.if_off[to] |= self.if_on[word];
                }
            }
        }
    }

    fn number(&mut self, graph: &Graph) {
        self.nodes.clear();
        self.numbers.resize(Node::COUNT, 0);
        let Nodes { cells, groups } = graph.linked;
        for digit in 0..9 {
            for cell in each(cells[digit]) {
                self.nodes.push(Node::candidate(cell, digit));
            }
            for rank in each(groups[digit].into()) {
                self.nodes.push(Node::ranked(digit, rank));
            }
        }
        for (number, node) in self.nodes.iter().enumerate() {
            self.numbers[node.index()] = number as u16;
        }
        self.width = self.nodes.len().div_ceil(64);
    }

    /// Fills in `if_on`, component by component: what follows from a component comes before it.
    fn close(&mut self) {
        let (count, width) = (self.nodes.len(), self.width);
        let Search { order, low, stack, calls, is_done, next } = &mut self.search;
        next.clear();
        next.resize(count * width, 0);
        for number in 0..count {
            let range = number * width..(number + 1) * width;
            for seen in members(&self.seen[range.clone()]) {
                for (to, word) in range.clone().zip(seen * width..) {
                    next[to] |= self.partners[word];
                }
            }
        }
        order.clear();
        order.resize(count, 0);
        low.clear();
        low.resize(count, 0);
        is_done.clear();
        is_done.resize(count, false);
        stack.clear();
        calls.clear();
        let mut found = 0;
        for root in 0..count {
            if order[root] != 0 {
                continue;
            }
            calls.push((root as u16, 0, next[root * width]));
            found += 1;
            (order[root], low[root]) = (found, found);
            stack.push(root as u16);
            while let Some((number, word, left)) = calls.last_mut() {
                let at = usize::from(*number);
                while *left == 0 && usize::from(*word) + 1 < width {
                    *word += 1;
                    *left = next[at * width + usize::from(*word)];
                }
                if *left != 0 {
                    let other = 64 * usize::from(*word) + left.trailing_zeros() as usize;
                    *left &= *left - 1;
                    if order[other] == 0 {
                        found += 1;
                        (order[other], low[other]) = (found, found);
                        stack.push(other as u16);
                        calls.push((other as u16, 0, next[other * width]));
                    } else if !is_done[other] {
                        low[at] = low[at].min(order[other]);
                    }
                    continue;
                }
                calls.pop();
                if let Some(&(caller, ..)) = calls.last() {
                    let caller = usize::from(caller);
                    low[caller] = low[caller].min(low[at]);
                }
                if low[at] == order[at] {
                    let start = stack.iter().rposition(|&member| usize::from(member) == at);
                    let start = start.expect("it is on the stack");
                    close_component(&stack[start..], next, width, is_done, &mut self.if_on);
                    stack.truncate(start);
                }
            }
        }
    }

    /// The row of a number.
    pub(super) fn if_off(&self, number: usize) -> &[u64] {
        &self.if_off[number * self.width..(number + 1) * self.width]
    }

    /// The number of a node with partners.
    pub(super) fn number_of(&self, node: Node) -> usize {
        self.numbers[node.index()].into()
    }

    /// Writes the nodes with partners that a node sees.
    pub(super) fn seen_by(&self, graph: &Graph, node: Node, row: &mut Vec<u64>) {
        row.clear();
        row.resize(self.width, 0);
        graph.each_seen(node, &graph.linked, |other| insert(row, self.numbers[other.index()]));
    }
}

fn close_component(
    component: &[u16],
    next: &[u64],
    width: usize,
    is_done: &mut [bool],
    if_on: &mut [u64],
) {
    let (first, rest) = component.split_first().expect("a component has a member");
    let first = usize::from(*first) * width;
    for &member in component {
        insert(&mut if_on[first..first + width], member);
    }
    for &member in component {
        for other in members(&next[usize::from(member) * width..][..width]) {
            if is_done[other] {
                for word in 0..width {
                    if_on[first + word] |= if_on[other * width + word];
                }
            }
        }
    }
    for &member in component {
        is_done[usize::from(member)] = true;
    }
    for &member in rest {
        if_on.copy_within(first..first + width, usize::from(member) * width);
    }
}

pub(super) fn insert(row: &mut [u64], number: u16) {
    row[usize::from(number / 64)] |= 1 << (number % 64);
}

pub(super) fn contains(row: &[u64], number: usize) -> bool {
    row[number / 64] >> (number % 64) & 1 != 0
}

/// Whether two rows have a common member.
pub(super) fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}

/// The members of a row, ascending.
pub(super) fn members(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter()
        .enumerate()
        .flat_map(|(word, &bits)| each(bits.into()).map(move |bit| 64 * word + bit))
}
