//! What a run reports to its observer.

use super::{Counters, Stop};
use crate::board::{BoxShape, Cell, Geometry};

/// An event of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The run started.
    Started,
    /// A board with a lower [`common_cost`] than all before.
    Improved {
        /// The [`common_cost`] of the board.
        cost: u32,
        /// Row-major digits, 0 = empty.
        board: &'a [u8],
    },
    /// The board at which the search is now, better or not. Few of these are reported, see
    /// [`Run::at`](super::Run::at).
    At {
        /// Row-major digits, 0 = empty.
        board: &'a [u8],
        /// Placements or decisions above the board in a tree of boards, 0 without a tree.
        depth: u32,
    },
    /// The search restarted.
    Restarted,
    /// An inner quantity of the algorithm, such as temperature or tenure.
    Gauge {
        /// The name of the quantity.
        name: &'static str,
        /// Its value or values.
        values: &'a [f64],
    },
    /// The algorithm claimed this board as the solution; the validator has not checked it yet.
    Claimed {
        /// Row-major digits.
        board: &'a [u8],
    },
    /// The run ended.
    Stopped(Stop),
}

/// Observes a run.
pub trait Observer {
    /// Receives an event and the counters at that moment.
    fn event(&mut self, at: &Counters, event: Event<'_>);
}

/// Returns the cost by which families of algorithms are compared: the number of missing digits,
/// summed over all rows, columns and boxes. An empty cell holds no digit. 0 means solved, edges
/// aside.
///
/// ```
/// use quadrille_core::{BoxShape, common_cost};
/// let shape = BoxShape::new(2, 2)?;
/// assert_eq!(common_cost(shape, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]), 0);
/// // The 1 of the last cell is missing in a row, a column and a box.
/// assert_eq!(common_cost(shape, &[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0]), 3);
/// # Ok::<(), quadrille_core::ShapeError>(())
/// ```
pub fn common_cost(shape: BoxShape, board: &[u8]) -> u32 {
    let geometry = Geometry::of(shape);
    let missing = |house: &[Cell]| {
        let seen = house.iter().fold(0_u64, |seen, cell| seen | 1 << board[cell.index()]);
        shape.side() as u32 - (seen & !1).count_ones()
    };
    geometry.houses().map(missing).sum()
}
