//! What `play` prints for the people at the terminal.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// The stream that people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Screen {
    Stdout,
    /// Used if standard output is for programs, or the output goes to a file.
    Stderr,
    /// No game is in progress.
    None,
}

/// The terminal of a game.
pub(super) struct Terminal {
    pub(super) color: ColorChoice,
    pub(super) screen: Screen,
    /// A file that gets the same text.
    pub(super) transcript: Option<Mutex<Output>>,
}

impl Terminal {
    pub(super) fn print(&self, text: &str) -> Result<(), Failure> {
        let (written, name) = match self.screen {
            Screen::Stdout => {
                (write(&mut AutoStream::new(io::stdout(), self.color), text), "standard output")
            }
            Screen::Stderr => {
                (write(&mut AutoStream::new(io::stderr(), self.color), text), "standard error")
            }
            Screen::None => (Ok(()), ""),
        };
        written.map_err(|error| Failure::writing(error, name))?;
        let Some(transcript) = &self.transcript else { return Ok(()) };
        let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        transcript.text(&strip_str(text).to_string())?;
        transcript.flush()
    }

    /// Completes the transcript.
    pub(super) fn conclude(&self) -> Result<(), Failure> {
        let Some(transcript) = &self.transcript else { return Ok(()) };
        let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        transcript.conclude(Exit::Done)
    }
}

fn write(stream: &mut impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes()).and_then(|()| stream.flush())
}
