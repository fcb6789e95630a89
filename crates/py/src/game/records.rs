//! Records of games: read, checked and analyzed.

use pyo3::prelude::*;
use quadrille_arena::game::{GameRecord, RecordedGame};
use quadrille_core::{CancelFlag, WallClock};

use super::errors;
use super::moves::{Place, to_place};
use super::state::{GameCore, History};
use crate::run;

/// Header and result as JSON, the game after all its moves, and its lines.
type Recorded = (String, Option<String>, Py<GameCore>, String);

/// Reads the games of a record, and plays each again to check it.
#[pyfunction]
pub(crate) fn read_records(py: Python<'_>, text: &str) -> PyResult<Vec<Recorded>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let games = py.detach(|| RecordedGame::read_all(text));
    let games = games.map_err(|error| errors::record(py, &error))?;
    let mut found = Vec::with_capacity(games.len());
    for game in games {
        let line = game.lines.first().copied();
        let history = py.detach(|| History::of(&game.record));
        let history = history.map_err(|error| errors::replay(py, &error, line))?;
        if let Some((index, change)) = game.changed {
            let error = quadrille_arena::game::RecordError {
                line: game.lines[index],
                column: 1,
                what: change.to_string(),
            };
            return Err(errors::record(py, &error));
        }
        let header = serde_json::to_string(&game.record.header).expect("records are valid JSON");
        let result = game.record.result.as_ref();
        let result =
            result.map(|result| serde_json::to_string(result).expect("records are valid JSON"));
        let core = Py::new(py, GameCore::of(history))?;
        found.push((header, result, core, game.record.to_lines()));
    }
    Ok(found)
}

/// Ply, player, move, margins of the first player before and after it, a better move, and whether
/// both margins are certain.
type Turn = (u32, u8, Place, i32, i32, Place, bool);

/// Finds the moves of a recorded game that gave points away.
#[pyfunction]
#[pyo3(signature = (text, nodes, seconds, threads))]
pub(crate) fn turning_points(
    py: Python<'_>,
    text: &str,
    nodes: u64,
    seconds: Option<f64>,
    threads: Option<i64>,
) -> PyResult<Vec<Turn>> {
    let threads = run::threads(threads)?;
    let limits = super::analysis::limits(py, nodes, seconds)?;
    let games = GameRecord::read_all(text).map_err(|error| errors::record(py, &error))?;
    let [game] = &games[..] else {
        return Err(errors::wrong(py, "a record of one game is expected"));
    };
    let side = game.header.board.size;
    let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    let mut found = Vec::new();
    let end = run::aside(
        py,
        &cancel,
        |_| Ok(()),
        || {
            let each = &mut |_, point: Option<quadrille_arena::TurningPoint>| {
                found.extend(point.map(|it| {
                    let place = |mv| to_place(side, mv);
                    let (played, better) = (place(it.played), place(it.better));
                    (it.ply, it.seat.number(), played, it.before, it.after, better, it.exact)
                }));
            };
            quadrille_arena::turning_points(game, limits, &cancel, threads, &clock, each)
        },
    )?;
    end.map_err(|error| errors::analysis(py, &error))?;
    Ok(found)
}
