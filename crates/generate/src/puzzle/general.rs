//! Puzzles of every box shape, with or without edges: one question at a time.
//!
//! Givens are removed in random order, in blocks that are halved when one of them must stay. What
//! is undecided after [`NODES`] nodes stays as well, so a puzzle always has one solution, but a large
//! one may not be known to be minimal.

use quadrille_core::Rng;
use quadrille_core::solve::{self, Solver};
use quadrille_core::{
    BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Grid, Puzzle, Solution,
};
use quadrille_core::{Limits, Meter, Stop};

use super::{Generator, Made};
use crate::grids;

/// Nodes after which a question remains open, so that a large puzzle takes a bounded time.
const NODES: u64 = 2000;

/// A puzzle in the making.
struct Draft {
    solution: Solution,
    edges: Edges,
    is_given: Vec<bool>,
}

/// Makes one item. Returns `None` for an attempt that failed.
pub(super) fn attempt(
    generator: &Generator<'_>,
    index: u64,
    number: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Made>, Stop> {
    let recipe = &generator.recipe;
    let mut rng = generator.stream(index, number);
    let (shape, cells) = (recipe.shape, recipe.shape.cells());
    let solution = recipe.solution.clone().unwrap_or_else(|| solution(shape, &mut rng));
    let edges = edges(&solution, recipe.edges.unwrap_or(0), &mut rng);
    let mut draft = Draft { solution, edges, is_given: vec![true; cells] };
    let mut units = recipe.symmetry.orbits(shape.side());
    rng.shuffle(&mut units);
    let (fewest, most) = match &recipe.clues {
        None => (0, cells),
        Some(clues) => (*clues.start(), (*clues.end()).min(cells)),
    };
    let is_floored = recipe.clues.is_some() && !recipe.minimal;
    let floor = if is_floored { fewest + rng.below(most - fewest + 1) } else { 0 };
    let mut doubtful = draft.reduce(&units, floor, meter)?;
    let clues = draft.is_given.iter().filter(|&&given| given).count();
    if !(fewest..=most).contains(&clues) {
        return Ok(None);
    }
    doubtful.retain(|&cell| draft.is_given[cell]);
    let mut minimal = true;
    for cell in doubtful {
        if draft.is_needed(cell, meter)? != Some(true) {
            minimal = false;
            break;
        }
    }
    if recipe.minimal && !minimal {
        return Ok(None);
    }
    let puzzle = draft.puzzle();
    let is_wanted = generator.accepts(&puzzle, &draft.solution, meter);
    let solution = Solution::new(&puzzle, &digits(&draft.solution)).expect("it was validated");
    Ok(is_wanted.then_some(Made { index, puzzle, solution, minimal, weight: None }))
}

/// Draws a solved grid: exactly uniform where there is a method for the shape.
fn solution(shape: BoxShape, rng: &mut Rng) -> Solution {
    grids::uniform(shape, rng)
        .unwrap_or_else(|_| grids::fast(shape, grids::enough_swaps(shape), rng))
}

fn digits(solution: &Solution) -> Vec<u8> {
    solution.grid().digits().iter().map(|digit| digit.map_or(0, Digit::get)).collect()
}

/// Draws that many pairs of adjacent cells with consecutive digits, or all if there are fewer.
fn edges(solution: &Solution, count: usize, rng: &mut Rng) -> Edges {
    if count == 0 {
        return Edges::none();
    }
    let (shape, digits) = (solution.grid().shape(), digits(solution));
    let side = shape.side();
    let right =
        (0..digits.len()).filter(|cell| cell % side + 1 < side).map(|cell| (cell, cell + 1));
    let below = (0..digits.len() - side).map(|cell| (cell, cell + side));
    let mut pairs: Vec<(Cell, Cell)> = right
        .chain(below)
        .filter(|&(a, b)| digits[a].abs_diff(digits[b]) == 1)
        .map(|(a, b)| (Cell::new(a), Cell::new(b)))
        .collect();
    rng.shuffle(&mut pairs);
    pairs.truncate(count);
    Edges::new(shape, pairs).expect("the cells are adjacent")
}

impl Draft {
    /// Removes units in their order, as long as one solution is proved and `floor` givens are left.
    /// Returns the cells that are not known to be needed if they are given.
    fn reduce(
        &mut self,
        units: &[Vec<usize>],
        floor: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<usize>, Stop> {
        let mut doubtful = Vec::new();
        let mut givens = self.is_given.len();
        let (mut at, mut block) = (0, (units.len() / 6).max(1));
        while at < units.len() {
            let end = (at + block).min(units.len());
            let cells: Vec<usize> = units[at..end].concat();
            if givens < floor + cells.len() {
                if end == at + 1 {
                    doubtful.extend(cells);
                    at = end;
                } else {
                    block = (end - at) / 2;
                }
                continue;
            }
            let is_needed = if let [cell] = cells[..] {
                self.is_needed(cell, meter)?
            } else {
                self.set(&cells, false);
                let answer = self.count(&self.puzzle(), 2, meter)?;
                self.set(&cells, true);
                answer.map(|count| count > 1)
            };
            if is_needed == Some(false) {
                self.set(&cells, false);
                givens -= cells.len();
                at = end;
            } else if end == at + 1 {
                if is_needed.is_none() || cells.len() > 1 {
                    doubtful.extend(cells);
                }
                at = end;
            } else {
                block = (end - at) / 2;
            }
        }
        Ok(doubtful)
    }

    fn set(&mut self, cells: &[usize], is_given: bool) {
        for &cell in cells {
            self.is_given[cell] = is_given;
        }
    }

    fn puzzle(&self) -> Puzzle {
        let mut givens = Grid::empty(self.solution.grid().shape());
        for (cell, digit) in self.solution.grid().filled() {
            if self.is_given[cell.index()] {
                givens.set(cell, Some(digit));
            }
        }
        Puzzle::new(givens, self.edges.clone()).expect("a solution has no conflict")
    }

    /// Returns whether the puzzle has several solutions without this given; `None` if that takes too
    /// long to find out. Excluding its digit is faster than to ask for two solutions.
    fn is_needed(&self, cell: usize, meter: &mut Meter<'_>) -> Result<Option<bool>, Stop> {
        let grid = self.solution.grid();
        let mut marks = CandidateSet::full(grid.shape());
        for (other, digit) in grid.filled() {
            let is_asked = other.index() == cell;
            if self.is_given[other.index()] || is_asked {
                let only = DigitSet::only(digit);
                let all = DigitSet::all(grid.shape().side());
                marks.set(
                    other,
                    if is_asked { DigitSet::from_bits(all.bits() & !only.bits()) } else { only },
                );
            }
        }
        let puzzle = Puzzle::from_marks(marks, self.edges.clone());
        // A conflict proves that there is no other solution: an edge excludes all other digits.
        let Ok(puzzle) = puzzle else { return Ok(Some(false)) };
        Ok(self.count(&puzzle, 1, meter)?.map(|count| count == 1))
    }

    /// Counts solutions up to a limit; `None` if that takes too long.
    fn count(
        &self,
        puzzle: &Puzzle,
        limit: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u64>, Stop> {
        meter.poll_now()?;
        let nodes = meter.limits().nodes.map_or(NODES, |limit| limit.min(NODES));
        let limits = Limits { nodes: Some(nodes), ..*meter.limits() };
        let mut own = meter.renewed_with(limits, Solver::Auto.node());
        let answer = solve::count(Solver::Auto, puzzle, limit, &mut own);
        meter.add(&own);
        match answer.stop {
            Stop::Nodes => Ok(None),
            Stop::Solved | Stop::ProvedNone => Ok(Some(answer.count)),
            stop => Err(stop),
        }
    }
}
