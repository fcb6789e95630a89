//! Splits an input of arbitrary bytes into lines, in bounded memory.

use std::io::{self, BufRead};

use memchr::{memchr, memchr2};

use super::utf16::{Utf8, filled};

/// The most bytes a line may have.
pub const LONGEST_LINE: usize = 64 * 1024;

/// The most bytes that [`Lines::peek`] looks at.
const MOST_PEEKED: usize = LONGEST_LINE + 24 * 1024;

/// The lines of an input, counted from 1.
///
/// A line that is complete in the input's buffer is borrowed from there; only a line that crosses
/// the end of the buffer is copied. The input is asked for more bytes only when no complete line is
/// buffered, so that lines from a slow pipe are available as soon as they arrive.
pub(super) struct Lines<R> {
    input: Utf8<R>,
    /// Bytes that `peek` took from the input; they come before everything else.
    head: Vec<u8>,
    /// How much of `head` is consumed.
    head_consumed: usize,
    /// The current line, if it is not in a buffer as a whole.
    held: Vec<u8>,
    number: u64,
    current: Current,
    /// Bytes that are buffered after the current line.
    buffered: usize,
    /// Whether the previous line ended with a carriage return at the end of the buffer. A line feed
    /// after it belongs to it, but waiting for it would delay the line.
    returned: bool,
    ended: bool,
    /// Whether longer lines are returned in pieces instead of being skipped.
    in_pieces: bool,
    /// Whether the current line is a piece that does not end its line.
    continues: bool,
    /// The state of [`gather`](Lines::gather) when the input had no bytes for the moment: whether the
    /// line is too long.
    gathering: Option<bool>,
}

/// Where the current line is.
#[derive(Clone, Copy)]
enum Current {
    /// In the buffer, of which that many bytes are to be consumed.
    Buffer { start: usize, end: usize, consume: usize },
    /// In `held`, after that many bytes.
    Held { skip: usize },
}

