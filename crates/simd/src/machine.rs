//! What the search needs from a backend: vector passes over a grid of lanes.

use crate::layout::{Form, Grid, Row, Signals, candidates, digit, each_bit};

/// A backend.
///
/// A value can only be constructed where the processor has the instructions; see `dispatch`.
pub(crate) trait Machine<const L: usize>: Transfer<L> {
    /// Number of lanes, from lane 0 on, that `sweep_few` covers.
    const FEW: usize;

    /// Propagates once through all chutes, in place.
    fn sweep(self, grid: &mut Grid<L>) -> Signals;

    /// Does what `sweep` does, but faster and only for the first `FEW` lanes. The signals of the
    /// other lanes mean nothing.
    fn sweep_few(self, grid: &mut Grid<L>) -> Signals;

    /// Returns the lanes in which, according to the last sweep, every digit has a configuration in
    /// each chute.
    fn complete(self, grid: &Grid<L>) -> u32;

    /// Returns the digits of the cells of a lane, or `None` if a cell has several candidates. The
    /// cells are followed by any sets of one candidate.
    fn digits(self, column: &[u16; 96]) -> Option<[u8; 81]>;

    /// Chooses the first decision of `grid.choices` for lanes at a fixed point of `sweep`. Returns the
    /// lanes with a nearly empty chute.
    fn choose(self, grid: &mut Grid<L>) -> u32;

    /// Chooses the other decisions, after `choose`.
    fn choose_more(self, grid: &mut Grid<L>);

    /// Copies lane `from[l]` of every cell to lane `l`, for all lanes at once.
    fn permute(self, grid: &mut Grid<L>, from: &[u8; L]);

    /// Copies the lanes of the set `lanes` of every cell to the same lanes of a shelf.
    fn put_away(self, cells: &[Row<L>; 81], shelf: &mut [Row<L>; 81], lanes: u32);

    /// Copies the lanes of the set `lanes` back from a shelf.
    fn bring_back(self, cells: &mut [Row<L>; 81], shelf: &[Row<L>; 81], lanes: u32);
}

/// Passes that move many puzzles into or out of lanes, with scalar code for backends that have
/// nothing faster, if their form is dense.
pub(crate) trait Transfer<const L: usize>: Copy {
    /// The form of the candidates in cells.
    const FORM: Form;

    /// Copies lane `from[l]` of the queue to lane `l` of the cells, for each `l` in the set
    /// `lanes`.
    fn admit(self, cells: &mut [Row<L>; 81], queue: &[Row<L>; 81], from: &[u8; L], lanes: u32) {
        for (cell, next) in cells.iter_mut().zip(queue) {
            for lane in each_bit(lanes) {
                cell.0[lane] = next.0[usize::from(from[lane])];
            }
        }
    }

    /// Copies lane `from[l]` of the cells to lane `l` of `solved`, for each `l` in the set `lanes`.
    /// Returns the lanes of `cells` in which some cell has several candidates.
    fn collect(
        self,
        cells: &[Row<L>; 81],
        solved: &mut [Row<L>; 81],
        from: &[u8; L],
        lanes: u32,
    ) -> u32 {
        let mut several = [0; L];
        for (cell, kept) in cells.iter().zip(solved) {
            for (several, cell) in several.iter_mut().zip(cell.0) {
                *several |= cell & cell.wrapping_sub(1);
            }
            for lane in each_bit(lanes) {
                kept.0[lane] = cell.0[usize::from(from[lane])];
            }
        }
        several.iter().rev().fold(0, |set, &several| set << 1 | u32::from(several != 0))
    }

    /// Converts the characters of cells to candidates, as [`candidates`] does.
    fn read(self, bytes: &[[u8; L]; 81], cells: &mut [Row<L>; 81]) {
        for (cell, bytes) in cells.iter_mut().zip(bytes) {
            for (cell, &byte) in cell.0.iter_mut().zip(bytes) {
                *cell = candidates(byte);
            }
        }
    }

    /// Converts cells with one candidate to digits, 1 to 9.
    fn write(self, cells: &[Row<L>; 81], bytes: &mut [[u8; L]; 81]) {
        for (cell, bytes) in cells.iter().zip(bytes) {
            for (byte, cell) in bytes.iter_mut().zip(cell.0) {
                *byte = digit(cell);
            }
        }
    }
}
