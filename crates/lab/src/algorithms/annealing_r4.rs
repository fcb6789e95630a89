//! Simulated annealing on single digits, with the schedule of R4.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{Faults, Filling, Metropolis, Start};
use crate::registry::{Entry, Key, Parameters, Scale};

// The report names a cooling factor and a least temperature but gives no values. With these a run
// has about 900 chains and ends when hardly any worse board is accepted.
const COOLING: Key<f64> =
    Key::real("cooling", 0.5..=0.999_999, 0.99, "factor of the temperature after every chain")
        .on(Scale::below_one(0.5, 0.9999));
const LEAST: Key<f64> = Key::real("least", 0.01..=100.0, 0.1, "temperature at which the run ends")
    .on(Scale::log(0.01, 10.0));

pub(super) const ENTRY: Entry = Entry {
    id: "annealing-r4",
    title: "simulated annealing on single digits, R4's schedule",
    source: "R4: Fauquembergue, Hamdaoui & Sitbon 2014",
    about: "Free cells hold any digit; the cost is the number of pairs of equal digits in rows, \
            columns and boxes. A random digit is proposed for a random free cell and accepted if \
            it does not raise the cost, otherwise with probability exp(-d/T). T starts at the \
            largest possible cost (972 on 9x9) and is multiplied by a factor after every 81 \
            proposals (on other boards, one per cell). The run ends when T is below its minimum. \
            The report gives no values for the factor and the minimum; the defaults, which lead \
            to about 900 temperatures, are ours. Nodes are proposals.",
    parameters: &[Start::KEY.with_default("givens").parameter, COOLING.parameter, LEAST.parameter],
    run: anneal,
    ..Entry::LOCAL
};

fn anneal(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (cooling, least) = (parameters.get(&COOLING), parameters.get(&LEAST));
    let side = puzzle.shape().side();
    let mut board =
        Filling::random(puzzle, Start::of(parameters), Faults::Collisions, &mut run.rng)?;
    let mut temperature = f64::from(board.largest_cost());
    let mut best = u32::MAX;
    while board.cost() > 0 {
        if temperature < least || board.free().is_empty() {
            return Ok(Stop::Stuck);
        }
        run.gauge("temperature", || vec![temperature]);
        let rule = Metropolis::new(temperature);
        for _ in 0..puzzle.shape().cells() {
            if board.cost() < best {
                best = board.cost();
                run.offer(|| board.snapshot());
                if best == 0 {
                    break;
                }
            }
            run.meter.count(Counter::Evaluated)?;
            let cell = board.free()[run.rng.below(board.free().len())];
            let digit = run.rng.below(side) as u8 + 1;
            let delta = board.delta(cell, digit);
            if rule.accepts_any(delta, temperature, &mut run.rng) {
                run.meter.note(Counter::Accepted);
                board.put(cell, digit, delta);
                run.at(|| (0, board.snapshot()));
            }
        }
        temperature *= cooling;
    }
    Ok(run.claim(&board.snapshot()))
}
