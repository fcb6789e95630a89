//! The independent validator: the one judge of what is a solution.
//!
//! It shares nothing with the solvers: not the [`Geometry`](crate::Geometry) tables, not the
//! candidate sets. It works from the rules alone, so a mistake elsewhere shows here.

use thiserror::Error;

use super::{BoxShape, Cell, Puzzle};

/// Why a filled board is no solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Flaw {
    /// Another number of cells than the puzzle's.
    #[error("{found} cells, expected {expected}")]
    Length {
        /// Cells offered.
        found: usize,
        /// Cells of the puzzle.
        expected: usize,
    },
    /// A cell without a digit of the board.
    #[error("{} holds {digit}, which is no digit of the board", .cell.name(*.side))]
    NoDigit {
        /// Where.
        cell: Cell,
        /// What is there; 0 = empty.
        digit: u8,
        /// Side of the board.
        side: usize,
    },
    /// A given was changed.
    #[error("{} is given {given} and holds {digit}", .cell.name(*.side))]
    Given {
        /// Where.
        cell: Cell,
        /// What the puzzle says.
        given: u8,
        /// What is there.
        digit: u8,
        /// Side of the board.
        side: usize,
    },
    /// A digit twice in a house.
    #[error("{digit} stands twice in {kind} {number}")]
    Twice {
        /// The digit.
        digit: u8,
        /// `row`, `column` or `box`.
        kind: &'static str,
        /// Its number, from 1.
        number: usize,
    },
    /// A digit that the puzzle's marks rule out.
    #[error("{} holds {digit}, which is not among its marks", .cell.name(*.side))]
    Mark {
        /// Where.
        cell: Cell,
        /// What is there.
        digit: u8,
        /// Side of the board.
        side: usize,
    },
    /// Two joined cells whose digits are not consecutive.
    #[error("{} and {} are joined by an edge and not consecutive", .first.name(*.side), .second.name(*.side))]
    Edge {
        /// One cell.
        first: Cell,
        /// The other.
        second: Cell,
        /// Side of the board.
        side: usize,
    },
}

/// Judges whether row-major `digits` solve the puzzle: complete, every house with every digit,
/// every given kept, every edge consecutive, every digit among the marks.
///
/// # Errors
/// The first flaw found.
pub fn validate(puzzle: &Puzzle, digits: &[u8]) -> Result<(), Flaw> {
    let shape = puzzle.shape();
    rules_hold(shape, digits)?;
    let side = shape.side();
    for (cell, given) in puzzle.givens().filled() {
        let (given, digit) = (given.get(), digits[cell.index()]);
        if digit != given {
            return Err(Flaw::Given { cell, given, digit, side });
        }
    }
    if let Some(marks) = puzzle.marks() {
        for (index, (marks, &digit)) in marks.cells().iter().zip(digits).enumerate() {
            if marks.bits() >> (digit - 1) & 1 == 0 {
                return Err(Flaw::Mark { cell: Cell::new(index), digit, side });
            }
        }
    }
    for &(first, second) in puzzle.edges().pairs() {
        if digits[first.index()].abs_diff(digits[second.index()]) != 1 {
            return Err(Flaw::Edge { first, second, side });
        }
    }
    Ok(())
}

/// Whether row-major digits solve the 9x9 board without edges or marks whose givens these are (0 = empty):
/// [`validate`] for those who have millions of them.
///
/// Nine cells hold each digit once when the union of their digits is all nine.
pub fn validate_nine(givens: &[u8; 81], digits: &[u8; 81]) -> bool {
    const ALL: u16 = 0x3fe;
    let mut sound = true;
    let (mut columns, mut boxes) = ([0_u16; 9], [0_u16; 9]);
    for (row, (cells, given)) in digits.chunks_exact(9).zip(givens.chunks_exact(9)).enumerate() {
        let mut bits = [0_u16; 9];
        for ((bit, &digit), &given) in bits.iter_mut().zip(cells).zip(given) {
            // Digits beyond 9 are cut off here, and missed in the unions.
            *bit = 1_u16.checked_shl(u32::from(digit)).unwrap_or(0) & ALL;
            sound &= given == 0 || given == digit;
        }
        for (column, bit) in columns.iter_mut().zip(bits) {
            *column |= bit;
        }
        let thirds =
            [bits[0] | bits[1] | bits[2], bits[3] | bits[4] | bits[5], bits[6] | bits[7] | bits[8]];
        for (k, third) in thirds.into_iter().enumerate() {
            boxes[row / 3 * 3 + k] |= third;
        }
        sound &= thirds[0] | thirds[1] | thirds[2] == ALL;
    }
    sound && columns.iter().chain(&boxes).all(|&union| union == ALL)
}

