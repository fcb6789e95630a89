//! Options of games: the board, the rules and the agents.

use quadrille_core::printable::os_text;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;
use quadrille_arena::tournament::GameError;
use quadrille_arena::{
    AgentName, AgentNameError, ClockRule, Illegal, Passing, Ruleset, StartError,
};
use quadrille_core::{BoxShape, CancelFlag, Grid, Puzzle};

use super::bots::BotLimits;
use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::failure::Failure;
use crate::io::arguments::Inputs;
use crate::io::input::Records;
use crate::names::explained;

/// The board that games begin on.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct StartOptions {
    /// Side of the empty board to play on [default: 9]
    #[arg(long, value_name = "N", conflicts_with = "board", value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    side: Option<usize>,
    /// The board to play on: a file or a puzzle written out
    ///
    /// If the file holds several boards, the first is used.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    board: Option<OsString>,
    #[command(flatten)]
    reading: BoardOptions,
}

/// How a board is read.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct BoardOptions {
    /// Read the board like the original program, quirks included
    #[arg(long, hide_short_help = true)]
    pub(super) lenient: bool,
    /// Box shape, such as 2x3
    #[arg(long = "box", value_name = "RxC")]
    pub(super) shape: Option<BoxShape>,
}

/// The rules that decide what a position is worth.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct PositionRules {
    /// When players may pass [default: two-pass-end]
    ///
    /// One of unlimited, two-pass-end, no-double-pass and forbidden.
    #[arg(long, value_name = "RULE")]
    pub(super) passing: Option<String>,
    /// The ply after which a game ends [default: 10000]
    #[arg(long, value_name = "N", value_parser = values::number::<u32>(1..=u64::from(Ruleset::MAX_PLY_CAP)), allow_negative_numbers = true)]
    pub(super) ply_cap: Option<u32>,
}

/// The rules of a game.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct GameRules {
    #[command(flatten)]
    position: PositionRules,
    /// What an illegal attempt does: penalty, forfeit or penalty-always
    ///
    /// A penalty costs as much as a pass and ends the turn; where a pass is not allowed, the attempt
    /// loses the game, except under penalty-always. If passing is forbidden it always loses.
    #[arg(long, value_name = "RULE", default_value = "penalty")]
    illegal: String,
    /// Wall time of each player per game, such as 5min
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time_per_game: Option<Duration>,
    /// Wall time of each player per game and what each of its moves adds, such as 60+0.6
    ///
    /// Both are seconds, or durations such as 1min+500ms.
    #[arg(long, value_name = "BASE+INC", value_parser = time_control, conflicts_with = "time_per_game", allow_hyphen_values = true)]
    tc: Option<(Duration, Duration)>,
    /// Wall time of each player per move, such as 500ms
    #[arg(long = "time", alias = "time-per-move", value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time_per_move: Option<Duration>,
    /// How much later than its time a move may come and still count [default: 0s]
    #[arg(long, value_name = "DUR", hide_short_help = true, value_parser = values::duration, allow_hyphen_values = true)]
    time_margin: Option<Duration>,
    /// Maximum number of nodes of each player per move
    #[arg(long = "nodes", alias = "nodes-per-move", value_name = "N", value_parser = values::any_number(), allow_negative_numbers = true)]
    nodes_per_move: Option<u64>,
}

impl StartOptions {
    /// Returns the board that games begin on.
    pub(super) fn board(&self, context: &Context) -> Result<Puzzle, Failure> {
        match &self.board {
            Some(file) => self.reading.read(file, context),
            None if self.reading.lenient => {
                Err(Failure::usage("`--lenient` has no effect without `--board FILE`"))
            }
            None => empty_board(self.side, self.reading.shape),
        }
    }
}

impl BoardOptions {
    /// Reads the first board of an input.
    pub(super) fn read(&self, file: &OsStr, context: &Context) -> Result<Puzzle, Failure> {
        let inputs = Inputs::resolve(&[file], &self.reading(), 1, context)?;
        next_board(&os_text(file), &mut inputs.records(&CancelFlag::new()))
    }

    /// Reads the only board of an input.
    pub(super) fn read_only(&self, file: &OsStr, context: &Context) -> Result<Puzzle, Failure> {
        only_board(&os_text(file), Inputs::resolve(&[file], &self.reading(), 1, context)?)
    }

    /// Returns the only board of a text that was read from a file.
    pub(super) fn read_text(&self, file: &str, text: String) -> Result<Puzzle, Failure> {
        only_board(file, Inputs::of_text(file, text, &self.reading()))
    }

    fn reading(&self) -> InputOptions {
        InputOptions { from: None, shape: self.shape, mixed_sizes: false, lenient: self.lenient }
    }
}

impl PositionRules {
    /// Returns the rules on a board.
    pub(super) fn on(&self, board: Puzzle) -> Result<Ruleset, Failure> {
        let mut rules = Ruleset::new(board);
        if let Some(passing) = &self.passing {
            rules.passing = Passing::from_id(passing).ok_or_else(|| {
                Failure::unknown("pass rule", passing, &Passing::ALL.map(Passing::id))
            })?;
        }
        rules.ply_cap = self.ply_cap.unwrap_or(rules.ply_cap);
        Ok(rules)
    }
}

