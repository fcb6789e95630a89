//! Writes a trace as an observer.

use std::io::{self, Write};

use quadrille_core::{Counter, Counters, Event, Observer, Snapshot};

use super::{Header, VERSION};

/// An observer that writes a trace.
///
/// An observer cannot fail, so the first error of the output is kept for [`finish`](Self::finish),
/// and nothing is written after it.
///
/// ```
/// use quadrille_core::{Counters, BoxShape, Event, Observer, Stop};
/// use quadrille_lab::trace::{Header, TraceWriter};
///
/// let header = Header {
///     shape: BoxShape::new(2, 2)?,
///     puzzle: "1.......2.....3.".to_owned(),
///     configuration: "tabu".to_owned(),
///     seed: 1,
/// };
/// let mut trace = TraceWriter::new(Vec::new(), &header);
/// trace.event(&Counters::default(), Event::Started);
/// trace.event(&Counters::default(), Event::Stopped(Stop::Stuck));
/// assert!(trace.finish()?.ends_with(b"\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TraceWriter<W: Write> {
    output: W,
    before: Counters,
    board: Snapshot,
    line: String,
    result: io::Result<()>,
}

impl<W: Write> TraceWriter<W> {
    /// Starts a trace.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CancelFlag, Limits, NoClock, Puzzle};
    /// use quadrille_lab::Configuration;
    /// use quadrille_lab::trace::{Header, TraceReader, TraceWriter, replay};
    ///
    /// let puzzle: Puzzle = "1.......2.....3.".parse()?;
    /// let tabu = Configuration::parse("tabu")?;
    /// let header = Header {
    ///     shape: puzzle.shape(),
    ///     puzzle: puzzle.to_string(),
    ///     configuration: tabu.to_string(),
    ///     seed: 1,
    /// };
    /// let mut trace = TraceWriter::new(Vec::new(), &header);
    /// let limits = Limits::nodes(100_000);
    /// let outcome = tabu.run(&puzzle, 1, limits, &CancelFlag::new(), &NoClock, Some(&mut trace))?;
    /// let text = trace.finish()?;
    /// let replayed = replay(&mut TraceReader::new(&text[..])?, |_, _| {})?;
    /// assert_eq!((replayed.stop, replayed.disagreement), (outcome.stop, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::trace::{Header, TraceWriter};
    ///
    /// let header = Header {
    ///     shape: BoxShape::new(2, 2)?,
    ///     puzzle: "1.......2.....3.".to_owned(),
    ///     configuration: "tabu".to_owned(),
    ///     seed: 1,
    /// };
    /// let text = String::from_utf8(TraceWriter::new(Vec::new(), &header).finish()?)?;
    /// assert!(text.contains("1.......2.....3."));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
