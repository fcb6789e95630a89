//! Hill climbing as R2 ran it, with its two mistakes.
//!
//! The set of cells that a move may touch was inverted, so it swaps givens; for the same reason the
//! cost counts only the conflicts of givens.

use std::collections::HashSet;

use quadrille_engine::{Cell, Counter, Geometry, Puzzle, Run, Snapshot, Stop};

use crate::board::fill_ascending;
use crate::registry::{Entry, Parameters, without_edges};

pub(super) const ENTRY: Entry = Entry {
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
    run: climb,
    ..Entry::LOCAL
};

/// A filled board with the counts of digits in rows and columns.
struct Filled {
    geometry: &'static Geometry,
    digits: Snapshot,
    /// Lines, then digits: rows first, then columns.
    counts: Vec<u16>,
    givens: Vec<Cell>,
}

impl Filled {
    fn new(puzzle: &Puzzle) -> Self {
        let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
        let mut digits = puzzle.givens().snapshot();
        fill_ascending(&mut digits, geometry);
        let mut counts = vec![0; 2 * side * (side + 1)];
        for cell in geometry.cells() {
            for line in &geometry.houses_of(cell)[..2] {
                counts[line * (side + 1) + usize::from(digits[cell.index()])] += 1;
            }
        }
        let givens = puzzle.givens().filled().map(|(cell, _)| cell).collect();
        Self { geometry, digits, counts, givens }
    }

    fn swap(&mut self, a: Cell, b: Cell) {
        let width = self.geometry.side() + 1;
        let (x, y) = (self.digits[a.index()], self.digits[b.index()]);
        for (cell, gone, come) in [(a, x, y), (b, y, x)] {
            for line in &self.geometry.houses_of(cell)[..2] {
                self.counts[line * width + usize::from(gone)] -= 1;
                self.counts[line * width + usize::from(come)] += 1;
            }
        }
        self.digits.swap(a.index(), b.index());
    }

    /// Returns the number of conflicts of givens with any cell in their rows and columns.
    fn conflicts(&self) -> u32 {
        let width = self.geometry.side() + 1;
        let of_cell = |cell: &Cell| -> u32 {
            let digit = usize::from(self.digits[cell.index()]);
            let lines = &self.geometry.houses_of(*cell)[..2];
            lines.iter().map(|line| u32::from(self.counts[line * width + digit]) - 1).sum()
        };
        self.givens.iter().map(of_cell).sum()
    }
}

fn climb(puzzle: &Puzzle, _: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut board = Filled::new(puzzle);
    let mut swaps = Vec::new();
    for own in puzzle.geometry().houses().skip(2 * puzzle.shape().side()) {
        let given = |cell: &&Cell| puzzle.givens().get(**cell).is_some();
        let cells: Vec<Cell> = own.iter().filter(given).copied().collect();
        for (index, &a) in cells.iter().enumerate() {
            swaps.extend(cells[index + 1..].iter().map(|&b| (a, b)));
        }
    }
    let mut conflicts = board.conflicts();
    // R2's count of explored nodes is the size of a set of boards.
    let mut seen = HashSet::new();
    let mut best = Vec::with_capacity(swaps.len());
    loop {
        run.offer(|| board.digits.clone());
        run.gauge("conflicts", || vec![f64::from(conflicts)]);
        let mut least = u32::MAX;
        for &(a, b) in &swaps {
            board.swap(a, b);
            if !seen.contains(&board.digits) {
                run.meter.keep(board.digits.len() as u64)?;
                run.meter.count(Counter::Generated)?;
                seen.insert(board.digits.clone());
            }
            run.meter.count(Counter::Evaluated)?;
            let after = board.conflicts();
            board.swap(a, b);
            if after < least {
                least = after;
                best.clear();
            }
            if after == least {
                best.push((a, b));
            }
        }
        if least >= conflicts {
            break;
        }
        let &(a, b) = run.rng.pick(&best).expect("a least one was found");
        board.swap(a, b);
        conflicts = least;
        run.meter.note(Counter::Accepted);
    }
    Ok(if conflicts == 0 { run.claim(&board.digits) } else { Stop::Stuck })
}
