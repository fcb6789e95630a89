//! The board and the rules of a game in its record.

use std::time::Duration;

use quadrille_core::{BoxShape, Cell, Conflict, Edges, Grid, NotAdjacent, Puzzle, ShapeError};
use quadrille_lab::bounds;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::{ClockRule, Illegal, Passing, Points, Ruleset};

/// A board as numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardRecord {
    /// The side of the board.
    pub size: usize,
    /// Rows and columns of a box.
    #[serde(rename = "box")]
    pub shape: String,
    /// Row-major digits, 0 for an empty cell; absent if all cells are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub givens: Vec<u8>,
    /// Row and column of both cells of each edge, from 0; absent if there are no edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<[usize; 4]>,
}

/// A ruleset without its board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesetRecord {
    /// Points for a completed house.
    #[serde(deserialize_with = "bonus")]
    pub bonus: Points,
    /// Points that a pass costs.
    #[serde(deserialize_with = "pass_cost")]
    pub pass_cost: Points,
    /// The pass rule.
    pub passing: String,
    /// The rule for illegal attempts.
    pub illegal: String,
    /// Maximum number of plies.
    #[serde(deserialize_with = "ply_cap")]
    pub ply_cap: u32,
    /// Seconds for each player and game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "bounds::optional_seconds")]
    pub time_per_game: Option<f64>,
    /// Seconds that each player gets after each of its moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "bounds::optional_seconds")]
    pub time_increment: Option<f64>,
    /// Seconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "bounds::optional_seconds")]
    pub time_per_move: Option<f64>,
    /// Seconds by which a move may be late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "bounds::optional_seconds")]
    pub time_margin: Option<f64>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes_per_move: Option<u64>,
}

/// Deserializes a bonus, with which no score overflows.
fn bonus<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    points(deserializer, "bonus", Ruleset::MAX_BONUS)
}

/// Deserializes the cost of a pass, with which no score overflows.
fn pass_cost<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    points(deserializer, "pass_cost", Ruleset::MAX_PASS_COST)
}

fn points<'de, D: Deserializer<'de>>(
    deserializer: D,
    key: &str,
    most: Points,
) -> Result<Points, D::Error> {
    let points = i64::deserialize(deserializer)?;
    let known = Points::try_from(points).ok().filter(|points| (0..=most).contains(points));
    known.ok_or_else(|| D::Error::custom(format!("{key} {points}; from 0 to {most}")))
}

fn ply_cap<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let plies = u32::deserialize(deserializer)?;
    let most = Ruleset::MAX_PLY_CAP;
    let error = || D::Error::custom(format!("ply_cap {plies}; from 1 to {most}"));
    (1..=most).contains(&plies).then_some(plies).ok_or_else(error)
}

