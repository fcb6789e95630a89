//! The heuristics of R2's greedy searches.

use quadrille_core::{BoxShape, Cell, Digit, DigitSet, Geometry};

use crate::board::{Outlook, Placement, fill_ascending};

/// What a greedy search minimizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heuristic {
    /// Candidates that the cell just filled had before.
    MostConstrained,
    /// Empty cells with more than one candidate.
    NonInferable,
    /// Candidates, summed over the empty cells.
    Remaining,
    /// Conflicting pairs in the rows and columns of the board whose boxes are filled with their
    /// missing digits, the smallest first.
    Conflicts,
}

impl Heuristic {
    /// Returns the value after a legal digit, as a set of one, is placed in an empty cell; `after`
    /// is the outlook then.
    pub(crate) fn cost(
        self,
        filling: &Placement,
        cell: Cell,
        digit: DigitSet,
        after: &Outlook,
    ) -> u64 {
        match self {
            Self::MostConstrained => filling.legal(cell).len() as u64,
            Self::NonInferable => u64::from(after.undecided),
            Self::Remaining => u64::from(after.candidates),
            Self::Conflicts => u64::from(conflicts(filling, cell, digit)),
        }
    }
}

fn conflicts(filling: &Placement, cell: Cell, digit: DigitSet) -> u32 {
    let geometry = filling.geometry();
    let mut board = filling.snapshot();
    board[cell.index()] = digit.single().map_or(0, Digit::get);
    fill_ascending(&mut board, geometry);
    conflicting_pairs(geometry, &board)
}

/// Counts pairs of equal digits in the rows and columns of a full board.
fn conflicting_pairs(geometry: &Geometry, board: &[u8]) -> u32 {
    let pairs = |line: &[Cell]| {
        let mut counts = [0_u32; BoxShape::MAX_SIDE + 1];
        line.iter().fold(0, |pairs, cell| {
            let count = &mut counts[usize::from(board[cell.index()])];
            *count += 1;
            pairs + *count - 1
        })
    };
    geometry.houses().take(2 * geometry.side()).map(pairs).sum()
}

#[cfg(test)]
mod tests {
    use quadrille_core::{Grid, Puzzle};

    use super::*;

    #[test]
    fn the_costs_of_a_small_board() {
        // 1 . | . .   and with a 2 beside the 1, filled:   1 2 | 1 2
        // . . | . .                                        3 4 | 3 4
        // ----+----                                        ----+----
        // . . | . .                                        1 2 | 1 3
        // . . | 2 .                                        3 4 | 2 4
        let shape = BoxShape::new(2, 2).unwrap();
        let mut grid = Grid::empty(shape);
        grid.set(Cell::new(0), Digit::new(1));
        grid.set(Cell::new(14), Digit::new(2));
        let puzzle: Puzzle = grid.try_into().unwrap();
        let cells: Vec<Cell> = puzzle.givens().empty_cells().collect();
        let filling = Placement::new(&puzzle);
        let before = Outlook::of(&filling, &cells);
        // Ten cells see one of the givens, two see both, two see none.
        assert_eq!((before.undecided, before.candidates), (14, 10 * 3 + 2 * 2 + 2 * 4));
        let (cell, digit) = (Cell::new(1), DigitSet::only(Digit::new(2).unwrap()));
        let after = before.after(&filling, cell, digit);
        let cost = |heuristic: Heuristic| heuristic.cost(&filling, cell, digit, &after);
        assert_eq!(cost(Heuristic::MostConstrained), 3);
        assert_eq!(cost(Heuristic::Conflicts), 2 + 2 + 1 + 1 + 2 + 2 + 1 + 1);
        // The cell's own three go, and a 2 from r1c4, r2c1, r2c2 and r3c2.
        assert_eq!(cost(Heuristic::Remaining), u64::from(before.candidates) - 3 - 4);
        assert_eq!(cost(Heuristic::NonInferable), 13);
    }
}
