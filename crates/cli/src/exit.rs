//! What the process says at its end.

use std::process::ExitCode;

/// The exit status, in ascending order of what wins when several things happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Exit {
    /// All as wished.
    #[default]
    Done,
    /// At least one "no".
    No,
    /// Bad usage, bad or unreadable input, unsupported.
    Usage,
    /// Something failed that is not the user's doing.
    Internal,
    /// Ctrl-C.
    Interrupted,
}

impl Exit {
    /// This happened too.
    pub(crate) fn also(&mut self, other: Self) {
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
