//! Simulated annealing with the schedule of R0.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Metropolis, Start};
use crate::registry::{Entry, Key, Parameters, Scale};

const TEMPERATURE: Key<f64> =
    Key::real("temperature", 0.001..=1000.0, 0.5, "temperature at the start")
        .on(Scale::log(0.05, 10.0));
const COOLING: Key<f64> =
    Key::real("cooling", 0.5..=1.0, 0.9999, "factor of the temperature after every proposal")
        .on(Scale::below_one(0.99, 0.999_999_9));
const PROPOSALS: Key<i64> =
    Key::integer("proposals", 1..=1_000_000_000_000, 100_000, "proposals after which the run ends")
        .on(Scale::log(1000.0, 1e9));

pub(super) const ENTRY: Entry = Entry {
    id: "annealing-r0",
    title: "simulated annealing, R0's schedule",
    source: "R0: Boukharouba & Mohammed 2018",
    about: "Each box holds its missing digits in random order. Two random free cells of a random \
            box are swapped if that does not raise the cost (digits missing in rows and columns), \
            otherwise with probability exp(-d/T). T starts at 0.5 and is multiplied by 0.9999 \
            after every proposal; the run ends after 100000 proposals. Nodes are proposals.",
    parameters: &[
        Start::KEY.parameter,
        TEMPERATURE.parameter,
        COOLING.parameter,
        PROPOSALS.parameter,
    ],
    run: anneal,
    ..Entry::LOCAL
};

/// Proposals between two reports of the temperature, and the most to count at once.
const BLOCK: u64 = 1024;

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut temperature = parameters.get(&TEMPERATURE);
    let cooling = parameters.get(&COOLING);
    let most = parameters.get(&PROPOSALS) as u64;
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    let mut best = u32::MAX;
    let mut made = 0;
    while board.cost() > 0 {
        let is_better = board.cost() < best;
        if is_better {
            best = board.cost();
            run.offer(|| board.snapshot());
        }
        // Not wherever a reservation ends, which depends on the clock.
        let is_last = made == most || run.meter.left(Counter::Evaluated) == Some(0);
        if is_better || made % BLOCK == 0 || is_last {
            run.at(|| (0, board.snapshot()));
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
