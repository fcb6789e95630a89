//! Harmony search (Geem), with the objective that it was published with and one without its fault.

use quadrille_core::{Counter, Puzzle, Run, Snapshot, Stop};

use crate::board::{Faults, Filling, Start};
use crate::registry::{Entry, Key, Parameters, Scale};

const OBJECTIVE: Key<&'static str> = Key::choice(
    "objective",
    &["sums", "missing"],
    "sums",
    "cost of a board: how far the sums of rows, columns and boxes are from the right one, as \
         published; or the number of digits missing in them",
);
const MEMORY: Key<i64> =
    Key::integer("memory", 1..=1000, 50, "boards in the memory").on(Scale::log(1.0, 500.0));
const CONSIDERING: Key<f64> =
    Key::real("considering", 0.0..=1.0, 0.9, "chance that a cell takes its digit from the memory")
        .on(Scale::linear(0.0, 1.0));
const ADJUSTING: Key<f64> = Key::real(
    "adjusting",
    0.0..=1.0,
    0.01,
    "chance that a digit from the memory is then raised or lowered by one",
)
.on(Scale::log(0.001, 1.0));

pub(super) const ENTRY: Entry = Entry {
    id: "harmony-search",
    title: "harmony search",
    source: "Geem, Harmony search algorithm for solving sudoku, KES 2007; criticized by Weyland, \
             A critical analysis of the harmony search algorithm: how not to solve sudoku, \
             Operations Research Perspectives 2, 2015",
    about: "A memory holds boards of any digits. A new board takes the digit of each free cell \
            from a random board of the memory, sometimes raised or lowered by one, or else at \
            random. It replaces the worst board of the memory if it is better. The published cost \
            adds up how far the sums of rows, columns and boxes are from the right one (45 on a \
            9x9 board). A board of cost 0 that repeats digits is no solution, and the search \
            continues. Nodes are boards made.",
    flaw: Some(
        "Kept as published: sums do not see repeated digits, so a board may cost nothing without \
         being a solution, and nothing leads from there to one (`objective=missing` repairs \
         that). Weyland proves that harmony search is a special case of evolution strategies and \
         finds the published results fundamentally flawed.",
    ),
    parameters: &[
        Start::KEY.with_default("givens").parameter,
        OBJECTIVE.parameter,
        MEMORY.parameter,
        CONSIDERING.parameter,
        ADJUSTING.parameter,
    ],
    counters: &[Counter::Evaluated, Counter::Accepted],
    run: improvise,
    ..Entry::LOCAL
};

/// Boards between two reports of the memory.
const SHOWN: u64 = 1000;

fn improvise(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let size = parameters.get(&MEMORY) as usize;
    let (considering, adjusting) = (parameters.get(&CONSIDERING), parameters.get(&ADJUSTING));
    let by_sums = parameters.get(&OBJECTIVE) == "sums";
    let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
    let sum = (side * (side + 1) / 2) as u32;
    let mut board = Filling::random(puzzle, Start::of(parameters), Faults::Missing, &mut run.rng)?;
    let free = board.free().to_vec();
    if free.is_empty() && board.cost() > 0 {
        return Ok(Stop::Stuck);
    }
    // Cost and board, in the order in which they were made.
    let mut memory: Vec<(u32, Snapshot)> = Vec::with_capacity(size);
    let mut least = u32::MAX;
    loop {
        run.meter.count(Counter::Evaluated)?;
        if memory.len() < size {
            board.fill(|_| run.rng.below(side) as u8 + 1);
        } else {
            board.fill(|number| {
                if run.rng.fraction() >= considering {
                    return run.rng.below(side) as u8 + 1;
                }
                let digit = memory[run.rng.below(size)].1[free[number].index()];
                if run.rng.fraction() >= adjusting {
                    return digit;
                }
                let moved = if run.rng.below(2) == 0 { digit - 1 } else { digit + 1 };
                moved.clamp(1, side as u8)
            });
        }
        let digits = board.snapshot();
        if board.cost() < least {
            least = board.cost();
            run.offer(|| digits.clone());
            if least == 0 {
                return Ok(run.claim(&digits));
            }
        }
        let cost = if by_sums {
            let off = |house: &[quadrille_core::Cell]| {
                let total: u32 = house.iter().map(|cell| u32::from(digits[cell.index()])).sum();
                total.abs_diff(sum)
            };
            geometry.houses().map(off).sum()
        } else {
            board.cost()
        };
        if memory.len() < size {
            memory.push((cost, digits));
            continue;
        }
        let worst = (0..size).max_by_key(|&index| memory[index].0).expect("a memory has boards");
        if cost < memory[worst].0 {
            run.meter.note(Counter::Accepted);
            run.at(|| (0, digits.clone()));
            memory[worst] = (cost, digits);
        }
        if run.meter.counters[Counter::Evaluated].is_multiple_of(SHOWN) {
            run.gauge("costs", || memory.iter().map(|(cost, _)| f64::from(*cost)).collect());
        }
    }
}
