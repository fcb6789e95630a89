//! Agents that fail: only a forfeit is a result.

use std::io;
use std::sync::Arc;

use quadrille_arena::game::GameRecord;
use quadrille_arena::{Agent, AgentError, AgentName, Forfeit, GameState, Move, NewGame, Ruleset};
use quadrille_arena::{
    Fixture,
    tournament::{GameError, play_game},
};
use quadrille_core::{BoxShape, CancelFlag, Meter, NoClock};

/// Fails in `start` if that is set, else at its first move.
struct Failing {
    error: fn() -> AgentError,
    at_start: bool,
}

impl Agent for Failing {
    fn start(&mut self, _: &NewGame, _: &mut Meter<'_>) -> Result<(), AgentError> {
        if self.at_start { Err((self.error)()) } else { Ok(()) }
    }

    fn choose(&mut self, _: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        Err((self.error)())
    }
}

fn play(error: fn() -> AgentError, at_start: bool) -> Result<GameRecord, GameError> {
    let fixture = Fixture {
        rules: Arc::new(Ruleset::empty(BoxShape::of_side(4).unwrap())),
        opening: Vec::new(),
        names: ["first-valid", "failing"].map(str::to_owned),
        game: 0,
        seed: 1,
    };
    let opponent = AgentName::parse("first-valid").unwrap().build().unwrap();
    let mut agents: [Box<dyn Agent>; 2] = [opponent, Box::new(Failing { error, at_start })];
    play_game(&fixture, &mut agents, &NoClock, &CancelFlag::new())
}

#[test]
fn only_a_forfeit_is_a_result() {
    for at_start in [false, true] {
        let result = play(|| Forfeit::Resigned.into(), at_start).unwrap().result.unwrap();
        assert_eq!((result.winner, result.plies), (Some(1), u32::from(!at_start)));
        assert_eq!(result.detail.as_deref(), Some("player 2: resigned"));

        let error = || AgentError::Environment(io::Error::from(io::ErrorKind::OutOfMemory));
        match play(error, at_start) {
            Err(GameError::Environment { agent, error }) => {
                assert_eq!((agent.as_str(), error.kind()), ("failing", io::ErrorKind::OutOfMemory));
            }
            other => panic!("{other:?}"),
        }
        let stopped = play(|| AgentError::Stopped, at_start);
        assert!(matches!(stopped, Err(GameError::Stopped)), "{stopped:?}");
    }
}
