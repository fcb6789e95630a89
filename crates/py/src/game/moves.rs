//! Moves as Python has them: a row, a column and a digit, or `None` for a pass.

use pyo3::prelude::*;
use quadrille_arena::Move;
use quadrille_core::{Candidate, Cell, Digit};

use super::errors;

/// Row and column from 0, and the digit, all maybe off the board; `None` for a pass.
pub(crate) type Place = Option<(i64, i64, i64)>;

/// Returns the move.
pub(crate) fn to_move(side: usize, place: Place) -> Move {
    match place {
        None => Move::Pass,
        Some((row, column, value)) => Move::at(side, row, column, value),
    }
}

/// Returns the place of a move.
pub(crate) fn to_place(side: usize, mv: Move) -> Place {
    match mv {
        Move::Pass => None,
        Move::Place(Candidate { cell, digit }) => {
            let (row, column) = cell.row_column(side);
            Some((row as i64, column as i64, digit.get().into()))
        }
        Move::Nowhere { row, column, value } => Some((row, column, value)),
    }
}

/// Returns the number of actions on a board: every digit in every cell, and the pass.
pub(crate) fn actions(side: usize) -> usize {
    side * side * side + 1
}

/// Returns the action of a placement.
pub(crate) fn action_of(side: usize, Candidate { cell, digit }: Candidate) -> usize {
    cell.index() * side + usize::from(digit.get()) - 1
}

/// Returns the move of an action, if the action exists.
pub(crate) fn move_of(side: usize, action: i64) -> Option<Move> {
    let action = usize::try_from(action).ok().filter(|&action| action < actions(side))?;
    if action + 1 == actions(side) {
        return Some(Move::Pass);
    }
    let digit = Digit::new((action % side + 1) as u8).expect("1 to the side");
    Some(Move::Place(Candidate { cell: Cell::new(action / side), digit }))
}

/// Returns the move of an action, or the exception for a number that is none.
pub(crate) fn checked_move_of(py: Python<'_>, side: usize, action: i64) -> PyResult<Move> {
    let last = actions(side) - 1;
    move_of(side, action).ok_or_else(|| {
        errors::wrong(py, &format!("action {action}; actions are 0 to {last}, the last one passes"))
    })
}
