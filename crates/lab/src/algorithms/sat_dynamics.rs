//! Continuous-time dynamics of satisfiability (Ercsey-Ravasz & Toroczkai).
//!
//! A clause of k candidates has the value K, the product of its (1 - cs) over 2^k, where s is the spin
//! of a candidate and c the sign in which the clause wants it; K is 0 when the clause is satisfied. The
//! spins follow ds/dt = sum of 2 a c K K' over their clauses, where K' is K without the factor of that
//! spin, and the weights da/dt = a K: a descent on the sum of a K^2 that raises the weights of what is
//! violated for long. The equations are integrated by Heun's method; the difference to Euler's bounds
//! the error, and steps are halved and doubled to keep it within a tolerance.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::clauses::Clauses;
use super::open_candidates::OpenCandidates;
use crate::board::{Start, is_valid};
use crate::registry::{Entry, Key, Parameters, Scale, without_edges};

const TOLERANCE: Key<f64> =
    Key::real("tolerance", 0.000_1..=1.0, 0.1, "largest error of a spin in one step")
        .on(Scale::log(0.001, 1.0));

pub(super) const ENTRY: Entry = Entry {
    id: "sat-dynamics",
    title: "continuous-time SAT dynamics",
    source: "Ercsey-Ravasz & Toroczkai, The chaos within sudoku, Scientific Reports 2, 2012",
    about: "Every candidate is a spin between -1 (false) and 1 (true), at random at first. The \
            rules are clauses: some candidate of each group is true, and no two are. The spins \
            follow the slope that lowers the weighted sum of the squared violations, and the \
            weight of a clause grows exponentially as long as it is violated, so no state but a \
            solution holds them. The way there is chaotic, the longer the harder the puzzle. The \
            equations are integrated with adaptive steps. Nodes are steps of integration; after \
            each, every cell takes its candidate of the largest spin. The side is at most 25, \
            since pairs are many.",
    parameters: &[Start::KEY.parameter, TOLERANCE.parameter],
    counters: &[Counter::Evaluated, Counter::Accepted],
    supports: |puzzle| without_edges(puzzle) && puzzle.shape().side() <= Clauses::LARGEST,
    run: integrate,
    ..Entry::LOCAL
};

/// The longest step.
const LONGEST: f64 = 1.0;
/// Weights beyond this no longer fit the arithmetic.
const HEAVIEST: f64 = 1e150;
/// Accepted steps between two reports of the time.
const SHOWN: u64 = 64;

/// Spins, then the weights of the clauses: first of those with groups, then of the pairs.
type State = Vec<f64>;

/// Computes the derivatives of a state.
fn slope(clauses: &Clauses, spins: usize, state: &State, slopes: &mut State, after: &mut Vec<f64>) {
    let (spins, weights) = state.split_at(spins);
    let (of_spins, of_weights) = slopes.split_at_mut(spins.len());
    of_spins.fill(0.0);
    let (groups, pairs) = weights.split_at(clauses.some.len());
    let (of_groups, of_pairs) = of_weights.split_at_mut(clauses.some.len());
    for ((group, &weight), of_weight) in clauses.some.iter().zip(groups).zip(of_groups) {
        // The products of the factors after each candidate, last first.
        after.clear();
        let mut product = 1.0;
        for &candidate in group.iter().rev() {
            after.push(product);
            product *= (1.0 - spins[candidate as usize]) / 2.0;
        }
        *of_weight = weight * product;
        let mut before = 1.0;
        for &candidate in group {
            let others = before * after.pop().expect("as many as candidates") / 2.0;
            of_spins[candidate as usize] += 2.0 * weight * others * product;
            before *= (1.0 - spins[candidate as usize]) / 2.0;
        }
    }
    for ((pair, &weight), of_weight) in clauses.not_both.iter().zip(pairs).zip(of_pairs) {
        let [first, second] = pair.map(|candidate| (1.0 + spins[candidate as usize]) / 2.0);
        let value = first * second;
        *of_weight = weight * value;
        let pull = weight * value;
        of_spins[pair[0] as usize] -= pull * second;
        of_spins[pair[1] as usize] -= pull * first;
    }
}

