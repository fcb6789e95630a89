//! How a fact of a net's table is led back to the assumption.
//!
//! The first cause of each fact makes a chain; the others, on their way to it, make branches. A
//! proof counts as a net if one of its chains has a branch. As the tables of a net change
//! after they have been taken over, the ways back have gaps. What HoDoKu makes of these
//! decides which proofs it uses, so it is followed to the letter.

use super::codes::Code;
use super::facts::{Entry, Facts, Origin};
use super::graph::Graph;
use super::net::Net;
use super::table::Fact;
use crate::cells::Cells;

/// The most facts of a chain.
const LONGEST: usize = 1000;

/// The most branches of a chain.
const BRANCHES: usize = 200;

/// An entry that is not there.
const NOTHING: Entry = Entry { code: Code::MAX, causes: [0; 5], origin: Origin::Own, distance: 0 };

/// A branch that leads to the chain.
struct Branch {
    /// The fact in which it ends, and the table in which that was found.
    start: Code,
    table: Option<Code>,
    /// The place in the chain behind which it must join it.
    after: usize,
}

/// A chain, the last fact first.
struct Chain {
    /// The table of the assumption.
    home: Option<Code>,
    length: usize,
    /// For each fact, and at the end for [`NOTHING`], how often it is in the chain, and its last place
    /// there.
    places: Vec<(usize, usize)>,
    /// The cells of its facts but the last.
    cells: Cells,
    branches: Vec<Branch>,
}

impl Chain {
    fn push(&mut self, code: Code) {
        let place = self.place(code);
        let (count, last) = &mut self.places[place];
        (*count, *last) = (*count + 1, self.length);
        self.length += 1;
    }

    fn place(&self, code: Code) -> usize {
        usize::from(code).min(self.places.len() - 1)
    }

    fn count(&self, code: Code) -> usize {
        self.places[self.place(code)].0
    }

    /// Whether a fact is in the chain from a place on.
    fn has_from(&self, place: usize, code: Code) -> bool {
        let (count, last) = self.places[self.place(code)];
        count > 0 && last >= place
    }
}

/// The way back from an entry of a table to its first, which leads through other tables.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    /// The table of the assumption.
    home: Option<Code>,
    table: Option<Code>,
    place: usize,
    is_away: bool,
    /// The table in which the way starts if it is not the home.
    first_table: Option<Code>,
}

impl Net {
    /// The number of facts between an assumption and a fact, and whether they are a net.
    pub(super) fn trace(&self, graph: &Graph, start: Fact, end: Fact) -> (usize, bool) {
        let table = Some(self.codes().code(start));
        let place = self.table_at(table).and_then(|facts| facts.place(self.codes().code(end)));
        let Some(place) = place else { return (0, false) };
        let chain = self.chain(graph, table, place);
        let mut length = chain.length;
        let mut is_net = false;
        for branch in &chain.branches {
            let (facts, last) = self.branch(graph, branch, &chain);
            let joints = chain.count(last);
            is_net |= joints > 0;
            length += joints * facts;
        }
        (length.min(LONGEST), is_net)
    }

    /// A table, if there is one.
    fn table_at(&self, table: Option<Code>) -> Option<&Facts> {
        self.table(table?)
    }

    /// The place of a fact in a table, or 0.
    fn place_in(&self, table: Option<Code>, code: Code) -> usize {
        self.table_at(table).and_then(|facts| facts.place(code)).unwrap_or(0)
    }

    fn entry(&self, table: Option<Code>, place: usize) -> Entry {
        let facts = self.table_at(table);
        facts.and_then(|facts| facts.entries.get(place)).copied().unwrap_or(NOTHING)
    }

    /// The facts from an entry of a table back to its first, and the branches on the way.
    fn chain(&self, graph: &Graph, home: Option<Code>, place: usize) -> Chain {
        let places = vec![(0, 0); self.codes().len() + 1];
        let mut chain = Chain { home, length: 0, places, cells: 0, branches: Vec::new() };
        chain.push(self.entry(home, place).code);
        let mut way = Way { home, table: home, place, is_away: false, first_table: None };
        while way.place != 0 && chain.length < LONGEST {
            let (table, causes) = self.causes(&mut way);
            let cause = self.go_to_cause(&mut way, causes[0]);
            chain.push(cause);
            chain.cells |= self.cells(graph, cause);
            for &other in causes[1..].iter().filter(|&&other| other != 0) {
                if chain.branches.len() < BRANCHES {
                    let start = self.entry(table, other.into()).code;
                    chain.branches.push(Branch { start, table, after: chain.length });
                }
            }
        }
        chain
    }

