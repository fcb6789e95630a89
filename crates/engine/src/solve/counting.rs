//! Counting the solutions of one loose puzzle on several threads: the top of its tree is cut into
//! subtrees, a cell's candidates each, and what they count is summed.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use quadrille_simd::{Backend, Limits, Masks, Sink, solve_each};

use super::kernel::masks;
use super::{Count, ExactSolver};
use crate::board::{CandidateSet, Puzzle, validate, validate_nine};
use crate::control::{CancelFlag, Meter, Stop};

/// Subtrees for each thread: enough to keep all busy until shortly before the end.
const SUBTREES: usize = 64;
/// Subtrees that the kernel takes at once, several for each of its lanes.
const BATCH: usize = 256;

/// Counts solutions, to a limit (0 = none), on that many threads: what [`count`](super::count) finds
/// for a run that only the flag can end. For puzzles with very many solutions; each is validated.
pub fn count_on_threads(
    solver: &dyn ExactSolver,
    puzzle: &Puzzle,
    limit: u64,
    threads: NonZeroUsize,
    cancel: &CancelFlag,
) -> Count {
    if !solver.supports(puzzle) {
        return Count { count: 0, exact: false, stop: Stop::Unsupported };
    }
    let by_batches = solver.takes_batches(puzzle);
    let each = SUBTREES.max(if by_batches { 2 * BATCH } else { 0 });
    let subtrees = subtrees(puzzle, each * threads.get());
    let batch = if by_batches { BATCH } else { 1 };
    let tally = Tally { count: AtomicU64::new(0), limit };
    let next = AtomicUsize::new(0);
    let work = || {
        while !tally.is_full() && !cancel.is_cancelled() {
            let first = next.fetch_add(batch, Ordering::Relaxed);
            let Some(rest) = subtrees.get(first..).filter(|rest| !rest.is_empty()) else { break };
            let mine = &rest[..batch.min(rest.len())];
            if by_batches {
                count_batch(puzzle, mine, &tally, cancel);
            } else {
                count_subtree(solver, &mine[0], &tally, cancel);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.get() {
            scope.spawn(work);
        }
        work();
    });
    let count = tally.count.into_inner();
    let stop = match limit {
        1.. if count >= limit => Stop::Solved,
        _ if cancel.is_cancelled() => Stop::Cancelled,
        _ => Stop::ProvedNone,
    };
    let count = if limit == 0 { count } else { count.min(limit) };
    Count { count, exact: stop == Stop::ProvedNone, stop }
}

/// What all threads have counted together.
struct Tally {
    count: AtomicU64,
    limit: u64,
}

impl Tally {
    fn is_full(&self) -> bool {
        self.limit != 0 && self.count.load(Ordering::Relaxed) >= self.limit
    }

    /// Adds what was found; breaks when that is enough.
    fn add(&self, found: u64) -> ControlFlow<()> {
        let before = self.count.fetch_add(found, Ordering::Relaxed);
        let full = self.limit != 0 && before + found >= self.limit;
        if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// At least so many puzzles, where there are as many, whose solutions together are those of the
/// puzzle, each once. The cell with the fewest candidates is tried with each of them, breadth first.
fn subtrees(puzzle: &Puzzle, wanted: usize) -> Vec<Puzzle> {
    let mut open = std::collections::VecDeque::from([puzzle.clone()]);
    let mut whole = Vec::new();
    while whole.len() + open.len() < wanted {
        let Some(next) = open.pop_front() else { break };
        let candidates = CandidateSet::of(&next);
        let cell =
            next.givens().empty_cells().min_by_key(|&cell| candidates.get(cell).iter().count());
        match cell {
            None => whole.push(next),
            Some(cell) => {
                let digits = candidates.get(cell);
                open.extend(digits.iter().filter_map(|digit| next.with(cell, digit).ok()));
            }
        }
    }
    whole.extend(open);
    whole
}

fn count_subtree(solver: &dyn ExactSolver, subtree: &Puzzle, tally: &Tally, cancel: &CancelFlag) {
    let mut meter = Meter::cancellable(cancel);
    let mut found = 0;
    solver.solve(subtree, &mut meter, &mut |_| {
        found += 1;
        if tally.limit == 0 { ControlFlow::Continue(()) } else { tally.add(1) }
    });
    if tally.limit == 0 {
        let _ = tally.add(found);
    }
}

/// Subtrees of a 9x9 board without edges, in the lanes of the kernel.
fn count_batch(puzzle: &Puzzle, subtrees: &[Puzzle], tally: &Tally, cancel: &CancelFlag) {
    let masks: Vec<Masks> = subtrees.iter().map(masks).collect();
    let mut givens = [b'.'; 81];
    for (cell, digit) in puzzle.givens().filled() {
        givens[cell.index()] = b'0' + digit.get();
    }
    let mut judge = Judge { puzzle, givens, tally, found: 0 };
    let flag = cancel.as_atomic();
    solve_each(Backend::best(), &masks, Limits::solutions(0), flag, &mut judge);
    let _ = tally.add(judge.found);
}

/// Validates what the kernel finds, and counts it.
struct Judge<'a> {
    puzzle: &'a Puzzle,
    /// The puzzle as text.
    givens: [u8; 81],
    tally: &'a Tally,
    /// Not in the tally yet: without a limit it can wait.
    found: u64,
}

impl Sink for Judge<'_> {
    fn solution(&mut self, _: usize, _: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        let sound = if self.puzzle.marks().is_some() {
            validate(self.puzzle, digits).is_ok()
        } else {
            validate_nine(&self.givens, &digits.map(|digit| b'0' + digit))
        };
        assert!(sound, "the kernel is right");
        if self.tally.limit == 0 {
            self.found += 1;
            return ControlFlow::Continue(());
        }
        self.tally.add(1)
    }

    fn done(&mut self, _: usize, _: u64, _: bool, _: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, Cell, Edges, Grid};
    use crate::solve::{Auto, Bits, Kernel, count};

    fn on_one_thread(solver: &dyn ExactSolver, puzzle: &Puzzle, limit: u64) -> Count {
        let mut meter = Meter::unlimited();
        count(solver, puzzle, limit, &mut meter)
    }

    /// A solved grid of the shape of which so many cells are left.
    fn loose(rows: usize, columns: usize, left: usize) -> Puzzle {
        let shape = BoxShape::new(rows, columns).unwrap();
        let side = shape.side();
        let solved = |i: usize| {
            let (row, column) = (i / side, i % side);
            ((row % rows * columns + row / rows + column) % side) as u8 + 1
        };
        let digits: Vec<u8> =
            (0..side * side).map(|i| if i < left { solved(i) } else { 0 }).collect();
        Grid::from_digits(shape, &digits).unwrap().try_into().unwrap()
    }

    #[test]
    fn every_solution_is_counted_once_at_any_number_of_threads() {
        let edges = [(3, 4), (20, 26)].map(|(a, b)| (Cell::new(a), Cell::new(b)));
        let shape = BoxShape::new(2, 3).unwrap();
        let edges = Edges::new(shape, edges).unwrap();
        let joined = Puzzle::new(loose(2, 3, 8).givens().clone(), edges).unwrap();
        let mut marks = CandidateSet::of(&loose(3, 3, 52));
        for cell in [50, 60, 70].map(Cell::new) {
            let digits = marks.get(cell);
            marks.set(cell, digits.iter().skip(1).collect());
        }
        let marked = Puzzle::from_marks(marks, Edges::none()).unwrap();
        let impossible: Vec<u8> =
            format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45)).into_bytes();
        let impossible = crate::format::line::nine_cells(&impossible).unwrap();
        let impossible = Grid::from_digits(BoxShape::NINE, &impossible).unwrap();
        let puzzles = [
            loose(2, 2, 0),
            loose(2, 3, 12),
            joined,
            loose(1, 5, 2),
            loose(3, 3, 51),
            loose(3, 3, 81),
            marked,
            impossible.try_into().unwrap(),
        ];
        let mut counts = Vec::new();
        for puzzle in &puzzles {
            for solver in [&Auto as &dyn ExactSolver, &Bits, &Kernel] {
                if !solver.supports(puzzle) {
                    let found =
                        count_on_threads(solver, puzzle, 0, NonZeroUsize::MIN, &CancelFlag::new());
                    assert_eq!(found.stop, Stop::Unsupported);
                    continue;
                }
                let all = on_one_thread(solver, puzzle, 0).count;
                counts.push(all);
                for limit in [0, 1, 2, all.saturating_sub(1), all, all + 1] {
                    let expected = on_one_thread(solver, puzzle, limit);
                    for threads in [1, 2, 3] {
                        let threads = NonZeroUsize::new(threads).unwrap();
                        let cancel = CancelFlag::new();
                        let found = count_on_threads(solver, puzzle, limit, threads, &cancel);
                        assert_eq!(found, expected, "{puzzle:?} to {limit} by {}", solver.id());
                    }
                }
            }
        }
        assert!(counts.contains(&288) && counts.contains(&0) && counts.contains(&1));
        assert!(counts.iter().filter(|&&count| count > 200).count() > 5, "{counts:?}");
    }

    #[test]
    fn a_raised_flag_ends_the_count() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let two = NonZeroUsize::new(2).unwrap();
        for puzzle in [loose(3, 3, 0), loose(2, 3, 0)] {
            let found = count_on_threads(&Auto, &puzzle, 0, two, &cancel);
            assert_eq!((found.exact, found.stop), (false, Stop::Cancelled));
        }
    }
}
