//! 4x4 positions up to the 128 symmetries of the board. Digits are points, so they are not exchanged.

use pyo3::prelude::*;
use quadrille_arena::GameState;

use super::errors;
use super::moves::action_of;

/// The digits of a 4x4 board, row by row; 0 for empty.
pub(crate) type Digits = [u8; 16];

/// The orders of columns: swaps within both stacks, and of the stacks.
const COLUMNS: [[usize; 4]; 8] = [
    [0, 1, 2, 3],
    [1, 0, 2, 3],
    [0, 1, 3, 2],
    [1, 0, 3, 2],
    [2, 3, 0, 1],
    [2, 3, 1, 0],
    [3, 2, 0, 1],
    [3, 2, 1, 0],
];

/// Returns the canonical form of a board, as the number of its digits with three bits each. Each
/// order of columns, of the board or its transpose, has its least order of rows by sorting within
/// bands and then the bands.
pub(crate) fn least(digits: &Digits) -> u64 {
    let mut least = u64::MAX;
    for transposed in [false, true] {
        let at = |row: usize, column: usize| {
            u64::from(digits[if transposed { 4 * column + row } else { 4 * row + column }])
        };
        for columns in COLUMNS {
            let row = |row| columns.iter().fold(0, |bits, &column| bits << 3 | at(row, column));
            let band = |first: u64, second: u64| first.min(second) << 12 | first.max(second);
            let (upper, lower) = (band(row(0), row(1)), band(row(2), row(3)));
            least = least.min(upper.min(lower) << 24 | upper.max(lower));
        }
    }
    least
}

/// Returns the digits of a number of [`least`].
pub(crate) fn digits_of(key: u64) -> Digits {
    std::array::from_fn(|cell| (key >> (3 * (15 - cell)) & 7) as u8)
}

/// Returns the digits of a position, if its board is 4x4 without edges.
fn digits(py: Python<'_>, state: &GameState) -> PyResult<Digits> {
    let shape = state.rules().board.shape();
    if (shape.rows(), shape.columns()) != (2, 2) || !state.rules().board.edges().is_empty() {
        let message = "keys are for 4x4 boards with 2x2 boxes and without edges";
        return Err(errors::unsupported(py, message));
    }
    let digits = state.board().grid().snapshot();
    Ok(digits[..].try_into().expect("sixteen cells"))
}

/// Returns the key of a position.
pub(crate) fn key(py: Python<'_>, state: &GameState) -> PyResult<u64> {
    Ok(least(&digits(py, state)?))
}

/// Returns the action and the points of each legal placement, and the key of the position after it.
pub(crate) fn afterstates(py: Python<'_>, state: &GameState) -> PyResult<Vec<(usize, i32, u64)>> {
    let mut digits = digits(py, state)?;
    if state.outcome().is_some() {
        return Ok(Vec::new());
    }
    let (board, scoring) = (state.board(), state.rules().scoring());
    let mut after = |candidate: quadrille_core::Candidate| {
        let points = scoring.placement(candidate.digit, board.completes(candidate.cell));
        digits[candidate.cell.index()] = candidate.digit.get();
        let key = least(&digits);
        digits[candidate.cell.index()] = 0;
        (action_of(4, candidate), points, key)
    };
    Ok(board.placements().map(&mut after).collect())
}
