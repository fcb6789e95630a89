//! Depth-first graph search in the three orders of R2.
//!
//! A board with k placed digits is reached by k! paths, and a cell without legal digits goes unnoticed,
//! so everything below it is searched in full. The last child generated is expanded first, so the order
//! `sorted`, by candidates ascending, starts with the least constrained cell.

use quadrille_engine::{Cell, Counter, Digit, Puzzle, Run, Stop};

use crate::board::Placement;
use crate::frontier::{ClosedSet, Frontier, Lifo, Node};
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
    run: |puzzle, _, run| search(puzzle, Order::Row, run),
    ..Entry::TREE
};

/// The children in random order.
pub(super) const RANDOM: Entry = Entry {
    id: "dfs-graph-random-original",
    title: "depth-first graph search of R2, at random",
    about: "Every legal digit in every empty cell of a board makes a child, in random order. The \
            newest board is expanded first, none twice. Nodes are boards expanded.",
    deterministic: false,
    run: |puzzle, _, run| search(puzzle, Order::Random, run),
    ..ROW
};

/// The children by the number of candidates of their cell.
pub(super) const SORTED: Entry = Entry {
    id: "dfs-graph-sorted-original",
    title: "depth-first graph search of R2, sorted",
    about: "Every legal digit in every empty cell of a board makes a child, those of the most \
            constrained cell first. The newest board is expanded first, so the search starts with \
            the least constrained cell; none is expanded twice. Nodes are boards expanded.",
    run: |puzzle, _, run| search(puzzle, Order::Sorted, run),
    ..ROW
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Row,
    Random,
    Sorted,
}

fn search(puzzle: &Puzzle, order: Order, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let mut filling = Placement::new(puzzle);
    let (mut frontier, mut closed) = (Lifo::default(), ClosedSet::default());
    frontier.push(Node { board: filling.snapshot(), cost: 0 }, run)?;
    let mut children: Vec<(usize, Cell, Digit)> = Vec::new();
    while let Some(Node { board, .. }) = frontier.pop(run) {
        if closed.contains(&board) {
            continue;
        }
        run.offer(|| board.clone());
        if !board.contains(&0) {
            return Ok(run.claim(&board));
        }
        run.meter.count(Counter::Expanded)?;
        filling.set_board(&board);
        children.clear();
        for &cell in cells.iter().filter(|&&cell| filling.is_empty(cell)) {
            let legal = filling.legal(cell);
            children.extend(legal.iter().map(|digit| (legal.len(), cell, digit)));
        }
        match order {
            Order::Row => {}
            Order::Random => run.rng.shuffle(&mut children),
            Order::Sorted => children.sort_by_key(|&(candidates, _, _)| candidates),
        }
        for &(_, cell, digit) in &children {
            // A 49x49 board has 100000 children, too many between two polls of the clock.
            run.meter.poll()?;
            run.meter.note(Counter::Generated);
            let mut child = board.clone();
            child[cell.index()] = digit.get();
            if !closed.contains(&child) {
                frontier.push(Node { board: child, cost: 0 }, run)?;
            }
        }
        closed.insert(board, run)?;
    }
    Ok(Stop::ProvedNone)
}
