//! Agents of the arena and programs that speak its protocol, as players of Python's games.

use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use quadrille_arena::game::MoveInfo;
use quadrille_arena::protocol::{Hosting, KeepAlive, Program};
use quadrille_arena::{
    AGENTS, Agent, AgentError, AgentName, GameState, Move, NewGame, Played, Ruleset, StartError,
};
use quadrille_core::{CancelFlag, Counter, Limits, Meter, Rng, WallClock};
use quadrille_lab::process::Guard;

use super::errors;
use super::moves::{Place, to_place};
use super::state::{GameCore, over};
use crate::run;

/// An agent in a game, and the moves that it knows of.
struct Playing {
    agent: Box<dyn Agent>,
    rules: Arc<Ruleset>,
    seen: Vec<Move>,
}

/// What happens from game to game.
#[derive(Default)]
struct Games {
    /// By seat.
    playing: [Option<Playing>; 2],
    /// By seat: the number of the next game.
    next: [u64; 2],
}

/// An agent: the native half of `quadrille.game.Agent`.
#[pyclass(frozen, module = "quadrille._native")]
pub(crate) struct AgentCore {
    pub(crate) name: AgentName,
    seed: u64,
    games: Mutex<Games>,
    /// Not with the games, which are locked while the agent thinks.
    closed: AtomicBool,
}

/// What an agent chose, and what it took.
struct Choice {
    mv: Move,
    nodes: u64,
    seconds: f64,
    info: Option<MoveInfo>,
}

/// Returns a move, its nodes and seconds, and what is said of it: score, depth and line.
type Chosen = (Place, u64, f64, Option<(Option<i32>, Option<u32>, Vec<String>)>);

impl AgentCore {
    /// Checks that the agent can play by these rules.
    pub(crate) fn check(&self, py: Python<'_>, rules: &Ruleset) -> PyResult<()> {
        let supports = self.name.supports(rules);
        supports.map_err(|error| errors::unsupported(py, &error.to_string()))
    }

    /// Chooses a move without the interpreter.
    fn chosen(
        &self,
        state: &GameState,
        played: &[Played],
        cancel: &CancelFlag,
    ) -> Result<Choice, AgentError> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let seat = state.seat();
        let slot = seat.index();
        let known = games.playing[slot].take().filter(|playing| {
            playing.rules == *state.rules()
                && playing.seen.len() <= played.len()
                && playing.seen.iter().zip(played).all(|(seen, played)| *seen == played.mv)
        });
        let mut playing = match known {
            Some(playing) => playing,
            None => {
                let number = games.next[slot];
                games.next[slot] += 1;
                let mut agent = self.name.build().expect("checked when it was named");
                // As the referee of a match with this seed has it.
                let seed = Rng::derive(self.seed, &["game", &number.to_string()]).bits();
                let game = NewGame { rules: state.rules().clone(), seat, seed };
                agent.start(&game, &mut Meter::cancellable(cancel))?;
                Playing { agent, rules: state.rules().clone(), seen: Vec::new() }
            }
        };
        // The agent hears of each move with the state after it.
        let mut past = GameState::new(state.rules().clone());
        for (index, played) in played.iter().enumerate() {
            let again = past.play(played.mv);
            if index >= playing.seen.len() {
                playing.agent.played(&past, &again);
                playing.seen.push(played.mv);
            }
        }
        let moves = played.iter().filter(|played| played.seat == seat).count() as u32;
        let rule = &state.rules().clock;
        let limits = Limits {
            time: rule.time_for_move(moves, Duration::ZERO),
            nodes: rule.nodes_per_move,
            ..Limits::NONE
        };
        let clock = WallClock::new();
        let mut meter =
            Meter::new(limits, Counter::Expanded, cancel, &clock).expect("the clock runs");
        let start = Instant::now();
        let mv = playing.agent.choose(state, &mut meter)?;
        let info = playing.agent.info();
        let nodes = meter.counters[Counter::Expanded];
        // After an error the agent is dropped, and a program with it.
        games.playing[slot] = Some(playing);
        Ok(Choice { mv, nodes, seconds: start.elapsed().as_secs_f64(), info })
    }
}

#[pymethods]
impl AgentCore {
    /// Names an agent of the arena.
    #[new]
    fn new(py: Python<'_>, name: &str, seed: u64) -> PyResult<Self> {
        let name = AgentName::parse(name).map_err(|error| errors::agent_name(py, &error))?;
        if let AgentName::Command(_) = name {
            let message = format!("`{name}` is a program; use Engine.popen");
            return Err(errors::wrong(py, &message));
        }
        if name.build().is_none() {
            let message = format!("`{name}` needs a terminal; it plays only in `quadrille play`");
            return Err(errors::wrong(py, &message));
        }
        Ok(Self { name, seed, games: Mutex::default(), closed: AtomicBool::new(false) })
    }

