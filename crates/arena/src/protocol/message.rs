//! The messages of the line protocol as text: what `docs/protocol.md` describes.
//!
//! Plain words and numbers, so that a bot in any language can read them with what it has at hand.

use std::fmt;
use std::sync::Arc;

use quadrille_engine::Puzzle;

use crate::game::{
    BoardRecord, ClockRule, Effect, Illegal, Move, Passing, Played, Points, Reason, Ruleset, Seat,
};

/// The version of the protocol that the first line names.
pub const VERSION: u32 = 1;

/// The longest line, its end aside.
pub const LONGEST_LINE: usize = 4096;

/// A message from the arena to a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToBot {
    /// The first line: which version is spoken. Answered with [`FromBot::Ready`].
    Hello(u32),
    /// A game begins.
    NewGame {
        /// The rules, with the board.
        rules: Arc<Ruleset>,
        /// Which seat the bot has.
        seat: Seat,
        /// For the bot's random numbers.
        seed: u64,
    },
    /// Someone moved, maybe the bot itself.
    Played {
        /// Who.
        seat: Seat,
        /// The move.
        mv: Move,
        /// Whether it was legal.
        legal: bool,
        /// What it earned.
        points: Points,
    },
    /// The bot's turn, with the milliseconds left for the rest of its game. Answered with a move.
    Go(Option<u64>),
    /// The game is over: the scores, why, and who won.
    End([Points; 2], Reason, Option<Seat>),
    /// Nothing more will come.
    Quit,
}

/// A message from a bot to the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromBot {
    /// The answer to the first line, with the bot's name.
    Ready(String),
    /// A move, with the nodes that it took.
    Move(Move, u64),
    /// It gives up.
    Resign,
    /// For people; the arena does not read it.
    Info(String),
}

impl ToBot {
    /// The message about a move.
    pub fn played(played: &Played) -> Self {
        Self::Played {
            seat: played.seat,
            mv: played.mv,
            legal: matches!(played.effect, Effect::Placed | Effect::Passed),
            points: played.points,
        }
    }

    /// The message of a line, in a game on a board of that side; `None` for words that this version does not know, which a bot passes
    /// over.
    ///
    /// # Errors
    /// With what is wrong, when the word is known and the rest does not fit it.
    pub fn parse(line: &str, side: usize) -> Result<Option<Self>, String> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let wrong = || format!("`{line}` is no message of protocol version {VERSION}");
        let message = match (first, rest.as_slice()) {
            ("quadrille", [version]) => Self::Hello(version.parse().map_err(|_| wrong())?),
            ("newgame", pairs) => parse_new_game(pairs)?,
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
            ("go", [ms]) => Self::Go(Some(ms.parse().map_err(|_| wrong())?)),
            ("end", [a, b, reason, winner]) => {
                let (Ok(a), Ok(b), Some(reason)) = (a.parse(), b.parse(), Reason::from_id(reason))
                else {
                    return Err(wrong());
                };
                Self::End([a, b], reason, seat_of(winner))
            }
            ("quit", []) => Self::Quit,
            ("quadrille" | "played" | "go" | "end" | "quit", _) => return Err(wrong()),
            _ => return Ok(None),
        };
        Ok(Some(message))
    }

    /// The line of the message on a board of that side.
    pub fn line(&self, side: usize) -> String {
        match self {
            Self::Hello(version) => format!("quadrille {version}"),
            Self::NewGame { rules, seat, seed } => new_game(rules, *seat, *seed),
            Self::Played { seat, mv, legal, points } => {
                let legal = if *legal { "legal" } else { "illegal" };
                format!("played {} {legal} {} {points}", seat.number(), MoveText(*mv, side))
            }
            Self::Go(None) => "go".to_owned(),
            Self::Go(Some(ms)) => format!("go {ms}"),
            Self::End([a, b], reason, winner) => {
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

/// A move as its message writes it: `pass`, or `place ROW COLUMN VALUE`, counted from 0.
struct MoveText(Move, usize);

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Move::Pass => f.write_str("pass"),
            Move::Place(candidate) => {
                let (row, column) = candidate.cell.row_column(self.1);
                write!(f, "place {row} {column} {}", candidate.digit)
            }
            Move::Nowhere { row, column, value } => write!(f, "place {row} {column} {value}"),
        }
    }
}

fn place(side: usize, row: &str, column: &str, value: &str) -> Option<Move> {
    let number = |text: &str| text.parse::<i64>().ok();
    Some(Move::at(side, number(row)?, number(column)?, number(value)?))
}

