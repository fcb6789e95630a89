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
///
/// ```
/// use quadrille_core::{Meter, Puzzle, analysis, solve};
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let solution = solve::first(&puzzle).expect("it has one");
/// // Singles suffice, so the only backdoor has no cells.
/// let backdoors = analysis::backdoors(&puzzle, &solution, 2, &mut Meter::unlimited())?;
/// assert!(backdoors.len() == 1 && backdoors[0].is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn backdoors(
    puzzle: &Puzzle,
    solution: &Solution,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<Cell>>, Stop> {
    assert_eq!(puzzle.shape(), solution.grid().shape(), "the solution has another shape");
    let mut search = Search::new(puzzle, solution, Wanted::All);
    for size in 0..=most.min(MOST_PLACEMENTS) {
        search.complete(size, 0, meter)?;
        if !search.found.is_empty() {
            break;
        }
    }
    Ok(search.found)
}

/// What is known about the size of the smallest backdoors of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackdoorSize {
    /// The smallest backdoors have that many placements.
    Exactly(usize),
    /// They have at least that many: the search ended before more was known.
    AtLeast(usize),
}

/// Returns the number of placements of the smallest [`backdoors`] of a puzzle, if sets of at
/// most `most` placements (and at most [`MOST_PLACEMENTS`]) and the limits of the meter show it. The
/// search ends with the first backdoor, so it is faster than listing all.
///
/// A placement tried counts as a [`Counter::Branch`].
///
/// # Panics
/// When the solution is not one of the puzzle.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, solve};
/// use quadrille_core::analysis::{BackdoorSize, backdoor_size};
///
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let solution = solve::first(&puzzle).expect("it has one");
/// let size = backdoor_size(&puzzle, &solution, 2, &mut Meter::unlimited());
/// assert_eq!(size, BackdoorSize::Exactly(0));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn backdoor_size(
    puzzle: &Puzzle,
    solution: &Solution,
    most: usize,
    meter: &mut Meter<'_>,
) -> BackdoorSize {
    assert_eq!(puzzle.shape(), solution.grid().shape(), "the solution has another shape");
    let mut search = Search::new(puzzle, solution, Wanted::First);
    for size in 0..=most.min(MOST_PLACEMENTS) {
        if search.complete(size, 0, meter).is_err() {
            return BackdoorSize::AtLeast(size);
        }
        if !search.found.is_empty() {
            return BackdoorSize::Exactly(size);
        }
    }
    BackdoorSize::AtLeast(most.min(MOST_PLACEMENTS) + 1)
}

/// Which backdoors of a size are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    First,
    All,
}

struct Search {
    board: Propagation,
    /// The digit of each cell, less one.
    digits: Vec<u32>,
    wanted: Wanted,
    path: Vec<Cell>,
    found: Vec<Vec<Cell>>,
}

impl Search {
    fn new(puzzle: &Puzzle, solution: &Solution, wanted: Wanted) -> Self {
        let digits = solution.grid().digits().iter().flatten();
        let digits = digits.map(|&d| u32::from(Digit::get(d)) - 1).collect();
        let Ok(board) = Propagation::with_singles_only(puzzle) else {
            panic!("the solution is not one of the puzzle");
        };
        Self { board, digits, wanted, path: Vec::new(), found: Vec::new() }
    }

    /// Whether no more backdoors are wanted.
    fn has_enough(&self) -> bool {
        self.wanted == Wanted::First && !self.found.is_empty()
    }

    /// Tries all sets of `missing` more cells from `first` on. Cells that singles have already
    /// filled are skipped, because a smallest set has none of them.
    fn complete(
        &mut self,
        missing: usize,
        first: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if missing == 0 {
            if self.board.fewest(&mut 0).is_none() {
                self.found.push(self.path.clone());
            }
            return Ok(());
        }
        let mark = self.board.mark();
        for cell in first..self.digits.len() {
            if self.board.sets()[cell].is_power_of_two() {
                continue;
            }
            meter.count(Counter::Branch)?;
            let placed = self.board.choose(cell, self.digits[cell]);
            assert!(placed.is_ok(), "the solution is one of the puzzle");
            self.path.push(Cell::new(cell));
            self.complete(missing - 1, cell + 1, meter)?;
            self.path.pop();
            self.board.undo(mark);
            if self.has_enough() {
                break;
            }
        }
        Ok(())
    }
}
