//! A genetic algorithm on rows with local search on columns and boxes (Wang and others).

use quadrille_core::{Cell, Counter, Geometry, Puzzle, Rng, Run, Snapshot, Stop};

use super::permutations::{Kept, Permutations, swap_two};
use crate::board::{Start, missing};
use crate::registry::{Entry, Key, Parameters, Scale};

const POPULATION: Key<i64> =
    Key::integer("population", 2..=1000, 150, "boards in a generation").on(Scale::log(4.0, 1000.0));
const ELITE: Key<i64> = Key::integer("elite", 1..=1000, 50, "best boards ever that are remembered")
    .on(Scale::log(1.0, 500.0));
const CROSSED: Key<f64> =
    Key::real("crossed", 0.0..=1.0, 0.2, "chance that a board is crossed with another")
        .on(Scale::linear(0.0, 1.0));
const ROWS: Key<f64> =
    Key::real("rows", 0.0..=1.0, 0.1, "chance that crossed boards exchange a row")
        .on(Scale::linear(0.0, 1.0));
const SWAPPED: Key<f64> =
    Key::real("swapped", 0.0..=1.0, 0.3, "chance of a swap in each row of a board")
        .on(Scale::log(0.005, 1.0));
const REFILLED: Key<f64> =
    Key::real("refilled", 0.0..=1.0, 0.05, "chance that a row of a board is filled again")
        .on(Scale::log(0.001, 1.0));

pub(super) const ENTRY: Entry = Entry {
    id: "genetic-rows",
    title: "genetic algorithm on rows with local search",
    source: "Wang, Sun, Du, Li, Zhan, Jeon, Wang & Zhang, A novel evolutionary algorithm with \
             column and sub-block local search for sudoku puzzles, IEEE Transactions on Games 16, \
             2024",
    about: "Boards whose rows hold every digit; the cost is the number of columns and boxes that \
            do not. Parents are the better of two drawn at random; some exchange rows; rows are \
            mutated by swaps or filled again. Then each column that repeats digits is compared with \
            another such column: the first two cells of a row of which each repeats a digit that \
            the other column lacks are swapped. The same is done with boxes. Last, the worst board \
            is replaced by one of the elite, more likely the better that is, or by a new one. \
            Nodes are boards evaluated.",
    parameters: &[
        Start::KEY.parameter,
        POPULATION.parameter,
        ELITE.parameter,
        CROSSED.parameter,
        ROWS.parameter,
        SWAPPED.parameter,
        REFILLED.parameter,
    ],
    counters: &[Counter::Evaluated],
    run: breed,
    ..Entry::LOCAL
};

/// The number of columns and boxes that do not hold every digit, plus violated edges.
fn faulty(space: &Permutations, board: &[u8]) -> u32 {
    let faulty = space.other_houses().filter(|house| missing(board, house) > 0).count();
    faulty as u32 + space.violated(board)
}