/// A line, without its end (`\n`, `\r\n`, or `\r` as in old Macintosh files) and without the byte
/// order mark of the input.
#[derive(Clone, Copy)]
pub(super) enum RawLine<'l> {
    /// A line of at most [`LONGEST_LINE`] bytes.
    Whole {
        /// Its bytes.
        line: &'l [u8],
        /// The bytes after it that are buffered; maybe none.
        rest: &'l [u8],
        /// Whether the rest of the line follows in further pieces; see [`Lines::take_pieces`].
        continues: bool,
    },
    /// A longer line; it was skipped.
    TooLong,
    /// A longer line that contains a NUL, which makes the input binary; it was not read to its end.
    Endless {
        /// Where the NUL is.
        nul: usize,
    },
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: Utf8::new(input),
            head: Vec::new(),
            head_consumed: 0,
            held: Vec::new(),
            number: 0,
            current: Current::Held { skip: 0 },
            buffered: 0,
            returned: false,
            ended: false,
            in_pieces: false,
            continues: false,
            gathering: None,
        }
    }

    /// Returns lines of more than [`LONGEST_LINE`] bytes in pieces of at most that many from now
    /// on.
    pub(super) fn take_pieces(&mut self) {
        self.in_pieces = true;
    }

    /// Calls `judge` with more and more of the beginning of the input until it decides, and returns
    /// its decision. Its second argument says that there is no more to look at; it must decide then.
    pub(super) fn peek<T>(
        &mut self,
        mut judge: impl FnMut(&[u8], bool) -> Option<T>,
    ) -> io::Result<T> {
        loop {
            let room = MOST_PEEKED - self.head.len();
            let chunk = filled(&mut self.input)?;
            let chunk = &chunk[..chunk.len().min(room)];
            let is_all = chunk.is_empty() || chunk.len() == room;
            // Usually the first bytes decide, and nothing is copied.
            let decision = if self.head.is_empty() {
                judge(chunk, is_all)
            } else {
                self.head.extend_from_slice(chunk);
                judge(&self.head, is_all)
            };
            let taken = chunk.len();
            if self.head.is_empty() {
                if let Some(decision) = decision {
                    return Ok(decision);
                }
                self.head.extend_from_slice(chunk);
            }
            self.input.consume(taken);
            if let Some(decision) = decision {
                return Ok(decision);
            }
            assert!(!is_all, "the judge decides at the end");
        }
    }

    /// The next line with its number.
    pub(super) fn next(&mut self) -> io::Result<Option<(u64, RawLine<'_>)>> {
        let found = self.advance()?;
        let number = self.number;
        Ok(match found {
            Found::End => None,
            Found::TooLong => Some((number, RawLine::TooLong)),
            Found::Endless { nul } => Some((number, RawLine::Endless { nul })),
            Found::Line => {
                let continues = self.continues;
                let (line, rest) = self.current()?;
                Some((number, RawLine::Whole { line, rest, continues }))
            }
        })
    }

    /// The line that [`next`](Self::next) returned last, and what is buffered after it.
    pub(super) fn current(&mut self) -> io::Result<(&[u8], &[u8])> {
        match self.current {
            Current::Held { skip } => Ok((&self.held[skip..], &[])),
            Current::Buffer { start, end, consume } => {
                let buffer = self.buffer()?;
                Ok((&buffer[start..end], &buffer[consume..]))
            }
        }
    }

    /// The bytes after the current line that are available without reading; maybe none.
    pub(super) fn buffered(&mut self) -> io::Result<&[u8]> {
        self.release();
        if self.buffered > 0 && std::mem::take(&mut self.returned) {
            let is_rest_of_end = self.fill()?.first() == Some(&b'\n');
            self.consume(usize::from(is_rest_of_end));
        }
        if self.buffered == 0 { Ok(&[]) } else { self.fill() }
    }

    /// Whether the input is known to be in UTF-16.
    pub(super) fn are_of_utf16(&self) -> bool {
        self.input.is_utf16()
    }

    /// How many lines have been returned or skipped.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Skips lines that a caller took from [`buffered`](Self::buffered).
    pub(super) fn skip_buffered(&mut self, bytes: usize, lines: u64) {
        assert!(bytes <= self.buffered, "{bytes} bytes of {} buffered", self.buffered);
        self.consume(bytes);
        self.number += lines;
    }

    /// Finds the next line and makes it the current one.
    fn advance(&mut self) -> io::Result<Found> {
        self.release();
        if self.gathering.is_some() {
            return self.gather();
        }
        if self.returned {
            let is_rest_of_end = self.fill()?.first() == Some(&b'\n');
            self.returned = false;
            self.consume(usize::from(is_rest_of_end));
        }
        if self.ended {
            return Ok(Found::End);
        }
        if self.continues {
            return self.gather();
        }
        let is_first = self.number == 0;
        let chunk = self.fill()?;
        let buffered = chunk.len();
        if buffered == 0 {
            return Ok(Found::End);
        }
        let Some(end) = line_end(chunk).filter(|&end| end <= LONGEST_LINE) else {
            self.number += 1;
            return self.gather();
        };
        let is_crlf = chunk[end..].starts_with(b"\r\n");
        let returned = chunk[end] == b'\r' && !is_crlf;
        let start = if is_first { mark_length(&chunk[..end]) } else { 0 };
        let consume = end + 1 + usize::from(is_crlf);
        self.number += 1;
        self.returned = returned;
        self.buffered = buffered - consume;
        self.current = Current::Buffer { start, end, consume };
        Ok(Found::Line)
    }

    /// Copies a line that is not complete in the buffer.
    fn gather(&mut self) -> io::Result<Found> {
        let mut too_long = self.gathering.unwrap_or_else(|| {
            self.held.clear();
            false
        });
        let is_start = !std::mem::take(&mut self.continues);
        loop {
            self.gathering = Some(too_long);
            // Inlined `fill`, as `held` is written while the chunk is borrowed.
            let chunk = match self.head.get(self.head_consumed..) {
                Some(head) if !head.is_empty() => head,
                _ => filled(&mut self.input)?,
            };
            self.buffered = chunk.len();
            let end = line_end(chunk);
            self.returned = end.is_some_and(|end| chunk[end] == b'\r');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let used = part.len() + usize::from(end.is_some());
            let room = LONGEST_LINE - self.held.len();
            if self.in_pieces && part.len() > room {
                self.held.extend_from_slice(&part[..room]);
                self.returned = false;
                self.consume(room);
                self.continues = true;
                break;
            }
            if !too_long {
                too_long = part.len() > room;
                self.held.extend_from_slice(&part[..part.len().min(room)]);
                if too_long && let Some(nul) = memchr(0, &self.held) {
                    self.ended = true;
                    self.gathering = None;
                    return Ok(Found::Endless { nul });
                }
            }
            self.consume(used);
            if end.is_some() || used == 0 {
                break;
            }
        }
        self.gathering = None;
        let skip = if self.number == 1 && is_start { mark_length(&self.held) } else { 0 };
        self.current = Current::Held { skip };
        Ok(if too_long { Found::TooLong } else { Found::Line })
    }

    /// Consumes the current line, if it was borrowed from the buffer.
    fn release(&mut self) {
        if let Current::Buffer { consume, .. } = self.current {
            self.current = Current::Held { skip: 0 };
            self.held.clear();
            // `buffered` counts what comes after the line already.
            self.buffered += consume;
            self.consume(consume);
        }
    }

    fn consume(&mut self, bytes: usize) {
        self.buffered -= bytes;
        if self.head_consumed < self.head.len() {
            self.head_consumed += bytes;
        } else {
            self.input.consume(bytes);
        }
    }

    /// Fills the buffer by reading if it is empty.
    fn fill(&mut self) -> io::Result<&[u8]> {
        self.buffered = self.buffer()?.len();
        self.buffer()
    }

    fn buffer(&mut self) -> io::Result<&[u8]> {
        if self.head_consumed < self.head.len() {
            return Ok(&self.head[self.head_consumed..]);
        }
        filled(&mut self.input)
    }
}

/// What [`Lines::advance`] found.
enum Found {
    End,
    Line,
    TooLong,
    Endless { nul: usize },
}

/// Where the first line of a text ends: at a line feed or a carriage return.
pub(super) fn line_end(text: &[u8]) -> Option<usize> {
    memchr2(b'\n', b'\r', text)
}

/// How long the byte order mark is that a first line begins with.
fn mark_length(line: &[u8]) -> usize {
    if line.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 }
}

/// The position of the first control byte, which text does not contain.
pub(super) fn control_in(line: &[u8]) -> Option<usize> {
    let is_control = |byte: u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    // A fold without an early end compiles to vector code; hits are rare.
    let any = line.iter().fold(false, |any, &byte| any | is_control(byte));
    if any { line.iter().position(|&byte| is_control(byte)) } else { None }
}
