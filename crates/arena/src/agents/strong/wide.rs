//! The beginning of games on boards too large for a field: own gain less the best reply's.

use quadrille::{Candidate, Cell, Digit, Stop};

use crate::agents::Forfeit;
use crate::agents::limits::Deadline;
use crate::agents::meter::Meter;
use crate::game::{Board, GameState, Move};

/// The placement whose gain less that of the best reply is largest, as far as the budget reaches;
/// the highest digits are looked at first.
pub(crate) fn choose(
    state: &GameState,
    meter: &mut Meter<'_, '_>,
    deadline: &Deadline,
) -> Result<Move, Forfeit> {
    let bonus = i64::from(state.rules().bonus);
    let mut board = state.board().clone();
    let mut placements: Vec<Candidate> = board.placements().collect();
    let gain = |board: &Board, placement: Candidate| {
        i64::from(placement.digit.get()) + bonus * i64::from(board.completes(placement.cell))
    };
    placements.sort_by_key(|&placement| (-gain(&board, placement), placement));
    let mut best = (i64::MIN, placements[0]);
    for &placement in &placements {
        let gained = gain(&board, placement);
        if gained <= best.0 {
            break;
        }
        match meter.take(1).and_then(|()| deadline.check(meter)) {
            Ok(()) => {}
            Err(Stop::Cancelled) => return Err(Forfeit::Cancelled),
            Err(_) => break,
        }
        board.place(placement);
        let value = gained - best_gain(&board, bonus);
        board.undo();
        if value > best.0 {
            best = (value, placement);
        }
    }
    Ok(Move::Place(best.1))
}

fn best_gain(board: &Board, bonus: i64) -> i64 {
    let of_cell = |(index, legal): (usize, &quadrille::DigitSet)| {
        let digit = Digit::new((64 - legal.bits().leading_zeros()) as u8)?;
        Some(i64::from(digit.get()) + bonus * i64::from(board.completes(Cell::new(index))))
    };
    board.legal_by_cell().iter().enumerate().filter_map(of_cell).max().unwrap_or(0)
}
