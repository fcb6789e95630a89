//! A genetic algorithm whose individuals keep their boxes whole (Mantere & Koljonen).

use quadrille_core::{Counter, Puzzle, Run, Stop};

use super::permutations::{Kept, Permutations};
use crate::board::Start;
use crate::registry::{Entry, Key, Parameters, Scale};

const POPULATION: Key<i64> = Key::integer("population", 2..=100_000, 100, "boards in a generation")
    .on(Scale::log(4.0, 5000.0));
const ELITE: Key<i64> =
    Key::integer("elite", 0..=100_000, 4, "best boards that live on (at most all but one)")
        .on(Scale::log(0.0, 1000.0));
const MUTATION: Key<f64> =
    Key::real("mutation", 0.0..=1.0, 0.1, "chance of a swap in each box of a child")
        .on(Scale::log(0.005, 1.0));
const PATIENCE: Key<i64> = Key::integer(
    "patience",
    1..=1_000_000_000,
    100,
    "generations without a better board, after which a new population is made",
)
.on(Scale::log(5.0, 10_000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "genetic",
    title: "genetic algorithm on boxes",
    source: "Mantere & Koljonen, Solving, rating and generating sudoku puzzles with GA, CEC 2007",
    about: "Boards whose boxes hold every digit are crossed by exchanging whole boxes and mutated \
            by swaps within boxes. The cost is the number of digits missing in rows and columns. \
            The best few survive; each parent is the better of two drawn at random. After several \
            generations without a better board the population is replaced (a restart). Nodes are \
            boards created.",
    parameters: &[
        Start::KEY.parameter,
        POPULATION.parameter,
        ELITE.parameter,
        MUTATION.parameter,
        PATIENCE.parameter,
    ],
    counters: &[Counter::Evaluated, Counter::Restart],
    run: breed,
    ..Entry::LOCAL
};

fn breed(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let population = parameters.get(&POPULATION) as usize;
    let elite = (parameters.get(&ELITE) as usize).min(population - 1);
    let (mutation, patience) = (parameters.get(&MUTATION), parameters.get(&PATIENCE));
    let mut world = Permutations::new(puzzle, Start::of(parameters), Kept::Boxes)?;
    // Cost and board, best first.
    let blank = (u32::MAX, world.blank());
    let mut parents = vec![blank.clone(); population];
    let mut children = vec![blank; population];
    let (mut least, mut least_here, mut idle) = (u32::MAX, u32::MAX, 0);
    let mut anew = true;
    let mut generation = 0_u64;
    loop {
        let kept = if anew { 0 } else { elite };
        for (child, parent) in children.iter_mut().zip(&parents).take(kept) {
            child.0 = parent.0;
            child.1.copy_from_slice(&parent.1);
        }
        for (cost, board) in &mut children[kept..] {
            run.meter.count(Counter::Evaluated)?;
            if anew {
                world.fill(board, &mut run.rng);
            } else {
                // The population is sorted, so the better of two drawn has the lower index.
                let mut draw = || run.rng.below(population).min(run.rng.below(population));
                let pair = [draw(), draw()].map(|index| &*parents[index].1);
                world.cross(pair, mutation, board, &mut run.rng);
            }
            *cost = world.cost(board);
            if *cost < least {
                least = *cost;
                run.offer(|| board.clone());
                if least == 0 {
                    return Ok(run.claim(board));
                }
            }
        }
        std::mem::swap(&mut parents, &mut children);
        // A stable sort, so that parents do not depend on its implementation.
        parents.sort_by_key(|(cost, _)| *cost);
        if world.is_rigid() {
            return Ok(Stop::Stuck);
        }
        idle = if parents[0].0 < least_here { 0 } else { idle + 1 };
        least_here = least_here.min(parents[0].0);
        anew = idle >= patience;
        if anew {
            (least_here, idle) = (u32::MAX, 0);
            run.meter.restarted();
        }
        generation += 1;
        if generation.is_multiple_of(64) {
            run.gauge("costs", || parents.iter().map(|(cost, _)| f64::from(*cost)).collect());
        }
    }
}
