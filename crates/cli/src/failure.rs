//! What ends a command early.

use std::io;

use crate::exit::Exit;

/// Why a command ended before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user asked for something that cannot be.
    Usage(anyhow::Error),
    /// The machine refused something.
    Internal(anyhow::Error),
    /// Nobody reads the output any more; nothing is wrong with that.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(anyhow::Error::msg(message.into()))
    }

    /// A failed write of results.
    pub(crate) fn writing(error: io::Error, what: &str) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::Internal(anyhow::Error::new(error).context(format!("cannot write {what}")))
        }
    }

    /// Tells the user, and says how the process ends.
    pub(crate) fn report(self) -> Exit {
        let (error, exit) = match self {
            Self::ClosedPipe => return Exit::Done,
            Self::Usage(error) => (error, Exit::Usage),
            Self::Internal(error) => (error, Exit::Internal),
        };
        crate::notes::error(&format!("{error:#}"));
        exit
    }
}
