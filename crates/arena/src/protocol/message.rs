//! The messages of the line protocol as text, as described in `docs/reference/protocol.md`.
//!
//! They consist of plain words and numbers, so that a bot in any language can parse them without a
//! library.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use quadrille_core::BoxShape;
use thiserror::Error;

use crate::agent::NewGame;
use crate::game::{
    BoardRecord, ClockRule, Effect, Illegal, InvalidRecord, Move, MoveInfo, Outcome, Passing,
    Played, Points, Reason, Ruleset, Seat,
};

/// The version of the protocol, which the first line contains.
pub const VERSION: u32 = 1;

/// The most milliseconds of a clock: some thirty years.
const MAX_MS: u64 = 1_000_000_000_000;

/// Maximum length of a line in bytes, without the newline.
pub const LONGEST_LINE: usize = 4096;

/// A message from the arena to a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToBot {
    /// The first line, with the version of the protocol. Answered with [`FromBot::Ready`].
    Hello(u32),
    /// A game begins.
    NewGame(NewGame),
    /// Either player moved.
    Played {
        /// Who moved.
        seat: Seat,
        /// The move.
        mv: Move,
        /// Whether it was legal.
        legal: bool,
        /// The points that it gained.
        points: Points,
    },
    /// The bot's turn, with the milliseconds left for the rest of the game. Answered with a move.
    Go(Option<u64>),
    /// The game is over.
    End(Outcome),
    /// The program must end.
    Quit,
}

/// A message from a bot to the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromBot {
    /// The answer to the first line, with the bot's name.
    Ready(String),
    /// A move, with the number of nodes searched for it.
    Move(Move, u64),
    /// The bot resigns.
    Resign,
    /// A remark for people, which the arena ignores.
    Info(String),
}