    /// Starts a program once, to find out whether it can be started, and returns it as an agent.
    #[staticmethod]
    fn program(
        py: Python<'_>,
        words: Vec<String>,
        guard: Vec<OsString>,
        stall_seconds: f64,
        memory: Option<u64>,
        cpu_seconds: Option<f64>,
    ) -> PyResult<Self> {
        let time = |what: &str, seconds: f64| {
            Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero()).ok_or_else(
                || {
                    errors::wrong(
                        py,
                        &format!("{what} is {seconds}; expected seconds, more than 0"),
                    )
                },
            )
        };
        let stall_limit = time("timeout", stall_seconds)?;
        let cpu_time = cpu_seconds.map(|seconds| time("cpu_time", seconds)).transpose()?;
        if words.is_empty() {
            return Err(errors::wrong(py, "names no program; write [PROGRAM, ARG, …]"));
        }
        let guard = (!guard.is_empty()).then_some(Guard { command: guard, memory, cpu_time });
        let hosting = Hosting { stall_limit, keep_alive: KeepAlive::No, log: None };
        let name = AgentName::Command(Program { words, guard, hosting });
        let cancel = CancelFlag::new();
        match run::aside(py, &cancel, |_| Ok(()), || name.try_start())? {
            Ok(()) => {
                Ok(Self { name, seed: 1, games: Mutex::default(), closed: AtomicBool::new(false) })
            }
            Err(error @ StartError::Program { .. }) => Err(errors::wrong(py, &error.to_string())),
            Err(error) => Err(pyo3::exceptions::PyOSError::new_err(error.to_string())),
        }
    }

    #[getter]
    fn name(&self) -> String {
        self.name.to_string()
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether it plays the same game under every seed.
    #[getter]
    fn is_deterministic(&self) -> bool {
        self.name.is_deterministic()
    }

    /// Refuses rules that the agent cannot play by.
    fn check_rules(&self, py: Python<'_>, game: &GameCore) -> PyResult<()> {
        let rules = game.lock().state.rules().clone();
        self.check(py, &rules)
    }

    /// Chooses a move.
    fn choose(&self, py: Python<'_>, game: &GameCore) -> PyResult<Chosen> {
        let (state, played) = {
            let history = game.lock();
            (history.state.clone(), history.played.clone())
        };
        if let Some(outcome) = state.outcome() {
            return Err(over(py, outcome));
        }
        self.check(py, state.rules())?;
        if self.closed.load(Ordering::Relaxed) {
            return Err(errors::wrong(py, &format!("`{}` was closed", self.name)));
        }
        let cancel = CancelFlag::new();
        let choice = run::aside(py, &cancel, |_| Ok(()), || self.chosen(&state, &played, &cancel))?;
        let choice = choice.map_err(|error| errors::agent(py, &self.name.to_string(), &error))?;
        let place = to_place(state.rules().side(), choice.mv);
        let info = choice.info.map(|info| (info.score, info.depth, info.line));
        Ok((place, choice.nodes, choice.seconds, info))
    }

    /// Forgets the current games, and counts the next from `number`.
    fn restart(&self, py: Python<'_>, number: u64) -> PyResult<()> {
        // Another thread may wait for a move, and a program gets a moment to end.
        run::aside(
            py,
            &CancelFlag::new(),
            |_| Ok(()),
            || {
                let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
                *games = Games { playing: [None, None], next: [number; 2] };
            },
        )
    }

    /// Ends the programs. Choosing is an error from now on.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.closed.store(true, Ordering::Relaxed);
        self.restart(py, 0)
    }
}

/// Becomes the guard of a program, in a process of its own. Returns its exit status.
#[pyfunction]
pub(crate) fn guard_bot(arguments: Vec<OsString>) -> u8 {
    #[cfg(target_os = "linux")]
    {
        let status = quadrille_lab::process::run_guard(arguments);
        u8::from(status != std::process::ExitCode::SUCCESS)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = arguments;
        3
    }
}

/// Returns the agents: id, title, how it plays, whether it is deterministic, and its parameters.
#[pyfunction]
pub(crate) fn agents() -> Vec<(&'static str, &'static str, &'static str, bool, Vec<&'static str>)> {
    let is_ready = |id: &str| AgentName::parse(id).is_ok_and(|name| name.build().is_some());
    let entries = AGENTS.iter().filter(|entry| is_ready(entry.id));
    let row = |entry: &&'static quadrille_arena::AgentEntry| {
        let parameters = entry.parameters.iter().map(|parameter| parameter.name).collect();
        (entry.id, entry.title, entry.about, entry.deterministic, parameters)
    };
    entries.map(row).collect()
}
