//! Removes givens from a solved 9x9 grid, unit by unit in a given order, while the puzzle keeps
//! one solution. A unit is a cell, or an orbit of cells under a symmetry.
//!
//! The obvious way asks for each unit whether the puzzle without it still has one solution. A
//! [`Reduction`] comes to the same decisions with fewer and cheaper questions:
//!
//! - *Unavoidable sets.* The cells in which another solution differs from the grid are an unavoidable
//!   set: a puzzle of this grid has one solution if and only if it has a given in each such set. So a
//!   unit stays, without a question, if it holds all givens that are left in a known set.
//! - *Blocks.* The first decisions nearly all remove. So they are guessed from the known sets, and one
//!   question is asked about the puzzle after all of them. If it has one solution, so has
//!   each puzzle on the way, as those have more givens: all decisions were right. If not, its other
//!   solutions are unavoidable sets without a given, with which the block is guessed again.
//! - *Exclusions.* The puzzle without the given of a single cell has a second solution if and only if
//!   it has one with another digit in that cell. Excluding the digit makes the refutation shorter,
//!   and one solution is enough.

use quadrille_simd::Masks;

use super::cells::{ALL, Cells, difference};

/// Cells of the first block: most puzzles from which these were removed have one solution.
const FIRST_BLOCK: u32 = 40;

/// Number of unavoidable sets that are kept. Only recent ones matter, as older ones mostly contain
/// a given that stays.
const MOST_SETS: usize = 24;

/// After that many wrong guesses, a block is halved.
const MOST_WRONG: u32 = 8;

/// The removal of givens from one grid.
pub(super) struct Reduction {
    grid: [u8; 81],
    /// The candidates of each cell that is given.
    given: Masks,
    /// In the order in which they are decided.
    units: Vec<Cells>,
    /// Number of units decided.
    at: usize,
    /// End of the block that is in question.
    end: usize,
    /// Givens after the units that are decided, and after the block.
    givens: Cells,
    guess: Cells,
    /// No unit is removed that would leave fewer givens.
    floor: u32,
    /// Cells of which it is not known whether they are redundant once their unit stays.
    doubtful: Cells,
    sets: [Cells; MOST_SETS],
    set_count: usize,
    wrong: u32,
}

/// A question about a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether it has a solution other than the grid: up to two solutions are wanted.
    Second,
    /// Whether it has a solution at all: the digit of the grid is excluded in a cell.
    Any,
}

impl Reduction {
    /// Creates the reduction of a solved grid by units that are disjoint sets of cells.
    pub(super) fn new(grid: [u8; 81], units: Vec<Cells>, floor: u32) -> Self {
        let given = grid.map(|digit| 1 << (digit - 1));
        let mut new = Self {
            grid,
            given,
            units,
            at: 0,
            end: 0,
            givens: ALL,
            guess: ALL,
            floor,
            doubtful: 0,
            sets: [0; MOST_SETS],
            set_count: 0,
            wrong: 0,
        };
        new.doubtful =
            new.units.iter().filter(|unit| !unit.is_power_of_two()).fold(0, |all, unit| all | unit);
        let mut cells = 0;
        new.end = new
            .units
            .iter()
            .take_while(|unit| {
                cells += unit.count_ones();
                cells <= FIRST_BLOCK
            })
            .count();
        new.make_guess();
        new
    }

    /// Returns the givens decided so far; all of them if there are no more questions.
    pub(super) fn givens(&self) -> Cells {
        self.givens
    }

    pub(super) fn grid(&self) -> &[u8; 81] {
        &self.grid
    }

    /// Returns how many givens are known to stay.
    pub(super) fn kept(&self) -> u32 {
        self.givens.count_ones()
            - self.units[self.at..].iter().map(|unit| unit.count_ones()).sum::<u32>()
    }

    /// Returns the removed cells in the order of their removal, if each unit is a cell.
    pub(super) fn removed(&self) -> Vec<u8> {
        let removed = self.units.iter().filter(|&unit| unit & self.givens == 0);
        removed.map(|unit| unit.trailing_zeros() as u8).collect()
    }

    /// Returns the givens that may be redundant, at the end: those that only the floor kept, and
    /// those of units of several cells.
    pub(super) fn doubtful(&self) -> Cells {
        self.doubtful & self.givens
    }

    /// Returns what is to be asked about the board of [`masks`](Self::masks).
    pub(super) fn question(&self) -> Question {
        if self.excluded().is_some() { Question::Any } else { Question::Second }
    }

    /// The cell whose digit is excluded.
    fn excluded(&self) -> Option<usize> {
        let removed = self.givens & !self.guess;
        (self.end == self.at + 1 && removed.is_power_of_two())
            .then(|| removed.trailing_zeros() as usize)
    }

    /// Returns the board that the question is about.
    pub(super) fn masks(&self) -> Masks {
        match self.excluded() {
            None => masks(&self.given, self.guess),
            Some(cell) => masks_without(&self.given, self.givens, cell),
        }
    }

