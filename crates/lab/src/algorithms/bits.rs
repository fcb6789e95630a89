//! The generic bitset solver as an entry.

use quadrille_engine::Counter;
use quadrille_engine::solve::Bits;

use super::exact::first_solution;
use crate::registry::{Entry, Family, any_puzzle};

pub(super) const ENTRY: Entry = Entry {
    id: "bits",
    title: "bitset propagation and search",
    family: Family::Exact,
    source: "ours",
    about: "A word of candidates for each cell, and for each digit in each house. Naked and hidden \
            singles, edges and locked candidates run to a fixed point; then a guess in the smallest \
            word, cells first, undone by a trail. A node is a guess tried.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Branch, Counter::Backtrack, Counter::Contradiction],
    nodes: Counter::Branch,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_puzzle,
    run: |puzzle, _, run| first_solution(&Bits, puzzle, run),
};
