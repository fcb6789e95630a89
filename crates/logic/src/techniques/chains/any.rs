//! Contradictions on boards of other sizes than 9x9.
//!
//! The search in [`chains`](crate::chains) has tables for 9x9 boards, and the order of Sudoku
//! Explainer. This one is short: it follows every candidate breadth first, and takes the contradiction
//! with the fewest links.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::board::Board;
use crate::cells::{CellSet, bits};
use crate::chains::surcharge;
use crate::deduction::{Deduction, Link, Reason, State, candidate};
use crate::grid::LogicGrid;
use crate::technique::Sink;

/// Finds candidates that lead to a contradiction, those with the fewest links first.
///
/// With `one_digit`, only the candidates of the same digit are followed.
pub(super) fn find<B: Board>(
    kind: &'static str,
    one_digit: bool,
    grid: &LogicGrid<B>,
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let mut found: Vec<Deduction> = Vec::new();
    let mut nodes = vec![[NONE; 2]; grid.shape().cells() << 4];
    for cell in grid.empty().each() {
        sink.poll()?;
        for digit in bits(grid.mask(cell)) {
            let mut run = Run::new(grid, one_digit, nodes);
            let links = run.follow(cell, digit).break_value().map(|clash| run.links(clash));
            nodes = run.finish();
            let Some(links) = links else { continue };
            let surcharge = surcharge(links.len() as u32);
            let is_best = found.first().is_none_or(|best| best.links.len() > links.len());
            if sink.wants_all() || is_best {
                let eliminations = vec![candidate(cell, digit)];
                let deduction =
                    Deduction { kind, surcharge, eliminations, links, ..Deduction::default() };
                if !sink.wants_all() {
                    found.clear();
                }
                found.push(deduction);
            }
        }
    }
    found.sort_by_key(|deduction| deduction.links.len());
    for mut deduction in found {
        if !sink.wants_evidence() {
            deduction.links.clear();
        }
        sink.take(deduction)?;
    }
    Continue(())
}

/// No node.
const NONE: u16 = u16::MAX;

/// The candidate that both is true and is false: the two nodes.
type Clash = [usize; 2];

/// A candidate that is true or false, and why.
struct Node {
    cell: usize,
    digit: usize,
    is_on: bool,
    reason: Reason,
    /// The node that makes it false. What makes a candidate true is the rest of its cell or house.
    cause: usize,
}

/// What follows from an assumption, causes before effects.
struct Run<'g, B: Board> {
    board: LogicGrid<B>,
    start: &'g LogicGrid<B>,
    one_digit: bool,
    nodes: Vec<Node>,
    /// For each candidate, the nodes that say that it is false and that it is true.
    places: Vec<[u16; 2]>,
}

fn id(cell: usize, digit: usize) -> usize {
    cell << 4 | digit
}

impl<'g, B: Board> Run<'g, B> {
    fn new(start: &'g LogicGrid<B>, one_digit: bool, places: Vec<[u16; 2]>) -> Self {
        Self { board: start.clone(), start, one_digit, nodes: Vec::new(), places }
    }

    /// Returns the memory for another run.
    fn finish(mut self) -> Vec<[u16; 2]> {
        self.nodes.iter().for_each(|node| self.places[id(node.cell, node.digit)] = [NONE; 2]);
        self.places
    }

    /// Follows a candidate until there is a contradiction or nothing more.
    fn follow(&mut self, cell: usize, digit: usize) -> ControlFlow<Clash> {
        self.add(Node { cell, digit, is_on: true, reason: Reason::Assumption, cause: 0 })?;
        let mut next = 0;
        while let Some(&Node { cell, digit, is_on, .. }) = self.nodes.get(next) {
            match is_on {
                true => self.follow_on(next, cell, digit)?,
                false => self.follow_off(cell, digit)?,
            }
            next += 1;
        }
        Continue(())
    }

