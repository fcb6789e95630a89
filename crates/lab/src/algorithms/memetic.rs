//! A memetic algorithm: a genetic algorithm whose children descend to local optima (Moscato).

use quadrille_core::{Counter, Puzzle, Run, Snapshot, Stop};

use super::permutations::{Kept, Permutations};
use crate::board::{BoxPermutation, Start};
use crate::registry::{Entry, Key, Parameters, Scale};

const POPULATION: Key<i64> =
    Key::integer("population", 2..=1000, 50, "boards that live").on(Scale::log(4.0, 500.0));
const MUTATION: Key<f64> =
    Key::real("mutation", 0.0..=1.0, 0.1, "chance of a swap in each box of a child")
        .on(Scale::log(0.005, 1.0));
const PATIENCE: Key<i64> = Key::integer(
    "patience",
    1..=1_000_000_000,
    500,
    "children in a row that are no better than the best, after which a new population is made",
)
.on(Scale::log(10.0, 100_000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "memetic",
    title: "memetic algorithm",
    source: "Moscato, On evolution, search, optimization, genetic algorithms and martial arts: \
             towards memetic algorithms, Caltech C3P 826, 1989; crossover of Mantere & Koljonen \
             2007",
    about: "A genetic algorithm on boxes in which every board is a local optimum. Two boards, each \
            the better of two drawn at random, exchange whole boxes; some boxes are mutated by a \
            swap. The child then descends: swaps of two free cells of a box are tried in turn, \
            and each that lowers the cost (digits missing in rows and columns) is made, \
            until none does. It replaces the worst board unless it is worse or lives already. \
            After several children without a better best board the population is replaced (a \
            restart). Nodes are swaps evaluated and boards made.",
    parameters: &[
        Start::KEY.parameter,
        POPULATION.parameter,
        MUTATION.parameter,
        PATIENCE.parameter,
    ],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    run: breed,
    ..Entry::LOCAL
};

fn breed(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let size = parameters.get(&POPULATION) as usize;
    let (mutation, patience) = (parameters.get(&MUTATION), parameters.get(&PATIENCE));
    let start = Start::of(parameters);
    let mut space = Permutations::new(puzzle, start, Kept::Boxes)?;
    let mut board = BoxPermutation::random(puzzle, start, &mut run.rng)?;
    let mut child = space.blank();
    // Cost and board, best first.
    let mut population: Vec<(u32, Snapshot)> = Vec::with_capacity(size);
    let (mut least, mut idle) = (u32::MAX, 0);
    loop {
        run.meter.count(Counter::Evaluated)?;
        if population.len() < size {
            space.fill(&mut child, &mut run.rng);
        } else {
            let mut draw = || run.rng.below(size).min(run.rng.below(size));
            let pair = [draw(), draw()].map(|index| &*population[index].1);
            space.cross(pair, mutation, &mut child, &mut run.rng);
        }
        board.fill_keeping(&child, &mut run.rng);
        descend(&mut board, run)?;
        let cost = board.cost();
        if cost < least {
            least = cost;
            run.offer(|| board.snapshot());
            if least == 0 {
                return Ok(run.claim(&board.snapshot()));
            }
        }
        if board.swaps().is_empty() {
            return Ok(Stop::Stuck);
        }
        run.at(|| (0, board.snapshot()));
        let best = population.first().map_or(u32::MAX, |&(best, _)| best);
        idle = if cost < best { 0 } else { idle + 1 };
        let digits = board.snapshot();
        let place = population.partition_point(|&(other, _)| other <= cost);
        let equals = population[..place].iter().rev().take_while(|&&(other, _)| other == cost);
        let known = equals.into_iter().any(|(_, other)| *other == digits);
        if population.len() < size {
            population.insert(place, (cost, digits));
        } else if !known && cost <= population[size - 1].0 {
            population.pop();
            population.insert(place.min(size - 1), (cost, digits));
        }
        if idle >= patience && population.len() == size {
            run.gauge("costs", || population.iter().map(|(cost, _)| f64::from(*cost)).collect());
            population.clear();
            run.meter.restarted();
            idle = 0;
        }
    }
}

/// Makes every swap that lowers the cost, in turn from a random one on, until none does.
fn descend(board: &mut BoxPermutation, run: &mut Run<'_>) -> Result<(), Stop> {
    let count = board.swaps().len();
    if count == 0 {
        return Ok(());
    }
    let (mut next, mut idle) = (run.rng.below(count), 0);
    while idle < count && board.cost() > 0 {
        run.meter.count(Counter::Evaluated)?;
        let swap = board.swaps()[next];
        let delta = board.delta(swap);
        idle += 1;
        if delta < 0 {
            run.meter.note(Counter::Accepted);
            board.apply(swap, delta);
            idle = 0;
        }
        next = if next + 1 == count { 0 } else { next + 1 };
    }
    Ok(())
}