/// A line that is not a valid message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MessageError {
    /// The line is not a message to a bot.
    #[error("`{0}` is not a message of protocol version {VERSION}")]
    NotToBot(String),
    /// The line is not a message from a bot.
    #[error("`{0}` is not a message of a bot")]
    NotFromBot(String),
    /// `newgame` lacks a key.
    #[error("newgame without {0}")]
    MissingKey(&'static str),
    /// A value of `newgame` is not valid.
    #[error("newgame: {key}={value} is not valid")]
    InvalidValue {
        /// The key.
        key: &'static str,
        /// Its value.
        value: String,
    },
    /// A number of `newgame` or `go` is out of range.
    #[error("{key}={value} is out of range; write a whole number from {least} to {most}")]
    Range {
        /// The key.
        key: &'static str,
        /// Its value.
        value: String,
        /// The smallest number.
        least: u64,
        /// The largest number.
        most: u64,
    },
    /// The edges of `newgame` are not four numbers each.
    #[error("newgame: edges has {0} numbers; write four for each edge")]
    Edges(usize),
    /// `newgame` describes a board that does not exist.
    #[error("newgame: {0}")]
    Board(#[from] InvalidRecord),
}

impl ToBot {
    /// Returns the message about a move.
    pub fn played(played: &Played) -> Self {
        Self::Played {
            seat: played.seat,
            mv: played.mv,
            legal: matches!(played.effect, Effect::Placed | Effect::Passed),
            points: played.points,
        }
    }

    /// Parses a line, in a game on a board of that side. Returns `None` if the first word is unknown
    /// to this version; a bot ignores such lines.
    ///
    /// # Errors
    /// When the first word is known and the rest does not fit it.
    ///
    /// ```
    /// use quadrille_arena::protocol::ToBot;
    ///
    /// assert_eq!(ToBot::parse("quit", 9)?, Some(ToBot::Quit));
    /// assert_eq!(ToBot::parse("weather sunny", 9)?, None); // to be ignored
    /// # Ok::<(), quadrille_arena::protocol::MessageError>(())
    /// ```
    pub fn parse(line: &str, side: usize) -> Result<Option<Self>, MessageError> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let wrong = || MessageError::NotToBot(line.to_owned());
        let message = match (first, rest.as_slice()) {
            ("quadrille", [version]) => Self::Hello(version.parse().map_err(|_| wrong())?),
            ("newgame", pairs) => Self::NewGame(parse_new_game(pairs)?),
            ("played", [player, legality, mv @ .., points]) => {
                let legal = match *legality {
                    "legal" => true,
                    "illegal" => false,
                    _ => return Err(wrong()),
                };
                let mv = match mv {
                    ["pass"] => Some(Move::Pass),
                    ["place", row, column, value] => place(side, row, column, value),
                    _ => None,
                };
                let (Some(seat), Some(mv), Ok(points)) = (seat_of(player), mv, points.parse())
                else {
                    return Err(wrong());
                };
                Self::Played { seat, mv, legal, points }
            }
            ("go", []) => Self::Go(None),
            ("go", [ms]) => {
                let ms = ms.parse().ok().filter(|ms| *ms <= MAX_MS);
                Self::Go(Some(ms.ok_or_else(wrong)?))
            }
            ("end", [a, b, reason, winner]) => {
                let (Ok(a), Ok(b), Some(reason)) = (a.parse(), b.parse(), Reason::from_id(reason))
                else {
                    return Err(wrong());
                };
                Self::End(Outcome { scores: [a, b], winner: seat_of(winner), reason })
            }
            ("quit", []) => Self::Quit,
            ("quadrille" | "played" | "go" | "end" | "quit", _) => return Err(wrong()),
            _ => return Ok(None),
        };
        Ok(Some(message))
    }

    /// Returns the message as a line, on a board of that side.
    ///
    /// ```
    /// use quadrille_arena::protocol::ToBot;
    ///
    /// let line = ToBot::Go(Some(1500)).line(9);
    /// assert_eq!(ToBot::parse(&line, 9)?, Some(ToBot::Go(Some(1500))));
    /// # Ok::<(), quadrille_arena::protocol::MessageError>(())
    /// ```
    pub fn line(&self, side: usize) -> String {
        match self {
            Self::Hello(version) => format!("quadrille {version}"),
            Self::NewGame(game) => new_game(game),
            Self::Played { seat, mv, legal, points } => {
                let legal = if *legal { "legal" } else { "illegal" };
                format!("played {} {legal} {} {points}", seat.number(), move_text(*mv, side))
            }
            Self::Go(None) => "go".to_owned(),
            Self::Go(Some(ms)) => format!("go {ms}"),
            Self::End(Outcome { scores: [a, b], winner, reason }) => {
                format!("end {a} {b} {} {}", reason.id(), winner.map_or(0, Seat::number))
            }
            Self::Quit => "quit".to_owned(),
        }
    }
}

fn seat_of(text: &str) -> Option<Seat> {
    match text {
        "1" => Some(Seat::First),
        "2" => Some(Seat::Second),
        _ => None,
    }
}

/// Returns a move as in a message: `pass`, or `place ROW COLUMN VALUE`, rows and columns from 0.
fn move_text(mv: Move, side: usize) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Place(candidate) => {
            let (row, column) = candidate.cell.row_column(side);
            format!("place {row} {column} {}", candidate.digit)
        }
        Move::Nowhere { row, column, value } => format!("place {row} {column} {value}"),
    }
}

fn place(side: usize, row: &str, column: &str, value: &str) -> Option<Move> {
    let number = |text: &str| text.parse::<i64>().ok();
    Some(Move::at(side, number(row)?, number(column)?, number(value)?))
}

