//! What the commands of the game share: rules, agents and records from what was typed.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;
use quadrille_arena::game::RecordedGame;
use quadrille_arena::tournament::Openings;
use quadrille_arena::{AgentName, ClockRule, Illegal, Passing, Ruleset};
use quadrille_engine::{BoxShape, CancelFlag, Grid, Puzzle};
use quadrille_lab::registry::nearest;

use crate::args::{InputOptions, values};
use crate::context::Context;
use crate::failure::Failure;
use crate::io::bounded;
use crate::io::input::Inputs;

/// The board that games begin on.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct Start {
    /// Side of the empty board to play on [default: 9]
    #[arg(long, value_name = "N", conflicts_with = "board", value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) side: Option<usize>,
    /// The board to play on: a file or a puzzle written out
    ///
    /// Of several boards in a file, the first is used.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) board: Option<String>,
}

/// The rules of a game.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub(crate) struct Rules {
    /// Read the board like the original program, quirks included
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Box shape, such as 2x3
    #[arg(long = "box", value_name = "RxC")]
    pub(crate) shape: Option<BoxShape>,
    /// When players may pass
    ///
    /// One of unlimited, two-pass-end, no-double-pass and forbidden.
    #[arg(long, value_name = "RULE", default_value = "two-pass-end")]
    pub(crate) passing: String,
    /// What an illegal attempt costs: penalty or forfeit
    #[arg(long, value_name = "RULE", default_value = "penalty")]
    pub(crate) illegal: String,
    /// The ply after which a game ends
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = values::number::<u32>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) ply_cap: u32,
    /// Wall time of each player per game, such as 5min
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    pub(crate) time_per_game: Option<Duration>,
    /// Maximum number of nodes of each player per move
    #[arg(long, value_name = "N", value_parser = values::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes_per_move: Option<u64>,
}

/// The rules that were asked for.
pub(super) fn rules(
    start: &Start,
    args: &Rules,
    context: &Context,
) -> Result<Arc<Ruleset>, Failure> {
    let board = match &start.board {
        Some(file) => read_board(file, args, context)?,
        None if args.lenient => {
            return Err(Failure::usage(
                "--lenient is for a board file; name one with --board FILE",
            ));
        }
        None => empty_board(start.side, args.shape)?,
    };
    Ok(Arc::new(on_board(args, board)?))
}

/// The rules that were asked for, on that board.
pub(super) fn on_board(args: &Rules, board: Puzzle) -> Result<Ruleset, Failure> {
    let mut rules = Ruleset::new(board);
    rules.passing = Passing::from_id(&args.passing).ok_or_else(|| {
        Failure::unknown("pass rule", &args.passing, &Passing::ALL.map(Passing::id))
    })?;
    let attempts = [Illegal::Penalty, Illegal::Forfeit].map(Illegal::id);
    rules.illegal = Illegal::from_id(&args.illegal)
        .ok_or_else(|| Failure::unknown("rule for illegal attempts", &args.illegal, &attempts))?;
    rules.ply_cap = args.ply_cap;
    rules.clock = ClockRule { per_game: args.time_per_game, nodes_per_move: args.nodes_per_move };
    Ok(rules)
}

fn empty_board(side: Option<usize>, shape: Option<BoxShape>) -> Result<Puzzle, Failure> {
    let shape = match (shape, side) {
        (Some(shape), None) => shape,
        (Some(shape), Some(side)) if shape.side() == side => shape,
        (Some(shape), Some(side)) => {
            return Err(Failure::usage(format!(
                "a {shape} box makes side {}, not {side}",
                shape.side()
            )));
        }
        (None, side) => {
            let side = side.unwrap_or(9);
            BoxShape::of_side(side).ok_or_else(|| {
                let sides = BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE;
                Failure::usage(if sides.contains(&side) {
                    format!("no boxes fit side {side} but those of one row; say --box 1x{side}")
                } else {
                    let (least, most) = sides.into_inner();
                    format!("no board has side {side}; sides are {least} to {most}")
                })
            })?
        }
    };
    Ok(Grid::empty(shape).try_into().expect("an empty grid has no conflict"))
}