    /// The other candidates of the cell are false, and those of the digit in its houses.
    fn follow_on(&mut self, cause: usize, cell: usize, digit: usize) -> ControlFlow<Clash> {
        let others = if self.one_digit { 0 } else { self.start.mask(cell) & !(1 << digit) };
        for digit in bits(others) {
            self.add(Node { cell, digit, is_on: false, reason: Reason::Cell, cause })?;
        }
        let board = self.start.board();
        let houses = board.houses_of(cell).map(usize::from);
        for peer in (self.start.cells_of(digit) & board.peers(cell)).each() {
            let mut houses = houses.into_iter().rev();
            let shared = houses.find(|&house| board.house(house).contains(peer));
            let reason = Reason::House(board.named(shared.expect("peers share a house")));
            self.add(Node { cell: peer, digit, is_on: false, reason, cause })?;
        }
        Continue(())
    }

    /// Removes a candidate: its cell, or one of its houses, may have one left.
    fn follow_off(&mut self, cell: usize, digit: usize) -> ControlFlow<Clash> {
        self.board.remove(cell, digit);
        let (board, left) = (self.start.board(), self.board.mask(cell));
        if !self.one_digit && left.is_power_of_two() {
            let digit = left.trailing_zeros() as usize;
            self.add(Node { cell, digit, is_on: true, reason: Reason::Cell, cause: 0 })?;
        }
        for house in board.houses_of(cell).into_iter().rev().map(usize::from) {
            let left = self.board.places(house, digit);
            if left.is_power_of_two() {
                let cell = board.cell(house, left.trailing_zeros() as usize);
                let reason = Reason::House(board.named(house));
                self.add(Node { cell, digit, is_on: true, reason, cause: 0 })?;
            }
        }
        Continue(())
    }

    /// Notes that a candidate is true or false, unless that is known. Breaks if the opposite is.
    fn add(&mut self, node: Node) -> ControlFlow<Clash> {
        let place = &mut self.places[id(node.cell, node.digit)];
        let (this, other) = (usize::from(node.is_on), usize::from(!node.is_on));
        if place[this] == NONE {
            place[this] = self.nodes.len() as u16;
            self.nodes.push(node);
        }
        let [off, on] = *place;
        if place[other] == NONE { Continue(()) } else { Break([on.into(), off.into()]) }
    }

    /// The links to both ends of a contradiction: two chains, of which the second omits what the first
    /// has; or one, if the assumption is an end.
    fn links(&self, ends: Clash) -> Vec<Link> {
        let (mut links, mut is_shown) = (Vec::new(), vec![false; self.nodes.len()]);
        for end in ends.into_iter().filter(|&end| end != 0) {
            let mut is_needed = vec![false; end + 1];
            (is_needed[0], is_needed[end]) = (true, true);
            for index in (1..=end).rev() {
                if is_needed[index] {
                    self.causes(index).for_each(|cause| is_needed[cause] |= !is_shown[cause]);
                }
            }
            for index in (0..=end).filter(|&index| is_needed[index]) {
                links.push(self.link(index));
                is_shown[index] = index != 0;
            }
        }
        links
    }

    fn link(&self, index: usize) -> Link {
        let state =
            |node: &Node| State { candidate: candidate(node.cell, node.digit), is_on: node.is_on };
        let from = self.causes(index).map(|cause| state(&self.nodes[cause])).collect();
        let node = &self.nodes[index];
        Link { from, to: state(node), reason: node.reason, depth: 0, truths: Vec::new() }
    }

    /// The nodes from which a node follows.
    fn causes(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        let &Node { cell, digit, is_on, reason, cause } = &self.nodes[index];
        let one = (!is_on).then_some(cause);
        let digits = if is_on && reason == Reason::Cell { self.start.mask(cell) } else { 0 };
        let of_cell = bits(digits & !(1 << digit)).map(move |other| (cell, other));
        let cells = match reason {
            Reason::House(house) if is_on => house.cells(self.start.shape()),
            _ => &[],
        };
        let is_place = move |&other: &usize| other != cell && self.start.may_hold(other, digit);
        let of_house = cells.iter().map(|cell| cell.index()).filter(is_place);
        let gone = of_cell.chain(of_house.map(move |cell| (cell, digit)));
        one.into_iter().chain(gone.map(|(cell, digit)| self.places[id(cell, digit)][0].into()))
    }
}