fn new_game(NewGame { rules, seat, seed }: &NewGame) -> String {
    let board = BoardRecord::of(&rules.board);
    let mut line = format!(
        "newgame player={} size={} box={} passing={} illegal={} bonus={} pass-cost={} ply-cap={} \
         seed={seed}",
        seat.number(),
        board.size,
        board.shape,
        rules.passing.id(),
        rules.illegal_attempt(false).id(),
        rules.bonus,
        rules.pass_cost,
        rules.ply_cap,
    );
    let mut push = |key: &str, value: &str| line += &format!(" {key}={value}");
    if let Some(time) = rules.clock.per_game {
        push("time", &time.as_millis().to_string());
    }
    for (key, time) in [
        ("increment", Some(rules.clock.increment).filter(|time| !time.is_zero())),
        ("move-time", rules.clock.per_move),
        ("margin", Some(rules.clock.margin).filter(|time| !time.is_zero())),
    ] {
        if let Some(time) = time {
            push(key, &time.as_millis().to_string());
        }
    }
    if let Some(nodes) = rules.clock.nodes_per_move {
        push("nodes", &nodes.to_string());
    }
    let comma = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(",");
    if !board.givens.is_empty() {
        push("givens", &comma(&mut board.givens.iter().map(u8::to_string)));
    }
    if !board.edges.is_empty() {
        push("edges", &comma(&mut board.edges.iter().flatten().map(usize::to_string)));
    }
    line
}

fn parse_new_game(pairs: &[&str]) -> Result<NewGame, MessageError> {
    let get = |key: &str| {
        pairs.iter().find_map(|pair| pair.split_once('=').filter(|(k, _)| *k == key)).map(|p| p.1)
    };
    let need = |key| get(key).ok_or(MessageError::MissingKey(key));
    fn invalid(key: &'static str, value: &str) -> MessageError {
        MessageError::InvalidValue { key, value: value.to_owned() }
    }
    fn number<T: FromStr>(key: &'static str, text: &str) -> Result<T, MessageError> {
        text.parse().map_err(|_| invalid(key, text))
    }
    fn list<T: FromStr>(key: &'static str, text: Option<&str>) -> Result<Vec<T>, MessageError> {
        let parts = text.unwrap_or_default().split(',').filter(|part| !part.is_empty());
        parts.map(|part| number(key, part)).collect()
    }
    fn known<T>(
        key: &'static str,
        text: &str,
        from: fn(&str) -> Option<T>,
    ) -> Result<T, MessageError> {
        from(text).ok_or_else(|| invalid(key, text))
    }
    fn within(key: &'static str, text: &str, least: u64, most: u64) -> Result<u64, MessageError> {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| MessageError::Range { key, value: text.to_owned(), least, most })
    }
    let points = |key, most: Points| {
        let points = within(key, need(key)?, 0, most.unsigned_abs().into())?;
        Ok::<_, MessageError>(Points::try_from(points).expect("within its range"))
    };
    let flat: Vec<usize> = list("edges", get("edges"))?;
    if !flat.len().is_multiple_of(4) {
        return Err(MessageError::Edges(flat.len()));
    }
    let board = BoardRecord {
        size: within("size", need("size")?, BoxShape::MIN_SIDE as u64, BoxShape::MAX_SIDE as u64)?
            as usize,
        shape: need("box")?.to_owned(),
        givens: list("givens", get("givens"))?,
        edges: flat.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect(),
    };
    let optional = |key, most| get(key).map(|text| within(key, text, 0, most)).transpose();
    let plies = within("ply-cap", need("ply-cap")?, 1, Ruleset::MAX_PLY_CAP.into())?;
    let rules = Ruleset {
        board: board.board()?,
        bonus: points("bonus", Ruleset::MAX_BONUS)?,
        pass_cost: points("pass-cost", Ruleset::MAX_PASS_COST)?,
        passing: known("passing", need("passing")?, Passing::from_id)?,
        illegal: known("illegal", need("illegal")?, Illegal::from_id)?,
        ply_cap: u32::try_from(plies).expect("within its range"),
        clock: ClockRule {
            per_game: optional("time", MAX_MS)?.map(Duration::from_millis),
            increment: Duration::from_millis(optional("increment", MAX_MS)?.unwrap_or(0)),
            per_move: optional("move-time", MAX_MS)?.map(Duration::from_millis),
            margin: Duration::from_millis(optional("margin", MAX_MS)?.unwrap_or(0)),
            nodes_per_move: optional("nodes", u64::MAX)?,
        },
    };
    let seat = known("player", need("player")?, seat_of)?;
    Ok(NewGame { rules: Arc::new(rules), seat, seed: within("seed", need("seed")?, 0, u64::MAX)? })
}

