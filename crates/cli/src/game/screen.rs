//! What `play` says to the people at the terminal.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};

use crate::failure::Failure;
use crate::io::output::Output;

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
    pub(super) color: ColorChoice,
    pub(super) screen: Screen,
    /// A file that takes it all too.
    pub(super) transcript: Option<Mutex<Output>>,
}

impl Talk {
    pub(super) fn say(&self, text: &str) -> Result<(), Failure> {
        let written = match self.screen {
            Screen::Output => all(&mut AutoStream::new(io::stdout(), self.color), text),
            Screen::Error => all(&mut AutoStream::new(io::stderr(), self.color), text),
            Screen::None => Ok(()),
        };
        written.map_err(|error| Failure::writing(error, "to the terminal"))?;
        let Some(transcript) = &self.transcript else { return Ok(()) };
        let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        transcript.text(&strip_str(text).to_string())?;
        transcript.flush()
    }
}

fn all(to: &mut impl Write, text: &str) -> io::Result<()> {
    to.write_all(text.as_bytes()).and_then(|()| to.flush())
}
