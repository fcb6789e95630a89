//! A* over placements: why it has nothing to gain here.
//!
//! State: a partial filling without conflict. Moves: the legal digits of the empty cell that has
//! the fewest. Cost: f = g + h with g the placements made and h the empty cells left, which is
//! exact wherever a solution lies below. Every placement raises g by one and lowers h by one, so f
//! is the same for all boards: every solution lies at the same depth, and A* has no cheaper one to
//! find. Its ties decide everything; they are broken by the sum of candidates, then the newest.
//! What is left is the greedy search by that sum.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use super::greedy;
use crate::registry::{Entry, Family, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "a-star",
    title: "A*",
    family: Family::Tree,
    source: "R2: Antaki & Poirier-Morency 2015; R3: Trottier & Poitras 2015",
    about: "f = placements made + cells empty, which is admissible and the same for every board: \
            all solutions lie at the same depth, so A* has nothing to gain here. The ties decide \
            all: the sum of candidates, then the newest. It does what greedy-remaining does, node \
            by node. Nodes are boards expanded.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Expanded, Counter::Generated, Counter::Contradiction],
    nodes: Counter::Expanded,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, _, run| search(puzzle, run).unwrap_or_else(|stop| stop),
};

fn search(puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Stop, Stop> {
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