/// Returns the beginning of a line, for error messages.
pub(super) fn shown(line: &str) -> String {
    line.chars().take(60).collect()
}

impl FromBot {
    /// Parses a line, on a board of that side.
    ///
    /// # Errors
    /// When it is not a message of a bot.
    ///
    /// ```
    /// use quadrille_arena::protocol::FromBot;
    ///
    /// assert_eq!(FromBot::parse("resign", 9)?, FromBot::Resign);
    /// assert!(FromBot::parse("hello?", 9).is_err());
    /// # Ok::<(), quadrille_arena::protocol::MessageError>(())
    /// ```
    pub fn parse(line: &str, side: usize) -> Result<Self, MessageError> {
        let wrong = || MessageError::NotFromBot(shown(line));
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let nodes = match words.last().and_then(|word| word.strip_prefix("nodes=")) {
            Some(count) => {
                let count = count.parse().map_err(|_| wrong())?;
                words.pop();
                count
            }
            None => 0,
        };
        match words.as_slice() {
            ["ready", ..] => {
                Ok(Self::Ready(line.trim().strip_prefix("ready").unwrap_or("").trim().to_owned()))
            }
            ["info", ..] => Ok(Self::Info(line.to_owned())),
            ["pass"] => Ok(Self::Move(Move::Pass, nodes)),
            ["resign"] => Ok(Self::Resign),
            ["place", row, column, value] => {
                place(side, row, column, value).map(|mv| Self::Move(mv, nodes)).ok_or_else(wrong)
            }
            _ => Err(wrong()),
        }
    }

    /// Returns what an `info` line says of the search: `score`, `depth` and, at its end, `line`, each
    /// followed by its value. Ignores other words; `None` if there is nothing that can be read.
    ///
    /// ```
    /// use quadrille_arena::protocol::FromBot;
    ///
    /// let info = FromBot::info("info score 12 depth 3", 9).expect("it says something");
    /// assert_eq!((info.score, info.depth), (Some(12), Some(3)));
    /// ```
    pub fn info(text: &str, side: usize) -> Option<MoveInfo> {
        let mut info = MoveInfo::default();
        let mut words = text.split_whitespace().skip(1);
        while let Some(word) = words.next() {
            match word {
                "score" => info.score = words.next().and_then(|value| value.parse().ok()),
                "depth" => info.depth = words.next().and_then(|value| value.parse().ok()),
                "line" => {
                    let moves = words.by_ref().map_while(|name| Move::parse(name, side));
                    info.line = moves.map(|mv| mv.name(side).to_string()).collect();
                }
                _ => {}
            }
        }
        (info != MoveInfo::default()).then_some(info)
    }

    /// Returns the `info` line that says this of a search.
    pub(crate) fn of_info(info: &MoveInfo) -> Self {
        let mut line = "info".to_owned();
        if let Some(score) = info.score {
            line += &format!(" score {score}");
        }
        if let Some(depth) = info.depth {
            line += &format!(" depth {depth}");
        }
        if !info.line.is_empty() {
            line += &format!(" line {}", info.line.join(" "));
        }
        Self::Info(line)
    }

