//! Files that f-puzzles and SudokuPad export: the JSON of a puzzle, on one line or on many, where a
//! link has it packed.

use super::LinkError;
use crate::foreign::Foreign;
use crate::session::{Fault, LineParser, Session};

/// The most bytes of a file that are kept.
const MOST_BYTES: usize = 1 << 20;

/// Whether text begins with the object of a puzzle, whose cells are objects.
pub(in super::super) fn is_export(head: &str) -> bool {
    if !head.trim_start().starts_with('{') {
        return false;
    }
    let dense: String = head.chars().filter(|c| !c.is_whitespace()).collect();
    dense.contains("\"grid\":[[{") || dense.contains("\"cells\":[[{")
}

/// Reads such files, and lines with links.
pub(super) struct ExportReader {
    links: Box<dyn LineParser + Send>,
    /// The object so far, and the line on which it begins.
    text: String,
    first: u64,
    depth: usize,
    /// Whether the last character is within a string, and escapes the next one.
    is_string: bool,
    is_escaped: bool,
}

impl ExportReader {
    pub(super) fn new(links: Box<dyn LineParser + Send>) -> Self {
        Self { links, text: String::new(), first: 0, depth: 0, is_string: false, is_escaped: false }
    }

    /// Follows the braces of a line.
    fn follow(&mut self, line: &str) {
        for character in line.chars() {
            match character {
                _ if self.is_escaped => self.is_escaped = false,
                '\\' if self.is_string => self.is_escaped = true,
                '"' => self.is_string = !self.is_string,
                '{' if !self.is_string => self.depth += 1,
                '}' if !self.is_string => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// Emits the object that is held.
    fn emit(&mut self, session: &mut Session) {
        let text = std::mem::take(&mut self.text);
        (self.depth, self.is_string, self.is_escaped) = (0, false, false);
        if !text.is_empty() {
            let read = super::decoded(&text);
            session.emit_with(self.first, read.map_err(|kind| Fault::new(self.first, 1, kind)));
        }
    }
}

impl LineParser for ExportReader {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if self.text.is_empty() {
            if !line.trim_ascii_start().starts_with(b"{") {
                return self.links.line(session, number, line);
            }
            self.first = number;
        }
        let line = String::from_utf8_lossy(line);
        self.follow(&line);
        self.text.push_str(&line);
        self.text.push('\n');
        if self.text.len() > MOST_BYTES {
            self.text.clear();
            return session.end_with(Fault::new(self.first, 1, LinkError::TooLarge.into()));
        }
        if self.depth == 0 {
            self.emit(session);
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        self.emit(session);
        self.links.unreadable(session, fault);
    }

    fn reads(&self, foreign: Foreign) -> bool {
        foreign == Foreign::Json
    }

    fn end(&mut self, session: &mut Session) {
        self.emit(session);
        self.links.end(session);
    }
}
