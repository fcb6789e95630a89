//! Counting the solutions of one loose puzzle on several threads: the top of its tree is cut into
//! subtrees, one for each candidate of a cell, and their counts are added up.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use quadrille_simd::{Limits, Masks};

use super::{Answer, Solver};
use crate::board::{CandidateSet, Puzzle, ValidNine};
use crate::control::{CancelFlag, Meter, Stop};
use crate::kernel::batch::{self, Boards, Sink};
use crate::parallel;

/// Subtrees for each thread: enough to keep all busy until shortly before the end.
const SUBTREES: usize = 64;
/// Subtrees that the kernel takes at once, several for each of its lanes.
const BATCH: usize = 256;

/// Counts the solutions of one puzzle on several threads, up to `limit` (0 = no limit): the count
/// that [`many`](super::many) finds. For puzzles with very many solutions; each is validated, and
/// none is kept.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use quadrille_core::{CancelFlag, Puzzle, solve};
/// let puzzle: Puzzle = "................".parse()?;
/// let threads = NonZeroUsize::new(2).expect("not 0");
/// let answer = solve::count_in_parallel(&puzzle, 0, threads, &CancelFlag::new());
/// assert_eq!((answer.count, answer.exact), (288, true));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn count_in_parallel(
    puzzle: &Puzzle,
    limit: u64,
    threads: NonZeroUsize,
    cancel: &CancelFlag,
) -> Answer {
    let by_kernel = batch::supports(puzzle);
    let (wanted, size) = if by_kernel { (2 * BATCH, BATCH) } else { (SUBTREES, 1) };
    let subtrees = subtrees(puzzle, wanted * threads.get());
    let parts: Vec<&[Puzzle]> = subtrees.chunks(size).collect();
    let tally = Tally { count: AtomicU64::new(0), limit };
    parallel::for_each(threads, parts.len(), |part| {
        if tally.is_full() || cancel.is_cancelled() {
            return;
        }
        let mut counting = Counting { tally: &tally, found: 0 };
        if by_kernel {
            let masks: Vec<Masks> = parts[part].iter().map(batch::masks).collect();
            batch::run(Boards::Masks(&masks), Limits::solutions(0), cancel, &mut counting);
        } else {
            let mut meter = Meter::cancellable(cancel);
            Solver::Auto.solve(&parts[part][0], &mut meter, &mut |_| counting.count());
        }
        let _ = tally.add(counting.found);
    });
    let count = tally.count.into_inner();
    let stop = match limit {
        1.. if count >= limit => Stop::Solved,
        _ if cancel.is_cancelled() => Stop::Cancelled,
        _ => Stop::ProvedNone,
    };
    let count = if limit == 0 { count } else { count.min(limit) };
    let exact = stop == Stop::ProvedNone;
    Answer { count, exact, solutions: Vec::new(), stop, nodes: 0 }
}

/// The solutions that all threads have counted together.
struct Tally {
    count: AtomicU64,
    limit: u64,
}

impl Tally {
    fn is_full(&self) -> bool {
        self.limit != 0 && self.count.load(Ordering::Relaxed) >= self.limit
    }

    /// Adds solutions; breaks when the limit is reached.
    fn add(&self, found: u64) -> ControlFlow<()> {
        let before = self.count.fetch_add(found, Ordering::Relaxed);
        let full = self.limit != 0 && before + found >= self.limit;
        if full { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Splits a puzzle into at least `wanted` puzzles, or as many as there are, whose solutions
/// together are those of the puzzle, each once. The cell with the fewest candidates is tried with
/// each of them, breadth first.
fn subtrees(puzzle: &Puzzle, wanted: usize) -> Vec<Puzzle> {
    let mut open = std::collections::VecDeque::from([puzzle.clone()]);
    let mut solved = Vec::new();
    while solved.len() + open.len() < wanted {
        let Some(next) = open.pop_front() else { break };
        let candidates = CandidateSet::of(&next);
        let cell = next.givens().empty_cells().min_by_key(|&cell| candidates.get(cell).len());
        match cell {
            None => solved.push(next),
            Some(cell) => {
                let digits = candidates.get(cell);
                open.extend(digits.iter().filter_map(|digit| next.with(cell, digit).ok()));
            }
        }
    }
    solved.extend(open);
    solved
}

/// The solutions of some subtrees.
struct Counting<'a> {
    tally: &'a Tally,
    /// Solutions that are not in the tally yet: without a limit they can wait.
    found: u64,
}

impl Counting<'_> {
    fn count(&mut self) -> ControlFlow<()> {
        if self.tally.limit != 0 {
            return self.tally.add(1);
        }
        self.found += 1;
        ControlFlow::Continue(())
    }
}

impl Sink for Counting<'_> {
    fn solution(&mut self, _: usize, _: u64, _: &ValidNine<'_>) -> ControlFlow<()> {
        self.count()
    }

    fn done(&mut self, _: usize, _: u64, _: bool, _: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, Cell, Edges, Grid};
    use crate::solve::count;

    fn on_one_thread(solver: Solver, puzzle: &Puzzle, limit: u64) -> Answer {
        let answer = count(solver, puzzle, limit, &mut Meter::unlimited());
        Answer { solutions: Vec::new(), nodes: 0, ..answer }
    }

    /// A solved grid of the shape of which that many cells are kept.
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
        let mut impossible = [0; 81];
        impossible[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
        impossible[35] = 9;
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
            let all = on_one_thread(Solver::Bits, puzzle, 0).count;
            counts.push(all);
            for limit in [0, 1, 2, all.saturating_sub(1), all, all + 1] {
                let expected = on_one_thread(Solver::Bits, puzzle, limit);
                assert_eq!(on_one_thread(Solver::Auto, puzzle, limit), expected);
                for threads in [1, 2, 3] {
                    let threads = NonZeroUsize::new(threads).unwrap();
                    let found = count_in_parallel(puzzle, limit, threads, &CancelFlag::new());
                    assert_eq!(found, expected, "{puzzle:?} to {limit}");
                }
            }
        }
        assert!(counts.contains(&288) && counts.contains(&0) && counts.contains(&1));
        assert!(counts.iter().filter(|&&count| count > 200).count() >= 3, "{counts:?}");
    }

    #[test]
    fn a_raised_flag_ends_the_count() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let two = NonZeroUsize::new(2).unwrap();
        for puzzle in [loose(3, 3, 0), loose(2, 3, 0)] {
            let found = count_in_parallel(&puzzle, 0, two, &cancel);
            assert_eq!((found.exact, found.stop), (false, Stop::Cancelled));
        }
    }
}
