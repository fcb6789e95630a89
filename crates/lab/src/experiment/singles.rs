//! Which puzzles propagation alone solves.
//!
//! Reports count those separately: an algorithm that starts with naked and hidden singles has
//! nothing to search there, and counting them would flatter it.

use quadrille_core::{Puzzle, Solution};

use crate::board::CandidateGrid;

/// Returns whether naked and hidden singles (and edges, if any) lead to a solution.
///
/// ```
/// use quadrille_core::Puzzle;
/// use quadrille_lab::experiment::singles_solve;
///
/// let (easy, open): (Puzzle, Puzzle) = ("1234341221.....1".parse()?, "1...............".parse()?);
/// assert!(singles_solve(&easy) && !singles_solve(&open));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn singles_solve(puzzle: &Puzzle) -> bool {
    CandidateGrid::propagated(puzzle)
        .is_some_and(|grid| Solution::new(puzzle, &grid.snapshot()).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{BoxShape, Grid};

    fn solved(line: &str) -> bool {
        let digits: Vec<u8> = line.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
        let grid = Grid::from_digits(BoxShape::of_cells(digits.len()).unwrap(), &digits).unwrap();
        singles_solve(&Puzzle::try_from(grid).unwrap())
    }

    #[test]
    fn tells_easy_from_hard() {
        // The two examples of Norvig's essay: his propagation solves the first, but not the second.
        assert!(solved(
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
        ));
        assert!(!solved(
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        ));
        assert!(!solved(&".".repeat(81)));
    }

    #[test]
    fn contradictions_are_no_solution() {
        // r1c1 can hold nothing.
        assert!(!solved("..34............"), "two solutions left open");
        assert!(!solved(".12.3...4......."));
    }
}