fn integrate(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let tolerance = parameters.get(&TOLERANCE);
    let open = OpenCandidates::new(puzzle, Start::of(parameters))?;
    let spins = open.places.len();
    if spins == 0 {
        return Ok(run.claim(&open.fixed));
    }
    run.meter.poll_now()?;
    let clauses = Clauses::of(&open);
    let mut state: State = (0..spins).map(|_| 2.0 * run.rng.fraction() - 1.0).collect();
    state.resize(spins + clauses.some.len() + clauses.not_both.len(), 1.0);
    let (mut here, mut there) = (vec![0.0; state.len()], vec![0.0; state.len()]);
    let mut ahead = state.clone();
    let mut scratch = Vec::new();
    let (mut step, mut time) = (LONGEST, 0.0);
    slope(&clauses, spins, &state, &mut here, &mut scratch);
    loop {
        run.meter.count(Counter::Evaluated)?;
        for ((ahead, at), slope) in ahead.iter_mut().zip(&state).zip(&here) {
            *ahead = at + step * slope;
        }
        slope(&clauses, spins, &ahead, &mut there, &mut scratch);
        // An error that is not a number counts as large.
        let off = |(x, y): (&f64, &f64)| match (x - y).abs() {
            error if error.is_nan() => f64::INFINITY,
            error => error,
        };
        let error = here[..spins].iter().zip(&there).map(off).fold(0.0, f64::max) * step / 2.0;
        if error > tolerance && step > f64::MIN_POSITIVE {
            step /= 2.0;
            continue;
        }
        run.meter.note(Counter::Accepted);
        time += step;
        for (index, at) in state.iter_mut().enumerate() {
            *at += step / 2.0 * (here[index] + there[index]);
            if index < spins {
                *at = at.clamp(-1.0, 1.0);
            }
        }
        let board = open.likeliest(|candidate| state[candidate]);
        run.at(|| (0, board.clone()));
        run.offer(|| board.clone());
        if is_valid(&board, puzzle.geometry()) {
            return Ok(run.claim(&board));
        }
        if run.meter.counters[Counter::Accepted].is_multiple_of(SHOWN) {
            run.gauge("time", || vec![time]);
            if state[spins..].iter().any(|&weight| weight > HEAVIEST) {
                return Ok(Stop::Stuck);
            }
        }
        if error < tolerance / 8.0 {
            step = (2.0 * step).min(LONGEST);
        }
        slope(&clauses, spins, &state, &mut here, &mut scratch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spins fall along the gradient of the weighted sum of squared violations, by differences.
    #[test]
    fn the_slope_is_that_of_the_violations() {
        let puzzle: Puzzle = "1.......2.....3.".parse().expect("a puzzle");
        let open = OpenCandidates::new(&puzzle, Start::Givens).expect("no contradiction");
        let clauses = Clauses::of(&open);
        let spins = open.places.len();
        let mut rng = quadrille_core::Rng::from_seed(1);
        let mut state: State = (0..spins).map(|_| 2.0 * rng.fraction() - 1.0).collect();
        let count = clauses.some.len() + clauses.not_both.len();
        state.extend((0..count).map(|_| 1.0 + rng.fraction()));
        let mut slopes = vec![0.0; state.len()];
        slope(&clauses, spins, &state, &mut slopes, &mut Vec::new());
        let value = |state: &State, clause: usize| -> f64 {
            let factor = |sign: f64| move |&c: &u32| (1.0 - sign * state[c as usize]) / 2.0;
            match clause.checked_sub(clauses.some.len()) {
                None => clauses.some[clause].iter().map(factor(1.0)).product(),
                Some(pair) => clauses.not_both[pair].iter().map(factor(-1.0)).product(),
            }
        };
        let energy = |state: &State| -> f64 {
            (0..count).map(|m| state[spins + m] * value(state, m) * value(state, m)).sum()
        };
        for spin in 0..spins {
            let at = |by: f64| {
                let mut moved = state.clone();
                moved[spin] += by;
                energy(&moved)
            };
            let gradient = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!((slopes[spin] + gradient).abs() < 1e-6, "{} {gradient}", slopes[spin]);
        }
        for clause in 0..count {
            let wanted = state[spins + clause] * value(&state, clause);
            assert!((slopes[spins + clause] - wanted).abs() < 1e-12);
        }
    }
}
