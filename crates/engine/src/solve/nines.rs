//! Many lines of 9x9 puzzles at once: the kernel's batches, from text to text, validated.

use std::ops::ControlFlow;

use quadrille_simd::{Backend, Limits, Sink, solve_texts};

use crate::board::validate_nine;
use crate::control::CancelFlag;

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
/// The solution is the one that [`Kernel`](super::Kernel) finds first, whatever the batch, and every
/// line that counts has passed [`validate_nine`] as it stands. Batches of about a thousand are
/// fastest. When the flag is raised, what is not finished is left undecided.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, Grid, Puzzle};
    use crate::control::{Meter, Rng};
    use crate::format::line::text_of;
    use crate::solve::{ExactSolver, Kernel};

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
