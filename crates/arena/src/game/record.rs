//! Records of games: JSON lines that can be replayed.
//!
//! The lines of a game follow each other: an object `game`, an object for each ply, and an object
//! `result`, which is missing if the game was interrupted. Only ply objects have a `ply`. Each line
//! ends with a checksum; early records have none. Fields that vary from run to run have `seconds` in
//! their names.

use std::sync::Arc;

use quadrille_core::Rng;
use quadrille_lab::{bounds, checksum};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    BoardRecord, Effect, GameState, InvalidRecord, Move, MoveInfo, Outcome, Played, Points, Reason,
    Ruleset, RulesetRecord, Seat,
};
use crate::agent::Forfeit;

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum RecordLine {
    /// The beginning of a game.
    Game(GameHeader),
    /// The end of a game.
    Result(GameResult),
    /// A move.
    #[serde(untagged)]
    Ply(PlyRecord),
}

/// The first line of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameHeader {
    /// The number of the game in the match or tournament, from 0.
    pub game: usize,
    /// The names of the first and the second player.
    pub players: [String; 2],
    /// The initial board.
    pub board: BoardRecord,
    /// The rules.
    pub ruleset: RulesetRecord,
    /// How many plies belong to the opening, which the agents did not choose.
    pub opening_plies: usize,
    /// The seed of the match. The streams of the agents derive from it and the number of the game.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlyRecord {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The player, 1 or 2.
    pub player: u8,
    /// The row, from 0; absent for a pass, like column and value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<i64>,
    /// The column, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub col: Option<i64>,
    /// The digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Whether the move was a pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pass: bool,
    /// Whether the move was illegal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub illegal: bool,
    /// The points gained.
    pub points: Points,
    /// The score of the first player after the ply.
    pub score1: Points,
    /// The score of the second player after the ply.
    pub score2: Points,
    /// Nodes searched.
    pub nodes: u64,
    /// Wall time spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "bounds::optional_seconds")]
    pub seconds: Option<f64>,
    /// What the agent said of its search; absent if it said nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub info: Option<MoveInfo>,
}

/// The last line of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// The number of the game, as in the header.
    pub game: usize,
    /// The scores.
    pub final_scores: [Points; 2],
    /// The winner, 1 or 2; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Why it ended.
    pub reason_for_end: String,
    /// What a player did wrong; absent if none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Number of plies, passes and illegal attempts included.
    pub plies: u32,
    /// Empty cells at the end.
    pub empty_cells: usize,
    /// Plies of each player, the opening included.
    pub moves: [u32; 2],
    /// Passes of each player, without illegal attempts.
    pub passes: [u32; 2],
    /// Nodes of each player in the game; openings have none.
    pub nodes_total: [u64; 2],
    /// The most nodes of a move.
    pub nodes_max: [u64; 2],
    /// The fewest nodes of a move.
    pub nodes_min: [u64; 2],
    /// Wall time of each player in the game.
    #[serde(deserialize_with = "bounds::both_seconds")]
    pub seconds_total: [f64; 2],
    /// The longest move.
    #[serde(deserialize_with = "bounds::both_seconds")]
    pub seconds_max: [f64; 2],
    /// The shortest move.
    #[serde(deserialize_with = "bounds::both_seconds")]
    pub seconds_min: [f64; 2],
    /// Wall time of the turn that lost on time or without a move, which no ply has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "bounds::optional_seconds")]
    pub lost_after_seconds: Option<f64>,
}

/// A game, complete or interrupted.
///
/// ```
#[doc = include_str!("example.txt")]
/// use quadrille_arena::game::GameRecord;
///
/// assert_eq!(GameRecord::read_all(&record.to_lines())?, [record]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// The first line.
    pub header: GameHeader,
    /// The plies.
    pub plies: Vec<PlyRecord>,
    /// The last line; `None` if the game was interrupted.
    pub result: Option<GameResult>,
}

