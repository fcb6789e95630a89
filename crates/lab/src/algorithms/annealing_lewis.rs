//! Simulated annealing with the schedule of Lewis (2007).
//!
//! The paper returns to the starting temperature after 20 chains without improvement. Taken literally,
//! such chains are normal while T is still high, and the search would never cool. So idle chains are
//! counted from the frozen state: a chain is idle if the cost did not change in it.

use quadrille_core::{Counter, Puzzle, Rng, Run, Stop};

use crate::board::{BoxPermutation, Metropolis, Start};
use crate::registry::{Entry, Key, Parameters, Scale};

const COOLING: Key<f64> =
    Key::real("cooling", 0.5..=0.999_999, 0.99, "factor of the temperature after every chain")
        .on(Scale::below_one(0.5, 0.9999));
const IDLE: Key<i64> = Key::integer(
    "idle",
    1..=1_000_000,
    20,
    "chains without any change of cost, after which the temperature is reset",
)
.on(Scale::log(1.0, 1000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "annealing-lewis",
    title: "simulated annealing, Lewis's schedule",
    source: "Lewis, Metaheuristics can solve sudoku puzzles, Journal of Heuristics 13, 2007",
    about: "Each box holds its missing digits in random order; swaps of two free cells of a box \
            are accepted by the Metropolis rule on the number of digits missing in rows and \
            columns. T starts at the standard deviation of sampled changes of cost. After each \
            chain, as long as the sum of the squares of the boxes' free cells, it is multiplied \
            by 0.99. After several successive chains in which the cost did not change, T is reset \
            (a restart). Nodes are proposals.",
    parameters: &[Start::KEY.with_default("givens").parameter, COOLING.parameter, IDLE.parameter],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    run: anneal,
    ..Entry::LOCAL
};

/// Moves sampled for the starting temperature.
const SAMPLE: u64 = 200;

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (cooling, most_idle) = (parameters.get(&COOLING), parameters.get(&IDLE));
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    // A random free cell and a random other cell of its box select a box in proportion to its free
    // cells, and all of its swaps equally. n (n - 1) / 2 swaps come from n cells.
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
                run.at(|| (0, board.snapshot()));
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