    /// Returns the message as a line, on a board of that side.
    ///
    /// ```
    /// use quadrille_arena::Move;
    /// use quadrille_arena::protocol::FromBot;
    ///
    /// let message = FromBot::Move(Move::at(9, 0, 0, 7), 100);
    /// assert_eq!(FromBot::parse(&message.line(9), 9)?, message);
    /// # Ok::<(), quadrille_arena::protocol::MessageError>(())
    /// ```
    pub fn line(&self, side: usize) -> String {
        match self {
            Self::Ready(name) => format!("ready {name}"),
            Self::Move(mv, nodes) => format!("{} nodes={nodes}", move_text(*mv, side)),
            Self::Resign => "resign".to_owned(),
            Self::Info(line) => line.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::{Cell, Edges, Grid, Puzzle};

    #[test]
    fn messages_round_trip() {
        let shape = BoxShape::new(2, 3).unwrap();
        let mut givens = Grid::empty(shape);
        givens.set(Cell::new(7), quadrille_core::Digit::new(6));
        let edges = Edges::new(shape, [(Cell::new(0), Cell::new(1)), (Cell::new(3), Cell::new(9))]);
        let mut rules = Ruleset::new(Puzzle::new(givens, edges.unwrap()).unwrap())
            .with_passing(Passing::NoDoublePass);
        rules.clock.per_game = Some(Duration::from_millis(1500));
        rules.clock.increment = Duration::from_millis(20);
        rules.clock.per_move = Some(Duration::from_millis(700));
        rules.clock.margin = Duration::from_millis(50);
        let place = Move::at(6, 1, 2, 3);
        let end = |scores, reason, winner| ToBot::End(Outcome { scores, winner, reason });
        for message in [
            ToBot::Hello(1),
            ToBot::NewGame(NewGame { rules: Arc::new(rules), seat: Seat::Second, seed: 77 }),
            ToBot::Played { seat: Seat::First, mv: place, legal: true, points: 3 },
            ToBot::Played { seat: Seat::First, mv: Move::Pass, legal: false, points: -6 },
            ToBot::Go(None),
            ToBot::Go(Some(1200)),
            end([3, -4], Reason::TwoPasses, Some(Seat::First)),
            end([3, 3], Reason::Stuck, None),
            ToBot::Quit,
        ] {
            let line = message.line(6);
            assert_eq!(ToBot::parse(&line, 6), Ok(Some(message)), "{line}");
        }
        for message in [
            FromBot::Ready("some bot".to_owned()),
            FromBot::Move(Move::at(6, 0, 5, 6), 12),
            FromBot::Move(Move::Nowhere { row: 0, column: 6, value: 6 }, 0),
            FromBot::Move(Move::Pass, 0),
            FromBot::Resign,
            FromBot::Info("info depth 3".to_owned()),
        ] {
            assert_eq!(FromBot::parse(&message.line(6), 6), Ok(message));
        }
        assert_eq!(ToBot::parse("unknown word 1 2", 6), Ok(None));
        let text = "info depth 3 nodes 12 score -7 line r1c2=3 pass r9c9=1 x";
        let info = FromBot::info(text, 6).unwrap();
        assert_eq!((info.score, info.depth), (Some(-7), Some(3)));
        assert_eq!(info.line[..2], ["r1c2=3", "pass"]);
        let FromBot::Info(again) = FromBot::of_info(&info) else { panic!() };
        assert!(again.starts_with("info score -7 depth 3 line r1c2=3 pass"), "{again}");
        assert_eq!(FromBot::info("info depth 99999999999 score x", 6), None);
        assert_eq!(FromBot::info("info string hello", 6), None);
        for wrong in ["go now", "played 1", "newgame size=4", "quadrille"] {
            assert!(ToBot::parse(wrong, 6).is_err(), "{wrong}");
        }
        for wrong in ["", "place 1 2", "place 1 2 x", "pass nodes=-1", "Place 1 2 3"] {
            assert!(FromBot::parse(wrong, 9).is_err(), "{wrong}");
        }
    }
}
