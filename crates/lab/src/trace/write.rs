//! Writes a trace as an observer.

use std::io::{self, Write};

use quadrille_core::{Counter, Counters, Event, Observer, Snapshot};

use super::{Header, VERSION};

/// An observer that writes a trace.
///
/// An observer cannot fail, so the first error of the output is kept for [`finish`](Self::finish),
/// and nothing is written after it.
pub struct TraceWriter<W: Write> {
    output: W,
    before: Counters,
    board: Snapshot,
    line: String,
    result: io::Result<()>,
}

impl<W: Write> TraceWriter<W> {
    /// Starts a trace.
    pub fn new(output: W, header: &Header) -> Self {
        let ids: Vec<&str> = Counter::ALL.iter().map(|counter| counter.id()).collect();
        let Header { shape, puzzle, configuration, seed } = header;
        let mut writer = Self {
            output,
            before: Counters::default(),
            board: Snapshot::default(),
            line: format!(
                "{VERSION}\npuzzle {shape} {puzzle}\nmethod {configuration}\nseed {seed}\ncounters {}\n",
                ids.join(" ")
            ),
            result: Ok(()),
        };
        writer.flush_line();
        writer
    }

    /// Ends the trace and returns the output.
    ///
    /// # Errors
    /// Returns the first error of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.result?;
        self.output.flush()?;
        Ok(self.output)
    }

    /// Returns whether the output has failed, so that further observing is pointless.
    pub fn has_failed(&self) -> bool {
        self.result.is_err()
    }

    fn flush_line(&mut self) {
        if self.result.is_ok() {
            self.result = self.output.write_all(self.line.as_bytes());
        }
        self.line.clear();
    }

    fn push_board(&mut self, board: &[u8]) {
        use std::fmt::Write as _;
        if self.board.len() == board.len() {
            for (cell, (old, new)) in self.board.iter().zip(board).enumerate() {
                if old != new {
                    write!(self.line, " {cell}={new}").expect("writing to a String cannot fail");
                }
            }
        } else {
            self.line.push_str(" =");
            for digit in board {
                write!(self.line, " {digit}").expect("writing to a String cannot fail");
            }
        }
        self.board = board.into();
    }
}

impl<W: Write> Observer for TraceWriter<W> {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        use std::fmt::Write as _;
        let word = match event {
            Event::Started => "started",
            Event::Improved { .. } => "improved",
            Event::At { .. } => "at",
            Event::Restarted => "restarted",
            Event::Gauge { .. } => "gauge",
            Event::Claimed { .. } => "claimed",
            Event::Stopped(_) => "stopped",
            // Events that this version of the format does not have.
            _ => return,
        };
        self.line.push_str(word);
        for (index, counter) in Counter::ALL.into_iter().enumerate() {
            let rise = at[counter] - self.before[counter];
            if rise > 0 {
                write!(self.line, " {index}+{rise}").expect("writing to a String cannot fail");
            }
        }
        self.before = *at;
        self.line.push_str(" :");
        match event {
            Event::Improved { cost, board } => {
                write!(self.line, " {cost}").expect("writing to a String cannot fail");
                self.push_board(board);
            }
            Event::At { board, depth } => {
                write!(self.line, " {depth}").expect("writing to a String cannot fail");
                self.push_board(board);
            }
            Event::Claimed { board } => self.push_board(board),
            Event::Gauge { name, values } => {
                debug_assert!(!name.contains(' '), "`{name}`: a gauge's name is one word");
                self.line.push(' ');
                self.line.push_str(name);
                for value in values {
                    write!(self.line, " {value}").expect("writing to a String cannot fail");
                }
            }
            Event::Stopped(stop) => {
                self.line.push(' ');
                self.line.push_str(stop.id());
            }
            _ => {}
        }
        self.line.push('\n');
        self.flush_line();
    }
}
