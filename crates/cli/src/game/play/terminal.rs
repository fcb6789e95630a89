//! What `play` shows the people at the terminal: lines, which a transcript gets too.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use quadrille_arena::AgentError;
use quadrille_arena::game::PlyRecord;
use quadrille_core::Meter;

use super::board::{draw, moves};
use super::table::{Table, ply_text};
use super::typed::Typed;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;

/// Columns of lines of moves where the width is not known.
const USUAL_WIDTH: usize = 80;

/// A stream that people read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stream {
    Stdout,
    Stderr,
}

/// The terminal of a game.
pub(super) struct Terminal {
    /// Where lines go; `None` if no people play and programs read the output.
    stream: Option<Stream>,
    color: ColorChoice,
    /// A file that gets the same text.
    transcript: Option<Mutex<Output>>,
    table: Mutex<Table>,
}

impl Terminal {
    pub(super) fn new(
        context: &Context,
        stream: Option<Stream>,
        transcript: Option<Output>,
        table: Table,
    ) -> Self {
        let (color, transcript) = (context.messages.color(), transcript.map(Mutex::new));
        Self { stream, color, transcript, table: Mutex::new(table) }
    }

    /// Begins the game, or begins it again.
    pub(super) fn begin(&self, table: Table) {
        *self.table() = table;
    }

    /// Adds a move, and shows it unless it was shown before.
    pub(super) fn add(&self, ply: &PlyRecord, is_new: bool) -> Result<(), Failure> {
        let mut table = self.table();
        table.add(ply);
        if is_new {
            self.print(&ply_text(ply, table.state.rules().side()))?;
            // A transcript has no waiting in it.
            if let Some(wait) = table.waits_for().filter(|_| self.is_terminal()) {
                self.print_lines(&wait)?;
            }
        }
        Ok(())
    }

    /// Begins the turn of a person.
    pub(super) fn begin_turn(&self) -> Result<(), AgentError> {
        self.print(&self.board()).map_err(|_| AgentError::Stopped)
    }

    /// Asks for a line.
    pub(super) fn ask(&self, typed: &Typed, meter: &Meter<'_>) -> Result<String, AgentError> {
        let table = self.table();
        let [first, second] = table.state.scores();
        let left = meter.limits().time.map(|left| left.saturating_sub(meter.elapsed()));
        let left = left.map(|left| format!(", {:.0} s left", left.as_secs_f64()));
        let prompt = format!(
            "{} ({first} - {second}{}), `help` lists commands > ",
            table.state.seat(),
            left.unwrap_or_default()
        );
        drop(table);
        self.print(&prompt).map_err(|_| AgentError::Stopped)?;
        typed.line(meter)
    }

    /// Shows the answer to a line. A closed terminal stops the game without a loser.
    pub(super) fn answer(&self, text: &str) -> Result<(), AgentError> {
        self.print(text).map_err(|_| AgentError::Stopped)
    }

    /// Returns the board.
    pub(super) fn board(&self) -> String {
        let table = self.table();
        draw(&table.state, &table.plies, self.width().unwrap_or(usize::MAX))
    }

    /// Returns the list of moves.
    pub(super) fn moves(&self) -> String {
        let table = self.table();
        let width = self.width().unwrap_or(USUAL_WIDTH);
        let lines = moves(&table.plies, table.state.rules().side(), width);
        if lines.is_empty() { "no moves yet\n".to_owned() } else { lines.join("\n") + "\n" }
    }

    /// Prints lines.
    pub(super) fn print(&self, text: &str) -> Result<(), Failure> {
        self.print_lines(text)?;
        let Some(transcript) = &self.transcript else { return Ok(()) };
        let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        transcript.text(&strip_str(text).to_string())?;
        transcript.flush()
    }

    fn print_lines(&self, text: &str) -> Result<(), Failure> {
        let (written, name) = match self.stream {
            Some(Stream::Stdout) => {
                (write(&mut AutoStream::new(io::stdout(), self.color), text), "standard output")
            }
            Some(Stream::Stderr) => {
                (write(&mut AutoStream::new(io::stderr(), self.color), text), "standard error")
            }
            None => (Ok(()), ""),
        };
        written.map_err(|error| Failure::writing(error, name))
    }

    /// Completes the transcript.
    pub(super) fn conclude(&self) -> Result<(), Failure> {
        let Some(transcript) = &self.transcript else { return Ok(()) };
        let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        transcript.conclude(Exit::Done)
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_terminal(&self) -> bool {
        self.stream.is_some_and(|stream| match stream {
            Stream::Stdout => io::stdout().is_terminal(),
            Stream::Stderr => io::stderr().is_terminal(),
        })
    }

    /// Returns the width of the terminal that shows the lines, if there is one.
    fn width(&self) -> Option<usize> {
        let size = match self.stream? {
            Stream::Stdout => terminal_size::terminal_size_of(io::stdout()),
            Stream::Stderr => terminal_size::terminal_size_of(io::stderr()),
        };
        size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0)
    }
}

fn write(stream: &mut impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes()).and_then(|()| stream.flush())
}