impl GameRules {
    /// Returns the rules on a board.
    pub(super) fn on(&self, board: Puzzle) -> Result<Arc<Ruleset>, Failure> {
        let mut rules = self.position.on(board)?;
        let known = Illegal::ALL.map(Illegal::id);
        rules.illegal = Illegal::from_id(&self.illegal)
            .ok_or_else(|| Failure::unknown("rule for illegal attempts", &self.illegal, &known))?;
        let is_timed =
            self.tc.is_some() || self.time_per_game.is_some() || self.time_per_move.is_some();
        if self.time_margin.is_some() && !is_timed {
            return Err(Failure::usage(
                "`--time-margin` has no effect without `--tc`, `--time-per-game` or `--time`",
            ));
        }
        let (per_game, increment) = match self.tc {
            Some((base, increment)) => (Some(base), increment),
            None => (self.time_per_game, Duration::ZERO),
        };
        rules.clock = ClockRule {
            per_game,
            increment,
            per_move: self.time_per_move,
            margin: self.time_margin.unwrap_or_default(),
            nodes_per_move: self.nodes_per_move,
        };
        Ok(Arc::new(rules))
    }
}

/// Parses a time control such as `60+0.6` or `1min+500ms`.
fn time_control(text: &str) -> Result<(Duration, Duration), String> {
    let part = |text: &str| {
        let text = text.trim();
        let is_number = text.parse::<f64>().is_ok();
        values::duration(&if is_number { format_seconds(text)? } else { text.to_owned() })
    };
    let Some((base, increment)) = text.split_once('+') else {
        return Err("write the time for the game and for each move, such as 60+0.6".to_owned());
    };
    Ok((part(base)?, part(increment)?))
}

/// Returns a number of seconds as a duration in nanoseconds, which may have a fraction.
fn format_seconds(number: &str) -> Result<String, String> {
    let seconds = number.parse::<f64>().map_err(|_| "not a number of seconds".to_owned())?;
    let duration = Duration::try_from_secs_f64(seconds)
        .map_err(|_| "write seconds that are not negative, such as 60 or 0.6".to_owned())?;
    Ok(format!("{}s {}ns", duration.as_secs(), duration.subsec_nanos()))
}

fn empty_board(side: Option<usize>, shape: Option<BoxShape>) -> Result<Puzzle, Failure> {
    let shape = match (shape, side) {
        (Some(shape), Some(side)) if side != shape.side() => {
            let own = shape.side();
            return Err(Failure::usage(format!("a {shape} box makes side {own}, not {side}")));
        }
        (Some(shape), _) => shape,
        (None, side) => {
            let side = side.unwrap_or(9);
            BoxShape::of_side(side).ok_or_else(|| {
                let sides = BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE;
                Failure::usage(if sides.contains(&side) {
                    format!("side {side} fits only boxes of one row; add --box 1x{side}")
                } else {
                    let (least, most) = sides.into_inner();
                    format!("side {side} is not supported; sides are {least} to {most}")
                })
            })?
        }
    };
    Ok(Grid::empty(shape).try_into().expect("an empty grid has no conflict"))
}

fn only_board(file: &str, inputs: Inputs) -> Result<Puzzle, Failure> {
    let mut records = inputs.records(&CancelFlag::new());
    let board = next_board(file, &mut records)?;
    match records.next() {
        None => Ok(board),
        Some(_) => Err(Failure::usage(format!(
            "{file}: holds several boards; name one position, written out or in a file of its own"
        ))),
    }
}

fn next_board(file: &str, records: &mut Records) -> Result<Puzzle, Failure> {
    match records.next() {
        Some(Ok(record)) => Ok(record.puzzle),
        Some(Err(bad)) => Err(Failure::input(bad.message)),
        None => Err(Failure::usage(format!("{file}: holds no board"))),
    }
}

/// Parses the name of an agent.
pub(super) fn named_agent(name: &str) -> Result<AgentName, Failure> {
    AgentName::parse(name).map_err(|error| {
        Failure::usage(match error {
            AgentNameError::Unknown { .. } if Path::new(name).is_file() => {
                format!("`{name}` is a file; write `--board {name}` to play on it")
            }
            AgentNameError::Unknown { .. } => explained(error.to_string(), "agent", name),
            error => error.to_string(),
        })
    })
}

/// Parses the name of an agent that needs no terminal and can play by the rules.
pub(super) fn agent(name: &str, rules: &Ruleset, bots: &BotLimits) -> Result<AgentName, Failure> {
    let agent = named_agent(name)?;
    let agent = agent.guarded_by(bots.guard());
    agent.supports(rules).map_err(|error| Failure::usage(error.to_string()))?;
    if agent.build().is_none() {
        return Err(Failure::usage(format!(
            "`{agent}` needs a terminal; it plays only in `quadrille play`"
        )));
    }
    Ok(agent)
}

/// Starts each program once, so that one that cannot be started is reported before the first game.
pub(super) fn try_programs(agents: &[AgentName]) -> Result<(), Failure> {
    let tried = agents.iter().try_for_each(AgentName::try_start);
    tried.map_err(|error| match error {
        StartError::Environment { .. } => Failure::Internal(anyhow::Error::msg(format!(
            "{error}; nothing was played, because the machine and not a player is at fault"
        ))),
        error => Failure::usage(error.to_string()),
    })
}

/// Returns the failure for a game without a result.
pub(crate) fn no_result(error: GameError) -> Failure {
    match error {
        GameError::Environment { .. } => Failure::Internal(anyhow::Error::msg(format!(
            "{error}; the game has no result, because the machine and not a player is at fault"
        ))),
        error => Failure::usage(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_seconds_or_durations() {
        let ms = Duration::from_millis;
        assert_eq!(time_control("60+0.6"), Ok((ms(60_000), ms(600))));
        assert_eq!(time_control("1min+500ms"), Ok((ms(60_000), ms(500))));
        assert_eq!(time_control("0.5+0"), Ok((ms(500), ms(0))));
        for wrong in ["60", "60+", "+1", "-1+1", "1e300+1", "nan+1", "inf+1", "60+0.6+1"] {
            assert!(time_control(wrong).is_err(), "{wrong}");
        }
    }
}
