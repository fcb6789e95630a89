//! Greedy best-first search by conflicts as R2 ran it: over filled boards, whose givens it swaps.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

use quadrille_core::{Counter, Puzzle, Run, Snapshot, Stop};

use super::given_swaps::{Branching, Filled, up_to_nine};
use crate::frontier::{Best, Frontier as _};
use crate::registry::Entry;

pub(super) const ENTRY: Entry = Entry {
    id: "greedy-conflicts-original",
    title: "greedy search of R2, fewest conflicts",
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "Best-first graph search over filled boards by the number of conflicts in rows and \
            columns, each counted from both of its cells (gauges `board` and `conflicts` of every \
            board expanded). At the start the free cells are filled in order, each with the \
            smallest digit that its box lacks. A child swaps two givens of a box, or two in each \
            box of a band, a stack or a diagonal of boxes. Nodes are boards expanded; of equal \
            ones the oldest is first, where the report's program goes by addresses in memory.",
    flaw: Some(
        "It swaps the givens instead of the free cells, so the result is not a filling of the \
         puzzle. A 9x9 board has about a thousand children, and each is kept.",
    ),
    counters: &[Counter::Expanded, Counter::Generated],
    nodes: Counter::Expanded,
    complete: false,
    may_be_wrong: true,
    supports: up_to_nine,
    run: |puzzle, _, run| search(puzzle, run),
    ..Entry::TREE
};

fn search(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut filled = Filled::new(puzzle, Branching::Super);
    let mut frontier = Best::default();
    // All boards generated. The hasher has no random keys, and the order is never used.
    let mut known = HashSet::<Snapshot, BuildHasherDefault<DefaultHasher>>::default();
    known.insert(filled.digits.clone());
    frontier.push(filled.digits.clone(), 0, run)?;
    while let Some(board) = frontier.pop(run) {
        filled.set(&board);
        let conflicts = filled.conflicts();
        run.offer(|| board.clone());
        run.gauge("board", || board.iter().map(|&digit| f64::from(digit)).collect());
        run.gauge("conflicts", || vec![f64::from(conflicts)]);
        if conflicts == 0 {
            return Ok(run.claim(&board));
        }
        run.meter.count(Counter::Expanded)?;
        filled.neighbors(&mut |child, _| {
            // Large boards have many children, so the clock is polled for each.
            run.meter.poll()?;
            run.meter.note(Counter::Generated);
            if !known.contains(&child.digits) {
                run.meter.keep((size_of::<Snapshot>() + child.digits.len()) as u64)?;
                known.insert(child.digits.clone());
                // The oldest of equals first.
                let cost = u64::from(child.conflicts()) << 32 | known.len() as u64;
                frontier.push(child.digits.clone(), cost, run)?;
            }
            Ok(())
        })?;
    }
    Ok(Stop::Stuck)
}
