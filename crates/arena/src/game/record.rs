//! Records of games: JSON lines that replay.
//!
//! A record is an object `game`, an object for each ply, an object `result`, which a game that was
//! cut off has not. The lines of one game stand together. Only ply objects have a `ply`; whatever varies from run to run has `seconds` in
//! its name.

use std::sync::Arc;

use quadrille_engine::{BoxShape, Cell, Edges, Grid, Puzzle};
use serde::{Deserialize, Serialize};

use super::{
    ClockRule, Effect, GameState, Illegal, Move, Outcome, Passing, Played, Points, Reason, Ruleset,
    Seat,
};

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RecordLine {
    /// A move.
    Ply(PlyRecord),
    /// The beginning or the end of a game.
    Frame(Frame),
}

/// The beginning or the end of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Frame {
    /// The beginning.
    Game(GameHeader),
    /// The end.
    Result(GameResult),
}

/// What a game begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameHeader {
    /// Its number in the match or tournament, from 0.
    pub game: usize,
    /// The first and the second player.
    pub players: [String; 2],
    /// The board it starts from.
    pub board: BoardRecord,
    /// The rules.
    pub ruleset: RulesetRecord,
    /// How many of the plies are the opening: played for the agents, not by them.
    pub opening_plies: usize,
    /// The seed of the match; each agent's stream comes from it and from the game's number.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
}

/// A board as numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardRecord {
    /// Digits, and cells per house.
    pub size: usize,
    /// Rows and columns of a box.
    #[serde(rename = "box")]
    pub shape: String,
    /// Row-major digits, 0 = empty; absent when all are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub givens: Vec<u8>,
    /// Row and column of the two cells of each edge, from 0; absent when there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<[usize; 4]>,
}

/// A ruleset without its board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesetRecord {
    /// Points for a completed house.
    pub bonus: Points,
    /// Points that a pass costs.
    pub pass_cost: Points,
    /// The pass rule.
    pub passing: String,
    /// What illegal attempts do.
    pub illegal: String,
    /// The longest game.
    pub ply_cap: u32,
    /// Seconds of a player for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_per_game: Option<f64>,
    /// Nodes of a player for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes_per_move: Option<u64>,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlyRecord {
    /// From 1.
    pub ply: u32,
    /// 1 or 2.
    pub player: u8,
    /// The row, from 0; absent for a pass. The same holds for column and value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<i64>,
    /// The column, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub col: Option<i64>,
    /// The digit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
    /// Whether it was a pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pass: bool,
    /// Whether it was not legal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub illegal: bool,
    /// What it earned.
    pub points: Points,
    /// The score of the first player after it.
    pub score1: Points,
    /// The score of the second player after it.
    pub score2: Points,
    /// Nodes that it took.
    pub nodes: u64,
    /// Wall time that it took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// What a game ended with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameResult {
    /// Its number, as in the header.
    pub game: usize,
    /// The scores.
    pub final_scores: [Points; 2],
    /// The winner, 1 or 2; absent for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Why it ended.
    pub reason_for_end: String,
    /// What a player did wrong, where one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Moves, passes and illegal attempts included.
    pub plies: u32,
    /// Cells left empty.
    pub empty_cells: usize,
    /// Turns of each player, openings included.
    pub moves: [u32; 2],
    /// Passes of each player, illegal attempts not included.
    pub passes: [u32; 2],
    /// Nodes of each player over the game; openings have none.
    pub nodes_total: [u64; 2],
    /// The most nodes of a move.
    pub nodes_max: [u64; 2],
    /// The fewest nodes of a move.
    pub nodes_min: [u64; 2],
    /// Wall time of each player over the game.
    pub seconds_total: [f64; 2],
    /// The longest move.
    pub seconds_max: [f64; 2],
    /// The shortest move.
    pub seconds_min: [f64; 2],
}

/// A whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// Its beginning.
    pub header: GameHeader,
    /// Its moves.
    pub plies: Vec<PlyRecord>,
    /// Its end.
    pub result: GameResult,
}

/// A game as a record file holds it: whole, or cut off before its end.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedGame {
    /// Its beginning.
    pub header: GameHeader,
    /// Its moves.
    pub plies: Vec<PlyRecord>,
    /// Its end; `None` for a game that was cut off.
    pub result: Option<GameResult>,
}

impl RecordLine {
    /// The line, with its end.
    pub fn to_line(&self) -> String {
        let mut text = serde_json::to_string(self).expect("plain numbers and texts");
        text.push('\n');
        text
    }
}

