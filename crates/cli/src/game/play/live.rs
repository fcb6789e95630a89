//! A terminal on which the game is drawn in place.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use quadrille_arena::AgentError;
use quadrille_engine::{Cell, Meter};

use super::commands;
use super::screen::{Editor, Frame, Key, KeyReader, Position, Pressed, View};
use super::screen::{compose, compose_page, has_room, wrapped};
use super::table::Table;
use super::typed::{self, Typed};
use crate::io::raw_mode::{RawMode, Stream};

/// Height and width of a terminal that does not know its own.
const USUAL_SIZE: [usize; 2] = [24, 80];
/// How often no key follows before an Escape character is the Escape key: after about 100 ms.
const ESCAPE_POLLS: u8 = 5;
/// Maximum height and width of a frame. Larger terminals are used in part.
const LARGEST: usize = 1000;

/// The screen and the line that is typed on it.
pub(super) struct Live {
    raw_mode: Arc<RawMode>,
    stream: Stream,
    color: bool,
    /// Raised when the process was stopped and continued, after which the mode may be another.
    continued: Arc<AtomicBool>,
    parts: Mutex<Parts>,
}

#[derive(Default)]
struct Parts {
    editor: Editor,
    reader: KeyReader,
    /// How often nothing was typed when a key was waited for.
    idle: u8,
    /// Keys that were pressed but not processed.
    keys: VecDeque<Key>,
    message: String,
    /// Lines to be read before the game is shown again.
    page: Vec<String>,
    /// The rows on the screen.
    rows: Vec<String>,
    /// Height and width.
    size: [usize; 2],
}

impl Live {
    /// Takes over the terminal of standard input and that stream.
    ///
    /// # Errors
    /// When it is not a terminal.
    pub(super) fn new(raw_mode: Arc<RawMode>, stream: Stream, color: bool) -> io::Result<Self> {
        let continued = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGCONT, continued.clone())?;
        raw_mode.enter(stream)?;
        let parts = Mutex::default();
        Ok(Self { raw_mode, stream, color, continued, parts })
    }

    /// Leaves the screen as it was before the game.
    pub(super) fn leave(&self) {
        self.raw_mode.leave();
    }

    /// Shows a message below the board, or a page of its own if it is long.
    pub(super) fn say(&self, message: &str, table: &Table) {
        let mut parts = self.parts();
        parts.message.clear();
        let size = self.size();
        if has_room(message, &table.state, size) {
            parts.message = message.trim_end().to_owned();
        } else {
            parts.page = wrapped(message.trim_end(), size[1]);
        }
    }

    /// Draws the game.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub(super) fn draw(&self, table: &Table, meter: Option<&Meter<'_>>) -> io::Result<()> {
        self.draw_parts(&mut self.parts(), table, meter)
    }

    /// Waits for a line, while the clock and the size of the terminal are watched.
    pub(super) fn line(
        &self,
        table: &Table,
        input: &Typed,
        meter: &Meter<'_>,
    ) -> Result<String, AgentError> {
        loop {
            // Lines that were typed in advance may be many.
            typed::check(meter)?;
            let mut parts = self.parts();
            while let Some(key) = parts.keys.pop_front() {
                if !parts.page.is_empty() && !parts.turn_page(&key) {
                    continue;
                }
                match parts.editor.press(&key, commands::WORDS) {
                    Pressed::Changed | Pressed::Nothing => {}
                    Pressed::Line(line) => {
                        parts.message.clear();
                        return Ok(line);
                    }
                    Pressed::EndOfInput => {
                        input.end();
                        return Err(AgentError::Stopped);
                    }
                    Pressed::Redraw => parts.rows.clear(),
                    Pressed::Suspend => {
                        self.raw_mode.suspend().map_err(|_| AgentError::Stopped)?;
                        parts.rows.clear();
                    }
                }
            }
            // A closed terminal stops the game without a loser.
            self.draw_parts(&mut parts, table, Some(meter)).map_err(|_| AgentError::Stopped)?;
            drop(parts);
            let bytes = input.next(meter)?;
            let mut parts = self.parts();
            let keys = match bytes {
                Some(bytes) => parts.reader.read(&bytes),
                None => parts.wait(),
            };
            parts.keys.extend(keys);
        }
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn size(&self) -> [usize; 2] {
        let size = match self.stream {
            Stream::Stdout => terminal_size::terminal_size_of(io::stdout()),
            Stream::Stderr => terminal_size::terminal_size_of(io::stderr()),
        };
        match size {
            Some((width, height)) if width.0 > 0 && height.0 > 0 => {
                [height.0, width.0].map(|length| usize::from(length).min(LARGEST))
            }
            _ => USUAL_SIZE,
        }
    }

    fn draw_parts(
        &self,
        parts: &mut Parts,
        table: &Table,
        meter: Option<&Meter<'_>>,
    ) -> io::Result<()> {
        if self.continued.swap(false, Ordering::Relaxed) {
            self.raw_mode.enter(self.stream)?;
            parts.rows.clear();
        }
        let size = self.size();
        if size != parts.size {
            parts.size = size;
            parts.rows.clear();
        }
        let frame = if parts.page.is_empty() {
            let selected = selected(parts.editor.line(), table);
            let message = match selected {
                Some(cell) => commands::legal_text(&table.state, cell),
                None if parts.message.is_empty() => table.status(),
                None => parts.message.clone(),
            };
            let view = View {
                position: Position { state: &table.state, plies: &table.plies, selected },
                names: &table.names,
                clocks: table.clocks(meter),
                message: &message,
                line: parts.editor.line(),
                cursor: parts.editor.cursor(),
            };
            compose(&view, size)
        } else {
            compose_page(&parts.page, size).0
        };
        self.show(&frame, parts)
    }

    /// Writes the rows that changed.
    fn show(&self, frame: &Frame, parts: &mut Parts) -> io::Result<()> {
        let rows = frame.canvas.lines(self.color);
        let mut text = String::from("\x1b[?25l");
        if parts.rows.len() != rows.len() {
            text += "\x1b[2J";
            parts.rows = vec![String::new(); rows.len()];
        }
        for (index, (row, before)) in rows.iter().zip(&parts.rows).enumerate() {
            if row != before {
                // Cleared first: a full row leaves the cursor on its last character.
                text += &format!("\x1b[{};1H\x1b[2K{row}", index + 1);
            }
        }
        let [row, column] = frame.cursor;
        text += &format!("\x1b[{};{}H\x1b[?25h", row + 1, column + 1);
        parts.rows = rows;
        self.stream.write(text.as_bytes())
    }
}

impl Parts {
    /// Returns the Escape key if it was pressed and nothing followed for a while. Over a slow network,
    /// the parts of a sequence arrive one after the other.
    fn wait(&mut self) -> Vec<Key> {
        self.idle = if self.reader.is_pending() { self.idle + 1 } else { 0 };
        if self.idle < ESCAPE_POLLS {
            return Vec::new();
        }
        self.idle = 0;
        self.reader.escape().into_iter().collect()
    }

    /// Processes a key while a page is shown. Returns whether it is meant for the line.
    fn turn_page(&mut self, key: &Key) -> bool {
        match key {
            Key::Enter | Key::Down | Key::Char(' ') => {
                let shown = compose_page(&self.page, self.size).1;
                self.page.drain(..shown.min(self.page.len()));
                false
            }
            key => {
                self.page.clear();
                *key != Key::Escape
            }
        }
    }
}

/// Returns the cell that a line which is being typed begins with.
fn selected(line: &str, table: &Table) -> Option<Cell> {
    commands::cell_of(line, table.state.rules().side())
}
