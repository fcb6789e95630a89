//! `play`: a game at the terminal.

use quadrille_engine::printable;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueHint;
use quadrille_arena::game::{GameRecord, PlyRecord, RecordLine};
use quadrille_arena::tournament::{Fixture, GameError, play_game_by_line};
use quadrille_arena::{Agent, AgentName, Build, Ruleset};
use quadrille_engine::{CancelFlag, WallClock};

use super::board_text::numbered_board;
use super::bots::BotLimits;
use super::human::{Human, TypedLines, UndoRequest};
use super::recorder::Recorder;
use super::records;
use super::setup::{self, GameRules, StartOptions};
use super::terminal::{Screen, Terminal};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::bounded;
use crate::io::output::Output;

/// Play DualSudoku at the terminal
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille play                                   you against strong, 9x9
  quadrille play strong:ms=500 human --side 4
  quadrille play --record game.jsonl               saved as it is played
  quadrille play --continue --record game.jsonl    resumes it

Type `help` in the game for the commands.")]
pub(crate) struct Args {
    /// The first player
    #[arg(default_value = "human", value_name = "FIRST")]
    first: String,
    /// The second player
    #[arg(default_value = "strong", value_name = "SECOND")]
    second: String,
    /// Save the game as it is played, in a new file or, with `-`, on standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// Replace the record if the file exists
    #[arg(long, requires = "record")]
    overwrite: bool,
    /// Resume the unfinished game in the record: its players, board, rules and seed
    #[arg(long = "continue", requires = "record", conflicts_with_all = [
        "first", "second", "overwrite", "side", "board", "lenient", "shape", "passing",
        "illegal", "ply_cap", "time_per_game", "tc", "time_per_move", "time_margin",
        "nodes_per_move",
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
    rules: Arc<Ruleset>,
    players: [AgentName; 2],
    seed: u64,
    /// The plies played before.
    plies: Vec<PlyRecord>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    let request = resolve(args, context)?;
    setup::try_programs(&request.players)?;
    let has_human = request.players.iter().any(|name| name.build().is_none());
    let mut output = GameOutput::open(args, context, has_human)?;
    if context.given_seed().is_none() && !args.resume {
        context.messages.note(&format!("seed {}", request.seed));
    }
    context.handle_signals(None);
    let typed = has_human.then(TypedLines::new).transpose().map_err(|error| {
        Failure::Internal(anyhow::Error::new(error).context("cannot start a thread for the input"))
    })?;
    let is_complete = play(&request, typed.as_ref(), &mut output, &context.cancel)?;

    let Some(game) = &output.game else { unreachable!("the game started") };
    let new_line = if !is_complete && has_human { "\n" } else { "" };
    output.terminal.print(&format!("{new_line}{}", result_text(game)))?;
    if !is_complete {
        let input_ended = typed.is_some_and(|typed| typed.ended());
        note_how_to_resume(context, output.recorder.path(), input_ended);
    }
    output.conclude()?;
    Ok(context.signal_status())
}

fn resolve(args: &Args, context: &Context) -> Result<Request, Failure> {
    let record = args.record.as_deref();
    let (rules, names, seed, plies) = match record.filter(|_| args.resume) {
        None => {
            let rules = args.rules.on(args.start.board(context)?)?;
            let seed = context.given_seed().unwrap_or_else(Context::drawn_seed);
            (rules, [args.first.clone(), args.second.clone()], seed, Vec::new())
        }
        Some(_) if context.given_seed().is_some() => {
            return Err(Failure::usage(
                "`--seed` has no effect with `--continue`; the record has the seed",
            ));
        }
        Some(record) => {
            let game = unfinished_game(record)?;
            let rules = game.header.rules().map_err(|error| Failure::usage(error.to_string()))?;
            (Arc::new(rules), game.header.players, game.header.seed, game.plies)
        }
    };
    let players = [player(&names[0], &rules, &args.bots)?, player(&names[1], &rules, &args.bots)?];
    args.bots.check(&players)?;
    Ok(Request { rules, players, seed, plies })
}

