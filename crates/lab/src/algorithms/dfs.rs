//! Depth-first search over placements, the plain backtracking that R2 and R3 start with: the cells
//! in some fixed order, or always the cell with the fewest legal digits.
//!
//! A loop with an explicit stack instead of recursion, since at 50 million placements per second
//! the cost of calls is visible.

use quadrille_core::{Cell, Counter, DigitSet, Puzzle, Run, Stop};

use crate::board::Placement;
use crate::registry::{Entry, Key, Parameters};

const DIGITS: Key<&'static str> = Key::choice(
    "digits",
    &["ascending", "descending"],
    "ascending",
    "the order in which the digits of a cell are tried",
);

/// The empty cells column by column.
pub(super) const COLUMN: Entry = Entry {
    id: "dfs-column",
    title: "depth-first search, by columns",
    source: "R3: Trottier & Poitras 2015",
    about: "The first empty cell, column by column, gets its legal digits one after the other; a \
            cell without legal digits makes the search backtrack. Nodes are placements.",
    parameters: &[DIGITS.parameter],
    run: |puzzle, parameters, run| {
        let order = sorted(puzzle, |cell| puzzle.geometry().column_of(cell));
        in_order(puzzle, parameters, &order, run)
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
    run: |puzzle, parameters, run| in_order(puzzle, parameters, &sorted(puzzle, |_| 0), run),
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
        in_order(puzzle, parameters, &order, run)
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
        in_order(puzzle, parameters, &order, run)
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
    run: |puzzle, parameters, run| {
        let cells = sorted(puzzle, |_| 0);
        fill(puzzle, parameters, |filling, _| filling.most_constrained(&cells), run)
    },
    ..COLUMN
};

/// Returns the empty cells by that key, then row by row.
fn sorted(puzzle: &Puzzle, key: impl Fn(Cell) -> usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    cells.sort_by_key(|&cell| (key(cell), cell));
    cells
}

/// Fills the cells in this order, which must contain all empty cells of the puzzle.
fn in_order(
    puzzle: &Puzzle,
    parameters: &Parameters,
    order: &[Cell],
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let next = |filling: &Placement, depth: usize| {
        order.get(depth).map(|&cell| (cell, filling.legal(cell)))
    };
    fill(puzzle, parameters, next, run)
}

fn fill(
    puzzle: &Puzzle,
    parameters: &Parameters,
    next: impl Fn(&Placement, usize) -> Option<(Cell, DigitSet)>,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    match parameters.get(&DIGITS) {
        "descending" => search::<false>(puzzle, next, run),
        _ => search::<true>(puzzle, next, run),
    }
}

/// Fills the cell that `next` returns for a filling and its depth, with its legal digits, until there
/// is none. The digit order is a const parameter so that the loop has no branch for it.
pub(super) fn search<const ASCENDING: bool>(
    puzzle: &Puzzle,
    next: impl Fn(&Placement, usize) -> Option<(Cell, DigitSet)>,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let mut filling = Placement::new(puzzle);
    run.offer(|| filling.snapshot());
    let Some((mut cell, mut left)) = next(&filling, 0) else {
        return Ok(run.claim(&filling.snapshot()));
    };
    // The filled cells with their untried digits.
    let mut path: Vec<(Cell, DigitSet)> = Vec::with_capacity(puzzle.shape().cells());
    let mut deepest = 0;
    loop {
        if left.is_empty() {
            match path.pop() {
                None => return Ok(Stop::ProvedNone),
                Some(last) => (cell, left) = last,
            }
            filling.undo(cell);
            continue;
        }
        run.meter.count(Counter::Placement)?;
        let bits = left.bits();
        let digit = DigitSet::from_bits(match ASCENDING {
            true => bits & bits.wrapping_neg(),
            false => 1 << (63 - bits.leading_zeros()),
        });
        filling.place(cell, digit);
        path.push((cell, left - digit));
        run.at(|| (path.len(), filling.snapshot()));
        let next = next(&filling, path.len());
        if path.len() > deepest {
            deepest = path.len();
            run.offer(|| filling.snapshot());
        }
        match next {
            None => return Ok(run.claim(&filling.snapshot())),
            Some(next) => (cell, left) = next,
        }
    }
}
