//! Iterated greedy: destruction and greedy construction (Ruiz & Stützle).

use quadrille_core::{Cell, Counter, Puzzle, Run, Stop};

use super::permutations::{Kept, Permutations};
use crate::board::{Metropolis, Start, held, lacking};
use crate::registry::{Entry, Key, Parameters, Scale};

const DESTROYED: Key<i64> = Key::integer(
    "destroyed",
    2..=1000,
    16,
    "cells emptied in each step (at most all that are free)",
)
.on(Scale::log(2.0, 100.0));
const TEMPERATURE: Key<f64> = Key::real(
    "temperature",
    0.001..=1000.0,
    0.6,
    "constant temperature at which a worse board is accepted",
)
.on(Scale::log(0.05, 5.0));

pub(super) const ENTRY: Entry = Entry {
    id: "iterated-greedy",
    title: "iterated greedy",
    source: "Ruiz & Stützle, A simple and effective iterated greedy algorithm for the permutation \
             flowshop scheduling problem, European Journal of Operational Research 177, 2007",
    about: "Each box holds its missing digits. In each step some random free cells are emptied \
            (destruction). In the order in which they were emptied, each takes the digit that its \
            box lacks and that clashes with the fewest filled cells of its row and column, ties \
            at random (construction). The new board replaces the old one by the Metropolis rule \
            at a constant temperature. The cost is the number of digits missing in rows and \
            columns. Nodes are digits tried; `accepted` counts the boards.",
    parameters: &[Start::KEY.parameter, DESTROYED.parameter, TEMPERATURE.parameter],
    run: search,
    ..Entry::LOCAL
};

fn search(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let temperature = parameters.get(&TEMPERATURE);
    let rule = Metropolis::new(temperature);
    let geometry = puzzle.geometry();
    let mut space = Permutations::new(puzzle, Start::of(parameters), Kept::Boxes)?;
    let joined = puzzle.edges().by_cell(puzzle.shape());
    let mut free: Vec<Cell> = geometry.cells().filter(|&cell| space.is_free(cell)).collect();
    let destroyed = (parameters.get(&DESTROYED) as usize).min(free.len());
    let mut board = space.blank();
    space.fill(&mut board, &mut run.rng);
    let mut cost = space.cost(&board);
    let mut trial = board.clone();
    let mut ties = Vec::new();
    let mut best = u32::MAX;
    while cost > 0 {
        if cost < best {
            best = cost;
            run.offer(|| board.clone());
        }
        if space.is_rigid() {
            return Ok(Stop::Stuck);
        }
        for index in 0..destroyed {
            let other = index + run.rng.below(free.len() - index);
            free.swap(index, other);
            trial[free[index].index()] = 0;
        }
        for &cell in &free[..destroyed] {
            let [row, column, own] = geometry.houses_of(cell).map(|house| geometry.house(house));
            let (in_row, in_column) = (held(&trial, row), held(&trial, column));
            let mut least = u32::MAX;
            for digit in lacking(&trial, own) {
                run.meter.count(Counter::Evaluated)?;
                let far = |other: &&Cell| {
                    let beside = trial[other.index()];
                    beside != 0 && beside.abs_diff(digit) != 1
                };
                let apart =
                    joined.get(cell.index()).map_or(0, |all| all.iter().filter(far).count());
                let clashes = (in_row >> digit & 1) + (in_column >> digit & 1);
                let clashes = clashes as u32 + apart as u32;
                if clashes < least {
                    least = clashes;
                    ties.clear();
                }
                if clashes == least {
                    ties.push(digit);
                }
            }
            trial[cell.index()] = ties[run.rng.below(ties.len())];
        }
        let proposed = space.cost(&trial);
        if rule.accepts_any(proposed as i32 - cost as i32, temperature, &mut run.rng) {
            run.meter.note(Counter::Accepted);
            cost = proposed;
            board.copy_from_slice(&trial);
            run.at(|| (0, board.clone()));
        } else {
            trial.copy_from_slice(&board);
        }
    }
    Ok(run.claim(&board))
}
