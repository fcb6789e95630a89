//! `human`: a person at a terminal. Only the shell knows the terminal, so it makes the agent; the
//! entry is here so that the name is known and listed.

use super::entry::{AgentEntry, Build, any_rules};

/// The entry of the person.
pub(super) const ENTRY: AgentEntry = AgentEntry {
    id: "human",
    title: "a person",
    about: "Whoever sits at the terminal; only in `play`.",
    parameters: &[],
    deterministic: false,
    supports: any_rules,
    build: Build::Terminal,
};
