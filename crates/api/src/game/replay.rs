//! Games, ply by ply, for viewers that do not know the rules.
//!
//! A replay has the position at the start and what each ply changes: the digits that a placement
//! rules out are few, but whole positions would be thousands of numbers for each ply of a large board.
//! All of it is what [`GameState`] says while [`GameRecord::replay`] judges the moves.

use std::sync::Arc;

use quadrille_arena::game::{
    BoardRecord, GameRecord, InvalidRecord, RecordError, RecordedGame, RulesetRecord,
};
use quadrille_arena::{Board, Effect, GameState, Move, Outcome, Played};
use quadrille_core::{Cell, DigitSet};
use serde::{Deserialize, Serialize};

use super::{GameBoard, GameRules, play_moves, rules_of};
use crate::{Context, Error, ErrorKind, Place};

/// Asks for a game ply by ply: one of a record, or one given by its moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields = nullable))]
pub struct ReplayRequest {
    /// The text of a record of games, as `quadrille match --record` writes it.
    pub text: Option<String>,
    /// Which game of the text, counted from 0; the first if it is missing.
    pub game: Option<usize>,
    /// The board at the start, without a text.
    pub board: Option<GameBoard>,
    /// The rules, without a text.
    pub ruleset: Option<GameRules>,
    /// The moves, without a text.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<String>>", optional))]
    pub moves: Vec<String>,
}

/// A game ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ReplayAnswer {
    /// The games of the text, in order; none without a text.
    pub games: Vec<GameEntry>,
    /// Whether there are more games than are listed. They can be asked for as well.
    pub truncated: bool,
    /// The game that was asked for.
    pub replay: GameReplay,
}

/// A game of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct GameEntry {
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// The names of the players.
    pub players: [String; 2],
    /// Its first and its last line, from 1.
    pub lines: [usize; 2],
}

/// A game: its start, and what each ply changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GameReplay {
    /// The number of the game in its match, from 0.
    pub game: usize,
    /// The names of the players; empty if only moves are known.
    pub players: [String; 2],
    /// The board at the start.
    pub board: GameBoard,
    /// The rules.
    pub ruleset: GameRules,
    /// The position at the start.
    pub start: StartFields,
    /// The plies, in order, up to the first that is not valid.
    pub plies: Vec<PlyFields>,
    /// How the game ended; missing if it is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultFields>,
    /// What is wrong with the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ReplayProblem>,
}

/// The position at the start. Cells are numbered row by row, from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StartFields {
    /// The digits, row by row, 0 for empty.
    pub digits: Vec<u8>,
    /// The legal digits of each cell, ascending; none for filled cells.
    pub legal: Vec<Vec<u8>>,
    /// The cells where a placement completes houses.
    pub bonuses: Vec<CellPoints>,
    /// The empty cells without legal digits.
    pub dead: Vec<usize>,
    /// Whose turn it is, 1 or 2.
    pub turn: u8,
    /// Whether a pass is legal.
    pub may_pass: bool,
}

/// A ply and the position after it, as changes of the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PlyFields {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// Whose turn it was, 1 or 2.
    pub seat: u8,
    /// The move: `r1c2=3` or `pass`. An illegal attempt may name a cell that the board does not have.
    #[serde(rename = "move")]
    pub mv: String,
    /// The cell of the move; missing for a pass, or if the board does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<usize>,
    /// The digit of the move, if there is a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digit: Option<u8>,
    /// The effect. The digit is on the board only if it was placed.
    pub effect: MoveEffect,
    /// The points gained; negative if it cost points.
    pub points: i32,
    /// How many houses the placement completed.
    pub completed: u32,
    /// The scores after the ply.
    pub scores: [i32; 2],
    /// Whose turn it is after the ply, 1 or 2; also after the end.
    pub turn: u8,
    /// Whether a pass is legal after the ply.
    pub may_pass: bool,
    /// The digits that are no longer legal in empty cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<CellDigits>>", optional))]
    pub ruled_out: Vec<CellDigits>,
    /// The cells where a placement now completes more houses than before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<CellPoints>>", optional))]
    pub bonuses: Vec<CellPoints>,
    /// The empty cells that have lost their last legal digit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", ts(as = "Option<Vec<usize>>", optional))]
    pub dead: Vec<usize>,
}

/// Digits of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CellDigits {
    /// The cell.
    pub cell: usize,
    /// The digits, ascending.
    pub digits: Vec<u8>,
}

/// The points that any placement in a cell gains beyond its digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CellPoints {
    /// The cell.
    pub cell: usize,
    /// The points.
    pub points: i32,
}

/// The effect of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum MoveEffect {
    /// The digit is on the board.
    Placed,
    /// A pass that the rules allow.
    Passed,
    /// An illegal attempt that cost as much as a pass.
    Penalized,
    /// An illegal attempt that lost the game.
    Forfeited,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ResultFields {
    /// The scores.
    pub scores: [i32; 2],
    /// The winner, 1 or 2; missing for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Why it ended.
    #[cfg_attr(
        feature = "schema",
        ts(type = r#""full" | "stuck" | "two-passes" | "ply-cap" | "forfeit" | "time""#)
    )]
    pub reason: String,
    /// What a player did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// Where a record differs from the rules, or from what was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ReplayProblem {
    /// The ply, from 1; missing if the header or the result is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// What is wrong, in English.
    pub message: String,
}

