//! The registry of agents. Each agent, or family of agents, has a file of its own and is listed
//! here.

pub(crate) mod automata;
mod entry;
pub(crate) mod four_by_four;
pub(crate) mod large_boards;
pub(crate) mod limits;
pub(crate) mod live_board;
mod mcts;
mod name;
mod originals;
pub(crate) mod pass_value;
mod perfect4;
pub(crate) mod strong;

pub use entry::{AgentEntry, Build, Shared, UnsupportedRules};
pub(crate) use name::numbered_name;
pub use name::{AgentName, AgentNameError, without_number};

/// A person at a terminal. Only a shell knows the terminal, so the shell creates the agent.
const HUMAN: AgentEntry = AgentEntry {
    title: "a person",
    about: "The person at the terminal; only for `play`.",
    ..AgentEntry::new("human")
};

/// All agents, in the order of lists and tables.
pub const AGENTS: &[&AgentEntry] = &[
    &automata::RANDOM_NO_VALIDATION,
    &automata::RANDOM_VALID,
    &automata::FIRST_VALID,
    &originals::MINIMAX,
    &originals::ALPHABETA,
    &originals::IA,
    &strong::ENTRY,
    &mcts::ENTRY,
    &perfect4::ENTRY,
    &HUMAN,
];
