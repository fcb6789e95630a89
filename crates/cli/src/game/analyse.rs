//! `analyse`: the value of a position, or the turning points of recorded games.

use quadrille_core::printable::{self, os_text};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;
use quadrille_api::game::AnalyseAnswer;
use quadrille_arena::game::GameRecord;
use quadrille_arena::{
    Analysis, AnalysisError, GameState, Move, Seat, TurningPoint, analyze, turning_points,
};
use quadrille_core::{Counter, Limits, Meter, Puzzle, WallClock};
use serde_json::{Value, json};

use super::records::{self, plies};
use super::setup::{BoardOptions, PositionRules};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::LONG_PATIENCE;
use crate::io::output::Output;

/// Analyze a position or recorded games
///
/// Prints the value, the best line and the moves of a position, or the turning points of recorded
/// games.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/analyse.txt").trim_end())]
pub(crate) struct Args {
    /// A position or a record of games; `-` for standard input
    ///
    /// A position is a board file or written out, and is analyzed by the rules below. A record has
    /// its own rules; the result is the turning points of its games.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,
    /// Maximum number of nodes for each position
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = values::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    nodes: u64,
    /// Wall time for each position, such as 500ms or 2s
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Number of moves to show [default: 10]
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    moves: Option<usize>,
    /// The last move was a pass
    #[arg(long)]
    after_pass: bool,
    #[command(flatten)]
    board: BoardOptions,
    #[command(flatten)]
    rules: PositionRules,
}

/// Bytes of a file that tell a record from a board.
const HEAD: u64 = 64;

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    context.handle_signals(Some(LONG_PATIENCE));
    let mut exit = match Subject::read(args, context)? {
        Subject::Position(board) => analyze_position(args, board, context)?,
        Subject::Games(games) => find_turning_points(args, &games, context)?,
    };
    exit.merge(context.signal_status());
    Ok(exit)
}

/// What to analyze.
enum Subject {
    Position(Puzzle),
    Games(Vec<GameRecord>),
}

impl Subject {
    fn read(args: &Args, context: &Context) -> Result<Self, Failure> {
        let (file, path) = (&*args.file, Path::new(&args.file));
        let is_record = if file == "-" {
            // Only peeks, so that the reader of the board or the record gets everything.
            io::stdin().lock().fill_buf().is_ok_and(starts_like_record)
        } else if path.is_file() {
            let mut head = Vec::new();
            let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
            (read.is_ok() && starts_like_record(&head))
                || path.extension().is_some_and(|it| it == "jsonl")
        } else if path.exists() && !path.is_dir() {
            // A pipe can be read only once.
            let text = records::read_text(file, context)?;
            return if starts_like_record(text.as_bytes()) {
                Self::record(args, &text)
            } else {
                Ok(Self::Position(args.board.read_text(&os_text(file), text)?))
            };
        } else {
            false
        };
        if is_record {
            Self::record(args, &records::read_text(file, context)?)
        } else {
            Ok(Self::Position(args.board.read_only(file, context)?))
        }
    }

    fn record(args: &Args, text: &str) -> Result<Self, Failure> {
        let Args { board, rules, .. } = args;
        Failure::refuse(&[
            (board.lenient, "`--lenient` has no effect on a record of games"),
            (board.shape.is_some(), "`--box` has no effect on a record of games"),
            (rules.passing.is_some(), "`--passing` has no effect: a record has its own rules"),
            (rules.ply_cap.is_some(), "`--ply-cap` has no effect: a record has its own rules"),
            (args.after_pass, "`--after-pass` has no effect on a record of games"),
        ])?;
        let games = records::parse_games(&os_text(&args.file), text)?;
        Ok(Self::Games(games.into_iter().map(|game| game.record).collect()))
    }
}

fn starts_like_record(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    text.trim_ascii_start().first() == Some(&b'{')
}

fn limits(args: &Args) -> Limits {
    Limits { nodes: Some(args.nodes), time: args.time, ..Limits::NONE }
}

