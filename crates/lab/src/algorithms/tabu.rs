//! Tabu search on candidate domains (TabuCol, Hertz & de Werra 1987, on Sudoku).
//!
//! The search itself is in the engine, whose solver for large boards alternates with it; here it runs
//! alone and is observed.

use quadrille_core::local::{ConflictTable, Move, Slots, Tabu};
use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::Start;
use crate::registry::{Entry, Key, Parameters, Scale};

const SLOTS: Key<&'static str> = Key::choice(
    "slots",
    &["cells", "box-digits"],
    "box-digits",
    "what holds one candidate each: the cells a digit, or the digits of the boxes a cell; \
         the latter is better on hard boards",
);
const TENURE: Key<f64> = Key::real(
    "tenure",
    0.0..=100.0,
    0.8,
    "steps that a digit is kept out, per cell in conflict; on sides n beyond 16 times 4 over \
         the root of n",
)
.on(Scale::log(0.05, 10.0));
const NOISE: Key<i64> =
    Key::integer("noise", 1..=100_000, 6, "random steps added to that: below this number")
        .on(Scale::log(1.0, 1000.0));

pub(super) const ENTRY: Entry = Entry {
    id: "tabu",
    title: "tabu search on candidates",
    source: "ours, after TabuCol: Hertz & de Werra, Using tabu search techniques for graph \
             coloring, 1987; dynamic tenure of Galinier & Hao 1999",
    about: "Every free cell holds one of its candidates; the cost is the number of pairs in \
            conflict. Of all other candidates of the cells in conflict the best is chosen, even \
            if it is worse. The replaced digit may not return for tenure x (cells in conflict) + \
            random(noise) steps, unless it gives the best board so far. A table of conflicts per \
            candidate makes evaluating a change one subtraction. The defaults are the best \
            found for hard and easy boards of sides 9 and 25 together. Nodes are changes \
            evaluated, `accepted` counts the steps.",
    parameters: &[Start::KEY.parameter, SLOTS.parameter, TENURE.parameter, NOISE.parameter],
    run: search,
    ..Entry::LOCAL
};

/// Steps between two reports of the tenure.
const SHOWN: u64 = 1 << 10;

fn search(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let factor = Tabu::factor(parameters.get(&TENURE), puzzle.shape());
    let slots = match parameters.get(&SLOTS) {
        "box-digits" => Slots::BoxDigits,
        _ => Slots::Cells,
    };
    let candidates = Start::of(parameters).candidates(puzzle)?;
    let board = ConflictTable::new(puzzle, &candidates, slots, &mut run.meter)?;
    let mut board = board.ok_or(Stop::ProvedNone)?;
    board.fill_greedily(&mut run.rng);
    let mut tabu = Tabu::new(board, factor, parameters.get(&NOISE) as u32);
    let mut least_cost = u32::MAX;
    let mut steps = 0_u64;
    while tabu.board().cost() > 0 {
        if tabu.board().cost() < least_cost {
            least_cost = tabu.board().cost();
            run.offer(|| tabu.board().snapshot());
        }
        run.at(|| (0, tabu.board().snapshot()));
        if tabu.is_stuck() {
            return Ok(Stop::ProvedNone);
        }
        run.meter.count_many(Counter::Evaluated, tabu.board().changes())?;
        if let Move::Made { tenure } = tabu.step(&mut run.rng) {
            run.meter.note(Counter::Accepted);
            steps += 1;
            if steps.is_multiple_of(SHOWN) {
                run.gauge("tenure", || vec![f64::from(tenure)]);
            }
        }
    }
    Ok(run.claim(&tabu.board().snapshot()))
}