/// Parses the name of an agent, which may be a person.
fn player(name: &str, rules: &Ruleset, bots: &BotLimits) -> Result<AgentName, Failure> {
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
    let text = bounded::text_of(path)
        .map_err(|error| Failure::usage(format!("{name}: cannot be read: {error}")))?;
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
    game.replay(|_, _| {}).map_err(|problem| Failure::usage(format!("{name}: {problem}")))?;
    Ok(game)
}

/// Plays the game to its end or until it is stopped. Returns whether it is complete.
fn play(
    request: &Request,
    typed: Option<&Arc<TypedLines>>,
    output: &mut GameOutput,
    cancel: &CancelFlag,
) -> Result<bool, Failure> {
    let mut before = request.plies.clone();
    loop {
        output.shown = before.len();
        let undo = UndoRequest::default();
        let fixture = Fixture {
            rules: request.rules.clone(),
            opening: Vec::new(),
            before,
            names: [0, 1].map(|index| request.players[index].to_string()),
            game: 0,
            seed: request.seed,
        };
        let mut agents = [0, 1].map(|index| match (request.players[index].build(), typed) {
            (Some(agent), _) => agent,
            (None, Some(typed)) => Box::new(Human {
                undo: undo.clone(),
                typed: typed.clone(),
                terminal: output.terminal.clone(),
            }) as Box<dyn Agent>,
            (None, None) => unreachable!("a person types"),
        });
        let clock = WallClock::new();
        let played = play_game_by_line(&fixture, &mut agents, &clock, cancel, &mut |line| {
            output.take(line, cancel);
        });
        if let Some(failure) = output.failure.take() {
            return Err(failure);
        }
        match (played, undo.lock().unwrap_or_else(PoisonError::into_inner).take()) {
            (Ok(_), _) => return Ok(true),
            // The game starts again without its last moves.
            (Err(GameError::Stopped), Some(kept)) => {
                before = output.game.take().map(|game| game.plies).unwrap_or_default();
                before.truncate(kept);
            }
            (Err(GameError::Stopped), None) => return Ok(false),
            (Err(error), _) => return Err(setup::no_result(error)),
        }
    }
}

fn note_how_to_resume(context: &Context, path: Option<&Path>, input_ended: bool) {
    let why = if input_ended { "the input ended" } else { "interrupted" };
    context.messages.note(&match path {
        Some(path) => {
            let path = path.display();
            format!(
                "{why}: the moves so far are in {path}; `quadrille play --continue --record {path}` \
                 resumes the game"
            )
        }
        None => format!("{why}; with --record FILE, the moves so far are saved"),
    });
}

/// Where the lines of a game go as it is played: to its record, to programs and to people.
struct GameOutput {
    terminal: Arc<Terminal>,
    /// Whether moves are shown.
    has_human: bool,
    /// Number of plies that were shown before.
    shown: usize,
    recorder: Recorder,
    /// The lines so far, until all plies are repeated that were shown before.
    repeated: Option<String>,
    /// Objects for programs.
    objects: Option<Output>,
    /// The game so far.
    game: Option<GameRecord>,
    /// Why something could not be written.
    failure: Option<Failure>,
}

