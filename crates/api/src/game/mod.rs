//! Games of DualSudoku as plain data: what is asked of them, and what is shown.
//!
//! Moves are written `r1c2=3` or `pass`. Boards, rules and plies are those of the project's records,
//! so that a viewer replays a game from what it is shown.

mod replay;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use quadrille_arena::game::{BoardRecord, RulesetRecord};
use quadrille_arena::{
    Analysis, AnalysisError, GameState, Move, MoveValue, Played, Ruleset, analyze,
};
use quadrille_core::{Counter, Limits, Meter};
use serde::{Deserialize, Serialize};

pub(crate) use replay::replay;
pub use replay::{
    CellDigits, CellPoints, GameEntry, GameReplay, MoveEffect, PlyFields, ReplayAnswer,
    ReplayProblem, ReplayRequest, ResultFields, StartFields,
};

use crate::{Context, Error, ErrorKind};

/// The player name of a person.
pub const PERSON: &str = "human";

/// The most moves that a request may play.
const MOST_MOVES: usize = 10_000;

/// The board at the start of a game, as in records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct GameBoard {
    /// The side.
    pub size: usize,
    /// Rows and columns of a box, such as `3x3`; as square as the side allows if it is missing.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// The digits on the board at the start, row by row, 0 for empty; none if it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub givens: Option<Vec<u8>>,
    /// Pairs of adjacent cells whose digits must be consecutive: row, column, row, column, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<Vec<[usize; 4]>>,
}

/// The rules of a game, as in records. What is missing has the default of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct GameRules {
    /// Points for each house that a placement completes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<i32>,
    /// Points that a pass or an illegal attempt costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass_cost: Option<i32>,
    /// `unlimited`, `two-pass-end`, `no-double-pass` or `forbidden`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passing: Option<String>,
    /// `penalty`, `forfeit` or `penalty-always`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
    /// The ply after which a game is over in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply_cap: Option<u32>,
    /// Seconds of each player for the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_per_game: Option<f64>,
    /// Seconds that a player gets after each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_increment: Option<f64>,
    /// Seconds for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_per_move: Option<f64>,
    /// Seconds by which a move may be late.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_margin: Option<f64>,
    /// Nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_per_move: Option<u64>,
}

/// Asks for a new game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct NewGameRequest {
    /// The first and the second player: `human`, the name of an agent with its parameters, such as
    /// `strong:ms=100`, or the name of a bot that the operator has added.
    pub players: [String; 2],
    /// The board; an empty 9x9 board if it is missing.
    pub board: Option<GameBoard>,
    /// The rules.
    pub ruleset: Option<GameRules>,
    /// Random plies at the start: `random:K`.
    pub opening: Option<String>,
    /// The seed; drawn if it is missing.
    pub seed: Option<u64>,
}

/// Asks for a move, in the name of the seat whose secret the header `X-Seat` has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MoveRequest {
    /// How many plies the game has, as the player sees it. If it has others, nothing is played.
    pub ply: u32,
    /// The move: `r1c2=3` or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Asks to take back, to resign, or for a rematch, in the name of the seat whose secret the header
/// `X-Seat` has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SeatRequest {
    /// How many plies the game has, as the player sees it. If it has others, nothing is done.
    pub ply: u32,
}

/// What has a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum SeatKind {
    /// A person.
    Human,
    /// An agent or a bot.
    Agent,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GameView {
    /// The id.
    pub id: String,
    /// Counts the changes of the game since the server started.
    pub revision: u64,
    /// The lines of the record: an object `game`, an object for each ply, an object `result` if the
    /// game is over.
    #[cfg_attr(feature = "schema", ts(type = "Array<Record<string, unknown>>"))]
    pub record: Vec<serde_json::Value>,
    /// The game ply by ply, with what a viewer needs to draw every position.
    pub replay: GameReplay,
    /// How many plies were played.
    pub ply: u32,
    /// Whose turn it is, 1 or 2; also after the end.
    pub turn: u8,
    /// Whether the game is over.
    pub over: bool,
    /// What has each seat.
    pub seats: [SeatKind; 2],
    /// The seats whose secret the request sent; none in events.
    pub yours: Vec<u8>,
    /// The secrets of people's seats, for links; only in the answer that creates a game or rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat_links: Option<BTreeMap<u8, String>>,
    /// The clocks.
    pub clock: ClockFields,
    /// The seat, 1 or 2, whose agent thinks about its move.
    pub thinking: Option<u8>,
    /// The seat, 1 or 2, that wants to take back its last move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub takeback_offer: Option<u8>,
    /// The id of the rematch. Secrets are the same there, in the other seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
    /// What keeps the game from continuing, such as a bot that cannot be started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClockFields {
    /// Seconds left to each player when the view was made; `null` without a limit.
    pub left_seconds: [Option<f64>; 2],
    /// The seat, 1 or 2, whose clock runs.
    pub running: Option<u8>,
}

