//! An agent of your own against one of ours: `cargo run --example agent`.

use std::sync::Arc;

use quadrille_arena::{Agent, AgentError, AgentName, GameState, Move, Ruleset};
use quadrille_arena::{Fixture, tournament::play_game};
use quadrille_core::{BoxShape, CancelFlag, Meter, NoClock};

/// Plays the highest legal digit.
struct Highest;

impl Agent for Highest {
    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        let highest = state.board().placements().max_by_key(|placement| placement.digit);
        Ok(highest.map_or(Move::Pass, Move::Place))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Arc::new(Ruleset::empty(BoxShape::NINE));
    let names = ["highest".to_owned(), "random-valid".to_owned()];
    let opponent = AgentName::parse(&names[1])?.build().ok_or("it needs a terminal")?;
    let fixture = Fixture { rules, opening: Vec::new(), names, game: 0, seed: 1 };
    let mut agents: [Box<dyn Agent>; 2] = [Box::new(Highest), opponent];
    let record = play_game(&fixture, &mut agents, &NoClock, &CancelFlag::new())?;
    let result = record.result.expect("a complete game");
    println!("{:?}: {}", result.final_scores, result.reason_for_end);
    Ok(())
}
