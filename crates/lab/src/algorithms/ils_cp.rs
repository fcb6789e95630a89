//! Iterated local search with perturbation by constraint propagation (Musliu & Winter).
//!
//! The local search is min-conflicts with a tabu list: a random free cell in conflict is swapped with
//! the best cell of its box. When it stagnates, the board is perturbed: all cells in conflict and a
//! random part of the others are emptied, the rest is propagated, and a short depth-first search fills
//! as many cells as it can; the remaining digits are placed at random within their boxes. A board that
//! has become worse is kept only with a small probability.

use quadrille_core::{Cell, Counter, Digit, DigitSet, Puzzle, Rng, Run, Snapshot, Stop};

use crate::board::{BoxPermutation, CandidateGrid, Mark, Start, Swap};
use crate::registry::{Entry, Key, Parameters, Scale};

const PATIENCE: Key<i64> = Key::integer(
    "patience",
    1..=1_000_000_000,
    200,
    "steps of the local search without a better board, before a perturbation",
)
.on(Scale::log(5.0, 100_000.0));
const EMPTIED: Key<f64> = Key::real(
    "emptied",
    0.0..=1.0,
    0.5,
    "share of the cells without conflict that a perturbation empties too",
)
.on(Scale::linear(0.0, 1.0));
const GUESSES: Key<i64> = Key::integer(
    "guesses",
    0..=1_000_000_000,
    100,
    "guesses that the tree search of a perturbation may make",
)
.on(Scale::log(0.0, 100_000.0));
const ACCEPT: Key<f64> = Key::real(
    "accept",
    0.0..=1.0,
    0.05,
    "chance that a perturbed board is kept although it has become worse",
)
.on(Scale::log(0.001, 1.0));

pub(super) const ENTRY: Entry = Entry {
    id: "ils-cp",
    title: "iterated local search with propagation",
    source: "Musliu & Winter, A hybrid approach for the sudoku problem: using constraint \
             programming in iterated local search, IEEE Intelligent Systems 2017",
    about: "Cells in conflict are swapped within their boxes by min-conflicts with a short tabu \
            list. When that stagnates, the cells in conflict and part of the others are emptied, \
            the rest is propagated and a short tree search completes what it can, and \
            the local search resumes from there. Nodes are swaps evaluated; `branch` counts the \
            guesses of the tree search.",
    parameters: &[
        Start::KEY.parameter,
        PATIENCE.parameter,
        EMPTIED.parameter,
        GUESSES.parameter,
        ACCEPT.parameter,
    ],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Branch, Counter::Restart],
    run: search,
    ..Entry::LOCAL
};

/// Steps for which a swap is tabu.
const TENURE: u64 = 10;

fn search(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (patience, accept) = (parameters.get(&PATIENCE), parameters.get(&ACCEPT));
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    let mut perturbation = Perturbation::new(puzzle, parameters)?;
    run.offer(|| board.snapshot());
    if board.cost() > 0 && board.swaps().is_empty() {
        return Ok(Stop::Stuck);
    }
    let mut local = Local::new(puzzle, &board);
    let mut best = board.cost();
    // The board to return to when a perturbation fails.
    let (mut kept, mut kept_cost) = (board.snapshot(), board.cost());
    while board.cost() > 0 {
        local.descend(&mut board, patience, &mut best, run)?;
        if board.cost() == 0 {
            break;
        }
        if board.cost() <= kept_cost || run.rng.fraction() < accept {
            (kept, kept_cost) = (board.snapshot(), board.cost());
        } else {
            board.fill_keeping(&kept, &mut run.rng);
        }
        run.meter.restarted();
        perturbation.perturb(&mut board, run)?;
        if board.cost() < best {
            best = board.cost();
            run.offer(|| board.snapshot());
        }
    }
    Ok(run.claim(&board.snapshot()))
}

/// Min-conflicts with a tabu list.
struct Local {
    /// The cells that have a swap.
    movable: Vec<Cell>,
    /// For each cell, the indices of the swaps that it takes part in.
    swaps_of: Vec<Vec<u32>>,
    /// For each swap, the last step at which it is tabu.
    barred_to: Vec<u64>,
    step: u64,
    ties: Vec<(u32, Swap)>,
}

impl Local {
    fn new(puzzle: &Puzzle, board: &BoxPermutation) -> Self {
        let mut swaps_of = vec![Vec::new(); puzzle.shape().cells()];
        for (index, swap) in board.swaps().iter().enumerate() {
            for cell in swap.cells() {
                swaps_of[cell.index()].push(index as u32);
            }
        }
        let movable = |cell: &Cell| !swaps_of[cell.index()].is_empty();
        Self {
            movable: puzzle.geometry().cells().filter(movable).collect(),
            barred_to: vec![0; board.swaps().len()],
            swaps_of,
            step: 0,
            ties: Vec::new(),
        }
    }

