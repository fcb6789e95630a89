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
use crate::logic::cells::Cells;

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
    /// The facts of the branch, the last first.
    facts: Vec<Code>,
}

/// A chain in the making, the last fact first.
struct Trace {
    chain: Vec<Code>,
    cells: Cells,
    branches: Vec<Branch>,
}

impl Net {
    /// The number of facts between an assumption and a fact, and whether they are a net.
    pub(super) fn trace(&self, graph: &Graph, start: Fact, end: Fact) -> (usize, bool) {
        let table = Some(self.codes().code(start));
        let place = self.table_at(table).and_then(|facts| facts.place(self.codes().code(end)));
        let Some(place) = place else { return (0, false) };
        let mut trace = Trace { chain: Vec::new(), cells: 0, branches: Vec::new() };
        trace.chain = self.way_back(graph, table, place, None, &mut trace);
        for index in 0..trace.branches.len() {
            let place = self.place_in(table, trace.branches[index].start);
            trace.branches[index].facts =
                self.way_back(graph, table, place, Some(index), &mut trace);
        }
        let mut length = trace.chain.len();
        let mut is_net = false;
        for &code in &trace.chain {
            for branch in trace.branches.iter().filter(|branch| branch.facts.last() == Some(&code))
            {
                is_net = true;
                length += branch.facts.len();
            }
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

    /// The facts from an entry of a table back to its first, or of a branch back to the chain.
    fn way_back(
        &self,
        graph: &Graph,
        home: Option<Code>,
        mut place: usize,
        branch: Option<usize>,
        trace: &mut Trace,
    ) -> Vec<Code> {
        let mut way = vec![self.entry(home, place).code];
        let mut table = home;
        let mut is_away = false;
        // A branch may start in another table.
        let mut first_table =
            branch.map(|index| trace.branches[index].table).filter(|&first| first != home);
        while place != 0 && way.len() < LONGEST {
            if first_table.is_some() || self.entry(table, place).origin != Origin::Own {
                let entry = self.entry(home, place);
                table =
                    first_table.take().unwrap_or_else(|| self.named(entry.causes[0], entry.origin));
                is_away = true;
                place = self.place_in(table, entry.code);
            }
            let causes = self.entry(table, place).causes;
            place = causes[0].into();
            let cause = self.entry(table, place).code;
            way.push(cause);
            match branch {
                None => {
                    trace.cells |= self.cells(graph, cause);
                    for &other in causes[1..].iter().filter(|&&other| other != 0) {
                        if trace.branches.len() < BRANCHES {
                            let start = self.entry(table, other.into()).code;
                            let after = way.len();
                            trace.branches.push(Branch { start, table, after, facts: vec![start] });
                        }
                    }
                }
                Some(index)
                    if trace.cells >> self.cells(graph, cause).trailing_zeros() & 1 != 0 =>
                {
                    let after = trace.branches[index].after.min(trace.chain.len());
                    if trace.chain[after..].contains(&cause) {
                        return way;
                    }
                }
                Some(_) => {}
            }
            if is_away {
                let at_home = self.table_at(home).and_then(|facts| facts.place(cause));
                let distance = self.entry(table, place).distance;
                let is_shorter =
                    at_home.is_some_and(|at_home| distance > self.entry(home, at_home).distance);
                let is_taken_over = self.entry(table, place).origin != Origin::Own;
                if place == 0 || is_taken_over || is_shorter {
                    table = home;
                    place = at_home.unwrap_or(0);
                    is_away = false;
                }
            }
        }
        way
    }

    /// The cells of a fact.
    fn cells(&self, graph: &Graph, code: Code) -> Cells {
        if code == NOTHING.code { 1 } else { graph.cells(self.codes().fact(code).node) }
    }
}