/// The rules without givens and edges: complete, and no digit twice in a row, column or box. With
/// as many digits as cells in a house, that means each digit once.
fn rules_hold(shape: BoxShape, digits: &[u8]) -> Result<(), Flaw> {
    const N: usize = BoxShape::MAX_SIDE;
    let side = shape.side();
    if digits.len() != side * side {
        return Err(Flaw::Length { found: digits.len(), expected: side * side });
    }
    let boxes_across = side / shape.columns();
    let (mut columns, mut boxes) = ([0_u64; N], [0_u64; N]);
    for (row, cells) in digits.chunks_exact(side).enumerate() {
        let mut in_row = 0_u64;
        let band = row / shape.rows() * boxes_across;
        for (column, &digit) in cells.iter().enumerate() {
            if digit == 0 || usize::from(digit) > side {
                let cell = Cell::new(row * side + column);
                return Err(Flaw::NoDigit { cell, digit, side });
            }
            let bit = 1_u64 << digit;
            let in_box = &mut boxes[band + column / shape.columns()];
            if (in_row | columns[column] | *in_box) & bit != 0 {
                let (kind, number) = if in_row & bit != 0 {
                    ("row", row)
                } else if columns[column] & bit != 0 {
                    ("column", column)
                } else {
                    ("box", band + column / shape.columns())
                };
                return Err(Flaw::Twice { digit, kind, number: number + 1 });
            }
            in_row |= bit;
            columns[column] |= bit;
            *in_box |= bit;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edges, Grid};

    const SOLVED: [u8; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

    fn puzzle(edges: &[(usize, usize)]) -> Puzzle {
        let shape = BoxShape::of_side(4).unwrap();
        let mut givens = Grid::empty(shape);
        givens.set(Cell::new(0), crate::Digit::new(1));
        let edges = edges.iter().map(|&(a, b)| (Cell::new(a), Cell::new(b)));
        Puzzle::new(givens, Edges::new(shape, edges).unwrap()).unwrap()
    }

    fn with(changes: &[(usize, u8)]) -> Vec<u8> {
        let mut digits = SOLVED.to_vec();
        for &(cell, digit) in changes {
            digits[cell] = digit;
        }
        digits
    }

    #[test]
    fn accepts_a_solution_and_nothing_else() {
        let puzzle = puzzle(&[(0, 1), (10, 11)]);
        assert_eq!(validate(&puzzle, &SOLVED), Ok(()));
        let flaw = |digits: &[u8]| validate(&puzzle, digits).unwrap_err().to_string();
        assert_eq!(flaw(&SOLVED[1..]), "15 cells, expected 16");
        assert_eq!(flaw(&with(&[(5, 0)])), "r2c2 holds 0, which is no digit of the board");
        assert_eq!(flaw(&with(&[(5, 5)])), "r2c2 holds 5, which is no digit of the board");
        assert_eq!(flaw(&with(&[(3, 2)])), "2 stands twice in row 1");
        assert_eq!(flaw(&with(&[(4, 2), (7, 3)])), "2 stands twice in box 1");
        assert_eq!(flaw(&with(&[(8, 4), (10, 2)])), "4 stands twice in column 1");
        let relabelled: Vec<u8> = SOLVED.iter().map(|d| 5 - d).collect();
        assert_eq!(flaw(&relabelled), "r1c1 is given 1 and holds 4");
    }

    #[test]
    fn marks_count() {
        let shape = BoxShape::of_side(4).unwrap();
        let mut marks = crate::CandidateSet::full(shape);
        marks.set(Cell::new(5), crate::DigitSet::from_bits(0b0111));
        let puzzle = Puzzle::from_marks(marks, Edges::none()).unwrap();
        assert_eq!(
            validate(&puzzle, &SOLVED).unwrap_err().to_string(),
            "r2c2 holds 4, which is not among its marks"
        );
        let relabelled: Vec<u8> = SOLVED.iter().map(|d| 5 - d).collect();
        assert_eq!(validate(&puzzle, &relabelled), Ok(()));
    }

    #[test]
    fn edges_count() {
        assert_eq!(
            validate(&puzzle(&[(1, 5)]), &SOLVED).unwrap_err().to_string(),
            "r1c2 and r2c2 are joined by an edge and not consecutive"
        );
    }

    #[test]
    fn the_fast_validator_agrees() {
        let mut rng = crate::control::Rng::from_seed(4);
        let solved: Vec<u8> =
            (0..81).map(|i| ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8 + 1).collect();
        let (mut good, mut bad) = (0, 0);
        for _ in 0..2000 {
            let symmetry = crate::Symmetry::random(BoxShape::NINE, &mut rng);
            let grid = symmetry.apply(&Grid::from_digits(BoxShape::NINE, &solved).unwrap());
            let mut digits: [u8; 81] = grid.snapshot()[..].try_into().unwrap();
            let mut givens = digits;
            for _ in 0..50 {
                givens[rng.below(81)] = 0;
            }
            match rng.below(5) {
                0 => digits[rng.below(81)] = rng.below(256) as u8,
                1 => digits.swap(rng.below(81), rng.below(81)),
                2 => {
                    // Two rows of a band exchanged: a solution, but of other givens.
                    for column in 0..9 {
                        digits.swap(column, 9 + column);
                    }
                }
                3 => {
                    for column in 0..9 {
                        digits.swap(column, 27 + column);
                    }
                }
                _ => {}
            }
            let puzzle = Puzzle::try_from(Grid::from_digits(BoxShape::NINE, &givens).unwrap());
            let slow = validate(&puzzle.unwrap(), &digits).is_ok();
            assert_eq!(validate_nine(&givens, &digits), slow);
            good += usize::from(slow);
            bad += usize::from(!slow);
        }
        assert!(good > 300 && bad > 300, "{good} {bad}");
    }
}
