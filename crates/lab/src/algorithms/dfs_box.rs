//! Depth-first search box by box (R3).
//!
//! State: a partial filling without conflict. Moves: a legal digit into the first empty cell, box
//! after box, row by row within each. No cost: it goes on until a cell has no legal digit, then
//! steps back.

use quadrille_engine::{Cell, Counter};

use crate::depth_first::{DigitOrder, in_order};
use crate::registry::{Entry, Family, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "dfs-box",
    title: "depth-first search, by boxes",
    family: Family::Tree,
    source: "R3: Trottier & Poitras 2015",
    about: "The first empty cell, box after box, gets its legal digits one after the other; a \
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
        let geometry = puzzle.geometry();
        let mut order: Vec<Cell> = puzzle.givens().empty_cells().collect();
        order.sort_by_key(|&cell| (geometry.box_of(cell), cell));
        in_order(puzzle, &order, DigitOrder::of(parameters), run)
    },
};