    /// Returns the next cell in conflict from a random place on. This slightly favors cells after
    /// long stretches without conflict, but needs no list.
    fn in_conflict(&self, board: &BoxPermutation, rng: &mut Rng) -> Option<Cell> {
        let (before, from) = self.movable.split_at(rng.below(self.movable.len()));
        from.iter().chain(before).copied().find(|&cell| board.is_in_conflict(cell))
    }

    /// Steps until `patience` steps in a row have not improved this descent.
    fn descend(
        &mut self,
        board: &mut BoxPermutation,
        patience: i64,
        best: &mut u32,
        run: &mut Run<'_>,
    ) -> Result<(), Stop> {
        let (mut least_here, mut idle) = (board.cost(), 0);
        while board.cost() > 0 && idle < patience {
            self.step += 1;
            idle += 1;
            let Some(cell) = self.in_conflict(board, &mut run.rng) else { return Ok(()) };
            let swaps = &self.swaps_of[cell.index()];
            run.meter.count_many(Counter::Evaluated, swaps.len() as u64)?;
            let mut least = i32::MAX;
            // Below this change, tabu swaps are allowed.
            let wanted = *best as i32 - board.cost() as i32;
            self.ties.clear();
            for &index in swaps {
                let swap = board.swaps()[index as usize];
                let delta = board.delta(swap);
                if self.barred_to[index as usize] >= self.step && delta >= wanted {
                    continue;
                }
                if delta < least {
                    least = delta;
                    self.ties.clear();
                }
                if delta == least {
                    self.ties.push((index, swap));
                }
            }
            let Some(&(index, swap)) = run.rng.pick(&self.ties) else { continue };
            self.barred_to[index as usize] = self.step + TENURE;
            board.apply(swap, least);
            run.meter.note(Counter::Accepted);
            run.at(|| (0, board.snapshot()));
            if board.cost() < least_here {
                (least_here, idle) = (board.cost(), 0);
                if least_here < *best {
                    *best = least_here;
                    run.offer(|| board.snapshot());
                }
            }
        }
        Ok(())
    }
}

/// Empties cells, propagates and completes the board.
struct Perturbation {
    grid: CandidateGrid,
    /// The state with only the puzzle assigned.
    begin: Mark,
    share: f64,
    guesses: i64,
    free: Vec<Cell>,
    /// The largest number of cells that the tree search has filled, and the board.
    fullest: (usize, Snapshot),
}

impl Perturbation {
    fn new(puzzle: &Puzzle, parameters: &Parameters) -> Result<Self, Stop> {
        let grid = CandidateGrid::propagated(puzzle).ok_or(Stop::ProvedNone)?;
        Ok(Self {
            begin: grid.mark(),
            grid,
            share: parameters.get(&EMPTIED),
            guesses: parameters.get(&GUESSES),
            free: puzzle.givens().empty_cells().collect(),
            fullest: (0, puzzle.givens().snapshot()),
        })
    }

    fn perturb(&mut self, board: &mut BoxPermutation, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.count(Counter::Evaluated)?;
        self.grid.undo_to(self.begin);
        run.rng.shuffle(&mut self.free);
        for &cell in &self.free {
            if board.is_in_conflict(cell) || run.rng.fraction() < self.share {
                continue;
            }
            // Cells that contradict the digits kept so far are emptied too.
            let digit = Digit::new(board.digit(cell)).filter(|&d| self.grid.get(cell).contains(d));
            let Some(digit) = digit else { continue };
            let before = self.grid.mark();
            if !self.grid.try_assign(cell, digit) {
                self.grid.undo_to(before);
            }
        }
        self.fullest.0 = 0;
        let mut left = self.guesses;
        self.complete(&mut left, run)?;
        board.fill_keeping(&self.fullest.1, &mut run.rng);
        Ok(())
    }

    /// Fills the open cells depth first; returns whether all are filled.
    fn complete(&mut self, left: &mut i64, run: &mut Run<'_>) -> Result<bool, Stop> {
        let filled = self.grid.sets().iter().filter(|set| set.single().is_some()).count();
        if filled > self.fullest.0 {
            self.fullest = (filled, self.grid.snapshot());
        }
        let Some(cell) = self.grid.most_constrained() else { return Ok(true) };
        let mut open = self.grid.get(cell);
        while !open.is_empty() && *left > 0 {
            *left -= 1;
            run.meter.count(Counter::Branch)?;
            let digit = open.iter().nth(run.rng.below(open.len())).expect("below its length");
            open -= DigitSet::only(digit);
            let before = self.grid.mark();
            if self.grid.try_assign(cell, digit) && self.complete(left, run)? {
                return Ok(true);
            }
            self.grid.undo_to(before);
        }
        Ok(false)
    }
}
