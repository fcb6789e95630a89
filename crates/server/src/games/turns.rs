//! Whose turn it is: starts agents, and ends games in which a person's time is over.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use quadrille_arena::{Agent, AgentError, AgentName, Choice, Forfeit, Move, Referee, Seat};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, WallClock};
use tokio::runtime::Handle;

use super::Table;
use super::game::Player;
use crate::App;

/// How long a turn waits for a free thread before it asks again.
const RETRY: Duration = Duration::from_millis(250);

/// Starts what the position asks for: an agent's thoughts, or the end of a person's time.
pub(crate) fn wake(app: &Arc<App>, table: &Arc<Table>) {
    let mut game = table.lock();
    if game.is_over() || game.problem.is_some() || game.thinking.is_some() {
        return;
    }
    let (seat, position) = (game.referee.state().seat(), game.position);
    match &game.players[seat.index()] {
        Player::Person => {
            let (Some(deadline), Some(_)) = (game.referee.deadline(), game.since) else { return };
            let wait = deadline.saturating_sub(game.elapsed());
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
    let (agent, referee) = {
        let mut game = table.lock();
        if game.position != *position {
            return;
        }
        (game.agents[seat.index()].take(), game.referee.clone())
    };
    let choose = AssertUnwindSafe(|| choose(turn, agent, &referee));
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
    if !turn.cancel.is_cancelled() {
        wake(app, table);
    }
}

fn choose(turn: &Turn, agent: Option<Box<dyn Agent>>, referee: &Referee) -> Chosen {
    let clock = WallClock::new();
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
        Meter::new(limits, Counter::Expanded, &turn.cancel, &clock).expect("the wall clock runs");
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
