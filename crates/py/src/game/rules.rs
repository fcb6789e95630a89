//! Rules from keyword arguments, and back.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_arena::game::RulesetRecord;
use quadrille_arena::{ClockRule, Illegal, Passing, Ruleset};
use quadrille_core::{BoxShape, Grid, Puzzle};
use quadrille_formats::{ParseError, ReadOptions, Reader};

use super::errors;
use crate::batch::read;
use crate::errors::exception;

/// The keyword arguments of a game, with the names of records.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    side: Option<i64>,
    #[pyo3(item("box"))]
    shape: Option<String>,
    board: Option<String>,
    passing: Option<String>,
    illegal: Option<String>,
    bonus: Option<i64>,
    pass_cost: Option<i64>,
    ply_cap: Option<i64>,
    time_per_game: Option<f64>,
    time_increment: Option<f64>,
    time_per_move: Option<f64>,
    time_margin: Option<f64>,
    nodes_per_move: Option<u64>,
}

impl Options {
    /// Returns the rules.
    pub(crate) fn rules(&self, py: Python<'_>) -> PyResult<Ruleset> {
        let mut rules = Ruleset::new(self.start(py)?);
        if let Some(name) = &self.passing {
            rules.passing = Passing::from_id(name).ok_or_else(|| {
                errors::unknown(py, "pass rule", name, &Passing::ALL.map(Passing::id))
            })?;
        }
        if let Some(name) = &self.illegal {
            let known = Illegal::ALL.map(Illegal::id);
            rules.illegal = Illegal::from_id(name)
                .ok_or_else(|| errors::unknown(py, "rule for illegal attempts", name, &known))?;
        }
        let within = |what: &str, value: i64, least: i64, most: i64| {
            (least..=most).contains(&value).then_some(value).ok_or_else(|| {
                errors::wrong(py, &format!("{what} {value}; from {least} to {most}"))
            })
        };
        if let Some(bonus) = self.bonus {
            rules.bonus = within("bonus", bonus, 0, Ruleset::MAX_BONUS.into())? as i32;
        }
        if let Some(cost) = self.pass_cost {
            rules.pass_cost = within("pass_cost", cost, 0, Ruleset::MAX_PASS_COST.into())? as i32;
        }
        if let Some(plies) = self.ply_cap {
            rules.ply_cap = within("ply_cap", plies, 1, Ruleset::MAX_PLY_CAP.into())? as u32;
        }
        let time = |seconds: Option<f64>| {
            let checked = |seconds: f64| {
                Duration::try_from_secs_f64(seconds).map_err(|_| {
                    errors::wrong(py, &format!("{seconds} seconds are not a valid time"))
                })
            };
            seconds.map(checked).transpose()
        };
        rules.clock = ClockRule {
            per_game: time(self.time_per_game)?,
            increment: time(self.time_increment)?.unwrap_or_default(),
            per_move: time(self.time_per_move)?,
            margin: time(self.time_margin)?.unwrap_or_default(),
            nodes_per_move: self.nodes_per_move,
        };
        Ok(rules)
    }

    /// Returns the board that the game begins on.
    fn start(&self, py: Python<'_>) -> PyResult<Puzzle> {
        if let Some(text) = &self.board {
            let board = match self.shape(py)? {
                None => read(text.as_bytes()).map_err(|it| exception(py, &it.error, None))?,
                Some(shape) => read_with(text, shape)
                    .map_err(|error| exception(py, &quadrille_api::Error::from(&error), None))?,
            };
            let shape = board.shape();
            if self.side.is_some_and(|side| side != shape.side() as i64) {
                let message = format!("the board has side {} and {shape} boxes", shape.side());
                return Err(errors::wrong(py, &message));
            }
            return Ok(board);
        }
        let shape = match (self.shape(py)?, self.side) {
            (Some(shape), Some(side)) if side != shape.side() as i64 => {
                let own = shape.side();
                let message = format!("a {shape} box makes side {own}, not {side}");
                return Err(errors::wrong(py, &message));
            }
            (Some(shape), _) => shape,
            (None, side) => {
                let side = side.unwrap_or(9);
                usize::try_from(side).ok().and_then(BoxShape::of_side).ok_or_else(|| {
                    let sides = BoxShape::MIN_SIDE as i64..=BoxShape::MAX_SIDE as i64;
                    errors::wrong(
                        py,
                        &if sides.contains(&side) {
                            format!("side {side} fits only boxes of one row; add box=\"1x{side}\"")
                        } else {
                            let (least, most) = sides.into_inner();
                            format!("side {side} is not supported; sides are {least} to {most}")
                        },
                    )
                })?
            }
        };
        Ok(Grid::empty(shape).try_into().expect("an empty grid has no conflict"))
    }

    fn shape(&self, py: Python<'_>) -> PyResult<Option<BoxShape>> {
        let parsed = |text: &String| {
            text.parse::<BoxShape>().map_err(|error| errors::wrong(py, &error.to_string()))
        };
        self.shape.as_ref().map(parsed).transpose()
    }
}

/// Reads the first puzzle of a text with boxes of a shape.
fn read_with(text: &str, shape: BoxShape) -> Result<Puzzle, ParseError> {
    let options = ReadOptions { shape: Some(shape), ..ReadOptions::default() };
    let mut reader = Reader::new(text.as_bytes(), options);
    let record = reader.next().expect("an input has a record or an error");
    record.expect("reading from memory cannot fail").puzzle
}

/// Returns whether boards of their size have boxes of this shape unless said otherwise.
pub(super) fn is_usual(shape: BoxShape) -> bool {
    BoxShape::of_side(shape.side()) == Some(shape)
}

/// Returns the keyword arguments that make these rules, without those that are the default.
pub(crate) fn arguments<'py>(py: Python<'py>, rules: &Ruleset) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(py);
    let (board, shape) = (&rules.board, rules.board.shape());
    let default = Ruleset::new(board.clone());
    if board.givens().filled().next().is_some() || !board.edges().is_empty() {
        found.set_item("board", board.to_string())?;
    } else {
        found.set_item("side", shape.side())?;
    }
    if !is_usual(shape) {
        found.set_item("box", shape.to_string())?;
    }
    if rules.passing != default.passing {
        found.set_item("passing", rules.passing.id())?;
    }
    if rules.illegal != default.illegal {
        found.set_item("illegal", rules.illegal.id())?;
    }
    if rules.bonus != default.bonus {
        found.set_item("bonus", rules.bonus)?;
    }
    if rules.pass_cost != default.pass_cost {
        found.set_item("pass_cost", rules.pass_cost)?;
    }
    if rules.ply_cap != default.ply_cap {
        found.set_item("ply_cap", rules.ply_cap)?;
    }
    let record = RulesetRecord::of(rules);
    for (name, seconds) in [
        ("time_per_game", record.time_per_game),
        ("time_increment", record.time_increment),
        ("time_per_move", record.time_per_move),
        ("time_margin", record.time_margin),
    ] {
        if let Some(seconds) = seconds {
            found.set_item(name, seconds)?;
        }
    }
    if let Some(nodes) = record.nodes_per_move {
        found.set_item("nodes_per_move", nodes)?;
    }
    Ok(found)
}
