//! The values of positions and moves.

use std::time::Duration;

use pyo3::prelude::*;
use quadrille_core::{CancelFlag, Counter, Limits, Meter, WallClock};

use super::errors;
use super::moves::{Place, to_place};
use super::state::{GameCore, over};
use crate::run;

/// Value, whether it is exact, depth, line, moves with values, and nodes.
type Found = (i32, bool, u32, Vec<Place>, Vec<(Place, i32, bool)>, u64);

/// Returns the limits of an analysis.
pub(super) fn limits(py: Python<'_>, nodes: u64, seconds: Option<f64>) -> PyResult<Limits> {
    let time = seconds.map(|seconds| {
        Duration::try_from_secs_f64(seconds).map_err(|_| {
            errors::wrong(py, &format!("time is {seconds}; expected seconds, 0 or more"))
        })
    });
    Ok(Limits { nodes: Some(nodes), time: time.transpose()?, ..Limits::NONE })
}

/// Analyzes a position.
#[pyfunction]
#[pyo3(signature = (game, nodes, seconds))]
pub(crate) fn analyze(
    py: Python<'_>,
    game: &GameCore,
    nodes: u64,
    seconds: Option<f64>,
) -> PyResult<Found> {
    let state = game.lock().state.clone();
    if let Some(outcome) = state.outcome() {
        return Err(over(py, outcome));
    }
    let limits = limits(py, nodes, seconds)?;
    let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    let found = run::aside(
        py,
        &cancel,
        |_| Ok(()),
        || {
            let mut meter =
                Meter::new(limits, Counter::Expanded, &cancel, &clock).expect("the clock runs");
            quadrille_arena::analyze(&state, &mut meter)
        },
    )?;
    let found = found.map_err(|error| errors::analysis(py, &error))?;
    let place = |mv| to_place(state.rules().side(), mv);
    let line = found.line.into_iter().map(place).collect();
    let moves = found.moves.into_iter().map(|it| (place(it.mv), it.value, it.exact)).collect();
    Ok((found.value, found.exact, found.depth, line, moves, found.nodes))
}
