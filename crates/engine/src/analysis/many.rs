//! Redundant givens of many proper puzzles at once.
//!
//! A given of a proper puzzle is needed if the puzzle without it has a second solution, and that
//! one has another digit in its cell. So the kernel is asked for any solution in which the cell
//! holds anything but its digit: finding one is less work than finding two. Each round asks about
//! the next given of every puzzle that is still open, so batches are full and hardly any answer is
//! wasted. Many givens are shown to be needed without a search; see `swaps.rs`.

use std::ops::ControlFlow;

use quadrille_simd::Masks;

use super::givens::{Redundant, redundant};
use super::swaps::needed_by_swaps;
use crate::board::{Cell, Digit, Grid, Puzzle, Solution};
use crate::control::{Meter, Stop};
use crate::kernel::batch::{self, BATCH};

/// Returns the redundant givens of each puzzle: those that
/// [`redundant_givens`](super::redundant_givens) finds, in the same order.
///
/// Each puzzle gets the limits of the meter to itself, and counters add up. Without limits on nodes
/// and time, plain 9x9 puzzles go to the kernel in batches, which takes less work than one puzzle
/// after the other, and fewer guesses.
///
/// # Errors
/// For each puzzle, the limit that ended its search.
///
/// # Panics
/// When a solution is not one of its puzzle.
pub fn redundant_in_many(
    proper: &[(Puzzle, Solution)],
    wanted: Redundant,
    meter: &mut Meter<'_>,
) -> Vec<Result<Vec<Cell>, Stop>> {
    let limited = meter.is_timed() || meter.limits().nodes.is_some();
    let mut known = vec![Err(Stop::Cancelled); proper.len()];
    let mut open = Vec::new();
    for (index, (puzzle, solution)) in proper.iter().enumerate() {
        let valid = Solution::new(puzzle, &solution.grid().snapshot());
        assert!(valid.is_ok(), "the solution is not one of the puzzle");
        if batch::supports(puzzle) && !limited {
            open.push(Open::new(index, puzzle, solution, wanted));
        } else {
            let mut own = meter.renewed();
            known[index] = redundant(puzzle, wanted, &mut own);
            meter.add(&own);
        }
    }
    while !open.is_empty() {
        // With few puzzles left, several givens of each.
        let each = (BATCH / 4 / open.len()).max(1);
        for part in open.chunks_mut(BATCH) {
            let Ok(()) = ask(part, each, meter) else { return known };
        }
        open.retain_mut(|open| {
            if wanted == Redundant::First && !open.redundant.is_empty() {
                open.redundant.truncate(1);
                open.rest = 0;
            }
            open.settle();
            if open.rest == 0 {
                known[open.index] = Ok(std::mem::take(&mut open.redundant));
            }
            open.rest != 0
        });
    }
    known
}

/// Asks about the next `each` givens of every puzzle.
fn ask(part: &mut [Open<'_>], each: usize, meter: &mut Meter<'_>) -> Result<(), Stop> {
    let (mut asked, mut boards) = (Vec::new(), Vec::new());
    for (place, open) in part.iter_mut().enumerate() {
        for _ in 0..each {
            let Some(cell) = open.next() else { break };
            asked.push((place, cell));
            boards.push(open.with_another_digit(cell));
        }
    }
    batch::ask(&boards, 1, meter, &mut |index, answer| {
        if answer.count == 0 {
            let (place, cell) = asked[index];
            part[place].redundant.push(Cell::new(cell));
        }
        ControlFlow::Continue(())
    })
}

/// A puzzle with givens that are not known to be needed or redundant.
struct Open<'a> {
    index: usize,
    masks: Masks,
    puzzle: &'a Puzzle,
    solution: &'a Solution,
    /// The cells of givens not asked about, a bit each.
    rest: u128,
    /// Whether givens that swaps show to be needed are excluded.
    is_settled: bool,
    redundant: Vec<Cell>,
}

impl<'a> Open<'a> {
    fn new(index: usize, puzzle: &'a Puzzle, solution: &'a Solution, wanted: Redundant) -> Self {
        let rest = puzzle.givens().filled().fold(0, |rest, (cell, _)| rest | 1 << cell.index());
        let (masks, redundant) = (batch::masks(puzzle), Vec::new());
        // A swap may break the marks of a pencilmark puzzle.
        let is_settled = puzzle.marks().is_some();
        let mut open = Self { index, masks, puzzle, solution, rest, is_settled, redundant };
        // Most puzzles with many givens are not minimal, and the first one asked about shows it.
        if wanted == Redundant::All || open.rest.count_ones() < 26 {
            open.settle();
        }
        open
    }

    /// Excludes the givens that swaps show to be needed.
    fn settle(&mut self) {
        if !self.is_settled && self.rest != 0 {
            let (givens, solution) = (self.puzzle.givens(), self.solution.grid());
            self.rest &= !needed_by_swaps(&figures(givens), &figures(solution));
            self.is_settled = true;
        }
    }

    /// Returns the next cell to ask about.
    fn next(&mut self) -> Option<usize> {
        let cell = (self.rest != 0).then(|| self.rest.trailing_zeros() as usize);
        self.rest &= self.rest.wrapping_sub(1);
        cell
    }

