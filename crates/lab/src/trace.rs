//! Traces: what a run told, as a text that can be kept, compared and played again.
//!
//! ```text
//! quadrille-trace 1
//! puzzle 3x3 53..7....6..195...
//! method annealing:start=givens
//! seed 1
//! counters assign assign_given assign_hidden branch ...
//! started
//! improved 7+31 8+31 : 42 = 5341…        counter 7 (by the list above) rose by 31; cost; board
//! gauge : temperature 0.5
//! improved 7+204 8+9 : 41 12=8 14=3      cells that changed since the last board, from 0
//! restarted 9+1 :
//! stopped 7+11 : solved
//! ```
//!
//! An event a line; what has not changed is not said again. Numbers are written so that reading
//! them gives the same bits. A text rather than bytes: the lines of two traces can be compared, and
//! a page reads them with a split; the differences make it about as short as bytes would be.

use std::io::{self, BufRead, Write};

use quadrille::{BoxShape, Counter, Counters, Event, Observer, Snapshot, Stop};
use thiserror::Error;

const VERSION: &str = "quadrille-trace 1";
/// The longest line that a trace has: a gauge of a level per cell and digit is half of it.
const LONGEST: u64 = 4 << 20;

/// Of what run a trace is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The board's shape.
    pub shape: BoxShape,
    /// The puzzle on one line.
    pub puzzle: String,
    /// The method's canonical name.
    pub method: String,
    /// The seed.
    pub seed: u64,
}

/// An event as it is read again.
#[derive(Clone, Debug, PartialEq)]
pub enum Recorded {
    /// It began.
    Started,
    /// A board better than all before.
    Improved {
        /// Its common cost.
        cost: u32,
        /// Row-major digits, 0 = empty.
        board: Snapshot,
    },
    /// It began again.
    Restarted,
    /// An inner quantity.
    Gauge {
        /// Which.
        name: String,
        /// Its value or values.
        values: Vec<f64>,
    },
    /// It ended.
    Stopped(Stop),
}

/// An observer that writes a trace.
///
/// An observer cannot fail, so an error of the output is kept for [`finish`](Self::finish), and
/// nothing is written after it.
pub struct TraceWriter<W: Write> {
    output: W,
    before: Counters,
    board: Snapshot,
    line: String,
    result: io::Result<()>,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a trace.
    pub fn new(output: W, header: &Header) -> Self {
        let ids: Vec<&str> = Counter::ALL.iter().map(|counter| counter.id()).collect();
        let Header { shape, puzzle, method, seed } = header;
        let mut writer = Self {
            output,
            before: Counters::default(),
            board: Snapshot::default(),
            line: format!(
                "{VERSION}\npuzzle {shape} {puzzle}\nmethod {method}\nseed {seed}\ncounters {}\n",
                ids.join(" ")
            ),
            result: Ok(()),
        };
        writer.flush_line();
        writer
    }

