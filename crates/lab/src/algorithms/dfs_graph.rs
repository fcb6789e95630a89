//! Depth-first graph search in the three orders of R2.
//!
//! A board with k placed digits is reached by k! paths, and a cell without legal digits goes unnoticed,
//! so everything below it is searched in full. The last child generated is expanded first, so the order
//! `sorted`, by candidates ascending, starts with the least constrained cell.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};

use quadrille_core::{Cell, Counter, Digit, DigitSet, Puzzle, Rng, Run, Snapshot, Stop};

use crate::board::{Outlook, Placement};
use crate::frontier::Frontier;
use crate::registry::Entry;

const FLAW: &str = "Every node has every legal (cell, digit) as a child: the same boards are \
                    generated in every order of their digits, and a cell without legal digits \
                    does not end a branch.";

/// The children in row order.
pub(super) const ROW: Entry = Entry {
    id: "dfs-graph-row-original",
    title: "depth-first graph search of R2, by rows",
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "Every legal digit in every empty cell of a board makes a child, in row order. The \
            newest board is expanded first, none twice. Nodes are boards expanded.",
    flaw: Some(FLAW),
    counters: &[Counter::Expanded, Counter::Generated],
    nodes: Counter::Expanded,
    complete: false,
    run: |puzzle, _, run| search(puzzle, |_, _| (), run),
    ..Entry::TREE
};

/// The children in random order.
pub(super) const RANDOM: Entry = Entry {
    id: "dfs-graph-random-original",
    title: "depth-first graph search of R2, at random",
    about: "Every legal digit in every empty cell of a board makes a child, in random order. The \
            newest board is expanded first, none twice. Nodes are boards expanded.",
    deterministic: false,
    run: |puzzle, _, run| search(puzzle, |children, rng| rng.shuffle(children), run),
    ..ROW
};

/// The children by the number of candidates of their cell.
pub(super) const SORTED: Entry = Entry {
    id: "dfs-graph-sorted-original",
    title: "depth-first graph search of R2, sorted",
    about: "Every legal digit in every empty cell of a board makes a child, those of the most \
            constrained cell first. The newest board is expanded first, so the search starts with \
            the least constrained cell; none is expanded twice. Nodes are boards expanded.",
    run: |puzzle, _, run| search(puzzle, |children, _| children.sort_by_key(|child| child.0), run),
    ..ROW
};

/// A child of a board: the number of candidates of its cell, the cell, and the digit in it.
type Child = (usize, Cell, Digit);

fn search(
    puzzle: &Puzzle,
    order: fn(&mut [Child], &mut Rng),
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    graph_search(puzzle, &mut Vec::new(), order, |_, _, _, _| 0, run)
}

/// Graph search in which every legal digit in every empty cell makes a child. `order` arranges the
/// children of a board, and `cost` receives the filling, the cell, the digit, and the outlook before.
pub(super) fn graph_search(
    puzzle: &Puzzle,
    frontier: &mut impl Frontier<Snapshot>,
    order: fn(&mut [Child], &mut Rng),
    cost: impl Fn(&Placement, Cell, DigitSet, &Outlook) -> u64,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let mut filling = Placement::new(puzzle);
    // The boards expanded. The hasher has no random keys, and the order of the set is never used.
    let mut closed = HashSet::<Snapshot, BuildHasherDefault<DefaultHasher>>::default();
    frontier.push(filling.snapshot(), 0, run)?;
    let mut children: Vec<Child> = Vec::new();
    while let Some(board) = frontier.pop(run) {
        if closed.contains(&board) {
            continue;
        }
        run.offer(|| board.clone());
        run.at(|| (cells.iter().filter(|cell| board[cell.index()] != 0).count(), board.clone()));
        if !board.contains(&0) {
            return Ok(run.claim(&board));
        }
        run.meter.count(Counter::Expanded)?;
        filling.set_board(&board);
        let outlook = Outlook::of(&filling, &cells);
        children.clear();
        for &cell in cells.iter().filter(|&&cell| filling.is_empty(cell)) {
            let legal = filling.legal(cell);
            children.extend(legal.iter().map(|digit| (legal.len(), cell, digit)));
        }
        order(&mut children, &mut run.rng);
        for &(_, cell, digit) in &children {
            // A 49x49 board has 100000 children, too many between two polls of the clock.
            run.meter.poll()?;
            run.meter.note(Counter::Generated);
            let mut child = board.clone();
            child[cell.index()] = digit.get();
            if !closed.contains(&child) {
                let cost = cost(&filling, cell, DigitSet::only(digit), &outlook);
                frontier.push(child, cost, run)?;
            }
        }
        run.meter.keep((size_of::<Snapshot>() + board.len()) as u64)?;
        closed.insert(board);
    }
    Ok(Stop::ProvedNone)
}
