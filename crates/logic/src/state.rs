//! What is on a board, whatever its size.

use quadrille_core::{BoxShape, CandidateSet, Cell, DigitSet, Grid, Puzzle};

use super::board::Board;
use super::grid::{LogicGrid, NotRatable};

/// The filled cells of a board and its candidates, for drawings and answers.
///
/// ```
/// use quadrille_core::{Cell, Puzzle};
/// use quadrille_logic::BoardState;
///
/// let puzzle: Puzzle = "1...............".parse()?;
/// let state = BoardState::of(&puzzle)?;
/// assert_eq!(state.candidates(Cell::new(1)).len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardState {
    /// The filled cells.
    pub values: Grid,
    /// The candidates of all cells; that of a filled cell is its digit.
    pub marks: CandidateSet,
}

impl BoardState {
    /// Returns what the givens of a puzzle leave.
    ///
    /// # Errors
    /// When the techniques do not work on its board.
    pub fn of(puzzle: &Puzzle) -> Result<Self, NotRatable> {
        match puzzle.shape() {
            BoxShape::NINE => LogicGrid::new(puzzle).map(|grid| grid.state()),
            _ => LogicGrid::any(puzzle).map(|grid| grid.state()),
        }
    }

    /// Returns the digits that a cell may hold; none if it is filled.
    pub fn candidates(&self, cell: Cell) -> DigitSet {
        match self.values.get(cell) {
            Some(_) => DigitSet::EMPTY,
            None => self.marks.get(cell),
        }
    }
}

impl<B: Board> LogicGrid<B> {
    /// Returns what is on the board.
    ///
    /// ```
    /// use quadrille_logic::sample;
    ///
    /// let board = sample("x-wing").expect("every kind has a sample").before;
    /// assert_eq!(board.state().marks, board.marks());
    /// ```
    pub fn state(&self) -> BoardState {
        BoardState { values: self.values(), marks: self.marks() }
    }
}
