//! Reads records of games and locates errors in them.

use std::collections::BTreeMap;

use quadrille_lab::checksum;
use serde::Deserialize;
use serde::de::IgnoredAny;
use thiserror::Error;

use super::{
    GameHeader, GameRecord, GameResult, InvalidRecord, PlyRecord, RecordLine, ReplayError,
};

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

/// A game of a record file and its place there.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// The game.
    pub record: GameRecord,
    /// The numbers of its lines, from 1: of the header, the plies and the result.
    pub lines: Vec<usize>,
    /// The first of these that is not as it was written, as an index, and how that shows.
    pub changed: Option<(usize, ChangedLine)>,
}

/// How a checksum shows that a line of a record was changed after it was written. Early records have
/// no checksums, so a game has them in all its lines or in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ChangedLine {
    /// Its checksum is not that of its bytes.
    #[error("the line was changed after it was written (its checksum differs)")]
    Differs,
    /// It has no checksum, but the first line of the game has one.
    #[error("the line was changed after it was written (its checksum is missing)")]
    Missing,
    /// It is the first line of the game and has no checksum, but another line has one.
    #[error("the line was changed after it was written (its checksum is missing, others have one)")]
    MissingInFirst,
}

impl RecordedGame {
    /// Checks that every finished game is what the rules make of its moves, that its lines are as they
    /// were written, and that none is recorded twice, so that its results can be counted.
    ///
    /// # Errors
    /// For the first game that is not so.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// use quadrille_arena::game::RecordedGame;
    ///
    /// let games = RecordedGame::read_all(&record.to_lines())?;
    /// assert_eq!(RecordedGame::check(&games), Ok(()));
    /// // The same game twice cannot be counted.
    /// assert!(RecordedGame::check(&[games.clone(), games].concat()).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check(games: &[Self]) -> Result<(), RecordError> {
        let mut numbers = BTreeMap::new();
        for game in games.iter().filter(|game| game.record.result.is_some()) {
            let number = game.record.header.game;
            let fail = |line: usize, what: String| RecordError {
                line,
                column: 1,
                what: format!("game {number}: {what}"),
            };
            let lines = game.extent();
            let advice = format!("remove lines {lines}, and the game is played again");
            let mut plies = 0;
            if let Err(error) = game.record.replay(|_, _| plies += 1) {
                let line = match error {
                    ReplayError::Invalid(InvalidRecord::Ply(_)) => 1 + plies,
                    ReplayError::Invalid(_) => 0,
                    _ => 1 + plies,
                };
                return Err(fail(game.lines[line], format!("{error}; {advice}")));
            }
            // The rules say more about a change, but not everything depends on them.
            if let Some((line, change)) = game.changed {
                return Err(fail(game.lines[line], format!("{change}; {advice}")));
            }
            if let Some(first) = numbers.insert(number, lines.clone()) {
                let what = format!("recorded twice; remove lines {first} or lines {lines}");
                return Err(fail(game.lines[0], what));
            }
        }
        Ok(())
    }

    /// Adds the number of a line, with whether its checksum holds, and whether the first line of the
    /// game has one.
    fn add_line(&mut self, number: usize, sum: Option<bool>, has_sums: bool) {
        let change = match sum {
            Some(false) => Some(ChangedLine::Differs),
            None if has_sums => Some(ChangedLine::Missing),
            Some(true) if !has_sums => Some(ChangedLine::MissingInFirst),
            _ => None,
        };
        let line = if change == Some(ChangedLine::MissingInFirst) { 0 } else { self.lines.len() };
        self.changed = self.changed.or(change.map(|change| (line, change)));
        self.lines.push(number);
    }

    /// Returns the first and the last line in words.
    fn extent(&self) -> String {
        let [first, .., last] = self.lines[..] else { unreachable!("a header and a result") };
        format!("{first} to {last}")
    }
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
            "not a line of a game record: it has no `ply`, and its `type` is not `game` or `result`"
                .to_owned(),
        ),
    }
}

/// Whether a line may be the beginning of one that is written to records. A file of something else,
/// which happens to have no line end, must not be taken for an empty record, nor a whole line whose
/// end was changed for one that was cut.
fn is_cut(line: &str) -> bool {
    // A file system may have made the file longer before the bytes were on the disk.
    let line = line.trim_end_matches('\0');
    let beginnings = [r#"{"type":"game""#, r#"{"type":"result""#, r#"{"ply":"#];
    !line.is_empty()
        && beginnings.iter().any(|whole| whole.starts_with(line) || line.starts_with(whole))
        && serde_json::from_str::<IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

impl GameRecord {
    /// Reads the games of a record file, including interrupted ones. An interrupted game is dropped
    /// if the next game restarts it with the same header, as after moves were taken back.
    ///
    /// # Errors
    /// For the first line that is not valid, or not at this place.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// use quadrille_arena::game::GameRecord;
    ///
    /// assert_eq!(GameRecord::read_all(&record.to_lines())?, [record]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let games = RecordedGame::read_all(text)?;
        Ok(games.into_iter().map(|game| game.record).collect())
    }
}

impl RecordedGame {
    /// Reads games like [`GameRecord::read_all`], with their lines.
    ///
    /// # Errors
    /// As [`GameRecord::read_all`].
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// use quadrille_arena::game::RecordedGame;
    ///
    /// let games = RecordedGame::read_all(&record.to_lines())?;
    /// assert_eq!((games.len(), games[0].lines[0]), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_all(text: &str) -> Result<Vec<Self>, RecordError> {
        let mut games = Vec::new();
        let mut open: Option<Self> = None;
        // Whether the lines of that game have checksums.
        let mut has_sums = false;
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
            let sum = checksum::holds(line.trim().as_bytes());
            match (parsed, &mut open) {
                (RecordLine::Game(header), open) => {
                    let mut new =
                        Self { record: GameRecord::new(header), lines: Vec::new(), changed: None };
                    has_sums = sum.is_some();
                    new.add_line(number, sum, has_sums);
                    let interrupted = open.replace(new);
                    let restarted = |old: &Self| {
                        open.as_ref().is_some_and(|new| old.record.header == new.record.header)
                    };
                    games.extend(interrupted.filter(|old| !restarted(old)));
                }
                (RecordLine::Ply(ply), Some(game)) => {
                    game.record.plies.push(ply);
                    game.add_line(number, sum, has_sums);
                }
                (RecordLine::Result(result), slot @ Some(_)) => {
                    let mut game = slot.take().expect("some");
                    game.record.result = Some(result);
                    game.add_line(number, sum, has_sums);
                    games.push(game);
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
