//! The solver for those who do not want to choose: propagate, search a little, then learn.

use std::ops::ControlFlow;

use super::bits::Search;
use super::formula::{Formula, Literal};
use super::learning::Engine;
use super::{ExactSolver, Kernel};
use crate::board::{Puzzle, Solution};
use crate::control::{Counter, Run, Stop};

/// Plain 9x9 boards go to [`Kernel`]. Others start as [`Bits`](super::Bits), and goes on as [`Learning`](super::Learning) when that has
/// guessed long without a solution. What the first has ruled out the second is told, so nothing is
/// searched twice and no solution found twice. A node is a guess, of either.
#[derive(Clone, Copy, Debug)]
pub struct Auto;

/// Guesses without a solution after which clauses are learned. Nearly all 16x16 boards need fewer;
/// on 25x25 anything from 0 to 1000 costs about the same.
const PATIENCE: u64 = 300;

impl ExactSolver for Auto {
    fn id(&self) -> &'static str {
        "auto"
    }

    fn node(&self) -> Counter {
        Counter::Branch
    }

    fn counts_by_batches(&self, puzzle: &Puzzle) -> bool {
        Kernel.supports(puzzle)
    }

    fn solve(
        &self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Stop {
        if Kernel.supports(puzzle) {
            Kernel.solve(puzzle, run, found)
        } else {
            solve(puzzle, PATIENCE, run, found)
        }
    }
}

fn solve(
    puzzle: &Puzzle,
    patience: u64,
    run: &mut Run<'_>,
    found: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
) -> Stop {
    let Some(mut search) = Search::new(puzzle) else { return Stop::ProvedNone };
    if let Some(stop) = search.go_on(puzzle, patience, run, found) {
        return stop;
    }
    let (board, ruled_out) = search.give_up();
    let formula = Formula::of(puzzle, &board);
    let not = |&(cell, digit): &(usize, u32)| {
        let variable = formula.variable(cell, digit);
        Literal::no(variable.expect("a guess is about what propagation leaves open"))
    };
    let clauses: Vec<Vec<Literal>> =
        ruled_out.iter().map(|group| group.iter().map(not).collect()).collect();
    let mut engine = Engine::new(formula);
    for clause in &clauses {
        engine.require(clause);
    }
    engine.search(puzzle, run, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoxShape, Cell, Grid, Snapshot, Symmetry};
    use crate::control::{Budget, NoClock, Rng};
    use crate::solve::Naive;

    /// Wherever the search is handed over, every solution is found once.
    #[test]
    fn nothing_is_lost_or_doubled_when_learning_takes_over() {
        let mut rng = Rng::from_seed(11);
        let solved = [1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1]
            .into_iter()
            .chain([3, 1, 2, 6, 4, 5, 6, 4, 5, 3, 1, 2])
            .collect::<Vec<u8>>();
        let shape = BoxShape::new(2, 3).unwrap();
        let grid = Grid::from_digits(shape, &solved).unwrap();
        for _ in 0..30 {
            let mut givens = Grid::empty(shape);
            let symmetry = Symmetry::random(shape, &mut rng);
            if symmetry.image_shape() != shape {
                continue;
            }
            let image = symmetry.apply(&grid);
            for _ in 0..12 {
                let cell = Cell::new(rng.below(36));
                givens.set(cell, image.get(cell));
            }
            let puzzle = Puzzle::try_from(givens).unwrap();
            let all = |solve: &mut dyn FnMut(&mut Run<'_>, &mut Vec<Snapshot>) -> Stop| {
                let budget = Budget::unlimited();
                let rng = Rng::from_seed(1);
                let mut run = Run::new(&puzzle, Counter::Branch, budget, rng, &NoClock);
                let mut found = Vec::new();
                assert_eq!(solve(&mut run, &mut found), Stop::ProvedNone);
                found.sort();
                found
            };
            let expected = all(&mut |run, list| {
                Naive.solve(&puzzle, run, &mut |solution| {
                    list.push(solution.grid().snapshot());
                    ControlFlow::Continue(())
                })
            });
            assert!(!expected.is_empty());
            for patience in [0, 1, 2, 5, 20] {
                let found = all(&mut |run, list| {
                    solve(&puzzle, patience, run, &mut |solution| {
                        list.push(solution.grid().snapshot());
                        ControlFlow::Continue(())
                    })
                });
                assert_eq!(found, expected, "{puzzle:?} after {patience}");
            }
        }
    }
}
