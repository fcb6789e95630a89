//! The lines of an input whose bytes may be anything, in bounded memory.

use std::io::{self, BufRead, ErrorKind};

use memchr::{memchr, memchr2};

/// The most bytes a line may have.
pub const LONGEST_LINE: usize = 64 * 1024;

/// The lines of an input, counted from 1. A line that lies whole in the input's buffer is lent
/// from there; only one that crosses its end is copied.
pub(super) struct Lines<'r> {
    input: &'r mut dyn BufRead,
    held: Vec<u8>,
    number: u64,
    /// Bytes of the input's buffer that were lent and are to be consumed.
    lent: usize,
    /// Whether the last line ended with a carriage return: a line feed behind it belongs to it. It
    /// is not looked for before the next line is wanted, as it may be long in coming.
    returned: bool,
    ended: bool,
}

/// A line, without its end (`\n`, `\r\n`, or the lone `\r` of old Macintosh files) and without the
/// byte order mark of the input.
#[derive(Clone, Copy)]
pub(super) enum RawLine<'l> {
    /// A line that can be held.
    Whole {
        /// Its bytes.
        line: &'l [u8],
        /// What is known of the bytes behind it without reading on; maybe nothing.
        behind: &'l [u8],
    },
    /// A line longer than [`LONGEST_LINE`]; it was skipped.
    TooLong,
    /// A line longer than that with a NUL in it: no text, not read any further.
    Endless {
        /// Where the NUL is.
        nul: usize,
    },
}

impl<'r> Lines<'r> {
    pub(super) fn new(input: &'r mut dyn BufRead) -> Self {
        Self::after(0, input)
    }

    /// The lines behind so many others.
    pub(super) fn after(number: u64, input: &'r mut dyn BufRead) -> Self {
        Self { input, held: Vec::new(), number, lent: 0, returned: false, ended: false }
    }

    /// The next line with its number.
    pub(super) fn next(&mut self) -> io::Result<Option<(u64, RawLine<'_>)>> {
        self.input.consume(std::mem::take(&mut self.lent));
        if std::mem::take(&mut self.returned) && filled(self.input)?.first() == Some(&b'\n') {
            self.input.consume(1);
        }
        let chunk = filled(self.input)?;
        if chunk.is_empty() || self.ended {
            return Ok(None);
        }
        self.number += 1;
        match line_end(chunk) {
            Some(end) if end <= LONGEST_LINE => {
                self.lent = end + 1;
                self.returned = chunk[end] == b'\r';
                // Asked again, as the borrow checker cannot see that nothing was read meanwhile.
                let (line, behind) = filled(self.input)?.split_at(end);
                let line = cleaned(line, self.number);
                Ok(Some((self.number, RawLine::Whole { line, behind })))
            }
            _ => self.gather().map(Some),
        }
    }

    /// A line that is not whole in the buffer.
    fn gather(&mut self) -> io::Result<(u64, RawLine<'_>)> {
        self.held.clear();
        let mut too_long = false;
        loop {
            let chunk = filled(self.input)?;
            let end = line_end(chunk);
            self.returned = end.is_some_and(|end| chunk[end] == b'\r');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let used = part.len() + usize::from(end.is_some());
            if !too_long {
                let room = LONGEST_LINE - self.held.len();
                too_long = part.len() > room;
                self.held.extend_from_slice(&part[..part.len().min(room)]);
                if too_long && let Some(nul) = memchr(0, &self.held) {
                    self.ended = true;
                    return Ok((self.number, RawLine::Endless { nul }));
                }
            }
            let done = end.is_some() || used == 0;
            self.input.consume(used);
            if done {
                break;
            }
        }
        let line = cleaned(&self.held, self.number);
        let raw = if too_long { RawLine::TooLong } else { RawLine::Whole { line, behind: &[] } };
        Ok((self.number, raw))
    }
}

/// Where the first line of a text ends: at a line feed or a carriage return.
pub(super) fn line_end(text: &[u8]) -> Option<usize> {
    memchr2(b'\n', b'\r', text)
}

/// The buffer of an input, filled where it was empty.
fn filled(input: &mut dyn BufRead) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    // The borrow checker again: a filled buffer is handed out as it is.
    input.fill_buf()
}

fn cleaned(line: &[u8], number: u64) -> &[u8] {
    if number == 1 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line }
}

/// The first byte that text has no use for.
pub(super) fn control_in(line: &[u8]) -> Option<usize> {
    let is_control = |byte: u8| matches!(byte, 0..=8 | 14..=26 | 28..=31 | 127);
    // A fold without an early end compiles to vector code; hits are rare.
    let any = line.iter().fold(false, |any, &byte| any | is_control(byte));
    if any { line.iter().position(|&byte| is_control(byte)) } else { None }
}
