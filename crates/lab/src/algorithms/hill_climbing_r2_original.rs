//! Hill climbing as R2 ran it, with its two mistakes: it swaps the givens, and for the same reason
//! its cost counts only the conflicts of givens.

use std::collections::HashSet;

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::given_swaps::{Branching, Filled, up_to_nine};
use crate::registry::{Entry, without_edges};

/// By single swaps.
pub(super) const SINGLE: Entry = Entry {
    id: "hill-climbing-r2-original",
    title: "hill climbing that swaps the givens",
    source: "R2: Antaki & Poirier-Morency 2015",
    about: "The free cells are filled in order, each with the smallest digit that its box lacks. \
            Of all swaps of two givens of a box the best is made, ties at random, while it lowers \
            the number of conflicts that givens have in rows and columns (gauge `conflicts`). \
            Nodes are the distinct neighbors generated; a board that comes up again is evaluated \
            again.",
    flaw: Some(
        "It swaps the givens instead of the free cells, and counts only the conflicts of givens: \
         the result is not a filling of the puzzle, and a board without counted conflicts need \
         not be valid.",
    ),
    counters: &[Counter::Generated, Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Generated,
    may_be_wrong: true,
    supports: without_edges,
    run: |puzzle, _, run| climb(puzzle, Branching::Single, run),
    ..Entry::LOCAL
};

/// By combined swaps.
pub(super) const SUPER: Entry = Entry {
    id: "hill-climbing-super-original",
    title: "hill climbing over combined swaps of the givens",
    about: "As `hill-climbing-r2-original`, but a neighbor is a swap of two givens of a box, or \
            one such swap in each box of a band, a stack or a diagonal of boxes. Nodes are the \
            distinct neighbors generated; a board that comes up again is evaluated again.",
    supports: up_to_nine,
    run: |puzzle, _, run| climb(puzzle, Branching::Super, run),
    ..SINGLE
};

fn climb(puzzle: &Puzzle, branching: Branching, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut board = Filled::new(puzzle, branching);
    let mut conflicts = board.conflicts_of_givens();
    // R2's count of explored nodes is the size of a set of boards.
    let mut seen = HashSet::new();
    let mut best = Vec::new();
    loop {
        run.offer(|| board.digits.clone());
        run.at(|| (0, board.digits.clone()));
        run.gauge("conflicts", || vec![f64::from(conflicts)]);
        let (mut least, mut ties) = (u32::MAX, 0);
        board.neighbors(&mut |board, swaps| {
            if !seen.contains(&board.digits) {
                run.meter.keep(board.digits.len() as u64)?;
                run.meter.count(Counter::Generated)?;
                seen.insert(board.digits.clone());
            }
            run.meter.count(Counter::Evaluated)?;
            let after = board.conflicts_of_givens();
            if after < least {
                (least, ties) = (after, 0);
            }
            if after == least {
                // Reservoir sampling: ties have equal chances without a list of them.
                ties += 1;
                if run.rng.below(ties) == 0 {
                    best.clear();
                    best.extend_from_slice(swaps);
                }
            }
            Ok(())
        })?;
        if least >= conflicts {
            break;
        }
        for &swap in &best {
            board.swap(swap);
        }
        conflicts = least;
        run.meter.note(Counter::Accepted);
    }
    Ok(if conflicts == 0 { run.claim(&board.digits) } else { Stop::Stuck })
}
