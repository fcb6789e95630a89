//! ALS-XY-Wing: three almost locked sets, of which the middle one is linked with both others.

use std::ops::ControlFlow::{self, Continue};

use super::sets::Table;
use super::{Removed, deduction};
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique};

/// Three almost locked sets. The first and the middle one have a restricted common digit x, the middle
/// and the last one another, y. The middle set is without one of them at most, so the first set is without
/// x or the last one without y, which then has each of its other digits: what sees all places of a common
/// digit z of these two sets is not z.
///
/// In the evidence, `parts` are the sets, with the middle one in the middle, and `digits` the restricted
/// common digits.
pub(in crate::techniques) struct AlsXyWing;

/// The links that end with each set.
#[derive(Default)]
struct Incoming {
    /// The numbers of links by the set with which they end, then by the first set.
    links: Vec<usize>,
    /// For each set where its links begin, and the number of links.
    starts: Vec<usize>,
}

impl Technique for AlsXyWing {
    fn id(&self) -> &'static str {
        "als-xy-wing"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "als-xy-wing", title: "ALS-XY-Wing" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        let mut table = std::mem::take(sink.memory::<Table>().0);
        table.update(grid);
        let mut incoming = std::mem::take(sink.memory::<Incoming>().0);
        incoming.update(&table);
        let flow = find(&table, &incoming, sink);
        *sink.memory::<Table>().0 = table;
        *sink.memory::<Incoming>().0 = incoming;
        flow
    }
}

impl Incoming {
    fn update(&mut self, table: &Table) {
        let Self { links, starts } = self;
        starts.clear();
        starts.resize(table.sets.len() + 1, 0);
        for link in &table.links {
            starts[link.sets[1] + 1] += 1;
        }
        for set in 0..table.sets.len() {
            starts[set + 1] += starts[set];
        }
        links.clear();
        links.resize(table.links.len(), 0);
        let mut ends = starts.clone();
        for (number, link) in table.links.iter().enumerate() {
            let end = &mut ends[link.sets[1]];
            links[*end] = number;
            *end += 1;
        }
    }

    fn of(&self, set: usize) -> &[usize] {
        &self.links[self.starts[set]..self.starts[set + 1]]
    }
}

fn find(table: &Table, incoming: &Incoming, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    for (number, link) in table.links.iter().enumerate() {
        if number % 64 == 0 {
            sink.poll()?;
        }
        // Each later link that shares a set with this one.
        let [from, to] = link.sets;
        for other in number + 1..table.starts[from + 1] {
            check(table, number, other, [to, from, table.links[other].sets[1]], sink)?;
        }
        for &other in incoming.of(to) {
            if other > number {
                check(table, number, other, [from, to, table.links[other].sets[0]], sink)?;
            }
        }
        for other in table.links_from(to) {
            check(table, number, other, [from, to, table.links[other].sets[1]], sink)?;
        }
    }
    Continue(())
}

/// Checks two links that share the second of the three sets.
#[inline]
fn check(
    table: &Table,
    first: usize,
    second: usize,
    sets: [usize; 3],
    sink: &mut Sink<'_, '_>,
) -> ControlFlow<()> {
    let links = table.links[first].mask() | table.links[second].mask();
    let [one, other] = [sets[0], sets[2]].map(|set| &table.outlines[set]);
    // Two links with the same digit alone are one.
    if links & (links - 1) == 0
        || one.live & other.live & !links == 0
        || one.cells & other.cells != 0
    {
        return Continue(());
    }
    let [one, other] = [sets[0], sets[2]].map(|set| &table.sets[set]);
    if !Removed::is_any_common(one, other, !links) {
        return Continue(());
    }
    let removed = Removed::common(one, other, !links);
    sink.take(deduction("als-xy-wing", &removed, sets.iter().map(|&set| &table.sets[set]), links))
}
