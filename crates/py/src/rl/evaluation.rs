//! Matches of a player against others, with estimates of the arena.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadrille_arena::AgentName;
use quadrille_arena::{
    Fixture,
    tournament::{Openings, Plan, Standings, WhenShort},
};

use crate::game::agent::AgentCore;
use crate::game::errors;
use crate::game::moves::{Place, to_place};
use crate::game::referee;
use crate::game::state::GameCore;

/// The most plies of a random opening.
const MOST_PLIES: usize = 1000;

/// Returns up to `count` random openings of that many plies that lead to different positions.
#[pyfunction]
pub(crate) fn openings(
    py: Python<'_>,
    start: &GameCore,
    plies: usize,
    count: usize,
    seed: u64,
) -> PyResult<Vec<Vec<Place>>> {
    let rules = start.lock().state.rules().clone();
    if plies > MOST_PLIES {
        return Err(errors::wrong(py, &format!("opening {plies}; from 0 to {MOST_PLIES}")));
    }
    let book = py.detach(|| Openings::Random(plies).book(&rules, seed, count, WhenShort::Draw));
    let places = |moves: Vec<_>| moves.into_iter().map(|mv| to_place(rules.side(), mv)).collect();
    Ok(book.openings.into_iter().map(places).collect())
}

/// Plays a match of a player against another: from each opening of the book in both seats, opening by
/// opening. Returns its results, with the lines of the records.
#[pyfunction]
#[pyo3(signature = (start, players, names, games, opening, seed, first_number, repeats_count, progress))]
#[allow(clippy::too_many_arguments, reason = "Python passes them one by one")]
pub(crate) fn evaluate<'py>(
    py: Python<'py>,
    start: &GameCore,
    players: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    names: (String, String),
    games: usize,
    opening: usize,
    seed: u64,
    first_number: usize,
    repeats_count: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = start.lock().state.rules().clone();
    if opening > MOST_PLIES {
        return Err(errors::wrong(py, &format!("opening {opening}; from 0 to {MOST_PLIES}")));
    }
    let pairs = games.div_ceil(2);
    let book = py.detach(|| Openings::Random(opening).book(&rules, seed, pairs, WhenShort::Draw));
    let openings = book.openings;
    let pairings = Plan::RoundRobin.pairings(2, games.min(2 * openings.len()));
    // An agent that draws its moves at random makes every game count, as a learner that does can.
    let drawing = AgentName::parse("random-valid").expect("an agent of the registry");
    let is_random = |player: &Bound<'_, PyAny>| {
        player.cast::<AgentCore>().is_ok_and(|core| core.get().name.draws_moves())
    };
    let is_new = repeats_count || is_random(&players.0) || is_random(&players.1);
    let mut standings =
        if is_new { Standings::of(&[drawing.clone(), drawing]) } else { Standings::new(2) };
    let mut lines = String::new();
    let players = [&players.0, &players.1];
    let names = [names.0, names.1];
    for pairing in &pairings {
        py.check_signals()?;
        let fixture = Fixture {
            rules: rules.clone(),
            opening: openings[pairing.opening].clone(),
            names: pairing.players.map(|player| names[player].clone()),
            game: first_number + pairing.game,
            seed,
        };
        let seats = pairing.players.map(|player| players[player]);
        let record = referee::game(py, &fixture, seats)?;
        standings.add(pairing.players, pairing.opening, &record);
        lines += &record.to_lines();
        if let Some(progress) = &progress {
            progress.call1(py, (pairing.game + 1, pairings.len()))?;
        }
    }
    let duel = standings.duel(0, 1);
    let found = PyDict::new(py);
    let tally = |tally: quadrille_arena::tournament::Tally| (tally.wins, tally.draws, tally.losses);
    found.set_item("games", tally(duel.games))?;
    found.set_item("first", tally(duel.by_seat[0]))?;
    found.set_item("second", tally(duel.by_seat[1]))?;
    found.set_item("pairs", duel.pairs.count())?;
    found.set_item("repeated_pairs", duel.repeated_pairs)?;
    found.set_item("margin", duel.margin())?;
    found.set_item("margin_error", duel.margin_error())?;
    let elo = duel.elo();
    found.set_item("elo", elo.map(|elo| (elo.low, elo.estimate, elo.high)))?;
    found.set_item("elo_text", elo.map(|elo| elo.to_string()))?;
    found.set_item("reasons", duel.reasons.clone())?;
    found.set_item("forfeits", duel.effort.forfeits)?;
    found.set_item("records", lines)?;
    Ok(found)
}
