//! `analyse`: what a position is worth, or where a recorded game turned.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::Arc;

use quadrille_arena::{
    Analysis, AnalysisError, GameState, Move, Seat, TurningPoint, analyze, turning_points,
};
use quadrille_engine::{CancelFlag, Counter, Limits, Meter, Puzzle, WallClock};
use serde_json::{Value, json};

use super::game;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::game_args::Analyse;
use crate::interrupt;
use crate::output::Output;
use crate::progress;

/// Bytes of a file that are looked at to tell a record of games from a board.
const HEAD: u64 = 64;

pub(crate) fn run(args: &Analyse) -> Result<Exit, Failure> {
    let cancel = interrupt::flag();
    let limits = Limits { nodes: Some(args.nodes), time: args.time, ..Limits::NONE };
    let budget = (limits, cancel.clone());
    let mut exit = match Kind::of(&args.file)? {
        Kind::Games(None) => game(args, &game::text_of(&args.file)?, &budget)?,
        Kind::Games(Some(text)) => game(args, &text, &budget)?,
        Kind::Board(None) => position(args, game::read_board(&args.file, &args.rules)?, &budget)?,
        Kind::Board(Some(text)) => {
            position(args, game::board_in(&args.file, text, &args.rules)?, &budget)?
        }
    };
    exit.also(interrupt::status(&cancel));
    Ok(exit)
}

/// What an input holds, with its text where that cannot be read twice.
enum Kind {
    Games(Option<String>),
    Board(Option<String>),
}

impl Kind {
    fn of(file: &str) -> Result<Self, Failure> {
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
        let text = game::text_of(file)?;
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
    args: &Analyse,
    board: Puzzle,
    (limits, cancel): &(Limits, CancelFlag),
) -> Result<Exit, Failure> {
    // Before the work, so that a mistake here costs nothing.
    let mut out = Output::open(&args.common)?;
    let rules = Arc::new(game::on_board(&args.rules, board)?);
    let mut state = GameState::new(rules.clone());
    if args.after_pass && state.outcome().is_none() {
        if !state.may_pass() {
            return Err(Failure::usage("--after-pass: passes are forbidden by these rules"));
        }
        state.play(Move::Pass);
    }
    let clock = WallClock::new();
    let meter = Meter::new(*limits, Counter::Expanded, cancel, &clock);
    let analysis = match analyze(&state, &mut meter.expect("the clock runs")) {
        Ok(analysis) => analysis,
        // Not the limits, but Ctrl-C.
        Err(AnalysisError::Limits) if cancel.is_cancelled() => return Ok(Exit::Interrupted),
        Err(error) => return Err(Failure::usage(format!("{}: {error}", args.file))),
    };
    if args.common.json {
        out.json(&object(&analysis, rules.side(), args.common.seed()))?;
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

fn game(
    args: &Analyse,
    text: &str,
    (limits, cancel): &(Limits, CancelFlag),
) -> Result<Exit, Failure> {
    let records = game::games_in(&args.file, text)?;
    let clock = WallClock::new();
    let mut out = Output::open(&args.common)?;
    for record in &records {
        let side = record.header.board.size;
        let number = record.header.game;
        let all = record.plies.len();
        let mut found = Vec::new();
        let bar = progress::spinner(&args.common);
        let read = turning_points(
            record,
            *limits,
            cancel,
            args.common.threads(),
            &clock,
            &mut |ply, point| {
                bar.set_message(format!("game {number}: ply {ply} of {all}"));
                found.extend(point);
            },
        );
        bar.finish_and_clear();
        read.map_err(|error| Failure::usage(format!("{}: game {number}: {error}", args.file)))?;
        let interrupted = if cancel.is_cancelled() { " (interrupted)" } else { "" };
        if !args.common.json {
            let end = match record.result {
                Some(_) => String::new(),
                None => format!(", unfinished after {}", game::plies(record.plies.len())),
            };
            let [first, second] = &record.header.players;
            out.line(&format!("game {number}: {first} - {second}{end}{interrupted}"))?;
        }
        // The costliest first.
        found.sort_by_key(|point| -(point.before - point.after).abs());
        for point in found.iter().take(args.moves) {
            if args.common.json {
                let mut object = turning_point(number, point, side);
                object["seed"] = args.common.seed().into();
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
