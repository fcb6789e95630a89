//! Search by elimination as R2 published it: it claims to solve every puzzle, and almost every claim
//! is wrong.
//!
//! The last candidate of a cell stays even if a peer holds the same digit. The state with the smallest
//! sum of set sizes is the one with the most contradictions, so best-first search prefers those and
//! claims a wrong board within a few nodes.

use quadrille_core::{Cell, Counter, DigitSet, Puzzle, Run, Stop};

use crate::board::{Contradictions, Elimination, SetGrid};
use crate::frontier::{Best, Frontier};
use crate::registry::Entry;

/// The newest state first.
pub(super) const DFS: Entry = Entry {
    id: "elimination-dfs-original",
    title: "elimination of R2, depth first",
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "Candidates are reduced by naked singles. Every candidate of every undecided cell \
            makes a child, and the newest state is expanded first. The first state with one \
            candidate in every cell is claimed as the solution. Nodes are states expanded.",
    flaw: Some(
        "Two cells of a house may keep the same single candidate, and the claimed board is not \
         checked: R2 reports 100 of 100 solved, and almost all of those boards are wrong.",
    ),
    counters: &[Counter::Expanded, Counter::Generated],
    nodes: Counter::Expanded,
    complete: false,
    may_be_wrong: true,
    run: |puzzle, _, run| search(puzzle, &mut Vec::new(), run),
    ..Entry::TREE
};

/// The state with the fewest candidates first.
pub(super) const BEST_FIRST: Entry = Entry {
    id: "elimination-best-first-original",
    title: "elimination of R2, best first",
    about: "Candidates are reduced by naked singles. Every candidate of every undecided cell \
            makes a child. The state with the smallest sum of set sizes is expanded first; ties \
            go to the newest. The first state with one candidate in every cell is claimed as the \
            solution. Nodes are states expanded.",
    run: |puzzle, _, run| search(puzzle, &mut Best::default(), run),
    ..DFS
};

fn search(
    puzzle: &Puzzle,
    frontier: &mut impl Frontier<SetGrid<DigitSet>>,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let elimination = Elimination::new(puzzle, Contradictions::Missed);
    let start = elimination.start(puzzle).expect("a contradiction that is missed ends nothing");
    let total = start.total();
    frontier.push(start, total, run)?;
    while let Some(grid) = frontier.pop(run) {
        run.offer(|| grid.snapshot());
        run.at(|| {
            let board = grid.snapshot();
            (board.iter().filter(|&&digit| digit != 0).count(), board)
        });
        if grid.tightest().is_none() {
            return Ok(run.claim(&grid.snapshot()));
        }
        run.meter.count(Counter::Expanded)?;
        for (index, set) in grid.sets().iter().enumerate().filter(|(_, set)| set.len() > 1) {
            for digit in *set {
                // Large boards have many children, so the clock is polled for each.
                run.meter.poll()?;
                run.meter.note(Counter::Generated);
                let child = elimination.put(&grid, Cell::new(index), digit);
                let child = child.expect("a contradiction that is missed ends nothing");
                let total = child.total();
                frontier.push(child, total, run)?;
            }
        }
    }
    Ok(Stop::Stuck)
}
