//! One game between two agents: asks them in turn, measures their time, and tells the referee.

use std::io;
use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, Meter, TimeWithoutClock};
use thiserror::Error;

use crate::agent::{Agent, AgentError, NODE};
use crate::game::{GameRecord, RecordLine, Seat};
use crate::referee::{Choice, Fixture, Referee, Ruling, Turn};

/// Why a game has no result.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GameError {
    /// The cancel flag was raised, or an agent was asked to stop.
    #[error("the game was stopped")]
    Stopped,
    /// The machine could not run an agent. No player is to blame.
    #[error("cannot run {agent}: {error}")]
    Environment {
        /// The name of the agent.
        agent: String,
        /// What the machine could not do.
        #[source]
        error: io::Error,
    },
    /// The rules limit the time, but the clock stands still.
    #[error(transparent)]
    Clock(#[from] TimeWithoutClock),
}

/// Plays a game to its end.
///
/// # Errors
/// When the game is stopped, or the machine cannot run an agent.
///
/// # Panics
/// When the opening continues after the end of the game.
///
/// ```
/// use std::sync::Arc;
///
/// use quadrille_arena::tournament::play_game;
/// use quadrille_arena::{AgentName, Fixture, Ruleset};
/// use quadrille_core::{BoxShape, CancelFlag, NoClock};
///
/// let agent = AgentName::parse("first-valid")?;
/// let build = || agent.build().expect("it needs no terminal");
/// let fixture = Fixture {
///     rules: Arc::new(Ruleset::empty(BoxShape::new(2, 2)?)),
///     opening: Vec::new(),
///     names: ["Ada", "Charles"].map(str::to_owned),
///     game: 0,
///     seed: 1,
/// };
/// let record = play_game(&fixture, &mut [build(), build()], &NoClock, &CancelFlag::new())?;
/// assert!(record.result.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn play_game(
    fixture: &Fixture,
    agents: &mut [Box<dyn Agent>; 2],
    clock: &dyn Clock,
    cancel: &CancelFlag,
) -> Result<GameRecord, GameError> {
    let mut referee = Referee::new(fixture);
    play_game_by_line(&mut referee, agents, clock, cancel, &mut |_| {})?;
    Ok(referee.into_record())
}

/// Plays a game, new or resumed, to its end like [`play_game`], and passes each line of the record to
/// `each` immediately, so that the lines of an interrupted game are not lost. The lines so far come
/// first.
///
/// # Errors
/// As [`play_game`]. The game can be played on.
pub fn play_game_by_line(
    referee: &mut Referee,
    agents: &mut [Box<dyn Agent>; 2],
    clock: &dyn Clock,
    cancel: &CancelFlag,
    each: &mut dyn FnMut(RecordLine),
) -> Result<(), GameError> {
    let GameRecord { header, plies, .. } = referee.record();
    each(RecordLine::Game(header.clone()));
    plies.iter().cloned().map(RecordLine::Ply).for_each(&mut *each);
    for seat in Seat::BOTH {
        if let Turn::Move { .. } = referee.turn() {
            let mut meter = Meter::cancellable(cancel);
            let started = referee.start(seat, agents[seat.index()].as_mut(), &mut meter);
            started.or_else(|error| fail(referee, seat, error, None).map(|_| ()))?;
        }
    }
    while let Turn::Move { seat, limits } = referee.turn() {
        if cancel.is_cancelled() {
            return Err(GameError::Stopped);
        }
        let mut meter = Meter::new(limits, NODE, cancel, clock)?;
        let agent = &mut agents[seat.index()];
        let choice = agent.choose(referee.state(), &mut meter);
        let (spent, nodes) = (meter.elapsed(), meter.counters[NODE]);
        if cancel.is_cancelled() {
            return Err(GameError::Stopped);
        }
        let ruling = match choice {
            Ok(mv) => referee.play(Choice { mv, nodes, info: agent.info() }, spent),
            Err(error) => fail(referee, seat, error, Some(spent))?,
        };
        if let Ruling::Played(played) = ruling {
            let ply = referee.record().plies.last().expect("a ply was played");
            each(RecordLine::Ply(ply.clone()));
            for agent in agents.iter_mut() {
                agent.played(referee.state(), &played);
            }
        }
    }
    for agent in agents {
        agent.finish(referee.state());
    }
    let result = referee.record().result.clone();
    each(RecordLine::Result(result.expect("the game is over")));
    Ok(())
}

/// Ends the game if the agent lost it; passes other errors on.
fn fail(
    referee: &mut Referee,
    seat: Seat,
    error: AgentError,
    spent: Option<Duration>,
) -> Result<Ruling, GameError> {
    match error {
        AgentError::Forfeit(why) => Ok(referee.fail(seat, &why, spent)),
        AgentError::Environment(error) => {
            let agent = referee.record().header.players[seat.index()].clone();
            Err(GameError::Environment { agent, error })
        }
        AgentError::Stopped => Err(GameError::Stopped),
    }
}
