//! The difference map of Elser and others; with `beta` 1 it is the Douglas-Rachford iteration.
//!
//! A point has four numbers for every open candidate, one for each group that it is in. One set has the
//! points of which every group holds one 1 and otherwise 0 (divide); the other those of which the four
//! numbers of each candidate are equal (concur). A solution is a point in both. The nearest point of
//! either set is easy to find: a 1 at the largest number of every group; the means.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::open_candidates::{OpenCandidates, largest};
use crate::board::{Start, is_valid};
use crate::registry::{Entry, Key, Parameters, Scale, without_edges};

const BETA: Key<f64> = Key::real(
    "beta",
    0.05..=2.0,
    1.0,
    "length of a step of the difference map; 1 is the Douglas-Rachford iteration",
)
.on(Scale::linear(0.3, 1.7));

pub(super) const ENTRY: Entry = Entry {
    id: "difference-map",
    title: "difference map, Douglas-Rachford",
    source: "Elser, Rankenburg & Thibault, Searching with iterated maps, PNAS 104, 2007; Aragón \
             Artacho, Borwein & Tam, Recent results on Douglas-Rachford methods for combinatorial \
             optimization problems, Journal of Optimization Theory and Applications 163, 2014",
    about: "Every candidate has four real numbers: one for its place in the row, in the column, in \
            the box and in the cell. They are random at first. One projection puts a 1 at the \
            largest number of each group (the places of a digit in a house, the digits of a cell) \
            and 0 elsewhere; the other replaces the four numbers of a candidate by their mean. \
            The iteration adds `beta` times the difference of the two projections, each taken of \
            a point that is reflected at the other set. It stands still only at a solution. Nodes \
            are iterations; after each, the digits of the cells are checked.",
    parameters: &[Start::KEY.parameter, BETA.parameter],
    counters: &[Counter::Evaluated],
    supports: without_edges,
    run: iterate,
    ..Entry::LOCAL
};

/// Iterations between two reports of the distance moved.
const SHOWN: u64 = 16;

fn iterate(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let beta = parameters.get(&BETA);
    let open = OpenCandidates::new(puzzle, Start::of(parameters))?;
    if open.places.is_empty() {
        return Ok(run.claim(&open.fixed));
    }
    let mut point: Vec<[f64; 4]> =
        open.places.iter().map(|_| [(); 4].map(|()| run.rng.fraction())).collect();
    let (mut ahead, mut divided) = (point.clone(), point.clone());
    loop {
        run.meter.count(Counter::Evaluated)?;
        // Concur, then beyond it; divide that.
        for (ahead, point) in ahead.iter_mut().zip(&point) {
            let mean = mean(point);
            *ahead = point.map(|x| mean + (mean - x) / beta);
        }
        divide(&open, &ahead, &mut divided);
        let board = open.likeliest(|candidate| divided[candidate][3]);
        run.at(|| (0, board.clone()));
        run.offer(|| board.clone());
        if is_valid(&board, puzzle.geometry()) {
            return Ok(run.claim(&board));
        }
        // Divide, then less than that; concur on it.
        let mut moved = 0.0;
        if beta == 1.0 {
            ahead.copy_from_slice(&point);
        } else {
            divide(&open, &point, &mut ahead);
            for (ahead, point) in ahead.iter_mut().zip(&point) {
                *ahead =
                    std::array::from_fn(|kind| ahead[kind] - (ahead[kind] - point[kind]) / beta);
            }
        }
        for ((point, ahead), divided) in point.iter_mut().zip(&ahead).zip(&divided) {
            let mean = mean(ahead);
            for (x, &one) in point.iter_mut().zip(divided) {
                let step = beta * (one - mean);
                moved += step * step;
                *x += step;
            }
        }
        if run.meter.counters[Counter::Evaluated].is_multiple_of(SHOWN) {
            run.gauge("change", || vec![moved.sqrt()]);
        }
    }
}

fn mean(values: &[f64; 4]) -> f64 {
    (values[0] + values[1] + values[2] + values[3]) / 4.0
}

/// Finds the nearest point of which every group holds one 1.
fn divide(open: &OpenCandidates, point: &[[f64; 4]], nearest: &mut [[f64; 4]]) {
    nearest.fill([0.0; 4]);
    for (kind, groups) in open.groups.iter().enumerate() {
        for group in groups {
            nearest[largest(group, |candidate| point[candidate][kind])][kind] = 1.0;
        }
    }
}
