//! Simulated annealing at a constant temperature.
//!
//! The temperature never changes: at the right one, hot enough to leave every local minimum and cold
//! enough to reach boards of cost 0, a cooling schedule only wastes time at the wrong ones.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Metropolis, Start};
use crate::registry::{Entry, Key, Parameters, Scale};

const TEMPERATURE: Key<f64> =
    Key::real("temperature", 0.01..=1000.0, 0.33, "the temperature, in digits missing")
        .on(Scale::log(0.05, 5.0));

pub(super) const ENTRY: Entry = Entry {
    id: "annealing",
    title: "annealing at a constant temperature",
    source: "ours; Metropolis et al. 1953",
    about: "Each box holds its missing digits in random order. A random swap of two free cells of \
            a box is accepted if it does not raise the cost (digits missing in rows and columns), \
            otherwise with probability exp(-d/T). T is constant. Nodes are proposed swaps.",
    parameters: &[Start::KEY.parameter, TEMPERATURE.parameter],
    run: anneal,
    ..Entry::LOCAL
};

/// Maximum number of proposals to count at once.
const BLOCK: u64 = 1024;

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let temperature = parameters.get(&TEMPERATURE);
    let rule = Metropolis::new(temperature);
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    run.gauge("temperature", || vec![temperature]);
    let mut best = u32::MAX;
    // The number of proposals at which the board is shown next. A reservation may have fewer than it
    // asks for, by the clock, which must not show in a trace.
    let mut due = 0;
    while board.cost() > 0 {
        let made = run.meter.counters[Counter::Evaluated];
        let is_better = board.cost() < best;
        if is_better {
            best = board.cost();
            run.offer(|| board.snapshot());
        }
        if is_better || made == due || run.meter.left(Counter::Evaluated) == Some(0) {
            run.at(|| (0, board.snapshot()));
            due = made + BLOCK;
        }
        if board.swaps().is_empty() {
            return Ok(Stop::Stuck);
        }
        let mut block = run.meter.reserve(Counter::Evaluated, due - made)?;
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
