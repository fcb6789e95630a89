//! Makes a puzzle minimal that keeps its symmetry, or gives it a wished number of givens.
//!
//! With a symmetry, givens are removed by units, such as pairs. Each unit of the result is needed, but
//! seldom each given: twice in a hundred reductions with half-turn symmetry. Puzzles with 21 givens are
//! rarer still. Instead of reducing another grid, a *move* takes out a unit, if possible one with a
//! redundant given, adds others until there is one solution again, and takes out what that makes
//! redundant. A move counts if no more is wrong than before, or, at random, a little more.
//!
//! What to add follows from the *unavoidable sets*: the sets of cells in which another solution differs
//! from the grid. A puzzle has one solution if and only if it has a given in each of them, and it needs
//! a given if and only if that is the only one in some set. The kernel finds a set for each question whose
//! answer does not follow from the sets that are known; so every puzzle that is returned has one solution
//! because the kernel says so, and needs each given because of a set.
//!
//! To learn sets from refuted candidates is the implicit hitting set method of E. Moreno-Centeno and
//! R. M. Karp (2013); G. McGuire, B. Tugemann and G. Civario, "There is no 16-clue Sudoku" (2012),
//! use such sets to enumerate puzzles.

use std::ops::RangeInclusive;

use quadrille_core::Rng;
use quadrille_simd::Masks;

use super::cells::{Cells, difference, each};
use super::reduction::{Question, masks, masks_without};

/// Moves without a redundant given after which another grid is more promising.
const MOVES: u32 = 4000;

/// Moves with redundant givens after which it is, if each unit is one cell. The larger units are, the
/// less a move can repair.
const MOVES_WITH_REDUNDANT: u32 = 400;

/// One move in this number may leave a little more wrong, with redundant givens and without.
const SLACK: [usize; 2] = [3, 12];

/// Number of unavoidable sets that are kept, the most recent ones.
const SETS: usize = 256;

/// Sets that are looked at to find out which unit is in many.
const SAMPLE: usize = 32;

pub(super) struct Repair {
    grid: [u8; 81],
    /// The candidates of each cell that is given.
    given: Masks,
    /// What is added and removed together.
    units: Vec<Cells>,
    /// The unit of each cell.
    unit_of: [Cells; 81],
    clues: RangeInclusive<u32>,
    /// Whether every given must be needed.
    minimal: bool,
    rng: Rng,
    sets: Vec<Cells>,
    /// Where the next set is stored.
    oldest: usize,
    givens: Cells,
    asked: Asked,
    /// Givens of units that may be redundant.
    movable: Cells,
    /// Givens of which it is not known whether they are needed, and those that are not.
    doubtful: Cells,
    redundant: Cells,
    /// The unit that the move took out.
    taken: Cells,
    before: Before,
    moves: u32,
    /// The most of them, with redundant givens and without.
    most_moves: [u32; 2],
    /// How much more may be wrong after the move.
    slack: u32,
}

/// The puzzle that a move changes.
struct Before {
    givens: Cells,
    redundant: Cells,
    cost: u32,
}

#[derive(Clone, Copy)]
enum Asked {
    /// Whether the puzzle has another solution without a unit; with all of them, if that is empty.
    Without(Cells),
    /// Whether it has one in which a given has another digit.
    Needed(Cells),
}

/// What the answers so far lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Repaired {
    /// There is another question.
    Asks,
    /// The puzzle has what was asked for.
    Done,
    /// The grid has hardly a puzzle like this.
    Failed,
}

impl Repair {
    pub(super) fn new(
        grid: [u8; 81],
        units: Vec<Cells>,
        clues: RangeInclusive<u32>,
        minimal: bool,
        rng: Rng,
    ) -> Self {
        let mut unit_of = [0; 81];
        for &unit in &units {
            each(unit).for_each(|cell| unit_of[cell] = unit);
        }
        let largest = units.iter().map(|unit| unit.count_ones()).max().unwrap_or(1);
        let most_moves = [MOVES_WITH_REDUNDANT / largest.pow(2), MOVES];
        Self {
            grid,
            given: grid.map(|digit| 1 << (digit - 1)),
            units,
            unit_of,
            clues,
            minimal,
            rng,
            sets: Vec::with_capacity(SETS),
            oldest: 0,
            givens: 0,
            asked: Asked::Without(0),
            movable: 0,
            doubtful: 0,
            redundant: 0,
            taken: 0,
            before: Before { givens: 0, redundant: 0, cost: u32::MAX },
            moves: 0,
            most_moves,
            slack: 0,
        }
    }

    /// Remembers the unavoidable sets of other solutions. Returns whether there are any.
    pub(super) fn learn(&mut self, solutions: &[[u8; 81]]) -> bool {
        let mut any = false;
        for solution in solutions {
            let set = difference(solution, &self.grid);
            if set == 0 {
                continue;
            }
            any = true;
            if self.sets.len() < SETS {
                self.sets.push(set);
            } else {
                self.sets[self.oldest] = set;
                self.oldest = (self.oldest + 1) % SETS;
            }
        }
        any
    }

    /// Begins with a puzzle that has one solution.
    pub(super) fn begin(&mut self, givens: Cells) -> Repaired {
        self.givens = givens;
        self.survey()
    }

    /// Returns the givens, and whether each of them is needed once the repair is done.
    pub(super) fn result(&self) -> (Cells, bool) {
        (self.givens, self.redundant == 0)
    }

    pub(super) fn question(&self) -> Question {
        match self.asked {
            Asked::Without(_) => Question::Second,
            Asked::Needed(_) => Question::Any,
        }
    }

