//! Recursive best-first search as R3 tried it: it runs in circles.
//!
//! A board without children returns 0 for "cut off", which its parent takes for the best possible value
//! and enters again. An empty cell without candidates adds nothing to f.

use quadrille_engine::{Cell, Counter, Digit, DigitSet, Puzzle, Run, Stop};

use crate::board::{Outlook, Placement};
use crate::registry::{Entry, Parameters};

pub(super) const ENTRY: Entry = Entry {
    id: "rbfs-original",
    title: "recursive best-first search of R3",
    source: "R3: Trottier & Poitras 2015",
    about: "f = placements made + sum of candidates. Every legal digit in every empty cell makes a \
            child. Nodes are boards expanded, repeated ones included.",
    flaw: Some(
        "The value that means \"cut off\" is 0, which is then taken for the lowest cost: the \
         search enters the same dead end again and again until it reaches a limit.",
    ),
    counters: &[Counter::Expanded, Counter::Generated],
    nodes: Counter::Expanded,
    complete: false,
    run: search,
    ..Entry::TREE
};

const CUT_OFF: u64 = 0;

struct Child {
    cell: Cell,
    digit: Digit,
    cost: u64,
}

struct Search {
    cells: Vec<Cell>,
    filling: Placement,
}

fn search(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let mut search = Search { cells, filling: Placement::new(puzzle) };
    search.expand(0, 0, u64::MAX, run)?;
    Ok(Stop::Stuck)
}

impl Search {
    /// Searches below the present board while nothing there costs more than `bound`.
    ///
    /// # Errors
    /// Returns the reason to stop, including a solution.
    fn expand(
        &mut self,
        depth: u64,
        cost: u64,
        bound: u64,
        run: &mut Run<'_>,
    ) -> Result<u64, Stop> {
        run.offer(|| self.filling.snapshot());
        let outlook = Outlook::of(&self.filling, &self.cells);
        if outlook.empty == 0 {
            return Err(run.claim(&self.filling.snapshot()));
        }
        run.meter.count(Counter::Expanded)?;
        let mut children = Vec::new();
        for &cell in self.cells.iter().filter(|&&cell| self.filling.is_empty(cell)) {
            for digit in self.filling.legal(cell) {
                // Large boards have many children, so the clock is polled for each.
                run.meter.poll()?;
                run.meter.note(Counter::Generated);
                let after = outlook.after(&self.filling, cell, DigitSet::only(digit));
                let own = depth + 1 + u64::from(after.candidates);
                children.push(Child { cell, digit, cost: own.max(cost) });
            }
        }
        let bytes = size_of_val(&children[..]) as u64;
        run.meter.keep(bytes)?;
        let found = self.try_best(depth, &mut children, bound, run);
        run.meter.release(bytes);
        found
    }

    fn try_best(
        &mut self,
        depth: u64,
        children: &mut [Child],
        bound: u64,
        run: &mut Run<'_>,
    ) -> Result<u64, Stop> {
        loop {
            let known = children.iter().enumerate();
            let Some((best, _)) = known.min_by_key(|(index, child)| (child.cost, *index)) else {
                return Ok(CUT_OFF);
            };
            let Child { cell, digit, cost } = children[best];
            if cost > bound {
                return Ok(cost);
            }
            let others = children.iter().enumerate().filter(|&(index, _)| index != best);
            let second = others.map(|(_, child)| child.cost).min().unwrap_or(u64::MAX);
            self.filling.place(cell, DigitSet::only(digit));
            let found = self.expand(depth + 1, cost, bound.min(second), run);
            self.filling.undo(cell);
            children[best].cost = found?;
        }
    }
}
