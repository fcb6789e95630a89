//! The automata of the original program, which do not search.

use quadrille_core::{Candidate, Digit, Meter, Rng};

use super::entry::{AgentEntry, Build};
use crate::agent::{Agent, AgentError, NewGame};
use crate::game::{GameState, Move};

/// The entry of the agent that ignores the rules.
pub(super) const RANDOM_NO_VALIDATION: AgentEntry = AgentEntry {
    title: "random, rules ignored",
    about: "Any empty cell and any digit, each equally likely. Most of its moves are illegal.",
    build: Build::Ready(|_, _| Random::agent(RANDOM_NO_VALIDATION.id, any_placement)),
    ..AgentEntry::new("random-no-validation")
};

/// The entry of the agent that plays random legal placements.
pub(super) const RANDOM_VALID: AgentEntry = AgentEntry {
    title: "random, legal",
    about: "Any legal placement, each equally likely.",
    build: Build::Ready(|_, _| Random::agent(RANDOM_VALID.id, legal_placement)),
    ..AgentEntry::new("random-valid")
};

/// The entry of the agent that plays the first legal placement.
pub(super) const FIRST_VALID: AgentEntry = AgentEntry {
    title: "first legal",
    about: "The first cell, row by row, that has a legal digit, and its highest.",
    deterministic: true,
    build: Build::Ready(|_, _| Box::new(FirstValid)),
    ..AgentEntry::new("first-valid")
};

/// Plays placements drawn by a function.
struct Random {
    id: &'static str,
    rng: Rng,
    draw: fn(&mut Rng, &GameState) -> Candidate,
}

impl Random {
    fn agent(id: &'static str, draw: fn(&mut Rng, &GameState) -> Candidate) -> Box<dyn Agent> {
        Box::new(Self { id, rng: Rng::from_seed(0), draw })
    }
}

impl Agent for Random {
    fn start(&mut self, game: &NewGame, _: &mut Meter<'_>) -> Result<(), AgentError> {
        self.rng = Rng::derive(game.seed, &[self.id, &game.seat.to_string()]);
        Ok(())
    }

    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        Ok(Move::Place((self.draw)(&mut self.rng, state)))
    }
}

fn any_placement(rng: &mut Rng, state: &GameState) -> Candidate {
    let board = state.board();
    let nth = rng.below(board.empty());
    let mut empty = board.geometry().cells().filter(|&cell| board.get(cell).is_none());
    let cell = empty.nth(nth).expect("below the number of empty cells");
    let digit = Digit::new(1 + rng.below(state.rules().side()) as u8).expect("1 to the side");
    Candidate { cell, digit }
}

/// Draws a legal placement, each equally likely.
pub(crate) fn legal_placement(rng: &mut Rng, state: &GameState) -> Candidate {
    let nth = rng.below(state.board().pairs());
    state.board().placements().nth(nth).expect("below the number of placements")
}

struct FirstValid;

impl Agent for FirstValid {
    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        let first = state.board().placements().next();
        let Candidate { cell, digit } = first.expect("an unfinished game has a legal placement");
        let highest = state.board().legal(cell).last();
        Ok(Move::Place(Candidate { cell, digit: highest.unwrap_or(digit) }))
    }
}
