//! A* over placements, and why it gains nothing here.
//!
//! f = g + h, with g the placements made and h the empty cells left, which is exact wherever there is
//! a solution below. Every placement raises g by one and lowers h by one, so f is the same for all
//! boards: all solutions lie at the same depth, and none is cheaper than another. Only the tie-break
//! decides: the sum of candidates, then the newest board, which makes this the greedy search by that
//! sum.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::greedy;
use crate::registry::{Entry, Parameters};

pub(super) const ENTRY: Entry = Entry {
    id: "a-star",
    title: "A*",
    source: "R2: Antaki & Poirier-Morency 2015; R3: Trottier & Poitras 2015",
    about: "f = placements made + empty cells, which is admissible but the same for every board: \
            all solutions lie at the same depth, so A* has nothing to gain. Ties decide the \
            order: the smallest sum of candidates first, then the newest board. It expands the \
            same boards as greedy-remaining. Nodes are boards expanded.",
    counters: &[Counter::Expanded, Counter::Generated, Counter::Contradiction],
    nodes: Counter::Expanded,
    run: search,
    ..Entry::TREE
};

fn search(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let all = puzzle.givens().empty_cells().count() as u64;
    greedy::best_first(
        puzzle,
        |_, _, _, after| {
            let g = all - u64::from(after.empty);
            let h = u64::from(after.empty);
            // f first, the candidates among equals.
            (g + h) << 32 | u64::from(after.candidates)
        },
        run,
    )
}
