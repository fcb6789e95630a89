//! `play`: a game at the terminal.

mod board;
mod commands;
mod human;
mod levels;
mod output;
mod saving;
mod table;
mod terminal;
mod typed;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueHint;
use quadrille_api::game::PERSON;
use quadrille_arena::game::GameRecord;
use quadrille_arena::{Agent, AgentName, Build, Referee, Ruleset, without_number};
use quadrille_arena::{
    Fixture,
    tournament::{GameError, play_game_by_line},
};
use quadrille_core::{CancelFlag, WallClock};

use self::human::{Human, Stopped};
use self::levels::LEVELS;
use self::output::GameOutput;
use self::typed::Typed;
use super::bots::BotLimits;
use super::records;
use super::setup::{self, GameRules, StartOptions};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::bounded;

/// Play DualSudoku at the terminal
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../../help/play.txt").trim_end())]
pub(crate) struct Args {
    /// The first player; alone, your opponent [default: human]
    #[arg(value_name = "FIRST")]
    first: Option<String>,
    /// The second player [default: strong]
    #[arg(value_name = "SECOND")]
    second: Option<String>,
    /// The opponent's level: beginner, casual, club, strong or master
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["first", "second"])]
    level: Option<String>,
    /// Your seat: 1, the default, moves first
    #[arg(long, value_name = "N", value_parser = values::number::<u8>(1..=2), allow_negative_numbers = true, conflicts_with = "second")]
    seat: Option<u8>,
    /// Has no effect; accepted for older scripts
    #[arg(long, hide_short_help = true)]
    plain: bool,
    /// Save the game as it is played, in a new file or, with `-`, on standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// Replace the record if the file exists
    #[arg(long, requires = "record")]
    overwrite: bool,
    /// Resume the unfinished game in the record: its players, board, rules and seed
    #[arg(long = "continue", requires = "record", conflicts_with_all = [
        "first", "second", "level", "seat", "overwrite", "side", "board", "lenient", "shape", "passing",
        "illegal", "ply_cap", "time_per_game", "tc", "time_per_move", "time_margin", "nodes_per_move",
    ])]
    resume: bool,
    #[command(flatten)]
    start: StartOptions,
    #[command(flatten)]
    rules: GameRules,
    #[command(flatten)]
    bots: BotLimits,
}

/// A game to play, resolved.
struct Request {
    players: [AgentName; 2],
    /// The game, new or resumed.
    referee: Referee,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let Request { players, mut referee } = resolve(args, context)?;
    setup::try_programs(&players)?;
    let people = [0, 1].map(|index| players[index].build().is_none());
    if context.given_seed().is_none() && !args.resume {
        context.messages.note(&format!("seed {}", referee.record().header.seed));
    }
    let mut output = GameOutput::open(args, context, &referee, people)?;
    context.handle_signals(None);
    let typed = people.contains(&true).then(Typed::new);
    let typed = typed.transpose().map_err(|error| {
        Failure::Internal(anyhow::Error::new(error).context("cannot start a thread for the input"))
    })?;
    let ended = play(&mut referee, &players, typed.as_ref(), &mut output, &context.cancel)?;
    let why = match ended {
        Ended::Complete => None,
        Ended::Quit => Some("you quit"),
        Ended::Stopped if typed.is_some_and(|typed| typed.has_ended()) => Some("the input ended"),
        Ended::Stopped => Some("interrupted"),
    };
    output.conclude(referee.record(), why, context)?;
    Ok(context.signal_status())
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    Complete,
    Quit,
    /// By a signal, or by the end of the input.
    Stopped,
}

fn resolve(args: &Args, context: &Context) -> Result<Request, Failure> {
    let record = args.record.as_deref();
    let in_record = |problem: &dyn std::fmt::Display| {
        let name = record.unwrap_or(Path::new("")).display();
        Failure::usage(format!("{name}: {problem}"))
    };
    let (rules, names, seed, plies) = match record.filter(|_| args.resume) {
        None => {
            let rules = args.rules.on(args.start.board(context)?)?;
            let seed = context.given_seed().unwrap_or_else(Context::drawn_seed);
            (rules, names(args)?, seed, Vec::new())
        }
        Some(_) if context.given_seed().is_some() => {
            return Err(Failure::usage(
                "`--seed` has no effect with `--continue`; the record has the seed",
            ));
        }
        Some(record) => {
            let game = unfinished_game(record)?;
            let rules = game.header.rules().map_err(|problem| in_record(&problem))?;
            (Arc::new(rules), game.header.players, game.header.seed, game.plies)
        }
    };
    let players = [player(&names[0], &rules, &args.bots)?, player(&names[1], &rules, &args.bots)?];
    args.bots.check(&players)?;
    let names = [0, 1].map(|index| players[index].to_string());
    let mut referee = Referee::new(&Fixture { rules, opening: Vec::new(), names, game: 0, seed });
    if args.resume {
        let header = referee.into_record().header;
        let record = GameRecord { header, plies, result: None };
        referee = Referee::resume(record).map_err(|problem| in_record(&problem))?;
    }
    Ok(Request { players, referee })
}

