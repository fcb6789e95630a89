//! ALS-XZ: two almost locked sets with a common digit that only one of them can have.

use std::ops::ControlFlow::{self, Continue};

use super::sets::{Link, Table};
use super::{Removed, deduction};
use crate::cells::bits;
use crate::grid::LogicGrid;
use crate::technique::{Kind, Sink, Technique};

/// Two almost locked sets with a restricted common digit x. One of them is without x, so it has each of
/// its other digits: what sees all places of another common digit z in both sets is not z.
///
/// With two restricted common digits, each of them is in one of the sets, and each set has all of its
/// other digits. So a cell that sees all places of one of them in its set does not hold it.
///
/// In the evidence, `parts` are the sets and `digits` the restricted common digits.
pub(in crate::techniques) struct AlsXz;

impl Technique for AlsXz {
    fn id(&self) -> &'static str {
        "als-xz"
    }

    fn kinds(&self) -> &'static [Kind] {
        &[Kind { id: "als-xz", title: "ALS-XZ" }]
    }

    fn find(&self, grid: &LogicGrid, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
        sink.poll()?;
        let mut table = std::mem::take(sink.memory::<Table>().0);
        table.update(grid);
        let flow = find(&table, sink);
        *sink.memory::<Table>().0 = table;
        flow
    }
}

fn find(table: &Table, sink: &mut Sink<'_, '_>) -> ControlFlow<()> {
    for link in &table.links {
        let [first, second] = link.sets.map(|set| &table.sets[set]);
        if !link.is_double() && !Removed::is_any_common(first, second, !link.mask()) {
            continue;
        }
        let removed = removed(table, link);
        if !removed.is_empty() {
            let sets = link.sets.iter().map(|&set| &table.sets[set]);
            sink.take(deduction("als-xz", &removed, sets, link.mask()))?;
        }
    }
    Continue(())
}

fn removed(table: &Table, link: &Link) -> Removed {
    let [first, second] = link.sets.map(|set| &table.sets[set]);
    if !link.is_double() {
        return Removed::common(first, second, !link.mask());
    }
    let mut removed = Removed::common(first, second, link.mask());
    for (set, other) in [(first, second), (second, first)] {
        for digit in bits(set.live & !link.mask()) {
            removed.0[digit] |= set.sees[digit] & !other.cells;
        }
    }
    removed
}