/// The first board of an input.
pub(super) fn read_board(file: &str, args: &Rules, context: &Context) -> Result<Puzzle, Failure> {
    first_board(file, Inputs::resolve(&[file.to_owned()], &reading(args), 1, context)?)
}

/// The first board of a text that was read already.
pub(super) fn board_in(file: &str, text: String, args: &Rules) -> Result<Puzzle, Failure> {
    first_board(file, Inputs::of_text(file, text, &reading(args)))
}

fn reading(args: &Rules) -> InputOptions {
    InputOptions { from: None, shape: args.shape, mixed_sizes: false, lenient: args.lenient }
}

fn first_board(file: &str, inputs: Inputs) -> Result<Puzzle, Failure> {
    match inputs.records(&CancelFlag::new()).next() {
        Some(Ok(record)) => Ok(record.puzzle),
        Some(Err(bad)) => Err(Failure::input(bad.message)),
        None => Err(Failure::usage(format!("{file}: holds no board"))),
    }
}

/// An agent that needs no terminal and can play by these rules.
pub(super) fn agent(name: &str, rules: &Ruleset) -> Result<AgentName, Failure> {
    let agent = AgentName::parse(name).map_err(|error| Failure::usage(error.to_string()))?;
    agent.supports(rules).map_err(Failure::usage)?;
    if agent.build().is_none() {
        return Err(Failure::usage(format!("`{agent}` sits at a terminal; use `quadrille play`")));
    }
    Ok(agent)
}

/// Starts each program once: one that cannot be started is told before the first game.
pub(super) fn try_programs(agents: &[AgentName]) -> Result<(), Failure> {
    for agent in agents {
        agent.try_start().map_err(Failure::usage)?;
    }
    Ok(())
}

/// A number of plies in words.
pub(super) fn plies(number: usize) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

/// The openings that were asked for.
pub(super) fn openings(text: &str, rules: &Arc<Ruleset>) -> Result<Openings, Failure> {
    if text == "none" {
        return Ok(Openings::None);
    }
    if let Some(plies) = text.strip_prefix("random:") {
        return match plies.parse() {
            Ok(plies) if plies <= rules.board.shape().cells() => Ok(Openings::Random(plies)),
            _ => Err(Failure::usage(format!(
                "`{text}`: write random:K, K random placements, at most the cells of the board"
            ))),
        };
    }
    let list = bounded::text_of(text).map_err(|error| {
        let word = text.split(':').next().unwrap_or(text);
        let near = nearest(word, ["none", "random"]).filter(|_| !Path::new(text).exists());
        let near = near.map(|near| format!("did you mean `{near}`, or ")).unwrap_or_default();
        Failure::usage(format!(
            "{text}: cannot be read: {error}; {near}say none, random:K or the name of a file"
        ))
    })?;
    Openings::parse(&list, rules).map_err(|error| Failure::input(format!("{text}:{error}")))
}

/// The text of a file, or of standard input.
pub(super) fn text_of(file: &str, context: &Context) -> Result<String, Failure> {
    let read = if file == "-" {
        bounded::read(io::stdin())
    } else {
        context.used_files.add(file);
        bounded::text_of(file)
    };
    read.map_err(|error| Failure::usage(format!("{file}: cannot be read: {error}")))
}

/// The games of a record that is written to later.
pub(super) fn records_to_write(file: &str) -> Result<Vec<RecordedGame>, Failure> {
    let text = bounded::text_of(file)
        .map_err(|error| Failure::usage(format!("{file}: cannot be read: {error}")))?;
    records(file, &text)
}

/// The same, where there is to be one at least.
pub(super) fn games_in(file: &str, text: &str) -> Result<Vec<RecordedGame>, Failure> {
    let games = records(file, text)?;
    if games.is_empty() {
        let what = "empty: no game in it; name a file that `--record` wrote";
        return Err(Failure::input(format!("{file}:1:1: {what}")));
    }
    Ok(games)
}

/// The games of a record, those that were cut off included.
pub(super) fn records(file: &str, text: &str) -> Result<Vec<RecordedGame>, Failure> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    RecordedGame::read_all(text).map_err(|error| {
        Failure::input(format!("{file}:{}:{}: {}", error.line, error.column, error.what))
    })
}
