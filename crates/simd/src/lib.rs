//! Solves batches of 9x9 Sudoku: one puzzle per SIMD lane, up to 32 at a time on one core.
//!
//! A puzzle is given as 81 candidate sets, row by row; bit `d` of a set represents digit `d + 1`.
//! Puzzles with givens and puzzles with pencilmarks are therefore handled alike.
//!
//! ```
//! use quadrille_simd::{Answer, Backend, Limits, NEVER, solve_batch};
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let masks = std::array::from_fn(|cell| match line.as_bytes()[cell] {
//!     digit @ b'1'..=b'9' => 1 << (digit - b'1'),
//!     _ => 0x1ff,
//! });
//! let mut answers = [Answer::default()];
//! solve_batch(Backend::best(), &[masks], Limits::solutions(2), &NEVER, &mut answers);
//! assert_eq!((answers[0].count, answers[0].decided), (1, true));
//! assert_eq!(answers[0].witnesses[0][..5], [5, 3, 4, 6, 7]);
//! ```
//!
//! # Guarantees
//!
//! An answer depends only on the puzzle and the limits, not on the batch size, the position in the
//! batch, the backend or the thread. The kernel may explore a tree in many lanes at once, but it
//! reports the solutions, count and nodes of a depth-first search in a fixed branching order. Only
//! cancellation depends on time.
//!
//! There is no global state. A call uses about 15 KiB of stack and about 10 KiB of heap. The heap
//! grows with the depth of the search, not with the size of the batch.
//!
//! # Performance
//!
//! Batches of 128 or more puzzles keep the lanes busy. Up to 8 puzzles are searched one after the
//! other, on backends with 16 lanes or more each as a whole board in a few vectors, which is faster
//! for all but the hardest puzzles; a long search continues in lanes. In a batch, each puzzle stays
//! in one lane while others are waiting, and lanes that become idle take over parts of the last
//! trees. With a limit of two solutions, any lane can work on any puzzle's tree as long as most
//! puzzles of the batch turn out to have one solution.
//!
//! # Unsafe code
//!
//! Every backend except the portable one contains unsafe code in two places: conversions between
//! vectors and arrays, and calls of functions compiled for the backend's instructions. These
//! calls go through a type that can only be constructed if the processor has the instructions. On
//! x86-64, the conversion between text and lanes also contains unsafe code, and so does `Judge`,
//! which validates solutions given as text and shares no code with the kernel.

mod board;
mod dispatch;
#[cfg(target_arch = "x86_64")]
mod judge;
mod kernel;
mod lanes;
mod layout;
mod machine;
mod puzzles;
mod search;
mod single;
mod transfer;
mod transpose;
mod trio;
mod vectorized;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

pub use dispatch::{Backend, UnknownBackend, backends};
#[cfg(target_arch = "x86_64")]
pub use judge::Judge;
use puzzles::Texts;
pub use search::Sink;
use search::Task;
pub use vectorized::{Vectorized, vectorize};

/// The candidate sets of the 81 cells, row by row: bit `d` is set if digit `d + 1` is possible.
///
/// Bits 9 and up are ignored. An empty set is a contradiction.
pub type Masks = [u16; 81];

/// A cancel flag that is never set, for callers that do not cancel.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// How far to search each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of solutions per puzzle; 0 means no maximum.
    pub solutions: u64,
    /// Maximum number of nodes per puzzle. A puzzle that needs more stays undecided.
    pub nodes: u64,
}

impl Limits {
    /// Limits the number of solutions only.
    #[must_use]
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, nodes: u64::MAX }
    }

    /// Returns these limits with a different maximum number of nodes.
    #[must_use]
    pub const fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }
}

/// The result of searching one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Number of solutions found, at most [`Limits::solutions`].
    pub count: u64,
    /// Number of nodes visited, at most [`Limits::nodes`]. A node is a state propagated to its
    /// fixed point; it is solved, contradictory or split in two. A puzzle that needs no guess has 1
    /// node, and a complete search with `g` guesses has `2g + 1`.
    pub nodes: u64,
    /// Whether `count` is final, because the limit on solutions was reached or there are no more
    /// solutions. `false` if the search stopped at the node limit or was canceled.
    pub decided: bool,
    /// The first two solutions, which differ, as digits 1 to 9. All zeros if there is no such
    /// solution.
    pub witnesses: [[u8; 81]; 2],
}

impl Default for Answer {
    fn default() -> Self {
        Self { count: 0, nodes: 0, decided: false, witnesses: [[0; 81]; 2] }
    }
}

/// Work done by a call, for statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of puzzles whose search began.
    pub puzzles: u64,
    /// Number of nodes visited, including those that no answer counts because they were visited out
    /// of order.
    pub nodes: u64,
    /// Number of passes over a grid of lanes.
    pub sweeps: u64,
    /// Sum of the busy lanes of all sweeps.
    pub lanes: u64,
}

