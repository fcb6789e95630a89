//! Search by elimination (R2), repaired, with bit sets and with products of primes.
//!
//! A cell that would lose its last candidate is a contradiction, which also catches two equal singles
//! in a house.

use quadrille_core::{Counter, DigitSet, Puzzle, Run, Stop};

use crate::board::{CandidateCode, Contradictions, Elimination, PrimeProduct, SetGrid};
use crate::frontier::{Best, Frontier, State};
use crate::registry::{Entry, any_board};

/// The newest state first.
pub(super) const DFS: Entry = Entry {
    id: "elimination-dfs",
    title: "elimination, depth first",
    source: "R2: Antaki & Poirier-Morency 2015, repaired",
    about: "Candidates are reduced by naked singles. The cell with the fewest candidates is \
            guessed, digits ascending; a contradiction discards the state, and the newest state \
            is expanded first. Nodes are states expanded.",
    counters: &[Counter::Expanded, Counter::Generated, Counter::Contradiction],
    nodes: Counter::Expanded,
    run: |puzzle, _, run| search::<DigitSet>(puzzle, &mut Vec::new(), run),
    ..Entry::TREE
};

/// The state with the fewest candidates first.
pub(super) const BEST_FIRST: Entry = Entry {
    id: "elimination-best-first",
    title: "elimination, best first",
    about: "Candidates are reduced by naked singles. The cell with the fewest candidates is \
            guessed; a contradiction discards the state. The state with the smallest sum of set \
            sizes is expanded first; ties go to the newest. Nodes are states expanded.",
    run: |puzzle, _, run| search::<DigitSet>(puzzle, &mut Best::default(), run),
    ..DFS
};

/// Best first, with sets as products of primes.
pub(super) const PRIMES: Entry = Entry {
    id: "elimination-primes",
    title: "elimination, sets as products of primes",
    source: "R2: Antaki & Poirier-Morency 2015, proposed there but not built",
    about: "Expands the same states as elimination-best-first, but stores a set of candidates as \
            the product of its digits' primes: dividing removes a digit, and a remainder shows \
            that it is absent. For sides up to 15, whose product fits into 64 bits. Nodes are \
            states expanded.",
    supports: |puzzle| any_board(puzzle) && puzzle.shape().side() <= PrimeProduct::MAX_SIDE,
    run: |puzzle, _, run| search::<PrimeProduct>(puzzle, &mut Best::default(), run),
    ..DFS
};

impl<C: CandidateCode> State for SetGrid<C> {
    fn owned_bytes(&self) -> usize {
        size_of_val(self.sets())
    }
}

fn search<C: CandidateCode>(
    puzzle: &Puzzle,
    frontier: &mut impl Frontier<SetGrid<C>>,
    run: &mut Run<'_>,
) -> Result<Stop, Stop> {
    let elimination = Elimination::new(puzzle, Contradictions::Seen);
    let Some(start) = elimination.start::<C>(puzzle) else {
        run.meter.note(Counter::Contradiction);
        return Ok(Stop::ProvedNone);
    };
    let total = start.total();
    frontier.push(start, total, run)?;
    while let Some(grid) = frontier.pop(run) {
        run.offer(|| grid.snapshot());
        run.at(|| {
            let board = grid.snapshot();
            (board.iter().filter(|&&digit| digit != 0).count(), board)
        });
        let Some(cell) = grid.tightest() else {
            return Ok(run.claim(&grid.snapshot()));
        };
        run.meter.count(Counter::Expanded)?;
        // The largest digit first: the newest state is expanded first, so digits ascend.
        let mut left = grid.sets()[cell.index()].digits();
        while let Some(digit) = left.last() {
            left -= DigitSet::only(digit);
            run.meter.poll()?;
            run.meter.note(Counter::Generated);
            match elimination.put(&grid, cell, digit) {
                Some(child) => {
                    let total = child.total();
                    frontier.push(child, total, run)?;
                }
                None => run.meter.note(Counter::Contradiction),
            }
        }
    }
    Ok(Stop::ProvedNone)
}
