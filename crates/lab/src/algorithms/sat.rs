//! The SAT library as an entry.

use quadrille_engine::Counter;
use quadrille_engine::solve::Sat;

use super::exact::first_solution;
use crate::registry::{Entry, Family, any_puzzle};

pub(super) const ENTRY: Entry = Entry {
    id: "sat",
    title: "SAT library on the propagated formula",
    family: Family::Exact,
    source: "Eén and Sörensson 2003 (MiniSat), as the BatSat library",
    about: "The same formula as learning, written down as clauses for a SAT library. A node is a \
            conflict.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Conflict, Counter::Restart],
    nodes: Counter::Conflict,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_puzzle,
    run: |puzzle, _, run| first_solution(&Sat, puzzle, run),
};
