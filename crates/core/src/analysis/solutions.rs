//! All solutions of a puzzle, and the candidates that they use.

use std::ops::ControlFlow;

use quadrille_simd::{Answer, Masks};

use crate::board::{CandidateSet, Cell, DigitSet, Puzzle, Solution};
use crate::control::{Meter, Stop};
use crate::kernel::batch;
use crate::solve::Solver;

/// Returns the solutions of a puzzle, up to a limit (0 = no limit), in the order in which the
/// solver finds them, and why there are no more: [`Stop::ProvedNone`] when these are all.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, Stop, analysis};
/// use quadrille_core::solve::Solver;
///
/// let puzzle: Puzzle = "1...............".parse()?;
/// let (all, stop) = analysis::solutions(Solver::Auto, &puzzle, 0, &mut Meter::unlimited());
/// assert_eq!((all.len(), stop), (72, Stop::ProvedNone));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn solutions(
    solver: Solver,
    puzzle: &Puzzle,
    limit: usize,
    meter: &mut Meter<'_>,
) -> (Vec<Solution>, Stop) {
    let mut all = Vec::new();
    let stop = solver.solve_up_to(limit as u64, puzzle, meter, &mut |solution| {
        all.push(solution.clone());
        ControlFlow::Continue(())
    });
    (all, stop)
}

/// Returns the candidates that occur in some solution; none if there is no solution. All others
/// could be removed from the pencilmarks without losing a solution.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search before all are known.
///
/// # Complexity
/// At most one search for a first solution for each candidate that the givens leave; each
/// solution found settles a candidate in every cell. 9x9 boards without edges take a few batches
/// of the kernel.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, analysis};
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let candidates = analysis::true_candidates(&puzzle, &mut Meter::unlimited())?;
/// assert!(candidates.cells().iter().all(|digits| digits.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn true_candidates(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<CandidateSet, Stop> {
    if batch::supports(puzzle) {
        return by_batches(puzzle, meter);
    }
    let possible = CandidateSet::of(puzzle);
    let mut known = CandidateSet::none(puzzle.shape());
    let mut add = |puzzle: &Puzzle, known: &mut CandidateSet| {
        let (found, stop) = solutions(Solver::Auto, puzzle, 1, meter);
        for (cell, digit) in found.iter().flat_map(|solution| solution.grid().filled()) {
            known.set(cell, known.get(cell) | DigitSet::only(digit));
        }
        let any = !found.is_empty();
        if any || stop == Stop::ProvedNone { Ok(any) } else { Err(stop) }
    };
    if !add(puzzle, &mut known)? {
        return Ok(known);
    }
    for cell in puzzle.givens().empty_cells() {
        for digit in possible.get(cell) {
            if known.get(cell).contains(digit) {
                continue;
            }
            // A given that conflicts with nothing may still conflict along an edge.
            if let Ok(with) = puzzle.with(cell, digit) {
                add(&with, &mut known)?;
            }
        }
    }
    Ok(known)
}

/// Computes the true candidates with the kernel. Each board is the puzzle with one cell restricted
/// to the candidates that are not known to occur there: a solution settles one of them, no solution
/// all of them at once.
fn by_batches(puzzle: &Puzzle, meter: &mut Meter<'_>) -> Result<CandidateSet, Stop> {
    let masks = batch::masks(puzzle);
    let mut known = [0; 81];
    batch::ask(&[masks], 2, meter, &mut |_, answer| note(answer, &mut known))?;
    let mut open: Masks = std::array::from_fn(|cell| masks[cell] & !known[cell]);
    if known[0] == 0 {
        open = [0; 81];
    }
    loop {
        let cells: Vec<usize> = (0..81).filter(|&cell| open[cell] != 0).collect();
        if cells.is_empty() {
            break;
        }
        let restricted = |&cell: &usize| {
            let mut other = masks;
            other[cell] = open[cell];
            other
        };
        let boards: Vec<Masks> = cells.iter().map(restricted).collect();
        batch::ask(&boards, 1, meter, &mut |index, answer| {
            if answer.count == 0 {
                open[cells[index]] = 0;
            }
            note(answer, &mut known)
        })?;
        for (open, known) in open.iter_mut().zip(known) {
            *open &= !known;
        }
    }
    let mut set = CandidateSet::none(puzzle.shape());
    for (cell, bits) in known.into_iter().enumerate() {
        set.set(Cell::new(cell), DigitSet::from_bits(u64::from(bits)));
    }
    Ok(set)
}

/// Adds the solutions of an answer to the candidates that are known to occur.
fn note(answer: &Answer, known: &mut Masks) -> ControlFlow<()> {
    for solution in answer.witnesses.iter().take(answer.count as usize) {
        for (known, digit) in known.iter_mut().zip(solution) {
            *known |= 1 << (digit - 1);
        }
    }
    ControlFlow::Continue(())
}