/// The answer to a request that came too late: nothing was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameConflict {
    /// `conflict`.
    pub error: ErrorKind,
    /// Why.
    pub message: String,
    /// The game as it is.
    pub game: GameView,
}

/// A line of the list of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameSummary {
    /// The id.
    pub id: String,
    /// The names of the players.
    pub players: [String; 2],
    /// The side of the board.
    pub size: usize,
    /// How many plies were played.
    pub ply: u32,
    /// The scores.
    pub scores: [i32; 2],
    /// Whether it is over.
    pub over: bool,
}

/// The games that the session has created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameList {
    /// The games, newest first.
    pub games: Vec<GameSummary>,
}

/// What a stream tells a viewer. The name of the event is its `event`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[non_exhaustive]
pub enum Event {
    /// The state of a game, when the stream begins and after every change.
    Game {
        /// The game.
        game: Box<GameView>,
    },
    /// Events were dropped, as the viewer was away or reads too slowly. The newest state follows.
    Gap {
        /// The number, if it is known.
        dropped: u64,
    },
    /// The server shuts down. Connect again later.
    Bye {},
}

/// Limits of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct AnalyseLimits {
    /// Nodes; a million if there is no limit at all.
    pub nodes: Option<u64>,
    /// Wall time.
    pub seconds: Option<f64>,
}

/// Asks for the value of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct AnalyseRequest {
    /// The board at the start.
    pub board: GameBoard,
    /// The rules.
    pub ruleset: Option<GameRules>,
    /// The moves so far.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<String>>", optional))]
    pub moves: Vec<String>,
    /// The limits.
    pub limits: Option<AnalyseLimits>,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct AnalyseAnswer {
    /// `solved`, or `limit` if the limits were reached before every move was evaluated once.
    pub status: String,
    /// After how many plies.
    pub ply: u32,
    /// Whose turn it is, 1 or 2.
    pub turn: u8,
    /// Points that the player to move gains on the opponent until the end, with best play.
    pub value: i32,
    /// The margin of the first player at the end, if both play best: scores so far included.
    pub margin: i32,
    /// Whether the value is proved.
    pub exact: bool,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The line of best moves of both players.
    pub line: Vec<String>,
    /// The legal moves with their values, best first.
    pub moves: Vec<ValuedMove>,
    /// Nodes searched.
    pub nodes: u64,
}

/// The value of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ValuedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// As the value of the position, if the player to move plays it.
    pub value: i32,
    /// Whether the value is proved.
    pub exact: bool,
}

/// Returns the rules of a game with these wishes.
///
/// # Errors
/// When the board or a rule is not valid, or the board is larger than the context allows.
pub fn rules_of(
    board: &GameBoard,
    rules: Option<&GameRules>,
    context: &Context<'_>,
) -> Result<Ruleset, Error> {
    let side = board.size;
    if side > context.caps.side {
        let message = format!("the board has side {side}; at most {} here", context.caps.side);
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let usual = || quadrille_core::BoxShape::of_side(side).map(|shape| shape.to_string());
    let shape = board.shape.clone().or_else(usual).ok_or_else(|| {
        Error::bad_request(format!("no usual box shape has side {side}; name one in `box`"))
    })?;
    let record = BoardRecord {
        size: side,
        shape,
        givens: board.givens.clone().unwrap_or_default(),
        edges: board.edges.clone().unwrap_or_default(),
    };
    let invalid =
        |error: quadrille_arena::game::InvalidRecord| Error::bad_request(error.to_string());
    let puzzle = record.board().map_err(invalid)?;
    let mut ruleset = RulesetRecord::of(&Ruleset::new(puzzle.clone()));
    let wishes = rules.cloned().unwrap_or_default();
    let points = |points: Option<i32>, most: i32, name: &str| match points {
        Some(points) if !(0..=most).contains(&points) => {
            Err(Error::bad_request(format!("`{name}` is {points}; expected 0 to {most}")))
        }
        points => Ok(points),
    };
    ruleset.bonus = points(wishes.bonus, Ruleset::MAX_BONUS, "bonus")?.unwrap_or(ruleset.bonus);
    ruleset.pass_cost =
        points(wishes.pass_cost, Ruleset::MAX_PASS_COST, "pass_cost")?.unwrap_or(ruleset.pass_cost);
    ruleset.passing = wishes.passing.unwrap_or(ruleset.passing);
    ruleset.illegal = wishes.illegal.unwrap_or(ruleset.illegal);
    let cap = wishes.ply_cap.unwrap_or(ruleset.ply_cap);
    if !(1..=Ruleset::PLY_CAP).contains(&cap) {
        let most = Ruleset::PLY_CAP;
        return Err(Error::bad_request(format!("`ply_cap` is {cap}; expected 1 to {most}")));
    }
    ruleset.ply_cap = cap;
    ruleset.time_per_game = seconds(wishes.time_per_game, "time_per_game")?;
    ruleset.time_increment = seconds(wishes.time_increment, "time_increment")?;
    ruleset.time_per_move = seconds(wishes.time_per_move, "time_per_move")?;
    ruleset.time_margin = seconds(wishes.time_margin, "time_margin")?;
    ruleset.nodes_per_move = wishes.nodes_per_move;
    ruleset.ruleset(puzzle).map_err(invalid)
}

/// Checks a time: up to a month.
fn seconds(seconds: Option<f64>, name: &str) -> Result<Option<f64>, Error> {
    const MOST: f64 = 31.0 * 86_400.0;
    match seconds {
        Some(seconds) if !(0.0..=MOST).contains(&seconds) => {
            Err(Error::bad_request(format!("`{name}` is {seconds}; expected 0 to {MOST} seconds")))
        }
        seconds => Ok(seconds),
    }
}

/// Finds the value of a position.
pub(crate) fn analyse(
    request: &AnalyseRequest,
    context: &Context<'_>,
) -> Result<AnalyseAnswer, Error> {
    let rules = rules_of(&request.board, request.ruleset.as_ref(), context)?;
    let mut state = GameState::new(Arc::new(rules));
    play_moves(&mut state, &request.moves, |_, _| {})?;
    let asked = request.limits.unwrap_or_default();
    let cap = Duration::from_millis(context.caps.ms);
    let time = match asked.seconds {
        None => None,
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).map_err(|_| {
            Error::bad_request(format!("`seconds` is {seconds}; expected a positive number"))
        })?),
    };
    let nodes = match (asked.nodes, time) {
        (None, None) => Some(1_000_000),
        (nodes, _) => nodes,
    };
    let limits = Limits {
        nodes,
        time: Some(time.unwrap_or(cap).min(cap)),
        memory: Some(context.caps.memory_bytes),
        ..Limits::NONE
    };
    let mut meter = Meter::new(limits, Counter::Expanded, &context.cancel, context.clock)
        .map_err(|error| Error::new(ErrorKind::Internal, error.to_string()))?;
    match analyze(&state, &mut meter) {
        Ok(analysis) => Ok(AnalyseAnswer::of(&state, &analysis)),
        Err(AnalysisError::Limits) => Ok(AnalyseAnswer::unknown(&state)),
        Err(error) => Err(Error::bad_request(error.to_string())),
    }
}

