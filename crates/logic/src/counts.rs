//! The empty cells of a board by their number of candidates.

use super::board::Board;
use super::cells::CellSet;
use super::grid::LogicGrid;

impl<B: Board> LogicGrid<B> {
    /// The sets of cells that have at least 0, 1, 2, ... and `N` - 1 candidates.
    ///
    /// The sets are counted up digit by digit for all cells at once, which takes less time than
    /// looking at the cells one by one.
    pub(super) fn at_least<const N: usize>(&self) -> [B::Cells; N] {
        let mut at_least = [B::Cells::NONE; N];
        at_least[0] = self.board().all();
        for digit in 0..self.board().side() {
            let cells = self.cells_of(digit);
            for count in (1..N).rev() {
                let more = at_least[count - 1] & cells;
                at_least[count] |= more;
            }
        }
        at_least
    }

    /// The cells with two candidates.
    pub(super) fn bivalue(&self) -> B::Cells {
        let [.., two, three] = self.at_least::<4>();
        two & !three
    }
}
