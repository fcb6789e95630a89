//! What `play` says to the people at the terminal.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use anstream::adapter::strip_str;

use crate::failure::Failure;
use crate::output::Output;

/// Where people look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Screen {
    Output,
    /// Standard error, where standard output is for programs or in a file.
    Error,
    /// Nobody looks.
    None,
}

/// What is said, and where to.
pub(super) struct Talk {
    pub(super) screen: Screen,
    /// A file that takes it all too.
    pub(super) transcript: Option<Mutex<Output>>,
}

impl Talk {
    pub(super) fn say(&self, text: &str) -> Result<(), Failure> {
        let written = match self.screen {
            Screen::Output => all(&mut anstream::stdout(), text),
            Screen::Error => all(&mut anstream::stderr(), text),
            Screen::None => Ok(()),
        };
        written.map_err(|error| Failure::writing(error, "to the terminal"))?;
        let Some(transcript) = &self.transcript else { return Ok(()) };
        let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        transcript.text(&strip_str(text).to_string())?;
        transcript.flush()
    }
}

fn all(to: &mut impl Write, text: &str) -> std::io::Result<()> {
    to.write_all(text.as_bytes()).and_then(|()| to.flush())
}