fn breed(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let size = parameters.get(&POPULATION) as usize;
    let elite_size = parameters.get(&ELITE) as usize;
    let (crossed, rows) = (parameters.get(&CROSSED), parameters.get(&ROWS));
    let (swapped, refilled) = (parameters.get(&SWAPPED), parameters.get(&REFILLED));
    let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
    let mut space = Permutations::new(puzzle, Start::of(parameters), Kept::Rows)?;
    let others: Vec<&[Cell]> = space.other_houses().collect();
    // Cost and board.
    let mut boards: Vec<(u32, Snapshot)> = vec![(u32::MAX, space.blank()); size];
    let mut parents = boards.clone();
    let mut elite: Vec<(u32, Snapshot)> = Vec::new();
    let mut least = u32::MAX;
    for generation in 0_u64.. {
        if generation > 0 {
            std::mem::swap(&mut boards, &mut parents);
            for board in &mut boards {
                let [a, b] = [run.rng.below(size), run.rng.below(size)].map(|i| &parents[i]);
                board.1.copy_from_slice(if a.0 <= b.0 { &a.1 } else { &b.1 });
            }
            for index in 0..size {
                let other = run.rng.below(size);
                if run.rng.fraction() < crossed && other != index {
                    let [one, two] =
                        boards.get_disjoint_mut([index, other]).expect("two different boards");
                    for row in space.houses().filter(|_| run.rng.fraction() < rows) {
                        row.iter().map(|cell| cell.index()).for_each(|cell| {
                            std::mem::swap(&mut one.1[cell], &mut two.1[cell]);
                        });
                    }
                }
            }
        }
        for (cost, board) in &mut boards {
            run.meter.count(Counter::Evaluated)?;
            if generation == 0 {
                space.fill(board, &mut run.rng);
            } else {
                for row in 0..space.houses().count() {
                    let cells = space.houses().nth(row).expect("below their number");
                    if cells.len() > 1 && run.rng.fraction() < swapped {
                        swap_two(cells, board, &mut run.rng);
                    }
                    if run.rng.fraction() < refilled {
                        space.fill_house(row, board, &mut run.rng);
                    }
                }
                for houses in others.chunks(side) {
                    improve(&space, geometry, houses, board, &mut run.rng);
                }
            }
            *cost = faulty(&space, board);
            if *cost < least {
                least = *cost;
                run.offer(|| board.clone());
                if least == 0 {
                    return Ok(run.claim(board));
                }
            }
        }
        if space.is_rigid() {
            return Ok(Stop::Stuck);
        }
        elite.extend_from_slice(&boards);
        // A stable sort, so that parents do not depend on its implementation.
        elite.sort_by_key(|(cost, _)| *cost);
        elite.truncate(elite_size);
        if generation.is_multiple_of(64) {
            run.gauge("costs", || boards.iter().map(|(cost, _)| f64::from(*cost)).collect());
        }
        let worst = (0..size).max_by_key(|&index| boards[index].0).expect("there are boards");
        let worst = &mut boards[worst];
        let (cost, board) = &elite[run.rng.below(elite.len())];
        if run.rng.fraction() * f64::from(worst.0) < f64::from(worst.0 - (*cost).min(worst.0)) {
            worst.0 = *cost;
            worst.1.copy_from_slice(board);
        } else {
            run.meter.count(Counter::Evaluated)?;
            space.fill(&mut worst.1, &mut run.rng);
            worst.0 = faulty(&space, &worst.1);
        }
    }
    unreachable!("generations have no end");
}

/// Compares each faulty house with a random faulty one of its kind, and swaps the first two free cells
/// of a row that both repeat a digit which the other house lacks.
fn improve(
    space: &Permutations,
    geometry: &Geometry,
    houses: &[&[Cell]],
    board: &mut [u8],
    rng: &mut Rng,
) {
    let faulty: Vec<&[Cell]> =
        houses.iter().filter(|house| missing(board, house) > 0).copied().collect();
    for &one in &faulty {
        let two = faulty[rng.below(faulty.len())];
        if std::ptr::eq(one, two) {
            continue;
        }
        // The digits that one house repeats and the other lacks.
        let [(held_one, repeated_one), (held_two, repeated_two)] =
            [one, two].map(|house| digits(board, house));
        let (leaving, coming) = (repeated_one & !held_two, repeated_two & !held_one);
        let can = |cell: Cell, set: u64| set >> board[cell.index()] & 1 != 0 && space.is_free(cell);
        let pair = one.iter().filter(|&&a| can(a, leaving)).find_map(|&a| {
            let same_row = |b: &&Cell| geometry.row_of(a) == geometry.row_of(**b);
            two.iter().filter(same_row).find(|&&b| can(b, coming)).map(|&b| (a, b))
        });
        if let Some((a, b)) = pair {
            board.swap(a.index(), b.index());
        }
    }
}

/// Returns the digits that a house holds, and those that it holds more than once.
fn digits(board: &[u8], house: &[Cell]) -> (u64, u64) {
    house.iter().fold((0, 0), |(held, repeated), cell| {
        let digit = 1_u64 << board[cell.index()];
        (held | digit, repeated | held & digit)
    })
}
