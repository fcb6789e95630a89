//! `analyse`: what a position is worth, or where a recorded game turned.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueHint;
use quadrille_arena::{
    Analysis, AnalysisError, GameState, Move, Seat, TurningPoint, analyse, turning_points,
};
use quadrille_engine::{Counter, Limits, Meter, Puzzle, WallClock};
use serde_json::{Value, json};

use super::setup;
use super::setup::Rules;
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Value, best line and moves of a position; turning points of a recorded game
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille analyse position.txt --passing forbidden
  quadrille analyse games.jsonl --nodes 200000
  quadrille analyse - < games.jsonl")]
pub(crate) struct Args {
    /// A position, as a board file or written out, by the rules below; or a record of games, by its
    /// own, whose turning points are found; `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: String,
    /// Nodes for each position
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = values::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    nodes: u64,
    /// Wall time for each position
    #[arg(long, value_name = "DUR", value_parser = values::duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// How many moves to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    moves: usize,
    /// The last move was a pass
    #[arg(long)]
    after_pass: bool,
    #[command(flatten)]
    rules: Rules,
}

/// Bytes of a file that are looked at to tell a record of games from a board.
const HEAD: u64 = 64;

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    context.handle_signals(None);
    let limits = Limits { nodes: Some(args.nodes), time: args.time, ..Limits::NONE };
    let mut exit = match Kind::of(&args.file, context)? {
        Kind::Games(None) => game(args, context, &setup::text_of(&args.file, context)?, limits)?,
        Kind::Games(Some(text)) => game(args, context, &text, limits)?,
        Kind::Board(None) => {
            position(args, context, setup::read_board(&args.file, &args.rules, context)?, limits)?
        }
        Kind::Board(Some(text)) => {
            position(args, context, setup::board_in(&args.file, text, &args.rules)?, limits)?
        }
    };
    exit.merge(context.signal_status());
    Ok(exit)
}

/// What an input holds, with its text where that cannot be read twice.
enum Kind {
    Games(Option<String>),
    Board(Option<String>),
}

impl Kind {
    fn of(file: &str, context: &Context) -> Result<Self, Failure> {
        if file == "-" {
            // Only looked at: whoever reads it next finds all of it, or tells why it cannot.
            let is_games = io::stdin().lock().fill_buf().is_ok_and(begins_like_games);
            return Ok(if is_games { Self::Games(None) } else { Self::Board(None) });
        }
        let path = Path::new(file);
        if path.is_file() {
            let mut head = Vec::new();
            let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
            let is_games = read.is_ok() && begins_like_games(&head);
            let is_games = is_games || file.ends_with(".jsonl");
            return Ok(if is_games { Self::Games(None) } else { Self::Board(None) });
        }
        if !path.exists() || path.is_dir() {
            return Ok(Self::Board(None));
        }
        // A pipe: what was read of it is gone.
        let text = setup::text_of(file, context)?;
        let is_games = begins_like_games(text.as_bytes());
        Ok(if is_games { Self::Games(Some(text)) } else { Self::Board(Some(text)) })
    }
}

/// Whether a text begins like a record of games.
fn begins_like_games(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    text.trim_ascii_start().first() == Some(&b'{')
}

