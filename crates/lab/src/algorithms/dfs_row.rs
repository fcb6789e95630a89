//! Depth-first search along the rows (R2, R3).
//!
//! State: a partial filling without conflict. Moves: a legal digit into the first empty cell, row
//! after row. No cost: it goes on until a cell has no legal digit, then steps back.

use quadrille_engine::{Cell, Counter};

use crate::depth_first::{DigitOrder, in_order};
use crate::registry::{Entry, Family, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "dfs-row",
    title: "depth-first search, by rows",
    family: Family::Tree,
    source: "R2: Antaki & Poirier-Morency 2015; R3: Trottier & Poitras 2015",
    about: "The first empty cell, row after row, gets its legal digits one after the other; a \
            cell without legal digit sends the search back. Nodes are placements.",
    flaw: None,
    parameters: &[DigitOrder::PARAMETER],
    counters: &[Counter::Placement],
    nodes: Counter::Placement,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| {
        let order: Vec<Cell> = puzzle.givens().empty_cells().collect();
        in_order(puzzle, &order, DigitOrder::of(parameters), run)
    },
};
