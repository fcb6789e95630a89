//! Room for new games: the oldest games that are over are removed when there are too many, or when
//! their files are too large.

use std::sync::Arc;
use std::time::Duration;

use quadrille_api::ErrorKind;

use super::{Games, Slot, game::Game};
use crate::reply::Refusal;
use crate::{App, now};

/// How long a game that is not over stays at least.
const FORGOTTEN: Duration = Duration::from_secs(7 * 24 * 3600);

/// Makes room for a game.
pub(super) fn make(games: &Games, app: &App) -> Result<(), Refusal> {
    let limits = &app.options.limits;
    let is_full = || games.count() >= limits.games || app.store.exceeds(limits.quota);
    if !is_full() {
        return Ok(());
    }
    // Looking at all games takes a while, so several are removed at a time.
    let wanted = (limits.games / 20).max(1);
    let mut old = ids(games, app);
    old.sort();
    for batch in old.chunks(wanted) {
        for (_, _, id) in batch {
            games.lock().remove(id);
            app.store.remove_game(id);
        }
        if !is_full() {
            return Ok(());
        }
    }
    Err(Refusal::new(ErrorKind::Busy, "the server has no room for more games"))
}

/// Returns the games that can be removed: whether they are not over, when they were created, and
/// their ids.
fn ids(games: &Games, app: &App) -> Vec<(bool, u64, String)> {
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
    let mut ids = Vec::new();
    let mut add = |id: String, created: u64, is_over: bool| {
        if is_over || age(&id, created) > FORGOTTEN {
            ids.push((!is_over, created, id));
        }
    };
    for (id, table) in open {
        let (created, is_over) = {
            let game = table.lock();
            (game.meta.created, game.is_over())
        };
        add(id, created, is_over);
    }
    for (id, meta) in closed {
        let created = meta.created;
        let text = app.store.get(&id).unwrap_or_default();
        let game = Game::load(meta, &text, &app.options.bots);
        // What cannot be read may be of use to its owner.
        add(id, created, game.is_ok_and(|game| game.is_over()));
    }
    ids
}
