//! The players whose moves `strong` can predict, as searches on a live board.
//!
//! They choose what `alphabeta` and `ia` choose, but search in a better order.

use std::cmp::Reverse;

use quadrille_core::{DigitSet, Stop};

use super::search::{INFINITY, Search};
use crate::agents::live_board::{LiveBoard, Spot, each};
use crate::agents::originals::{DEFAULT_THRESHOLD, adaptive_depth};
use crate::agents::pass_value::Terms;
use crate::game::Passing;

/// A player whose moves can be predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Model {
    /// `alphabeta` and `minimax`.
    TwoPlies,
    /// `ia`.
    Adaptive,
}

impl Model {
    pub(super) const ALL: [Self; 2] = [Self::TwoPlies, Self::Adaptive];

    /// Returns the move that the player would make: a placement, or `None` for a pass or if
    /// nothing can be placed. The rules forbid passes or the last move was no pass.
    pub(super) fn choose(self, search: &mut Search<'_, '_, '_>) -> Result<Option<Spot>, Stop> {
        search.count()?;
        match self {
            Self::TwoPlies => Ok(two_plies(&mut search.board, search.terms)),
            Self::Adaptive => Adaptive::new(search).choose(),
        }
    }
}

/// Returns the placement with the highest gain less that of the best reply, as `alphabeta` does: of
/// several the first in the order of cells, and of digits from the highest down.
pub(super) fn two_plies(board: &mut LiveBoard, terms: Terms) -> Option<Spot> {
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
    each(board.completing).map(gain).fold(board.top() as i32, i32::max)
}

/// The search of `ia`: of a depth that depends on the board, with an evaluation that is not the
/// points alone.
struct Adaptive<'a, 's, 'm, 'r> {
    search: &'a mut Search<'s, 'm, 'r>,
    /// Whether almost filled houses and mobility count.
    heuristics: bool,
    /// The move lists of all plies, one after the other: evaluations and placements.
    moves: Vec<(i32, Spot)>,
}

impl<'a, 's, 'm, 'r> Adaptive<'a, 's, 'm, 'r> {
    fn new(search: &'a mut Search<'s, 'm, 'r>) -> Self {
        let heuristics = search.board.side > 4;
        Self { search, heuristics, moves: Vec::new() }
    }

    fn choose(&mut self) -> Result<Option<Spot>, Stop> {
        let board = &self.search.board;
        let threshold = DEFAULT_THRESHOLD as f64;
        let depth = adaptive_depth(board.side, board.empty(), board.pairs(), threshold);
        let may_pass = self.search.terms.passing != Passing::Forbidden;
        let first = |board: &LiveBoard| {
            let cell = each(board.live).next()?;
            Some(Spot { cell: cell as u8, digit: board.digits[cell].last()? })
        };
        if depth <= 1 {
            return Ok(if may_pass { None } else { first(board) });
        }
        let Some((value, spot)) = self.best(depth)? else { return Ok(None) };
        Ok((!may_pass || value >= self.search.terms.scoring.pass()).then_some(spot))
    }

    /// Returns the value of the best placement, and the first placement that has it.
    fn best(&mut self, depth: usize) -> Result<Option<(i32, Spot)>, Stop> {
        self.list(true);
        let mut best: Option<(i32, Spot)> = None;
        for (gain, spot) in std::mem::take(&mut self.moves) {
            let Some((most, leader)) = best else {
                let reply = self.after(depth, spot, -INFINITY, INFINITY)?;
                best = Some((gain - reply, spot));
                continue;
            };
            // Of equal values the first in the order of cells and falling digits counts.
            let is_earlier =
                (spot.cell, Reverse(spot.digit)) < (leader.cell, Reverse(leader.digit));
            let needed = most + i32::from(!is_earlier);
            let reply = self.after(depth, spot, gain - needed, gain - needed + 1)?;
            if gain - reply < needed {
                continue;
            }
            let reply = self.after(depth, spot, -INFINITY, gain - needed + 1)?;
            best = Some((gain - reply, spot));
        }
        Ok(best)
    }

    /// Returns the value of the position after the agent's own placement at the root.
    fn after(&mut self, depth: usize, spot: Spot, alpha: i32, beta: i32) -> Result<i32, Stop> {
        let undo = self.search.board.place(spot);
        let reply = self.value(depth - 1, false, alpha, beta);
        self.search.board.undo(&undo);
        reply
    }

