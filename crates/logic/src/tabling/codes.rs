//! The facts of a board as numbers.

use super::graph::{Graph, Node, Place};
use super::table::Fact;
use crate::cells::{bits, each};

/// A fact as a number: twice that of its node, and one more if the node is true.
///
/// The candidates and groups of a board are numbered without gaps, so that what is kept for each fact
/// takes little memory, which the search for nets needs more than anything else.
pub(super) type Code = u16;

/// The number of a node that a board does not have.
const NONE: u16 = Code::MAX / 2;

/// The numbers of the candidates and groups of a board.
#[derive(Default)]
pub(super) struct Codes {
    nodes: Vec<Node>,
    numbers: Vec<u16>,
}

impl Codes {
    /// Takes over the candidates and groups of a board.
    pub(super) fn set(&mut self, graph: &Graph) {
        let Self { nodes, numbers } = self;
        nodes.clear();
        numbers.clear();
        numbers.resize(Node::COUNT, NONE);
        let all = graph.all();
        for digit in 0..9 {
            nodes.extend(each(all.cells[digit]).map(|cell| Node::candidate(cell, digit)));
            nodes.extend(each(all.groups[digit].into()).map(|rank| Node::ranked(digit, rank)));
        }
        for (number, node) in nodes.iter().enumerate() {
            numbers[node.index()] = number as u16;
        }
    }

    /// The number of codes.
    pub(super) fn len(&self) -> usize {
        2 * self.nodes.len()
    }

    /// The code of a fact; that of no fact if the board does not have its node.
    pub(super) fn code(&self, fact: Fact) -> Code {
        2 * self.numbers[fact.node.index()] + u16::from(fact.is_on)
    }

    /// The code of a candidate that is true or false.
    pub(super) fn candidate(&self, cell: usize, digit: usize, is_on: bool) -> Code {
        self.code(Fact::of_candidate(cell, digit, is_on))
    }

    /// The fact that has a code.
    pub(super) fn fact(&self, code: Code) -> Fact {
        Fact { node: self.nodes[usize::from(code / 2)], is_on: code & 1 != 0 }
    }

    /// The facts about candidates: first those that are true, each by cell and digit.
    pub(super) fn candidates(&self, graph: &Graph) -> impl Iterator<Item = Code> {
        [true, false].into_iter().flat_map(move |is_on| {
            (0..81).flat_map(move |cell| {
                bits(graph.masks[cell]).map(move |digit| self.candidate(cell, digit, is_on))
            })
        })
    }

    /// Where a fact is: for a candidate its cell and digit.
    pub(super) fn as_candidate(&self, code: Code) -> Option<(usize, usize)> {
        let node = self.fact(code).node;
        match node.place() {
            Place::Cell(cell) => Some((cell, node.digit())),
            Place::Group(_) => None,
        }
    }
}