/// Returns the names of the players.
fn names(args: &Args) -> Result<[String; 2], Failure> {
    let human = || PERSON.to_owned();
    let opponent = match (&args.level, &args.first, &args.second) {
        (None, Some(first), Some(second)) => return Ok([first.clone(), second.clone()]),
        (None, Some(opponent), None) if opponent != PERSON => opponent.clone(),
        (None, ..) => LEVELS[LEVELS.len() - 1].agent.to_owned(),
        (Some(name), ..) => {
            let level = LEVELS.iter().find(|level| level.name == name);
            let known = LEVELS.map(|level| level.name);
            level.ok_or_else(|| Failure::unknown("level", name, &known))?.agent.to_owned()
        }
    };
    Ok(match args.seat {
        Some(2) => [opponent, human()],
        _ => [human(), opponent],
    })
}

/// Parses the name of an agent, which may be a person.
fn player(name: &str, rules: &Ruleset, bots: &BotLimits) -> Result<AgentName, Failure> {
    // A record numbers equal agents.
    let name = without_number(name);
    match AgentName::parse(name) {
        Ok(human @ AgentName::Entry { entry, .. }) if matches!(entry.build, Build::Terminal) => {
            Ok(human)
        }
        _ => setup::agent(name, rules, bots),
    }
}

/// Reads the game of a record that can be resumed.
fn unfinished_game(path: &Path) -> Result<GameRecord, Failure> {
    let name = path.display().to_string();
    let text = bounded::text_of(path).map_err(|error| Failure::unreadable(&name, error))?;
    let mut games = records::parse(&name, &text)?;
    let game = match games.pop() {
        Some(game) if games.is_empty() && game.result.is_none() => game,
        _ => {
            return Err(Failure::usage(format!(
                "{name}: does not hold a single unfinished game; `quadrille replay {name}` shows \
                 what it holds"
            )));
        }
    };
    if game.header.opening_plies > 0 {
        return Err(Failure::usage(format!(
            "{name}: is a game of a match; resume it with `quadrille match`"
        )));
    }
    Ok(game)
}

/// Plays the game to its end or until it is stopped. Returns how it ended.
fn play(
    referee: &mut Referee,
    players: &[AgentName; 2],
    typed: Option<&Arc<Typed>>,
    output: &mut GameOutput<'_>,
    cancel: &CancelFlag,
) -> Result<Ended, Failure> {
    loop {
        output.shown = referee.record().plies.len();
        let stopped = Arc::new(Stopped::default());
        let mut agents = [0, 1].map(|index| match (players[index].build(), typed) {
            (Some(agent), _) => agent,
            (None, Some(typed)) => Box::new(Human {
                stopped: stopped.clone(),
                typed: typed.clone(),
                terminal: output.terminal.clone(),
            }) as Box<dyn Agent>,
            (None, None) => unreachable!("a person types"),
        });
        let clock = WallClock::new();
        let played = play_game_by_line(referee, &mut agents, &clock, cancel, &mut |line| {
            output.take(line, cancel);
        });
        if let Some(failure) = output.failure.take() {
            return Err(failure);
        }
        match (played, stopped.take_undo()) {
            (Ok(_), _) => return Ok(Ended::Complete),
            // The game starts again without its last moves.
            (Err(GameError::Stopped), Some(kept)) if !cancel.is_cancelled() => {
                referee.take_back(kept);
            }
            (Err(GameError::Stopped), _) if stopped.has_quit() => return Ok(Ended::Quit),
            (Err(GameError::Stopped), _) => return Ok(Ended::Stopped),
            (Err(error), _) => return Err(setup::no_result(error)),
        }
    }
}
