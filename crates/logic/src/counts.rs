//! The empty cells of a board by their number of candidates.

use super::cells::Cells;
use super::grid::LogicGrid;

impl LogicGrid {
    /// The sets of cells that have at least 0, 1, 2, ... and `N` - 1 candidates.
    ///
    /// The sets are counted up digit by digit for all cells at once, which takes less time than
    /// looking at the cells one by one.
    pub(super) fn at_least<const N: usize>(&self) -> [Cells; N] {
        let mut at_least = [0; N];
        at_least[0] = (1 << 81) - 1;
        for digit in 0..9 {
            let cells = self.cells_of(digit);
            for count in (1..N).rev() {
                at_least[count] |= at_least[count - 1] & cells;
            }
        }
        at_least
    }

    /// The cells with two candidates.
    pub(super) fn bivalue(&self) -> Cells {
        let [.., two, three] = self.at_least::<4>();
        two & !three
    }
}
