//! What `play` shows the people at the terminal: a screen that is drawn in place, or, where there is
//! none, lines one after the other. A transcript gets the lines in any case.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use quadrille_arena::AgentError;
use quadrille_arena::game::PlyRecord;
use quadrille_engine::Meter;

use super::commands;
use super::live::Live;
use super::screen::{Position, Size, draw, moves};
use super::table::{Table, ply_text};
use super::typed::{Pieces, Typed};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::io::output::Output;
use crate::io::raw_mode::Stream;

/// Columns of lines of moves where the width is not known.
const USUAL_WIDTH: usize = 80;

/// The terminal of a game.
pub(super) struct Terminal {
    /// Where lines go; `None` if no people play and programs read the output.
    stream: Option<Stream>,
    color: ColorChoice,
    /// A file that gets the same text.
    transcript: Option<Mutex<Output>>,
    /// The screen, if the game is drawn in place.
    live: Option<Live>,
    table: Mutex<Table>,
}

impl Terminal {
    /// Takes over the terminal. With `in_place`, the game is drawn in place where that is possible.
    pub(super) fn new(
        context: &Context,
        stream: Option<Stream>,
        in_place: bool,
        transcript: Option<Output>,
        table: Table,
    ) -> Self {
        let color = context.messages.color();
        let live = stream.filter(|&stream| in_place && can_draw(stream)).and_then(|stream| {
            Live::new(context.raw_mode.clone(), stream, has_color(stream, color)).ok()
        });
        let transcript = transcript.map(Mutex::new);
        Self { stream, color, transcript, live, table: Mutex::new(table) }
    }

    /// Returns how the people's input has to be read.
    pub(super) fn pieces(&self) -> Pieces {
        if self.live.is_some() { Pieces::Keys } else { Pieces::Lines }
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
            if let Some(live) = &self.live {
                live.draw(&table, None).map_err(|error| Failure::writing(error, "the terminal"))?;
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
        self.print(&prompt).map_err(|_| AgentError::Stopped)?;
        match &self.live {
            Some(live) => live.line(&table, typed, meter),
            None => typed.line(meter),
        }
    }

    /// Shows the answer to a line. A closed terminal stops the game without a loser.
    pub(super) fn answer(&self, text: &str) -> Result<(), AgentError> {
        if let Some(live) = &self.live {
            live.say(&strip_str(text).to_string(), &self.table());
        }
        self.print(text).map_err(|_| AgentError::Stopped)
    }

    /// Shows that the answer to a line takes a while.
    pub(super) fn note_thinking(&self) {
        if let Some(live) = &self.live {
            let table = self.table();
            live.say("thinking…", &table);
            // If the terminal is gone, the next line cannot be read.
            let _ = live.draw(&table, None);
        }
    }

    pub(super) fn help(&self) -> String {
        commands::help(self.live.is_some())
    }

    /// Returns the board. On the screen, it is always there.
    pub(super) fn board(&self) -> String {
        let table = self.table();
        let position = Position { state: &table.state, plies: &table.plies, selected: None };
        let size =
            if self.width().is_some_and(|width| draw(&position, Size::Medium).width() > width) {
                Size::Small
            } else {
                Size::Medium
            };
        draw(&position, size).lines(true).join("\n") + "\n"
    }

    /// Returns the list of moves.
    pub(super) fn moves(&self) -> String {
        let table = self.table();
        let width = self.width().unwrap_or(USUAL_WIDTH);
        let lines = moves(&table.plies, table.state.rules().side(), width);
        if lines.is_empty() { "no moves yet\n".to_owned() } else { lines.join("\n") + "\n" }
    }

    /// Returns to the lines of the terminal, as at the end of the game.
    pub(super) fn leave_screen(&self) {
        if let Some(live) = &self.live {
            live.leave();
        }
    }

    /// Whether the game is drawn in place.
    pub(super) fn is_live(&self) -> bool {
        self.live.is_some()
    }

    /// Prints lines, except on a screen that is drawn in place.
    pub(super) fn print(&self, text: &str) -> Result<(), Failure> {
        if self.live.is_none() {
            self.print_lines(text)?;
        }
        let Some(transcript) = &self.transcript else { return Ok(()) };
        let mut transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        transcript.text(&strip_str(text).to_string())?;
        transcript.flush()
    }

    /// Prints the end of the game, for which the screen was left.
    pub(super) fn print_end(&self, text: &str) -> Result<(), Failure> {
        if self.live.is_some() {
            self.print_lines(text)?;
        }
        self.print(text)
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

    /// Returns the width of the terminal that shows the lines, if there is one.
    fn width(&self) -> Option<usize> {
        let size = match self.stream? {
            Stream::Stdout => terminal_size::terminal_size_of(io::stdout()),
            Stream::Stderr => terminal_size::terminal_size_of(io::stderr()),
        };
        size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0)
    }
}

impl Drop for Terminal {
    /// Leaves the screen, however the game ends.
    fn drop(&mut self) {
        self.leave_screen();
    }
}

/// Whether a game can be drawn in place: a terminal gives the keys, and another or the same shows it.
fn can_draw(stream: Stream) -> bool {
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    let is_terminal = match stream {
        Stream::Stdout => io::stdout().is_terminal(),
        Stream::Stderr => io::stderr().is_terminal(),
    };
    is_terminal && io::stdin().is_terminal() && !is_dumb
}

fn has_color(stream: Stream, color: ColorChoice) -> bool {
    let chosen = match (color, stream) {
        (ColorChoice::Auto, Stream::Stdout) => AutoStream::choice(&io::stdout()),
        (ColorChoice::Auto, Stream::Stderr) => AutoStream::choice(&io::stderr()),
        (chosen, _) => chosen,
    };
    chosen != ColorChoice::Never
}

fn write(stream: &mut impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes()).and_then(|()| stream.flush())
}
