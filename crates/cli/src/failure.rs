//! Errors that end a command.

use std::io;

use quadrille_formats::line::holds_puzzle;
use quadrille_lab::registry::NameError;

use crate::exit::Exit;
use crate::io::messages::Messages;
use crate::names::{explained, file_hint};

/// Why a command ended early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user asked for something impossible.
    Usage(anyhow::Error),
    /// An input is malformed; the message begins with the place: `FILE:LINE:COLUMN: what`.
    Input(String),
    /// The system refused something.
    Internal(anyhow::Error),
    /// The reader of the output is gone, which is not an error.
    ClosedPipe,
    /// Ctrl-C came before the command could start.
    Interrupted,
}

impl Failure {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(anyhow::Error::msg(message.into()))
    }

    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// Returns the failure for a question that cannot be asked.
    #[allow(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
    pub(crate) fn of(error: quadrille_api::Error) -> Self {
        Self::usage(error.message)
    }

    /// Returns an error that says why the first of these options that was given has no effect.
    pub(crate) fn refuse(options: &[(bool, &str)]) -> Result<(), Self> {
        match options.iter().find(|(is_given, _)| *is_given) {
            Some((_, message)) => Err(Self::usage(*message)),
            None => Ok(()),
        }
    }

    /// Returns the failure for a name that does not exist, with a suggestion for a near miss.
    pub(crate) fn unknown(what: &str, name: &str, known: &[&str]) -> Self {
        let error = quadrille_api::Error::unknown(what, name, known.iter().copied());
        let message = match known.len() {
            0..=quadrille_api::Error::LISTED => error.message,
            _ => format!("{}; `quadrille {what}s` lists them", error.message),
        };
        Self::usage(explained(message, what, name))
    }

    /// Returns the failure for a file that cannot be read, where a puzzle may have been written out.
    #[allow(clippy::needless_pass_by_value, reason = "it is passed to map_err")]
    pub(crate) fn unreadable(name: &str, error: io::Error) -> Self {
        let advice = match error.kind() {
            io::ErrorKind::NotFound if holds_puzzle(name.as_bytes()) => {
                "; write the name of a file here, not a puzzle".to_owned()
            }
            io::ErrorKind::NotFound => format!("; {}", file_hint(name)),
            io::ErrorKind::IsADirectory => "; name a file in it".to_owned(),
            _ => String::new(),
        };
        Self::usage(format!("{name}: cannot be read: {error}{advice}"))
    }

    /// Returns the failure for an error while writing results.
    pub(crate) fn writing(error: io::Error, what: &str) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ClosedPipe
        } else {
            Self::unwritten(error, format!("cannot write to {what}"))
        }
    }

    /// Returns the failure for something that cannot be written: the user's if the place is wrong,
    /// the system's if it is full or broken.
    pub(crate) fn unwritten(error: io::Error, what: String) -> Self {
        let is_place = is_wrong_place(error.kind());
        let error = anyhow::Error::new(error).context(what);
        if is_place { Self::Usage(error) } else { Self::Internal(error) }
    }

    /// Prints the error and returns the exit status.
    pub(crate) fn report(self, messages: Messages) -> Exit {
        let (error, exit) = match self {
            Self::ClosedPipe => return Exit::Done,
            Self::Interrupted => return Exit::Interrupted,
            Self::Input(message) => {
                messages.bad_input(&message);
                return Exit::Usage;
            }
            Self::Usage(error) => (error, Exit::Usage),
            Self::Internal(error) => (error, Exit::Internal),
        };
        messages.error(&format!("{error:#}"));
        exit
    }
}

/// Whether an error of the system says that nothing can be written to a place, whatever is free.
fn is_wrong_place(kind: io::ErrorKind) -> bool {
    use io::ErrorKind::{
        AlreadyExists, InvalidFilename, IsADirectory, NotADirectory, NotFound, PermissionDenied,
        ReadOnlyFilesystem,
    };
    matches!(
        kind,
        AlreadyExists
            | InvalidFilename
            | IsADirectory
            | NotADirectory
            | NotFound
            | PermissionDenied
            | ReadOnlyFilesystem
    )
}

impl From<quadrille_storage::Error> for Failure {
    fn from(error: quadrille_storage::Error) -> Self {
        match &error {
            quadrille_storage::Error::System { error: cause, .. }
                if !is_wrong_place(cause.kind()) =>
            {
                Self::Internal(anyhow::Error::msg(error.to_string()))
            }
            quadrille_storage::Error::Changed { .. } => {
                Self::Internal(anyhow::Error::msg(error.to_string()))
            }
            _ => Self::usage(error.to_string()),
        }
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        Self::usage(match &error {
            NameError::Unknown { what, near: None, id } => {
                explained(format!("{error}; `quadrille {what}s` lists them"), what, id)
            }
            error => error.to_string(),
        })
    }
}