/// A record whose moves do not lead to its scores or its result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// A value is not valid.
    #[error(transparent)]
    Invalid(#[from] InvalidRecord),
    /// A ply follows the end of the game.
    #[error("ply {ply} comes after the end ({})", .reason.id())]
    AfterTheEnd {
        /// The ply.
        ply: u32,
        /// Why the game had ended.
        reason: Reason,
    },
    /// A ply differs.
    #[error("ply {ply} has {field} {recorded}, but its move makes it {replayed}")]
    Ply {
        /// The number of the ply in its game, from 1.
        ply: usize,
        /// The first field that differs.
        field: String,
        /// Its value in the record, as JSON.
        recorded: String,
        /// Its value by the rules, as JSON.
        replayed: String,
    },
    /// The result is recorded before the game is over.
    #[error("the game ends with `{reason}` after {plies} plies, but by the rules it is not over")]
    NotOver {
        /// The recorded reason.
        reason: String,
        /// The number of plies.
        plies: usize,
    },
    /// The result differs.
    #[error("the result has {field} {recorded}, but its moves make it {replayed}")]
    Result {
        /// The first field that differs.
        field: String,
        /// Its value in the record, as JSON.
        recorded: String,
        /// Its value by the rules and the plies, as JSON.
        replayed: String,
    },
}

impl RecordLine {
    /// Returns the line with its checksum and its newline.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// let line = record.lines().next().expect("a record has a header").to_line();
    /// assert!(line.starts_with("{\"type\":\"game\"") && line.ends_with("}\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_line(&self) -> String {
        let mut line = serde_json::to_vec(self).expect("records are valid JSON");
        checksum::add(&mut line);
        line.push(b'\n');
        String::from_utf8(line).expect("JSON is text")
    }
}

impl GameHeader {
    /// Returns the seed for the agents, which differs for every game of a match.
    pub(crate) fn game_seed(&self) -> u64 {
        Rng::derive(self.seed, &["game", &self.game.to_string()]).bits()
    }

    /// Returns the rules of the game.
    ///
    /// # Errors
    /// When the board or the ruleset is not valid.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(&record.header.rules()?, &*fixture.rules);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(&self) -> Result<Ruleset, InvalidRecord> {
        self.ruleset.ruleset(self.board.board()?)
    }
}

impl PlyRecord {
    /// Returns the record of a move, where `state` is the state after it.
    pub fn of(state: &GameState, played: &Played, nodes: u64, seconds: Option<f64>) -> Self {
        let (row, col, value) = match played.mv {
            Move::Place(candidate) => {
                let (row, column) = candidate.cell.row_column(state.rules().side());
                (Some(row as i64), Some(column as i64), Some(i64::from(candidate.digit.get())))
            }
            Move::Nowhere { row, column, value } => (Some(row), Some(column), Some(value)),
            Move::Pass => (None, None, None),
        };
        let [score1, score2] = state.scores();
        Self {
            ply: state.ply(),
            player: played.seat.number(),
            row,
            col,
            value,
            pass: played.mv == Move::Pass,
            illegal: matches!(played.effect, Effect::Penalized | Effect::Forfeited),
            points: played.points,
            score1,
            score2,
            nodes,
            seconds,
            info: None,
        }
    }

    /// Returns the move, on a board of that side.
    ///
    /// # Errors
    /// When the ply is not a pass and lacks row, col or value.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// use quadrille_arena::Move;
    ///
    /// assert_eq!(record.plies[0].mv(4)?, Move::at(4, 0, 0, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mv(&self, side: usize) -> Result<Move, InvalidRecord> {
        match (self.pass, self.row, self.col, self.value) {
            (true, ..) => Ok(Move::Pass),
            (false, Some(row), Some(col), Some(value)) => Ok(Move::at(side, row, col, value)),
            _ => Err(InvalidRecord::Ply(self.ply)),
        }
    }
}

