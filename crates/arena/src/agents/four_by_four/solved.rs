//! The 4x4 game without edges, solved: the exact value of every position that can follow.
//!
//! Every line is followed to the end of the game, and the values of positions that are equal up to
//! symmetry in what is left to play are computed once. From the empty board that takes about a
//! second and some ten megabytes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use quadrille_core::{CancelFlag, Candidate, Meter, Stop};

use super::edge_classes::Classes;
use super::position::{Gains, Placement, Position, candidate};
use super::search::Searched;
use super::symmetry::{Candidates, Closed};
use crate::agent::Unsupported;
use crate::agents::pass_value::Terms;
use crate::game::{GameState, Passing, Points, Ruleset};

/// The solved games of several terms, shared by agents and analyses.
#[derive(Default)]
pub(crate) struct SolvedGames(Mutex<Vec<Solved>>);

impl SolvedGames {
    /// Returns an error for rules whose values are not computed here, with or without edges.
    pub(crate) fn supports(rules: &Ruleset) -> Result<(), Unsupported> {
        let shape = rules.board.shape();
        if (shape.rows(), shape.columns()) != (2, 2) {
            return Err(Unsupported::Shape(shape));
        }
        let possible = 0..=Searched::MAX_POINTS;
        if !possible.contains(&rules.bonus) || !possible.contains(&rules.pass_cost) {
            return Err(Unsupported::Points(*possible.end()));
        }
        if rules.passing == Passing::Unlimited {
            return Err(Unsupported::UnlimitedPassing);
        }
        if !rules.ends_by_itself() {
            return Err(Unsupported::UnlimitedAttempts);
        }
        Ok(())
    }

    /// Returns the placements of a position with their exact values, cells in order and digits
    /// descending; `None` if the rules are not those of a solved game. Positions that were not seen
    /// before are solved, which takes no nodes.
    ///
    /// # Errors
    /// When cancelled.
    pub(crate) fn values(
        &self,
        state: &GameState,
        cancel: &CancelFlag,
    ) -> Result<Option<Vec<(Candidate, Points)>>, Stop> {
        let rules = state.rules();
        if Self::supports(rules).is_err() || !rules.board.edges().is_empty() {
            return Ok(None);
        }
        let terms = Terms::of(rules);
        // A panic in another thread leaves only values that are complete.
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = games.iter().position(|game| game.terms == terms).unwrap_or_else(|| {
            games.push(Solved::new(terms));
            games.len() - 1
        });
        let position = Position::new(state.board(), 0);
        games[index].placements(position, &mut Meter::cancellable(cancel)).map(Some)
    }
}

/// The positions of the game that are solved so far, for one set of terms.
pub(super) struct Solved {
    terms: Terms,
    classes: Classes,
    /// By representative position: the value for the player to move, if the last move was not a
    /// pass.
    values: HashMap<(Candidates, Closed), i16>,
}

impl Solved {
    pub(super) fn new(terms: Terms) -> Self {
        Self { terms, classes: Classes::new(), values: HashMap::new() }
    }

    /// Returns all placements with their values, cells in order and digits descending.
    pub(super) fn placements(
        &mut self,
        position: Position,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(Candidate, Points)>, Stop> {
        let gains = Gains::new(position, self.terms.scoring);
        let mut found = Vec::new();
        for placement in position.placements() {
            let value = self.placement_value(position, &gains, placement, meter)?;
            found.push((candidate(placement), value));
        }
        found.sort_by_key(|&(Candidate { cell, digit }, _)| (cell, std::cmp::Reverse(digit)));
        Ok(found)
    }

    fn placement_value(
        &mut self,
        position: Position,
        gains: &Gains,
        placement: Placement,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stop> {
        let left = self.classes.after(0, position.candidates, placement);
        let closed = position.closed_after(placement, left);
        Ok(gains.of(placement) - self.value(left, closed, meter)?)
    }

    fn value(
        &mut self,
        candidates: Candidates,
        closed: Closed,
        meter: &mut Meter<'_>,
    ) -> Result<i32, Stop> {
        if candidates == 0 {
            return Ok(0);
        }
        let (class, candidates, closed) = self.classes.representative(0, candidates, closed);
        if let Some(&value) = self.values.get(&(candidates, closed)) {
            return Ok(value.into());
        }
        meter.poll()?;
        let position = Position { candidates, closed, class };
        let gains = Gains::new(position, self.terms.scoring);
        let mut best = i32::MIN;
        for placement in position.placements() {
            best = best.max(self.placement_value(position, &gains, placement, meter)?);
        }
        let value = self.terms.with_pass(best);
        self.values.insert((candidates, closed), value as i16);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quadrille_core::BoxShape;

    use super::*;

    fn empty_board(passing: Passing) -> GameState {
        let rules = Ruleset::empty(BoxShape::of_side(4).unwrap()).with_passing(passing);
        GameState::new(Arc::new(rules))
    }

    #[test]
    fn a_raised_flag_ends_the_solving() {
        let cancel = CancelFlag::new();
        cancel.cancel();
        let values = SolvedGames::default().values(&empty_board(Passing::Forbidden), &cancel);
        assert_eq!(values, Err(Stop::Cancelled));
    }

    #[test]
    fn the_game_has_the_published_values() {
        let expected = [
            (Passing::Forbidden, [-9, -11, -12, -13]),
            (Passing::TwoPassEnd, [0, -1, -1, -2]),
            (Passing::NoDoublePass, [0, -1, -2, -3]),
        ];
        let games = SolvedGames::default();
        for (passing, by_digit) in expected {
            let values = games.values(&empty_board(passing), &CancelFlag::new()).unwrap().unwrap();
            assert_eq!(values.len(), 64);
            for (at, (candidate, value)) in values.into_iter().enumerate() {
                assert_eq!(
                    (candidate.cell.index(), candidate.digit.get()),
                    (at / 4, 4 - at as u8 % 4)
                );
                assert_eq!(value, by_digit[at % 4], "{passing} {candidate:?}");
            }
        }
    }
}
