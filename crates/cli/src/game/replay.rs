//! `replay`: recorded games, played again and checked against their records; or traces.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use clap::ValueHint;
use quadrille_arena::game::RecordedGame;
use quadrille_arena::{Effect, GameState, Played, Points};
use quadrille_engine::format::drawn;
use serde_json::json;

use super::setup;
use crate::args::values;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::PATIENCE;
use crate::io::bounded;
use crate::io::output::Output;
use crate::lab::trace_replay::{self, Request};

/// Play recorded games, or traces of searches, again and check them
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  quadrille replay games.jsonl --game 3 --boards
  quadrille replay run.trace                       what `solve --trace run.trace` kept")]
pub(crate) struct Args {
    /// A record of games, a file of traces, or `-`
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: String,
    /// Only this game, by its number in the record; of traces, only that run
    #[arg(long, value_name = "N", value_parser = values::number::<usize>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) game: Option<usize>,
    /// Draw the board after every move; of traces, whenever it became better
    #[arg(long)]
    pub(crate) boards: bool,
}

/// Bytes that tell a trace from a record of games.
const HEAD: u64 = 64;
/// The byte order mark that some editors put before a text.
const MARK: &[u8] = b"\xEF\xBB\xBF";

pub(crate) fn run(args: &Args, context: &Context) -> Result<Exit, Failure> {
    context.handle_signals(Some(PATIENCE));
    let failed =
        |error: io::Error| Failure::usage(format!("{}: cannot be read: {error}", args.file));
    let mut input: Box<dyn BufRead> = if args.file == "-" {
        Box::new(io::stdin().lock())
    } else {
        context.used_files.add(&args.file);
        Box::new(BufReader::new(File::open(&args.file).map_err(failed)?))
    };
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head).map_err(failed)?;
    let head = head.strip_prefix(MARK).unwrap_or(&head);
    if trace_replay::is_trace(head) {
        let request = Request { file: &args.file, run: args.game, boards: args.boards };
        return trace_replay::run(head.chain(input), &request, context);
    }
    let text = bounded::read(head.chain(input)).map_err(failed)?;
    let records = setup::games_in(&args.file, &text)?;
    let chosen: Vec<&RecordedGame> = records
        .iter()
        .filter(|record| args.game.is_none_or(|game| record.header.game == game))
        .collect();
    if let (Some(game), [], [first, ..], [.., last]) =
        (args.game, &chosen[..], &records[..], &records[..])
    {
        let (first, last) = (first.header.game, last.header.game);
        return Err(Failure::usage(format!(
            "{}: holds no game {game}; choose one from {first} to {last}",
            args.file
        )));
    }
    let mut out = Output::open(context)?;
    let mut exit = Exit::Done;
    for record in chosen {
        let header = &record.header;
        let mut lines = Vec::new();
        let replayed = record.replay(|state, played| lines.push(line(state, played, args.boards)));
        if context.json {
            let problem = replayed.as_ref().err();
            out.json(&json!({
                "game": header.game,
                "players": header.players,
                "seed": header.seed,
                "plies": record.plies.len(),
                "scores": scores(record),
                "final_scores": record.result.as_ref().map(|result| result.final_scores),
                "reason_for_end": record.result.as_ref().map(|result| &result.reason_for_end),
                "unfinished": record.result.is_none(),
                "agrees": problem.is_none(),
                "problem": problem,
            }))?;
        } else {
            out.line(&format!(
                "game {}: {} - {}",
                header.game, header.players[0], header.players[1]
            ))?;
            for line in lines {
                out.text(&line)?;
            }
            out.line(&end(record))?;
        }
        if let Err(problem) = replayed {
            exit.merge(Exit::No);
            context.messages.bad_input(&format!("{}: game {}: {problem}", args.file, header.game));
        }
    }
    out.flush()?;
    Ok(exit)
}

/// The scores as recorded: at the end, or as far as the game went.
fn scores(record: &RecordedGame) -> [Points; 2] {
    let so_far = || record.plies.last().map_or([0, 0], |ply| [ply.score1, ply.score2]);
    record.result.as_ref().map_or_else(so_far, |result| result.final_scores)
}

fn end(record: &RecordedGame) -> String {
    let [first, second] = scores(record);
    let Some(result) = &record.result else {
        return format!(
            "{first} - {second}, unfinished after {}",
            setup::plies(record.plies.len())
        );
    };
    let detail = result.detail.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
    format!("{first} - {second}, {}{detail}", result.reason_for_end)
}

fn line(state: &GameState, played: &Played, boards: bool) -> String {
    let illegal = match played.effect {
        Effect::Penalised | Effect::Forfeited => " (illegal)",
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
