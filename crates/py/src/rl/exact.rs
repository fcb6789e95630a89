//! The solved 4x4 game as a table.

use std::collections::BTreeSet;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, StringArray, UInt32Array};
use pyo3::prelude::*;
use quadrille_arena::{ExactValues, GameState, Move, Ruleset};
use quadrille_core::{CancelFlag, Grid, Stop};

use crate::column::Table;
use crate::game::canonical::{digits_of, least};
use crate::game::errors;
use crate::game::state::GameCore;
use crate::run;

/// A row: the board, its filled cells, the value, and a best move.
type Entry = (String, u32, i32, Option<String>);

/// Returns every position that can follow that of a game, up to symmetry, with its value for the
/// player to move, who is not after a pass.
#[pyfunction]
pub(crate) fn exact_values(py: Python<'_>, game: &GameCore) -> PyResult<Table> {
    let state = game.lock().state.clone();
    let shape = state.rules().board.shape();
    if (shape.rows(), shape.columns()) != (2, 2) {
        let side = shape.side();
        let message = format!("only the 4x4 game with 2x2 boxes is solved, not side {side}");
        return Err(errors::unsupported(py, &message));
    }
    let cancel = CancelFlag::new();
    let rows = run::aside(py, &cancel, |_| Ok(()), || rows(&state, &cancel))?;
    let rows = rows.map_err(|_| errors::wrong(py, "stopped"))?.ok_or_else(|| {
        let message = "the game is not solved with edges, unlimited passing, or penalties for \
                       illegal attempts where a pass is not allowed";
        errors::unsupported(py, message)
    })?;
    let boards: StringArray = rows.iter().map(|row| Some(&row.0)).collect();
    let filled: UInt32Array = rows.iter().map(|row| Some(row.1)).collect();
    let values: Int32Array = rows.iter().map(|row| Some(row.2)).collect();
    let best: StringArray = rows.iter().map(|row| row.3.as_ref()).collect();
    Table::of(vec![
        ("board", Arc::new(boards) as ArrayRef),
        ("filled", Arc::new(filled)),
        ("value", Arc::new(values)),
        ("best", Arc::new(best)),
    ])
}

/// Returns the rows, layer by layer; `None` if the game is not solved.
fn rows(state: &GameState, cancel: &CancelFlag) -> Result<Option<Vec<Entry>>, Stop> {
    let solved = ExactValues::default();
    let first = state.board().grid().snapshot();
    let mut layer = BTreeSet::from([least(&first[..].try_into().expect("sixteen cells"))]);
    let mut rows = Vec::new();
    while !layer.is_empty() {
        let mut next = BTreeSet::new();
        for key in layer {
            if cancel.is_cancelled() {
                return Err(Stop::Cancelled);
            }
            let digits = digits_of(key);
            let shape = state.rules().board.shape();
            let grid = Grid::from_digits(shape, &digits).expect("digits of 0 to 4");
            let board = grid.try_into().expect("placements are legal");
            let rules = Ruleset { board, ..(**state.rules()).clone() };
            let position = GameState::new(Arc::new(rules));
            let filled = 16 - position.board().empty() as u32;
            let text =
                digits.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) });
            let text: String = text.collect();
            if position.outcome().is_some() {
                rows.push((text, filled, 0, None));
                continue;
            }
            let Some(moves) = solved.moves(&position, cancel)? else { return Ok(None) };
            let best = moves.first().expect("the game is not over");
            rows.push((text, filled, best.value, Some(best.mv.name(4).to_string())));
            for found in moves {
                if let Move::Place(candidate) = found.mv {
                    let mut after = digits;
                    after[candidate.cell.index()] = candidate.digit.get();
                    next.insert(least(&after));
                }
            }
        }
        layer = next;
    }
    Ok(Some(rows))
}
