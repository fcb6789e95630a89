//! Geometric particle swarm optimization (Moraglio & Togelius).
//!
//! There is no velocity. A particle moves to a random point between its position, its own best and the
//! best of its neighborhood, where "between" is meant in the metric of swaps within rows.

use quadrille_core::{Cell, Counter, Puzzle, Rng, Run, Snapshot, Stop};

use super::permutations::{Kept, Permutations, swap_two};
use crate::board::Start;
use crate::registry::{Entry, Key, Parameters, Scale};

const PARTICLES: Key<i64> =
    Key::integer("particles", 1..=1000, 100, "particles of the swarm").on(Scale::log(4.0, 500.0));
const SOCIALITY: Key<f64> =
    Key::real("sociality", 0.0..=1.0, 0.2, "weight of the best position in the neighborhood")
        .on(Scale::linear(0.0, 1.0));
const MEMORY: Key<f64> =
    Key::real("memory", 0.0..=1.0, 0.4, "weight of the best position of the particle itself")
        .on(Scale::linear(0.0, 1.0));
const MUTATION: Key<f64> =
    Key::real("mutation", 0.0..=1.0, 0.8, "chance of a swap in a random row after a move")
        .on(Scale::linear(0.0, 1.0));
const PATIENCE: Key<i64> = Key::integer(
    "patience",
    1..=1_000_000_000,
    300,
    "rounds without a better board, after which a new swarm is made (a restart)",
)
.on(Scale::log(5.0, 10_000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "particle-swarm",
    title: "geometric particle swarm",
    source: "Moraglio & Togelius, Geometric particle swarm optimization for the sudoku puzzle, \
             GECCO 2007",
    about: "Each row holds every digit; the cost is the number of digits missing in columns and \
            boxes. A particle moves to a random mixture of three boards: its own, the best that \
            it was at, and the best of its eight neighbors on a lattice that closes on itself. Row \
            by row and cell by cell, one of the three is drawn by weight, and the others swap \
            within the row until they agree with it. Inertia is the rest of the weights; if they \
            exceed 1, it is 0. Sometimes two cells of a row are swapped as well. The defaults \
            and the restart are ours. Nodes are boards made.",
    parameters: &[
        Start::KEY.parameter,
        PARTICLES.parameter,
        SOCIALITY.parameter,
        MEMORY.parameter,
        MUTATION.parameter,
        PATIENCE.parameter,
    ],
    counters: &[Counter::Evaluated, Counter::Restart],
    run: fly,
    ..Entry::LOCAL
};

#[derive(Clone)]
struct Particle {
    at: Snapshot,
    best: Snapshot,
    best_cost: u32,
}

fn fly(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let size = parameters.get(&PARTICLES) as usize;
    let (sociality, memory) = (parameters.get(&SOCIALITY), parameters.get(&MEMORY));
    let whole = (sociality + memory).max(1.0);
    let (mutation, patience) = (parameters.get(&MUTATION), parameters.get(&PATIENCE));
    let mut space = Permutations::new(puzzle, Start::of(parameters), Kept::Rows)?;
    let blank = space.blank();
    let particle = Particle { at: blank.clone(), best: blank, best_cost: u32::MAX };
    let mut swarm = vec![particle; size];
    // The best boards of the last round, from which all particles of a round move.
    let mut bests: Vec<(u32, Snapshot)> = vec![(u32::MAX, space.blank()); size];
    let width = size.isqrt();
    let (mut least, mut least_here, mut idle) = (u32::MAX, u32::MAX, 0);
    let mut anew = true;
    for round in 0_u64.. {
        let before = least_here;
        for (index, particle) in swarm.iter_mut().enumerate() {
            run.meter.count(Counter::Evaluated)?;
            if anew {
                space.fill(&mut particle.at, &mut run.rng);
                particle.best_cost = u32::MAX;
            } else {
                let near = [0, 1, width - 1, width, width + 1]
                    .into_iter()
                    .flat_map(|step| [(index + step) % size, (index + 2 * size - step) % size]);
                let leader = near.min_by_key(|&other| bests[other].0).unwrap_or(index);
                let mut points =
                    [particle.at.clone(), bests[leader].1.clone(), particle.best.clone()];
                let bounds = [sociality / whole, (sociality + memory) / whole];
                mix(space.houses(), &mut points, bounds, &mut run.rng);
                [particle.at, ..] = points;
                if run.rng.fraction() < mutation {
                    let row = run.rng.below(space.houses().count());
                    let cells = space.houses().nth(row).filter(|cells| cells.len() > 1);
                    cells.into_iter().for_each(|c| swap_two(c, &mut particle.at, &mut run.rng));
                }
            }
            let cost = space.cost(&particle.at);
            if cost < particle.best_cost {
                particle.best_cost = cost;
                particle.best.copy_from_slice(&particle.at);
                least_here = least_here.min(cost);
                if cost < least {
                    least = cost;
                    run.offer(|| particle.at.clone());
                    if least == 0 {
                        return Ok(run.claim(&particle.at));
                    }
                }
            }
        }
        if space.is_rigid() {
            return Ok(Stop::Stuck);
        }
        for ((cost, board), particle) in bests.iter_mut().zip(&swarm) {
            *cost = particle.best_cost;
            board.copy_from_slice(&particle.best);
        }
        if round.is_multiple_of(64) {
            run.gauge("costs", || bests.iter().map(|(cost, _)| f64::from(*cost)).collect());
        }
        idle = if least_here < before { 0 } else { idle + 1 };
        anew = idle >= patience;
        if anew {
            (least_here, idle) = (u32::MAX, 0);
            run.meter.restarted();
        }
    }
    unreachable!("rounds have no end");
}

/// Turns all three boards into one between them (multi-parental sorting crossover). A fraction below
/// the first bound draws the second board, one below the second bound the third.
fn mix<'a>(
    rows: impl Iterator<Item = &'a [Cell]>,
    points: &mut [Snapshot; 3],
    bounds: [f64; 2],
    rng: &mut Rng,
) {
    for row in rows {
        for (place, cell) in row.iter().enumerate() {
            let drawn = rng.fraction();
            let source = match drawn {
                _ if drawn < bounds[0] => 1,
                _ if drawn < bounds[1] => 2,
                _ => 0,
            };
            let digit = points[source][cell.index()];
            for point in points.iter_mut() {
                // What comes before is the same in all three.
                let other = row[place..].iter().find(|other| point[other.index()] == digit);
                point.swap(cell.index(), other.expect("rows hold the same digits").index());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The child holds what all parents agree on, in every row a permutation; and with all weight on
    /// one parent it is that one.
    #[test]
    fn a_mixture_lies_between_its_parents() {
        let puzzle: Puzzle = "1.......2.....3.".parse().expect("a puzzle");
        let mut rng = Rng::from_seed(1);
        let mut space =
            Permutations::new(&puzzle, Start::Givens, Kept::Rows).expect("no contradiction");
        for round in 0..1000 {
            let parents: [Snapshot; 3] = std::array::from_fn(|_| {
                let mut board = space.blank();
                space.fill(&mut board, &mut rng);
                board
            });
            let mut points = parents.clone();
            let bounds = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.3, 0.6]][round % 4];
            mix(space.houses(), &mut points, bounds, &mut rng);
            assert!(points.iter().all(|point| *point == points[0]));
            if round % 4 < 3 {
                assert_eq!(points[0], parents[round % 4]);
            }
            for (cell, &digit) in points[0].iter().enumerate() {
                let common = parents.iter().all(|parent| parent[cell] == parents[0][cell]);
                assert!(!common || digit == parents[0][cell] || round % 4 == 3);
            }
            let rows = points[0].chunks(4).map(|row| row.iter().fold(0, |all, d| all | 1 << d));
            assert!(rows.into_iter().all(|held: u32| held == 0b11110));
        }
    }
}
