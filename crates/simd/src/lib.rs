//! Solves 9x9 Sudoku in bulk: one puzzle per SIMD lane, up to 32 at a time on one core.
//!
//! The kernel knows numbers, not puzzles: a puzzle is 81 candidate sets, row by row, bit `d` of a
//! set standing for digit `d + 1`. Givens and pencilmark puzzles are the same to it.
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
//! # What is promised
//!
//! An answer is a function of the puzzle and the limits alone. Batch size, position in the batch,
//! backend and thread do not enter: the kernel may explore a tree in many lanes at once, but
//! reports what a depth-first walk in its fixed branching order would report, solutions, count and
//! nodes. Only cancelling depends on time.
//!
//! There is no global state; everything lives in the call: some 15 KiB of stack, and on the heap
//! some 10 KiB that grow with the depth of the search, not with the batch.
//!
//! # Speed
//!
//! Batches of 128 or more use the lanes well; up to 8 puzzles go a way of their own, made for short
//! sweeps. With a limit of two solutions all lanes work on the trees of all puzzles; else a puzzle
//! keeps to one lane as long as others wait, and idle lanes take parts of the last trees.
//!
//! # Unsafe code
//!
//! Every backend but the portable one has it in two places: values between vectors and arrays, and
//! the calls into functions compiled for the backend's instructions, by a type that exists only where
//! the instructions do.
//! Beside them so do the steps between text and lanes on x86-64, and `Judge`, which judges written
//! solutions in vectors and shares nothing with the kernel.

mod dispatch;
#[cfg(target_arch = "x86_64")]
mod judge;
mod kernel;
mod lanes;
mod layout;
mod machine;
mod puzzles;
mod search;
mod transfer;
mod transpose;
mod trio;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

pub use dispatch::{Backend, UnknownBackend, backends};
#[cfg(target_arch = "x86_64")]
pub use judge::Judge;
use puzzles::Texts;
pub use search::Sink;
use search::Task;

/// Candidate sets of the 81 cells, row by row: bit `d` is set if digit `d + 1` is possible.
///
/// Bits 9 and up are ignored. An empty set is a contradiction.
pub type Masks = [u16; 81];

/// A flag that is never raised, for callers who do not cancel.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// How far to search each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Stop a puzzle at so many solutions; 0 counts them all.
    pub solutions: u64,
    /// Stop a puzzle, undecided, when so many nodes are not enough.
    pub nodes: u64,
}

impl Limits {
    /// A limit on solutions only.
    #[must_use]
    pub const fn solutions(solutions: u64) -> Self {
        Self { solutions, nodes: u64::MAX }
    }

    /// The same with a limit on nodes.
    #[must_use]
    pub const fn nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }
}

/// What was found out about one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Solutions found, at most [`Limits::solutions`].
    pub count: u64,
    /// Nodes visited, at most [`Limits::nodes`]. A node is a state propagated to its fixed point,
    /// whether it turns out solved, contradictory or to be split in two: a puzzle that needs no
    /// guess has 1, and a finished search with `g` guesses has `2g + 1`.
    pub nodes: u64,
    /// Whether `count` is final: the limit on solutions was reached or there are no more. `false`
    /// after the node limit or a cancel.
    pub decided: bool,
    /// The first two solutions, digits 1 to 9; all zeros where there is none. They differ.
    pub witnesses: [[u8; 81]; 2],
}

impl Default for Answer {
    fn default() -> Self {
        Self { count: 0, nodes: 0, decided: false, witnesses: [[0; 81]; 2] }
    }
}

/// What a call did, for statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Puzzles taken up.
    pub puzzles: u64,
    /// Nodes visited, including those visited ahead of order that no answer counts.
    pub nodes: u64,
    /// Passes over a grid of lanes.
    pub sweeps: u64,
    /// Busy lanes summed over the sweeps.
    pub lanes: u64,
}

/// Solves many puzzles at once; the answer to `puzzles[i]` goes to `answers[i]`.
///
/// A backend that the machine cannot run is replaced by [`Backend::Portable`]. When `cancel` is
/// raised the call returns within microseconds; unfinished puzzles are undecided and hold the
/// solutions that were final.
///
/// # Panics
///
/// If `answers` is not as long as `puzzles`.
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
    let task = Task { limit: limits.solutions, max_nodes: limits.nodes, cancel };
    dispatch::run(backend, puzzles, task, &mut Answers(answers))
}

/// Solves many puzzles at once, reporting to a sink: [`solve_batch`] for those who want every
/// solution, or every answer as soon as it is there. Puzzles are numbered by their place.
///
/// Every puzzle is reported [`done`](Sink::done) once, undecided ones too; after a cancel,
/// solutions that were handed out before it stay final.
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
    let task = Task { limit: limits.solutions, max_nodes: limits.nodes, cancel };
    dispatch::run(backend, puzzles, task, sink)
}

/// Solves many puzzles as they are written, a byte a cell, where the figures 1 to 9 are givens and
/// any other byte is an empty cell: [`solve_each`] for those who have text and want text, without
/// anything in between.
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
    let task = Task { limit: limits.solutions, max_nodes: limits.nodes, cancel };
    dispatch::run(backend, Texts(texts), task, sink)
}

/// Solves one puzzle, handing each solution to `each` in depth-first order until it breaks.
///
/// The solutions come in the same order, and with the same node counts, as in [`solve_batch`].
/// Returns the answer with the first two of them.
pub fn solve_one(
    backend: Backend,
    puzzle: &Masks,
    limits: Limits,
    cancel: &AtomicBool,
    each: &mut dyn FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Answer {
    let mut one = One { answer: Answer::default(), each };
    if limits.nodes != 0 {
        let task = Task { limit: limits.solutions, max_nodes: limits.nodes, cancel };
        dispatch::run(backend, std::slice::from_ref(puzzle), task, &mut one);
    }
    one.answer
}

struct Answers<'a>(&'a mut [Answer]);

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
