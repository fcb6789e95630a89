//! What searches over states keep: frontiers and the set of closed states.
//!
//! Each counts the bytes of what it keeps through the run, so that a limit on memory holds: a
//! search that may not keep one more state ends with [`Stop::Memory`]. The count is that of the
//! states themselves; what containers hold in reserve is not in it.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

use quadrille_engine::{Run, Snapshot, Stop};

/// A state in a frontier.
pub trait State {
    /// The bytes it keeps, those behind pointers included.
    fn bytes(&self) -> u64;
}

/// A state with a cost, for the frontiers that go by it.
pub trait Ranked: State {
    /// The lower, the sooner.
    fn rank(&self) -> u64;
}

/// States that wait to be expanded.
pub trait Frontier<S> {
    /// Adds a state.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the run's budget does not allow it.
    fn push(&mut self, state: S, run: &mut Run<'_>) -> Result<(), Stop>;

    /// Takes the next state out.
    fn pop(&mut self, run: &mut Run<'_>) -> Option<S>;
}

/// The newest first: depth-first search.
#[derive(Debug)]
pub struct Lifo<S>(Vec<S>);

impl<S> Default for Lifo<S> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<S: State> Frontier<S> for Lifo<S> {
    fn push(&mut self, state: S, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.keep(state.bytes())?;
        self.0.push(state);
        Ok(())
    }

    fn pop(&mut self, run: &mut Run<'_>) -> Option<S> {
        let state = self.0.pop()?;
        run.meter.release(state.bytes());
        Some(state)
    }
}

/// The lowest rank first, of equals the newest: best-first search that goes deep where nothing
/// speaks against it.
#[derive(Debug)]
pub struct Best<S> {
    heap: BinaryHeap<Waiting<S>>,
    pushed: u64,
}

#[derive(Debug)]
struct Waiting<S> {
    rank: u64,
    age: u64,
    state: S,
}

impl<S> Waiting<S> {
    /// Greater = sooner, as the heap wants it.
    fn urgency(&self) -> (Reverse<u64>, u64) {
        (Reverse(self.rank), self.age)
    }
}

impl<S> PartialEq for Waiting<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<S> Eq for Waiting<S> {}

impl<S> PartialOrd for Waiting<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> Ord for Waiting<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.urgency().cmp(&other.urgency())
    }
}

impl<S> Default for Best<S> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new(), pushed: 0 }
    }
}

/// What an entry of the heap keeps beside its state.
const ENTRY_BYTES: u64 = 16;

impl<S: Ranked> Frontier<S> for Best<S> {
    fn push(&mut self, state: S, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.keep(state.bytes() + ENTRY_BYTES)?;
        self.pushed += 1;
        self.heap.push(Waiting { rank: state.rank(), age: self.pushed, state });
        Ok(())
    }

    fn pop(&mut self, run: &mut Run<'_>) -> Option<S> {
        let state = self.heap.pop()?.state;
        run.meter.release(state.bytes() + ENTRY_BYTES);
        Some(state)
    }
}

/// The boards that a graph search has expanded, so that none is expanded twice.
#[derive(Debug, Default)]
pub struct ClosedSet {
    // A hasher without random keys; the order of the set is never looked at.
    boards: HashSet<Snapshot, BuildHasherDefault<DefaultHasher>>,
}

impl ClosedSet {
    /// Whether the board was closed.
    pub fn contains(&self, board: &[u8]) -> bool {
        self.boards.contains(board)
    }

    /// Closes a board.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the run's budget does not allow it.
    pub fn insert(&mut self, board: Snapshot, run: &mut Run<'_>) -> Result<(), Stop> {
        run.meter.keep((size_of::<Snapshot>() + board.len()) as u64)?;
        self.boards.insert(board);
        Ok(())
    }

    /// How many boards were closed.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }
}

/// A partial filling in a frontier, with the value of a heuristic.
#[derive(Clone, Debug)]
pub struct Node {
    /// Row-major digits, 0 = empty.
    pub board: Snapshot,
    /// What the heuristic says of it.
    pub cost: u64,
}

impl State for Node {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.board.len()) as u64
    }
}

impl Ranked for Node {
    fn rank(&self) -> u64 {
        self.cost
    }
}

#[cfg(test)]
mod tests {
    use quadrille_engine::{
        BoxShape, CancelFlag, Counter, Grid, Limits, Meter, NoClock, Puzzle, Rng,
    };

    use super::*;

    fn node(cost: u64, mark: u8) -> Node {
        Node { board: vec![mark; 4].into(), cost }
    }

    fn drain(frontier: &mut impl Frontier<Node>, run: &mut Run<'_>) -> Vec<u8> {
        std::iter::from_fn(|| frontier.pop(run)).map(|node| node.board[0]).collect()
    }

    #[test]
    fn orders_and_bytes() {
        let puzzle: Puzzle = Grid::empty(BoxShape::NINE).try_into().unwrap();
        let limits = Limits { memory: Some(1000), ..Limits::NONE };
        let cancel = CancelFlag::new();
        let meter = Meter::new(limits, Counter::Expanded, &cancel, &NoClock).unwrap();
        let mut run = Run::new(&puzzle, meter, Rng::from_seed(1));
        let (mut lifo, mut best) = (Lifo::default(), Best::default());
        for (mark, cost) in [(1, 5), (2, 3), (3, 5), (4, 3)] {
            lifo.push(node(cost, mark), &mut run).unwrap();
            best.push(node(cost, mark), &mut run).unwrap();
        }
        assert_eq!(drain(&mut lifo, &mut run), [4, 3, 2, 1]);
        assert_eq!(drain(&mut best, &mut run), [4, 2, 3, 1]);
        let refused = (0..).find(|&mark| lifo.push(node(0, mark), &mut run).is_err()).unwrap();
        assert_eq!(u64::from(refused), 1000 / node(0, 0).bytes());
        drain(&mut lifo, &mut run);
        let mut closed = ClosedSet::default();
        closed.insert(vec![1; 4].into(), &mut run).unwrap();
        assert!(closed.contains(&[1; 4]) && !closed.contains(&[2; 4]) && closed.len() == 1);
        assert!(closed.insert(vec![2; 1000].into(), &mut run).is_err());
        assert!(run.finish(Stop::Memory).memory <= 1000);
    }
}
