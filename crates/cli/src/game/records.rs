//! Reading records of games.

use quadrille_core::printable::os_text;
use std::ffi::OsStr;
use std::io;

use quadrille_arena::game::{GameRecord, RecordError, RecordedGame};

use crate::context::Context;
use crate::failure::Failure;
use crate::io::bounded;

/// Reads the text of a file, or of standard input.
pub(super) fn read_text(file: &OsStr, context: &Context) -> Result<String, Failure> {
    let read = if file == "-" {
        bounded::read(io::stdin())
    } else {
        context.used_files.add(file);
        bounded::text_of(file)
    };
    read.map_err(|error| Failure::unreadable(&os_text(file), error))
}

/// Parses a record with at least one game.
pub(super) fn parse_games(file: &str, text: &str) -> Result<Vec<RecordedGame>, Failure> {
    let games = RecordedGame::read_all(content(text)).map_err(|error| located(file, &error))?;
    if games.is_empty() {
        let what = "empty: the record holds no game; name a file that `--record` wrote";
        return Err(Failure::input(format!("{file}:1:1: {what}")));
    }
    Ok(games)
}

/// Parses a record, interrupted games included.
pub(super) fn parse(file: &str, text: &str) -> Result<Vec<GameRecord>, Failure> {
    GameRecord::read_all(content(text)).map_err(|error| located(file, &error))
}

/// Parses a record of a series and checks its finished games, whose results are to be counted.
pub(super) fn parse_checked(file: &str, text: &str) -> Result<Vec<GameRecord>, Failure> {
    let games = RecordedGame::read_all(content(text))
        .and_then(|games| RecordedGame::check(&games).map(|()| games))
        .map_err(|error| located(file, &error))?;
    Ok(games.into_iter().map(|game| game.record).collect())
}

/// Returns a text without its byte order mark.
fn content(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn located(file: &str, error: &RecordError) -> Failure {
    Failure::input(format!("{file}:{}:{}: {}", error.line, error.column, error.what))
}

/// Returns a number of plies in words.
pub(super) fn plies(number: usize) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}
