//! Whose turn it is: starts agents, and ends games in which a person's time is over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use quadrille_arena::{
    Agent, AgentError, AgentName, Forfeit, GameState, Move, NewGame, Reason, Seat,
};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, Rng, WallClock};
use tokio::runtime::Handle;

use super::Table;
use super::game::Player;
use crate::App;

/// How long a turn waits for a free thread before it asks again.
const RETRY: Duration = Duration::from_millis(250);

/// Starts what the position asks for: an agent's thoughts, or the end of a person's time.
pub(crate) fn wake(app: &Arc<App>, table: &Arc<Table>) {
    let mut game = table.lock();
    if game.record.result.is_some() || game.problem.is_some() || game.thinking.is_some() {
        return;
    }
    let (seat, position) = (game.state.seat(), game.position);
    match &game.players[seat.index()] {
        Player::Person => {
            let (Some(left), Some(_)) = (game.time_for_move(seat), game.since) else { return };
            let margin = game.state.rules().clock.margin;
            let wait = left.saturating_add(margin).saturating_sub(game.elapsed());
            drop(game);
            let (app, table) = (app.clone(), table.clone());
            app.runtime.clone().spawn(async move {
                tokio::time::sleep(wait + Duration::from_millis(1)).await;
                expire(&app, &table, position);
            });
        }
        Player::Agent(agent) => {
            let agent = agent.clone();
            let cancel = CancelFlag::new();
            game.thinking = Some((seat, cancel.clone()));
            game.publish(&table.changes);
            drop(game);
            let turn =
                Turn { app: app.clone(), table: table.clone(), seat, position, agent, cancel };
            start(turn);
        }
    }
}

/// Ends a game whose player's time is over, unless the position is another one.
fn expire(app: &App, table: &Table, position: u64) {
    let mut game = table.lock();
    let taken = game.elapsed();
    if game.position == position && game.record.result.is_none() && game.is_late(taken) {
        // If it cannot be saved, the next request of a player tries again.
        let _ = game.lose_on_time(taken, app.games.store());
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
    cancel: CancelFlag,
}

/// Queues a turn, and again if the queue is full: a game is never lost because the server is busy.
fn start(turn: Turn) {
    let runtime: Handle = turn.app.runtime.clone();
    let app = turn.app.clone();
    let shared = Arc::new(std::sync::Mutex::new(Some(turn)));
    let job = shared.clone();
    let queued = app.agents.start(move || {
        let turn = job.lock().ok().and_then(|mut turn| turn.take());
        if let Some(turn) = turn {
            think(&turn);
        }
    });
    if queued.is_err() {
        runtime.spawn(async move {
            tokio::time::sleep(RETRY).await;
            let turn = shared.lock().ok().and_then(|mut turn| turn.take());
            if let Some(turn) = turn {
                start(turn);
            }
        });
    }
}

/// What came of a turn.
struct Chosen {
    agent: Option<Box<dyn Agent>>,
    choice: Result<Move, AgentError>,
    taken: Duration,
    nodes: u64,
}

fn think(turn: &Turn) {
    let Turn { app, table, seat, position, .. } = turn;
    let (agent, state, history, seed, left) = {
        let mut game = table.lock();
        if game.position != *position {
            return;
        }
        let agent = game.agents[seat.index()].take();
        let history: Vec<Move> = match agent {
            Some(_) => Vec::new(),
            None => {
                let side = game.state.rules().side();
                let plies = game.record.plies.iter();
                plies.map(|ply| ply.mv(side).expect("it was played")).collect()
            }
        };
        let left = game.time_for_move(*seat);
        (agent, game.state.clone(), history, game.record.header.seed, left)
    };
    let choose = AssertUnwindSafe(|| choose(turn, agent, &state, &history, seed, left));
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
    game.agents[seat.index()] = agent;
    let info = game.agents[seat.index()].as_mut().and_then(|agent| agent.info());
    let store = app.games.store();
    let saved = match choice {
        Err(AgentError::Environment(error)) => {
            game.problem = Some(format!("the agent could not be run: {error}"));
            Ok(())
        }
        Err(AgentError::Stopped) => Ok(()),
        _ if game.is_late(taken) => game.lose_on_time(taken, store),
        Err(AgentError::Forfeit(why)) => {
            let reason = if why == Forfeit::Time { Reason::Time } else { Reason::Forfeit };
            game.fail(*seat, reason, &why.to_string(), Some(taken), store)
        }
        Err(error) => {
            game.problem = Some(error.to_string());
            Ok(())
        }
        Ok(mv) => game.play(mv, taken, nodes, info, store),
    };
    if let Err(error) = saved {
        game.hold(&error);
    }
    game.publish(&table.changes);
    drop(game);
    app.games.keep_warm(table);
    if !turn.cancel.is_cancelled() {
        wake(app, table);
    }
}

fn choose(
    turn: &Turn,
    agent: Option<Box<dyn Agent>>,
    state: &GameState,
    history: &[Move],
    seed: u64,
    left: Option<Duration>,
) -> Chosen {
    let clock = WallClock::new();
    let lost =
        |choice| Chosen { agent: None, choice: Err(choice), taken: Duration::ZERO, nodes: 0 };
    let cap = Duration::from_millis(turn.app.options.limits.caps.ms);
    let rules = state.rules();
    let limits = Limits {
        time: Some(left.unwrap_or(cap).min(cap)),
        nodes: rules.clock.nodes_per_move,
        memory: Some(turn.app.options.limits.caps.memory_bytes),
        ..Limits::NONE
    };
    let mut meter =
        Meter::new(limits, Counter::Expanded, &turn.cancel, &clock).expect("the wall clock runs");
    let mut agent = match agent {
        Some(agent) => agent,
        None => {
            let Some(mut agent) = turn.agent.build() else {
                return lost(AgentError::Environment(std::io::Error::other("it needs a terminal")));
            };
            let seed = Rng::derive(seed, &["game", "0"]).bits();
            let new = NewGame { rules: rules.clone(), seat: turn.seat, seed };
            if let Err(error) = agent.start(&new, &mut meter) {
                return lost(error);
            }
            let mut past = GameState::new(rules.clone());
            for &mv in history {
                let played = past.play(mv);
                agent.played(&past, &played);
            }
            agent
        }
    };
    let choice = agent.choose(state, &mut meter);
    let (taken, nodes) = (meter.elapsed(), meter.counters[Counter::Expanded]);
    Chosen { agent: Some(agent), choice, taken, nodes }
}
