//! What a run tells those who watch it.

use super::{Counters, Stop};
use crate::board::{BoxShape, Cell, Geometry};

/// Something that happened in a run.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// It began.
    Started,
    /// A board better than all before, by the common cost.
    Improved {
        /// The [`common_cost`] of the board.
        cost: u32,
        /// Row-major digits, 0 = empty.
        board: &'a [u8],
    },
    /// It began again from a new start.
    Restarted,
    /// An inner quantity of the method: temperature, tenure, cell probabilities.
    Gauge {
        /// Which.
        name: &'static str,
        /// Its value or values.
        values: &'a [f64],
    },
    /// The board that it takes for the solution, as it was handed in: the validator has not looked
    /// at it yet.
    Claimed {
        /// Row-major digits.
        board: &'a [u8],
    },
    /// It ended.
    Stopped(Stop),
}

/// Someone who watches a run.
pub trait Observer {
    /// Something happened, at these counts.
    fn event(&mut self, at: &Counters, event: Event<'_>);
}

/// The cost that families of methods are compared by: digits missing, summed over all rows,
/// columns and boxes. Empty cells hold no digit; 0 = solved (edges aside).
pub fn common_cost(shape: BoxShape, board: &[u8]) -> u32 {
    let geometry = Geometry::of(shape);
    let missing = |house: &[Cell]| {
        let seen = house.iter().fold(0_u64, |seen, cell| seen | 1 << board[cell.index()]);
        shape.side() as u32 - (seen & !1).count_ones()
    };
    geometry.houses().map(missing).sum()
}
