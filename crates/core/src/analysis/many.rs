//! Redundant givens of proper puzzles whose solution is known.
//!
//! A given of a proper puzzle is needed if the puzzle without it has a second solution, and that
//! one has another digit in its cell. So the kernel is asked for any solution in which the cell
//! holds anything but its digit: finding one is less work than finding two. Each round asks about
//! the next given of every puzzle that is still open, so batches are full and hardly any answer is
//! wasted. Many givens are shown to be needed without a search; see `swaps.rs`.
//!
//! The questions about a puzzle, and their order, do not depend on the other puzzles of a batch.
//! Only those up to the last one that mattered are counted, so counters and limits do not either.

use std::ops::ControlFlow;

use quadrille_simd::{Limits, Masks};

use super::givens::{Redundant, redundant};
use super::swaps::needed_by_swaps;
use crate::board::{Cell, Grid, Puzzle, Solution, ValidNine};
use crate::control::{Counter, Meter, Stop};
use crate::kernel::batch::{self, BATCH, Boards, Sink};

/// The least number of givens of a proper 9x9 puzzle without pencilmarks or edges; one with
/// 17 givens is minimal.
///
/// G. McGuire, B. Tugemann and G. Civario, "There Is No 16-Clue Sudoku: Solving the Sudoku Minimum
/// Number of Clues Problem via Hitting Set Enumeration", Experimental Mathematics 23 (2014).
pub const LEAST_GIVENS: usize = 17;

/// Returns the redundant givens of each puzzle, as [`redundant_of_solved`] does.
///
/// Each puzzle gets the limits of the meter to itself, and counters add up. Plain 9x9 puzzles go to
/// the kernel in batches, which takes less work than one puzzle after the other. A limit on time
/// does not include the first thousand guesses of a question in a batch; a puzzle for which they are
/// not enough restarts by itself, and its clock starts then.
///
/// # Errors
/// For each puzzle, the limit that ended its search.
///
/// # Panics
/// When a solution is not one of its puzzle.
///
/// ```
/// use quadrille_core::analysis::{Redundant, redundant_in_many};
/// use quadrille_core::{Meter, Puzzle, solve};
///
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let solution = solve::first(&puzzle).expect("it has one");
/// let proper = [(puzzle, solution)];
/// let found = redundant_in_many(&proper, Redundant::First, &mut Meter::unlimited());
/// assert_eq!(found[0].as_ref().map(Vec::len), Ok(1));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn redundant_in_many(
    proper: &[(Puzzle, Solution)],
    wanted: Redundant,
    meter: &mut Meter<'_>,
) -> Vec<Result<Vec<Cell>, Stop>> {
    let allowed = batch::guesses_left(&meter.renewed());
    let first_piece = batch::first_piece(meter);
    let nodes = (allowed + 1).min(first_piece);
    let mut known = vec![Err(Stop::Cancelled); proper.len()];
    let (mut open, mut alone) = (Vec::new(), Vec::new());
    for (index, (puzzle, solution)) in proper.iter().enumerate() {
        if !batch::supports(puzzle) || first_piece == 0 {
            alone.push(index);
            continue;
        }
        let questions = Questions::about(puzzle, solution, wanted);
        open.push(Open { index, questions, guesses: 0, ended: None });
    }
    while !open.is_empty() {
        // With few puzzles left, several givens of each.
        let each = (BATCH / 4 / open.len()).max(1);
        for part in open.chunks_mut(BATCH) {
            ask(part, each, nodes, allowed, meter);
        }
        open.retain_mut(|open| {
            match open.ended {
                None if !open.questions.is_answered() => return true,
                Some(Ended::Unknown) => {
                    alone.push(open.index);
                    return false;
                }
                Some(Ended::Stopped(stop)) => known[open.index] = Err(stop),
                None => known[open.index] = Ok(std::mem::take(&mut open.questions.redundant)),
            }
            meter.note_many(Counter::Branch, open.guesses.min(allowed));
            false
        });
    }
    for index in alone {
        let (puzzle, solution) = &proper[index];
        let mut own = meter.renewed();
        known[index] = redundant_of_solved(puzzle, solution, wanted, &mut own);
        meter.add(&own);
    }
    known
}

