//! Redundant givens of many 9x9 puzzles at once: about ten times as fast as one puzzle after the
//! other.
//!
//! A given of a proper puzzle is needed if the puzzle without it has a second solution, which then
//! has another digit in its cell. So the kernel is asked for any solution in which the cell holds
//! anything but its digit: one solution is less work to find than two. Each round asks about the
//! next given of every puzzle that is not decided, so batches are full and few answers are wasted.
//! Many givens are found to be needed without a search; see `swaps.rs`.

use std::ops::ControlFlow;

use quadrille_simd::{Backend, Limits, Masks, Sink, solve_each};

use super::swaps::needed_by_swaps;
use crate::board::{Cell, validate_nine};
use crate::control::CancelFlag;

/// Which redundant givens of a puzzle to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Redundant {
    /// The first one, which shows that the puzzle is not minimal.
    First,
    /// All of them.
    All,
}

/// Questions in a batch of the kernel.
const BATCH: usize = 1024;

/// Returns the cells of proper puzzles whose given is redundant, in the order of
/// [`redundant_givens`](super::redundant_givens); `None` for a puzzle that was not decided when the
/// flag was raised.
///
/// A puzzle comes with its solution, both as 81 symbols: `1` to `9` are givens, any other byte is an
/// empty cell. Solutions that show that a given is needed are validated.
///
/// # Panics
/// If a solution is not one of its puzzle.
pub fn redundant_in_lines(
    puzzles: &[(&[u8; 81], &[u8; 81])],
    wanted: Redundant,
    cancel: &CancelFlag,
) -> Vec<Option<Vec<Cell>>> {
    let mut known = vec![None; puzzles.len()];
    let new = |(index, puzzle)| Open::new(index, puzzle, wanted);
    let mut open: Vec<Open> = puzzles.iter().copied().enumerate().map(new).collect();
    let (mut asked, mut questions) = (Vec::new(), Vec::new());
    // A puzzle without open questions is done after a round without it.
    while !open.is_empty() {
        // With few puzzles left, ask several questions about each.
        let each = (BATCH / 4 / open.len()).max(1);
        for part in open.chunks_mut(BATCH) {
            asked.clear();
            questions.clear();
            for (place, open) in part.iter_mut().enumerate() {
                let puzzle = puzzles[open.index];
                for cell in std::iter::from_fn(|| open.next()).take(each) {
                    asked.push((place, cell));
                    questions.push(Question::new(puzzle, cell));
                }
            }
            let Some(needed) = needed(&questions, cancel) else { return known };
            for (&(place, cell), needed) in asked.iter().zip(needed) {
                if !needed {
                    part[place].redundant.push(Cell::new(cell));
                }
            }
        }
        open.retain_mut(|open| {
            if wanted == Redundant::First && !open.redundant.is_empty() {
                open.redundant.truncate(1);
                open.rest = 0;
            }
            open.settle(puzzles[open.index]);
            if open.rest == 0 {
                known[open.index] = Some(std::mem::take(&mut open.redundant));
            }
            open.rest != 0
        });
    }
    known
}

/// A puzzle that is not decided.
struct Open {
    index: usize,
    /// The cells of givens that were not asked about, a bit each.
    rest: u128,
    /// Whether givens that are needed without a search are removed from them.
    is_settled: bool,
    redundant: Vec<Cell>,
}

impl Open {
    fn new(index: usize, (givens, solution): (&[u8; 81], &[u8; 81]), wanted: Redundant) -> Self {
        assert!(validate_nine(givens, solution), "the solution is one of its puzzle");
        let cells = (0..81).filter(|&cell| matches!(givens[cell], b'1'..=b'9'));
        let rest = cells.fold(0_u128, |rest, cell| rest | 1 << cell);
        let mut open = Self { index, rest, is_settled: false, redundant: Vec::new() };
        // The first given usually shows that a puzzle with many givens is not minimal.
        if wanted == Redundant::All || rest.count_ones() < 26 {
            open.settle((givens, solution));
        }
        open
    }

    /// Removes the givens that are needed without a search.
    fn settle(&mut self, (givens, solution): (&[u8; 81], &[u8; 81])) {
        if !self.is_settled && self.rest != 0 {
            self.rest &= !needed_by_swaps(givens, solution);
            self.is_settled = true;
        }
    }

    /// The next cell to ask about.
    fn next(&mut self) -> Option<usize> {
        let cell = (self.rest != 0).then(|| self.rest.trailing_zeros() as usize);
        self.rest &= self.rest.wrapping_sub(1);
        cell
    }
}

/// A puzzle with any digit but its own in the cell of a given.
struct Question<'a> {
    givens: &'a [u8; 81],
    /// That cell, and the digit that it must not have.
    cell: usize,
    figure: u8,
}

