//! Reads traces event by event.

use std::io::{self, BufRead};
use std::str::FromStr;

use quadrille_core::{Counter, Counters, ShapeError, Snapshot, Stop};
use thiserror::Error;

use super::{Header, VERSION, VERSIONS};

/// Maximum length of a line: twice that of a gauge with a value per cell and digit.
const LONGEST: u64 = 4 << 20;

/// An event of a trace.
#[derive(Clone, Debug, PartialEq)]
pub enum Recorded {
    /// The run started.
    Started,
    /// A board is better than all before.
    Improved {
        /// Its common cost.
        cost: u32,
        /// Row-major digits, 0 = empty.
        board: Snapshot,
    },
    /// Where the search is.
    At {
        /// Placements or decisions below the root of its tree, 0 without a tree.
        depth: u32,
        /// Row-major digits, 0 = empty.
        board: Snapshot,
    },
    /// The run restarted.
    Restarted,
    /// An inner quantity.
    Gauge {
        /// Its name.
        name: String,
        /// Its value or values.
        values: Vec<f64>,
    },
    /// A board was claimed as the solution.
    Claimed {
        /// Row-major digits.
        board: Snapshot,
    },
    /// The run ended.
    Stopped(Stop),
}

/// The reason why a trace cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TraceError {
    /// The input failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line is not what the format requires.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what was expected.
        what: String,
    },
}

/// Reads a trace event by event, in memory for one line. Another trace may follow.
pub struct TraceReader<R: BufRead> {
    lines: Lines<R>,
    header: Header,
    counters: Vec<Counter>,
    at: Counters,
    board: Snapshot,
    over: bool,
}

impl<R: BufRead> TraceReader<R> {
    /// Reads the header of a trace.
    ///
    /// # Errors
    /// When the input is not a trace, or one of a later version.
    pub fn new(input: R) -> Result<Self, TraceError> {
        let mut lines = Lines { input, number: 0, text: Vec::new() };
        let first = lines.next()?.unwrap_or_default();
        Self::begin(&first, lines)
    }

    /// Returns the next trace of the input, or `None` at its end. All events of this one must have
    /// been read.
    ///
    /// # Errors
    /// When what follows is not a trace.
    pub fn following(mut self) -> Result<Option<Self>, TraceError> {
        let first = self.lines.next()?;
        first.map(|first| Self::begin(&first, self.lines)).transpose()
    }

    /// Reads the header behind its first line.
    fn begin(first: &str, mut lines: Lines<R>) -> Result<Self, TraceError> {
        if !VERSIONS.contains(&first) {
            return Err(lines.wrong(format!("no trace of this version; expected `{VERSION}`")));
        }
        let puzzle = lines.head("puzzle")?;
        let (shape, cells) = puzzle.split_once(' ').unwrap_or((&puzzle, ""));
        let header = Header {
            shape: shape.parse().map_err(|error: ShapeError| lines.wrong(error.to_string()))?,
            puzzle: cells.to_owned(),
            configuration: lines.head("method")?,
            seed: {
                let seed = lines.head("seed")?;
                lines.parse(&seed)?
            },
        };
        let ids = lines.head("counters")?;
        let counter = |id: &str| {
            Counter::from_id(id).ok_or_else(|| lines.wrong(format!("unknown counter `{id}`")))
        };
        let counters = ids.split(' ').map(counter).collect::<Result<_, _>>()?;
        let (at, board) = (Counters::default(), Snapshot::default());
        Ok(Self { lines, header, counters, at, board, over: false })
    }

    /// Returns the run that the trace belongs to.
    pub fn header(&self) -> &Header {
        &self.header
    }

