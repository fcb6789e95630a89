//! The bot's side of the protocol: serves one of our agents to the referee of the game.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, Limits, Meter, TimeWithoutClock};
use thiserror::Error;

use super::message::{FromBot, LONGEST_LINE, MessageError, ToBot, VERSION};
use crate::agent::{Agent, AgentError, Forfeit, NODE};
use crate::game::{GameState, Seat};

/// Why serving ended before the arena said `quit`.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Reading failed.
    #[error("cannot read the messages: {0}")]
    Read(io::Error),
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// A line is too long.
    #[error("a line without end")]
    EndlessLine,
    /// A line is not a valid message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The arena uses another version of the protocol.
    #[error("protocol version {0} is not supported; this is version {VERSION}")]
    Version(u32),
    /// A move or `go` came before `newgame`.
    #[error("no game has begun")]
    NoGame,
    /// `go` came after the end of the game.
    #[error("`go` after the end")]
    GameOver,
    /// A move came out of turn.
    #[error("it is not the turn of {0}")]
    NotItsTurn(Seat),
    /// The agent failed.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The arena limits the time, but the clock stands still.
    #[error(transparent)]
    Clock(#[from] TimeWithoutClock),
}

/// Answers the messages of `input` with the moves of an agent, until `quit` or the end of input.
///
/// # Errors
/// When reading or writing fails, the other side breaks the protocol, or the agent cannot play.
pub fn serve(
    name: &str,
    build: &dyn Fn() -> Box<dyn Agent>,
    mut input: impl BufRead,
    output: &mut dyn Write,
    clock: &dyn Clock,
) -> Result<(), ServeError> {
    let mut agent = build();
    let mut game: Option<GameState> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        let longest = LONGEST_LINE as u64 * 16;
        let read = input.by_ref().take(longest).read_until(b'\n', &mut line);
        if read.map_err(ServeError::Read)? == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') && line.len() as u64 == longest {
            return Err(ServeError::EndlessLine);
        }
        let text = String::from_utf8_lossy(&line);
        let side = game.as_ref().map_or(0, |game| game.rules().side());
        let Some(message) = ToBot::parse(text.trim_end(), side)? else { continue };
        match (message, &mut game) {
            (ToBot::Hello(VERSION), _) => {
                writeln!(output, "{}", FromBot::Ready(name.to_owned()).line(0))?;
                output.flush()?;
            }
            (ToBot::Hello(other), _) => return Err(ServeError::Version(other)),
            (ToBot::NewGame(game), slot) => {
                agent = build();
                agent.start(&game, &mut Meter::unlimited())?;
                *slot = Some(GameState::new(game.rules));
            }
            (ToBot::Played { seat, mv, .. }, Some(game)) => {
                if game.seat() != seat || game.outcome().is_some() {
                    return Err(ServeError::NotItsTurn(seat));
                }
                let played = game.play(mv);
                agent.played(game, &played);
            }
            (ToBot::Go(left), Some(game)) => {
                if game.outcome().is_some() {
                    return Err(ServeError::GameOver);
                }
                let answer = answer(&mut *agent, game, left, clock)?;
                if let Some(info) = agent.info() {
                    writeln!(output, "{}", FromBot::of_info(&info).line(0))?;
                }
                writeln!(output, "{}", answer.line(game.rules().side()))?;
                output.flush()?;
            }
            (ToBot::End(..), slot) => {
                if let Some(game) = slot.take() {
                    agent.finish(&game);
                }
            }
            (ToBot::Quit, _) => return Ok(()),
            (ToBot::Played { .. } | ToBot::Go(_), None) => return Err(ServeError::NoGame),
        }
    }
}

fn answer(
    agent: &mut dyn Agent,
    game: &GameState,
    left: Option<u64>,
    clock: &dyn Clock,
) -> Result<FromBot, ServeError> {
    let limits = Limits {
        time: left.map(Duration::from_millis),
        nodes: game.rules().clock.nodes_per_move,
        ..Limits::NONE
    };
    let mut meter = Meter::new(limits, NODE, &CancelFlag::new(), clock)?;
    match agent.choose(game, &mut meter) {
        Ok(mv) => Ok(FromBot::Move(mv, meter.counters[NODE])),
        Err(AgentError::Forfeit(Forfeit::Resigned)) => Ok(FromBot::Resign),
        Err(AgentError::Forfeit(why)) => Ok(FromBot::Info(format!("info {why}"))),
        Err(error) => Err(error.into()),
    }
}
