//! Frontiers of searches over states.
//!
//! Each counts the bytes that it keeps in the meter of the run, so a search that may not keep one
//! more state ends with [`Stop::Memory`]. Only the states themselves are counted, not the reserve
//! capacity of containers.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use quadrille_core::{Run, Snapshot, Stop};

/// A state in a frontier.
pub trait State: Sized {
    /// Returns the bytes that its pointers own.
    fn owned_bytes(&self) -> usize;

    /// Returns the bytes that it occupies with its cost.
    fn bytes(&self) -> u64 {
        (size_of::<(Self, u64)>() + self.owned_bytes()) as u64
    }
}

impl State for Snapshot {
    fn owned_bytes(&self) -> usize {
        self.len()
    }
}

/// States that wait to be expanded.
pub trait Frontier<S> {
    /// Adds a state. Best-first search expands states with a lower cost first.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the limits do not allow it.
    fn push(&mut self, state: S, cost: u64, run: &mut Run<'_>) -> Result<(), Stop>;

    /// Removes and returns the next state.
    fn pop(&mut self, run: &mut Run<'_>) -> Option<S>;
}

/// The newest first: depth-first search.
impl<S: State> Frontier<S> for Vec<S> {
    fn push(&mut self, state: S, _: u64, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.keep(state.bytes())?;
        self.push(state);
        Ok(())
    }

    fn pop(&mut self, run: &mut Run<'_>) -> Option<S> {
        let state = self.pop()?;
        run.meter.release(state.bytes());
        Some(state)
    }
}

/// The lowest cost first, the newest of equals: best-first search that prefers depth.
#[derive(Debug)]
pub struct Best<S> {
    /// By cost and age.
    states: BTreeMap<(u64, Reverse<u64>), S>,
    pushed: u64,
}

impl<S> Default for Best<S> {
    fn default() -> Self {
        Self { states: BTreeMap::new(), pushed: 0 }
    }
}

/// Bytes that an entry needs besides its state.
const ENTRY_BYTES: u64 = 16;

impl<S: State> Frontier<S> for Best<S> {
    fn push(&mut self, state: S, cost: u64, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.keep(state.bytes() + ENTRY_BYTES)?;
        self.pushed += 1;
        self.states.insert((cost, Reverse(self.pushed)), state);
        Ok(())
    }

    fn pop(&mut self, run: &mut Run<'_>) -> Option<S> {
        let (_, state) = self.states.pop_first()?;
        run.meter.release(state.bytes() + ENTRY_BYTES);
        Some(state)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::{
        BoxShape, CancelFlag, Counter, Grid, Limits, Meter, NoClock, Puzzle, Rng,
    };

    use super::*;

    fn board(mark: u8) -> Snapshot {
        vec![mark; 4].into()
    }

    fn drain(frontier: &mut impl Frontier<Snapshot>, run: &mut Run<'_>) -> Vec<u8> {
        std::iter::from_fn(|| frontier.pop(run)).map(|board| board[0]).collect()
    }

    #[test]
    fn orders_and_bytes() {
        let puzzle: Puzzle = Grid::empty(BoxShape::NINE).try_into().unwrap();
        let limits = Limits { memory: Some(1000), ..Limits::NONE };
        let cancel = CancelFlag::new();
        let meter = Meter::new(limits, Counter::Expanded, &cancel, &NoClock).unwrap();
        let mut run = Run::new(&puzzle, meter, Rng::from_seed(1));
        let (mut lifo, mut best) = (Vec::new(), Best::default());
        for (mark, cost) in [(1, 5), (2, 3), (3, 5), (4, 3)] {
            Frontier::push(&mut lifo, board(mark), cost, &mut run).unwrap();
            best.push(board(mark), cost, &mut run).unwrap();
        }
        assert_eq!(drain(&mut lifo, &mut run), [4, 3, 2, 1]);
        assert_eq!(drain(&mut best, &mut run), [4, 2, 3, 1]);
        let refused = (0..)
            .find(|&mark| Frontier::push(&mut lifo, board(mark), 0, &mut run).is_err())
            .unwrap();
        assert_eq!(u64::from(refused), 1000 / board(0).bytes());
        drain(&mut lifo, &mut run);
        assert!(run.finish(Stop::Memory).memory <= 1000);
    }
}
