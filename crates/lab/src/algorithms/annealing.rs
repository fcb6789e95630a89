//! Simulated annealing at a constant temperature.
//!
//! State: each box holds its missing digits in some order. Moves: a swap of two free cells of a
//! box, all swaps equally likely. Cost: digits missing over rows and columns (plus violated edges).
//! A swap that raises the cost by d is taken with probability exp(-d/T). T never changes: at the
//! right one, hot enough to leave every trap and cold enough to visit boards without cost, a
//! schedule only wastes time at the wrong ones.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Metropolis, Start};
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "annealing",
    title: "annealing at a constant temperature",
    family: Family::Local,
    source: "ours; Metropolis et al. 1953",
    about: "Each box holds its missing digits in random order. A random swap of two free cells of \
            a box is made if it does not raise the cost (digits missing over rows and columns), \
            else with probability exp(-d/T). T is constant. Nodes are swaps proposed.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "temperature",
            kind: Kind::Real(0.01, 1000.0),
            default: Value::Real(0.33),
            help: "the temperature, in digits missing",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| anneal(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

/// Proposals counted at once, at most.
const BLOCK: u64 = 1024;

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let temperature = parameters.real("temperature");
    let rule = Metropolis::new(temperature);
    let Some(mut board) = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)
    else {
        return Ok(Stop::ProvedNone);
    };
    run.gauge("temperature", || vec![temperature]);
    let mut best = u32::MAX;
    while board.cost() > 0 {
        if board.cost() < best {
            best = board.cost();
            run.offer(|| board.snapshot());
        }
        if board.swaps().is_empty() {
            return Ok(Stop::Stuck);
        }
        let mut block = run.meter.reserve(Counter::Evaluated, BLOCK)?;
        let mut accepted = 0;
        // A block ends early at an improvement, so that the counts are exact when it is shown.
        while board.cost() >= best && block.take() {
            let swap = board.swap_for((run.rng.bits() >> 32) as u32);
            let delta = board.delta(swap);
            if rule.accepts(delta, temperature, &mut run.rng) {
                accepted += 1;
                board.apply(swap, delta);
            }
        }
        drop(block);
        run.meter.counters[Counter::Accepted] += accepted;
    }
    Ok(run.claim(&board.snapshot()))
}
