//! How likely a minimal puzzle was to be found, so that a sample can be corrected.
//!
//! A reduction by single cells is a path: from the solved grid, it removes at each step one of the
//! givens that can be removed, each with the same probability, until none can. With `R(i)` such givens
//! after `i` steps, a path of `m` steps has the probability `1 / (R(0) · … · R(m - 1))`. Each of
//! the `m!` orders of the removed cells is a path to the same puzzle, because a puzzle with more givens
//! has one solution as well. So with the *weight* `R(0) · … · R(m - 1) / m!` of its path,
//! every minimal puzzle of the grid has the same expected weight, 1. Averages over a sample
//! with these weights are averages over all minimal puzzles, if the grids are uniform; the average
//! weight itself is the average number of minimal puzzles of a grid.
//!
//! That is sequential importance sampling, as in D. E. Knuth, "Estimating the efficiency of
//! backtrack programs" (1975). D. Berthier, "Unbiased statistics of a constraint satisfaction
//! problem: a controlled-bias generator" (2009), corrects the same bias by dropping every path that
//! meets a given which cannot be removed. Nearly all paths do.
//!
//! Once a given is needed, it stays needed. So `R(i)` follows from the step at which each
//! given of the puzzle becomes needed, which is found by bisection.

use quadrille_simd::Masks;

use super::cells::{Cells, difference, each};
use super::reduction::masks_without;

pub(super) struct Weighing {
    grid: [u8; 81],
    given: Masks,
    /// The removed cells in the order of their removal.
    removed: Vec<u8>,
    /// The givens before the first step, after one step, and so on.
    givens: Vec<Cells>,
    /// For each given of the puzzle the first step after which it may be needed, and the first
    /// after which it is known to be.
    needed: Vec<(usize, usize, usize)>,
}

impl Weighing {
    /// Weighs the path that removes these cells, one after the other.
    pub(super) fn new(grid: [u8; 81], removed: Vec<u8>) -> Self {
        let mut left = super::cells::ALL;
        let mut givens = vec![left];
        for &cell in &removed {
            left &= !(1 << cell);
            givens.push(left);
        }
        let steps = removed.len();
        let needed = each(left).map(|cell| (cell, 1, steps)).collect();
        Self { grid, given: grid.map(|digit| 1 << (digit - 1)), removed, givens, needed }
    }

    /// The given whose step is not known, and the step in question.
    fn open(&self) -> Option<(usize, usize)> {
        let place = self.needed.iter().position(|(_, from, to)| from < to)?;
        let (_, from, to) = self.needed[place];
        Some((place, (from + to) / 2))
    }

    /// Returns the board of the next question: whether it has a solution. `None` if there are no more
    /// questions.
    pub(super) fn masks(&self) -> Option<Masks> {
        let (place, step) = self.open()?;
        let cell = self.needed[place].0;
        Some(masks_without(&self.given, self.givens[step], cell))
    }

    /// Takes the solutions found.
    pub(super) fn answer(&mut self, solutions: &[[u8; 81]]) {
        let Some((place, step)) = self.open() else { return };
        let (cell, from, to) = &mut self.needed[place];
        match solutions.first() {
            None => *from = step + 1,
            Some(solution) => {
                // The other solution has been possible since its last cell was removed.
                let others = difference(solution, &self.grid) & !(1 << *cell);
                let last = self.removed.iter().rposition(|&cell| others >> cell & 1 == 1);
                *to = last.map_or(*from, |last| last + 1);
            }
        }
    }

    /// Returns the weight, once there are no more questions.
    pub(super) fn weight(&self) -> f64 {
        let mut weight = 1.0;
        for step in 0..self.removed.len() {
            let needed = self.needed.iter().filter(|(_, from, _)| *from <= step).count();
            let removable = self.givens[step].count_ones() as usize - needed;
            weight *= removable as f64 / (step + 1) as f64;
        }
        weight
    }
}