fn new_game(rules: &Ruleset, seat: Seat, seed: u64) -> String {
    let board = BoardRecord::of(&rules.board);
    let mut line = format!(
        "newgame player={} size={} box={} passing={} illegal={} bonus={} pass-cost={} ply-cap={} \
         seed={seed}",
        seat.number(),
        board.size,
        board.shape,
        rules.passing.id(),
        rules.illegal_attempts().id(),
        rules.bonus,
        rules.pass_cost,
        rules.ply_cap,
    );
    let mut push = |key: &str, value: &str| line += &format!(" {key}={value}");
    if let Some(time) = rules.clock.per_game {
        push("time", &time.as_millis().to_string());
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

fn parse_new_game(pairs: &[&str]) -> Result<ToBot, String> {
    let get = |key: &str| {
        pairs.iter().find_map(|pair| pair.split_once('=').filter(|(k, _)| *k == key)).map(|p| p.1)
    };
    let need = |key: &str| get(key).ok_or_else(|| format!("newgame without {key}"));
    fn number<T: std::str::FromStr>(key: &str, text: &str) -> Result<T, String> {
        text.parse().map_err(|_| format!("newgame: {key}={text} is no number"))
    }
    fn list<T: std::str::FromStr>(key: &str, text: Option<&str>) -> Result<Vec<T>, String> {
        text.unwrap_or_default()
            .split(',')
            .filter(|part| !part.is_empty())
            .map(|part| number(key, part))
            .collect()
    }
    let flat: Vec<usize> = list("edges", get("edges"))?;
    let record = BoardRecord {
        size: number("size", need("size")?)?,
        shape: need("box")?.to_owned(),
        givens: list("givens", get("givens"))?,
        edges: flat.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]).collect(),
    };
    let board: Puzzle = record.board()?;
    let optional = |key: &str| get(key).map(|text| number::<u64>(key, text)).transpose();
    let rules = Ruleset {
        board,
        bonus: number("bonus", need("bonus")?)?,
        pass_cost: number("pass-cost", need("pass-cost")?)?,
        passing: Passing::from_id(need("passing")?)
            .ok_or_else(|| "newgame: unknown pass rule".to_owned())?,
        illegal: Illegal::from_id(need("illegal")?)
            .ok_or_else(|| "newgame: unknown rule for illegal attempts".to_owned())?,
        ply_cap: number("ply-cap", need("ply-cap")?)?,
        clock: ClockRule {
            per_game: optional("time")?.map(std::time::Duration::from_millis),
            nodes_per_move: optional("nodes")?,
        },
    };
    let seat = seat_of(need("player")?).ok_or_else(|| "newgame: player is 1 or 2".to_owned())?;
    Ok(ToBot::NewGame { rules: Arc::new(rules), seat, seed: number("seed", need("seed")?)? })
}

/// The beginning of a line that somebody said, for messages about it.
pub(super) fn shown(line: &str) -> String {
    line.chars().take(60).collect()
}

impl FromBot {
    /// The message of a line, on a board of that side.
    ///
    /// # Errors
    /// With what is wrong.
    pub fn parse(line: &str, side: usize) -> Result<Self, String> {
        let wrong = || format!("`{}` is no message of a bot", shown(line));
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

    /// The line of the message, on a board of that side.
    pub fn line(&self, side: usize) -> String {
        match self {
            Self::Ready(name) => format!("ready {name}"),
            Self::Move(mv, nodes) => format!("{} nodes={nodes}", MoveText(*mv, side)),
            Self::Resign => "resign".to_owned(),
            Self::Info(line) => line.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::{BoxShape, Cell, Edges, Grid};

    #[test]
    fn messages_go_there_and_back() {
        let shape = BoxShape::new(2, 3).unwrap();
        let mut givens = Grid::empty(shape);
        givens.set(Cell::new(7), quadrille_engine::Digit::new(6));
        let edges = Edges::new(shape, [(Cell::new(0), Cell::new(1)), (Cell::new(3), Cell::new(9))]);
        let mut rules = Ruleset::new(Puzzle::new(givens, edges.unwrap()).unwrap())
            .with_passing(Passing::NoDoublePass);
        rules.clock.per_game = Some(std::time::Duration::from_millis(1500));
        let place = Move::at(6, 1, 2, 3);
        for message in [
            ToBot::Hello(1),
            ToBot::NewGame { rules: Arc::new(rules), seat: Seat::Second, seed: 77 },
            ToBot::Played { seat: Seat::First, mv: place, legal: true, points: 3 },
            ToBot::Played { seat: Seat::First, mv: Move::Pass, legal: false, points: -6 },
            ToBot::Go(None),
            ToBot::Go(Some(1200)),
            ToBot::End([3, -4], Reason::TwoPasses, Some(Seat::First)),
            ToBot::End([3, 3], Reason::Stuck, None),
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
        assert_eq!(ToBot::parse("tomorrow's word 1 2", 6), Ok(None));
        for wrong in ["go now", "played 1", "newgame size=4", "quadrille"] {
            assert!(ToBot::parse(wrong, 6).is_err(), "{wrong}");
        }
        for wrong in ["", "place 1 2", "place 1 2 x", "pass nodes=-1", "Place 1 2 3"] {
            assert!(FromBot::parse(wrong, 9).is_err(), "{wrong}");
        }
    }
}