impl Tally {
    fn with(self, other: Self) -> Self {
        Self {
            puzzles: self.puzzles + other.puzzles,
            nodes: self.nodes + other.nodes,
            sweeps: self.sweeps + other.sweeps,
            lanes: self.lanes + other.lanes,
        }
    }
}

/// Solves a batch of puzzles and writes the answer to `puzzles[i]` to `answers[i]`.
///
/// If the processor does not support the backend, [`Backend::Portable`] is used instead. After
/// `cancel` is set, the call returns within microseconds. Unfinished puzzles are then undecided,
/// and their answers hold the solutions that were final.
///
/// # Panics
///
/// Panics if `answers` and `puzzles` differ in length.
pub fn solve_batch(
    backend: Backend,
    puzzles: &[Masks],
    limits: Limits,
    cancel: &AtomicBool,
    answers: &mut [Answer],
) -> Tally {
    assert_eq!(puzzles.len(), answers.len(), "one answer for each puzzle");
    if limits.nodes == 0 {
        answers.fill(Answer::default());
        return Tally::default();
    }
    let task = Task { limit: limits.solutions, max_nodes: limits.nodes, is_long: false, cancel };
    dispatch::run(backend, puzzles, task, &mut Answers(answers))
}

/// Solves a batch of puzzles like [`solve_batch`], but reports every solution, and every answer as
/// soon as it is known, to a sink. Puzzles are numbered by their index.
///
/// Calls [`done`](Sink::done) exactly once for each puzzle, including undecided ones. Solutions
/// that were reported before a cancellation are final.
pub fn solve_each(
    backend: Backend,
    puzzles: &[Masks],
    limits: Limits,
    cancel: &AtomicBool,
    sink: &mut dyn Sink,
) -> Tally {
    if limits.nodes == 0 {
        (0..puzzles.len()).for_each(|puzzle| sink.done(puzzle, 0, false, 0));
        return Tally::default();
    }
    let task = Task { limit: limits.solutions, max_nodes: limits.nodes, is_long: false, cancel };
    dispatch::run(backend, puzzles, task, sink)
}

/// Solves a batch of puzzles like [`solve_each`], but reads them as text, without an intermediate
/// array of candidates. Each byte is a cell: `1` to `9` is a given, anything else an empty cell.
pub fn solve_texts(
    backend: Backend,
    texts: &[&[u8; 81]],
    limits: Limits,
    cancel: &AtomicBool,
    sink: &mut dyn Sink,
) -> Tally {
    if limits.nodes == 0 {
        (0..texts.len()).for_each(|puzzle| sink.done(puzzle, 0, false, 0));
        return Tally::default();
    }
    let task = Task { limit: limits.solutions, max_nodes: limits.nodes, is_long: false, cancel };
    dispatch::run(backend, Texts(texts), task, sink)
}

/// Solves one puzzle and passes each solution to `each`, in depth-first order, until it breaks.
///
/// The order of the solutions and the node counts are those of [`solve_batch`]. Returns the answer,
/// which includes the first two solutions.
pub fn solve_one(
    backend: Backend,
    puzzle: &Masks,
    limits: Limits,
    cancel: &AtomicBool,
    each: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Answer {
    let mut one = One { answer: Answer::default(), each };
    if limits.nodes != 0 {
        let task =
            Task { limit: limits.solutions, max_nodes: limits.nodes, is_long: false, cancel };
        dispatch::run(backend, std::slice::from_ref(puzzle), task, &mut one);
    }
    one.answer
}

pub(crate) struct Answers<'a>(pub(crate) &'a mut [Answer]);

impl Sink for Answers<'_> {
    fn solution(&mut self, puzzle: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        if nth < 2 {
            self.0[puzzle].witnesses[nth as usize] = *digits;
        }
        ControlFlow::Continue(())
    }

    fn done(&mut self, puzzle: usize, count: u64, decided: bool, nodes: u64) {
        let answer = &mut self.0[puzzle];
        for missing in &mut answer.witnesses[count.min(2) as usize..] {
            *missing = [0; 81];
        }
        (answer.count, answer.decided, answer.nodes) = (count, decided, nodes);
    }
}

struct One<'a> {
    answer: Answer,
    each: &'a mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
}

impl Sink for One<'_> {
    fn solution(&mut self, _: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        if nth < 2 {
            self.answer.witnesses[nth as usize] = *digits;
        }
        (self.each)(digits)
    }

    fn done(&mut self, _: usize, count: u64, decided: bool, nodes: u64) {
        (self.answer.count, self.answer.decided, self.answer.nodes) = (count, decided, nodes);
    }
}
