//! Greedy best-first search by three heuristics of R2, as published.
//!
//! Every legal digit in every empty cell makes a child, and a cell without legal digits does not end a
//! branch: where the heuristic counts candidates, it even looks like progress.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::dfs_graph::graph_search;
use crate::board::Outlook;
use crate::frontier::Best;
use crate::heuristic::Heuristic;
use crate::registry::Entry;

/// By the candidates of the cell just filled.
pub(super) const MOST_CONSTRAINED: Entry = Entry {
    id: "greedy-most-constrained-original",
    title: "greedy search of R2, most constrained cell",
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "Best-first graph search by the number of candidates of the cell just filled. Every \
            legal digit in every empty cell makes a child. Nodes are boards expanded.",
    flaw: Some(
        "Every node has every legal (cell, digit) as a child, so the same boards are generated in \
         every order of their digits, and a cell without legal digits does not end a branch.",
    ),
    counters: &[Counter::Expanded, Counter::Generated],
    nodes: Counter::Expanded,
    complete: false,
    run: |puzzle, _, run| search(puzzle, Heuristic::MostConstrained, run),
    ..Entry::TREE
};

/// By the cells that are still undecided.
pub(super) const NON_INFERABLE: Entry = Entry {
    id: "greedy-non-inferable-original",
    title: "greedy search of R2, fewest undecided cells",
    about: "Best-first graph search by the number of empty cells with more than one candidate. \
            Every legal digit in every empty cell makes a child. Nodes are boards expanded.",
    flaw: Some(
        "Every node has every legal (cell, digit) as a child, and a cell without legal digits \
         does not end a branch; it even counts as decided, so the search prefers dead ends.",
    ),
    run: |puzzle, _, run| search(puzzle, Heuristic::NonInferable, run),
    ..MOST_CONSTRAINED
};

/// By the candidates left.
pub(super) const REMAINING: Entry = Entry {
    id: "greedy-remaining-original",
    title: "greedy search of R2, fewest candidates left",
    about: "Best-first graph search by the sum of candidates over the empty cells. Every legal \
            digit in every empty cell makes a child. Nodes are boards expanded.",
    flaw: Some(
        "Every node has every legal (cell, digit) as a child, and a cell without legal digits \
         does not end a branch; it even lowers the sum, so the search prefers dead ends.",
    ),
    run: |puzzle, _, run| search(puzzle, Heuristic::Remaining, run),
    ..MOST_CONSTRAINED
};

fn search(puzzle: &Puzzle, heuristic: Heuristic, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let cost = |filling: &_, cell, digit, before: &Outlook| {
        heuristic.cost(filling, cell, digit, &before.after(filling, cell, digit))
    };
    graph_search(puzzle, &mut Best::default(), |_, _| (), cost, run)
}
