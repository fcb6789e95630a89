//! Depth-first search with the cells in some order: R2 and R3 start with these.

use quadrille_engine::{Cell, Puzzle};

use crate::depth_first::{DigitOrder, in_order, most_constrained};
use crate::registry::Entry;

/// The empty cells column by column.
pub(super) const COLUMN: Entry = Entry {
    id: "dfs-column",
    title: "depth-first search, by columns",
    source: "R3: Trottier & Poitras 2015",
    about: "The first empty cell, column by column, gets its legal digits one after the other; a \
            cell without legal digits makes the search backtrack. Nodes are placements.",
    parameters: &[DigitOrder::KEY.parameter],
    run: |puzzle, parameters, run| {
        let order = sorted(puzzle, |cell| puzzle.geometry().column_of(cell));
        in_order(puzzle, &order, DigitOrder::of(parameters), run)
    },
    ..Entry::TREE
};

/// The empty cells row by row.
pub(super) const ROW: Entry = Entry {
    id: "dfs-row",
    title: "depth-first search, by rows",
    source: "R2: Antaki & Poirier-Morency 2015; R3: Trottier & Poitras 2015",
    about: "The first empty cell, row by row, gets its legal digits one after the other; a cell \
            without legal digits makes the search backtrack. Nodes are placements.",
    run: |puzzle, parameters, run| {
        let order = sorted(puzzle, |_| 0);
        in_order(puzzle, &order, DigitOrder::of(parameters), run)
    },
    ..COLUMN
};

/// The empty cells box by box.
pub(super) const BOX: Entry = Entry {
    id: "dfs-box",
    title: "depth-first search, by boxes",
    source: "R3: Trottier & Poitras 2015",
    about: "The first empty cell, box by box and in each box row by row, gets its legal digits one \
            after the other; a cell without legal digits makes the search backtrack. Nodes are \
            placements.",
    run: |puzzle, parameters, run| {
        let order = sorted(puzzle, |cell| puzzle.geometry().box_of(cell));
        in_order(puzzle, &order, DigitOrder::of(parameters), run)
    },
    ..COLUMN
};

/// The empty cells in random order.
pub(super) const RANDOM: Entry = Entry {
    id: "dfs-random",
    title: "depth-first search, random cell order",
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "The empty cells are shuffled once; the first empty one gets its legal digits one after \
            the other, and a cell without legal digits makes the search backtrack. Successive \
            cells rarely constrain each other, so this is much slower than a systematic order. \
            Nodes are placements.",
    deterministic: false,
    run: |puzzle, parameters, run| {
        let mut order = sorted(puzzle, |_| 0);
        run.rng.shuffle(&mut order);
        in_order(puzzle, &order, DigitOrder::of(parameters), run)
    },
    ..COLUMN
};

/// The cell with the fewest legal digits.
pub(super) const MRV: Entry = Entry {
    id: "dfs-mrv",
    title: "depth-first search, fewest legal digits first",
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "The empty cell with the fewest legal digits (ties: the first in row order) gets them \
            one after the other; a cell without legal digits makes the search backtrack. Nodes \
            are placements.",
    run: |puzzle, parameters, run| most_constrained(puzzle, DigitOrder::of(parameters), run),
    ..COLUMN
};

/// Returns the empty cells by that key, then row by row.
fn sorted(puzzle: &Puzzle, key: impl Fn(Cell) -> usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    cells.sort_by_key(|&cell| (key(cell), cell));
    cells
}