impl GameResult {
    /// Returns the result of a game, from its plies so far and its outcome. Without a `detail`, it is
    /// that of the illegal move that lost the game, if one did.
    pub fn of(
        record: &GameRecord,
        outcome: Outcome,
        empty_cells: usize,
        detail: Option<String>,
    ) -> Self {
        let illegal = || {
            let side = record.header.board.size;
            let last = record.plies.last().filter(|ply| ply.illegal)?;
            Some(format!("illegal move {}", last.mv(side).ok()?.name(side)))
        };
        let lost_by_move = outcome.reason == Reason::Forfeit && detail.is_none();
        let detail = if lost_by_move { illegal() } else { detail };
        let of = |player: u8| move |ply: &&PlyRecord| ply.player == player;
        let own = |player| record.plies.iter().filter(of(player));
        let chosen =
            |player| record.plies.iter().skip(record.header.opening_plies).filter(of(player));
        let nodes = |player| chosen(player).map(|ply| ply.nodes);
        let seconds = |fold: fn(f64, f64) -> f64| {
            [1, 2].map(|player| {
                chosen(player).filter_map(|ply| ply.seconds).reduce(fold).unwrap_or(0.0)
            })
        };
        Self {
            game: record.header.game,
            final_scores: outcome.scores,
            winner: outcome.winner.map(Seat::number),
            reason_for_end: outcome.reason.id().to_owned(),
            detail,
            plies: record.plies.len() as u32,
            empty_cells,
            moves: [1, 2].map(|player| own(player).count() as u32),
            passes: [1, 2]
                .map(|player| own(player).filter(|ply| ply.pass && !ply.illegal).count() as u32),
            nodes_total: [1, 2].map(|player| nodes(player).fold(0, u64::saturating_add)),
            nodes_max: [1, 2].map(|player| nodes(player).max().unwrap_or(0)),
            nodes_min: [1, 2].map(|player| nodes(player).min().unwrap_or(0)),
            seconds_total: seconds(|a, b| a + b),
            seconds_max: seconds(f64::max),
            seconds_min: seconds(f64::min),
            lost_after_seconds: None,
        }
    }

    /// Returns the detail of a loss that the rules alone do not explain: as recorded, if it names the
    /// loser.
    fn loss_detail(&self, loser: Seat, reason: Reason) -> String {
        let named = format!("{loser}: ");
        match &self.detail {
            _ if reason == Reason::Time => named + &Forfeit::Time.to_string(),
            Some(detail) if detail.starts_with(&named) => detail.clone(),
            _ => named + "lost",
        }
    }

    /// Returns the winner; `None` for a draw.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// let result = record.result.as_ref().expect("the game is over");
    /// let [first, second] = result.final_scores;
    /// assert_eq!(result.winner().is_none(), first == second);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winner(&self) -> Option<Seat> {
        self.winner.map(|winner| if winner == 1 { Seat::First } else { Seat::Second })
    }
}

impl GameRecord {
    /// Returns the record of a game that begins.
    pub fn new(header: GameHeader) -> Self {
        Self { header, plies: Vec::new(), result: None }
    }

