//! Dancing links as an entry.

use quadrille_engine::Counter;
use quadrille_engine::solve::Dlx;

use super::exact::first_solution;
use crate::registry::{Entry, Family, any_puzzle};

pub(super) const ENTRY: Entry = Entry {
    id: "exact-cover",
    title: "exact cover by dancing links",
    family: Family::Exact,
    source: "Knuth 2000, Dancing Links",
    about: "Cells, and digits in rows, columns and boxes, are items that candidates cover; a \
            solution covers each once. The item with the fewest options is branched on, digits \
            ascending. Edges are secondary items. A node is an option tried where there were \
            several.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Branch, Counter::Backtrack, Counter::Contradiction],
    nodes: Counter::Branch,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_puzzle,
    run: |puzzle, _, run| first_solution(&Dlx, puzzle, run),
};
