//! What a learner sees of a game: its observation and the mask of its actions.

use quadrille_arena::{GameState, Seat};

use super::moves::{action_of, actions};

/// The planes of an observation besides one for each digit.
const MORE: usize = 3;

/// Returns the observation of a player: for each cell, row by row, `side + 3` signed bytes. The first
/// `side` are 1 for the digit in the cell. Then follow the edges (1 to the right, plus 2 downwards),
/// whether the last move was a pass, and how many points the player is ahead, from -127 to 127.
pub(crate) fn observation(state: &GameState, seat: Seat) -> Vec<u8> {
    let (board, side) = (state.board(), state.rules().side());
    let depth = side + MORE;
    let mut seen = vec![0; side * side * depth];
    let scores = state.scores();
    let ahead = (scores[seat.index()] - scores[seat.other().index()]).clamp(-127, 127) as i8;
    for (cell, planes) in board.geometry().cells().zip(seen.chunks_exact_mut(depth)) {
        if let Some(digit) = board.get(cell) {
            planes[usize::from(digit.get()) - 1] = 1;
        }
        planes[side + 1] = state.after_pass().into();
        planes[side + 2] = ahead.cast_unsigned();
    }
    for (first, second) in state.rules().board.edges().pairs() {
        let (first, second) =
            (first.index().min(second.index()), first.index().max(second.index()));
        seen[first * depth + side] |= if second == first + 1 { 1 } else { 2 };
    }
    seen
}

/// Returns which actions are legal: a byte of 0 or 1 for each.
pub(crate) fn mask(state: &GameState) -> Vec<u8> {
    let side = state.rules().side();
    let mut mask = vec![0; actions(side)];
    if state.outcome().is_none() {
        for candidate in state.board().placements() {
            mask[action_of(side, candidate)] = 1;
        }
        mask[actions(side) - 1] = state.may_pass().into();
    }
    mask
}
