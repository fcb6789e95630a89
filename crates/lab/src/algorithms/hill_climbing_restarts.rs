//! Steepest descent over box swaps with sideways moves and random restarts (proposed by R3).

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Start, Swap};
use crate::registry::{Entry, Key, Parameters, Scale};

const SIDEWAYS: Key<i64> = Key::integer(
    "sideways",
    0..=1_000_000_000,
    100,
    "moves without improvement in a row, after which the board is filled again",
)
.on(Scale::log(0.0, 100_000.0));
// Without a scale: beside the strictest limit, 0 has none.
const RESTARTS: Key<i64> = Key::integer(
    "restarts",
    0..=1_000_000_000,
    0,
    "restarts that a run may make, as R3 proposed to limit them; 0: any number",
);

pub(super) const ENTRY: Entry = Entry {
    id: "hill-climbing-restarts",
    title: "steepest descent with sideways moves and restarts",
    source: "R3's proposal: Trottier & Poitras 2015",
    about: "Each box holds its missing digits in random order. Of all swaps of two free cells of \
            a box, the one that lowers the cost (digits missing in rows and columns) most is \
            made, ties at random. Swaps that leave the cost unchanged are made too, up to a \
            number in a row; then the search restarts from a new random board, until it may not \
            any more. Nodes are swaps evaluated.",
    parameters: &[Start::KEY.parameter, SIDEWAYS.parameter, RESTARTS.parameter],
    counters: &[Counter::Evaluated, Counter::Accepted, Counter::Restart],
    run: climb,
    ..Entry::LOCAL
};

fn climb(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let (most_sideways, most_restarts) = (parameters.get(&SIDEWAYS), parameters.get(&RESTARTS));
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    let mut best: Vec<Swap> = Vec::with_capacity(board.swaps().len());
    let mut sideways = 0;
    run.offer(|| board.snapshot());
    while board.cost() > 0 {
        if board.swaps().is_empty() {
            return Ok(Stop::Stuck);
        }
        run.meter.count_many(Counter::Evaluated, board.swaps().len() as u64)?;
        let mut least = i32::MAX;
        for &swap in board.swaps() {
            let delta = board.delta(swap);
            if delta < least {
                least = delta;
                best.clear();
            }
            if delta == least {
                best.push(swap);
            }
        }
        sideways = if least < 0 { 0 } else { sideways + 1 };
        if least > 0 || sideways > most_sideways {
            if most_restarts > 0 && run.meter.counters[Counter::Restart] >= most_restarts as u64 {
                return Ok(Stop::Stuck);
            }
            board.fill(&mut run.rng);
            run.meter.restarted();
            sideways = 0;
            run.offer(|| board.snapshot());
            continue;
        }
        let swap = best[run.rng.below(best.len())];
        board.apply(swap, least);
        run.meter.note(Counter::Accepted);
        run.at(|| (0, board.snapshot()));
        if least < 0 {
            run.offer(|| board.snapshot());
        }
    }
    Ok(run.claim(&board.snapshot()))
}
