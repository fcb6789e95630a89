//! Whose turn it is: starts agents, and ends games in which a person's time is over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use quadrille_arena::{Agent, AgentError, AgentName, Choice, Forfeit, Move, Referee, Seat};
use quadrille_core::{CancelFlag, Clock, Counter, Limits, Meter, WallClock};

use super::Table;
use super::game::{Player, Timer};
use crate::App;
use crate::pool::Slot;

/// Starts what the position asks for: an agent's thoughts, or the end of a person's time.
pub(crate) fn wake(app: &Arc<App>, table: &Arc<Table>) {
    let mut game = table.lock();
    let (seat, position) = (game.referee.state().seat(), game.position);
    game.timer.take_if(|timer| timer.position != position);
    if game.is_over() || game.is_removed || game.problem.is_some() || game.thinking.is_some() {
        return;
    }
    match &game.players[seat.index()] {
        Player::Person => {
            let (Some(deadline), Some(_)) = (game.referee.deadline(), game.since) else { return };
            if game.timer.is_some() {
                return;
            }
            let wait = deadline.saturating_sub(game.elapsed()) + Duration::from_millis(1);
            // It must not keep the game, or a server that stops.
            let (weak_app, weak_table) = (Arc::downgrade(app), Arc::downgrade(table));
            let task = app.runtime.spawn(async move {
                tokio::time::sleep(wait).await;
                if let (Some(app), Some(table)) = (weak_app.upgrade(), weak_table.upgrade()) {
                    expire(&app, &table, position);
                }
            });
            game.timer = Some(Timer { position, task: task.abort_handle() });
        }
        Player::Agent(agent) => {
            let agent = agent.clone();
            let cancel = CancelFlag::new();
            game.thinking = Some((seat, cancel.clone()));
            game.publish(&table.changes);
            let client = game.client.clone();
            drop(game);
            let turn = Turn { app: app.clone(), table: table.clone(), seat, position, agent };
            app.agents.start(&client, cancel, move |slot| think(&turn, slot));
        }
    }
}

/// Ends a game whose player's time is over, unless the position is another one.
fn expire(app: &App, table: &Table, position: u64) {
    let mut game = table.lock();
    let taken = game.elapsed();
    // If it was early, the next request of a player starts another.
    game.timer.take_if(|timer| timer.position == position);
    if game.position == position && !game.is_over() && game.referee.is_late(taken) {
        let seat = game.referee.state().seat();
        // If it cannot be saved, the next request of a player tries again.
        let _ = game.fail(seat, &Forfeit::Time, Some(taken), app.games.store());
        game.publish(&table.changes);
    }
}

/// A turn of an agent.
struct Turn {
    app: Arc<App>,
    table: Arc<Table>,
    seat: Seat,
    position: u64,
    agent: AgentName,
}

/// What came of a turn.
struct Chosen {
    agent: Option<Box<dyn Agent>>,
    choice: Result<Move, AgentError>,
    taken: Duration,
    nodes: u64,
}

fn think(turn: &Turn, slot: &Slot) {
    let Turn { app, table, seat, position, .. } = turn;
    let (agent, referee) = {
        let mut game = table.lock();
        if game.position != *position {
            return;
        }
        (game.agents[seat.index()].take(), game.referee.clone())
    };
    let choose = AssertUnwindSafe(|| choose(turn, slot, agent, &referee));
    let chosen = catch_unwind(choose).unwrap_or_else(|_| Chosen {
        agent: None,
        choice: Err(AgentError::Environment(std::io::Error::other("the agent panicked"))),
        taken: Duration::ZERO,
        nodes: 0,
    });
    let mut game = table.lock();
    if game.position != *position {
        return;
    }
    game.thinking = None;
    let Chosen { agent, choice, taken, nodes } = chosen;
    // A move that was cut short by the end of the server is chosen again by the next one.
    let choice = if slot.cancel().is_cancelled() { Err(AgentError::Stopped) } else { choice };
    game.agents[seat.index()] = agent;
    let info = game.agents[seat.index()].as_mut().and_then(|agent| agent.info());
    let store = app.games.store();
    let saved = match choice {
        Ok(mv) => game.play(Choice { mv, nodes, info }, taken, store),
        Err(AgentError::Forfeit(why)) => game.fail(*seat, &why, Some(taken), store),
        Err(AgentError::Stopped) => Ok(()),
        Err(error) => {
            game.problem = Some(error.to_string());
            Ok(())
        }
    };
    if let Err(error) = saved {
        game.hold(&error);
    }
    game.publish(&table.changes);
    drop(game);
    app.games.keep_warm(table);
    if !slot.cancel().is_cancelled() {
        wake(app, table);
    }
}

fn choose(turn: &Turn, slot: &Slot, agent: Option<Box<dyn Agent>>, referee: &Referee) -> Chosen {
    let wall = WallClock::new();
    let clock: &dyn Clock = match turn.agent {
        // A program outside is not paused, and its time passes.
        AgentName::Command(_) => {
            slot.leave();
            &wall
        }
        _ => slot,
    };
    let lost =
        |choice| Chosen { agent: None, choice: Err(choice), taken: Duration::ZERO, nodes: 0 };
    let limits = match referee.turn() {
        quadrille_arena::Turn::Move { limits, .. } => limits,
        quadrille_arena::Turn::Over(_) => return lost(AgentError::Stopped),
    };
    let caps = &turn.app.options.limits.caps;
    let cap = Duration::from_millis(caps.ms);
    let limits = Limits {
        time: Some(limits.time.unwrap_or(cap).min(cap)),
        memory: Some(caps.memory_bytes),
        ..limits
    };
    let mut meter =
        Meter::new(limits, Counter::Expanded, slot.cancel(), clock).expect("the wall clock runs");
    let mut agent = match agent {
        Some(agent) => agent,
        None => {
            let Some(mut agent) = turn.agent.build() else {
                return lost(AgentError::Environment(std::io::Error::other("it needs a terminal")));
            };
            if let Err(error) = referee.start(turn.seat, agent.as_mut(), &mut meter) {
                return lost(error);
            }
            agent
        }
    };
    let choice = agent.choose(referee.state(), &mut meter);
    let (taken, nodes) = (meter.elapsed(), meter.counters[Counter::Expanded]);
    Chosen { agent: Some(agent), choice, taken, nodes }
}
