//! `play`: a game at the terminal.

use std::path::Path;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::ValueHint;
use quadrille_arena::game::{Frame, PlyRecord, RecordLine, RecordedGame};
use quadrille_arena::tournament::{Fixture, play_game_by_line};
use quadrille_arena::{Agent, AgentName, Build, GameState, Ruleset};
use quadrille_engine::{CancelFlag, WallClock};

use super::drawing::labelled;
use super::human::{Human, Takeback, Typed};
use super::record::KeptGame;
use super::screen::{Screen, Talk};
use super::setup::{self, Rules, Start};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Play DualSudoku at the terminal
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille play                                   you against strong, 9x9
  quadrille play strong:ms=500 human --side 4
  quadrille play --record game.jsonl               kept as it is played
  quadrille play --continue --record game.jsonl    goes on where it was left

Type `help` in the game for what can be typed.")]
pub(crate) struct Args {
    /// The first player
    #[arg(default_value = "human", value_name = "FIRST")]
    first: String,
    /// The second player
    #[arg(default_value = "strong", value_name = "SECOND")]
    second: String,
    /// Where to keep the game as it is played: a new file, or `-` for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// Begin anew where the record's file exists
    #[arg(long)]
    overwrite: bool,
    /// Go on with the unfinished game in the record's file: its players, board, rules and seed
    #[arg(long = "continue", requires = "record", conflicts_with_all = [
        "first", "second", "overwrite", "side", "board", "lenient", "shape", "passing",
        "illegal", "ply_cap", "time_per_game", "nodes_per_move",
    ])]
    go_on: bool,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    rules: Rules,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    if args.go_on && context.given_seed().is_some() {
        return Err(Failure::usage("`--seed` has no effect with `--continue`"));
    }
    let old = if args.go_on { unfinished(args.record.as_deref())? } else { None };
    let (rules, names) = match &old {
        None => {
            let names = [&args.first, &args.second].map(String::clone);
            (setup::rules(&args.start, &args.rules, context)?, names)
        }
        Some(game) => {
            let rules = game.header.rules().map_err(Failure::usage)?;
            (Arc::new(rules), game.header.players.clone())
        }
    };
    let drawn = context.given_seed().is_none() && old.is_none();
    let seed = match &old {
        Some(game) => game.header.seed,
        None => context.given_seed().unwrap_or_else(drawn_seed),
    };
    let parsed = [player(&names[0], &rules)?, player(&names[1], &rules)?];
    setup::try_programs(&parsed)?;
    let somebody = parsed.iter().any(|name| name.build().is_none());
    let mut table = Table::open(args, context, somebody)?;
    if drawn {
        context.messages.note(&format!("seed {seed}"));
    }
    let cancel = context.handle_signals(None);
    let typed = somebody.then(Typed::new);
    // Of an old game the opening is nothing else: nobody plays it again.
    let mut before = old.map(|game| game.plies).unwrap_or_default();
    table.shown = before.len();
    let record = loop {
        let takeback = Takeback::default();
        let fixture = Fixture {
            rules: rules.clone(),
            opening: Vec::new(),
            before: std::mem::take(&mut before),
            names: [parsed[0].to_string(), parsed[1].to_string()],
            game: 0,
            seed,
        };
        let mut agents = [0, 1].map(|index| match (parsed[index].build(), &typed) {
            (Some(agent), _) => agent,
            (None, Some(typed)) => Box::new(Human {
                takeback: takeback.clone(),
                typed: typed.clone(),
                talk: table.talk.clone(),
            }) as Box<dyn Agent>,
            (None, None) => unreachable!("somebody types"),
        });
        let clock = WallClock::new();
        let record = play_game_by_line(&fixture, &mut agents, &clock, &cancel, &mut |line| {
            table.take(line, &cancel);
        });
        let wanted = takeback.lock().unwrap_or_else(PoisonError::into_inner).take();
        match wanted {
            // The game begins again without its last moves.
            Some(stay) if record.is_none() => {
                let game = table.game.take();
                before = game.map(|game| game.plies).unwrap_or_default();
                before.truncate(stay);
                table.shown = stay;
            }
            _ => break record,
        }
    };
    if let Some(trouble) = table.trouble {
        return Err(trouble);
    }
    let Some(game) = &table.game else { unreachable!("the game began") };
    let over = if record.is_none() && somebody { "\n" } else { "" };
    table.talk.say(&format!("{over}{}", farewell(game, &rules)))?;
    if record.is_none() {
        tell_what_is_left(context, table.kept.path(), typed.is_some_and(|typed| typed.ended()));
    }
    Ok(context.signal_status())
}

fn tell_what_is_left(context: &Context, path: Option<&Path>, input_ended: bool) {
    let why = if input_ended { "the input ended" } else { "interrupted" };
    context.messages.note(&match path {
        Some(path) => {
            let path = path.display();
            format!(
                "{why}: the moves so far are in {path}; `quadrille play --continue --record {path}` \
                 goes on"
            )
        }
        None => format!("{why}; with --record FILE the moves so far are kept"),
    });
}