    /// Returns the value of a position for the player to move: exact within the window, else a
    /// bound. `own` says whether that is the agent.
    fn value(&mut self, depth: usize, own: bool, alpha: i32, beta: i32) -> Result<i32, Stop> {
        if depth <= 1 || self.search.board.live == 0 {
            return Ok(0);
        }
        self.search.count()?;
        if depth == 2 {
            return Ok(self.last_ply(own));
        }
        let start = self.moves.len();
        self.list(own);
        let mut best = -INFINITY;
        let mut low = alpha;
        for index in start..self.moves.len() {
            let (gain, spot) = self.moves[index];
            let undo = self.search.board.place(spot);
            let reply = self.value(depth - 1, !own, gain - beta, gain - low);
            self.search.board.undo(&undo);
            best = best.max(gain - reply?);
            low = low.max(best);
            if best >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        Ok(best)
    }

    /// Returns the most that a placement adds to the evaluation of the player to move.
    fn last_ply(&self, own: bool) -> i32 {
        let board = &self.search.board;
        let scoring = self.search.terms.scoring;
        let pairs = board.pairs();
        let mut best = -INFINITY;
        for cell in each(board.live) {
            let houses = board.completes(cell);
            let opens = self.heuristics && board.opens(cell);
            let mut digits = board.digits[cell];
            while let Some(digit) = digits.last() {
                digits -= DigitSet::only(digit);
                let gain = scoring.placement(digit, houses);
                let most = if own { gain + (pairs / 2) as i32 } else { gain };
                if most <= best {
                    break;
                }
                let spot = Spot { cell: cell as u8, digit };
                best = best.max(self.evaluation(spot, gain, opens, own, pairs));
            }
        }
        best
    }

    /// Appends all placements to the move lists, those that look best first.
    fn list(&mut self, own: bool) {
        let start = self.moves.len();
        let board = &self.search.board;
        let pairs = board.pairs();
        for cell in each(board.live) {
            let houses = board.completes(cell);
            let opens = self.heuristics && board.opens(cell);
            for digit in board.digits[cell] {
                let spot = Spot { cell: cell as u8, digit };
                let gain = self.search.terms.scoring.placement(digit, houses);
                self.moves.push((self.evaluation(spot, gain, opens, own, pairs), spot));
            }
        }
        self.moves[start..]
            .sort_unstable_by_key(|&(gain, spot)| (-gain, spot.cell, Reverse(spot.digit)));
    }

    /// Returns what a placement that gains that many points adds to the evaluation of the player
    /// who makes it. `opens` says whether it may leave a house with one cell, `pairs` is the number
    /// of placements.
    #[inline]
    fn evaluation(&self, spot: Spot, gain: i32, opens: bool, own: bool, pairs: usize) -> i32 {
        let board = &self.search.board;
        let mut value = gain;
        if opens {
            for digits in board.openings(spot) {
                if let Some(digit) = digits.last() {
                    value -= self.search.terms.scoring.placement(digit, 1);
                }
            }
        }
        if own && self.heuristics {
            value += ((pairs - board.removed(spot)) / 2) as i32;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quadrille_core::{BoxShape, Cell, Edges, Grid, Meter, Puzzle, Rng};

    use super::*;
    use crate::agents::AgentName;
    use crate::agents::limits::MoveMeter;
    use crate::agents::strong::table::Table;
    use crate::game::{GameState, Move, Ruleset};

    #[test]
    fn models_choose_what_their_players_choose() {
        let mut rng = Rng::from_seed(7);
        let sizes = [(2, 2, 30), (2, 3, 10), (3, 3, 4)];
        for (model, name) in [(Model::TwoPlies, "alphabeta"), (Model::Adaptive, "ia")] {
            let mut player = AgentName::parse(name).unwrap().build().unwrap();
            let (mut compared, mut passes) = (0, 0);
            for (rows, columns, games) in sizes {
                let shape = BoxShape::new(rows, columns).unwrap();
                for game in 0..games {
                    // Every second board has edges.
                    let below = (0..shape.cells() - shape.side()).filter(|_| game % 2 == 1);
                    let below = below.filter(|_| rng.below(8) == 0);
                    let pairs = below.map(|cell| (Cell::new(cell), Cell::new(cell + shape.side())));
                    let edges = Edges::new(shape, pairs.collect::<Vec<_>>()).unwrap();
                    let board = Puzzle::new(Grid::empty(shape), edges).unwrap();
                    let passing = [Passing::TwoPassEnd, Passing::Forbidden][game / 2 % 2];
                    let rules = Ruleset::new(board).with_passing(passing);
                    let mut state = GameState::new(Arc::new(rules));
                    while state.outcome().is_none() {
                        let predicted = predict(model, &state);
                        let chosen = player.choose(&state, &mut Meter::unlimited()).unwrap();
                        assert_eq!(chosen, predicted, "{name}");
                        compared += 1;
                        passes += i32::from(chosen == Move::Pass);
                        // Every second move is the player's, so that the positions are those of its
                        // games.
                        let placements: Vec<_> = state.board().placements().collect();
                        let other = Move::Place(*rng.pick(&placements).unwrap());
                        let goes_on = rng.below(2) == 0 && chosen != Move::Pass;
                        state.play(if goes_on { chosen } else { other });
                    }
                }
            }
            assert!(compared > 700, "{compared}");
            assert_eq!(passes > 5, model == Model::Adaptive, "{passes}");
        }
    }

    fn predict(model: Model, state: &GameState) -> Move {
        let mut meter = Meter::unlimited();
        let mut meter = MoveMeter::new(&mut meter);
        let mut table = Table::new(1);
        let board = LiveBoard::new(state.board()).unwrap();
        let terms = Terms::of(state.rules());
        let mut search = Search::new(board, terms, &mut table, &mut meter);
        let spot = model.choose(&mut search).unwrap();
        spot.map_or(Move::Pass, |spot| Move::Place(search.board.candidate(spot)))
    }
}
