//! Steepest descent over box swaps, one run (R0).

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Start};
use crate::registry::{Entry, Parameters};

pub(super) const ENTRY: Entry = Entry {
    id: "hill-climbing",
    title: "steepest descent over box swaps",
    source: "R0: Boukharouba & Mohammed 2018",
    about: "Each box holds its missing digits in random order. Of all swaps of two free cells of \
            a box, the one that lowers the cost (digits missing in rows and columns) most is \
            made, the first of equals. The run ends when no swap lowers the cost. Nodes are swaps \
            evaluated.",
    parameters: &[Start::KEY.parameter],
    run: descend,
    ..Entry::LOCAL
};

fn descend(puzzle: &Puzzle, parameters: &Parameters, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    while board.cost() > 0 {
        run.offer(|| board.snapshot());
        run.at(|| (0, board.snapshot()));
        let mut best = None;
        let mut least = 0;
        for &swap in board.swaps() {
            run.meter.count(Counter::Evaluated)?;
            let delta = board.delta(swap);
            if delta < least {
                (best, least) = (Some(swap), delta);
            }
        }
        let Some(swap) = best else {
            return Ok(Stop::Stuck);
        };
        run.meter.note(Counter::Accepted);
        board.apply(swap, least);
    }
    Ok(run.claim(&board.snapshot()))
}
