//! The solver that picks its means as an entry.

use quadrille_engine::Counter;
use quadrille_engine::solve::Auto;

use super::exact::first_solution;
use crate::registry::{Entry, Family, any_puzzle};

pub(super) const ENTRY: Entry = Entry {
    id: "auto",
    title: "the kernel, or short search, then learning and tabu in turns",
    family: Family::Exact,
    source: "ours",
    about: "9x9 without edges: the kernel. Other boards as bits; after 300 guesses without a \
            solution it goes on as learning, which is told what has been ruled out, in turns with \
            tabu until one of them has found a first solution. A node is a guess, of any of them; \
            `evaluated` are the changes that tabu looks at.",
    flaw: None,
    parameters: &[],
    counters: &[
        Counter::Branch,
        Counter::Backtrack,
        Counter::Contradiction,
        Counter::Conflict,
        Counter::Restart,
        Counter::Evaluated,
    ],
    nodes: Counter::Branch,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_puzzle,
    run: |puzzle, _, run| first_solution(&Auto, puzzle, run),
};
