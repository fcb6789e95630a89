//! Which program plays, and how the arena deals with it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use quadrille_lab::process::Guard;

/// A program and its arguments, with what contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// The guard that starts it. Without one, only the program's process group is killed at the end
    /// of its game: a process that leaves the group survives, and so does the program if the
    /// process that referees the game is killed.
    pub guard: Option<Guard>,
    /// How the arena deals with it.
    pub hosting: Hosting,
}

impl From<Vec<String>> for Program {
    fn from(words: Vec<String>) -> Self {
        Self { words, guard: None, hosting: Hosting::default() }
    }
}

/// How the arena deals with a program, whatever the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosting {
    /// How long it may think about a move if the rules have no clock.
    pub stall_limit: Duration,
    /// Whether it plays game after game, instead of being started for each.
    pub keep_alive: KeepAlive,
    /// Where its lines are logged, if they are.
    pub log: Option<ProtocolLog>,
}

impl Default for Hosting {
    fn default() -> Self {
        Self { stall_limit: Duration::from_secs(60), keep_alive: KeepAlive::default(), log: None }
    }
}

/// Whether a program plays game after game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeepAlive {
    /// It is started for each game.
    #[default]
    No,
    /// After a game that it did not lose by failing, it waits for the next one.
    #[cfg(feature = "process")]
    Yes(quadrille_lab::process::Waiting),
}

/// Receives the lines that are exchanged with programs, without their newlines: the program, its
/// process, the direction (`>` to the program, `<` from it) and the line.
#[derive(Clone)]
pub struct ProtocolLog(pub Arc<LogLine>);

/// Takes a line of a [`ProtocolLog`].
pub type LogLine = dyn Fn(&str) + Send + Sync;

impl fmt::Debug for ProtocolLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProtocolLog")
    }
}

impl PartialEq for ProtocolLog {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for ProtocolLog {}
