//! Questions to a solver about the last addition to puzzles with too many solutions to list.

use std::ops::ControlFlow;

use quadrille_core::kernel::batch;
use quadrille_core::solve::{self, Solver};
use quadrille_core::{BoxShape, CandidateSet, Cell, DigitSet, Edges, Meter, Puzzle, Stop};

use super::{MOST_SIDE, bits_of};

/// Solutions, with the bit of the digit of each cell.
pub(super) struct Listed {
    pub(super) cells: usize,
    pub(super) bits: Vec<u16>,
    /// A hash of each solution, where some may come again.
    hashes: Vec<u64>,
}

impl Listed {
    pub(super) fn new(cells: usize) -> Self {
        Self { cells, bits: Vec::new(), hashes: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.bits.len() / self.cells
    }

    pub(super) fn of(&self, solution: u32) -> &[u16] {
        &self.bits[solution as usize * self.cells..][..self.cells]
    }

    /// Adds a solution unless it is listed, and returns whether it was not.
    pub(super) fn push(&mut self, solution: &[u16]) -> bool {
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
    pub(super) fn sort(&self, solutions: &mut Vec<u32>, cell: Cell) {
        let mut by_digit = [const { Vec::new() }; MOST_SIDE];
        for &solution in &*solutions {
            by_digit[self.of(solution)[cell.index()].trailing_zeros() as usize].push(solution);
        }
        *solutions = by_digit.concat();
    }
}

/// What some solutions have in each cell: digits that one of them has, and digits that several have.
#[derive(Clone)]
pub(super) struct Tally {
    once: [u16; MOST_SIDE * MOST_SIDE],
    twice: [u16; MOST_SIDE * MOST_SIDE],
}

impl Tally {
    pub(super) const EMPTY: Self =
        Self { once: [0; MOST_SIDE * MOST_SIDE], twice: [0; MOST_SIDE * MOST_SIDE] };

    pub(super) fn add(&mut self, solution: &[u16]) {
        for ((once, twice), &bit) in self.once.iter_mut().zip(&mut self.twice).zip(solution) {
            *twice |= *once & bit;
            *once |= bit;
        }
    }

    /// Whether a solution has a digit that fewer than two have had in its cell.
    pub(super) fn learns_from(&self, solution: &[u16]) -> bool {
        solution.iter().zip(&self.twice).fold(0, |new, (bit, twice)| new | bit & !twice) != 0
    }

    pub(super) fn single(&self, cell: usize) -> u16 {
        self.once[cell] & !self.twice[cell]
    }
}

/// A puzzle whose last addition is a cell of its own, and what its solutions have in each cell.
pub(super) struct Asked {
    pub(super) puzzle: Puzzle,
    pub(super) removed: Vec<usize>,
    pub(super) added: Vec<usize>,
    /// The first cell that may be added.
    pub(super) from: usize,
    /// The candidates that the givens leave.
    pub(super) candidates: Vec<u16>,
    pub(super) listed: Listed,
    pub(super) tally: Tally,
    /// Digits that exactly one solution has.
    sure: Vec<u16>,
}

impl Asked {
    pub(super) fn new(
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

    /// Leaves only questions about solutions other than one that all others differ from in a cell.
    pub(super) fn exclude(&mut self, solution: &[u16], cell: usize) {
        if self.listed.push(solution) {
            self.tally.add(solution);
        }
        self.candidates[cell] &= !solution[cell];
    }

    /// Passes on the cell and digits of each question to ask next: about the digits that no solution
    /// has had there; if there are none, about each that one has had, of which these left few.
    pub(super) fn questions(&self, ask: &mut dyn FnMut(usize, u16)) {
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
    pub(super) fn answer(&mut self, cell: usize, digits: u16, solutions: &[u16]) {
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
pub(super) fn solutions(
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
