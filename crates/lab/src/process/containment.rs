//! What contains a program.

use std::ffi::OsString;
use std::time::Duration;

/// A small process between this one and the program. It ends everything that the program started,
/// even in other sessions, as soon as the program is closed or this process ends. Works on Linux only;
/// elsewhere it is ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Guard {
    /// A command whose process passes the arguments that are added to it to
    /// `run_guard`.
    pub command: Vec<OsString>,
    /// The most address space that each process of the program may have, in bytes.
    pub memory: Option<u64>,
    /// The most processor time that each process of the program may use, rounded up to
    /// seconds.
    pub cpu_time: Option<Duration>,
}
