//! Reads records of games and locates errors in them.

use serde::Deserialize;
use thiserror::Error;

use super::record::{GameHeader, GameRecord, GameResult, PlyRecord, RecordLine};

/// A line that is not valid in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct RecordError {
    /// The line number, from 1.
    pub line: usize,
    /// The byte within the line, from 1.
    pub column: usize,
    /// What is wrong, and what to do about it.
    pub what: String,
}

/// Advice for a file that does not start like a record.
const NOT_A_RECORD: &str = "this is not a file of recorded games";

/// Explains why a line is not valid, with the column. The parser of [`RecordLine`] tries one kind of
/// line after the other and reports only that none fits, so this finds the kind that was meant.
fn explain(line: &str) -> (usize, String) {
    fn error_as<'a, T: Deserialize<'a>>(line: &'a str) -> Option<serde_json::Error> {
        serde_json::from_str::<T>(line).err()
    }
    let (kind, error) = match serde_json::from_str::<serde_json::Value>(line) {
        Err(error) => ("JSON object", Some(error)),
        Ok(value) => match value["type"].as_str() {
            _ if value.get("ply").is_some() => ("ply", error_as::<PlyRecord>(line)),
            Some("game") => ("`game`", error_as::<GameHeader>(line)),
            Some("result") => ("`result`", error_as::<GameResult>(line)),
            _ => ("line", None),
        },
    };
    match error {
        Some(error) => {
            // The parser saw only this line; the caller adds its number.
            let text = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let text = text.strip_suffix(&place).unwrap_or(&text);
            // A missing field has no column of its own.
            let column = if text.starts_with("missing field") { 1 } else { error.column().max(1) };
            (column, format!("not a {kind} of a game record: {text}"))
        }
        None => (
            1,
            "not a line of a game record: neither a `ply` nor of the `type` game or result"
                .to_owned(),
        ),
    }
}

/// Whether a line may be the beginning of one that is written to records. A file of something else,
/// which happens to have no line end, must not be taken for an empty record.
fn is_cut(line: &str) -> bool {
    let beginnings = [r#"{"type":"game""#, r#"{"type":"result""#, r#"{"ply":"#];
    beginnings.iter().any(|whole| whole.starts_with(line) || line.starts_with(whole))
}

impl GameRecord {
    /// Reads the games of a record file, including interrupted ones. An interrupted game is dropped
    /// if the next game restarts it with the same header, as after moves were taken back.
    ///
    /// # Errors
    /// For the first line that is not valid, or not at this place.
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let mut games = Vec::new();
        let mut open: Option<Self> = None;
        let last_line = text.lines().count();
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            let fail = |(column, what): (usize, String), advice: &str| RecordError {
                line: number,
                column,
                what: format!("{what}; {advice}"),
            };
            if line.trim().is_empty() {
                continue;
            }
            let parsed: RecordLine = match serde_json::from_str(line) {
                Ok(parsed) => parsed,
                // An incomplete last line: the writer was killed.
                Err(_) if number == last_line && !text.ends_with('\n') && is_cut(line) => break,
                Err(_) => {
                    let advice = if open.is_none() && games.is_empty() {
                        NOT_A_RECORD
                    } else {
                        "fix the line, or remove the lines of its game"
                    };
                    return Err(fail(explain(line), advice));
                }
            };
            match (parsed, &mut open) {
                (RecordLine::Game(header), open) => {
                    let interrupted = open.replace(Self::new(header));
                    let restarted =
                        |old: &Self| open.as_ref().is_some_and(|new| old.header == new.header);
                    games.extend(interrupted.filter(|old| !restarted(old)));
                }
                (RecordLine::Ply(ply), Some(game)) => game.plies.push(ply),
                (RecordLine::Result(result), slot @ Some(_)) => {
                    let game = slot.take().expect("some");
                    games.push(Self { result: Some(result), ..game });
                }
                (_, None) => {
                    let what = "a game begins with an object of the type `game`".to_owned();
                    return Err(fail((1, what), NOT_A_RECORD));
                }
            }
        }
        games.extend(open);
        Ok(games)
    }
}
