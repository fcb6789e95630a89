//! Recursive best-first search (Korf 1993; tried by R3), repaired.
//!
//! Only the path to the present board and the values of its siblings are kept: when all children look
//! worse than the best alternative elsewhere, the search backs up, stores what it learned as one value,
//! and generates those boards again when it returns.
//!
//! f is infinite for a board with an empty cell without candidates. Otherwise a placement raises g by
//! one and removes at least the candidates of its own cell, so f never grows on the way down: the
//! search never backs up before a dead end, and expands the same boards as greedy-remaining.

use quadrille_core::{Cell, Counter, DigitSet, Puzzle, Run, Stop};

use crate::board::{Outlook, Placement};
use crate::registry::{Entry, Parameters};

pub(super) const ENTRY: Entry = Entry {
    id: "rbfs",
    title: "recursive best-first search",
    source: "R3: Trottier & Poitras 2015, repaired; Korf, Linear-space best-first search, 1993",
    about: "f = placements made + sum of candidates. Only one path and the values beside it are \
            kept, so memory grows only with the depth; what is worse than the best alternative is \
            dropped and generated again later. The children of a board are the legal digits of \
            its most constrained cell. Nodes are boards expanded, repeated ones included.",
    counters: &[Counter::Expanded, Counter::Generated, Counter::Contradiction],
    nodes: Counter::Expanded,
    run: search,
    ..Entry::TREE
};

/// What is known about solutions below a board. R3 returned plain numbers, one of which meant "cut
/// off" and was taken for a cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bound {
    /// They cost at least this much, if there are any.
    AtLeast(u64),
    /// There are none.
    Hopeless,
}

struct Child {
    digit: DigitSet,
    /// f of the board itself.
    own: Bound,
    /// What is known about it so far.
    stored: Bound,
}

struct Search {
    cells: Vec<Cell>,
    filling: Placement,
}

fn search(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let mut search = Search { cells, filling: Placement::new(puzzle) };
    let own = bound_of(0, &Outlook::of(&search.filling, &search.cells));
    match search.expand(0, own, own, Bound::Hopeless, run)? {
        Bound::Hopeless => Ok(Stop::ProvedNone),
        Bound::AtLeast(cost) => unreachable!("nothing bounds the root, yet it gave up at {cost}"),
    }
}

/// Returns f of a board after that many placements.
fn bound_of(depth: u64, outlook: &Outlook) -> Bound {
    match outlook.dead {
        0 => Bound::AtLeast(depth + u64::from(outlook.candidates)),
        _ => Bound::Hopeless,
    }
}

impl Search {
    /// Searches below the present board while nothing there is worse than `bound`; returns what it
    /// has learned.
    ///
    /// # Errors
    /// Returns the reason to stop, including a solution.
    fn expand(
        &mut self,
        depth: u64,
        own: Bound,
        stored: Bound,
        bound: Bound,
        run: &mut Run<'_>,
    ) -> Result<Bound, Stop> {
        if own == Bound::Hopeless {
            run.meter.note(Counter::Contradiction);
            return Ok(Bound::Hopeless);
        }
        run.offer(|| self.filling.snapshot());
        run.at(|| (depth as usize, self.filling.snapshot()));
        let Some((cell, digits)) = self.filling.most_constrained(&self.cells) else {
            return Err(run.claim(&self.filling.snapshot()));
        };
        run.meter.count(Counter::Expanded)?;
        let outlook = Outlook::of(&self.filling, &self.cells);
        let mut children = Vec::with_capacity(digits.len());
        for digit in digits {
            run.meter.note(Counter::Generated);
            let digit = DigitSet::only(digit);
            let child = bound_of(depth + 1, &outlook.after(&self.filling, cell, digit));
            match child {
                Bound::Hopeless => run.meter.note(Counter::Contradiction),
                // A board expanded before knows more than its own f, and its children inherit that.
                _ if own < stored => {
                    children.push(Child { digit, own: child, stored: child.max(stored) });
                }
                _ => children.push(Child { digit, own: child, stored: child }),
            }
        }
        let bytes = size_of_val(&children[..]) as u64;
        run.meter.keep(bytes)?;
        let found = self.try_best(depth, cell, &mut children, bound, run);
        run.meter.release(bytes);
        found
    }

    /// Expands the best child repeatedly, until the best is worse than `bound`.
    fn try_best(
        &mut self,
        depth: u64,
        cell: Cell,
        children: &mut [Child],
        bound: Bound,
        run: &mut Run<'_>,
    ) -> Result<Bound, Stop> {
        loop {
            let known = children.iter().enumerate();
            let Some((best, _)) = known.min_by_key(|(index, child)| (child.stored, *index)) else {
                return Ok(Bound::Hopeless);
            };
            let stored = children[best].stored;
            if stored > bound || stored == Bound::Hopeless {
                return Ok(stored);
            }
            let others = children.iter().enumerate().filter(|&(index, _)| index != best);
            let second = others.map(|(_, child)| child.stored).min().unwrap_or(Bound::Hopeless);
            let (digit, own) = (children[best].digit, children[best].own);
            self.filling.place(cell, digit);
            let found = self.expand(depth + 1, own, stored, bound.min(second), run);
            self.filling.undo(cell);
            children[best].stored = found?;
        }
    }
}
