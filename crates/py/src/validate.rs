//! `validate_batch`: answers that files hold, looked at by the independent validator.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille_core::Solution;

use crate::batch::read;
use crate::column::Table;
use crate::texts::Rows;

/// Returns whether each solution is one of its puzzle, in a column `valid`; null without a solution.
#[pyfunction]
pub(crate) fn validate_batch(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    solutions: &Bound<'_, PyAny>,
) -> PyResult<Table> {
    let (puzzles, solutions) = (Rows::of(puzzles)?, Rows::of(solutions)?);
    let len = puzzles.len();
    if solutions.len() != len {
        let given = solutions.len();
        return Err(PyValueError::new_err(format!("{given} solutions for {len} puzzles")));
    }
    py.detach(|| {
        let pairs = puzzles.range(0..len).zip(solutions.range(0..len));
        let valid: BooleanArray =
            pairs.map(|(puzzle, text)| text.map(|text| is_valid(puzzle, text))).collect();
        Table::of(vec![("valid", Arc::new(valid) as ArrayRef)])
    })
}

fn is_valid(puzzle: Option<&[u8]>, solution: &[u8]) -> bool {
    let puzzle = puzzle.map(read);
    let (Some(Ok(puzzle)), Ok(solution)) = (puzzle, read(solution)) else { return false };
    Solution::new(&puzzle, &solution.givens().snapshot()).is_ok()
}
