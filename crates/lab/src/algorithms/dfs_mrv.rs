//! Depth-first search into the most constrained cell (R2).
//!
//! State: a partial filling without conflict. Moves: a legal digit into the empty cell that has
//! the fewest of them, ties by cell order. No cost: it goes on until some cell has no legal digit,
//! which it sees at once, then steps back.

use quadrille_engine::Counter;

use crate::depth_first::{DigitOrder, most_constrained};
use crate::registry::{Entry, Family, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "dfs-mrv",
    title: "depth-first search, fewest legal digits first",
    family: Family::Tree,
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "The empty cell with the fewest legal digits (ties: the first in row order) gets them \
            one after the other; a cell without any sends the search back. Nodes are placements.",
    flaw: None,
    parameters: &[DigitOrder::PARAMETER],
    counters: &[Counter::Placement],
    nodes: Counter::Placement,
    complete: true,
    deterministic: true,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| most_constrained(puzzle, DigitOrder::of(parameters), run),
};
