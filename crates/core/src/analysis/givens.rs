//! Redundant givens: givens that a puzzle does not need to be proper.

use std::ops::ControlFlow;

use quadrille_simd::Masks;

use crate::board::{Cell, DigitSet, Puzzle};
use crate::control::{Meter, Stop};
use crate::kernel::batch;
use crate::solve::{Solver, count};

/// Which redundant givens of a puzzle are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redundant {
    /// The first one, if there is any: it shows that the puzzle is not minimal.
    First,
    /// All of them.
    All,
}

/// Returns whether a proper puzzle is minimal: without any one of its givens it has several
/// solutions.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search before that is known.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, analysis};
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// assert_eq!(analysis::is_minimal(&puzzle, &mut Meter::unlimited()), Ok(false));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn is_minimal(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    Ok(redundant(puzzle, Redundant::First, meter)?.is_empty())
}

/// Returns the cells of a proper puzzle whose given is redundant: without it, and with all the
/// others, the puzzle is still proper. Two of them can rarely be removed together.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search before all are known.
///
/// ```
/// use quadrille_core::{Cell, Meter, Puzzle, analysis};
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let redundant = analysis::redundant_givens(&puzzle, &mut Meter::unlimited())?;
/// assert_eq!(redundant.first(), Some(&Cell::new(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn redundant_givens(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<Vec<Cell>, Stop> {
    redundant(puzzle, Redundant::All, meter)
}

pub(super) fn redundant(
    puzzle: &Puzzle,
    wanted: Redundant,
    meter: &mut Meter<'_>,
) -> Result<Vec<Cell>, Stop> {
    let cells: Vec<Cell> = puzzle.givens().filled().map(|(cell, _)| cell).collect();
    let mut redundant = Vec::new();
    if !batch::supports(puzzle) {
        for cell in cells {
            let found = count(Solver::Auto, &puzzle.without(cell), 2, meter);
            if found.count < 2 && !found.exact {
                return Err(found.stop);
            }
            if found.count == 1 {
                redundant.push(cell);
                if wanted == Redundant::First {
                    break;
                }
            }
        }
        return Ok(redundant);
    }
    let masks = batch::masks(puzzle);
    let without = |cell: &Cell| {
        let mut fewer = masks;
        fewer[cell.index()] = DigitSet::all(9).bits() as u16;
        fewer
    };
    // A puzzle with many givens is rarely minimal, and the first given usually shows it; then the
    // other answers would be wasted. One with few givens mostly is.
    let early = usize::from(wanted == Redundant::First && cells.len() >= 26);
    let (early, late) = cells.split_at(early);
    for cells in [early, late] {
        let boards: Vec<Masks> = cells.iter().map(without).collect();
        batch::ask(&boards, 2, meter, &mut |index, answer| {
            if answer.count == 1 {
                redundant.push(cells[index]);
                if wanted == Redundant::First {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        if wanted == Redundant::First && !redundant.is_empty() {
            break;
        }
    }
    Ok(redundant)
}
