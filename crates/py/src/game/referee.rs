//! Games between agents of the arena, programs, and functions of Python, by the arena's referee.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use quadrille_arena::game::{GameRecord, MoveInfo};
use quadrille_arena::{Agent, AgentError, GameState, Move, NewGame, Played};
use quadrille_arena::{
    Fixture,
    tournament::{GameError, play_game},
};
use quadrille_core::{CancelFlag, Counter, Meter, WallClock};

use super::agent::AgentCore;
use super::errors;
use super::moves::{Place, to_move};
use super::state::{GameCore, History};
use crate::run;

/// The first exception that a player raised, which ends the game.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// Keeps an exception for the end of the game.
fn stopped(raised: &Raised, error: PyErr) -> AgentError {
    raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    AgentError::Stopped
}

/// An agent of the arena, which works beside the interpreter.
struct Native {
    agent: Box<dyn Agent>,
    cancel: CancelFlag,
    raised: Raised,
}

impl Native {
    /// Lets the agent work on another thread, with the limits of the meter and a count of its own, as
    /// processor time is that of a thread.
    fn aside<T: Send>(
        &mut self,
        meter: &mut Meter<'_>,
        work: impl FnOnce(&mut dyn Agent, &mut Meter<'_>) -> Result<T, AgentError> + Send,
    ) -> Result<T, AgentError> {
        let (limits, cancel, agent) = (*meter.limits(), self.cancel.clone(), &mut self.agent);
        let done = Python::attach(|py| {
            run::aside(
                py,
                &self.cancel,
                |_| Ok(()),
                || {
                    let clock = WallClock::new();
                    let mut own = Meter::new(limits, Counter::Expanded, &cancel, &clock)
                        .expect("the clock runs");
                    let done = work(agent.as_mut(), &mut own);
                    (done, own.counters[Counter::Expanded])
                },
            )
        });
        let (done, nodes) = done.map_err(|error| stopped(&self.raised, error))?;
        let count = &mut meter.counters[Counter::Expanded];
        *count = count.saturating_add(nodes);
        done
    }
}

impl Agent for Native {
    fn start(&mut self, game: &NewGame, meter: &mut Meter<'_>) -> Result<(), AgentError> {
        self.aside(meter, |agent, meter| agent.start(game, meter))
    }

    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, AgentError> {
        self.aside(meter, |agent, meter| agent.choose(state, meter))
    }

    fn info(&mut self) -> Option<MoveInfo> {
        self.agent.info()
    }

    fn played(&mut self, state: &GameState, played: &Played) {
        self.agent.played(state, played);
    }

    fn finish(&mut self, state: &GameState) {
        self.agent.finish(state);
    }
}

/// A function of Python, which gets a game and returns a move. It works on the thread of the caller,
/// so that Ctrl-C reaches it.
struct Policy {
    function: Py<PyAny>,
    history: Option<History>,
    raised: Raised,
}

impl Agent for Policy {
    fn start(&mut self, game: &NewGame, _: &mut Meter<'_>) -> Result<(), AgentError> {
        self.history = Some(History::new(game.rules.clone()));
        Ok(())
    }

    fn choose(&mut self, state: &GameState, _: &mut Meter<'_>) -> Result<Move, AgentError> {
        let history = self.history.clone().expect("started before");
        let place = Python::attach(|py| {
            let game = Py::new(py, GameCore::of(history))?;
            self.function.call1(py, (game,))?.extract::<Place>(py)
        });
        let place = place.map_err(|error| stopped(&self.raised, error))?;
        Ok(to_move(state.rules().side(), place))
    }

    fn played(&mut self, _: &GameState, played: &Played) {
        if let Some(history) = &mut self.history {
            history.play(played.mv);
        }
    }
}

/// Plays a game of two players: `AgentCore`s or functions.
pub(crate) fn game(
    py: Python<'_>,
    fixture: &Fixture,
    players: [&Bound<'_, PyAny>; 2],
) -> PyResult<GameRecord> {
    let (cancel, raised) = (CancelFlag::new(), Raised::default());
    let mut agents: Vec<Box<dyn Agent>> = Vec::new();
    for player in players {
        let raised = raised.clone();
        agents.push(match player.cast::<AgentCore>() {
            Ok(core) => {
                core.get().check(py, &fixture.rules)?;
                let agent = core.get().name.build().expect("checked when it was named");
                Box::new(Native { agent, cancel: cancel.clone(), raised })
            }
            Err(_) => Box::new(Policy { function: player.clone().unbind(), history: None, raised }),
        });
    }
    let mut agents: [Box<dyn Agent>; 2] =
        agents.try_into().unwrap_or_else(|_| unreachable!("two players"));
    let played = play_game(fixture, &mut agents, &WallClock::new(), &cancel);
    // Programs get a moment to end.
    py.detach(|| drop(agents));
    if let Some(error) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    played.map_err(|error| match error {
        GameError::Environment { .. } => pyo3::exceptions::PyOSError::new_err(error.to_string()),
        error => errors::wrong(py, &error.to_string()),
    })
}

/// Plays a game from the position of another one, whose moves are its opening. Returns the lines of
/// its record.
#[pyfunction]
pub(crate) fn play(
    py: Python<'_>,
    start: &GameCore,
    players: (Bound<'_, PyAny>, Bound<'_, PyAny>),
    names: (String, String),
    number: usize,
    seed: u64,
) -> PyResult<String> {
    let fixture = {
        let history = start.lock();
        if let Some(outcome) = history.state.outcome() {
            return Err(super::state::over(py, outcome));
        }
        Fixture {
            rules: history.state.rules().clone(),
            opening: history.played.iter().map(|played| played.mv).collect(),
            names: [names.0, names.1],
            game: number,
            seed,
        }
    };
    Ok(game(py, &fixture, [&players.0, &players.1])?.to_lines())
}
