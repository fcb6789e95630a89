//! The automata of the original program, which do not search.

use std::sync::Arc;

use quadrille_engine::{Candidate, Digit, Meter, Rng};

use super::entry::{AgentEntry, Build, any_rules};
use crate::agent::{Agent, AgentError};
use crate::game::{GameState, Move, Ruleset, Seat};

/// The entry of the agent that ignores the rules.
pub(super) const RANDOM_NO_VALIDATION: AgentEntry = AgentEntry {
    title: "random, rules ignored",
    about: "Any empty cell and any digit, each equally likely. Most of its moves are illegal.",
    build: Build::Ready(|_, _| Box::new(RandomNoValidation(Rng::from_seed(0)))),
    ..automaton("random-no-validation")
};

/// The entry of the agent that plays random legal placements.
pub(super) const RANDOM_VALID: AgentEntry = AgentEntry {
    title: "random, legal",
    about: "Any legal placement, each equally likely.",
    build: Build::Ready(|_, _| Box::new(RandomValid(Rng::from_seed(0)))),
    ..automaton("random-valid")
};

/// The entry of the agent that plays the first legal placement.
pub(super) const FIRST_VALID: AgentEntry = AgentEntry {
    title: "first legal",
    about: "The first cell, row by row, that has a legal digit, and its highest.",
    deterministic: true,
    build: Build::Ready(|_, _| Box::new(FirstValid)),
    ..automaton("first-valid")
};

/// What the entries of the automata have in common.
const fn automaton(id: &'static str) -> AgentEntry {
    AgentEntry {
        id,
        title: "",
        about: "",
        parameters: &[],
        deterministic: false,
        supports: any_rules,
        build: Build::Terminal,
    }
}

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
        _: &mut Meter<'_>,
    ) -> Result<(), AgentError> {
        self.0 = stream(RANDOM_NO_VALIDATION.id, seat, seed);
        Ok(())
    }

    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        let board = state.board();
        let nth = self.0.below(board.empty());
        let mut empty = board.geometry().cells().filter(|&cell| board.get(cell).is_none());
        let cell = empty.nth(nth).expect("below the number of empty cells");
        let value = 1 + self.0.below(state.rules().side()) as u8;
        let digit = Digit::new(value).expect("1 to the side");
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
        _: &mut Meter<'_>,
    ) -> Result<(), AgentError> {
        self.0 = stream(RANDOM_VALID.id, seat, seed);
        Ok(())
    }

    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        let nth = self.0.below(state.board().pairs());
        let placement = state.board().placements().nth(nth);
        Ok(Move::Place(placement.expect("below the number of placements")))
    }
}

struct FirstValid;

impl Agent for FirstValid {
    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        let board = state.board();
        let cell = board.geometry().cells().find(|&cell| !board.legal(cell).is_empty());
        let cell = cell.expect("an unfinished game has a legal placement");
        let digit = board.legal(cell).iter().last().expect("not empty");
        Ok(Move::Place(Candidate { cell, digit }))
    }
}
