//! The bot's side of the protocol: one of our agents, served to whoever runs the game.

use std::io::{self, BufRead, Read, Write};

use quadrille_engine::{CancelFlag, Clock, Limits, Meter};

use super::message::{FromBot, LONGEST_LINE, ToBot, VERSION};
use crate::agents::{Agent, Forfeit, NODE};
use crate::game::GameState;

/// Why serving ended before the arena said so.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The other side broke the protocol.
    #[error("{0}")]
    Protocol(String),
}

struct Playing {
    state: GameState,
}

/// Answers the messages of `input` with the moves of an agent, until `quit` or the end of input.
///
/// # Errors
/// When reading or writing fails, or the other side breaks the protocol.
pub fn serve(
    name: &str,
    build: &dyn Fn() -> Box<dyn Agent>,
    mut input: impl BufRead,
    output: &mut dyn Write,
    clock: &dyn Clock,
) -> Result<(), EngineError> {
    let mut agent = build();
    let mut game: Option<Playing> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        let longest = LONGEST_LINE as u64 * 16;
        if input.by_ref().take(longest).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') && line.len() as u64 == longest {
            return Err(EngineError::Protocol("a line without end".to_owned()));
        }
        let text = String::from_utf8_lossy(&line);
        let side = game.as_ref().map_or(0, |game| game.state.rules().side());
        let Some(message) = ToBot::parse(text.trim_end(), side).map_err(EngineError::Protocol)?
        else {
            continue;
        };
        match (message, &mut game) {
            (ToBot::Hello(VERSION), _) => {
                writeln!(output, "{}", FromBot::Ready(name.to_owned()).line(0))?;
                output.flush()?;
            }
            (ToBot::Hello(other), _) => {
                return Err(EngineError::Protocol(format!(
                    "protocol version {other} is wanted, {VERSION} is spoken"
                )));
            }
            (ToBot::NewGame { rules, seat, seed }, slot) => {
                agent = build();
                agent
                    .start(&rules, seat, seed, &CancelFlag::new())
                    .map_err(|why| EngineError::Protocol(why.to_string()))?;
                *slot = Some(Playing { state: GameState::new(rules) });
            }
            (ToBot::Played { seat, mv, .. }, Some(game)) => {
                if game.state.seat() != seat || game.state.outcome().is_some() {
                    return Err(EngineError::Protocol(format!("it is not the turn of {seat}")));
                }
                let played = game.state.play(mv);
                agent.played(&game.state, &played);
            }
            (ToBot::Go(left), Some(game)) => {
                if game.state.outcome().is_some() {
                    return Err(EngineError::Protocol("`go` after the end".to_owned()));
                }
                let answer = answer(&mut *agent, game, left, clock);
                writeln!(output, "{}", answer.line(game.state.rules().side()))?;
                output.flush()?;
            }
            (ToBot::End(..), slot) => {
                if let Some(game) = slot.take() {
                    agent.finish(&game.state);
                }
            }
            (ToBot::Quit, _) => return Ok(()),
            (ToBot::Played { .. } | ToBot::Go(_), None) => {
                return Err(EngineError::Protocol("no game has begun".to_owned()));
            }
        }
    }
}

fn answer(agent: &mut dyn Agent, game: &Playing, left: Option<u64>, clock: &dyn Clock) -> FromBot {
    let rules = game.state.rules().clone();
    let limits = Limits {
        time: left.map(std::time::Duration::from_millis),
        nodes: rules.clock.nodes_per_move,
        ..Limits::NONE
    };
    let mut meter = match Meter::new(limits, NODE, &CancelFlag::new(), clock) {
        Ok(meter) => meter,
        Err(error) => return FromBot::Info(format!("info {error}")),
    };
    match agent.choose(&game.state, &mut meter) {
        Ok(mv) => FromBot::Move(mv, meter.counters[NODE]),
        Err(Forfeit::Resigned) => FromBot::Resign,
        Err(why) => FromBot::Info(format!("info {why}")),
    }
}
