//! Puzzles after which others are made.

use quadrille_core::solve::{self, Solver, Verdict};
use quadrille_core::{BoxShape, Grid, Meter, Puzzle, Rng, Symmetry};

use super::cells::Cells;

/// The most units with givens of a model that are removed first, and so seldom given again.
const MOST_CHANGED: usize = 4;

/// A puzzle with one solution.
pub(super) struct Model {
    givens: Grid,
    solution: Grid,
}

impl Model {
    /// Returns the model that a puzzle is; `None` if it is not 9x9 or has not exactly one solution.
    pub(super) fn of(puzzle: &Puzzle) -> Option<Self> {
        if puzzle.shape() != BoxShape::NINE {
            return None;
        }
        match solve::verdict(Solver::Kernel, puzzle, &mut Meter::unlimited()) {
            Verdict::Unique(solution) => {
                let (givens, solution) = (puzzle.givens().clone(), solution.grid().clone());
                Some(Self { givens, solution })
            }
            _ => None,
        }
    }

    /// Returns the solution and the cells of the givens in a random form: with other names for the
    /// digits and another order of rows and columns.
    pub(super) fn image(&self, rng: &mut Rng) -> ([u8; 81], Cells) {
        let symmetry = Symmetry::random(BoxShape::NINE, rng);
        let givens = symmetry.apply(&self.givens);
        let cells = givens.filled().fold(0, |cells, (cell, _)| cells | 1 << cell.index());
        (symmetry.apply(&self.solution).nine().expect("it is 9x9"), cells)
    }
}

/// Orders units for a reduction that ends near a model: a few units with its givens, at least that many, go
/// first, as long as every other cell is given; then go those without its givens, of which some must
/// stay now; the other units with its givens go last.
pub(super) fn order(units: Vec<Cells>, givens: Cells, fewest: usize, rng: &mut Rng) -> Vec<Cells> {
    let changed = fewest + rng.below(MOST_CHANGED + 1 - fewest);
    let (of_model, others): (Vec<Cells>, Vec<Cells>) =
        units.into_iter().partition(|unit| unit & givens != 0);
    let (first, last) = of_model.split_at(changed.min(of_model.len()));
    [first, &others, last].concat()
}
