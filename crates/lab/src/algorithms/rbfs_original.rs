//! Recursive best-first search as R3's program ran it.
//!
//! f is the largest of g + h on the path, where h is the number of candidates of the cell just filled.
//! The program means to start with the sum of all candidates, but stores nothing there.

use quadrille_core::{Cell, Counter, Digit, DigitSet, Puzzle, Run, Stop};

use crate::board::Placement;
use crate::registry::{Entry, Key, Parameters};

const LIMIT: Key<i64> = Key::integer(
    "limit",
    0..=1_000_000_000,
    0,
    "visits at which the program's own limit is reached, 0 for none; the report's runs had 1000",
);

pub(super) const ENTRY: Entry = Entry {
    id: "rbfs-original",
    title: "recursive best-first search of R3",
    source: "R3: Trottier & Poitras 2015",
    about: "f = placements made + candidates of the cell just filled, counted before, and at \
            least that of the parent. Every legal digit in every empty cell makes a child. Nodes \
            are boards visited, repeated ones included (gauge `board`).",
    flaw: Some(
        "Every node has every legal (cell, digit) as a child, and the cost hardly guides the \
         search. When the program's own limit is reached, -1 is returned for \"cut off\" and taken \
         for a cost below every other: the same child is entered for ever.",
    ),
    parameters: &[LIMIT.parameter],
    counters: &[Counter::Expanded, Counter::Generated],
    nodes: Counter::Expanded,
    complete: false,
    run: search,
    ..Entry::TREE
};

/// What a visit returns when the program's own limit is reached.
const CUT_OFF: i64 = -1;
const INFINITY: i64 = i64::MAX;

struct Child {
    cell: Cell,
    digit: Digit,
    cost: i64,
}

struct Search {
    cells: Vec<Cell>,
    filling: Placement,
    limit: i64,
    visits: i64,
}

fn search(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
    let filling = Placement::new(puzzle);
    let mut search = Search { cells, filling, limit: parameters.get(&LIMIT), visits: 0 };
    search.visit(0, 0, INFINITY, run)?;
    Ok(Stop::Stuck)
}

impl Search {
    /// Searches below the present board while nothing there costs more than `bound`. Returns the
    /// least cost found beyond it.
    ///
    /// # Errors
    /// Returns the reason to stop, including a solution.
    fn visit(&mut self, depth: i64, cost: i64, bound: i64, run: &mut Run<'_>) -> Result<i64, Stop> {
        self.visits = self.visits.saturating_add(1);
        if self.limit > 0 && self.visits >= self.limit {
            run.meter.count(Counter::Expanded)?;
            return Ok(CUT_OFF);
        }
        run.offer(|| self.filling.snapshot());
        run.at(|| (depth as usize, self.filling.snapshot()));
        run.gauge("board", || self.filling.snapshot().iter().map(|&d| f64::from(d)).collect());
        if self.cells.iter().all(|&cell| !self.filling.is_empty(cell)) {
            return Err(run.claim(&self.filling.snapshot()));
        }
        run.meter.count(Counter::Expanded)?;
        let mut children = Vec::new();
        for &cell in self.cells.iter().filter(|&&cell| self.filling.is_empty(cell)) {
            let legal = self.filling.legal(cell);
            let own = depth + 1 + legal.len() as i64;
            for digit in legal {
                // Large boards have many children, so the clock is polled for each.
                run.meter.poll()?;
                run.meter.note(Counter::Generated);
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
        depth: i64,
        children: &mut [Child],
        bound: i64,
        run: &mut Run<'_>,
    ) -> Result<i64, Stop> {
        if children.is_empty() {
            return Ok(INFINITY);
        }
        loop {
            // Stable, like the program's: a child that stays among the best stays in front of its
            // equals.
            children.sort_by_key(|child| child.cost);
            let Child { cell, digit, cost } = children[0];
            if cost > bound {
                return Ok(cost);
            }
            let second = children.get(1).map_or(INFINITY, |child| child.cost);
            self.filling.place(cell, DigitSet::only(digit));
            let found = self.visit(depth + 1, cost, bound.min(second), run);
            self.filling.undo(cell);
            children[0].cost = found?;
        }
    }
}
