//! 9x9 puzzles whose givens are exactly the cells of a pattern.
//!
//! A solved grid fills the pattern, which leaves many solutions. A *walk* then changes one given at a
//! time: without that given, the puzzle has more solutions, and one question finds how many of
//! them have each digit in its cell. The given becomes a digit that leaves few, until there is one
//! solution. Several walks of an item ask together; the first that arrives ends it.

use std::ops::{ControlFlow, Range};

use quadrille_core::Rng;
use quadrille_core::internal::ValidNine;
use quadrille_core::kernel::batch::{self, Boards};
use quadrille_core::{Meter, Stop};
use quadrille_simd::{Limits, Masks};

use super::attempt::Draft;
use super::cells::{Cells, each};
use super::reduction::{masks, masks_without};
use crate::grids;

/// Walks of an item: one for each lane of the widest backend.
const WALKS: u64 = 32;

/// A walk that has not come to fewer solutions for that many steps starts again.
const PATIENCE: u32 = 200;

/// The most solutions that are counted for a step.
const MOST_COUNTED: u64 = 2000;

/// Makes items, given what makes a puzzle of a draft, unless it is filtered out.
pub(super) fn make<M>(
    pattern: Cells,
    minimal: bool,
    indices: Range<u64>,
    stream: impl Fn(u64, u64) -> Rng,
    finish: impl Fn(u64, &Draft, &mut Meter<'_>) -> Option<M>,
    meter: &mut Meter<'_>,
) -> (Vec<Option<M>>, Option<Stop>) {
    let (mut all, mut limit) = (Vec::new(), None);
    for index in indices {
        let mut own = meter.renewed();
        let walks = (0..WALKS).map(|walk| Walk::new(pattern, stream(index, walk))).collect();
        let made = run(walks, minimal, |draft, meter| finish(index, draft, meter), &mut own);
        meter.add(&own);
        limit = limit.or(made.as_ref().err().copied());
        all.push(made.ok());
    }
    (all, limit)
}

/// Continues the walks of an item until one of them arrives at a puzzle that is wanted.
fn run<M>(
    mut walks: Vec<Walk>,
    minimal: bool,
    finish: impl Fn(&Draft, &mut Meter<'_>) -> Option<M>,
    meter: &mut Meter<'_>,
) -> Result<M, Stop> {
    loop {
        meter.poll_now()?;
        let boards: Vec<Masks> = walks.iter_mut().map(Walk::ask).collect();
        // All walks of a round count up to the same number.
        let most = walks.iter().map(Walk::wanted).max().unwrap_or(1).min(MOST_COUNTED);
        let mut sink = Tallied { walks: &mut walks, all: true };
        batch::run(Boards::Masks(&boards), Limits::solutions(most), meter.cancel_flag(), &mut sink);
        if !sink.all {
            return Err(Stop::Cancelled);
        }
        for walk in &mut walks {
            if !walk.step(most) {
                continue;
            }
            let is_minimal = is_minimal(walk, meter)?;
            if (is_minimal || !minimal)
                && let Some(made) = finish(&walk.draft(is_minimal), meter)
            {
                return Ok(made);
            }
            walk.restart();
        }
    }
}

/// Returns whether the puzzle of a walk that has arrived needs all of its givens.
fn is_minimal(walk: &Walk, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    let given = walk.grid.map(|digit| 1 << (digit - 1));
    let boards: Vec<Masks> =
        each(walk.pattern).map(|cell| masks_without(&given, walk.pattern, cell)).collect();
    let mut sink = Needed { count: 0, all: true };
    batch::run(Boards::Masks(&boards), Limits::solutions(1), meter.cancel_flag(), &mut sink);
    if sink.all { Ok(sink.count == boards.len()) } else { Err(Stop::Cancelled) }
}

struct Walk {
    pattern: Cells,
    cells: Vec<usize>,
    rng: Rng,
    /// A solution of the puzzle.
    grid: [u8; 81],
    /// Number of solutions; [`MOST_COUNTED`] if there may be more.
    solutions: u64,
    /// The cell in question.
    cell: usize,
    /// For each digit in that cell, the number of solutions found and the first one.
    tally: [(u64, [u8; 81]); 9],
    /// Steps since the number of solutions fell.
    idle: u32,
}

impl Walk {
    fn new(pattern: Cells, rng: Rng) -> Self {
        let cells = each(pattern).collect();
        let tally = [(0, [0; 81]); 9];
        let grid = [0; 81];
        let mut new = Self { pattern, cells, rng, grid, solutions: 0, cell: 0, tally, idle: 0 };
        new.restart();
        new
    }

    fn restart(&mut self) {
        self.grid = grids::nine(&mut self.rng);
        self.solutions = MOST_COUNTED;
        self.idle = 0;
    }

    /// Returns the board without one given.
    fn ask(&mut self) -> Masks {
        self.cell = self.cells[self.rng.below(self.cells.len())];
        for (count, _) in &mut self.tally {
            *count = 0;
        }
        masks(&self.grid.map(|digit| 1 << (digit - 1)), self.pattern & !(1 << self.cell))
    }

    /// Returns how many solutions should be counted to find a digit with fewer than now.
    fn wanted(&self) -> u64 {
        30 * self.solutions + 100
    }

    /// Takes the tally, in which no more than `most` solutions are counted. Returns whether the
    /// puzzle has one solution now.
    fn step(&mut self, most: u64) -> bool {
        let now = usize::from(self.grid[self.cell]) - 1;
        let total: u64 = self.tally.iter().map(|(count, _)| count).sum();
        let is_complete = total < most;
        if is_complete && self.tally[now].0 == 1 {
            self.grid = self.tally[now].1;
            self.solutions = 1;
            return true;
        }
        self.idle += 1;
        // If not all solutions were counted, there is no telling; any change may help.
        let bound = if is_complete { self.tally[now].0 } else { u64::MAX };
        let others = (0..9).filter(|&digit| digit != now && self.tally[digit].0 > 0);
        let fewest = others.clone().map(|digit| self.tally[digit].0).min();
        if let Some(fewest) = fewest.filter(|&fewest| fewest <= bound) {
            let best: Vec<usize> = others.filter(|&digit| self.tally[digit].0 == fewest).collect();
            let digit = best[self.rng.below(best.len())];
            self.grid = self.tally[digit].1;
            let solutions = if is_complete { fewest } else { MOST_COUNTED };
            if solutions < self.solutions {
                self.idle = 0;
            }
            self.solutions = solutions;
            if is_complete && fewest == 1 {
                return true;
            }
        } else {
            self.solutions = bound.min(MOST_COUNTED);
        }
        if self.idle > PATIENCE {
            self.restart();
        }
        false
    }

    fn draft(&self, minimal: bool) -> Draft {
        Draft { grid: self.grid, givens: self.pattern, minimal, weight: None }
    }
}

/// Tallies the solutions of each walk's board by the digit in the cell in question.
struct Tallied<'a> {
    walks: &'a mut [Walk],
    all: bool,
}

impl batch::Sink for Tallied<'_> {
    fn solution(&mut self, index: usize, _: u64, valid: &ValidNine<'_>) -> ControlFlow<()> {
        let walk = &mut self.walks[index];
        let digits = valid.digits();
        let (count, first) = &mut walk.tally[usize::from(digits[walk.cell]) - 1];
        if *count == 0 {
            *first = *digits;
        }
        *count += 1;
        ControlFlow::Continue(())
    }

    fn done(&mut self, _: usize, _: u64, decided: bool, _: u64) {
        self.all &= decided;
    }
}

/// Counts the boards that have a solution.
struct Needed {
    count: usize,
    all: bool,
}

impl batch::Sink for Needed {
    fn solution(&mut self, _: usize, _: u64, _: &ValidNine<'_>) -> ControlFlow<()> {
        self.count += 1;
        ControlFlow::Continue(())
    }

    fn done(&mut self, _: usize, _: u64, decided: bool, _: u64) {
        self.all &= decided;
    }
}