    /// The number of facts of a branch back to the chain, or to the first entry, and the one where it
    /// ends.
    fn branch(&self, graph: &Graph, branch: &Branch, chain: &Chain) -> (usize, Code) {
        let home = chain.home;
        let place = self.place_in(home, branch.start);
        let first_table = branch.table.filter(|_| branch.table != home);
        let mut way = Way { home, table: home, place, is_away: false, first_table };
        let mut facts = vec![self.entry(home, place).code];
        // Many ways go round in circles until they are too long. Brent's algorithm finds the circle.
        let (mut earlier, mut when, mut power) = (way, 0, 1);
        while way.place != 0 && facts.len() < LONGEST {
            let (_, causes) = self.causes(&mut way);
            let cause = self.go_to_cause(&mut way, causes[0]);
            facts.push(cause);
            let shares_cell = chain.cells >> self.cells(graph, cause).trailing_zeros() & 1 != 0;
            if shares_cell && chain.has_from(branch.after, cause) {
                break;
            }
            let now = facts.len() - 1;
            if way == earlier {
                return (LONGEST, facts[when + (LONGEST - 1 - when) % (now - when)]);
            }
            if now == when + power {
                (earlier, when, power) = (way, now, 2 * power);
            }
        }
        (facts.len(), facts[facts.len() - 1])
    }

    /// The causes of the entry where a way is, and their table. If the entry was taken over, the way
    /// first goes to the table that it is from.
    fn causes(&self, way: &mut Way) -> (Option<Code>, [u16; 5]) {
        if way.first_table.is_some() || self.entry(way.table, way.place).origin != Origin::Own {
            let entry = self.entry(way.home, way.place);
            let first = way.first_table.take();
            way.table = first.or_else(|| self.named(entry.causes[0], entry.origin));
            way.is_away = true;
            way.place = self.place_in(way.table, entry.code);
        }
        (way.table, self.entry(way.table, way.place).causes)
    }

    /// Goes to the first cause of an entry. From another table the way goes home when it comes to an
    /// entry that this table took over, to its first, or to one that is nearer at home.
    fn go_to_cause(&self, way: &mut Way, place: u16) -> Code {
        way.place = place.into();
        let Entry { code, origin, distance, .. } = self.entry(way.table, way.place);
        if way.is_away {
            let at_home = self.table_at(way.home).and_then(|facts| facts.place(code));
            let is_shorter =
                at_home.is_some_and(|at_home| distance > self.entry(way.home, at_home).distance);
            if way.place == 0 || origin != Origin::Own || is_shorter {
                way.table = way.home;
                way.place = at_home.unwrap_or(0);
                way.is_away = false;
            }
        }
        code
    }

    /// The cells of a fact.
    fn cells(&self, graph: &Graph, code: Code) -> Cells {
        if code == NOTHING.code { 1 } else { graph.cells(self.codes().fact(code).node) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::LogicGrid;
    use quadrille_core::Puzzle;
    use std::ops::ControlFlow;

    /// A branch that is followed to its end, however often it goes round.
    fn slow_branch(net: &Net, graph: &Graph, branch: &Branch, chain: &Chain) -> Vec<Code> {
        let home = chain.home;
        let place = net.place_in(home, branch.start);
        let first_table = branch.table.filter(|_| branch.table != home);
        let mut way = Way { home, table: home, place, is_away: false, first_table };
        let mut facts = vec![net.entry(home, place).code];
        while way.place != 0 && facts.len() < LONGEST {
            let (_, causes) = net.causes(&mut way);
            let cause = net.go_to_cause(&mut way, causes[0]);
            facts.push(cause);
            let shares_cell = chain.cells >> net.cells(graph, cause).trailing_zeros() & 1 != 0;
            if shares_cell && chain.has_from(branch.after, cause) {
                break;
            }
        }
        facts
    }

    /// Circles are left at the fact at which the way would be too long.
    #[test]
    fn circles_end_where_they_would_be_too_long() {
        let mut circles = 0;
        for text in [
            "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
            "7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5",
        ] {
            let grid = LogicGrid::new(&text.parse::<Puzzle>().unwrap()).unwrap();
            let (mut graph, mut net) = (Graph::default(), Net::default());
            graph.set(&grid, true);
            assert!(net.fill(&grid, &graph, || ControlFlow::Continue(())).is_continue());
            for start in net.codes().candidates(&graph).step_by(5) {
                let length = net.table(start).unwrap().len();
                for place in (1..length).step_by(13) {
                    let chain = net.chain(&graph, Some(start), place);
                    for branch in chain.branches.iter().step_by(7) {
                        let slow = slow_branch(&net, &graph, branch, &chain);
                        let expected = (slow.len(), *slow.last().unwrap());
                        assert_eq!(net.branch(&graph, branch, &chain), expected);
                        circles += usize::from(slow.len() == LONGEST);
                    }
                }
            }
        }
        assert!(circles > 100, "{circles}");
    }
}
