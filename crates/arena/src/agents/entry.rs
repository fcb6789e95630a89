//! What an agent is, and what the registry knows of it.

use std::sync::Arc;

use quadrille_engine::{CancelFlag, Meter};
use quadrille_lab::registry::{Parameter, Parameters};
use thiserror::Error;

use crate::game::{GameState, Move, Played, Ruleset, Seat};

/// What decides moves. An agent sees the game and cannot alter it; what it may spend on a move is
/// in the run.
pub trait Agent: Send {
    /// A game begins. An agent that takes its time for that looks at the flag meanwhile.
    ///
    /// # Errors
    /// When the agent cannot play it: the game is lost before it began; or when it was cancelled.
    fn start(
        &mut self,
        rules: &Arc<Ruleset>,
        seat: Seat,
        seed: u64,
        cancel: &CancelFlag,
    ) -> Result<(), Forfeit> {
        let _ = (rules, seat, seed, cancel);
        Ok(())
    }

    /// Names a move. Called only while the game goes on and it is the agent's turn.
    ///
    /// # Errors
    /// When the agent has none to give: it resigned, or broke down.
    fn choose(&mut self, state: &GameState, meter: &mut Meter<'_>) -> Result<Move, Forfeit>;

    /// A move was played, by whomever; the state is the one after it. Those of an opening are told
    /// after the start.
    fn played(&mut self, state: &GameState, played: &Played) {
        let _ = (state, played);
    }

    /// The game is over.
    fn finish(&mut self, state: &GameState) {
        let _ = state;
    }
}

/// Why an agent lost without a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Forfeit {
    /// It gave up.
    #[error("resigned")]
    Resigned,
    /// It used up its time.
    #[error("out of time")]
    Time,
    /// It ended, or could not be started.
    #[error("{0}")]
    Crashed(String),
    /// It said something that is no move.
    #[error("{0}")]
    Nonsense(String),
    /// It cannot play under these rules.
    #[error("{0}")]
    Unsupported(String),
    /// Everything was cancelled; nobody's fault.
    #[error("cancelled")]
    Cancelled,
}

/// An agent of the registry.
pub struct AgentEntry {
    /// Its name for users: kebab-case, stable.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// How it decides, in a few sentences.
    pub about: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// Whether it plays the same game again under another seed.
    pub deterministic: bool,
    /// Whether it can play under these rules; if not, why.
    pub supports: fn(&Ruleset) -> Result<(), String>,
    /// Makes one.
    pub build: Build,
}

/// How an agent comes about.
#[derive(Clone, Copy)]
pub enum Build {
    /// From its parameters.
    Ready(fn(&Parameters) -> Box<dyn Agent>),
    /// By the shell, which knows the terminal: a person.
    Terminal,
}

/// For agents that can play under all rules.
pub(super) fn any_rules(_: &Ruleset) -> Result<(), String> {
    Ok(())
}
