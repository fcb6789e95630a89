//! Iterated local search with a perturbation by constraint propagation (Musliu & Winter).
//!
//! State: each box holds its missing digits in some order. Moves of the local search: a random free
//! cell in conflict is swapped with the cell of its box that gives the least cost (min-conflicts),
//! a swap made just before being tabu, unless it gives the best board so far. Cost: digits missing
//! over rows and columns (plus violated edges). When that stands still, the board is perturbed: all
//! cells in conflict and a random part of the others are emptied, the rest is propagated, and a
//! short depth-first search fills in as much as it can; what stays empty is dealt out at random
//! within the boxes. A board that has become worse is kept with a small chance only.

use quadrille_engine::{Cell, Counter, Digit, DigitSet, Puzzle, Rng, Run, Snapshot, Stop};

use crate::board::{
    Assigned, BoxPermutation, CandidateGrid, Mark, Propagation, Start, Swap, Uncounted,
};
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "ils-cp",
    title: "iterated local search with propagation",
    family: Family::Local,
    source: "Musliu & Winter, A hybrid approach for the sudoku problem: using constraint \
             programming in iterated local search, IEEE Intelligent Systems 2017",
    about: "Cells in conflict are swapped within their boxes by min-conflicts with a short tabu \
            list. When that stands still, the cells in conflict and a part of the others are \
            emptied, what is left is propagated and completed by a short tree search as far as it \
            goes, and the local search goes on from there. Nodes are swaps evaluated; `branch` \
            counts the guesses of the tree search.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "patience",
            kind: Kind::Integer(1, 1_000_000_000),
            default: Value::Integer(200),
            help: "steps of the local search without a better board, before a perturbation",
        },
        Parameter {
            name: "emptied",
            kind: Kind::Real(0.0, 1.0),
            default: Value::Real(0.5),
            help: "share of the cells without conflict that a perturbation empties too",
        },
        Parameter {
            name: "guesses",
            kind: Kind::Integer(0, 1_000_000_000),
            default: Value::Integer(100),
            help: "guesses that the tree search of a perturbation may make",
        },
        Parameter {
            name: "accept",
            kind: Kind::Real(0.0, 1.0),
            default: Value::Real(0.05),
            help: "chance that a perturbed board is kept although it has become worse",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Branch, Counter::Restart],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| search(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

/// Steps that a swap is tabu.
const TENURE: u64 = 10;

fn search(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (patience, accept) = (parameters.integer("patience"), parameters.real("accept"));
    let Some((mut board, mut perturbation)) =
        BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)
            .zip(Perturbation::new(puzzle, parameters))
    else {
        return Ok(Stop::ProvedNone);
    };
    run.offer(|| board.snapshot());
    if board.cost() > 0 && board.swaps().is_empty() {
        return Ok(Stop::Stuck);
    }
    let mut local = Local::new(puzzle, &board);
    let mut best = board.cost();
    // The board that a failed perturbation goes back to.
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
    /// For each cell, the swaps that it takes part in, as indices into all swaps.
    swaps_of: Vec<Vec<u32>>,
    /// For each swap the last step at which it is tabu.
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

    /// A cell in conflict: the next one from a random place on, which favours those behind long
    /// stretches without conflict a little, and needs no list.
    fn in_conflict(&self, board: &BoxPermutation, rng: &mut Rng) -> Option<Cell> {
        let (before, from) = self.movable.split_at(rng.below(self.movable.len()));
        from.iter().chain(before).copied().find(|&cell| board.is_in_conflict(cell))
    }

    /// Steps until so many in a row have not improved what this descent has reached.
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
            // Below this change, a tabu swap is made too.
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

/// Empties, propagates, completes.
struct Perturbation {
    grid: CandidateGrid,
    /// The state in which only the puzzle is known.
    begin: Mark,
    share: f64,
    guesses: i64,
    free: Vec<Cell>,
    /// The most cells that the tree search has filled, and the digits.
    fullest: (usize, Snapshot),
}

impl Perturbation {
    /// `None` when propagation proves that the puzzle has no solution.
    fn new(puzzle: &Puzzle, parameters: &Parameters) -> Option<Self> {
        let mut grid = CandidateGrid::new(puzzle);
        let known = grid.assign_givens(puzzle, &mut Uncounted);
        (known == Ok(Propagation::Consistent)).then(|| Self {
            begin: grid.mark(),
            grid,
            share: parameters.real("emptied"),
            guesses: parameters.integer("guesses"),
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
            // What contradicts the digits kept before is emptied too.
            let digit = Digit::new(board.digit(cell)).filter(|&d| self.grid.get(cell).contains(d));
            let Some(digit) = digit else { continue };
            let before = self.grid.mark();
            let kept = self.grid.assign(cell, digit, Assigned::Guess, &mut Uncounted);
            if kept != Ok(Propagation::Consistent) {
                self.grid.undo_to(before);
            }
        }
        self.fullest.0 = 0;
        let mut left = self.guesses;
        self.complete(&mut left, run)?;
        board.fill_keeping(&self.fullest.1, &mut run.rng);
        Ok(())
    }

    /// Fills what is open, depth first; whether all is filled.
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
            let tried = self.grid.assign(cell, digit, Assigned::Guess, &mut Uncounted);
            if tried == Ok(Propagation::Consistent) && self.complete(left, run)? {
                return Ok(true);
            }
            self.grid.undo_to(before);
        }
        Ok(false)
    }
}
