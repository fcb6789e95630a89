//! LEGACY: the old entry points for lines of text, kept only until the command line is ported to
//! [`many`](super::many) and [`kernel::lines`](crate::kernel::lines). Nothing new may use them.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use quadrille_simd::{Backend, Limits, Sink, solve_texts};

use super::{Count, ExactSolver};
use crate::board::{Puzzle, validate_nine};
use crate::control::{CancelFlag, Stop};

/// The old form of [`count_in_parallel`](super::count_in_parallel).
pub fn count_on_threads(
    _: &dyn ExactSolver,
    puzzle: &Puzzle,
    limit: u64,
    threads: NonZeroUsize,
    cancel: &CancelFlag,
) -> Count {
    super::count_in_parallel(puzzle, limit, threads, cancel)
}

/// The bytes of a line of a solution: 81 figures and the line feed.
pub const NINE_LINE: usize = 82;

/// A puzzle of a batch for which no line was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unsolved {
    /// Its place in the batch.
    pub puzzle: usize,
    /// Whether it has no solution; otherwise the flag was raised before that was known.
    pub decided: bool,
}

/// Writes the first solution of each puzzle as a line of [`NINE_LINE`] bytes into `lines`, one
/// after the other. Puzzles are row-major symbols: the figures 1 to 9 are givens, any other byte an
/// empty cell. Returns the puzzles without a line, in order; their bytes in `lines` mean nothing.
///
/// The solution is the one that [`Kernel`](super::Kernel) finds first, whatever the batch, and
/// every line that counts has passed [`validate_nine`] as it stands. Batches of about a thousand
/// are fastest. When the flag is raised, what is not finished is left undecided.
///
/// # Panics
/// When `lines` is shorter than the lines of all puzzles.
pub fn first_solutions(
    puzzles: &[&[u8; 81]],
    lines: &mut [u8],
    cancel: &CancelFlag,
) -> Vec<Unsolved> {
    let lines = &mut lines.as_chunks_mut::<NINE_LINE>().0[..puzzles.len()];
    let mut writer = Writer { lines, unsolved: Vec::new() };
    let limits = Limits::solutions(1);
    let flag = cancel.as_atomic();
    solve_texts(Backend::best(), puzzles, limits, flag, &mut writer);
    let Writer { lines, mut unsolved } = writer;
    unsolved.sort_unstable();
    let mut left_out = unsolved.iter().map(|unsolved| unsolved.puzzle).peekable();
    for (index, (puzzle, line)) in puzzles.iter().zip(&*lines).enumerate() {
        if left_out.next_if_eq(&index).is_none() {
            let (solution, _) = line.split_first_chunk().expect("a line has 81 figures");
            assert!(validate_nine(puzzle, solution), "the kernel is right");
        }
    }
    unsolved
}

/// Turns the kernel's digits into lines.
struct Writer<'a> {
    lines: &'a mut [[u8; NINE_LINE]],
    unsolved: Vec<Unsolved>,
}

impl Sink for Writer<'_> {
    fn solution(&mut self, puzzle: usize, _: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        let line = &mut self.lines[puzzle];
        for (figure, digit) in line.iter_mut().zip(digits) {
            *figure = b'0' + digit;
        }
        line[NINE_LINE - 1] = b'\n';
        ControlFlow::Continue(())
    }

    fn done(&mut self, puzzle: usize, count: u64, decided: bool, _: u64) {
        if count == 0 {
            self.unsolved.push(Unsolved { puzzle, decided });
        }
    }
}

/// What can be said of the solutions of a line: a [`Verdict`](super::Verdict) in figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineVerdict {
    /// There is none.
    NoSolution,
    /// There is exactly this one, as 81 figures.
    Unique([u8; 81]),
    /// There are at least two.
    Multiple,
    /// The flag was raised before that was known.
    Undecided,
}

/// Counts the solutions of each puzzle, to a limit (0 = none). Puzzles are row-major symbols: the
/// figures 1 to 9 are givens, any other byte an empty cell.
///
/// The answers are those that [`count`](super::count) gives for one puzzle after the other, and
/// every solution counted has passed [`validate_nine`]. Batches of about a thousand are fastest.
/// When the flag is raised, what is not finished ends with [`Stop::Cancelled`].
pub fn count_lines(puzzles: &[&[u8; 81]], limit: u64, cancel: &CancelFlag) -> Vec<Count> {
    count_and_keep(puzzles, limit, cancel).0
}

