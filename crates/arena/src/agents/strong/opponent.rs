//! What `strong` knows of its opponent, and how it plays for the opponent's mistakes.
//!
//! A search that expects the best replies sees no difference between moves that lose alike. But many
//! opponents look only two plies ahead, as `alphabeta` and `minimax` do. So `strong` predicts each
//! of the opponent's moves by such a search. If these come true and it is behind late in the game, it
//! looks for a line to the end of the game that wins if they go on coming true.
//!
//! Modeling an opponent by a search and checking the model against its moves is from Carmel &
//! Markovitch, "Learning models of opponent's strategy in game playing", 1993.

use quadrille_engine::{Candidate, DigitSet, Rng, Stop};

use super::search::Search;
use crate::agents::live_board::{LiveBoard, Spot, Undo, each};
use crate::agents::pass_value::Terms;
use crate::game::{GameState, Move, Played, Seat};

/// How many predictions in a row must have come true. Other searches often agree with this one as
/// long as many moves are equally good and they take the first.
const STREAK: u32 = 12;

/// How many lines are tried for a plan.
const LINES: u32 = 2000;

/// What is known of the opponent in one game.
#[derive(Default)]
pub(super) struct Opponent {
    /// What it should place now.
    predicted: Option<Candidate>,
    /// How many predictions in a row came true.
    streak: u32,
    /// The line that wins, from the next move on; empty if there is none.
    plan: Vec<Candidate>,
}

impl Opponent {
    /// Learns from a move of either player, with the state after it.
    pub(super) fn played(&mut self, own: Seat, state: &GameState, played: &Played) {
        let placed = match played.mv {
            Move::Place(candidate) => Some(candidate),
            _ => None,
        };
        if placed.is_some() && placed == self.plan.first().copied() {
            self.plan.remove(0);
        } else {
            self.plan.clear();
        }
        if played.seat != own {
            let is_true = placed.is_some() && placed == self.predicted;
            self.streak = if is_true { self.streak + 1 } else { 0 };
        } else if let Some(mut board) = LiveBoard::new(state.board()) {
            let spot = two_plies(&mut board, Terms::of(state.rules()));
            self.predicted = spot.map(|spot| board.candidate(spot));
        }
    }

    /// Returns whether the opponent has done what was predicted.
    pub(super) fn is_predictable(&self) -> bool {
        self.streak >= STREAK
    }

    /// Looks for a line to the end of the game that gains more than `goal` if the predictions come
    /// true, until the limits of the search are reached. Returns its first placement if there is
    /// one.
    pub(super) fn plan(
        &mut self,
        search: &mut Search<'_, '_, '_>,
        goal: i32,
    ) -> Result<Option<Candidate>, Stop> {
        let board = &search.board;
        let before = self.plan.drain(..);
        let before = before.map_while(|placed| board.spot(placed.cell.index(), placed.digit));
        let before = before.collect();
        let line = match improve(search, before, goal) {
            Ok(line) => line.unwrap_or_default(),
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            Err(_) => return Ok(None),
        };
        self.plan = line.into_iter().map(|spot| search.board.candidate(spot)).collect();
        Ok(self.plan.first().copied())
    }
}

/// Changes one of our own placements of a line at a time, has both players go on as if they looked
/// two plies ahead, and keeps what gains as much or more. Returns the line as soon as it gains more
/// than `goal`.
fn improve(
    search: &mut Search<'_, '_, '_>,
    mut best: Vec<Spot>,
    goal: i32,
) -> Result<Option<Vec<Spot>>, Stop> {
    let mut rng = Rng::from_seed(search.board.hash);
    let mut most = finish(search, &mut best)?;
    for _ in 0..LINES {
        if most > goal {
            break;
        }
        let mut line = best.clone();
        line.truncate(2 * rng.below(best.len().div_ceil(2)));
        let undos: Vec<Undo> = line.iter().map(|&spot| search.board.place(spot)).collect();
        let spot = draw(&search.board, &mut rng);
        for undo in undos.iter().rev() {
            search.board.undo(undo);
        }
        line.push(spot);
        let gained = finish(search, &mut line)?;
        if gained >= most {
            (best, most) = (line, gained);
        }
    }
    Ok((most > goal).then_some(best))
}

/// Draws a placement, half of the time one of the two highest digits that are left.
fn draw(board: &LiveBoard, rng: &mut Rng) -> Spot {
    let least = if rng.below(2) == 0 { board.top() - 1 } else { 0 };
    let mut spots = Vec::new();
    for cell in each(board.live) {
        for digit in board.digits[cell] {
            if usize::from(digit.get()) >= least {
                spots.push(Spot { cell: cell as u8, digit });
            }
        }
    }
    *rng.pick(&spots).expect("we are to move in every position of a line")
}

