//! Depth-first search over the cells in random order (R2).
//!
//! State: a partial filling without conflict. Moves: a legal digit into the first empty cell of an
//! order drawn once per run. No cost: it goes on until a cell has no legal digit, then steps back.

use quadrille_engine::{Cell, Counter};

use crate::depth_first::{DigitOrder, in_order};
use crate::registry::{Entry, Family, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "dfs-random",
    title: "depth-first search, random cell order",
    family: Family::Tree,
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "The empty cells are put in random order once; the first empty one gets its legal \
            digits one after the other, and a cell without legal digit sends the search back. \
            Cells far apart hardly constrain each other, so it is much slower than any orderly \
            walk. Nodes are placements.",
    flaw: None,
    parameters: &[DigitOrder::PARAMETER],
    counters: &[Counter::Placement],
    nodes: Counter::Placement,
    complete: true,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| {
        let mut order: Vec<Cell> = puzzle.givens().empty_cells().collect();
        run.rng.shuffle(&mut order);
        in_order(puzzle, &order, DigitOrder::of(parameters), run)
    },
};