/// Replays a game.
pub(crate) fn replay(
    request: &ReplayRequest,
    context: &Context<'_>,
) -> Result<ReplayAnswer, Error> {
    let Some(text) = &request.text else {
        let board = request
            .board
            .as_ref()
            .ok_or_else(|| Error::bad_request("`text` or `board` is missing"))?;
        if request.game.is_some() {
            return Err(Error::bad_request("`game` chooses a game of `text`, which is missing"));
        }
        let rules = rules_of(board, request.ruleset.as_ref(), context)?;
        let mut start = GameState::new(Arc::new(rules));
        let mut recorder = Recorder::new(&start);
        play_moves(&mut start, &request.moves, |state, played| recorder.add(state, played))?;
        return Ok(ReplayAnswer {
            games: Vec::new(),
            truncated: false,
            replay: recorder.finish(&start),
        });
    };
    if request.board.is_some() || request.ruleset.is_some() || !request.moves.is_empty() {
        let message = "`text` has the board, the rules and the moves; omit the other fields";
        return Err(Error::bad_request(message));
    }
    let most = context.caps.lines_bytes;
    if text.len() > most {
        let message = format!("the text has more than {most} bytes");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let games = RecordedGame::read_all(text).map_err(|error| not_a_record(&error, text))?;
    let index = request.game.unwrap_or(0);
    let chosen = games.get(index).ok_or_else(|| {
        Error::bad_request(match games.len() {
            0 => "the text holds no game".to_owned(),
            count => format!("`game` is {index}; the text has games 0 to {}", count - 1),
        })
    })?;
    let mut replay = GameReplay::of(&chosen.record).map_err(|error| {
        let place = Some(Place { line: chosen.lines[0] as u64, column: 1 });
        Error { place, ..Error::bad_request(format!("line {}: {error}", chosen.lines[0])) }
    })?;
    if let (None, Some((line, changed))) = (&replay.problem, chosen.changed) {
        let is_ply = (1..=chosen.record.plies.len()).contains(&line);
        let ply = is_ply.then_some(line as u32);
        replay.problem = Some(ReplayProblem { ply, message: changed.to_string() });
    }
    let entry = |game: &RecordedGame| GameEntry {
        game: game.record.header.game,
        players: game.record.header.players.clone(),
        lines: [game.lines[0], *game.lines.last().expect("a header has a line")],
    };
    let most = context.caps.records;
    let listed = games.iter().take(most).map(entry).collect();
    Ok(ReplayAnswer { games: listed, truncated: games.len() > most, replay })
}

/// Returns the error of a text that is not a record.
fn not_a_record(error: &RecordError, text: &str) -> Error {
    let line = text.lines().nth(error.line - 1).unwrap_or_default();
    let before = line.char_indices().take_while(|&(byte, _)| byte + 1 < error.column).count();
    let place = Place { line: error.line as u64, column: before as u64 + 1 };
    let message = format!("line {}, column {}: {}", place.line, place.column, error.what);
    Error { place: Some(place), ..Error::bad_request(message) }
}

impl GameReplay {
    /// Replays a recorded game, up to the first ply that the rules contradict.
    ///
    /// # Errors
    /// When its board or its rules are not valid.
    pub fn of(record: &GameRecord) -> Result<Self, InvalidRecord> {
        let header = &record.header;
        let start = GameState::new(Arc::new(header.rules()?));
        let mut recorder = Recorder::new(&start);
        let replayed = record.replay(|state, played| recorder.add(state, played));
        let plies = recorder.0.plies.len();
        let mut replay = match replayed {
            Ok(state) => recorder.finish(&state),
            Err(error) => {
                let ply = record.plies.get(plies).map(|_| plies as u32 + 1);
                let problem = Some(ReplayProblem { ply, message: error.to_string() });
                Self { problem, ..recorder.0 }
            }
        };
        (replay.game, replay.players) = (header.game, header.players.clone());
        if let (Some(result), Some(recorded)) = (&mut replay.result, &record.result) {
            result.detail.clone_from(&recorded.detail);
        }
        Ok(replay)
    }
}

/// Writes down what a game goes through, with the legal digits of the last position.
struct Recorder(GameReplay, Vec<DigitSet>);

impl Recorder {
    fn new(start: &GameState) -> Self {
        let (rules, board) = (start.rules(), start.board());
        let cells = board.geometry().cells();
        let bonuses = cells.filter_map(|cell| bonus(start, cell)).collect();
        let legal = board.legal_by_cell();
        let replay = GameReplay {
            game: 0,
            players: [String::new(), String::new()],
            board: BoardRecord::of(&rules.board).into(),
            ruleset: RulesetRecord::of(rules).into(),
            start: StartFields {
                digits: board.grid().snapshot().into_vec(),
                legal: legal.iter().copied().map(numbers).collect(),
                bonuses,
                dead: board
                    .geometry()
                    .cells()
                    .filter(|&cell| is_dead(board, cell))
                    .map(Cell::index)
                    .collect(),
                turn: start.seat().number(),
                may_pass: start.is_legal(Move::Pass),
            },
            plies: Vec::new(),
            result: None,
            problem: None,
        };
        Self(replay, legal.to_vec())
    }

    /// Adds a move, where `state` is the state after it.
    fn add(&mut self, state: &GameState, played: &Played) {
        let Self(replay, before) = self;
        let (board, geometry) = (state.board(), state.board().geometry());
        let candidate = match played.mv {
            Move::Place(candidate) => Some(candidate),
            Move::Pass | Move::Nowhere { .. } => None,
        };
        let mut ply = PlyFields {
            ply: state.ply(),
            seat: played.seat.number(),
            mv: move_name(played.mv, state.rules().side()),
            cell: candidate.map(|candidate| candidate.cell.index()),
            digit: candidate.map(|candidate| candidate.digit.get()),
            effect: played.effect.into(),
            points: played.points,
            completed: 0,
            scores: state.scores(),
            turn: state.seat().number(),
            may_pass: state.is_legal(Move::Pass),
            ruled_out: Vec::new(),
            bonuses: Vec::new(),
            dead: Vec::new(),
        };
        if let (Effect::Placed, Some(candidate)) = (played.effect, candidate) {
            for (cell, before) in geometry.cells().zip(before.iter_mut()) {
                let legal = board.legal(cell);
                let ruled_out = *before - legal;
                *before = legal;
                if ruled_out.is_empty() || cell == candidate.cell {
                    continue;
                }
                ply.ruled_out.push(CellDigits { cell: cell.index(), digits: numbers(ruled_out) });
                if is_dead(board, cell) {
                    ply.dead.push(cell.index());
                }
            }
            for house in geometry.houses_of(candidate.cell) {
                match board.free(house) {
                    0 => ply.completed += 1,
                    1 => {
                        let cells = geometry.house(house).iter();
                        ply.bonuses.extend(cells.filter_map(|&cell| bonus(state, cell)));
                    }
                    _ => {}
                }
            }
            // A cell may be the last empty one of several houses.
            ply.bonuses.sort_unstable_by_key(|bonus| bonus.cell);
            ply.bonuses.dedup();
        }
        replay.plies.push(ply);
    }

    /// Returns the replay of a game that came to this state.
    fn finish(self, state: &GameState) -> GameReplay {
        GameReplay { result: state.outcome().map(ResultFields::from), ..self.0 }
    }
}

fn numbers(digits: DigitSet) -> Vec<u8> {
    digits.iter().map(quadrille_core::Digit::get).collect()
}

fn is_dead(board: &Board, cell: Cell) -> bool {
    board.get(cell).is_none() && board.legal(cell).is_empty()
}

/// Returns what a placement in an empty cell gains beyond its digit; `None` if nothing.
fn bonus(state: &GameState, cell: Cell) -> Option<CellPoints> {
    let board = state.board();
    let houses = if board.get(cell).is_none() { board.completes(cell) } else { 0 };
    let points = state.rules().scoring().house() * houses as i32;
    (points != 0).then_some(CellPoints { cell: cell.index(), points })
}

/// Returns the name of a move. That of an illegal attempt can be parsed as well, if its numbers are
/// not out of all proportion.
fn move_name(mv: Move, side: usize) -> String {
    if let Move::Nowhere { row, column, value } = mv {
        let name = format!("r{}c{}={value}", row.saturating_add(1), column.saturating_add(1));
        if Move::parse(&name, side) == Some(mv) {
            return name;
        }
    }
    mv.name(side).to_string()
}

impl From<Effect> for MoveEffect {
    fn from(effect: Effect) -> Self {
        match effect {
            Effect::Placed => Self::Placed,
            Effect::Passed => Self::Passed,
            Effect::Penalized => Self::Penalized,
            Effect::Forfeited => Self::Forfeited,
        }
    }
}

impl From<Outcome> for ResultFields {
    fn from(outcome: Outcome) -> Self {
        Self {
            scores: outcome.scores,
            winner: outcome.winner.map(quadrille_arena::Seat::number),
            reason: outcome.reason.id().to_owned(),
            detail: None,
        }
    }
}

impl From<BoardRecord> for GameBoard {
    fn from(BoardRecord { size, shape, givens, edges }: BoardRecord) -> Self {
        Self {
            size,
            shape: Some(shape),
            givens: (!givens.is_empty()).then_some(givens),
            edges: (!edges.is_empty()).then_some(edges),
        }
    }
}

impl From<RulesetRecord> for GameRules {
    fn from(rules: RulesetRecord) -> Self {
        Self {
            bonus: Some(rules.bonus),
            pass_cost: Some(rules.pass_cost),
            passing: Some(rules.passing),
            illegal: Some(rules.illegal),
            ply_cap: Some(rules.ply_cap),
            time_per_game: rules.time_per_game,
            time_increment: rules.time_increment,
            time_per_move: rules.time_per_move,
            time_margin: rules.time_margin,
            nodes_per_move: rules.nodes_per_move,
        }
    }
}
