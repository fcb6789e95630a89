//! Simulated annealing with the schedule of Lewis (2007).
//!
//! State: each box holds its missing digits in some order. Moves: a random free cell changes
//! digits with a random other of its box. Cost: digits missing over rows and columns (plus violated
//! edges). The starting temperature is the standard deviation of the cost changes of a sample of
//! moves. A chain at one temperature is as long as the sum over boxes of (free cells)^2, then T is
//! multiplied by 0.99.
//!
//! Reheating: the paper goes back to the starting temperature after 20 chains without improvement.
//! Taken to the letter, from a start that hot, chains without improvement are the rule while T
//! still falls, and the search never cools. So the idle chains are counted from the frozen state:
//! a chain is idle when the cost never changed in it.

use quadrille_engine::{Counter, Puzzle, Rng, Run, Stop};

use crate::board::{BoxPermutation, Metropolis, Start};
use crate::registry::{Entry, Family, Kind, Parameter, Parameters, Value, any_board};

/// The entry.
pub(super) const ENTRY: Entry = Entry {
    id: "annealing-lewis",
    title: "simulated annealing, Lewis's schedule",
    family: Family::Local,
    source: "Lewis, Metaheuristics can solve sudoku puzzles, Journal of Heuristics 13, 2007",
    about: "Each box holds its missing digits in random order; two free cells of a box are \
            swapped by Metropolis' rule on the digits missing over rows and columns. T starts at \
            the standard deviation of sampled changes of cost, stays for a chain as long as the \
            sum of the squares of the boxes' free cells, and falls by the factor 0.99. After so \
            many chains in a row in which the cost never changed it is heated again (a restart). \
            Nodes are proposals.",
    flaw: None,
    parameters: &[
        Parameter { default: Value::Choice("givens"), ..Start::PARAMETER },
        Parameter {
            name: "cooling",
            kind: Kind::Real(0.5, 0.999_999),
            default: Value::Real(0.99),
            help: "factor of the temperature after every chain",
        },
        Parameter {
            name: "idle",
            kind: Kind::Integer(1, 1_000_000),
            default: Value::Integer(20),
            help: "chains without any change of cost, after which the temperature is reset",
        },
    ],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    nodes: Counter::Evaluated,
    complete: false,
    deterministic: false,
    may_be_wrong: false,
    supports: any_board,
    run: |puzzle, parameters, run| anneal(puzzle, parameters, run).unwrap_or_else(|stop| stop),
};

/// Moves sampled for the starting temperature.
const SAMPLE: u64 = 200;

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (cooling, most_idle) = (parameters.real("cooling"), parameters.integer("idle"));
    let Some(mut board) = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)
    else {
        return Ok(Stop::ProvedNone);
    };
    // A random free cell and a random other of its box make a box in proportion to its free
    // cells, and any of its swaps. n (n - 1) / 2 swaps come from n cells.
    let free = |index: usize| (1 + 8 * board.swaps_of(index).1.len()).isqrt().div_ceil(2);
    let boxes: Vec<usize> =
        (0..board.box_count()).flat_map(|index| std::iter::repeat_n(index, free(index))).collect();
    let chain: u64 = (0..board.box_count()).map(|index| (free(index) * free(index)) as u64).sum();
    let draw = |board: &BoxPermutation, rng: &mut Rng| {
        let swaps = board.swaps_of(boxes[rng.below(boxes.len())]).1;
        swaps[rng.below(swaps.len())]
    };
    run.offer(|| board.snapshot());
    if board.cost() > 0 && boxes.is_empty() {
        return Ok(Stop::Stuck);
    }
    let mut best = board.cost();
    let mut first_temperature = 0.0;
    if best > 0 {
        run.meter.count_many(Counter::Evaluated, SAMPLE)?;
        let sample = (0..SAMPLE).map(|_| f64::from(board.delta(draw(&board, &mut run.rng))));
        let (sum, squares) =
            sample.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
        let mean = sum / SAMPLE as f64;
        first_temperature = libm::sqrt((squares / SAMPLE as f64 - mean * mean).max(0.01));
    }
    let (mut temperature, mut idle) = (first_temperature, 0);
    while board.cost() > 0 {
        run.gauge("temperature", || vec![temperature]);
        let rule = Metropolis::new(temperature);
        let mut changed = false;
        for _ in 0..chain {
            run.meter.count(Counter::Evaluated)?;
            let swap = draw(&board, &mut run.rng);
            let delta = board.delta(swap);
            if rule.accepts(delta, temperature, &mut run.rng) {
                run.meter.note(Counter::Accepted);
                board.apply(swap, delta);
                changed |= delta != 0;
                if board.cost() < best {
                    best = board.cost();
                    run.offer(|| board.snapshot());
                    if best == 0 {
                        break;
                    }
                }
            }
        }
        temperature *= cooling;
        idle = if changed { 0 } else { idle + 1 };
        if idle == most_idle && board.cost() > 0 {
            (temperature, idle) = (first_temperature, 0);
            run.meter.restarted();
        }
    }
    Ok(run.claim(&board.snapshot()))
}