fn analyze_position(args: &Args, board: Puzzle, context: &Context) -> Result<Exit, Failure> {
    let all_moves = "`--moves` has no effect on a position with `--json`";
    Failure::refuse(&[
        (context.given_threads().is_some(), "`--threads` has no effect on a position"),
        (context.json && args.moves.is_some(), all_moves),
    ])?;
    // Opened before the work, so that a mistake costs nothing.
    let mut out = Output::open(context)?;
    let rules = Arc::new(args.rules.on(board)?);
    let mut state = GameState::new(rules.clone());
    if args.after_pass && state.outcome().is_none() {
        if !state.may_pass() {
            return Err(Failure::usage("--after-pass: these rules forbid passes"));
        }
        state.play(Move::Pass);
    }
    let clock = WallClock::new();
    let bar = context.spinner();
    bar.set_message("analyzing");
    let meter = Meter::new(limits(args), Counter::Expanded, &context.cancel, &clock);
    let analysis = analyze(&state, &mut meter.expect("the clock runs"));
    bar.finish_and_clear();
    let analysis = match analysis {
        Ok(analysis) => analysis,
        Err(AnalysisError::Limits) if context.cancel.is_cancelled() => {
            return Ok(Exit::Interrupted);
        }
        Err(error) => return Err(Failure::usage(format!("{}: {error}", os_text(&args.file)))),
    };
    if context.json {
        out.json_with_seed(&AnalyseAnswer::of(&state, &analysis), context.seed())?;
    } else {
        out.text(&position_text(&analysis, rules.side(), args.moves.unwrap_or(10)))?;
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

fn position_text(analysis: &Analysis, side: usize, most: usize) -> String {
    let certainty = |exact: bool| if exact { "exact" } else { "estimated" };
    let line: Vec<String> = analysis.line.iter().map(|mv| mv.name(side).to_string()).collect();
    let mut text = format!(
        "value {:+} for the player to move ({}, {} plies, {} nodes)\nline {}\n",
        analysis.value,
        certainty(analysis.exact),
        analysis.depth,
        analysis.nodes,
        line.join(" ")
    );
    for mv in analysis.moves.iter().take(most) {
        text += &format!("{:+5}  {}  {}\n", mv.value, mv.mv.name(side), certainty(mv.exact));
    }
    if analysis.moves.len() > most {
        text += &format!("… {} more; --moves N shows them\n", analysis.moves.len() - most);
    }
    text
}

fn find_turning_points(
    args: &Args,
    games: &[GameRecord],
    context: &Context,
) -> Result<Exit, Failure> {
    let (cancel, clock, threads) = (&context.cancel, WallClock::new(), context.threads());
    let mut out = Output::open(context)?;
    for game in games {
        let (number, side) = (game.header.game, game.header.board.size);
        let mut points = Vec::new();
        let bar = context.progress_bar(game.plies.len() as u64, "plies");
        bar.set_message(format!("(game {number})"));
        let analyzed =
            turning_points(game, limits(args), cancel, threads, &clock, &mut |ply, point| {
                bar.set_position(ply.into());
                points.extend(point);
            });
        bar.finish_and_clear();
        analyzed.map_err(|error| {
            Failure::usage(format!("{}: game {number}: {error}", os_text(&args.file)))
        })?;
        if !context.json {
            let [first, second] = &game.header.players;
            let unfinished = match game.result {
                Some(_) => String::new(),
                None => format!(", unfinished after {}", plies(game.plies.len())),
            };
            let interrupted = if cancel.is_cancelled() { " (interrupted)" } else { "" };
            out.line(&printable::line(&format!(
                "game {number}: {first} - {second}{unfinished}{interrupted}"
            )))?;
        }
        // The costliest first.
        points.sort_by_key(|point| -(point.before - point.after).abs());
        for point in points.iter().take(args.moves.unwrap_or(10)) {
            if context.json {
                out.json(&turning_point_object(number, point, side, context.seed()))?;
            } else {
                out.line(&turning_point_text(point, side))?;
            }
        }
        out.flush()?;
        if cancel.is_cancelled() {
            break;
        }
    }
    out.conclude(Exit::Done)?;
    Ok(Exit::Done)
}

fn turning_point_text(point: &TurningPoint, side: usize) -> String {
    format!(
        "{:>4}  {}  {} instead of {}: expected margin of player 1 {:+} -> {:+}{}",
        point.ply,
        point.seat.number(),
        point.played.name(side),
        point.better.name(side),
        point.before,
        point.after,
        if point.exact { "" } else { " (estimated)" },
    )
}

fn turning_point_object(game: usize, point: &TurningPoint, side: usize, seed: u64) -> Value {
    json!({
        "game": game,
        "turning_ply": point.ply,
        "player": if point.seat == Seat::First { 1 } else { 2 },
        "played": point.played.name(side).to_string(),
        "better": point.better.name(side).to_string(),
        "margin_before": point.before,
        "margin_after": point.after,
        "exact": point.exact,
        "seed": seed,
    })
}
