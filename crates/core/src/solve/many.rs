//! Many puzzles in one call.

use std::ops::ControlFlow;

use quadrille_simd::Masks;

use super::Solver;
use crate::board::{Puzzle, Solution, ValidNine};
use crate::control::{Meter, Stop};
use crate::kernel::batch::{self, BATCH, Boards, Receiver};

/// What a search found out about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Number of solutions found, each validated; at most the limit.
    pub count: u64,
    /// Whether these are all.
    pub exact: bool,
    /// The first two of them.
    pub solutions: Vec<Solution>,
    /// Why the search ended: [`Stop::Solved`] at the limit on solutions, [`Stop::ProvedNone`] when
    /// there are no more, or the limit that ended it.
    pub stop: Stop,
    /// Number of nodes, as the [`Solver`] counts them. 0 from
    /// [`count_in_parallel`](super::count_in_parallel), which does not count them.
    pub nodes: u64,
}

impl Answer {
    const OPEN: Self =
        Self { count: 0, exact: false, solutions: Vec::new(), stop: Stop::Cancelled, nodes: 0 };

    fn add(&mut self, nth: u64, solution: impl FnOnce() -> Solution) {
        if nth == self.solutions.len() as u64 && nth < 2 {
            let solution = solution();
            assert!(self.solutions.first() != Some(&solution), "solutions are found once");
            // Mostly there is no second one.
            self.solutions.reserve_exact(1);
            self.solutions.push(solution);
        }
        self.count = nth + 1;
    }

    fn end(&mut self, count: u64, stop: Stop, nodes: u64) {
        self.exact = stop == Stop::ProvedNone;
        (self.count, self.stop, self.nodes) = (count, stop, nodes);
    }
}

/// Searches a puzzle with one solver for up to `limit` solutions (0 = no limit).
///
/// ```
/// use quadrille_core::solve::{self, Solver};
/// use quadrille_core::{Meter, Puzzle};
///
/// let puzzle: Puzzle = "1...............".parse()?;
/// let answer = solve::count(Solver::Dlx, &puzzle, 0, &mut Meter::unlimited());
/// assert_eq!((answer.count, answer.exact), (72, true));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn count(solver: Solver, puzzle: &Puzzle, limit: u64, meter: &mut Meter<'_>) -> Answer {
    let mut answer = Answer::OPEN;
    let before = meter.counters[solver.node()];
    let stop = solver.solve_up_to(limit, puzzle, meter, &mut |solution| {
        answer.add(answer.count, || solution.clone());
        ControlFlow::Continue(())
    });
    answer.end(answer.count, stop, meter.counters[solver.node()] - before);
    answer
}

/// Searches each puzzle for up to `limit` solutions: 1 for any solution, 2 to tell whether a puzzle
/// is proper, 0 to count them all. The answers come in the order of the puzzles.
///
/// Plain 9x9 puzzles go to the SIMD kernel in batches; others to [`Solver::Auto`], one by one.
/// Batches of a thousand puzzles or more are fastest. Each puzzle gets the limits of the meter to
/// itself, and what is counted adds up in the meter. Except where time is limited or the cancel
/// flag is raised, the answer to a puzzle does not depend on the others.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, solve};
///
/// let proper =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzles: [Puzzle; 2] = [proper.parse()?, "1...............".parse()?];
/// let answers = solve::many(&puzzles, 2, &mut Meter::unlimited());
/// assert_eq!((answers[0].count, answers[0].exact), (1, true));
/// assert_eq!((answers[1].count, answers[1].exact), (2, false));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn many(puzzles: &[Puzzle], limit: u64, meter: &mut Meter<'_>) -> Vec<Answer> {
    let mut answers = vec![Answer::OPEN; puzzles.len()];
    // Plain puzzles go to the kernel as text, which is half the size of candidates.
    let (mut plain, mut marked) = (Vec::with_capacity(puzzles.len()), Vec::new());
    for (place, puzzle) in puzzles.iter().enumerate() {
        if !batch::supports(puzzle) {
            let mut own = meter.renewed();
            answers[place] = count(Solver::Auto, puzzle, limit, &mut own);
            meter.add(&own);
        } else if puzzle.marks().is_some() {
            marked.push(place);
        } else {
            plain.push(place);
        }
    }
    for places in plain.chunks(BATCH) {
        let text = |&place: &usize| puzzles[place].givens().figures();
        let texts: Vec<[u8; 81]> = places.iter().filter_map(text).collect();
        let texts: Vec<&[u8; 81]> = texts.iter().collect();
        let mut answering = Answering { places, answers: &mut answers };
        batch::solve_boards(Boards::Texts(&texts), limit, meter, &mut answering);
    }
    for places in marked.chunks(BATCH) {
        let masks: Vec<Masks> = places.iter().map(|&place| batch::masks(&puzzles[place])).collect();
        let mut answering = Answering { places, answers: &mut answers };
        batch::solve_boards(Boards::Masks(&masks), limit, meter, &mut answering);
    }
    answers
}

/// Puts the kernel's answers where they belong.
struct Answering<'a> {
    /// The puzzle of each board of the batch.
    places: &'a [usize],
    answers: &'a mut [Answer],
}

impl Receiver for Answering<'_> {
    fn solution(&mut self, index: usize, nth: u64, valid: &ValidNine<'_>) {
        self.answers[self.places[index]].add(nth, || Solution::of_nine(valid));
    }

    fn done(&mut self, index: usize, count: u64, stop: Stop, guesses: u64) {
        self.answers[self.places[index]].end(count, stop, guesses);
    }
}

/// Passes puzzles through [`many`], in batches that grow to a thousand, and returns each with its
/// answer.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, solve};
/// let texts = ["1...............", "12..............", "1234341221.....1"];
/// let puzzles = texts.iter().filter_map(|text| text.parse::<Puzzle>().ok());
/// let mut meter = Meter::unlimited();
/// let proper = solve::stream(puzzles, 2, &mut meter).filter(|(_, answer)| answer.count == 1);
/// assert_eq!(proper.count(), 1);
/// ```
pub fn stream(
    puzzles: impl Iterator<Item = Puzzle>,
    limit: u64,
    meter: &mut Meter<'_>,
) -> impl Iterator<Item = (Puzzle, Answer)> {
    let mut puzzles = puzzles.fuse();
    let mut size = 1;
    std::iter::from_fn(move || {
        let batch: Vec<Puzzle> = puzzles.by_ref().take(size).collect();
        size = (2 * size).min(BATCH);
        let answers = many(&batch, limit, meter);
        (!batch.is_empty()).then(|| batch.into_iter().zip(answers))
    })
    .flatten()
}
