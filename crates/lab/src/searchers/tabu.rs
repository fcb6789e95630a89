//! Tabu search on candidate domains (TabuCol, Hertz & de Werra 1987, on Sudoku).
//!
//! State: every free cell holds one of its candidates. Moves: another candidate for a cell that is
//! in conflict. Cost: pairs of cells in conflict (and edges violated). The best move is made even
//! when it worsens the cost, ties at random; the digit that left the cell may not come back for a
//! while, unless that gives the best board so far. The while, or tenure, grows with the number of
//! cells in conflict and has a random part, without which the search goes in circles.

use quadrille::{Counter, Puzzle, Run, Stop};

use crate::board::{ConflictTable, LANES, Start};
use crate::registry::{Entry, Family, Kind, Knobs, Parameter, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "tabu",
    title: "tabu search on candidates",
    family: Family::Local,
    source: "ours, after TabuCol: Hertz & de Werra, Using tabu search techniques for graph \
             coloring, 1987; dynamic tenure of Galinier & Hao 1999",
    about: "Every free cell holds one of its candidates; the cost is the number of pairs in \
            conflict. Of all other candidates of the cells in conflict the best is taken, even \
            when it is worse; the digit that left may not come back for tenure x (cells in \
            conflict) + random(noise) steps, unless that gives the best board so far. A table of \
            conflicts per candidate makes every change a subtraction. Nodes are changes evaluated, \
            `accepted` counts the steps.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "tenure",
            kind: Kind::Real(0.0, 100.0),
            default: Value::Real(0.6),
            help: "steps that a digit is kept out, per cell in conflict",
        },
        Parameter {
            name: "noise",
            kind: Kind::Integer(1, 100_000),
            default: Value::Integer(10),
            help: "random steps added to that: below this number",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, knobs, run| search(puzzle, knobs, run).unwrap_or_else(|stop| stop),
};

/// The tenure is shown every so many steps.
const SHOWN: u32 = 1 << 10;

/// A change packed into one word, so that the best is the smallest: `[barred | closed | change of
/// cost, offset | random | candidate]`. One comparison without a branch orders all that counts.
const BARRED: u32 = 63;
const CLOSED: u64 = 1 << 62;
const COST: u32 = 40;
const OFFSET: u32 = 1 << 20;
const RANDOM: u32 = 20;
const CANDIDATE: u64 = (1 << RANDOM) - 1;

fn search(puzzle: &Puzzle, knobs: &Knobs, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (factor, noise) = (knobs.real("tenure"), knobs.integer("noise") as usize);
    let candidates = Start::of(knobs).candidates(puzzle);
    let Some(mut board) = candidates.and_then(|sets| ConflictTable::new(puzzle, &sets)) else {
        return Ok(Stop::ProvedNone);
    };
    board.fill_greedily(&mut run.rng);
    // For each candidate, the last step at which it may not be taken.
    let mut barred_to = vec![[0_u32; LANES]; board.block_count()];
    let mut least_cost = u32::MAX;
    let mut step = 0_u32;
    while board.cost() > 0 {
        if board.cost() < least_cost {
            least_cost = board.cost();
            run.offer(|| board.snapshot());
        }
        if step == u32::MAX / 2 {
            // Some seconds in a day: the bars of one step are lifted.
            barred_to.fill([0; LANES]);
            step = 0;
        }
        step += 1;
        let draw = run.rng.bits();
        let (mut best, mut best_free, mut evaluated) = (u64::MAX, u64::MAX, 0);
        for (index, &word) in board.conflicting().iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let block = 64 * index + left.trailing_zeros() as usize;
                left &= left - 1;
                let (standing, before) = board.block(block);
                let bars = &barred_to[block];
                for lane in 0..LANES {
                    let (after, choice) = (standing[lane], (LANES * block + lane) as u32);
                    let change = after.conflicts() + OFFSET - before;
                    let random = draw.wrapping_mul(u64::from(2 * choice + 1)) >> (64 - RANDOM);
                    let packed = u64::from(!after.is_open()) << CLOSED.trailing_zeros()
                        | u64::from(change) << COST
                        | random << RANDOM
                        | u64::from(choice);
                    evaluated += u64::from(after.is_open());
                    best = best.min(packed);
                    best_free = best_free.min(packed | u64::from(bars[lane] >= step) << BARRED);
                }
            }
        }
        if evaluated == 0 {
            // Cells with one candidate are in conflict with each other, and no other cells are.
            return Ok(Stop::ProvedNone);
        }
        run.count_many(Counter::Evaluated, evaluated)?;
        let cost_after = |packed: u64| (packed >> COST) as u32 % (1 << 22) + board.cost() - OFFSET;
        // A barred change is made when it gives the best board so far.
        if cost_after(best) < least_cost {
            best_free = best;
        }
        if best_free >= CLOSED {
            // All are barred: wait until one is not.
            continue;
        }
        let choice = (best_free & CANDIDATE) as u32;
        let tenure = (factor * f64::from(board.in_conflict())) as u32;
        let old = board.choose(choice) as usize;
        barred_to[old / LANES][old % LANES] = step + tenure + run.rng.below(noise) as u32;
        run.note(Counter::Accepted);
        if step.is_multiple_of(SHOWN) {
            run.gauge("tenure", || vec![f64::from(tenure)]);
        }
    }
    Ok(run.claim(&board.snapshot()))
}
