//! Backdoors: placements after which singles alone solve a puzzle.

use crate::board::{Cell, Digit, Puzzle, Solution};
use crate::control::{Counter, Meter, Stop};
use crate::solve::propagate::Propagation;

/// Maximum number of placements that [`backdoors`] tries.
pub const MOST_PLACEMENTS: usize = 3;

/// Returns the smallest backdoors of a puzzle, of at most `most` placements (and at most
/// [`MOST_PLACEMENTS`]): all sets of that many cells after which, filled from the solution, naked
/// and hidden singles (and edges) solve the puzzle. Only the empty set if singles suffice; nothing
/// if `most` placements do not. Cells ascend within a set, and so do the sets.
///
/// A placement tried counts as a [`Counter::Branch`].
///
/// # Errors
/// Returns the reason to stop when a limit ends the search before all are known.
///
/// # Panics
/// When the solution is not one of the puzzle.
pub fn backdoors(
    puzzle: &Puzzle,
    solution: &Solution,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<Cell>>, Stop> {
    assert_eq!(puzzle.shape(), solution.grid().shape(), "the solution has another shape");
    let digits: Vec<u32> =
        solution.grid().digits().iter().flatten().map(|&d| u32::from(Digit::get(d)) - 1).collect();
    let Ok(mut board) = Propagation::with_singles_only(puzzle) else {
        panic!("the solution is not one of the puzzle");
    };
    let mut search = Search { digits: &digits, path: Vec::new(), found: Vec::new() };
    for size in 0..=most.min(MOST_PLACEMENTS) {
        search.complete(&mut board, size, 0, meter)?;
        if !search.found.is_empty() {
            break;
        }
    }
    Ok(search.found)
}

struct Search<'a> {
    /// The digit of each cell, less one.
    digits: &'a [u32],
    path: Vec<Cell>,
    found: Vec<Vec<Cell>>,
}

impl Search<'_> {
    /// Tries all sets of `missing` more cells from `first` on. Cells that singles have already
    /// filled are skipped, because a smallest set has none of them.
    fn complete(
        &mut self,
        board: &mut Propagation,
        missing: usize,
        first: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if missing == 0 {
            if board.fewest(&mut 0).is_none() {
                self.found.push(self.path.clone());
            }
            return Ok(());
        }
        let mark = board.mark();
        for cell in first..self.digits.len() {
            if board.sets()[cell].is_power_of_two() {
                continue;
            }
            meter.count(Counter::Branch)?;
            let placed = board.choose(cell, self.digits[cell]);
            assert!(placed.is_ok(), "the solution is one of the puzzle");
            self.path.push(Cell::new(cell));
            self.complete(board, missing - 1, cell + 1, meter)?;
            self.path.pop();
            board.undo(mark);
        }
        Ok(())
    }
}
