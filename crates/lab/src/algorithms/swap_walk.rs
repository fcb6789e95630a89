//! Walks over complete boards by random swaps, each taken or not by a rule that looks only at costs.

use quadrille_core::{Counter, Puzzle, Run, Stop};

use crate::board::{BoxPermutation, Start};
use crate::registry::{Key, Parameters, Scale};

pub(super) const PATIENCE: Key<i64> = Key::integer(
    "patience",
    1..=1_000_000_000,
    3_000,
    "proposals in a row that do not lower the cost, after which a new board is made (a restart)",
)
.on(Scale::log(100.0, 1_000_000.0));

/// When to take a swap.
pub(super) trait Rule {
    /// Restarts on a board of that cost.
    fn begin(&mut self, cost: u32);

    /// Returns whether a swap that would change the cost is taken.
    fn accepts(&mut self, cost: u32, proposed: u32) -> bool;

    /// Returns the name and value of the bound that the rule compares with.
    fn bound(&self) -> (&'static str, f64);
}

/// Proposals between two reports of the bound.
const SHOWN: u64 = 1 << 10;

/// Proposes random swaps until the board is solved.
pub(super) fn swap_walk(
    puzzle: &Puzzle,
    parameters: &Parameters,
    run: &mut Run<'_>,
    mut rule: impl Rule,
) -> Result<Stop, Stop> {
    let patience = parameters.get(&PATIENCE);
    let mut board = BoxPermutation::random(puzzle, Start::of(parameters), &mut run.rng)?;
    rule.begin(board.cost());
    let (mut best, mut idle) = (u32::MAX, 0);
    while board.cost() > 0 {
        if board.cost() < best {
            best = board.cost();
            run.offer(|| board.snapshot());
        }
        if board.swaps().is_empty() {
            return Ok(Stop::Stuck);
        }
        run.meter.count(Counter::Evaluated)?;
        if run.meter.counters[Counter::Evaluated].is_multiple_of(SHOWN) {
            let (name, bound) = rule.bound();
            run.gauge(name, || vec![bound]);
        }
        let swap = board.swap_for((run.rng.bits() >> 32) as u32);
        let delta = board.delta(swap);
        idle = if delta < 0 { 0 } else { idle + 1 };
        if rule.accepts(board.cost(), board.cost().strict_add_signed(delta)) {
            run.meter.note(Counter::Accepted);
            board.apply(swap, delta);
            run.at(|| (0, board.snapshot()));
        }
        if idle >= patience {
            run.meter.restarted();
            board.fill(&mut run.rng);
            rule.begin(board.cost());
            idle = 0;
        }
    }
    Ok(run.claim(&board.snapshot()))
}