impl GameOutput {
    fn open(args: &Args, context: &Context, has_human: bool) -> Result<Self, Failure> {
        let overwrite = args.overwrite || args.resume;
        let mut recorder = Recorder::for_game(context, args.record.as_deref(), overwrite)?;
        let to_programs = context.json || matches!(recorder, Recorder::Standard(_));
        let (mut objects, mut transcript) = (None, None);
        if context.json {
            objects = Some(Output::open(context)?);
        } else if context.output.is_some() {
            transcript = Some(Mutex::new(Output::open(context)?));
        }
        if context.json && context.output.is_none() && matches!(recorder, Recorder::Standard(_)) {
            // Standard output would get every line twice.
            recorder = Recorder::Nowhere;
        }
        let screen = match (to_programs || context.output.is_some(), has_human) {
            (false, _) => Screen::Stdout,
            (true, true) => Screen::Stderr,
            (true, false) => Screen::None,
        };
        let terminal = Arc::new(Terminal { screen, transcript, color: context.messages.color() });
        Ok(Self {
            terminal,
            has_human,
            shown: 0,
            recorder,
            repeated: None,
            objects,
            game: None,
            failure: None,
        })
    }

    /// Completes what was written.
    fn conclude(&mut self) -> Result<(), Failure> {
        self.recorder.finish()?;
        if let Some(objects) = &mut self.objects {
            objects.conclude(Exit::Done)?;
        }
        self.terminal.conclude()
    }

    fn take(&mut self, line: RecordLine, cancel: &CancelFlag) {
        if self.failure.is_some() {
            return;
        }
        if let Err(failure) = self.write(&line) {
            // Playing on is pointless if the game cannot be saved.
            self.failure = Some(failure);
            cancel.cancel();
        }
        match (line, &mut self.game) {
            (RecordLine::Game(header), game) => {
                *game = Some(GameRecord::new(header));
            }
            (RecordLine::Ply(ply), Some(game)) => game.plies.push(ply),
            (RecordLine::Result(result), Some(game)) => game.result = Some(result),
            (_, None) => {}
        }
    }

    fn write(&mut self, line: &RecordLine) -> Result<(), Failure> {
        match line {
            RecordLine::Game(_) => self.repeated = Some(line.to_line()),
            line => match &mut self.repeated {
                None => self.recorder.write(&line.to_line())?,
                Some(lines) => lines.push_str(&line.to_line()),
            },
        }
        // A game that is resumed takes the place of its record at once.
        let plies = self.game.as_ref().map_or(0, |game| game.plies.len())
            + usize::from(matches!(line, RecordLine::Ply(_)));
        if plies >= self.shown
            && let Some(lines) = self.repeated.take()
        {
            self.recorder.restart(&lines)?;
        }
        if let Some(objects) = &mut self.objects {
            let mut object = serde_json::to_value(line).expect("records are valid JSON");
            // In a record, only the first line of a game has the seed.
            if let Some(game) = &self.game {
                object["seed"] = game.header.seed.into();
            }
            objects.json(&object)?;
            objects.flush()?;
        }
        match (line, &self.game) {
            (RecordLine::Ply(ply), Some(GameRecord { header, .. }))
                if self.has_human && ply.ply as usize > self.shown =>
            {
                self.terminal.print(&ply_text(ply, header.board.size))
            }
            _ => Ok(()),
        }
    }
}

fn ply_text(ply: &PlyRecord, side: usize) -> String {
    let name = ply.mv(side).map(|mv| mv.name(side).to_string()).unwrap_or_default();
    let illegal = if ply.illegal { ", illegal" } else { "" };
    format!("player {}: {name} ({:+}{illegal})\n", ply.player, ply.points)
}

/// Returns the board and how the game ended.
fn result_text(game: &GameRecord) -> String {
    let state = game.replay(|_, _| {}).expect("played by its rules");
    let [first, second] = state.scores();
    let end = match &game.result {
        None => format!("unfinished after {}", records::plies(game.plies.len())),
        Some(result) => {
            let detail = result.detail.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
            let winner = match result.winner {
                Some(winner) => format!("{} wins", game.header.players[usize::from(winner - 1)]),
                None => "a draw".to_owned(),
            };
            let text = format!("{winner} ({}{detail})", result.reason_for_end);
            printable::line(&text).into_owned()
        }
    };
    format!("{}{first} - {second}, {end}\n", numbered_board(&state))
}