    /// Returns the agent that lost because it failed or broke the rules, and how. Resigning is neither.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(record.breakdown(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn breakdown(&self) -> Option<(&str, &str)> {
        let result = self.result.as_ref()?;
        let loser = usize::from(3 - result.winner?) - 1;
        let detail = result.detail.as_deref()?;
        let why = detail.strip_prefix(["player 1: ", "player 2: "][loser]).unwrap_or(detail);
        (why != Forfeit::Resigned.to_string()).then_some((&self.header.players[loser], why))
    }

    /// Returns the moves, which must be those of a game that was played or replayed.
    ///
    /// # Panics
    /// When a ply holds no move.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert_eq!(record.moves().count(), record.plies.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let side = self.header.board.size;
        self.plies.iter().map(move |ply| ply.mv(side).expect("a move that was played"))
    }

    /// Returns the lines of the record.
    pub fn lines(&self) -> impl Iterator<Item = RecordLine> {
        let game = RecordLine::Game(self.header.clone());
        let plies = self.plies.iter().cloned().map(RecordLine::Ply);
        let result = self.result.clone().map(RecordLine::Result);
        [game].into_iter().chain(plies).chain(result)
    }

    /// Returns the lines of the record as text, each with its newline.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// // A header, the plies and a result.
    /// assert_eq!(record.to_lines().lines().count(), 1 + record.plies.len() + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_lines(&self) -> String {
        self.lines().map(|line| line.to_line()).collect()
    }

    /// Plays the recorded moves again, and checks all points and every field of the result.
    /// What the referee decided (a forfeit or a loss on time) is taken from the record, as are the
    /// nodes and seconds of each ply, of which the result has sums and extremes. Calls `each` after
    /// every move.
    ///
    /// # Errors
    /// When the record is not valid or differs from the rules.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// let state = record.replay(|_, played| assert!(played.points >= 0))?;
    /// assert!(state.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replay(
        &self,
        mut each: impl FnMut(&GameState, &Played),
    ) -> Result<GameState, ReplayError> {
        let Self { header, plies, result } = self;
        let mut state = GameState::new(Arc::new(header.rules()?));
        for (index, ply) in plies.iter().enumerate() {
            if let Some(outcome) = state.outcome() {
                return Err(ReplayError::AfterTheEnd { ply: ply.ply, reason: outcome.reason });
            }
            let played = state.play(ply.mv(state.rules().side())?);
            // The moves of an opening are not searched: they have no nodes and no seconds.
            let is_opening = index < header.opening_plies;
            let (nodes, seconds) = if is_opening { (0, None) } else { (ply.nodes, ply.seconds) };
            let mut replayed = PlyRecord::of(&state, &played, nodes, seconds);
            replayed.info.clone_from(&ply.info);
            if replayed != *ply {
                let [field, recorded, replayed] = difference(ply, &replayed);
                return Err(ReplayError::Ply { ply: index + 1, field, recorded, replayed });
            }
            each(&state, &played);
        }
        let Some(result) = result else { return Ok(state) };
        let mut detail = None;
        if state.outcome().is_none() {
            match (Reason::from_id(&result.reason_for_end), result.winner()) {
                (Some(reason @ (Reason::Forfeit | Reason::Time)), Some(winner)) => {
                    let loser = winner.other();
                    state.lose(loser, reason);
                    detail = Some(result.loss_detail(loser, reason));
                }
                _ => {
                    let reason = result.reason_for_end.clone();
                    return Err(ReplayError::NotOver { reason, plies: plies.len() });
                }
            }
        }
        let outcome = state.outcome().expect("ended above");
        let mut replayed = GameResult::of(self, outcome, state.board().empty(), detail);
        // A detail may be absent.
        replayed.detail = result.detail.as_ref().and(replayed.detail);
        replayed.lost_after_seconds = result.lost_after_seconds;
        if replayed == *result {
            return Ok(state);
        }
        let [field, recorded, replayed] = difference(result, &replayed);
        Err(ReplayError::Result { field, recorded, replayed })
    }
}

/// Returns the first field of a line that differs from the replayed one, and its values in both.
fn difference<T: Serialize>(recorded: &T, replayed: &T) -> [String; 3] {
    let fields = |line| serde_json::to_value(line).expect("lines of records are valid JSON");
    let (ours, theirs) = (fields(recorded), fields(replayed));
    let names = [&ours, &theirs].into_iter().filter_map(serde_json::Value::as_object);
    let mut names = names.flat_map(serde_json::Map::keys);
    let field = names.find(|field| ours[*field] != theirs[*field]).cloned().unwrap_or_default();
    let (recorded, replayed) = (ours[&field].to_string(), theirs[&field].to_string());
    [field, recorded, replayed]
}
