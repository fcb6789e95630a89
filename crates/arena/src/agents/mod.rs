//! The registry of agents: a file each (or a family), and its lines here.

mod automata;
mod blocks;
mod entry;
mod human;
mod limits;
mod mcts;
mod name;
mod originals;
mod passing;
mod perfect4;
mod strong;

pub(crate) use blocks::NODE;
pub use entry::{Agent, AgentEntry, Build, Forfeit};
pub use name::{AgentName, AgentNameError};
pub use strong::{Analysis, AnalysisError, MoveValue, TurningPoint, analyse, turning_points};

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
    &human::ENTRY,
];
