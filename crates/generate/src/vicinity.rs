//! The proper puzzles near a puzzle: those that differ from it in a few givens.
//!
//! Collections of puzzles with few givens, or of hard ones, grow by such searches: a known puzzle
//! loses some givens, and others are added until there is one solution again ("{-k+k}" in the forums).
//!
//! Which additions lead to one solution follows from the *solutions* of the puzzle without the givens
//! that were removed: an addition keeps those that have its digit in its cell. So they are listed once,
//! and no other search is needed. Where there are too many to list, they are listed for each first
//! addition; if that is the last as well, the solver is asked about the candidates that the solutions
//! so far do not have twice.

mod questions;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use quadrille_core::analysis::{Redundant, redundant_in_many};
use quadrille_core::solve::{self, Answer, Solver};
use quadrille_core::{CandidateSet, Cell, Digit, Meter, Puzzle, Solution, Stop};

use crate::puzzle::PatternSymmetry;
use questions::{Asked, Listed, Tally, solutions};

/// Solutions that are listed where several additions are left, with a set of 16 bits for each cell: ten
/// megabytes for 9x9; and where one is left, as questions about candidates are faster than more.
const MOST_SOLUTIONS: [usize; 2] = [1 << 16, 16];
/// Puzzles found that are looked at together.
const FOUND: usize = 256;
/// Puzzles that are asked about together: their questions fill a batch of the kernel.
const TOGETHER: usize = 64;

/// The largest side of a board: a digit is a bit of 16.
pub const MOST_SIDE: usize = 16;

/// Which puzzles are near.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use quadrille_core::{Meter, Puzzle};
/// use quadrille_generate::vicinity::Vicinity;
///
/// let puzzle: Puzzle = "12....3.......4.".parse()?; // proper
/// let mut near = Vec::new();
/// Vicinity::new(1, 1).search(&puzzle, &mut Meter::unlimited(), &mut |puzzle| {
///     near.push(puzzle.to_string());
///     ControlFlow::Continue(())
/// })?;
/// assert!(near.iter().any(|near| near == ".2..4.3.......4."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vicinity {
    /// Maximum number of givens that are removed; with a symmetry, of sets of cells that it maps onto
    /// each other.
    pub remove: usize,
    /// The same for those that are added. A cell may get another digit.
    pub add: usize,
    /// The symmetry of the cells that change.
    pub symmetry: PatternSymmetry,
    /// Whether every given must be needed. In any case, every addition is.
    pub minimal: bool,
}

/// Receives puzzles until it breaks.
type Each<'e> = &'e mut dyn FnMut(&Puzzle) -> ControlFlow<()>;

/// Why a search ended before its end.
enum End {
    Limit(Stop),
    Break,
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        Self::Limit(stop)
    }
}

impl Vicinity {
    /// Returns the vicinity of that many givens, without a symmetry.
    pub fn new(remove: usize, add: usize) -> Self {
        Self { remove, add, symmetry: PatternSymmetry::None, minimal: false }
    }

    /// Passes on each proper puzzle in the vicinity of a puzzle once, without that puzzle itself, until
    /// `each` breaks. The puzzle need not be proper.
    ///
    /// # Errors
    /// When a limit of the meter ends the search.
    ///
    /// # Panics
    /// When the puzzle has edges, pencilmarks, or a side beyond [`MOST_SIDE`].
    pub fn search(
        &self,
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        each: &mut dyn FnMut(&Puzzle) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        self.search_listing(MOST_SOLUTIONS, puzzle, meter, each)
    }

