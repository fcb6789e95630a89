//! Board files as the original Java program read them, quirks included (found by running it): a
//! `+` glued to something is no mark, a bad value ends the reading with what there is, a blank at
//! the start of a line of marks shifts them by a column, what is missing is empty. One board per
//! input; what follows it is ignored.
//!
//! Where the original crashed (too many values on a line, no side) or carried on with what is no
//! puzzle (values beyond the side, givens in conflict), there is an error. Marks that join a cell
//! to none, which its players ignored, are dropped.

use super::super::error::ParseErrorKind;
use super::super::session::{Fault, LineParser, Session};
use super::super::symbol::excerpt;
use super::{Board, shape_of, tokens};

#[derive(Default)]
pub(super) struct BoardParser {
    board: Option<Board>,
    /// Number of lines of values and of marks that were read.
    done: usize,
    start: u64,
}

impl LineParser for BoardParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        let Some(board) = &mut self.board else {
            self.start = number;
            match shape_of(session, number, line) {
                Ok(shape) => self.board = Some(Board::new(shape)),
                Err(fault) => return self.emit_only(session, Err(fault)),
            }
            return;
        };
        let row = self.done / 2;
        let loading = if self.done.is_multiple_of(2) {
            values(board, row, number, line)
        } else {
            marks(board, row, line);
            Ok(Loading::On)
        };
        self.done += 1;
        match loading {
            Err(fault) => self.emit_only(session, Err(fault)),
            Ok(Loading::On) if self.done + 1 < 2 * board.shape.side() => {}
            Ok(_) => self.end(session),
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        self.start = if self.board.is_some() { self.start } else { fault.line() };
        self.emit_only(session, Err(fault));
    }

    fn end(&mut self, session: &mut Session) {
        if let Some(board) = self.board.take() {
            self.emit_only(session, Ok(board));
        }
    }
}

impl BoardParser {
    /// Emits the only record, and ends the reading.
    fn emit_only(&mut self, session: &mut Session, board: Result<Board, Fault>) {
        session.emit(self.start, board.and_then(Board::into_puzzle));
        session.is_done = true;
    }
}

/// Whether the original continued to read.
enum Loading {
    On,
    Ended,
}

fn values(board: &mut Board, row: usize, number: u64, line: &[u8]) -> Result<Loading, Fault> {
    let side = board.shape.side();
    let mut column = 0;
    for (offset, token) in tokens(line) {
        match token {
            b"-" => continue,
            b"+" => {
                if 0 < column && column < side {
                    board.join(row * side + column - 1, row * side + column);
                }
                continue;
            }
            _ => {}
        }
        let text = std::str::from_utf8(token).unwrap_or_default();
        let Ok(value) = text.parse::<i32>() else { return Ok(Loading::Ended) };
        let wanted = if column == side {
            "the end of the line".into()
        } else {
            let fitting = u8::try_from(value).ok().filter(|&value| usize::from(value) <= side);
            if let Some(value) = fitting {
                board.set(row * side + column, value, number, line, offset);
                column += 1;
                continue;
            }
            format!("a value from 1 to {side}, 0 for empty; the original took any").into()
        };
        let kind = ParseErrorKind::Token { text: excerpt(token), wanted };
        return Err(Fault::at(number, line, offset, kind));
    }
    Ok(Loading::On)
}

fn marks(board: &mut Board, row: usize, line: &[u8]) {
    let side = board.shape.side();
    // Splitting at white space gave the original an empty first token there.
    let shift = usize::from(line.first().is_some_and(u8::is_ascii_whitespace));
    for (index, (_, token)) in tokens(line).enumerate() {
        let column = index + shift;
        if token == b"+" && column < side {
            board.join(row * side + column, (row + 1) * side + column);
        }
    }
}