fn position(
    args: &Args,
    context: &Context,
    board: Puzzle,
    limits: Limits,
) -> Result<Exit, Failure> {
    // Before the work, so that a mistake here costs nothing.
    let mut out = Output::open(context)?;
    let rules = Arc::new(setup::on_board(&args.rules, board)?);
    let mut state = GameState::new(rules.clone());
    if args.after_pass && state.outcome().is_none() {
        if !state.may_pass() {
            return Err(Failure::usage("--after-pass: passes are forbidden by these rules"));
        }
        state.play(Move::Pass);
    }
    let clock = WallClock::new();
    let cancel = &context.cancel;
    let meter = Meter::new(limits, Counter::Expanded, cancel, &clock);
    let analysis = match analyse(&state, &mut meter.expect("the clock runs")) {
        Ok(analysis) => analysis,
        // Not the budget, but Ctrl-C.
        Err(AnalysisError::Budget) if cancel.is_cancelled() => return Ok(Exit::Interrupted),
        Err(error) => return Err(Failure::usage(format!("{}: {error}", args.file))),
    };
    if context.json {
        out.json(&object(&analysis, rules.side(), context.seed()))?;
    } else {
        for line in lines(&analysis, rules.side(), args.moves) {
            out.line(&line)?;
        }
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn lines(analysis: &Analysis, side: usize, most: usize) -> Vec<String> {
    let sure = |exact: bool| if exact { "exact" } else { "estimated" };
    let line: Vec<String> = analysis.line.iter().map(|mv| mv.name(side).to_string()).collect();
    let mut lines = vec![
        format!(
            "value {:+} for the player to move ({}, {} plies, {} nodes)",
            analysis.value,
            sure(analysis.exact),
            analysis.depth,
            analysis.nodes
        ),
        format!("line {}", line.join(" ")),
    ];
    lines.extend(
        analysis
            .moves
            .iter()
            .take(most)
            .map(|mv| format!("{:+5}  {}  {}", mv.value, mv.mv.name(side), sure(mv.exact))),
    );
    if analysis.moves.len() > most {
        lines.push(format!("… {} more; --moves N shows them", analysis.moves.len() - most));
    }
    lines
}

fn object(analysis: &Analysis, side: usize, seed: u64) -> Value {
    let name = |mv: Move| mv.name(side).to_string();
    json!({
        "value": analysis.value,
        "exact": analysis.exact,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "seed": seed,
        "line": analysis.line.iter().map(|&mv| name(mv)).collect::<Vec<_>>(),
        "moves": analysis
            .moves
            .iter()
            .map(|mv| json!({"move": name(mv.mv), "value": mv.value, "exact": mv.exact}))
            .collect::<Vec<_>>(),
    })
}

fn game(args: &Args, context: &Context, text: &str, limits: Limits) -> Result<Exit, Failure> {
    let cancel = &context.cancel;
    let records = setup::games_in(&args.file, text)?;
    let clock = WallClock::new();
    let mut out = Output::open(context)?;
    for record in &records {
        let side = record.header.board.size;
        let number = record.header.game;
        let all = record.plies.len();
        let mut found = Vec::new();
        let bar = context.spinner();
        let read =
            turning_points(record, limits, cancel, context.threads(), &clock, &mut |ply, point| {
                bar.set_message(format!("game {number}: ply {ply} of {all}"));
                found.extend(point);
            });
        bar.finish_and_clear();
        read.map_err(|error| Failure::usage(format!("{}: game {number}: {error}", args.file)))?;
        let interrupted = if cancel.is_cancelled() { " (interrupted)" } else { "" };
        if !context.json {
            let end = match record.result {
                Some(_) => String::new(),
                None => format!(", unfinished after {}", setup::plies(record.plies.len())),
            };
            let [first, second] = &record.header.players;
            out.line(&format!("game {number}: {first} - {second}{end}{interrupted}"))?;
        }
        // The costliest first.
        found.sort_by_key(|point| -(point.before - point.after).abs());
        for point in found.iter().take(args.moves) {
            if context.json {
                let mut object = turning_point(number, point, side);
                object["seed"] = context.seed().into();
                out.json(&object)?;
            } else {
                out.line(&format!(
                    "{:>4}  {}  {} instead of {}: expected margin of player 1 {:+} -> {:+}{}",
                    point.ply,
                    point.seat.number(),
                    point.played.name(side),
                    point.better.name(side),
                    point.before,
                    point.after,
                    if point.exact { "" } else { " (estimated)" },
                ))?;
            }
        }
        out.flush()?;
        if cancel.is_cancelled() {
            break;
        }
    }
    Ok(Exit::Done)
}

fn turning_point(game: usize, point: &TurningPoint, side: usize) -> Value {
    json!({
        "game": game,
        "turning_ply": point.ply,
        "player": if point.seat == Seat::First { 1 } else { 2 },
        "played": point.played.name(side).to_string(),
        "better": point.better.name(side).to_string(),
        "margin_before": point.before,
        "margin_after": point.after,
        "exact": point.exact,
    })
}