    /// Does that with other numbers of solutions that are listed.
    fn search_listing(
        &self,
        most: [usize; 2],
        puzzle: &Puzzle,
        meter: &mut Meter<'_>,
        each: Each<'_>,
    ) -> Result<(), Stop> {
        assert!(puzzle.edges().is_empty() && puzzle.marks().is_none(), "a classic puzzle");
        let side = puzzle.shape().side();
        assert!(side <= MOST_SIDE, "sides up to {MOST_SIDE}");
        let cells = |orbit: Vec<usize>| orbit.into_iter().map(Cell::new).collect();
        let units: Vec<Vec<Cell>> = self.symmetry.orbits(side).into_iter().map(cells).collect();
        let mut search = Search {
            vicinity: *self,
            most,
            puzzle,
            units: &units,
            removed: Vec::new(),
            only: None,
            found: Vec::new(),
            asked: Vec::new(),
            meter,
            each,
        };
        let searched = search.list(puzzle, 1).and_then(|(listed, is_all)| {
            search.only = Some(listed.bits).filter(|bits| is_all && !bits.is_empty());
            search.remove(puzzle, 0, self.remove)
        });
        match searched.and_then(|()| search.ask()).and_then(|()| search.pass_on()) {
            Err(End::Limit(stop)) => Err(stop),
            Ok(()) | Err(End::Break) => Ok(()),
        }
    }
}

struct Search<'a, 'm> {
    vicinity: Vicinity,
    most: [usize; 2],
    /// The puzzle in the middle.
    puzzle: &'a Puzzle,
    /// What is added and removed together.
    units: &'a [Vec<Cell>],
    /// The units removed.
    removed: Vec<usize>,
    /// The only solution of the puzzle in the middle.
    only: Option<Vec<u16>>,
    /// Puzzles with one solution, with the additions but the last.
    found: Vec<(Puzzle, Vec<usize>)>,
    /// Puzzles whose last addition is asked for, together as that is faster.
    asked: Vec<Asked>,
    meter: &'a mut Meter<'m>,
    each: Each<'a>,
}

impl Search<'_, '_> {
    /// Looks at what is near a puzzle without some units, and then removes others, from `from` on.
    fn remove(&mut self, fewer: &Puzzle, from: usize, left: usize) -> Result<(), End> {
        self.add(fewer, 0, self.vicinity.add, &mut Vec::new())?;
        if left == 0 {
            return Ok(());
        }
        for unit in from..self.units.len() {
            let cells = &self.units[unit];
            if !cells.iter().any(|&cell| self.puzzle.givens().get(cell).is_some()) {
                continue;
            }
            let fewer = cells.iter().fold(fewer.clone(), |fewer, &cell| fewer.without(cell));
            self.removed.push(unit);
            self.remove(&fewer, unit + 1, left - 1)?;
            self.removed.pop();
        }
        Ok(())
    }

    /// Adds up to `left` of the units from `from` on, to a puzzle with additions. Passes on what has one
    /// solution.
    fn add(
        &mut self,
        puzzle: &Puzzle,
        from: usize,
        left: usize,
        added: &mut Vec<usize>,
    ) -> Result<(), End> {
        let is_last = left == 1 && self.units.len() == puzzle.shape().cells();
        let most = match left {
            0 => 2,
            1 if is_last => self.most[1],
            _ => self.most[0],
        };
        let (listed, all) = self.list(puzzle, most)?;
        if listed.len() == 1 && all {
            return self.found(puzzle, added);
        }
        if left == 0 || listed.len() == 0 {
            return Ok(());
        }
        if all {
            let solutions: Vec<u32> = (0..listed.len() as u32).collect();
            return self.choose(puzzle, &listed, &solutions, from, left, added);
        }
        if is_last {
            let removed = self.removed.clone();
            let mut asked = Asked::new(puzzle.clone(), removed, added.clone(), from, listed);
            if let (Some(only), [unit], []) = (&self.only, &self.removed[..], &added[..]) {
                asked.exclude(only, self.units[*unit][0].index());
            }
            self.asked.push(asked);
            return if self.asked.len() < TOGETHER { Ok(()) } else { self.ask() };
        }
        for unit in from..self.units.len() {
            if self.is_free(puzzle, unit) {
                added.push(unit);
                self.fill(puzzle, unit, 0, left, added)?;
                added.pop();
            }
        }
        Ok(())
    }

    /// Gives a unit all digits, from one of its cells on.
    fn fill(
        &mut self,
        puzzle: &Puzzle,
        unit: usize,
        filled: usize,
        left: usize,
        added: &mut Vec<usize>,
    ) -> Result<(), End> {
        let Some(&cell) = self.units[unit].get(filled) else {
            if self.brings_back(puzzle, unit) {
                return Ok(());
            }
            return self.add(puzzle, unit + 1, left - 1, added);
        };
        for digit in CandidateSet::of(puzzle).get(cell) {
            if let Ok(more) = puzzle.with(cell, digit) {
                self.fill(&more, unit, filled + 1, left, added)?;
            }
        }
        Ok(())
    }

