//! `replay`: replays recorded games and checks them; or traces of searches.

use quadrille_core::printable::{self, os_text};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use clap::ValueHint;
use quadrille_arena::game::{GameRecord, RecordedGame};
use quadrille_arena::{Effect, GameState, Played, Points};
use quadrille_formats::drawn;
use serde_json::json;

use super::records::{self, plies};
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::bounded;
use crate::io::output::Output;
use crate::lab::trace_replay::{self, Request};

/// Replay recorded games or searches
///
/// Replays records of games or traces of searches, and checks them.
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("../../help/replay.txt").trim_end())]
pub(crate) struct Args {
    /// A record of games, a file of traces, or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: OsString,
    /// Only this game, by its number in the record, or this run of a file of traces
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    game: Option<usize>,
    /// Draw the board after every move; of traces, after every improvement
    #[arg(long)]
    boards: bool,
}

/// Bytes that tell a trace from a record of games.
const HEAD: u64 = 64;
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    context.handle_signals(Some(PATIENCE));
    let file = &*os_text(&args.file);
    let failed = |error: io::Error| Failure::unreadable(file, error);
    let mut input: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        context.used_files.add(&args.file);
        Box::new(BufReader::new(File::open(&args.file).map_err(failed)?))
    };
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head).map_err(failed)?;
    let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
    if trace_replay::is_trace(head) {
        let request = Request { file, run: args.game, boards: args.boards };
        return trace_replay::run(head.chain(input), &request, context);
    }
    let is_given = context.json && args.boards;
    Failure::refuse(&[(is_given, "`--boards` has no effect on games with `--json`")])?;
    let games = records::parse_games(file, &bounded::read(head.chain(input)).map_err(failed)?)?;
    let chosen: Vec<&RecordedGame> = games
        .iter()
        .filter(|game| args.game.is_none_or(|number| number == game.record.header.game))
        .collect();
    if let (Some(number), [], [first, ..], [.., last]) =
        (args.game, &chosen[..], &games[..], &games[..])
    {
        let (first, last) = (first.record.header.game, last.record.header.game);
        return Err(Failure::usage(format!(
            "{file}: holds no game {number}; choose one from {first} to {last}"
        )));
    }
    let mut out = Output::open(context)?;
    let mut exit = Exit::Done;
    for game in chosen {
        if let Err(problem) = replay(game, args.boards, context, &mut out)? {
            exit.merge(Exit::No);
            let number = game.record.header.game;
            context.bad_input(&format!("{file}: game {number}: {problem}"));
        }
    }
    out.conclude(exit)?;
    Ok(exit)
}

/// Prints a game. The inner result says why the moves do not lead to the recorded scores, or which line
/// was changed otherwise.
fn replay(
    recorded: &RecordedGame,
    boards: bool,
    context: &Context,
    out: &mut Output,
) -> Result<Result<(), String>, Failure> {
    let game = &recorded.record;
    let header = &game.header;
    let mut moves = String::new();
    let replayed = game.replay(|state, played| moves += &move_text(state, played, boards));
    let replayed = replayed.map_err(|problem| problem.to_string()).and_then(|_| {
        let changed = |(line, change)| format!("line {}: {change}", recorded.lines[line]);
        recorded.changed.map_or(Ok(()), |at| Err(changed(at)))
    });
    if context.json {
        let problem = replayed.as_ref().err();
        out.json(&json!({
            "game": header.game,
            "players": header.players,
            "seed": header.seed,
            "plies": game.plies.len(),
            "scores": scores(game),
            "final_scores": game.result.as_ref().map(|result| result.final_scores),
            "reason_for_end": game.result.as_ref().map(|result| &result.reason_for_end),
            "unfinished": game.result.is_none(),
            "agrees": problem.is_none(),
            "problem": problem,
        }))?;
    } else {
        let [first, second] = &header.players;
        out.line(&printable::line(&format!("game {}: {first} - {second}", header.game)))?;
        out.text(&moves)?;
        out.line(&printable::line(&end_text(game)))?;
    }
    Ok(replayed)
}

/// Returns the recorded scores, at the end or so far.
fn scores(game: &GameRecord) -> [Points; 2] {
    let so_far = || game.plies.last().map_or([0, 0], |ply| [ply.score1, ply.score2]);
    game.result.as_ref().map_or_else(so_far, |result| result.final_scores)
}

fn end_text(game: &GameRecord) -> String {
    let [first, second] = scores(game);
    let end = match &game.result {
        None => format!("unfinished after {}", plies(game.plies.len())),
        Some(result) => {
            let detail = result.detail.as_ref().map(|text| format!(" ({text})"));
            format!("{}{}", result.reason_for_end, detail.unwrap_or_default())
        }
    };
    format!("{first} - {second}, {end}")
}

fn move_text(state: &GameState, played: &Played, boards: bool) -> String {
    let illegal = match played.effect {
        Effect::Penalized | Effect::Forfeited => " (illegal)",
        Effect::Placed | Effect::Passed => "",
    };
    let [first, second] = state.scores();
    let mut text = format!(
        "{:>4}  {}  {}{illegal}  {:+}  {first} - {second}\n",
        state.ply(),
        played.seat.number(),
        played.mv.name(state.rules().side()),
        played.points,
    );
    if boards {
        let edges = state.rules().board.edges();
        text += &drawn(&state.board().grid(), edges, &|_, text| text.to_owned());
    }
    text
}
