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

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use quadrille_core::kernel::batch;
use quadrille_core::solve::{self, Solver};
use quadrille_core::{
    BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Meter, Puzzle, Solution, Stop, analysis,
};

use crate::puzzle::PatternSymmetry;

/// Solutions that are listed where several additions are left, with a set of 16 bits for each cell: ten
/// megabytes for 9x9; and where one is left, as questions about candidates are faster than more.
const MOST_SOLUTIONS: [usize; 2] = [1 << 16, 16];
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
/// assert!(near.iter().any(|near| near == "12....3......1.."));
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
            asked: Vec::new(),
            meter,
            each,
        };
        match search.remove(puzzle, 0, self.remove).and_then(|()| search.ask()) {
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
    /// Puzzles whose last addition is asked for, together as that is faster.
    asked: Vec<Asked>,
    meter: &'a mut Meter<'m>,
    each: Each<'a>,
}

/// Solutions, with the bit of the digit of each cell.
struct Listed {
    cells: usize,
    bits: Vec<u16>,
    /// A hash of each solution, where some may come again.
    hashes: Vec<u64>,
}

impl Listed {
    fn len(&self) -> usize {
        self.bits.len() / self.cells
    }

    fn of(&self, solution: u32) -> &[u16] {
        &self.bits[solution as usize * self.cells..][..self.cells]
    }

    /// Adds a solution unless it is listed, and returns whether it was not.
    fn push(&mut self, solution: &[u16]) -> bool {
        let mix = |hash: u64, bits: &[u16]| {
            let word = bits.iter().fold(0, |word: u64, &bits| word << 16 | u64::from(bits));
            (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        };
        let hash = solution.chunks(4).fold(0, mix);
        let mut same = (0..).zip(&self.hashes).filter(|&(_, &listed)| listed == hash);
        let is_new = same.all(|(listed, _)| self.of(listed) != solution);
        if is_new {
            self.bits.extend(solution);
            self.hashes.push(hash);
        }
        is_new
    }

    /// Sorts solutions by the digit of a cell; those with the same digit stay in their order.
    fn sort(&self, solutions: &mut Vec<u32>, cell: Cell) {
        let mut by_digit = [const { Vec::new() }; MOST_SIDE];
        for &solution in &*solutions {
            by_digit[self.of(solution)[cell.index()].trailing_zeros() as usize].push(solution);
        }
        *solutions = by_digit.concat();
    }
}

/// What some solutions have in each cell: digits that one of them has, and digits that several have.
#[derive(Clone)]
struct Tally {
    once: [u16; MOST_SIDE * MOST_SIDE],
    twice: [u16; MOST_SIDE * MOST_SIDE],
}

impl Tally {
    const EMPTY: Self =
        Self { once: [0; MOST_SIDE * MOST_SIDE], twice: [0; MOST_SIDE * MOST_SIDE] };

    fn add(&mut self, solution: &[u16]) {
        for ((once, twice), &bit) in self.once.iter_mut().zip(&mut self.twice).zip(solution) {
            *twice |= *once & bit;
            *once |= bit;
        }
    }

    /// Whether a solution has a digit that fewer than two have had in its cell.
    fn learns_from(&self, solution: &[u16]) -> bool {
        solution.iter().zip(&self.twice).fold(0, |new, (bit, twice)| new | bit & !twice) != 0
    }

    fn single(&self, cell: usize) -> u16 {
        self.once[cell] & !self.twice[cell]
    }
}

/// A puzzle whose last addition is a cell of its own, and what its solutions have in each cell.
struct Asked {
    puzzle: Puzzle,
    removed: Vec<usize>,
    added: Vec<usize>,
    /// The first cell that may be added.
    from: usize,
    /// The candidates that the givens leave.
    candidates: Vec<u16>,
    listed: Listed,
    tally: Tally,
    /// Digits that exactly one solution has.
    sure: Vec<u16>,
}

impl Asked {
    fn new(
        puzzle: Puzzle,
        removed: Vec<usize>,
        added: Vec<usize>,
        from: usize,
        mut listed: Listed,
    ) -> Self {
        let mut tally = Tally::EMPTY;
        let found = std::mem::take(&mut listed.bits);
        for solution in found.chunks_exact(listed.cells) {
            listed.push(solution);
            tally.add(solution);
        }
        let candidates = CandidateSet::of(&puzzle);
        let candidates = candidates.cells().iter().map(|digits| digits.bits() as u16).collect();
        let sure = vec![0; listed.cells];
        Self { puzzle, removed, added, from, candidates, listed, tally, sure }
    }