    /// Does what [`add`](Self::add) does, from a list of all solutions of a puzzle, or of those that the
    /// additions leave.
    fn choose(
        &mut self,
        puzzle: &Puzzle,
        listed: &Listed,
        solutions: &[u32],
        from: usize,
        left: usize,
        added: &mut Vec<usize>,
    ) -> Result<(), End> {
        self.meter.poll()?;
        if left == 1 && self.units.len() == listed.cells {
            let mut tally = Tally::EMPTY;
            solutions.iter().for_each(|&solution| tally.add(listed.of(solution)));
            for unit in from..self.units.len() {
                let cell = self.units[unit][0];
                if tally.single(cell.index()) != 0 && self.is_free(puzzle, unit) {
                    self.add_single(puzzle, tally.single(cell.index()), unit, added)?;
                }
            }
            return Ok(());
        }
        for unit in from..self.units.len() {
            if !self.is_free(puzzle, unit) {
                continue;
            }
            let cells = &self.units[unit];
            let mut sorted = solutions.to_vec();
            cells.iter().rev().for_each(|&cell| listed.sort(&mut sorted, cell));
            let agree = |a: &u32, b: &u32| {
                cells.iter().all(|cell| listed.of(*a)[cell.index()] == listed.of(*b)[cell.index()])
            };
            for same in sorted.chunk_by(agree) {
                let bits = listed.of(same[0]);
                let more = cells.iter().try_fold(puzzle.clone(), |more, &cell| {
                    more.with(cell, digit(bits[cell.index()]))
                });
                let more = more.expect("a solution has these digits");
                if self.brings_back(&more, unit) {
                    continue;
                }
                added.push(unit);
                if same.len() == 1 {
                    self.found(&more, added)?;
                } else if left > 1 {
                    self.choose(&more, listed, same, unit + 1, left - 1, added)?;
                }
                added.pop();
            }
        }
        Ok(())
    }

    /// Adds the last unit, a cell, to puzzles with more solutions than are listed.
    fn ask(&mut self) -> Result<(), End> {
        let mut all = std::mem::take(&mut self.asked);
        let now_removed = self.removed.clone();
        loop {
            let (mut boards, mut questions) = (Vec::new(), Vec::new());
            for (index, asked) in all.iter().enumerate() {
                asked.questions(&mut |cell, digits| {
                    let board = boards.len();
                    boards.extend(&asked.candidates);
                    boards[board + cell] = digits;
                    questions.push((index, cell, digits));
                });
            }
            if boards.is_empty() {
                break;
            }
            solutions(self.puzzle.shape(), &boards, self.meter, &mut |question, solutions| {
                let (index, cell, digits) = questions[question];
                all[index].answer(cell, digits, solutions);
            })?;
        }
        for Asked { puzzle, removed, mut added, from, listed, tally, .. } in all {
            self.removed = removed;
            for unit in from..listed.cells {
                let bits = tally.single(self.units[unit][0].index());
                if bits != 0 && self.is_free(&puzzle, unit) {
                    self.add_single(&puzzle, bits, unit, &mut added)?;
                }
            }
        }
        self.removed = now_removed;
        Ok(())
    }

    /// Adds each of the digits, which leave one solution, to a unit of one cell.
    fn add_single(
        &mut self,
        puzzle: &Puzzle,
        mut bits: u16,
        unit: usize,
        added: &mut Vec<usize>,
    ) -> Result<(), End> {
        while bits != 0 {
            let more = puzzle.with(self.units[unit][0], digit(bits)).expect("a candidate");
            bits &= bits - 1;
            if !self.brings_back(&more, unit) {
                added.push(unit);
                self.found(&more, added)?;
                added.pop();
            }
        }
        Ok(())
    }

