//! X-Chain and XY-Chain: chains of strong and weak links of one digit, or through cells with two
//! candidates, whose two ends both see what is removed.

mod path;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use self::path::{Ends, Graph};
use crate::cells::{Cells, each, sum_of_places};
use crate::deduction::{Deduction, House, Link, Reason, State, candidate};
use crate::grid::LogicGrid;
use crate::houses::{HOUSES, HOUSES_OF, PEERS};
use crate::single_digit::removable;
use crate::technique::{Kind, Sink, Technique};

/// If the first candidate of the chain is false, the last is true. Both are of one digit, so it is in
/// no cell that sees both of them. A chain is in no cell twice, but for that of its first candidate,
/// which may also be its last and then is true.
///
/// As in HoDoKu by Bernhard Hobiger, a chain has up to 20 links, and the chain that removes the
/// most candidates is taken; of several, the one for which [`sum_of_places`] is least, and then the
/// one that starts first.
pub(super) struct PureChain {
    kind: &'static [Kind; 1],
    has_one_digit: bool,
}

pub(super) const X_CHAIN: PureChain =
    PureChain { kind: &[Kind { id: "x-chain", title: "X-Chain" }], has_one_digit: true };
pub(super) const XY_CHAIN: PureChain =
    PureChain { kind: &[Kind { id: "xy-chain", title: "XY-Chain" }], has_one_digit: false };

/// What a chain removes, and a chain that does.
struct Found {
    removed: Cells,
    /// Less for what is taken first.
    order: Order,
    ends: Ends,
    /// The number of strong links.
    length: usize,
}

/// 81 less the number of candidates that are removed, the sum of their places, the first candidate.
type Order = (u32, u32, usize, usize);

impl Technique for PureChain {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut found = Vec::new();
        if self.has_one_digit {
            let removable = removable(grid, sink);
            for digit in (0..9).filter(|&digit| removable[digit] != 0) {
                if let Some(graph) = Graph::of_digit(grid, digit) {
                    search(grid, &graph, digit, sink, &mut found)?;
                }
            }
        } else if let Some(graph) = Graph::of_bivalue(grid) {
            for digit in 0..9 {
                search(grid, &graph, digit, sink, &mut found)?;
            }
        }
        found.sort_unstable_by_key(|found| found.order);
        found.iter().try_for_each(|found| sink.take(self.deduction(grid, found, sink)))
    }
}

/// Adds what the chains between candidates of a digit remove, or only what is taken first.
fn search(
    grid: &LogicGrid,
    graph: &Graph,
    digit: usize,
    sink: &mut Sink<'_, '_>,
    found: &mut Vec<Found>,
) -> ControlFlow<()> {
    for start in each(graph.tails(digit)) {
        let seen = PEERS[start] & grid.cells_of(digit);
        if seen == 0 {
            continue;
        }
        let mut walk = graph.walk(start, digit);
        // One strong link shows nothing.
        walk.advance();
        for length in 2..=Graph::MOST {
            let Some(heads) = walk.advance() else { break };
            for end in each(heads[digit]) {
                let removed = seen & PEERS[end];
                if removed != 0 {
                    let (count, sum) = (removed.count_ones(), sum_of_places(removed, digit));
                    let order = (81 - count, sum, start, digit);
                    let ends = Ends { start, end, digit };
                    add(Found { removed, order, ends, length }, graph, sink, found);
                }
            }
        }
        sink.poll()?;
    }
    Continue(())
}

/// Adds what a walk of some length shows, if a chain shows it and it is wanted.
fn add(mut new: Found, graph: &Graph, sink: &Sink<'_, '_>, found: &mut Vec<Found>) {
    let is_same = |old: &&mut Found| (old.removed, old.ends.digit) == (new.removed, new.ends.digit);
    if let Some(old) = found.iter_mut().find(is_same) {
        old.order = old.order.min(new.order);
        if sink.wants_evidence()
            && new.length < old.length
            && let Some(chain) = graph.chain(new.ends, new.length)
            && chain.len() < old.length
        {
            (old.length, old.ends) = (chain.len(), new.ends);
        }
        return;
    }
    let is_wanted = sink.wants_all() || found.iter().all(|old| new.order < old.order);
    if is_wanted && let Some(chain) = graph.chain(new.ends, new.length) {
        new.length = chain.len();
        if !sink.wants_all() {
            found.clear();
        }
        found.push(new);
    }
}

impl PureChain {
    fn deduction(&self, grid: &LogicGrid, found: &Found, sink: &Sink<'_, '_>) -> Deduction {
        let digit = found.ends.digit;
        let eliminations = each(found.removed).map(|cell| candidate(cell, digit)).collect();
        let mut deduction = Deduction { kind: self.id(), eliminations, ..Deduction::default() };
        if sink.wants_evidence() {
            let graph = if self.has_one_digit {
                Graph::of_digit(grid, digit)
            } else {
                Graph::of_bivalue(grid)
            };
            let chain = graph.and_then(|graph| graph.chain(found.ends, found.length));
            let chain = chain.expect("it was found");
            deduction.cells = cells(&chain);
            deduction.digits = DigitSet::only(candidate(0, digit).digit);
            deduction.links = links(grid, &chain);
        }
        deduction
    }
}

/// The cells of a chain, each once.
fn cells(chain: &[(Candidate, Candidate)]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = chain.iter().flat_map(|(a, b)| [a.cell, b.cell]).collect();
    cells.dedup();
    if cells.len() > 1 && cells.first() == cells.last() {
        cells.pop();
    }
    cells
}

/// The links of a chain that is given by its strong links.
fn links(grid: &LogicGrid, chain: &[(Candidate, Candidate)]) -> Vec<Link> {
    let states = chain.iter().flat_map(|&(tail, head)| {
        [State { candidate: tail, is_on: false }, State { candidate: head, is_on: true }]
    });
    let mut links: Vec<Link> = Vec::new();
    for to in states {
        let from = links.last().map(|link| link.to);
        let reason = from.map_or(Reason::Assumption, |from| reason(grid, from, to));
        links.push(Link {
            from: from.into_iter().collect(),
            to,
            reason,
            depth: 0,
            truths: Vec::new(),
        });
    }
    links
}

/// Why one state follows from another.
fn reason(grid: &LogicGrid, from: State, to: State) -> Reason {
    let cells = [from, to].map(|state| state.candidate.cell.index());
    if cells[0] == cells[1] {
        return Reason::Cell;
    }
    let both = 1 << cells[0] | 1 << cells[1];
    let places = grid.cells_of(usize::from(to.candidate.digit.get() - 1));
    let mut houses = HOUSES_OF[cells[0]].into_iter().map(usize::from);
    let house = houses.find(|&house| {
        HOUSES[house] & both == both && (from.is_on || HOUSES[house] & places == both)
    });
    Reason::House(House::of_index(house.expect("linked candidates share a house")))
}
