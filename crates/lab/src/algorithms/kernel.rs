//! The SIMD kernel as an entry.

use quadrille_engine::Counter;
use quadrille_engine::solve::{ExactSolver, Kernel};

use super::exact::first_solution;
use crate::registry::{Entry, Family};

pub(super) const ENTRY: Entry = Entry {
    id: "kernel",
    title: "SIMD kernel, a puzzle per lane",
    family: Family::Exact,
    source: "ours",
    about: "Candidate sets in vectors, one puzzle per 16-bit lane; branch-free sweeps over bands \
            and stacks (naked singles, triads, hidden singles, locked candidates), then a guess \
            in the band or stack with the fewest configurations. Built for batches; here one \
            puzzle at a time. A node is a guess tried.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Branch],
    nodes: Counter::Branch,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: |puzzle| Kernel.supports(puzzle),
    run: |puzzle, _, run| first_solution(&Kernel, puzzle, run),
};