    /// Takes the solutions found. Returns whether there are no more questions.
    pub(super) fn answer(&mut self, solutions: &[[u8; 81]]) -> bool {
        let is_wrong = self.learn(solutions);
        if !is_wrong {
            for unit in self.at..self.end {
                let unit = self.units[unit];
                if self.guess & unit != 0 {
                    self.forget_sets_with(unit);
                    if self.is_below_floor(self.guess & !unit) {
                        self.doubtful |= unit;
                    }
                }
            }
            self.givens = self.guess;
            self.at = self.end;
            return self.proceed();
        }
        if self.end == self.at + 1 {
            self.keep_next();
            return self.proceed();
        }
        self.wrong += 1;
        if self.wrong > MOST_WRONG {
            self.end = self.at + (self.end - self.at) / 2;
        }
        self.make_guess();
        // With nothing removed, there is nothing to ask.
        if self.guess == self.givens { self.answer(&[]) } else { false }
    }

    /// Remembers the unavoidable sets of other solutions. Returns whether there are any.
    fn learn(&mut self, solutions: &[[u8; 81]]) -> bool {
        let mut any = false;
        for solution in solutions {
            let set = difference(solution, &self.grid);
            if set == 0 {
                continue;
            }
            any = true;
            if self.set_count == MOST_SETS {
                self.sets.copy_within(1.., 0);
                self.set_count -= 1;
            }
            self.sets[self.set_count] = set;
            self.set_count += 1;
        }
        any
    }

    /// Returns whether a known set has no given outside a unit.
    fn is_required(&self, unit: Cells) -> bool {
        let rest = self.givens & !unit;
        self.sets[..self.set_count].iter().any(|set| set & rest == 0)
    }

    /// Moves to the next unit that needs a question. Returns whether all units are done.
    fn proceed(&mut self) -> bool {
        self.wrong = 0;
        while let Some(&unit) = self.units.get(self.at) {
            if self.is_below_floor(self.givens & !unit) {
                self.doubtful |= unit;
                self.keep_next();
                continue;
            }
            if self.is_required(unit) {
                self.keep_next();
                continue;
            }
            self.end = self.at + 1;
            self.guess = self.givens & !unit;
            return false;
        }
        true
    }

    /// Decides that the next unit stays.
    fn keep_next(&mut self) {
        self.forget_sets_with(self.units[self.at]);
        self.at += 1;
    }

    fn is_below_floor(&self, givens: Cells) -> bool {
        givens.count_ones() < self.floor
    }

    /// Forgets the sets that have a given for good.
    fn forget_sets_with(&mut self, unit: Cells) {
        let mut kept = 0;
        for index in 0..self.set_count {
            let set = self.sets[index];
            self.sets[kept] = set;
            kept += usize::from(set & unit == 0);
        }
        self.set_count = kept;
    }

    /// Guesses the decisions of the block.
    fn make_guess(&mut self) {
        let mut guess = self.givens;
        let (mut sets, mut count) = (self.sets, self.set_count);
        for &unit in &self.units[self.at..self.end] {
            let rest = guess & !unit;
            if sets[..count].iter().all(|set| set & rest != 0) && !self.is_below_floor(rest) {
                guess = rest;
                continue;
            }
            let mut kept = 0;
            for index in 0..count {
                let set = sets[index];
                sets[kept] = set;
                kept += usize::from(set & unit == 0);
            }
            count = kept;
        }
        self.guess = guess;
    }
}

/// Returns the board of a puzzle in which a given has become any other digit. It has a solution if
/// and only if the puzzle needs the given.
pub(super) fn masks_without(given: &Masks, givens: Cells, cell: usize) -> Masks {
    let mut masks = masks(given, givens & !(1 << cell));
    masks[cell] &= !given[cell];
    masks
}

/// Returns the board of a puzzle, from the candidates of each cell that is given.
pub(super) fn masks(given: &Masks, givens: Cells) -> Masks {
    const BIT: [u16; 16] = {
        let mut bits = [0; 16];
        let mut bit = 0;
        while bit < 16 {
            bits[bit] = 1 << bit;
            bit += 1;
        }
        bits
    };
    const OPEN: u16 = 0x1ff;
    let mut masks = [OPEN; 81];
    let (chunks, [last]) = masks.as_chunks_mut::<16>() else { unreachable!("81 is 5 * 16 + 1") };
    // Without branches, so that this compiles to vector code.
    for (chunk, (cells, given)) in chunks.iter_mut().zip(given.as_chunks::<16>().0).enumerate() {
        let bits = (givens >> (16 * chunk)) as u16;
        for ((cell, &given), bit) in cells.iter_mut().zip(given).zip(BIT) {
            *cell = given | if bits & bit == 0 { OPEN } else { 0 };
        }
    }
    if givens >> 80 & 1 == 1 {
        *last = given[80];
    }
    masks
}
