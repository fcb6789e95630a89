//! Simulated annealing as R0 ran it.
//!
//! State: each box holds its missing digits in some order. Moves: a swap of two random free cells
//! of a random box. Cost: digits missing over rows and columns (plus violated edges). A proposal
//! that does not raise the cost is taken, one that raises it by d with probability exp(-d/T); T
//! falls after every proposal, and the run ends after so many.

use quadrille_engine::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Metropolis, Start};
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "annealing-r0",
    title: "simulated annealing, R0's schedule",
    family: Family::Local,
    source: "R0: Boukharouba & Mohammed 2018",
    about: "Each box holds its missing digits in random order. Two random free cells of a random \
            box are swapped if that does not raise the cost (digits missing over rows and \
            columns), else with probability exp(-d/T); T starts at 0.5 and falls by the factor \
            0.9999 after every proposal, of which there are at most 100000. Nodes are proposals.",
    flaw: None,
    parameters: &[
        Start::PARAMETER,
        Parameter {
            name: "temperature",
            kind: Kind::Real(0.001, 1000.0),
            default: Value::Real(0.5),
            help: "temperature at the start",
        },
        Parameter {
            name: "cooling",
            kind: Kind::Real(0.5, 1.0),
            default: Value::Real(0.9999),
            help: "factor of the temperature after every proposal",
        },
        Parameter {
            name: "proposals",
            kind: Kind::Integer(1, 1_000_000_000_000),
            default: Value::Integer(100_000),
            help: "proposals after which the run ends",
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

/// The temperature is shown every so many proposals, and at most so many are counted at once.
const BLOCK: u64 = 1024;

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut temperature = parameters.real("temperature");
    let cooling = parameters.real("cooling");
    let most = parameters.integer("proposals") as u64;
    let Some(mut board) = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)
    else {
        return Ok(Stop::ProvedNone);
    };
    let mut best = u32::MAX;
    let mut made = 0;
    while board.cost() > 0 {
        if board.cost() < best {
            best = board.cost();
            run.offer(|| board.snapshot());
        }
        if made == most || board.box_count() == 0 {
            return Ok(Stop::Stuck);
        }
        if made % BLOCK == 0 {
            run.gauge("temperature", || vec![temperature]);
        }
        let rule = Metropolis::new(temperature);
        let wanted = (BLOCK - made % BLOCK).min(most - made);
        let mut block = run.meter.reserve(Counter::Evaluated, wanted)?;
        let mut accepted = 0;
        // A block ends early at an improvement, so that the counts are exact when it is shown.
        while board.cost() >= best && block.take() {
            made += 1;
            let swap = board.random_swap(&mut run.rng);
            let delta = board.delta(swap);
            if rule.accepts(delta, temperature, &mut run.rng) {
                accepted += 1;
                board.apply(swap, delta);
            }
            temperature *= cooling;
        }
        drop(block);
        run.meter.counters[Counter::Accepted] += accepted;
    }
    Ok(run.claim(&board.snapshot()))
}
