//! What the registry knows of an agent.

use std::sync::Arc;

use quadrille_lab::registry::{Named, Parameter, Parameters};
use thiserror::Error;

use super::four_by_four::SolvedGames;
use crate::agent::{Agent, Unsupported};
use crate::game::Ruleset;

impl Named for AgentEntry {
    const WHAT: &'static str = "agent";

    fn id(&self) -> &'static str {
        self.id
    }

    fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }
}

/// An agent of the registry.
pub struct AgentEntry {
    /// Its name for users: kebab-case, stable.
    pub id: &'static str,
    /// What it is, in a few words.
    pub title: &'static str,
    /// How it chooses its moves, in a few sentences.
    pub about: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// Whether it plays the same game under every seed.
    pub deterministic: bool,
    /// Returns an error when the agent cannot play under these rules.
    pub supports: fn(&Ruleset) -> Result<(), Unsupported>,
    /// Creates the agent.
    pub build: Build,
}

impl AgentEntry {
    /// Returns an entry for struct updates: an agent without parameters that can play under all
    /// rules, and a person.
    pub(super) const fn new(id: &'static str) -> Self {
        Self {
            id,
            title: "",
            about: "",
            parameters: &[],
            deterministic: false,
            supports: |_| Ok(()),
            build: Build::Terminal,
        }
    }
}

/// How an agent is created.
#[derive(Clone, Copy)]
pub enum Build {
    /// From its parameters, and what all agents of one name share.
    Ready(fn(&Parameters, &Shared) -> Box<dyn Agent>),
    /// By a shell that knows the terminal: the agent is a person.
    Terminal,
}

/// What the agents created from one [`AgentName`](super::AgentName) share: results that take
/// seconds to compute and do not depend on the game.
#[derive(Clone, Default)]
pub struct Shared {
    pub(super) solved: Arc<SolvedGames>,
}

/// An agent that cannot play under the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{agent}` {why}")]
pub struct UnsupportedRules {
    /// The name of the agent.
    pub agent: String,
    /// What it does not support.
    pub why: Unsupported,
}
