//! What ends a command early.

use std::io;

use crate::exit::Exit;

/// Why a command ended before its end.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user asked for something that cannot be.
    Usage(anyhow::Error),
    /// Something is wrong at a place of an input, which begins the message: `FILE:LINE:COLUMN: what`.
    Input(String),
    /// The machine refused something.
    Internal(anyhow::Error),
    /// Nobody reads the output any more; nothing is wrong with that.
    ClosedPipe,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(anyhow::Error::msg(message.into()))
    }

    /// Something wrong at a place of an input, told as of a line of puzzles.
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
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
            Self::Input(message) => {
                crate::notes::at(&message);
                return Exit::Usage;
            }
            Self::Usage(error) => (error, Exit::Usage),
            Self::Internal(error) => (error, Exit::Internal),
        };
        crate::notes::error(&format!("{error:#}"));
        exit
    }
}