    /// Returns the puzzle with any digit but its own in the cell of a given.
    fn with_another_digit(&self, cell: usize) -> Masks {
        let mut masks = self.masks;
        masks[cell] ^= 0x1ff;
        masks
    }
}

/// Writes a 9x9 grid as ASCII digits, `0` for empty cells.
fn figures(grid: &Grid) -> [u8; 81] {
    std::array::from_fn(|cell| b'0' + grid.digits()[cell].map_or(0, Digit::get))
}

#[cfg(test)]
mod tests {
    use super::super::redundant_givens;
    use super::*;
    use crate::board::{BoxShape, CandidateSet, DigitSet, Edges};
    use crate::control::{CancelFlag, Counter, Limits, NoClock};
    use crate::rng::Rng;
    use crate::solve;

    /// Proper puzzles, minimal and not, with their solutions.
    fn proper() -> Vec<(Puzzle, Solution)> {
        let mut rng = Rng::from_seed(23);
        let solved: [u8; 81] =
            std::array::from_fn(|i| 1 + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8);
        let solved = Grid::from_digits(BoxShape::NINE, &solved).unwrap();
        let mut puzzles = Vec::new();
        for round in 0..60 {
            // Given by given, until some are left that are redundant, or none.
            let mut puzzle = Puzzle::try_from(solved.clone()).unwrap();
            let mut cells: Vec<Cell> = solved.geometry().cells().collect();
            rng.shuffle(&mut cells);
            for cell in cells.into_iter().take(if round % 2 == 0 { 81 } else { 56 + round % 20 }) {
                let fewer = puzzle.without(cell);
                let answers = solve::many(std::slice::from_ref(&fewer), 2, &mut Meter::unlimited());
                if answers[0].count == 1 {
                    puzzle = fewer;
                }
            }
            let solution = solve::first(&puzzle).unwrap();
            if round % 10 == 7 {
                // Marks that exclude some wrong digits.
                let mut marks = CandidateSet::of(&puzzle);
                for cell in puzzle.givens().empty_cells() {
                    let digits = marks.get(cell);
                    let own = DigitSet::only(solution.grid().get(cell).unwrap());
                    marks.set(cell, (digits - DigitSet::only(digits.first().unwrap())) | own);
                }
                puzzle = Puzzle::from_marks(marks, Edges::none()).unwrap();
            }
            puzzles.push((puzzle, solution));
        }
        puzzles
    }

    #[test]
    fn givens_are_those_of_one_puzzle_after_the_other() {
        let puzzles = proper();
        let mut seen = [0; 2];
        let one_by_one: Vec<Vec<Cell>> = puzzles
            .iter()
            .map(|(puzzle, _)| redundant_givens(puzzle, &mut Meter::unlimited()).unwrap())
            .collect();
        for repeat in [1, 30] {
            let proper = vec![puzzles.clone(); repeat].concat();
            let all = redundant_in_many(&proper, Redundant::All, &mut Meter::unlimited());
            let first = redundant_in_many(&proper, Redundant::First, &mut Meter::unlimited());
            for (index, (all, first)) in all.into_iter().zip(first).enumerate() {
                let expected = &one_by_one[index % puzzles.len()];
                assert_eq!(all.as_ref(), Ok(expected));
                assert_eq!(first, Ok(expected.iter().take(1).copied().collect()));
                seen[usize::from(expected.is_empty())] += 1;
            }
        }
        assert!(seen[0] > 20 && seen[1] > 20, "{seen:?}");
    }

    #[test]
    fn limits_apply_to_each_puzzle() {
        let puzzles = proper();
        let mut stops = 0;
        let limited = || {
            let cancel = CancelFlag::new();
            Meter::new(Limits::nodes(30), Counter::Branch, &cancel, &NoClock).unwrap()
        };
        let found = redundant_in_many(&puzzles, Redundant::All, &mut limited());
        for ((puzzle, _), found) in puzzles.iter().zip(found) {
            assert_eq!(found, redundant_givens(puzzle, &mut limited()));
            stops += usize::from(found == Err(Stop::Nodes));
        }
        assert!(stops > 5 && stops < 55, "{stops}");
    }

    #[test]
    fn a_raised_flag_leaves_puzzles_unknown() {
        let puzzles = proper();
        let cancel = CancelFlag::new();
        cancel.cancel();
        let mut meter = Meter::cancellable(&cancel);
        let found = redundant_in_many(&puzzles, Redundant::First, &mut meter);
        assert_eq!(found, vec![Err(Stop::Cancelled); puzzles.len()]);
    }

    #[test]
    #[should_panic(expected = "the solution is not one of the puzzle")]
    fn a_wrong_solution_is_refused() {
        let proper = proper();
        let another = Puzzle::try_from(Grid::empty(BoxShape::NINE)).unwrap();
        let another = another.with(Cell::new(0), Digit::new(9).unwrap()).unwrap();
        let another = (proper[0].0.clone(), solve::first(&another).unwrap());
        redundant_in_many(&[another], Redundant::All, &mut Meter::unlimited());
    }
}
