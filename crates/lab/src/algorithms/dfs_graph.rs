//! Depth-first graph search as R2 ran it, in its three orders.
//!
//! State: a partial filling without conflict. Moves: every legal digit into every empty cell. No
//! cost: the newest state is expanded first, and none twice. So a state of k digits is reached by
//! k! paths, a cell that has no legal digit left is noticed by nobody, and whatever lies below is
//! searched in full. The last child generated is expanded first, so the order `sorted`, by
//! candidates ascending, begins with the least constrained cell.

use quadrille_engine::{Cell, Counter, Digit, Puzzle, Run, Stop};

use crate::board::Placement;
use crate::frontier::{ClosedSet, Frontier, Lifo, Node};
use crate::registry::{Entry, Family, any_board};

const FLAW: &str = "Every node has every legal (cell, digit) as a child: the same boards are \
                    generated in every order of their digits, and a cell without legal digit ends \
                    nothing.";

/// The children in row order.
pub(super) const ROW: Entry = Entry {
    id: "dfs-graph-row-original",
    title: "depth-first graph search of R2, by rows",
    family: Family::Tree,
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "From a board, every legal digit in every empty cell makes a child, in row order; the \
            newest board is expanded first, none twice. Nodes are boards expanded.",
    flaw: Some(FLAW),
    parameters: &[],
    counters: &[Counter::Expanded, Counter::Generated],
    nodes: Counter::Expanded,
    complete: false,
    deterministic: true,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, _, run| or_stop(search(puzzle, Order::Row, run)),
};

/// The children in random order.
pub(super) const RANDOM: Entry = Entry {
    id: "dfs-graph-random-original",
    title: "depth-first graph search of R2, at random",
    about: "From a board, every legal digit in every empty cell makes a child, in random order; \
            the newest board is expanded first, none twice. Nodes are boards expanded.",
    deterministic: false,
    run: |puzzle, _, run| or_stop(search(puzzle, Order::Random, run)),
    ..ROW
};

/// The children by the candidates of their cell.
pub(super) const SORTED: Entry = Entry {
    id: "dfs-graph-sorted-original",
    title: "depth-first graph search of R2, sorted",
    about: "From a board, every legal digit in every empty cell makes a child, those of the most \
            constrained cell first; the newest board is expanded first, which is one of the least \
            constrained cell, and none twice. Nodes are boards expanded.",
    run: |puzzle, _, run| or_stop(search(puzzle, Order::Sorted, run)),
    ..ROW
};

fn or_stop(result: Result<Stop, Stop>) -> Stop {
    result.unwrap_or_else(|stop| stop)
}

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
            // A board of 49x49 has 100 000 children: the clock cannot wait for the next board.
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
