//! X-Chain and XY-Chain: chains of strong and weak links of one digit, or through cells with two
//! candidates, whose two ends both see what is removed.

mod path;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow::{self, Continue};

use quadrille_core::{Candidate, Cell, DigitSet};

use self::path::{Ends, Graph, MOST};
use crate::board::Board;
use crate::cells::{CellSet, sum_of_places};
use crate::deduction::{Deduction, Link, Reason, State, candidate};
use crate::grid::LogicGrid;
use crate::single_digit::removable;
use crate::technique::{Kind, Sink, Technique, search_every_board};

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
struct Found<C> {
    removed: C,
    /// Less for what is taken first.
    order: Order,
    ends: Ends,
    /// The number of strong links.
    length: usize,
}

/// 256 less the number of candidates that are removed, the sum of their places, the first candidate.
type Order = (u32, u32, usize, usize);

impl Technique for PureChain {
    fn id(&self) -> &'static str {
        self.kind[0].id
    }

    fn kinds(&self) -> &'static [Kind] {
        self.kind
    }

    search_every_board!();
}

/// Adds what the chains between candidates of a digit remove, or only what is taken first.
fn search<B: Board>(
    grid: &LogicGrid<B>,
    graph: &Graph<B>,
    digit: usize,
    sink: &mut Sink<'_, '_>,
    found: &mut Vec<Found<B::Cells>>,
) -> ControlFlow<()> {
    let board = grid.board();
    for start in graph.tails(digit).each() {
        let seen = board.peers(start) & grid.cells_of(digit);
        if seen.is_empty() {
            continue;
        }
        let mut walk = graph.walk(start, digit);
        // One strong link shows nothing.
        walk.advance();
        for length in 2..=MOST {
            let Some(heads) = walk.advance() else { break };
            for end in heads[digit].each() {
                let removed = seen & board.peers(end);
                if !removed.is_empty() {
                    let (count, sum) = (removed.len(), sum_of_places(removed, digit));
                    let order = (256 - count, sum, start, digit);
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
fn add<B: Board>(
    mut new: Found<B::Cells>,
    graph: &Graph<B>,
    sink: &Sink<'_, '_>,
    found: &mut Vec<Found<B::Cells>>,
) {
    let is_same =
        |old: &&mut Found<B::Cells>| (old.removed, old.ends.digit) == (new.removed, new.ends.digit);
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
    fn search<B: Board>(&self, grid: &LogicGrid<B>, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let (mut found, side) = (Vec::new(), grid.board().side());
        if self.has_one_digit {
            let removable = removable(grid, sink);
            for digit in (0..side).filter(|&digit| !removable[digit].is_empty()) {
                if let Some(graph) = Graph::of_digit(grid, digit) {
                    search(grid, &graph, digit, sink, &mut found)?;
                }
            }
        } else if let Some(graph) = Graph::of_bivalue(grid) {
            for digit in 0..side {
                search(grid, &graph, digit, sink, &mut found)?;
            }
        }
        found.sort_unstable_by_key(|found| found.order);
        found.iter().try_for_each(|found| sink.take(self.deduction(grid, found, sink)))
    }

    fn deduction<B: Board>(
        &self,
        grid: &LogicGrid<B>,
        found: &Found<B::Cells>,
        sink: &Sink<'_, '_>,
    ) -> Deduction {
        let digit = found.ends.digit;
        let eliminations = found.removed.each().map(|cell| candidate(cell, digit)).collect();
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
fn links<B: Board>(grid: &LogicGrid<B>, chain: &[(Candidate, Candidate)]) -> Vec<Link> {
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
fn reason<B: Board>(grid: &LogicGrid<B>, from: State, to: State) -> Reason {
    let cells = [from, to].map(|state| state.candidate.cell.index());
    if cells[0] == cells[1] {
        return Reason::Cell;
    }
    let board = grid.board();
    let both = B::Cells::only(cells[0]) | B::Cells::only(cells[1]);
    let places = grid.cells_of(usize::from(to.candidate.digit.get() - 1));
    let mut houses = board.houses_of(cells[0]).into_iter().map(usize::from);
    let house = houses.find(|&house| {
        let of_house = board.house(house);
        of_house & both == both && (from.is_on || of_house & places == both)
    });
    Reason::House(board.named(house.expect("linked candidates share a house")))
}