impl BoardRecord {
    /// The record of a board.
    pub fn of(board: &Puzzle) -> Self {
        let side = board.shape().side();
        let givens = board.givens().snapshot().into_vec();
        Self {
            size: side,
            shape: board.shape().to_string(),
            givens: if givens.iter().all(|&digit| digit == 0) { Vec::new() } else { givens },
            edges: board
                .edges()
                .pairs()
                .iter()
                .map(|(a, b)| {
                    let ((ar, ac), (br, bc)) = (a.row_column(side), b.row_column(side));
                    [ar, ac, br, bc]
                })
                .collect(),
        }
    }

    /// The board.
    ///
    /// # Errors
    /// When it is none.
    pub fn board(&self) -> Result<Puzzle, String> {
        let shape: BoxShape = self.shape.parse().map_err(|e| format!("{e}"))?;
        let side = shape.side();
        if side != self.size {
            return Err(format!("a {shape} box does not make side {}", self.size));
        }
        let grid = if self.givens.is_empty() {
            Grid::empty(shape)
        } else {
            Grid::from_digits(shape, &self.givens)
                .ok_or_else(|| format!("givens are {} digits of 0 to {side}", shape.cells()))?
        };
        let mut pairs = Vec::new();
        for &[ar, ac, br, bc] in &self.edges {
            if [ar, ac, br, bc].into_iter().any(|n| n >= side) {
                return Err(format!("the edge ({ar}, {ac})-({br}, {bc}) leaves the board"));
            }
            pairs.push((Cell::new(ar * side + ac), Cell::new(br * side + bc)));
        }
        let edges = Edges::new(shape, pairs).map_err(|e| e.to_string())?;
        Puzzle::new(grid, edges).map_err(|e| e.to_string())
    }
}

impl RulesetRecord {
    /// The record of a ruleset.
    pub fn of(rules: &Ruleset) -> Self {
        Self {
            bonus: rules.bonus,
            pass_cost: rules.pass_cost,
            passing: rules.passing.id().to_owned(),
            illegal: rules.illegal.id().to_owned(),
            ply_cap: rules.ply_cap,
            time_per_game: rules.clock.per_game.map(|time| time.as_secs_f64()),
            nodes_per_move: rules.clock.nodes_per_move,
        }
    }

    /// The ruleset on a board.
    ///
    /// # Errors
    /// When a name in it is unknown, or a time is none.
    pub fn ruleset(&self, board: Puzzle) -> Result<Ruleset, String> {
        let per_game = match self.time_per_game {
            None => None,
            Some(seconds) => Some(
                std::time::Duration::try_from_secs_f64(seconds)
                    .map_err(|_| format!("time_per_game {seconds} is no time"))?,
            ),
        };
        Ok(Ruleset {
            board,
            bonus: self.bonus,
            pass_cost: self.pass_cost,
            passing: Passing::from_id(&self.passing)
                .ok_or_else(|| format!("unknown pass rule `{}`", self.passing))?,
            illegal: Illegal::from_id(&self.illegal)
                .ok_or_else(|| format!("unknown rule for illegal attempts `{}`", self.illegal))?,
            ply_cap: self.ply_cap,
            clock: ClockRule { per_game, nodes_per_move: self.nodes_per_move },
        })
    }
}

impl GameHeader {
    /// The rules that the game was played by.
    ///
    /// # Errors
    /// When the board or the ruleset is none.
    pub fn rules(&self) -> Result<Ruleset, String> {
        self.ruleset.ruleset(self.board.board()?)
    }
}

impl PlyRecord {
    /// The record of a move that led to a state.
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
            illegal: matches!(played.effect, Effect::Penalised | Effect::Forfeited),
            points: played.points,
            score1,
            score2,
            nodes,
            seconds,
        }
    }

    /// The move, on a board of that side.
    ///
    /// # Errors
    /// When it is neither a pass nor has row, col and value.
    pub fn mv(&self, side: usize) -> Result<Move, String> {
        match (self.pass, self.row, self.col, self.value) {
            (true, ..) => Ok(Move::Pass),
            (false, Some(row), Some(col), Some(value)) => Ok(Move::at(side, row, col, value)),
            _ => Err(format!("ply {} has neither a pass nor row, col and value", self.ply)),
        }
    }
}