/// Decides of each puzzle whether it has no, one or several solutions, like
/// [`verdict`](super::verdict). Puzzles as [`count_lines`] takes them; both solutions of one with
/// several were validated, and differ.
pub fn line_verdicts(puzzles: &[&[u8; 81]], cancel: &CancelFlag) -> Vec<LineVerdict> {
    let (counts, solutions) = count_and_keep(puzzles, 2, cancel);
    let verdict = |(count, solution): (Count, [u8; 81])| match (count.count, count.exact) {
        (2.., _) => LineVerdict::Multiple,
        (1, true) => LineVerdict::Unique(solution),
        (0, true) => LineVerdict::NoSolution,
        _ => LineVerdict::Undecided,
    };
    counts.into_iter().zip(solutions).map(verdict).collect()
}

/// The counts, and the last solution of each puzzle that has any.
fn count_and_keep(
    puzzles: &[&[u8; 81]],
    limit: u64,
    cancel: &CancelFlag,
) -> (Vec<Count>, Vec<[u8; 81]>) {
    let open = Count { count: 0, exact: false, stop: Stop::Cancelled };
    let mut judge = Judge {
        puzzles,
        limit,
        counts: vec![open; puzzles.len()],
        solutions: vec![[0; 81]; puzzles.len()],
    };
    let limits = Limits::solutions(limit);
    solve_texts(Backend::best(), puzzles, limits, cancel.as_atomic(), &mut judge);
    (judge.counts, judge.solutions)
}

/// Validates what the kernel finds, and notes how many there are.
struct Judge<'a> {
    puzzles: &'a [&'a [u8; 81]],
    limit: u64,
    counts: Vec<Count>,
    /// The solution of each puzzle that came last, in figures.
    solutions: Vec<[u8; 81]>,
}

impl Sink for Judge<'_> {
    fn solution(&mut self, puzzle: usize, nth: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        let solution = digits.map(|digit| b'0' + digit);
        assert!(validate_nine(self.puzzles[puzzle], &solution), "the kernel is right");
        let before = std::mem::replace(&mut self.solutions[puzzle], solution);
        assert!(nth == 0 || before != solution, "the kernel finds a solution once");
        ControlFlow::Continue(())
    }

    fn done(&mut self, puzzle: usize, count: u64, decided: bool, _: u64) {
        let stop = match (self.limit, decided) {
            (1.., _) if count == self.limit => Stop::Solved,
            (_, true) => Stop::ProvedNone,
            (_, false) => Stop::Cancelled,
        };
        self.counts[puzzle] = Count { count, exact: stop == Stop::ProvedNone, stop };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, Grid};
    use crate::control::Meter;
    use crate::format::line::text_of;
    use crate::rng::Rng;
    use crate::solve::Kernel;

    #[test]
    fn lines_are_those_of_the_kernel_one_by_one() {
        let mut rng = Rng::from_seed(9);
        let solved: [u8; 81] =
            std::array::from_fn(|i| b'1' + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8);
        let texts: Vec<[u8; 81]> = (0..200)
            .map(|index| {
                let mut text = solved;
                for _ in 0..60 {
                    text[rng.below(81)] = b".0*_-"[rng.below(5)];
                }
                if index % 3 == 0 {
                    text[rng.below(81)] = b'5';
                }
                text
            })
            .collect();
        let texts: Vec<&[u8; 81]> = texts.iter().collect();
        // Longer than needed, and full of something else.
        let mut lines = vec![b'x'; NINE_LINE * texts.len() + 100];
        let unsolved = first_solutions(&texts, &mut lines, &CancelFlag::new());
        let mut seen = 0;
        for (index, text) in texts.iter().enumerate() {
            let digits = crate::format::line::nine_cells(*text).expect("plain");
            let grid = Grid::from_digits(BoxShape::NINE, &digits).unwrap();
            let mut first = None;
            if let Ok(puzzle) = Puzzle::try_from(grid) {
                let mut meter = Meter::unlimited();
                Kernel.solve(&puzzle, &mut meter, &mut |solution| {
                    first = Some(text_of(solution.grid()) + "\n");
                    ControlFlow::Break(())
                });
            }
            match first {
                Some(line) => {
                    assert_eq!(line.as_bytes(), &lines[index * NINE_LINE..][..NINE_LINE]);
                }
                None => {
                    assert_eq!(unsolved[seen], Unsolved { puzzle: index, decided: true });
                    seen += 1;
                }
            }
        }
        assert!(seen == unsolved.len() && seen > 20 && seen < 100, "{seen} unsolved");
    }

    #[test]
    fn a_raised_flag_leaves_puzzles_undecided() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let unsolved = first_solutions(&[&[b'.'; 81]; 3], &mut [0; 3 * NINE_LINE], &cancel);
        let undecided = |puzzle| Unsolved { puzzle, decided: false };
        assert_eq!(unsolved, [0, 1, 2].map(undecided));
    }
}

