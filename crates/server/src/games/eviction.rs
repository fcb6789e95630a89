//! Removes games when there are too many, or when their files are too large: first those that are
//! over, of the client that has most, from the oldest.

use std::sync::Arc;
use std::time::Duration;

use quadrille_api::ErrorKind;

use super::{Games, Slot, game::Game};
use crate::client::Client;
use crate::reply::Refusal;
use crate::victim::victim;
use crate::{App, now};

/// How long a game that is not over stays at least.
const FORGOTTEN: Duration = Duration::from_secs(7 * 24 * 3600);
/// The most games that are removed at a time.
const BATCH: usize = 100;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Over,
    /// Not over, but no player has moved for [`FORGOTTEN`].
    Forgotten,
    Played,
}

struct Known {
    client: Client,
    created: u64,
    id: String,
    state: State,
}

/// Removes games until there may be one more.
pub(super) fn evict(games: &Games, app: &App) -> Result<(), Refusal> {
    let limits = &app.options.limits;
    let is_full = || games.count() >= limits.games || app.store.exceeds(limits.quota);
    if !is_full() {
        return Ok(());
    }
    // Reading all games takes a while, so several are removed at a time.
    let batch = (limits.games / 20).clamp(1, BATCH);
    let mut known = known(games, app);
    for state in [State::Over, State::Forgotten] {
        let rank = |game: &Known| (game.state == state).then(|| (game.created, game.id.clone()));
        for removed in 1.. {
            let held = known.iter().map(|game| (&game.client, rank(game)));
            let Some(index) = victim(held, None) else { break };
            let id = known.swap_remove(index).id;
            games.lock().remove(&id);
            app.store.remove_game(&id);
            if removed % batch == 0 && !is_full() {
                return Ok(());
            }
        }
        if !is_full() {
            return Ok(());
        }
    }
    Err(Refusal::new(ErrorKind::Busy, "the server cannot keep more games"))
}

fn known(games: &Games, app: &App) -> Vec<Known> {
    let mut closed = Vec::new();
    let mut open = Vec::new();
    for (id, slot) in &*games.lock() {
        match slot {
            Slot::Closed(meta) => closed.push((id.clone(), meta.clone())),
            Slot::Open(table) => open.push((id.clone(), Arc::clone(table))),
        }
    }
    let age = |id: &str, created: u64| {
        app.store.age(id).unwrap_or_else(|| Duration::from_secs(now().saturating_sub(created)))
    };
    let state = |id: &str, created: u64, is_over: bool| match is_over {
        true => State::Over,
        false if age(id, created) > FORGOTTEN => State::Forgotten,
        false => State::Played,
    };
    let mut known = Vec::new();
    for (id, table) in open {
        let (client, created, is_over) = {
            let game = table.lock();
            (game.client.clone(), game.meta.created, game.is_over())
        };
        let state = state(&id, created, is_over);
        known.push(Known { client, created, id, state });
    }
    for (id, meta) in closed {
        let (client, created) = (Client::of_session(&meta.owner), meta.created);
        let text = app.store.get(&id).unwrap_or_default();
        let game = Game::load(meta, &text, &app.options.bots);
        // What cannot be read may be of use to its owner.
        let state = state(&id, created, game.is_ok_and(|game| game.is_over()));
        known.push(Known { client, created, id, state });
    }
    known
}