/// Plays a line and goes on to the end of the game as if both players looked two plies ahead.
/// Extends the line by that, and returns what the player to move gains. The board is as before then.
fn finish(search: &mut Search<'_, '_, '_>, line: &mut Vec<Spot>) -> Result<i32, Stop> {
    let mut undos = Vec::with_capacity(search.board.live.count_ones() as usize);
    let mut gained = [0, 0];
    let end = loop {
        let ply = undos.len();
        // Moves may have been taken back since a line was planned.
        if line.get(ply).is_some_and(|&spot| !search.board.allows(spot)) {
            line.truncate(ply);
        }
        if ply == line.len() {
            match two_plies(&mut search.board, search.terms) {
                Some(spot) => line.push(spot),
                None => break Ok(()),
            }
        }
        if let Err(stop) = search.count() {
            break Err(stop);
        }
        gained[ply % 2] += search.gain(line[ply]);
        undos.push(search.board.place(line[ply]));
    };
    for undo in undos.iter().rev() {
        search.board.undo(undo);
    }
    end.map(|()| gained[0] - gained[1])
}

/// Returns the placement with the highest gain less that of the best reply, as `alphabeta` does: of
/// several the first in the order of cells, and of digits from the highest down.
fn two_plies(board: &mut LiveBoard, terms: Terms) -> Option<Spot> {
    let mut best = None;
    let mut most = i32::MIN;
    for cell in each(board.live) {
        let houses = board.completes(cell);
        let mut digits = board.digits[cell];
        while let Some(digit) = digits.last() {
            digits -= DigitSet::only(digit);
            let spot = Spot { cell: cell as u8, digit };
            let gain = terms.scoring.placement(digit, houses);
            // The reply gains at least the highest digit that is left.
            if best.is_some() && gain - board.top_after(spot).unwrap_or(0) as i32 <= most {
                continue;
            }
            let undo = board.place(spot);
            let value = gain - most_gained(board, terms);
            board.undo(&undo);
            if value > most {
                (best, most) = (Some(spot), value);
            }
        }
    }
    best
}

/// Returns the most points that a placement gains, 0 if there is none.
fn most_gained(board: &LiveBoard, terms: Terms) -> i32 {
    let gain = |cell: usize| {
        let digit = board.digits[cell].last().expect("a live cell has candidates");
        terms.scoring.placement(digit, board.completes(cell))
    };
    each(board.completing()).map(gain).fold(board.top() as i32, i32::max)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quadrille_engine::{BoxShape, Cell, Edges, Grid, Meter, Puzzle};

    use super::*;
    use crate::agents::AgentName;
    use crate::game::Ruleset;

    #[test]
    fn predictions_are_the_moves_of_alphabeta() {
        let mut rng = Rng::from_seed(7);
        let mut alphabeta = AgentName::parse("alphabeta").unwrap().build().unwrap();
        let mut compared = 0;
        let sizes = [(2, 2, 30), (2, 3, 10), (3, 3, 4)];
        for (rows, columns, games) in sizes {
            let shape = BoxShape::new(rows, columns).unwrap();
            for game in 0..games {
                // Every second board has edges.
                let below = (0..shape.cells() - shape.side()).filter(|_| game % 2 == 1);
                let below = below.filter(|_| rng.below(8) == 0);
                let pairs = below.map(|cell| (Cell::new(cell), Cell::new(cell + shape.side())));
                let edges = Edges::new(shape, pairs.collect::<Vec<_>>()).unwrap();
                let board = Puzzle::new(Grid::empty(shape), edges).unwrap();
                let mut state = GameState::new(Arc::new(Ruleset::new(board)));
                while state.outcome().is_none() {
                    let mut board = LiveBoard::new(state.board()).unwrap();
                    let spot = two_plies(&mut board, Terms::of(state.rules())).unwrap();
                    let predicted = Move::Place(board.candidate(spot));
                    let chosen = alphabeta.choose(&state, &mut Meter::unlimited()).unwrap();
                    assert_eq!(chosen, predicted);
                    compared += 1;
                    let placements: Vec<Candidate> = state.board().placements().collect();
                    state.play(Move::Place(*rng.pick(&placements).unwrap()));
                }
            }
        }
        assert!(compared > 700, "{compared}");
    }
}
