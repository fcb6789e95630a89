//! Greedy best-first search by the four heuristics of R2, repaired: children of one cell only, and no
//! dead ends.

use quadrille_core::{Cell, Counter, DigitSet, Puzzle, Run, Stop};

use crate::board::{Outlook, Placement};
use crate::frontier::{Best, Frontier};
use crate::heuristic::Heuristic;
use crate::registry::Entry;

/// By the candidates of the cell just filled.
pub(super) const MOST_CONSTRAINED: Entry = Entry {
    id: "greedy-most-constrained",
    title: "greedy search, most constrained cell",
    source: "R2: Antaki & Poirier-Morency 2015, repaired",
    about: "Best-first by the number of candidates of the cell just filled. The children of a \
            board are the legal digits of its most constrained cell; boards with a cell without \
            legal digits are discarded. Nodes are boards expanded.",
    counters: &[Counter::Expanded, Counter::Generated, Counter::Contradiction],
    nodes: Counter::Expanded,
    run: |puzzle, _, run| search(puzzle, Heuristic::MostConstrained, run),
    ..Entry::TREE
};

/// By the cells that are still undecided.
pub(super) const NON_INFERABLE: Entry = Entry {
    id: "greedy-non-inferable",
    title: "greedy search, fewest undecided cells",
    about: "Best-first by the number of empty cells with more than one candidate. The children of \
            a board are the legal digits of its most constrained cell; boards with a cell without \
            legal digits are discarded. Nodes are boards expanded.",
    run: |puzzle, _, run| search(puzzle, Heuristic::NonInferable, run),
    ..MOST_CONSTRAINED
};

/// By the candidates left.
pub(super) const REMAINING: Entry = Entry {
    id: "greedy-remaining",
    title: "greedy search, fewest candidates left",
    about: "Best-first by the sum of candidates over the empty cells. The children of a board are \
            the legal digits of its most constrained cell; boards with a cell without legal \
            digits are discarded. Nodes are boards expanded.",
    run: |puzzle, _, run| search(puzzle, Heuristic::Remaining, run),
    ..MOST_CONSTRAINED
};

/// By the conflicts of the filled board.
pub(super) const CONFLICTS: Entry = Entry {
    id: "greedy-conflicts",
    title: "greedy search, fewest conflicts when filled",
    about: "Best-first by the number of conflicting pairs in rows and columns if every box were \
            filled with its missing digits, the smallest first. The children of a board are the \
            legal digits of its most constrained cell; boards with a cell without legal digits \
            are discarded. Nodes are boards expanded.",
    run: |puzzle, _, run| search(puzzle, Heuristic::Conflicts, run),
    ..MOST_CONSTRAINED
};

fn search(puzzle: &Puzzle, heuristic: Heuristic, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let cost = |filling: &_, cell, digit, after: &_| heuristic.cost(filling, cell, digit, after);
    best_first(puzzle, cost, run)
}

/// Best-first search by a cost that receives the filling, a cell, the digit to place in it, and the
/// outlook after that. The children are those of one cell; dead ends are discarded.
pub(super) fn best_first(
    puzzle: &Puzzle,
    cost: impl Fn(&Placement, Cell, DigitSet, &Outlook) -> u64,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let mut filling = Placement::new(puzzle);
    if Outlook::of(&filling, &cells).dead > 0 {
        run.meter.note(Counter::Contradiction);
        return Ok(Stop::ProvedNone);
    }
    let mut frontier = Best::default();
    frontier.push(filling.snapshot(), 0, run)?;
    while let Some(board) = frontier.pop(run) {
        run.offer(|| board.clone());
        run.at(|| (cells.iter().filter(|cell| board[cell.index()] != 0).count(), board.clone()));
        filling.set_board(&board);
        let Some((cell, digits)) = filling.most_constrained(&cells) else {
            return Ok(run.claim(&board));
        };
        run.meter.count(Counter::Expanded)?;
        let outlook = Outlook::of(&filling, &cells);
        // The largest digit first: ties are expanded newest first, so digits ascend.
        let mut left = digits;
        while let Some(digit) = left.last() {
            let only = DigitSet::only(digit);
            left -= only;
            run.meter.note(Counter::Generated);
            let after = outlook.after(&filling, cell, only);
            if after.dead > 0 {
                run.meter.note(Counter::Contradiction);
                continue;
            }
            let cost = cost(&filling, cell, only, &after);
            let mut child = board.clone();
            child[cell.index()] = digit.get();
            frontier.push(child, cost, run)?;
        }
    }
    Ok(Stop::ProvedNone)
}
