//! A solved puzzle.

use super::validate::{Flaw, ValidNine, validate};
use super::{Grid, Puzzle};

/// A complete, valid grid that solves a puzzle. It can only be constructed from a grid that the
/// independent validator accepts.
///
/// ```
/// use quadrille_core::{Puzzle, solve};
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let solution = solve::first(&puzzle).expect("it has one");
/// assert_eq!(solution.to_string(), "1234341221434321");
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Solution(Grid);

impl Solution {
    /// Creates a solution from row-major digits, if the independent validator accepts them.
    ///
    /// # Errors
    /// Returns the first flaw found.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Solution};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let digits = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    /// let solution = Solution::new(&puzzle, &digits)?;
    /// assert_eq!(solution.to_string(), "1234341221434321");
    /// assert!(Solution::new(&puzzle, &[1; 16]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: &Puzzle, digits: &[u8]) -> Result<Self, Flaw> {
        if let Some(valid) = valid_nine(puzzle, digits) {
            return Ok(Self::of_nine(&valid));
        }
        validate(puzzle, digits)?;
        Ok(Self(Grid::from_digits(puzzle.shape(), digits).expect("validated digits fit the shape")))
    }

    /// Creates a solution of a 9x9 puzzle.
    #[inline]
    pub fn of_nine(valid: &ValidNine<'_>) -> Self {
        Self(Grid::of_nine(valid.digits()))
    }

    /// Returns the grid.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, solve};
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let solution = solve::first(&puzzle).expect("it has one");
    /// assert_eq!(solution.grid().empty_cells().count(), 0);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn grid(&self) -> &Grid {
        &self.0
    }
}

/// Validates with the fast validator for 9x9 boards. `None` if it rejects the digits or does not cover
/// the puzzle.
fn valid_nine<'d>(puzzle: &Puzzle, digits: &'d [u8]) -> Option<ValidNine<'d>> {
    if puzzle.marks().is_some() || !puzzle.edges().is_empty() {
        return None;
    }
    ValidNine::of_text(&puzzle.givens().figures()?, digits.try_into().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges};
    use crate::rng::Rng;

    /// The fast validator never changes the verdict.
    #[test]
    fn solutions_are_what_the_validator_accepts() {
        let mut rng = Rng::from_seed(3);
        let solved: Vec<u8> =
            (0..81).map(|i| ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8 + 1).collect();
        let mut seen = [0; 2];
        for round in 0..600 {
            let mut digits = solved.clone();
            let mut givens = Grid::empty(BoxShape::NINE);
            for _ in 0..30 {
                let cell = rng.below(81);
                givens.set(Cell::new(cell), Digit::new(solved[cell]));
            }
            let puzzle = match round % 4 {
                0 => {
                    let mut marks = CandidateSet::none(BoxShape::NINE);
                    for cell in 0..81 {
                        marks.set(Cell::new(cell), DigitSet::all(9));
                    }
                    let cell = Cell::new(rng.below(81));
                    marks.set(cell, DigitSet::only(Digit::new(5).unwrap()));
                    Puzzle::from_marks(marks, Edges::none()).unwrap()
                }
                1 => {
                    let first = rng.below(8);
                    let pair = [(Cell::new(first), Cell::new(first + 1))];
                    let edges = Edges::new(BoxShape::NINE, pair).unwrap();
                    match Puzzle::new(givens, edges) {
                        Ok(puzzle) => puzzle,
                        Err(_) => continue,
                    }
                }
                _ => Puzzle::try_from(givens).unwrap(),
            };
            match round % 3 {
                0 => digits[rng.below(81)] = [0, 1, 5, 9, 10, 255][rng.below(6)],
                1 if round % 5 == 0 => digits.truncate(rng.below(81)),
                _ => {}
            }
            let made = Solution::new(&puzzle, &digits).map(|solution| solution.0.snapshot());
            let judged = validate(&puzzle, &digits);
            assert_eq!(made.as_ref().err(), judged.as_ref().err());
            if let Ok(snapshot) = made {
                assert_eq!(&snapshot[..], &digits[..]);
                seen[0] += 1;
            } else {
                seen[1] += 1;
            }
        }
        assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
    }
}
