//! Steepest descent over box swaps with sideways moves and random restarts (R3's proposal).
//!
//! State: each box holds its missing digits in some order. Moves: a swap of two free cells of a
//! box. Cost: digits missing over rows and columns (plus violated edges). The best swap is made,
//! ties at random, while it does not worsen the cost; after so many sideways moves in a row, or
//! when every swap is worse, the board is filled anew.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Start, Swap};
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "hill-climbing-restarts",
    title: "steepest descent with sideways moves and restarts",
    family: Family::Local,
    source: "R3's proposal: Trottier & Poitras 2015",
    about: "Each box holds its missing digits in random order. Of all swaps of two free cells of \
            a box the one that lowers the cost (digits missing over rows and columns) most is \
            made, ties at random; a swap that leaves the cost as it is may be made too, so many \
            times in a row. Then all begins again from a new random board. Nodes are swaps \
            evaluated.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "sideways",
            kind: Kind::Integer(0, 1_000_000_000),
            default: Value::Integer(100),
            help: "moves without improvement in a row, after which the board is filled anew",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| climb(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

fn climb(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let most_sideways = parameters.integer("sideways");
    let Some(mut board) = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)
    else {
        return Ok(Stop::ProvedNone);
    };
    let mut best: Vec<Swap> = Vec::with_capacity(board.swaps().len());
    let mut sideways = 0;
    run.offer(|| board.snapshot());
    while board.cost() > 0 {
        if board.swaps().is_empty() {
            return Ok(Stop::Stuck);
        }
        run.meter.count_many(Counter::Evaluated, board.swaps().len() as u64)?;
        let mut least = i32::MAX;
        for &swap in board.swaps() {
            let delta = board.delta(swap);
            if delta < least {
                least = delta;
                best.clear();
            }
            if delta == least {
                best.push(swap);
            }
        }
        sideways = if least < 0 { 0 } else { sideways + 1 };
        if least > 0 || sideways > most_sideways {
            board.fill(&mut run.rng);
            run.meter.restarted();
            sideways = 0;
            run.offer(|| board.snapshot());
            continue;
        }
        let swap = best[run.rng.below(best.len())];
        board.apply(swap, least);
        run.meter.note(Counter::Accepted);
        if least < 0 {
            run.offer(|| board.snapshot());
        }
    }
    Ok(run.claim(&board.snapshot()))
}
