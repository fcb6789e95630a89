//! The exit status of the process.

use std::process::ExitCode;

/// An exit status; later variants are more severe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Exit {
    /// Success.
    #[default]
    Done,
    /// At least one puzzle or game failed.
    No,
    /// Bad usage, bad or unreadable input, or an unsupported board.
    Usage,
    /// An error that the user did not cause.
    Internal,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    /// Keeps the more severe status.
    pub(crate) fn merge(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::Internal => 3,
            Exit::Interrupted => 130,
        })
    }
}