    /// Whether a unit has no givens.
    fn is_free(&self, puzzle: &Puzzle, unit: usize) -> bool {
        self.units[unit].iter().all(|&cell| puzzle.givens().get(cell).is_none())
    }

    /// Whether a unit is as it was before it was removed. Then fewer are removed, which is another case.
    fn brings_back(&self, more: &Puzzle, unit: usize) -> bool {
        let is_same = |&cell: &Cell| more.givens().get(cell) == self.puzzle.givens().get(cell);
        self.removed.contains(&unit) && self.units[unit].iter().all(is_same)
    }

    /// Takes a puzzle with one solution.
    fn found(&mut self, puzzle: &Puzzle, added: &[usize]) -> Result<(), End> {
        if self.removed.is_empty() && added.is_empty() {
            return Ok(());
        }
        // Without the last addition there was another solution.
        let before = added.split_last().map_or(added, |(_, before)| before);
        self.found.push((puzzle.clone(), before.to_vec()));
        if self.found.len() < FOUND { Ok(()) } else { self.pass_on() }
    }

    /// Passes on the puzzles found in which every addition is needed, and every given if they are to be
    /// minimal.
    fn pass_on(&mut self) -> Result<(), End> {
        let mut found = std::mem::take(&mut self.found);
        let fewer = found.iter().flat_map(|(puzzle, before)| {
            before.iter().map(|&unit| {
                self.units[unit].iter().fold(puzzle.clone(), |fewer, &cell| fewer.without(cell))
            })
        });
        let fewer: Vec<Puzzle> = fewer.collect();
        let mut answers = many(&fewer, 2, self.meter)?.into_iter();
        found.retain(|(_, before)| {
            let answers = answers.by_ref().take(before.len());
            answers.fold(true, |are_needed, answer| are_needed & (answer.count == 2))
        });
        let mut puzzles: Vec<Puzzle> = found.into_iter().map(|(puzzle, _)| puzzle).collect();
        if self.vicinity.minimal {
            let solved = many(&puzzles, 1, self.meter)?.into_iter().zip(puzzles);
            let solved = solved.map(|(answer, puzzle)| {
                let [solution] = <[Solution; 1]>::try_from(answer.solutions).expect("it has one");
                (puzzle, solution)
            });
            let solved: Vec<(Puzzle, Solution)> = solved.collect();
            let redundant = redundant_in_many(&solved, Redundant::First, self.meter);
            puzzles = Vec::new();
            for ((puzzle, _), redundant) in solved.into_iter().zip(redundant) {
                if redundant?.is_empty() {
                    puzzles.push(puzzle);
                }
            }
        }
        match puzzles.iter().try_for_each(&mut self.each) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Break),
        }
    }

    /// Lists up to that many solutions, and tells whether these are all.
    fn list(&mut self, puzzle: &Puzzle, most: usize) -> Result<(Listed, bool), End> {
        let mut listed = Listed::new(puzzle.shape().cells());
        let limit = most as u64 + 1;
        let stop = Solver::Auto.solve_up_to(limit, puzzle, self.meter, &mut |solution| {
            listed.bits.extend(bits_of(solution));
            ControlFlow::Continue(())
        });
        match stop {
            Stop::ProvedNone => Ok((listed, true)),
            Stop::Solved => Ok((listed, false)),
            stop => Err(stop.into()),
        }
    }
}

/// Searches each puzzle for up to that many solutions.
fn many(puzzles: &[Puzzle], limit: u64, meter: &mut Meter<'_>) -> Result<Vec<Answer>, Stop> {
    let answers = solve::many(puzzles, limit, meter);
    match answers.iter().find(|answer| answer.count < limit && !answer.exact) {
        Some(answer) => Err(answer.stop),
        None => Ok(answers),
    }
}

fn bits_of(solution: &Solution) -> Vec<u16> {
    solution.grid().digits().iter().map(|digit| digit.map_or(0, bit)).collect()
}

fn bit(digit: Digit) -> u16 {
    1 << (digit.get() - 1)
}

/// Returns the least digit of a set that is not empty.
fn digit(bits: u16) -> Digit {
    Digit::new(bits.trailing_zeros() as u8 + 1).expect("a digit")
}
