//! Programs from outside as algorithms, over the line protocol of docs/reference/protocol.md.
//!
//! Nothing that a program says is believed: the validator judges its boards, an exact solver its
//! proofs that there is no solution, and its processor time is read from the system. Only its count
//! of nodes is its own. Anything else it does ends its run, and no other one, with
//! [`Stop::Failed`](quadrille_core::Stop::Failed).

#[cfg(feature = "process")]
mod check;
#[cfg(feature = "process")]
mod host;
#[cfg(feature = "process")]
mod message;
#[cfg(feature = "process")]
mod search;

use std::fmt;
use std::time::Duration;

use crate::process::{Guard, write_command};

#[cfg(feature = "process")]
pub use check::check_program;
#[cfg(feature = "process")]
pub use message::{LONGEST_LINE, MOST_LINES, VERSION};

/// How programs are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramHost {
    /// The guard that starts them. Without one, what leaves the process group of a program survives
    /// it.
    pub guard: Option<Guard>,
    /// The least memory that the guard needs for itself, in bytes. A lower limit is raised to it.
    pub least_memory: u64,
    /// How long a program may take for a run without a limit on time.
    pub stall_limit: Duration,
    /// How much later than its limit on time a program may answer before it is killed.
    pub margin: Duration,
}

impl Default for ProgramHost {
    fn default() -> Self {
        let (stall_limit, margin) = (Duration::from_secs(60), Duration::from_millis(500));
        Self { guard: None, least_memory: 64 << 20, stall_limit, margin }
    }
}

/// A program and its arguments, and its processes that wait for their next run.
pub struct Program {
    words: Vec<String>,
    #[cfg(feature = "process")]
    host: host::Host,
}

impl Program {
    /// Creates a program from its name and arguments, without starting it.
    ///
    /// ```
    /// use quadrille_lab::program::{Program, ProgramHost};
    ///
    /// let program =
    ///     Program::new(vec!["python3".into(), "my solver.py".into()], ProgramHost::default());
    /// assert!(program.to_string().contains("my solver.py"));
    /// ```
    #[cfg_attr(not(feature = "process"), expect(unused_variables, clippy::needless_pass_by_value))]
    pub fn new(words: Vec<String>, host: ProgramHost) -> Self {
        Self {
            words,
            #[cfg(feature = "process")]
            host: host::Host::new(host),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cmd:")?;
        write_command(f, &self.words)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({self})")
    }
}
