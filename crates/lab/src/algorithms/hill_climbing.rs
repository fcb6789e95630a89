//! Steepest descent over box swaps, one run (R0).
//!
//! State: each box holds its missing digits in some order. Moves: a swap of two free cells of a
//! box. Cost: digits missing over rows and columns (plus violated edges). Every swap is evaluated,
//! the best is taken while it improves, the first of equals; then it is stuck.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Start};
use crate::registry::{Entry, Family, Parameters, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "hill-climbing",
    title: "steepest descent over box swaps",
    family: Family::Local,
    source: "R0: Boukharouba & Mohammed 2018",
    about: "Each box holds its missing digits in random order. Of all swaps of two free cells of \
            a box, the one that lowers the cost (digits missing over rows and columns) most is \
            made; without one that lowers it the run ends. Nodes are swaps evaluated.",
    flaw: None,
    parameters: &[Start::PARAMETER],
    counters: &[Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| descend(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

fn descend(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let Some(mut board) = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)
    else {
        return Ok(Stop::ProvedNone);
    };
    while board.cost() > 0 {
        run.offer(|| board.snapshot());
        let mut best = None;
        let mut least = 0;
        for &swap in board.swaps() {
            run.meter.count(Counter::Evaluated)?;
            let delta = board.delta(swap);
            if delta < least {
                (best, least) = (Some(swap), delta);
            }
        }
        let Some(swap) = best else {
            return Ok(Stop::Stuck);
        };
        run.meter.note(Counter::Accepted);
        board.apply(swap, least);
    }
    Ok(run.claim(&board.snapshot()))
}