/// Returns the redundant givens of a proper puzzle whose solution is known: those that
/// [`redundant_givens`](super::redundant_givens) finds, in the same order, with less work; or only
/// the first of them.
///
/// # Errors
/// Returns the reason to stop when a limit ends the search.
///
/// # Panics
/// When the solution is not one of the puzzle.
///
/// ```
/// use quadrille_core::analysis::{Redundant, redundant_givens, redundant_of_solved};
/// use quadrille_core::{Meter, Puzzle, solve};
///
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let solution = solve::first(&puzzle).expect("it has one");
/// let mut meter = Meter::unlimited();
/// let redundant = redundant_of_solved(&puzzle, &solution, Redundant::All, &mut meter)?;
/// assert_eq!(redundant, redundant_givens(&puzzle, &mut meter)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn redundant_of_solved(
    puzzle: &Puzzle,
    solution: &Solution,
    wanted: Redundant,
    meter: &mut Meter<'_>,
) -> Result<Vec<Cell>, Stop> {
    if !batch::supports(puzzle) {
        return redundant(puzzle, wanted, meter);
    }
    let mut questions = Questions::about(puzzle, solution, wanted);
    while !questions.is_answered() {
        let (mut cells, mut boards) = (Vec::new(), Vec::new());
        while let Some(cell) = questions.next(cells.len()) {
            cells.push(cell);
            boards.push(questions.board(cell));
        }
        batch::ask(&boards, 1, meter, &mut |index, answer| {
            questions.answer(cells[index], answer.count == 0);
            let is_enough = questions.is_enough();
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        questions.settle();
    }
    Ok(questions.redundant)
}

/// Asks about up to `each` givens of every puzzle.
fn ask(part: &mut [Open<'_>], each: usize, nodes: u64, allowed: u64, meter: &Meter<'_>) {
    let (mut asked, mut boards) = (Vec::new(), Vec::new());
    for (place, open) in part.iter_mut().enumerate() {
        for nth in 0..each {
            let Some(cell) = open.questions.next(nth) else { break };
            asked.push((place, cell));
            boards.push(open.questions.board(cell));
        }
    }
    let cancel = meter.cancel_flag();
    let mut answers = Answers { of: vec![None; boards.len()] };
    batch::run(Boards::Masks(&boards), Limits::solutions(1).nodes(nodes), cancel, &mut answers);
    for ((place, cell), answer) in asked.into_iter().zip(answers.of) {
        let open = &mut part[place];
        if open.ended.is_some() || open.questions.is_enough() {
            continue;
        }
        match answer {
            None if cancel.is_cancelled() => open.ended = Some(Ended::Stopped(Stop::Cancelled)),
            None if nodes <= allowed => open.ended = Some(Ended::Unknown),
            None => {
                open.guesses = allowed;
                open.ended = Some(Ended::Stopped(Stop::Nodes));
            }
            Some((is_redundant, guesses)) => {
                open.guesses = open.guesses.saturating_add(guesses);
                open.questions.answer(cell, is_redundant);
                if open.guesses > allowed {
                    open.ended = Some(Ended::Stopped(Stop::Nodes));
                }
            }
        }
    }
    part.iter_mut().for_each(|open| open.questions.settle());
}

/// For each question, whether the given is redundant, and the guesses it took; `None` if that is not
/// known.
struct Answers {
    of: Vec<Option<(bool, u64)>>,
}

impl Sink for Answers {
    fn solution(&mut self, _: usize, _: u64, _: &ValidNine<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn done(&mut self, index: usize, count: u64, decided: bool, nodes: u64) {
        self.of[index] = decided.then(|| (count == 0, nodes.saturating_sub(1)));
    }
}

/// A puzzle of a batch that is not finished.
struct Open<'a> {
    index: usize,
    questions: Questions<'a>,
    /// Guesses of all answers that mattered.
    guesses: u64,
    ended: Option<Ended>,
}

/// Why there are no further questions about a puzzle of a batch before all is known.
#[derive(Clone, Copy)]
enum Ended {
    /// A limit.
    Stopped(Stop),
    /// A question takes longer than all are given in a batch.
    Unknown,
}

/// A puzzle with givens that are not known to be needed or redundant.
struct Questions<'a> {
    masks: Masks,
    puzzle: &'a Puzzle,
    solution: &'a Solution,
    wanted: Redundant,
    /// The cells of givens not asked about, a bit each.
    rest: u128,
    /// Whether givens that swaps show to be needed are excluded.
    is_settled: bool,
    redundant: Vec<Cell>,
}

impl<'a> Questions<'a> {
    /// # Panics
    /// When the solution is not one of the puzzle.
    fn about(puzzle: &'a Puzzle, solution: &'a Solution, wanted: Redundant) -> Self {
        let valid = Solution::new(puzzle, &solution.grid().snapshot());
        assert!(valid.is_ok(), "the solution is not one of the puzzle");
        let rest =
            puzzle.givens().filled().fold(0_u128, |rest, (cell, _)| rest | 1 << cell.index());
        let (masks, redundant) = (batch::masks(puzzle), Vec::new());
        // A swap may break the marks of a pencilmark puzzle.
        let is_settled = puzzle.marks().is_some();
        let mut questions = Self { masks, puzzle, solution, wanted, rest, is_settled, redundant };
        let givens = rest.count_ones() as usize;
        if givens <= LEAST_GIVENS && !is_settled {
            questions.rest = 0;
        }
        // Most puzzles with many givens are not minimal, and the first one asked about shows it.
        if wanted == Redundant::All || givens < 26 {
            questions.settle();
        }
        questions
    }

    /// Excludes the givens that swaps show to be needed.
    fn settle(&mut self) {
        if !self.is_settled && !self.is_answered() {
            let figures = |grid: &Grid| grid.figures().expect("boards of the kernel are 9x9");
            let (givens, solution) = (self.puzzle.givens(), self.solution.grid());
            self.rest &= !needed_by_swaps(&figures(givens), &figures(solution));
            self.is_settled = true;
        }
    }

    /// Returns the next cell to ask about, after that many others without an answer yet. Before the
    /// givens are settled, only one is asked about.
    fn next(&mut self, pending: usize) -> Option<usize> {
        if pending > 0 && !self.is_settled && self.wanted == Redundant::First {
            return None;
        }
        let cell = (self.rest != 0).then(|| self.rest.trailing_zeros() as usize);
        self.rest &= self.rest.wrapping_sub(1);
        cell
    }

    /// Returns the puzzle with any digit but its own in the cell of a given.
    fn board(&self, cell: usize) -> Masks {
        let mut masks = self.masks;
        masks[cell] ^= 0x1ff;
        masks
    }

    fn answer(&mut self, cell: usize, is_redundant: bool) {
        if is_redundant {
            self.redundant.push(Cell::new(cell));
        }
    }

    /// Whether further answers do not matter.
    fn is_enough(&self) -> bool {
        self.wanted == Redundant::First && !self.redundant.is_empty()
    }

    /// Whether nothing is left to ask, if all questions so far were answered.
    fn is_answered(&self) -> bool {
        self.is_enough() || self.rest == 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::redundant_givens;
    use super::*;
    use crate::board::{BoxShape, CandidateSet, Digit, DigitSet, Edges};
    use std::time::Duration;

    use crate::control::{CancelFlag, Limits, SteppingClock};
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

    /// Searches agree with the theorem on puzzles of 17 givens.
    #[test]
    fn puzzles_with_the_least_givens_are_minimal() {
        for text in [
            "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
            ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            assert_eq!(puzzle.givens().filled().count(), LEAST_GIVENS);
            assert_eq!(redundant_givens(&puzzle, &mut Meter::unlimited()), Ok(Vec::new()));
            let solution = solve::first(&puzzle).unwrap();
            let mut none = Meter::with_nodes(0, Counter::Branch);
            let found = redundant_of_solved(&puzzle, &solution, Redundant::All, &mut none);
            assert_eq!(found, Ok(Vec::new()));
        }
    }

    #[test]
    fn limits_apply_to_each_puzzle() {
        let puzzles = proper();
        let mut stops = 0;
        let repeated = vec![puzzles.clone(); 30].concat();
        let clock = SteppingClock::new(Duration::from_nanos(1));
        let hour = Limits { time: Some(Duration::from_secs(3600)), ..Limits::NONE };
        for limits in [Limits::nodes(0), Limits::nodes(3), Limits::nodes(30), hour] {
            let limited =
                || Meter::new(limits, Counter::Branch, &CancelFlag::new(), &clock).unwrap();
            for wanted in [Redundant::First, Redundant::All] {
                let (mut few, mut many) = (limited(), limited());
                let found = redundant_in_many(&puzzles, wanted, &mut few);
                let repeated = redundant_in_many(&repeated, wanted, &mut many);
                assert!(repeated.chunks(found.len()).all(|part| part == found), "{limits:?}");
                let mut guesses = 0;
                for ((puzzle, solution), found) in puzzles.iter().zip(&found) {
                    let mut own = limited();
                    assert_eq!(found, &redundant_of_solved(puzzle, solution, wanted, &mut own));
                    guesses += own.counters[Counter::Branch];
                    stops += usize::from(found == &Err(Stop::Nodes));
                }
                assert_eq!(few.counters[Counter::Branch], guesses);
                assert_eq!(many.counters[Counter::Branch], 30 * guesses);
            }
        }
        assert!(stops > 20 && stops < 340, "{stops}");
        let mut none = Meter::new(
            Limits { time: Some(Duration::ZERO), ..Limits::NONE },
            Counter::Branch,
            &CancelFlag::new(),
            &clock,
        )
        .unwrap();
        // Where swaps settle everything, there is nothing to wait for.
        let found = redundant_in_many(&puzzles, Redundant::All, &mut none);
        assert!(found.iter().all(|found| matches!(found, Ok(_) | Err(Stop::Time))), "{found:?}");
        assert!(found.iter().filter(|found| found.is_err()).count() > 30);
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
