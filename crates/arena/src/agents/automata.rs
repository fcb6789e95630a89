//! The automata of the original program: no search, hardly a thought.

use std::sync::Arc;

use quadrille_engine::{CancelFlag, Candidate, Digit, Meter, Rng};

use super::entry::{Agent, AgentEntry, Build, Forfeit, any_rules};
use crate::game::{GameState, Move, Ruleset, Seat};

/// The entry of the player that does not look at the rules.
pub(super) const RANDOM_NO_VALIDATION: AgentEntry = AgentEntry {
    id: "random-no-validation",
    title: "random, rules ignored",
    about: "Any empty cell and any digit, each equally likely. Most of its moves are illegal.",
    parameters: &[],
    deterministic: false,
    supports: any_rules,
    build: Build::Ready(|_| Box::new(RandomNoValidation(Rng::from_seed(0)))),
};

/// The entry of the player of random legal moves.
pub(super) const RANDOM_VALID: AgentEntry = AgentEntry {
    id: "random-valid",
    title: "random, legal",
    about: "Any legal placement, each equally likely.",
    parameters: &[],
    deterministic: false,
    supports: any_rules,
    build: Build::Ready(|_| Box::new(RandomValid(Rng::from_seed(0)))),
};

/// The entry of the player of the first legal move.
pub(super) const FIRST_VALID: AgentEntry = AgentEntry {
    id: "first-valid",
    title: "first legal",
    about: "The first cell, row by row, that has a legal digit, and its highest.",
    parameters: &[],
    deterministic: true,
    supports: any_rules,
    build: Build::Ready(|_| Box::new(FirstValid)),
};

fn stream(id: &str, seat: Seat, seed: u64) -> Rng {
    Rng::derive(seed, &[id, &seat.to_string()])
}

struct RandomNoValidation(Rng);

impl Agent for RandomNoValidation {
    fn start(
        &mut self,
        _: &Arc<Ruleset>,
        seat: Seat,
        seed: u64,
        _: &CancelFlag,
    ) -> Result<(), Forfeit> {
        self.0 = stream(RANDOM_NO_VALIDATION.id, seat, seed);
        Ok(())
    }

    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, Forfeit> {
        let board = state.board();
        let nth = self.0.below(board.empty());
        let mut empty = board.geometry().cells().filter(|&cell| board.get(cell).is_none());
        let cell = empty.nth(nth).expect("below the number of empty cells");
        let value = 1 + self.0.below(state.rules().side()) as u8;
        let digit = Digit::new(value).expect("from 1 to the side");
        Ok(Move::Place(Candidate { cell, digit }))
    }
}

struct RandomValid(Rng);

impl Agent for RandomValid {
    fn start(
        &mut self,
        _: &Arc<Ruleset>,
        seat: Seat,
        seed: u64,
        _: &CancelFlag,
    ) -> Result<(), Forfeit> {
        self.0 = stream(RANDOM_VALID.id, seat, seed);
        Ok(())
    }

    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, Forfeit> {
        let nth = self.0.below(state.board().pairs());
        let placement = state.board().placements().nth(nth);
        Ok(Move::Place(placement.expect("below the number of placements")))
    }
}

struct FirstValid;

impl Agent for FirstValid {
    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, Forfeit> {
        let board = state.board();
        let cell = board.geometry().cells().find(|&cell| !board.legal(cell).is_empty());
        let cell = cell.expect("a game that goes on has a legal placement");
        let digit = board.legal(cell).iter().last().expect("not empty");
        Ok(Move::Place(Candidate { cell, digit }))
    }
}
