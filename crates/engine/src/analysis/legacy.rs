//! LEGACY: the old entry point for lines of text, kept only until the command line is ported to
//! [`redundant_in_many`]. Nothing new may use it.

use super::{Redundant, redundant_in_many};
use crate::board::{BoxShape, Cell, Grid, Puzzle, Solution};
use crate::control::{CancelFlag, Meter};

/// The old form of [`redundant_in_many`].
pub fn redundant_in_lines(
    puzzles: &[(&[u8; 81], &[u8; 81])],
    wanted: Redundant,
    cancel: &CancelFlag,
) -> Vec<Option<Vec<Cell>>> {
    let digits = |text: &[u8; 81]| text.map(|c| if c.is_ascii_digit() { c - b'0' } else { 0 });
    let read = |&(puzzle, solution): &(&[u8; 81], &[u8; 81])| {
        let givens = Grid::from_digits(BoxShape::NINE, &digits(puzzle)).expect("digits");
        let puzzle = Puzzle::try_from(givens).expect("no conflict");
        let solution = Solution::new(&puzzle, &digits(solution)).expect("its solution");
        (puzzle, solution)
    };
    let proper: Vec<(Puzzle, Solution)> = puzzles.iter().map(read).collect();
    let found = redundant_in_many(&proper, wanted, &mut Meter::cancellable(cancel));
    found.into_iter().map(Result::ok).collect()
}