    fn parse(&mut self, line: &str) -> Result<Recorded, TraceError> {
        let no_colon = || self.lines.wrong("expected `EVENT COUNTS : VALUES`".into());
        let (head, tail) = line.split_once(" :").ok_or_else(no_colon)?;
        let mut head = head.split(' ');
        let word = head.next().unwrap_or_default();
        for rise in head {
            let no_rise = || self.lines.wrong("expected COUNTER+RISE".into());
            let (index, by) = rise.split_once('+').ok_or_else(no_rise)?;
            let (index, by): (usize, u64) = (self.lines.parse(index)?, self.lines.parse(by)?);
            let unknown = || self.lines.wrong(format!("counter {index} is not in the list"));
            let counter = *self.counters.get(index).ok_or_else(unknown)?;
            let beyond = || self.lines.wrong("a count beyond all bounds".into());
            self.at[counter] = self.at[counter].checked_add(by).ok_or_else(beyond)?;
        }
        let mut tail = tail.split(' ').skip(1);
        Ok(match word {
            "started" => Recorded::Started,
            "restarted" => Recorded::Restarted,
            "improved" => {
                let cost = self.lines.parse(tail.next().unwrap_or_default())?;
                self.read_board(tail)?;
                Recorded::Improved { cost, board: self.board.clone() }
            }
            "at" => {
                let depth = self.lines.parse(tail.next().unwrap_or_default())?;
                self.read_board(tail)?;
                Recorded::At { depth, board: self.board.clone() }
            }
            "gauge" => {
                let name = tail.next().unwrap_or_default().to_owned();
                let values = tail.map(|value| self.lines.parse(value)).collect::<Result<_, _>>()?;
                Recorded::Gauge { name, values }
            }
            "claimed" => {
                self.read_board(tail)?;
                Recorded::Claimed { board: self.board.clone() }
            }
            "stopped" => {
                let id = tail.next().unwrap_or_default();
                let no_stop = || self.lines.wrong(format!("no stop `{id}`"));
                Recorded::Stopped(Stop::from_id(id).ok_or_else(no_stop)?)
            }
            _ => return Err(self.lines.wrong(format!("unknown event `{word}`"))),
        })
    }

    fn read_board<'a>(&mut self, fields: impl Iterator<Item = &'a str>) -> Result<(), TraceError> {
        let (cells, side) = (self.header.shape.cells(), self.header.shape.side());
        let mut fields = fields.peekable();
        let digit = |text: &str| -> Result<u8, TraceError> {
            let digit = self.lines.parse(text)?;
            let fits = usize::from(digit) <= side;
            if fits {
                Ok(digit)
            } else {
                Err(self.lines.wrong(format!("{digit} on a side of {side}")))
            }
        };
        let board: Snapshot = if fields.next_if_eq(&"=").is_some() {
            let board: Snapshot = fields.map(digit).collect::<Result<_, _>>()?;
            if board.len() != cells {
                let found = board.len();
                return Err(self.lines.wrong(format!("{found} cells, expected {cells}")));
            }
            board
        } else if self.board.is_empty() {
            return Err(self.lines.wrong("the first board is written whole, behind `=`".into()));
        } else {
            let mut board = self.board.clone();
            for field in fields {
                let no_change = || self.lines.wrong("expected CELL=DIGIT".into());
                let (cell, value) = field.split_once('=').ok_or_else(no_change)?;
                let (cell, value): (usize, u8) = (self.lines.parse(cell)?, digit(value)?);
                let off = || self.lines.wrong(format!("no cell {cell} on the board before"));
                *board.get_mut(cell).ok_or_else(off)? = value;
            }
            board
        };
        self.board = board;
        Ok(())
    }
}

/// The lines of the input.
struct Lines<R> {
    input: R,
    /// The number of the last line, from 1.
    number: u64,
    text: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn wrong(&self, what: String) -> TraceError {
        TraceError::Line { line: self.number, what }
    }

    fn next(&mut self) -> Result<Option<String>, TraceError> {
        use io::Read as _;
        self.text.clear();
        self.number += 1;
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

    /// Returns the value of the next line, which must start with this key.
    fn head(&mut self, key: &str) -> Result<String, TraceError> {
        let line = self.next()?.unwrap_or_default();
        match line.split_once(' ') {
            Some((word, rest)) if word == key => Ok(rest.to_owned()),
            _ => Err(self.wrong(format!("expected `{key} …`"))),
        }
    }

    fn parse<T: FromStr>(&self, text: &str) -> Result<T, TraceError> {
        let shown: String = text.chars().take(20).collect();
        text.parse().map_err(|_| self.wrong(format!("`{shown}` is not a number that fits here")))
    }
}

impl<R: BufRead> Iterator for TraceReader<R> {
    type Item = Result<(Counters, Recorded), TraceError>;

    /// Returns the next event with the counters at that time; nothing after the end of the run or
    /// an error.
    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let event = self.lines.next().and_then(|line| match line {
            Some(line) => self.parse(&line),
            None => Err(self.lines.wrong("the trace ends before its run".into())),
        });
        self.over = matches!(event, Err(_) | Ok(Recorded::Stopped(_)));
        Some(event.map(|event| (self.at, event)))
    }
}