impl<'a> Question<'a> {
    fn new((givens, solution): (&'a [u8; 81], &[u8; 81]), cell: usize) -> Self {
        Self { givens, cell, figure: solution[cell] }
    }

    fn masks(&self) -> Masks {
        const ALL: u16 = 0x1ff;
        let mask = |symbol: u8| match symbol {
            b'1'..=b'9' => 1 << (symbol - b'1'),
            _ => ALL,
        };
        let mut masks = self.givens.map(mask);
        masks[self.cell] = ALL & !mask(self.figure);
        masks
    }
}

/// Returns whether there is another solution, so that the given is needed; `None` if the flag was
/// raised before all are known.
fn needed(questions: &[Question<'_>], cancel: &CancelFlag) -> Option<Vec<bool>> {
    let masks: Vec<Masks> = questions.iter().map(Question::masks).collect();
    let mut judge = Judge { questions, needed: vec![false; questions.len()], undecided: false };
    let limits = Limits::solutions(1);
    solve_each(Backend::best(), &masks, limits, cancel.as_atomic(), &mut judge);
    (!judge.undecided).then_some(judge.needed)
}

/// Validates what the kernel finds.
struct Judge<'a> {
    questions: &'a [Question<'a>],
    needed: Vec<bool>,
    undecided: bool,
}

impl Sink for Judge<'_> {
    fn solution(&mut self, index: usize, _: u64, digits: &[u8; 81]) -> ControlFlow<()> {
        let Question { givens, cell, figure } = self.questions[index];
        let mut others = *givens;
        others[cell] = b'.';
        let solution = digits.map(|digit| b'0' + digit);
        let sound = validate_nine(&others, &solution) && solution[cell] != figure;
        assert!(sound, "kernel solutions are valid");
        self.needed[index] = true;
        ControlFlow::Continue(())
    }

    fn done(&mut self, _: usize, _: u64, decided: bool, _: u64) {
        self.undecided |= !decided;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{is_minimal, redundant_givens};
    use crate::board::{BoxShape, Grid, Puzzle};
    use crate::control::{Meter, Rng};
    use crate::kernel::lines::Lines;

    /// Proper puzzles, minimal and not, with their solutions.
    fn proper() -> Vec<([u8; 81], [u8; 81])> {
        let mut rng = Rng::from_seed(23);
        let solved: [u8; 81] =
            std::array::from_fn(|i| b'1' + ((i / 9 % 3 * 3 + i / 27 + i % 9) % 9) as u8);
        let is_proper = |text: &[u8; 81]| {
            let lines = Lines::take(&[text, &b"\n"[..]].concat());
            let answers = lines.solve(2, &mut Meter::unlimited());
            answers.iter().all(|answer| answer.count == 1)
        };
        let mut puzzles = Vec::new();
        for round in 0..60 {
            // Given by given, until some are left that can go, or none.
            let mut text = solved;
            let mut cells: Vec<usize> = (0..81).collect();
            rng.shuffle(&mut cells);
            for cell in cells.into_iter().take(if round % 2 == 0 { 81 } else { 56 + round % 20 }) {
                let figure = std::mem::replace(&mut text[cell], b".0*"[round % 3]);
                if !is_proper(&text) {
                    text[cell] = figure;
                }
            }
            puzzles.push((text, solved));
        }
        puzzles
    }

    #[test]
    fn givens_are_those_of_one_puzzle_after_the_other() {
        let puzzles = proper();
        let mut seen = [0; 2];
        for repeat in [1, 30] {
            let pairs: Vec<_> = puzzles.iter().map(|(text, solution)| (text, solution)).collect();
            let pairs = pairs.repeat(repeat);
            let cancel = CancelFlag::new();
            let all = redundant_in_lines(&pairs, Redundant::All, &cancel);
            let first = redundant_in_lines(&pairs, Redundant::First, &cancel);
            let of_all = &all;
            for (index, (all, first)) in all.iter().zip(&first).enumerate() {
                let (all, first) = (all.as_ref().unwrap(), first.as_ref().unwrap());
                assert_eq!(all.first(), first.first());
                assert!(first.len() < 2);
                if index < puzzles.len() {
                    let digits = crate::format::line::nine_cells(&puzzles[index].0).unwrap();
                    let grid = Grid::from_digits(BoxShape::NINE, &digits).unwrap();
                    let puzzle = Puzzle::try_from(grid).unwrap();
                    let mut meter = Meter::unlimited();
                    assert_eq!(&redundant_givens(&puzzle, &mut meter).unwrap(), all);
                    assert_eq!(is_minimal(&puzzle, &mut meter).unwrap(), first.is_empty());
                    seen[usize::from(first.is_empty())] += 1;
                } else {
                    assert_eq!(Some(all), of_all[index % puzzles.len()].as_ref());
                }
            }
        }
        assert!(seen[0] > 20 && seen[1] > 20, "{seen:?}");
    }

    #[test]
    fn a_raised_flag_leaves_puzzles_unknown() {
        let puzzles = proper();
        let pairs: Vec<_> = puzzles.iter().map(|(text, solution)| (text, solution)).collect();
        let cancel = CancelFlag::new();
        cancel.cancel();
        let found = redundant_in_lines(&pairs, Redundant::First, &cancel);
        assert!(found.len() == puzzles.len() && found.iter().all(Option::is_none));
    }

    #[test]
    #[should_panic(expected = "the solution is one of its puzzle")]
    fn a_wrong_solution_is_refused() {
        let (text, mut solution) = proper()[0];
        solution.swap(0, 1);
        redundant_in_lines(&[(&text, &solution)], Redundant::All, &CancelFlag::new());
    }
}