impl GameResult {
    /// The result of a game, from its plies and its outcome.
    pub fn of(
        game: usize,
        plies: &[PlyRecord],
        opening_plies: usize,
        outcome: Outcome,
        empty_cells: usize,
        detail: Option<String>,
    ) -> Self {
        let each = |f: &dyn Fn(u8) -> u64| [f(1), f(2)];
        let own = |player: u8| plies.iter().filter(move |ply| ply.player == player);
        let thought =
            |player: u8| plies.iter().skip(opening_plies).filter(move |p| p.player == player);
        let time = |fold: fn(f64, f64) -> f64| {
            [1, 2].map(|player| {
                thought(player).filter_map(|ply| ply.seconds).reduce(fold).unwrap_or(0.0)
            })
        };
        Self {
            game,
            final_scores: outcome.scores,
            winner: outcome.winner.map(Seat::number),
            reason_for_end: outcome.reason.id().to_owned(),
            detail,
            plies: plies.len() as u32,
            empty_cells,
            moves: [own(1).count() as u32, own(2).count() as u32],
            passes: [1, 2]
                .map(|player| own(player).filter(|ply| ply.pass && !ply.illegal).count() as u32),
            nodes_total: each(&|player| thought(player).map(|ply| ply.nodes).sum()),
            nodes_max: each(&|player| thought(player).map(|ply| ply.nodes).max().unwrap_or(0)),
            nodes_min: each(&|player| thought(player).map(|ply| ply.nodes).min().unwrap_or(0)),
            seconds_total: time(|a, b| a + b),
            seconds_max: time(f64::max),
            seconds_min: time(f64::min),
        }
    }

    /// The winner.
    pub fn winner(&self) -> Option<Seat> {
        match self.winner {
            Some(1) => Some(Seat::First),
            Some(_) => Some(Seat::Second),
            None => None,
        }
    }
}

impl GameRecord {
    /// The lines of the record, each with its end.
    pub fn to_lines(&self) -> String {
        let mut text = RecordLine::Frame(Frame::Game(self.header.clone())).to_line();
        for ply in &self.plies {
            text += &RecordLine::Ply(ply.clone()).to_line();
        }
        text + &RecordLine::Frame(Frame::Result(self.result.clone())).to_line()
    }

    /// Plays the game again and checks that every point and the result come out as recorded; what
    /// the referee decided (a forfeit, a lost clock) is taken from the record. Calls `each` after
    /// every move.
    ///
    /// # Errors
    /// With what differs.
    pub fn replay(&self, each: impl FnMut(&GameState, &Played)) -> Result<GameState, String> {
        replayed(&self.header, &self.plies, Some(&self.result), each)
    }
}

impl RecordedGame {
    /// The same as [`GameRecord::replay`]; of a game that was cut off, as far as it went.
    ///
    /// # Errors
    /// With what differs.
    pub fn replay(&self, each: impl FnMut(&GameState, &Played)) -> Result<GameState, String> {
        replayed(&self.header, &self.plies, self.result.as_ref(), each)
    }

    /// The whole game; `None` when it was cut off.
    pub fn whole(self) -> Option<GameRecord> {
        let Self { header, plies, result } = self;
        result.map(|result| GameRecord { header, plies, result })
    }
}

impl From<GameRecord> for RecordedGame {
    fn from(GameRecord { header, plies, result }: GameRecord) -> Self {
        Self { header, plies, result: Some(result) }
    }
}

fn replayed(
    header: &GameHeader,
    plies: &[PlyRecord],
    result: Option<&GameResult>,
    mut each: impl FnMut(&GameState, &Played),
) -> Result<GameState, String> {
    let mut state = GameState::new(Arc::new(header.rules()?));
    for ply in plies {
        if let Some(outcome) = state.outcome() {
            let reason = outcome.reason.id();
            return Err(format!("ply {} comes after the end ({reason})", ply.ply));
        }
        let played = state.play(ply.mv(state.rules().side())?);
        let again = PlyRecord::of(&state, &played, ply.nodes, ply.seconds);
        if again != *ply {
            let text = |ply: &PlyRecord| serde_json::to_string(ply).unwrap_or_default();
            return Err(format!("recorded {}, replayed {}", text(ply), text(&again)));
        }
        each(&state, &played);
    }
    let Some(result) = result else { return Ok(state) };
    if state.outcome().is_none() {
        match (Reason::from_id(&result.reason_for_end), result.winner()) {
            (Some(reason @ (Reason::Forfeit | Reason::Time)), Some(winner)) => {
                state.lose(winner.other(), reason);
            }
            _ => {
                return Err(format!(
                    "the game ends with `{}` after {} plies; by the rules it goes on",
                    result.reason_for_end,
                    plies.len()
                ));
            }
        }
    }
    let outcome = state.outcome().expect("ended above");
    let recorded = (result.final_scores, result.winner(), result.reason_for_end.as_str());
    if recorded != (outcome.scores, outcome.winner, outcome.reason.id()) {
        return Err(format!("the recorded result {recorded:?} is not the replayed {outcome:?}"));
    }
    Ok(state)
}
