//! Depth-first search over decisions, with restarts.

use quadrille_core::solve::luby;
use quadrille_core::{Cell, Counter, Digit, Puzzle, Run, Stop};

use super::filter::Filter;
use super::order::{CellOrder, DigitOrder, Ties};
use super::store::{Mark, Store};

/// What is decided after a digit has failed in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branching {
    /// The cell again, with its next digit.
    Digits,
    /// That the cell does not have the digit; then any cell (Sabin & Freuder 1994).
    Binary,
}

/// After how many contradictions the search restarts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Restarts {
    Never,
    /// After a unit times 1, 1, 2, 1, 1, 2, 4, … (Luby, Sinclair & Zuckerman 1993).
    Luby,
    /// After a unit that grows by half each time (Walsh 1999).
    Geometric,
}

/// The parts of the search.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) filter: Filter,
    pub(super) cells: CellOrder,
    pub(super) ties: Ties,
    pub(super) digits: DigitOrder,
    pub(super) branching: Branching,
    pub(super) restarts: Restarts,
    /// The unit of the restarts.
    pub(super) unit: u64,
    /// Whether nogoods are recorded at restarts.
    pub(super) nogoods: bool,
}

/// A digit tried in a cell.
struct Trial {
    cell: Cell,
    digit: Digit,
    /// The state before.
    mark: Mark,
    /// Whether there was a choice.
    guess: bool,
}

/// The numbers of contradictions between restarts.
struct Cutoffs {
    restarts: Restarts,
    /// The restarts so far.
    count: u64,
    /// The present number, in units.
    term: f64,
}

impl Cutoffs {
    fn new(restarts: Restarts) -> Self {
        Self { restarts, count: 0, term: 1.0 }
    }

    fn advance(&mut self) {
        self.count += 1;
        match self.restarts {
            Restarts::Never => {}
            Restarts::Geometric => self.term *= 1.5,
            Restarts::Luby => self.term = luby(self.count) as f64,
        }
    }

    /// Returns whether that many contradictions are enough.
    fn is_reached(&self, contradictions: u64, unit: u64) -> bool {
        self.restarts != Restarts::Never && contradictions as f64 >= self.term * unit as f64
    }
}

pub(super) fn search(puzzle: &Puzzle, plan: &Plan, run: &mut Run<'_>) -> Result<Stop, Stop> {
    let Some(mut store) = Store::new(puzzle, plan.filter, run)? else {
        return Ok(Stop::ProvedNone);
    };
    let mut path: Vec<Trial> = Vec::with_capacity(puzzle.shape().cells());
    // What has failed on the path: after how many trials, and the digit of a cell.
    let mut failed: Vec<(usize, Cell, Digit)> = Vec::new();
    // The cell that failed last, if it is to be tried again.
    let mut again: Option<Cell> = None;
    let (mut cutoffs, mut contradictions) = (Cutoffs::new(plan.restarts), 0);
    run.offer(|| store.snapshot());
    loop {
        let retried = again.is_some();
        let next = again.take().or_else(|| plan.cells.next(&store, plan.ties, &mut run.rng));
        let Some(cell) = next else {
            return Ok(run.claim(&store.snapshot()));
        };
        let mark = store.mark();
        let mut consistent = retried || store.look_back(cell);
        if consistent {
            let guess = retried || store.get(cell).len() > 1;
            if guess {
                run.meter.count(Counter::Branch)?;
            }
            let digit = plan.digits.next(&store, cell, &mut run.rng);
            // After `look_back`, which depends only on the cells done.
            path.push(Trial { cell, digit, mark: store.mark(), guess });
            consistent = store.assign(cell, digit, run)?;
            run.at(|| (path.len(), store.snapshot()));
            run.offer(|| store.snapshot());
        } else {
            store.undo_to(mark);
        }
        while !consistent {
            run.meter.note(Counter::Contradiction);
            contradictions += 1;
            // Up to a trial of which a digit is left.
            loop {
                let Some(Trial { cell, digit, mark, guess }) = path.pop() else {
                    return Ok(Stop::ProvedNone);
                };
                store.undo_to(mark);
                while failed.pop_if(|(trials, ..)| *trials > path.len()).is_some() {}
                if guess {
                    run.meter.note(Counter::Backtrack);
                }
                if store.exclude(cell, digit) {
                    failed.push((path.len(), cell, digit));
                    consistent = plan.branching == Branching::Digits || store.filter(run)?;
                    again = (plan.branching == Branching::Digits).then_some(cell);
                    break;
                }
            }
        }
        if cutoffs.is_reached(contradictions, plan.unit) {
            contradictions = 0;
            cutoffs.advance();
            run.meter.restarted();
            again = None;
            if !restart(plan, &mut store, &mut path, &mut failed, run)? {
                return Ok(Stop::ProvedNone);
            }
        }
    }
}

/// Returns to the root, with a nogood for each digit that has failed on the path: with the digits tried
/// before it, it has no solution. Returns `false` if that leaves nothing.
fn restart(
    plan: &Plan,
    store: &mut Store,
    path: &mut Vec<Trial>,
    failed: &mut Vec<(usize, Cell, Digit)>,
    run: &mut Run<'_>,
) -> Result<bool, Stop> {
    let tried: Vec<(Cell, Digit)> = path.iter().map(|trial| (trial.cell, trial.digit)).collect();
    if let Some(first) = path.first() {
        store.undo_to(first.mark);
    }
    path.clear();
    if plan.nogoods {
        for (trials, cell, digit) in failed.drain(..) {
            // What failed at the root is excluded already.
            let nogood = || tried[..trials].iter().copied().chain([(cell, digit)]).collect();
            if trials > 0 && !store.forbid(nogood(), run)? {
                return Ok(false);
            }
        }
    }
    failed.clear();
    store.filter(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutoffs_follow_their_sequences() {
        let terms = |restarts| {
            let mut cutoffs = Cutoffs::new(restarts);
            let mut term = |_| {
                let contradictions = (0..).find(|&count| cutoffs.is_reached(count, 4));
                cutoffs.advance();
                contradictions.unwrap_or(0)
            };
            (0..15).map(&mut term).collect::<Vec<u64>>()
        };
        assert_eq!(terms(Restarts::Luby), [4, 4, 8, 4, 4, 8, 16, 4, 4, 8, 4, 4, 8, 16, 32]);
        assert_eq!(terms(Restarts::Geometric)[..6], [4, 6, 9, 14, 21, 31]);
        assert!(!Cutoffs::new(Restarts::Never).is_reached(u64::MAX, 1));
    }
}