    /// Ends the trace and gives the output back.
    ///
    /// # Errors
    /// The first error that the output had.
    pub fn finish(mut self) -> io::Result<W> {
        self.result?;
        self.output.flush()?;
        Ok(self.output)
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
                    write!(self.line, " {cell}={new}").expect("strings take all");
                }
            }
        } else {
            self.line.push_str(" =");
            for digit in board {
                write!(self.line, " {digit}").expect("strings take all");
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
            Event::Restarted => "restarted",
            Event::Gauge { .. } => "gauge",
            Event::Stopped(_) => "stopped",
            // Kinds of events that this version of the format does not know.
            _ => return,
        };
        self.line.push_str(word);
        for (index, counter) in Counter::ALL.into_iter().enumerate() {
            let rise = at[counter] - self.before[counter];
            if rise > 0 {
                write!(self.line, " {index}+{rise}").expect("strings take all");
            }
        }
        self.before = *at;
        self.line.push_str(" :");
        match event {
            Event::Improved { cost, board } => {
                write!(self.line, " {cost}").expect("strings take all");
                self.push_board(board);
            }
            Event::Gauge { name, values } => {
                debug_assert!(!name.contains(' '), "`{name}`: a gauge's name is one word");
                self.line.push(' ');
                self.line.push_str(name);
                for value in values {
                    write!(self.line, " {value}").expect("strings take all");
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

/// A trace that cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The input failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is not what it should be.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: u64,
        /// What is wrong, and what was expected.
        what: String,
    },
}

/// Reads a trace event by event, in memory for one line.
pub struct TraceReader<R: BufRead> {
    input: R,
    header: Header,
    counters: Vec<Counter>,
    at: Counters,
    board: Snapshot,
    line: u64,
    text: Vec<u8>,
    over: bool,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads the head of a trace.
    ///
    /// # Errors
    /// When it is no trace, or one of a later version.
    pub fn new(input: R) -> Result<Self, TraceError> {
        let header =
            Header { shape: BoxShape::NINE, puzzle: String::new(), method: String::new(), seed: 0 };
        let mut reader = Self {
            input,
            header,
            counters: Vec::new(),
            at: Counters::default(),
            board: Snapshot::default(),
            line: 0,
            text: Vec::new(),
            over: false,
        };
        if reader.next_line()?.as_deref() != Some(VERSION) {
            return Err(reader.wrong(format!("no trace of this version; expected `{VERSION}`")));
        }
        let puzzle = reader.head("puzzle")?;
        let (shape, cells) = puzzle.split_once(' ').unwrap_or((&puzzle, ""));
        reader.header.shape = shape.parse().map_err(|error| reader.wrong(format!("{error}")))?;
        cells.clone_into(&mut reader.header.puzzle);
        reader.header.method = reader.head("method")?;
        let seed = reader.head("seed")?;
        reader.header.seed = reader.number(&seed)?;
        let ids = reader.head("counters")?;
        for id in ids.split(' ') {
            let unknown = || reader.wrong(format!("unknown counter `{id}`"));
            let counter = Counter::from_id(id).ok_or_else(unknown)?;
            reader.counters.push(counter);
        }
        Ok(reader)
    }

    /// Of what run it is.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn wrong(&self, what: String) -> TraceError {
        TraceError::Line { line: self.line, what }
    }

    fn next_line(&mut self) -> Result<Option<String>, TraceError> {
        use io::Read as _;
        self.text.clear();
        self.line += 1;
        self.input.by_ref().take(LONGEST).read_until(b'\n', &mut self.text)?;
        if self.text.is_empty() {
            return Ok(None);
        }
        if self.text.pop() != Some(b'\n') {
            return Err(self.wrong("the line has no end; the trace was cut off".into()));
        }
        let text = std::str::from_utf8(&self.text).map_err(|_| self.wrong("not text".into()))?;
        Ok(Some(text.trim_end_matches('\r').to_owned()))
    }

    fn head(&mut self, key: &str) -> Result<String, TraceError> {
        let line = self.next_line()?.unwrap_or_default();
        match line.split_once(' ') {
            Some((word, rest)) if word == key => Ok(rest.to_owned()),
            _ => Err(self.wrong(format!("expected `{key} …`"))),
        }
    }

    fn number<T: std::str::FromStr>(&self, text: &str) -> Result<T, TraceError> {
        let shown: String = text.chars().take(20).collect();
        text.parse().map_err(|_| self.wrong(format!("`{shown}` is no number that fits here")))
    }

    fn parse(&mut self, line: &str) -> Result<Recorded, TraceError> {
        let no_colon = || self.wrong("expected `EVENT COUNTS : VALUES`".into());
        let (head, tail) = line.split_once(" :").ok_or_else(no_colon)?;
        let mut head = head.split(' ');
        let word = head.next().unwrap_or_default();
        for rise in head {
            let no_rise = || self.wrong("expected COUNTER+RISE".into());
            let (index, by) = rise.split_once('+').ok_or_else(no_rise)?;
            let (index, by): (usize, u64) = (self.number(index)?, self.number(by)?);
            let unknown = || self.wrong(format!("counter {index} is not in the list"));
            let counter = *self.counters.get(index).ok_or_else(unknown)?;
            let beyond = || self.wrong("a count beyond all bounds".into());
            self.at[counter] = self.at[counter].checked_add(by).ok_or_else(beyond)?;
        }
        let mut tail = tail.split(' ').skip(1);
        Ok(match word {
            "started" => Recorded::Started,
            "restarted" => Recorded::Restarted,
            "improved" => {
                let cost = self.number(tail.next().unwrap_or_default())?;
                self.read_board(tail)?;
                Recorded::Improved { cost, board: self.board.clone() }
            }
            "gauge" => {
                let name = tail.next().unwrap_or_default().to_owned();
                let values = tail.map(|value| self.number(value)).collect::<Result<_, _>>()?;
                Recorded::Gauge { name, values }
            }
            "stopped" => {
                let id = tail.next().unwrap_or_default();
                let stop = STOPS.into_iter().find(|stop| stop.id() == id);
                Recorded::Stopped(stop.ok_or_else(|| self.wrong(format!("no stop `{id}`")))?)
            }
            _ => return Err(self.wrong(format!("unknown event `{word}`"))),
        })
    }

    fn read_board<'a>(&mut self, fields: impl Iterator<Item = &'a str>) -> Result<(), TraceError> {
        let (cells, side) = (self.header.shape.cells(), self.header.shape.side());
        let mut fields = fields.peekable();
        let digit = |text: &str| -> Result<u8, TraceError> {
            let digit = self.number(text)?;
            let fits = usize::from(digit) <= side;
            if fits { Ok(digit) } else { Err(self.wrong(format!("{digit} on a side of {side}"))) }
        };
        let board: Snapshot = if fields.next_if_eq(&"=").is_some() {
            let board: Snapshot = fields.map(digit).collect::<Result<_, _>>()?;
            if board.len() != cells {
                let found = board.len();
                return Err(self.wrong(format!("{found} cells, expected {cells}")));
            }
            board
        } else {
            let mut board = self.board.clone();
            for field in fields {
                let no_change = || self.wrong("expected CELL=DIGIT".into());
                let (cell, value) = field.split_once('=').ok_or_else(no_change)?;
                let (cell, value): (usize, u8) = (self.number(cell)?, digit(value)?);
                let off = || self.wrong(format!("no cell {cell} on the board before"));
                *board.get_mut(cell).ok_or_else(off)? = value;
            }
            board
        };
        self.board = board;
        Ok(())
    }
}

const STOPS: [Stop; 10] = [
    Stop::Solved,
    Stop::Wrong,
    Stop::ProvedNone,
    Stop::Stuck,
    Stop::Nodes,
    Stop::Evaluations,
    Stop::Time,
    Stop::Memory,
    Stop::Cancelled,
    Stop::Unsupported,
];

impl<R: BufRead> Iterator for TraceReader<R> {
    type Item = Result<(Counters, Recorded), TraceError>;

    /// The next event with the counts at which it happened; after an error nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let line = match self.next_line() {
            Ok(Some(line)) => line,
            Ok(None) => {
                self.over = true;
                return None;
            }
            Err(error) => {
                self.over = true;
                return Some(Err(error));
            }
        };
        let event = self.parse(&line);
        self.over = event.is_err();
        Some(event.map(|event| (self.at, event)))
    }
}
