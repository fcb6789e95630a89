//! The clause-learning solver as an entry.

use quadrille_engine::Counter;
use quadrille_engine::solve::Learning;

use super::exact::first_solution;
use crate::registry::{Entry, Family, any_puzzle};

pub(super) const ENTRY: Entry = Entry {
    id: "learning",
    title: "clause learning over candidates",
    family: Family::Exact,
    source: "ours, after GRASP, Chaff and MiniSat",
    about: "What propagation leaves is a formula: of each cell and of each digit in each house exactly \
            one, with a name for the places that a box and a line share. Beside singles, all that \
            follows from Hall sets of rows and columns is ruled out (Régin 1994). Candidates are \
            decided true, the most active in recent conflicts first; each conflict is traced to its \
            causes, kept as a clause, and jumped back from. A node is a conflict.",
    flaw: None,
    parameters: &[],
    counters: &[Counter::Conflict, Counter::Branch, Counter::Restart],
    nodes: Counter::Conflict,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_puzzle,
    run: |puzzle, _, run| first_solution(&Learning, puzzle, run),
};