/// The game that a record holds, which can go on.
fn unfinished(path: Option<&Path>) -> Result<Option<RecordedGame>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let name = path.display().to_string();
    let mut games = setup::records_to_write(&name)?;
    let found = match games.pop() {
        Some(game) if games.is_empty() && game.result.is_none() => game,
        _ => {
            return Err(Failure::usage(format!(
                "{name}: holds no single game that is unfinished; `quadrille replay {name}` shows \
                 what it holds"
            )));
        }
    };
    if found.header.opening_plies > 0 {
        return Err(Failure::usage(format!("{name}: is a game of a match, which `match` plays")));
    }
    found.replay(|_, _| {}).map_err(|problem| Failure::usage(format!("{name}: {problem}")))?;
    Ok(Some(found))
}

/// A seed that nobody chose: from the time.
fn drawn_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |time| time.as_micros() as u64 & 0xffff_ffff)
}

fn player(name: &str, rules: &Ruleset) -> Result<AgentName, Failure> {
    match AgentName::parse(name) {
        Ok(AgentName::Entry { entry, .. }) if matches!(entry.build, Build::Terminal) => {
            Ok(AgentName::parse(name).expect("parsed before"))
        }
        _ => setup::agent(name, rules),
    }
}

/// Where the lines of the game go as it is played: to its record, to programs, to people.
struct Table {
    talk: Arc<Talk>,
    /// Whether moves are told.
    somebody: bool,
    /// Plies that were told before.
    shown: usize,
    kept: KeptGame,
    /// Objects for programs.
    objects: Option<Output>,
    /// The game so far.
    game: Option<RecordedGame>,
    /// What went wrong with one of them.
    trouble: Option<Failure>,
}

impl Table {
    fn open(args: &Args, context: &Context, somebody: bool) -> Result<Self, Failure> {
        let kept = KeptGame::open(context, args.record.as_deref(), args.overwrite || args.go_on)?;
        let to_programs = context.json || matches!(kept, KeptGame::Standard(_));
        let (mut objects, mut transcript) = (None, None);
        if context.json {
            objects = Some(Output::open(context)?);
        } else if context.output.is_some() {
            transcript = Some(Mutex::new(Output::open(context)?));
        }
        // Standard output would have every line twice.
        let twice = context.json && context.output.is_none();
        let kept = match kept {
            KeptGame::Standard(_) if twice => KeptGame::Nowhere,
            kept => kept,
        };
        let screen = match (to_programs || context.output.is_some(), somebody) {
            (false, _) => Screen::Output,
            (true, true) => Screen::Error,
            (true, false) => Screen::None,
        };
        let talk = Arc::new(Talk { screen, transcript, color: context.messages.color() });
        Ok(Self { talk, somebody, shown: 0, kept, objects, game: None, trouble: None })
    }

    fn take(&mut self, line: RecordLine, cancel: &CancelFlag) {
        if self.trouble.is_some() {
            return;
        }
        if let Err(failure) = self.write(&line) {
            // A game that cannot be kept need not go on.
            self.trouble = Some(failure);
            cancel.cancel();
        }
        match (line, &mut self.game) {
            (RecordLine::Frame(Frame::Game(header)), game) => {
                *game = Some(RecordedGame { header, plies: Vec::new(), result: None });
            }
            (RecordLine::Ply(ply), Some(game)) => game.plies.push(ply),
            (RecordLine::Frame(Frame::Result(result)), Some(game)) => game.result = Some(result),
            (_, None) => {}
        }
    }

    fn write(&mut self, line: &RecordLine) -> Result<(), Failure> {
        self.kept.add(line)?;
        if let Some(objects) = &mut self.objects {
            let mut object = serde_json::to_value(line).expect("plain numbers and texts");
            // In a record the line that a game begins with has it for all.
            if let Some(game) = &self.game {
                object["seed"] = game.header.seed.into();
            }
            objects.json(&object)?;
            objects.flush()?;
        }
        match (line, &self.game) {
            (RecordLine::Ply(ply), Some(RecordedGame { header, .. }))
                if self.somebody && ply.ply as usize > self.shown =>
            {
                self.talk.say(&told(ply, header.board.size))
            }
            _ => Ok(()),
        }
    }
}

fn told(ply: &PlyRecord, side: usize) -> String {
    let name = ply.mv(side).map(|mv| mv.name(side).to_string()).unwrap_or_default();
    let illegal = if ply.illegal { ", illegal" } else { "" };
    format!("player {}: {name} ({:+}{illegal})\n", ply.player, ply.points)
}

fn farewell(game: &RecordedGame, rules: &Arc<Ruleset>) -> String {
    let mut state = GameState::new(rules.clone());
    for ply in &game.plies {
        if let Ok(mv) = ply.mv(rules.side()) {
            state.play(mv);
        }
    }
    let [first, second] = state.scores();
    let end = match &game.result {
        None => format!("unfinished after {}", setup::plies(game.plies.len())),
        Some(result) => {
            let detail = result.detail.as_ref().map(|text| format!(": {text}")).unwrap_or_default();
            let winner = match result.winner {
                Some(winner) => format!("{} wins", game.header.players[usize::from(winner - 1)]),
                None => "a draw".to_owned(),
            };
            format!("{winner} ({}{detail})", result.reason_for_end)
        }
    };
    format!("{}{first} - {second}, {end}\n", labelled(&state))
}
