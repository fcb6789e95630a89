//! Moves on boards with too many live cells for [`LiveBoard`](super::live_board::LiveBoard): the gain
//! of a placement less the gain of the best reply.

use quadrille_core::{Candidate, Stop};

use super::limits::MoveMeter;
use crate::agent::AgentError;
use crate::game::{Board, GameState, Move, Points, Scoring};

/// Returns the placement with the largest gain less that of the best reply, of those that the
/// limits allow. Tries the placements with the largest gains first.
pub(crate) fn choose(state: &GameState, meter: &mut MoveMeter<'_, '_>) -> Result<Move, AgentError> {
    let scoring = state.rules().scoring();
    let mut board = state.board().clone();
    let mut placements: Vec<Candidate> = board.placements().collect();
    placements.sort_by_key(|&placement| (-gain(&board, placement, scoring), placement));
    let mut best = (Points::MIN, placements[0]);
    for &placement in &placements {
        let gained = gain(&board, placement, scoring);
        if gained <= best.0 {
            break;
        }
        match meter.take(1).and_then(|()| meter.check_time()) {
            Ok(()) => {}
            Err(Stop::Cancelled) => return Err(AgentError::Stopped),
            Err(_) => break,
        }
        board.place(placement);
        let value = gained - best_gain(&board, scoring);
        board.undo();
        if value > best.0 {
            best = (value, placement);
        }
    }
    Ok(Move::Place(best.1))
}

/// Returns the depth of the search and the value of each placement: its gain less that of the best
/// reply, or only its gain if the limits allow no more. Returns `None` if they do not allow that.
pub(crate) fn values(
    state: &GameState,
    meter: &mut MoveMeter<'_, '_>,
) -> Option<(u32, Vec<(Candidate, Points)>)> {
    let scoring = state.rules().scoring();
    let mut board = state.board().clone();
    let mut values: Vec<(Candidate, Points)> =
        board.placements().map(|placement| (placement, gain(&board, placement, scoring))).collect();
    meter.take(values.len() as u64).ok()?;
    let gains = values.clone();
    for (placement, value) in &mut values {
        if meter.take(1).is_err() {
            return Some((1, gains));
        }
        board.place(*placement);
        *value -= best_gain(&board, scoring);
        board.undo();
    }
    Some((2, values))
}

/// Returns the reply to a placement with the largest gain, the first of several; `None` if there is
/// no reply.
pub(crate) fn reply(state: &GameState, placement: Candidate) -> Option<Candidate> {
    let mut board = state.board().clone();
    board.place(placement);
    let scoring = state.rules().scoring();
    board.placements().min_by_key(|&reply| (-gain(&board, reply, scoring), reply))
}

fn gain(board: &Board, placement: Candidate, scoring: Scoring) -> Points {
    scoring.placement(placement.digit, board.completes(placement.cell))
}

fn best_gain(board: &Board, scoring: Scoring) -> Points {
    let cells = board.geometry().cells().zip(board.legal_by_cell());
    let best = cells.filter_map(|(cell, legal)| Some(Candidate { cell, digit: legal.last()? }));
    best.map(|placement| gain(board, placement, scoring)).max().unwrap_or(0)
}
