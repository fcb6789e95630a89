//! The naive oracle as an entry.

use quadrille_engine::Counter;
use quadrille_engine::solve::Naive;

use super::exact::first_solution;
use crate::registry::{Entry, Family, any_puzzle};

pub(super) const ENTRY: Entry = Entry {
    id: "naive",
    title: "naive oracle",
    family: Family::Exact,
    source: "ours; what the other solvers are tested against",
    about: "First empty cell, digits ascending, each checked against the board by the rules \
            themselves. Slow and obviously right.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Placement],
    nodes: Counter::Placement,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_puzzle,
    run: |puzzle, _, run| first_solution(&Naive, puzzle, run),
};