/// Plays the moves of a request. Calls `each` after every move.
fn play_moves(
    state: &mut GameState,
    moves: &[String],
    mut each: impl FnMut(&GameState, &Played),
) -> Result<(), Error> {
    if moves.len() > MOST_MOVES {
        let message = format!("there are more than {MOST_MOVES} moves");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let side = state.rules().side();
    for (index, name) in moves.iter().enumerate() {
        let at = |message: String| Error::bad_request(format!("move {}: {message}", index + 1));
        if let Some(outcome) = state.outcome() {
            return Err(at(format!("the game is over ({})", outcome.reason.id())));
        }
        let mv = parse_move(name, side).map_err(|error| at(error.message))?;
        let played = state.play(mv);
        each(state, &played);
    }
    Ok(())
}

/// Parses a move, which may be illegal.
///
/// # Errors
/// When it is not a move.
///
/// ```
/// use quadrille_api::game::parse_move;
/// use quadrille_arena::Move;
///
/// assert_eq!(parse_move("r1c2=3", 9)?, Move::at(9, 0, 1, 3));
/// assert!(parse_move("resign", 9).is_err());
/// # Ok::<(), quadrille_api::Error>(())
/// ```
pub fn parse_move(name: &str, side: usize) -> Result<Move, Error> {
    Move::parse(name, side).ok_or_else(|| {
        let shown: String = name.chars().take(40).collect();
        Error::bad_request(format!("{shown:?} is not a move; expected r1c2=3 or pass"))
    })
}

impl AnalyseAnswer {
    fn unknown(state: &GameState) -> Self {
        let [first, second] = state.scores();
        Self {
            status: "limit".to_owned(),
            ply: state.ply(),
            turn: state.seat().number(),
            value: 0,
            margin: first - second,
            exact: false,
            depth: 0,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
        }
    }

    /// Returns the answer for an analysis of a position.
    pub fn of(state: &GameState, analysis: &Analysis) -> Self {
        let side = state.rules().side();
        let name = |mv: Move| mv.name(side).to_string();
        let sign = if state.seat().number() == 1 { 1 } else { -1 };
        let none = Self::unknown(state);
        let valued = |value: &MoveValue| ValuedMove {
            mv: name(value.mv),
            value: value.value,
            exact: value.exact,
        };
        Self {
            status: "solved".to_owned(),
            value: analysis.value,
            margin: none.margin + sign * analysis.value,
            exact: analysis.exact,
            depth: analysis.depth,
            line: analysis.line.iter().copied().map(name).collect(),
            moves: analysis.moves.iter().map(valued).collect(),
            nodes: analysis.nodes,
            ..none
        }
    }
}