#[cfg(test)]
mod count_tests {
    use super::*;
    use crate::board::{BoxShape, Grid};
    use crate::control::Meter;
    use crate::rng::Rng;
    use crate::solve::{Auto, Naive, Verdict, count, verdict};

    /// Puzzles with no, one, several and many solutions, conflicts among them.
    fn texts() -> Vec<[u8; 81]> {
        let mut rng = Rng::from_seed(19);
        let solved: [u8; 81] =
            std::array::from_fn(|i| b'1' + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8);
        let mut texts: Vec<[u8; 81]> = (0..300)
            .map(|index| {
                let mut text = solved;
                for _ in 0..45 + index % 30 {
                    text[rng.below(81)] = b".0*_-"[rng.below(5)];
                }
                if index % 3 == 0 {
                    text[rng.below(81)] = b'1' + rng.below(9) as u8;
                }
                text
            })
            .collect();
        texts.push(solved);
        texts
    }

    fn puzzle(text: &[u8; 81]) -> Option<Puzzle> {
        let digits = crate::format::line::nine_cells(text).expect("plain");
        Grid::from_digits(BoxShape::NINE, &digits).unwrap().try_into().ok()
    }

    #[test]
    fn counts_are_those_of_one_puzzle_after_the_other() {
        let texts = texts();
        let lines: Vec<&[u8; 81]> = texts.iter().collect();
        let mut seen = [0; 4];
        for limit in [1, 2, 3, 50, 2000] {
            let counts = count_lines(&lines, limit, &CancelFlag::new());
            assert_eq!(counts.len(), lines.len());
            for (text, found) in texts.iter().zip(counts) {
                let none = Count { count: 0, exact: true, stop: Stop::ProvedNone };
                let slow = |solver: &dyn ExactSolver| {
                    puzzle(text).map_or(none, |puzzle| {
                        count(solver, &puzzle, limit, &mut Meter::unlimited())
                    })
                };
                assert_eq!(found, slow(&Auto), "{}", String::from_utf8_lossy(text));
                if limit < 50 {
                    assert_eq!(found, slow(&Naive), "{}", String::from_utf8_lossy(text));
                }
                seen[found.count.min(3) as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
        let few: Vec<&[u8; 81]> = lines
            .iter()
            .copied()
            .filter(|text| text.iter().filter(|c| c.is_ascii_digit()).count() > 30)
            .collect();
        assert!(few.len() > 100);
        for (text, found) in few.iter().zip(count_lines(&few, 0, &CancelFlag::new())) {
            let all = puzzle(text)
                .map_or(0, |puzzle| count(&Auto, &puzzle, 0, &mut Meter::unlimited()).count);
            assert_eq!((found.count, found.exact), (all, true));
        }
    }

    #[test]
    fn verdicts_are_those_of_one_puzzle_after_the_other() {
        let texts = texts();
        let lines: Vec<&[u8; 81]> = texts.iter().collect();
        let verdicts = line_verdicts(&lines, &CancelFlag::new());
        let mut seen = [0; 3];
        for (text, found) in texts.iter().zip(verdicts) {
            let slow = puzzle(text).map_or(Verdict::NoSolution, |puzzle| {
                verdict(&Naive, &puzzle, &mut Meter::unlimited())
            });
            match (found, slow) {
                (LineVerdict::NoSolution, Verdict::NoSolution) => seen[0] += 1,
                (LineVerdict::Unique(figures), Verdict::Unique(solution)) => {
                    let text = crate::format::line::text_of(solution.grid());
                    assert_eq!(figures, text.as_bytes());
                    seen[1] += 1;
                }
                (LineVerdict::Multiple, Verdict::Multiple(_)) => seen[2] += 1,
                (found, slow) => panic!("{found:?} where {slow:?}"),
            }
        }
        assert!(seen.iter().all(|&seen| seen > 20), "{seen:?}");
    }

    #[test]
    fn a_raised_flag_leaves_lines_undecided() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let lines = [&[b'.'; 81]; 3];
        assert_eq!(line_verdicts(&lines, &cancel), [LineVerdict::Undecided; 3]);
        for found in count_lines(&lines, 0, &cancel) {
            assert_eq!((found.exact, found.stop), (false, Stop::Cancelled));
        }
    }
}
