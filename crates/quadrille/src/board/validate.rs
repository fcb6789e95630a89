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
/// every given kept, every edge consecutive.
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
    for &(first, second) in puzzle.edges().pairs() {
        if digits[first.index()].abs_diff(digits[second.index()]) != 1 {
            return Err(Flaw::Edge { first, second, side });
        }
    }
    Ok(())
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
    fn edges_count() {
        assert_eq!(
            validate(&puzzle(&[(1, 5)]), &SOLVED).unwrap_err().to_string(),
            "r1c2 and r2c2 are joined by an edge and not consecutive"
        );
    }
}