/// A value in a record that no game can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidRecord {
    /// The box shape is not valid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// The box shape does not belong to the side.
    #[error("a {shape} box does not make side {size}")]
    Size {
        /// The box shape.
        shape: BoxShape,
        /// The side.
        size: usize,
    },
    /// The givens are too few, too many or too large.
    #[error("givens are {} digits of 0 to {}", .0.cells(), .0.side())]
    Givens(BoxShape),
    /// An edge has a cell that the board does not have.
    #[error("the edge ({}, {})-({}, {}) leaves the board", .0[0], .0[1], .0[2], .0[3])]
    EdgeOffBoard([usize; 4]),
    /// The cells of an edge are not adjacent.
    #[error(transparent)]
    Edge(#[from] NotAdjacent),
    /// The givens contradict each other or an edge.
    #[error(transparent)]
    Conflict(#[from] Conflict),
    /// The time is negative or too large.
    #[error("{0} seconds are not a valid time")]
    Time(String),
    /// The pass rule is unknown.
    #[error("unknown pass rule `{0}`")]
    Passing(String),
    /// The rule for illegal attempts is unknown.
    #[error("unknown rule for illegal attempts `{0}`")]
    Illegal(String),
    /// A ply holds no move.
    #[error("ply {0} has neither a pass nor row, col and value")]
    Ply(u32),
}

impl BoardRecord {
    /// Returns the record of a board.
    ///
    /// ```
    /// use quadrille_arena::game::BoardRecord;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let record = BoardRecord::of(&puzzle);
    /// assert_eq!((record.size, record.shape.as_str()), (4, "2x2"));
    /// assert_eq!(record.board().ok(), Some(puzzle));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
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

    /// Returns the board.
    ///
    /// # Errors
    /// When there is no such board.
    pub fn board(&self) -> Result<Puzzle, InvalidRecord> {
        let shape: BoxShape = self.shape.parse()?;
        let side = shape.side();
        if side != self.size {
            return Err(InvalidRecord::Size { shape, size: self.size });
        }
        let grid = if self.givens.is_empty() {
            Grid::empty(shape)
        } else {
            Grid::from_digits(shape, &self.givens).ok_or(InvalidRecord::Givens(shape))?
        };
        let mut pairs = Vec::new();
        for &edge in &self.edges {
            if edge.into_iter().any(|n| n >= side) {
                return Err(InvalidRecord::EdgeOffBoard(edge));
            }
            let [ar, ac, br, bc] = edge;
            pairs.push((Cell::new(ar * side + ac), Cell::new(br * side + bc)));
        }
        Ok(Puzzle::new(grid, Edges::new(shape, pairs)?)?)
    }
}

impl RulesetRecord {
    /// Returns the record of a ruleset.
    ///
    /// ```
    /// use quadrille_arena::Ruleset;
    /// use quadrille_arena::game::RulesetRecord;
    /// use quadrille_core::BoxShape;
    ///
    /// let rules = Ruleset::empty(BoxShape::NINE);
    /// let record = RulesetRecord::of(&rules);
    /// assert_eq!((record.bonus, record.passing.as_str()), (81, "two-pass-end"));
    /// assert_eq!(record.ruleset(rules.board.clone()).ok(), Some(rules));
    /// ```
    pub fn of(rules: &Ruleset) -> Self {
        let positive = |time: Duration| (!time.is_zero()).then_some(time.as_secs_f64());
        Self {
            bonus: rules.bonus,
            pass_cost: rules.pass_cost,
            passing: rules.passing.id().to_owned(),
            illegal: rules.illegal.id().to_owned(),
            ply_cap: rules.ply_cap,
            time_per_game: rules.clock.per_game.map(|time| time.as_secs_f64()),
            time_increment: positive(rules.clock.increment),
            time_per_move: rules.clock.per_move.map(|time| time.as_secs_f64()),
            time_margin: positive(rules.clock.margin),
            nodes_per_move: rules.clock.nodes_per_move,
        }
    }

    /// Returns the ruleset on a board.
    ///
    /// # Errors
    /// When a rule is unknown or the time is not valid.
    pub fn ruleset(&self, board: Puzzle) -> Result<Ruleset, InvalidRecord> {
        let time = |seconds: f64| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| InvalidRecord::Time(seconds.to_string()))
        };
        Ok(Ruleset {
            board,
            bonus: self.bonus,
            pass_cost: self.pass_cost,
            passing: Passing::from_id(&self.passing)
                .ok_or_else(|| InvalidRecord::Passing(self.passing.clone()))?,
            illegal: Illegal::from_id(&self.illegal)
                .ok_or_else(|| InvalidRecord::Illegal(self.illegal.clone()))?,
            ply_cap: self.ply_cap,
            clock: ClockRule {
                per_game: self.time_per_game.map(time).transpose()?,
                increment: self.time_increment.map(time).transpose()?.unwrap_or_default(),
                per_move: self.time_per_move.map(time).transpose()?,
                margin: self.time_margin.map(time).transpose()?.unwrap_or_default(),
                nodes_per_move: self.nodes_per_move,
            },
        })
    }
}