    /// Passes on the cell and digits of each question to ask next: about the digits that no solution
    /// has had there; if there are none, about each that one has had, of which these left few.
    fn questions(&self, ask: &mut dyn FnMut(usize, u16)) {
        let mut is_any_new = false;
        let cells = || (self.from..self.listed.cells).map(|cell| (cell, self.candidates[cell]));
        for (cell, candidates) in cells() {
            let new = candidates & !self.tally.once[cell];
            if new != 0 {
                ask(cell, new);
                is_any_new = true;
            }
        }
        if is_any_new {
            return;
        }
        for (cell, candidates) in cells() {
            let mut single = candidates & self.tally.single(cell) & !self.sure[cell];
            while single != 0 {
                ask(cell, single & single.wrapping_neg());
                single &= single - 1;
            }
        }
    }

    /// Takes up to two solutions that have one of the digits in a cell.
    fn answer(&mut self, cell: usize, digits: u16, solutions: &[u16]) {
        let cells = self.listed.cells;
        for bits in solutions.chunks_exact(cells) {
            if self.tally.learns_from(bits) && self.listed.push(bits) {
                self.tally.add(bits);
            }
        }
        if solutions.len() < 2 * cells {
            let had = solutions.get(cell).map_or(0, |&had| had);
            self.sure[cell] |= had;
            self.candidates[cell] &= !digits | had;
        }
    }
}

/// Passes on up to two solutions of each board of candidates, in order, with its number.
fn solutions(
    shape: BoxShape,
    boards: &[u16],
    meter: &mut Meter<'_>,
    each: &mut dyn FnMut(usize, &[u16]),
) -> Result<(), Stop> {
    let mut found = Vec::new();
    if shape == BoxShape::NINE {
        let (boards, _) = boards.as_chunks::<81>();
        for (chunk, boards) in boards.chunks(batch::BATCH).enumerate() {
            batch::ask(boards, 2, meter, &mut |index, answer| {
                found.clear();
                for digits in &answer.witnesses[..answer.count as usize] {
                    found.extend(digits.iter().map(|&digit| 1_u16 << (digit - 1)));
                }
                each(chunk * batch::BATCH + index, &found);
                ControlFlow::Continue(())
            })?;
        }
        return Ok(());
    }
    for (index, board) in boards.chunks_exact(shape.cells()).enumerate() {
        let mut marks = CandidateSet::none(shape);
        for (cell, &digits) in board.iter().enumerate() {
            marks.set(Cell::new(cell), DigitSet::from_bits(digits.into()));
        }
        found.clear();
        // Two single candidates may contradict each other.
        if let Ok(puzzle) = Puzzle::from_marks(marks, Edges::none()) {
            let answer = solve::count(Solver::Auto, &puzzle, 2, meter);
            if answer.count < 2 && !answer.exact {
                return Err(answer.stop);
            }
            answer.solutions.iter().for_each(|solution| found.extend(bits_of(solution)));
        }
        each(index, &found);
    }
    Ok(())
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
            self.asked.push(Asked::new(puzzle.clone(), removed, added.clone(), from, listed));
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

    /// Passes on a puzzle with one solution, unless an addition or, for a minimal one, a given is not
    /// needed.
    fn found(&mut self, puzzle: &Puzzle, added: &[usize]) -> Result<(), End> {
        if self.removed.is_empty() && added.is_empty() {
            return Ok(());
        }
        // Without the last addition there was another solution.
        let before = added.split_last().map_or(added, |(_, before)| before);
        let without = |unit: &usize| {
            self.units[*unit].iter().fold(puzzle.clone(), |fewer, &cell| fewer.without(cell))
        };
        let fewer: Vec<Puzzle> = before.iter().map(without).collect();
        for answer in solve::many(&fewer, 2, self.meter) {
            match answer.count {
                2 => {}
                _ if answer.exact => return Ok(()),
                _ => return Err(answer.stop.into()),
            }
        }
        if self.vicinity.minimal && !analysis::is_minimal(puzzle, self.meter)? {
            return Ok(());
        }
        match (self.each)(puzzle) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Break),
        }
    }

    /// Lists up to that many solutions, and tells whether these are all.
    fn list(&mut self, puzzle: &Puzzle, most: usize) -> Result<(Listed, bool), End> {
        let mut listed =
            Listed { cells: puzzle.shape().cells(), bits: Vec::new(), hashes: Vec::new() };
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
