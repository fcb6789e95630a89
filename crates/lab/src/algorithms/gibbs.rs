//! Gibbs sampling with parallel tempering.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::weighted::{bits, drawn};
use crate::board::{Faults, Filling, Start};
use crate::registry::{Entry, Family, Key, Parameters, Scale};

const REPLICAS: Key<i64> =
    Key::integer("replicas", 1..=64, 8, "boards, each at its own temperature")
        .on(Scale::log(1.0, 32.0));
const COLDEST: Key<f64> =
    Key::real("coldest", 0.01..=100.0, 0.25, "the lowest temperature, in pairs of equal digits")
        .on(Scale::log(0.05, 2.0));
const HOTTEST: Key<f64> = Key::real(
    "hottest",
    0.01..=100.0,
    0.6,
    "the highest temperature (at least the lowest); the others have equal ratios",
)
.on(Scale::log(0.1, 5.0));

pub(super) const ENTRY: Entry = Entry {
    id: "gibbs",
    title: "Gibbs sampling with parallel tempering",
    family: Family::Sampling,
    source: "Geman & Geman, Stochastic relaxation, Gibbs distributions, and the Bayesian \
             restoration of images, 1984; Hukushima & Nemoto, Exchange Monte Carlo method and \
             application to spin glass simulations, 1996",
    about: "Several boards are sampled from the Boltzmann distribution, each at its own \
            temperature T. The cost is the number of pairs of equal digits in rows, columns and \
            boxes. In a sweep every free cell of every board draws one of its candidates again, \
            with chances as exp(-cost/T). Then boards at neighboring temperatures are exchanged \
            with the chance that keeps both distributions, so that what is found at high \
            temperatures reaches the cold. The run ends when any board costs nothing. Nodes are candidates \
            evaluated; `accepted` counts the exchanges.",
    parameters: &[Start::KEY.parameter, REPLICAS.parameter, COLDEST.parameter, HOTTEST.parameter],
    run: sample,
    ..Entry::LOCAL
};

/// The number of changes of cost of which the weights are tabulated.
const TABLE: usize = 64;

/// A board with what its temperature makes of changes of cost.
struct Replica {
    board: Filling,
    temperature: f64,
    weights: [f64; TABLE],
}

fn sample(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let size = parameters.get(&REPLICAS) as usize;
    let coldest = parameters.get(&COLDEST);
    let hottest = parameters.get(&HOTTEST).max(coldest);
    let (start, side) = (Start::of(parameters), puzzle.shape().side());
    let sets = start.candidates(puzzle)?;
    if sets.iter().any(|set| set.is_empty()) {
        return Ok(Stop::ProvedNone);
    }
    let weight = |change: usize, temperature: f64| libm::exp(-(change as f64) / temperature);
    let mut replicas = Vec::with_capacity(size);
    for index in 0..size {
        let share = index as f64 / (size - 1).max(1) as f64;
        let temperature = coldest * libm::pow(hottest / coldest, share);
        let board = Filling::random(puzzle, start, Faults::Collisions, &mut run.rng)?;
        let weights = std::array::from_fn(|change| weight(change, temperature));
        replicas.push(Replica { board, temperature, weights });
    }
    let free = replicas[0].board.free().to_vec();
    let mut least = u32::MAX;
    let (mut costs, mut chances) = (vec![0; side], vec![0.0; side]);
    for sweep in 0_usize.. {
        for Replica { board, temperature, weights } in &mut replicas {
            for &cell in &free {
                let set = sets[cell.index()].bits();
                if board.cost() == 0 {
                    break;
                }
                run.meter.count_many(Counter::Evaluated, u64::from(set.count_ones()))?;
                for digit in bits(set) {
                    costs[digit] = board.delta(cell, digit as u8 + 1);
                }
                let lowest = bits(set).map(|digit| costs[digit]).min().expect("it has candidates");
                for digit in bits(set) {
                    let change = (costs[digit] - lowest) as usize;
                    let known = weights.get(change).copied();
                    chances[digit] = known.unwrap_or_else(|| weight(change, *temperature));
                }
                let last = 63 - set.leading_zeros() as usize;
                let digit = drawn(&chances, set, run.rng.fraction()).unwrap_or(last);
                board.put(cell, digit as u8 + 1, costs[digit]);
            }
            if board.cost() < least {
                least = board.cost();
                run.offer(|| board.snapshot());
            }
            if board.cost() == 0 {
                return Ok(run.claim(&board.snapshot()));
            }
        }
        if free.iter().all(|cell| sets[cell.index()].len() < 2) {
            return Ok(Stop::Stuck);
        }
        run.at(|| (0, replicas[0].board.snapshot()));
        run.gauge("costs", || replicas.iter().map(|r| f64::from(r.board.cost())).collect());
        // Even and odd pairs in turn.
        for cold in (sweep % 2..size.saturating_sub(1)).step_by(2) {
            let [a, b] = [cold, cold + 1].map(|index| &replicas[index]);
            let gap = 1.0 / a.temperature - 1.0 / b.temperature;
            let exponent = gap * (f64::from(a.board.cost()) - f64::from(b.board.cost()));
            if exponent >= 0.0 || run.rng.fraction() < libm::exp(exponent) {
                run.meter.note(Counter::Accepted);
                let [a, b] = replicas.get_disjoint_mut([cold, cold + 1]).expect("two boards");
                std::mem::swap(&mut a.board, &mut b.board);
            }
        }
    }
    unreachable!("sweeps have no end");
}
