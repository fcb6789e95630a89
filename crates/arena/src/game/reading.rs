//! Reading records of games: which lines there may be, in which order, and what is wrong with others.

use serde::Deserialize;
use thiserror::Error;

use super::record::{
    Frame, GameHeader, GameRecord, GameResult, PlyRecord, RecordLine, RecordedGame,
};

/// A record that was not understood, or whose moves do not lead to its scores.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: usize,
    /// The byte of the line, from 1.
    pub column: usize,
    /// What is wrong, and what to do.
    pub what: String,
}

/// For those who have another file.
const WHAT_A_RECORD_IS: &str = "name a file that `--record` wrote";

/// Why a line is none of a record, with the column. The parser of [`RecordLine`] tries one kind
/// after the other and only knows that none fits; what a line means to be says which one should.
fn why_not(line: &str) -> (usize, String) {
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
            // The parser saw this line alone: where it stood, the caller says.
            let text = error.to_string();
            let place = format!(" at line {} column {}", error.line(), error.column());
            let text = text.strip_suffix(&place).unwrap_or(&text);
            // A field that is missing is missing from the whole object.
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

impl GameRecord {
    /// The whole games of a record file: those that were cut off, as by a match that was killed,
    /// are left out.
    ///
    /// # Errors
    /// For the first line that is none of a record, or stands where it cannot.
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let games = RecordedGame::read_all(text)?;
        Ok(games.into_iter().filter_map(RecordedGame::whole).collect())
    }
}

impl RecordedGame {
    /// The games of a record file, those that were cut off included. Of a game that was begun anew
    /// under the same header, as after moves were taken back, what it replaces is dropped.
    ///
    /// # Errors
    /// For the first line that is none of a record, or stands where it cannot.
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
                // Half a line at the end: the writer was killed.
                Err(_) if number == last_line && !text.ends_with('\n') => break,
                Err(_) => {
                    let advice = if open.is_none() && games.is_empty() {
                        WHAT_A_RECORD_IS
                    } else {
                        "mend the line, or remove the lines of its game"
                    };
                    return Err(fail(why_not(line), advice));
                }
            };
            match (parsed, &mut open) {
                (RecordLine::Frame(Frame::Game(header)), open) => {
                    let cut_off = open.replace(Self { header, plies: Vec::new(), result: None });
                    let begun_anew =
                        |old: &Self| open.as_ref().is_some_and(|new| old.header == new.header);
                    games.extend(cut_off.filter(|old| !begun_anew(old)));
                }
                (RecordLine::Ply(ply), Some(game)) => game.plies.push(ply),
                (RecordLine::Frame(Frame::Result(result)), slot @ Some(_)) => {
                    let game = slot.take().expect("some");
                    games.push(Self { result: Some(result), ..game });
                }
                (_, None) => {
                    let what = "a game begins with an object of the type `game`".to_owned();
                    return Err(fail((1, what), WHAT_A_RECORD_IS));
                }
            }
        }
        games.extend(open);
        Ok(games)
    }
}
