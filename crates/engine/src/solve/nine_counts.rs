//! How many solutions each of many lines of 9x9 puzzles has: the kernel's batches, read from text,
//! every solution validated.

use std::ops::ControlFlow;

use quadrille_simd::{Backend, Limits, Sink, solve_texts};

use super::Count;
use crate::board::validate_nine;
use crate::control::{CancelFlag, Stop};

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
    use crate::board::{BoxShape, Grid, Puzzle};
    use crate::control::{Meter, Rng};
    use crate::solve::{Auto, ExactSolver, Naive, Verdict, count, verdict};

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
