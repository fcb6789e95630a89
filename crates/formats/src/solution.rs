//! Whether a grid is the solution of another one.

use quadrille_core::Grid;

/// Whether a grid is complete and has the givens of another one.
pub(super) fn is_solution(grid: &Grid, of: &Grid) -> bool {
    let mut pairs = of.digits().iter().zip(grid.digits());
    grid != of
        && grid.shape() == of.shape()
        && grid.empty_cells().next().is_none()
        && pairs.all(|(given, digit)| given.is_none() || given == digit)
}