    pub(super) fn masks(&self) -> Masks {
        match self.asked {
            Asked::Without(unit) => masks(&self.given, self.givens & !unit),
            Asked::Needed(cell) => {
                masks_without(&self.given, self.givens, cell.trailing_zeros() as usize)
            }
        }
    }

    /// Takes the solutions found.
    pub(super) fn answer(&mut self, solutions: &[[u8; 81]]) -> Repaired {
        let has_other = self.learn(solutions);
        match self.asked {
            Asked::Without(0) if has_other => self.complete(),
            Asked::Without(0) => self.survey(),
            Asked::Without(unit) if has_other => {
                self.movable &= !unit;
                self.proceed()
            }
            Asked::Without(unit) => {
                self.givens &= !unit;
                self.survey()
            }
            Asked::Needed(cell) => {
                self.doubtful &= !cell;
                let unit = self.unit_of[cell.trailing_zeros() as usize];
                if has_other {
                    self.movable &= !unit;
                } else if unit == cell {
                    self.givens &= !cell;
                    return self.survey();
                } else {
                    self.redundant |= cell;
                    if self.movable & unit != 0 {
                        self.asked = Asked::Without(unit);
                        return Repaired::Asks;
                    }
                }
                self.proceed()
            }
        }
    }

    /// Finds out what the known sets say about the givens of a puzzle with one solution.
    fn survey(&mut self) -> Repaired {
        let (mut needed, mut alone) = (0, 0);
        for set in &self.sets {
            let hit = set & self.givens;
            if hit != 0 {
                let unit = self.unit_of[hit.trailing_zeros() as usize];
                needed |= if hit & !unit == 0 { unit } else { 0 };
                alone |= if hit & (hit - 1) == 0 { hit } else { 0 };
            }
        }
        self.movable = self.givens & !needed;
        self.doubtful = self.givens & !alone;
        self.redundant = 0;
        self.proceed()
    }

    /// Adds units until each known set has a given, and asks whether the puzzle has one solution.
    fn complete(&mut self) -> Repaired {
        let (mut open, mut alone) = (Vec::new(), Vec::with_capacity(SAMPLE));
        for &set in &self.sets {
            let hit = set & self.givens;
            if hit == 0 {
                open.push(set);
            } else if hit & (hit - 1) == 0 && alone.len() < SAMPLE {
                alone.push(set);
            }
        }
        let has_too_few = self.before.givens.count_ones() < *self.clues.start();
        while !open.is_empty() {
            let (mut best, mut best_rank, mut ties) = (0, -1_000_000, 0);
            for &unit in self.units.iter().filter(|&&unit| unit != self.taken) {
                let hits = count(&open, unit);
                // What has a given already hits none.
                if hits == 0 {
                    continue;
                }
                // What is in many sets, above all in those without a given, leads to few givens.
                let many = 1000 * hits;
                let rank = if has_too_few {
                    -many - count(&alone, unit)
                } else if many >= best_rank - 999 {
                    many + count(&alone, unit)
                } else {
                    continue;
                };
                if rank < best_rank {
                    continue;
                }
                ties = if rank > best_rank { 1 } else { ties + 1 };
                best_rank = rank;
                if self.rng.below(ties) == 0 {
                    best = unit;
                }
            }
            if best == 0 {
                return self.start_move();
            }
            self.givens |= best;
            open.retain(|set| set & best == 0);
        }
        self.asked = Asked::Without(0);
        Repaired::Asks
    }

    /// Asks about a doubtful given. Once all are decided, keeps the move or undoes it.
    fn proceed(&mut self) -> Repaired {
        let clues = self.givens.count_ones();
        let missing = self.clues.start().saturating_sub(clues);
        let wrong_clues = missing + clues.saturating_sub(*self.clues.end());
        // What can be removed whole will be, or turns out to be needed.
        let redundant = if self.minimal { self.redundant & !self.movable } else { 0 };
        let cost = wrong_clues + redundant.count_ones();
        if cost > self.before.cost.saturating_add(self.slack) {
            return self.start_move();
        }
        // What can be removed comes first, a random one, as the order decides.
        let first = self.doubtful & self.movable;
        if first != 0 || (self.doubtful != 0 && (self.minimal || wrong_clues == 0)) {
            let from = if first == 0 { self.doubtful } else { first };
            self.asked = Asked::Needed(self.draw(from));
            return Repaired::Asks;
        }
        if cost == 0 {
            return Repaired::Done;
        }
        self.before = Before { givens: self.givens, redundant, cost };
        self.start_move()
    }

    /// Takes a unit out of the last puzzle that was good enough.
    fn start_move(&mut self) -> Repaired {
        let Before { givens, redundant, .. } = self.before;
        let kind = usize::from(redundant == 0);
        self.moves += 1;
        if self.moves > self.most_moves[kind] {
            return Repaired::Failed;
        }
        let wrong = if redundant == 0 || self.rng.below(3) == 0 { givens } else { redundant };
        self.taken = self.unit_of[self.draw(wrong).trailing_zeros() as usize];
        self.slack = 0;
        while self.rng.below(SLACK[kind]) == 0 {
            self.slack += 1;
        }
        self.givens = givens & !self.taken;
        self.complete()
    }

    /// Draws one of the cells.
    fn draw(&mut self, mut cells: Cells) -> Cells {
        for _ in 0..self.rng.below(cells.count_ones() as usize) {
            cells &= cells - 1;
        }
        cells & cells.wrapping_neg()
    }
}

/// Returns how many sets have a cell of a unit.
fn count(sets: &[Cells], unit: Cells) -> i64 {
    sets.iter().map(|set| i64::from(set & unit != 0)).sum()
}
