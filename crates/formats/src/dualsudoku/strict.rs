//! Board files as they are meant: nothing is ignored. Boards may follow each other.

use super::super::error::ParseErrorKind;
use super::super::session::{Fault, LineParser, Session, column_of, is_idle};
use super::super::symbol::excerpt;
use super::{Board, shape_of, tokens};

#[derive(Default)]
pub(super) struct BoardParser {
    state: State,
    /// Where the last line that was not blank ends.
    last: (u64, u64),
}

#[derive(Default)]
enum State {
    /// Before the first line of a board.
    #[default]
    Outside,
    Within {
        board: Board,
        /// The line on which it began.
        start: u64,
        /// Number of lines of values and of marks that were read.
        done: usize,
    },
    /// After an error, up to a blank line.
    Lost,
}

impl LineParser for BoardParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return self.blank(session);
        }
        if is_idle(line) {
            return;
        }
        self.last = (number, column_of(line, line.trim_ascii_end().len()));
        match std::mem::take(&mut self.state) {
            State::Lost => self.state = State::Lost,
            State::Outside => match shape_of(session, number, line) {
                Ok(shape) => {
                    self.state = State::Within { board: Board::new(shape), start: number, done: 0 };
                }
                Err(fault) => {
                    self.state = State::Lost;
                    session.emit(number, Err(fault));
                }
            },
            State::Within { mut board, start, done } => {
                let side = board.shape.side();
                let read = if done.is_multiple_of(2) {
                    values(&mut board, done / 2, number, line)
                } else {
                    marks(&mut board, done / 2, number, line)
                };
                if let Err(fault) = read {
                    self.state = State::Lost;
                    return session.emit(start, Err(fault));
                }
                if done + 2 == 2 * side {
                    return session.emit(start, board.into_puzzle());
                }
                self.state = State::Within { board, start, done: done + 1 };
            }
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        let start = match std::mem::replace(&mut self.state, State::Lost) {
            State::Lost => return,
            State::Outside => fault.line(),
            State::Within { start, .. } => start,
        };
        session.emit(start, Err(fault));
    }

    fn end(&mut self, session: &mut Session) {
        self.blank(session);
    }
}

impl BoardParser {
    /// A blank line or the end of the input.
    fn blank(&mut self, session: &mut Session) {
        let State::Within { board, start, done } = std::mem::take(&mut self.state) else {
            return;
        };
        let what = if done.is_multiple_of(2) { "the values of" } else { "the marks below" };
        let wanted = format!("{what} row {} of {}", done / 2 + 1, board.shape.side()).into();
        let (line, column) = self.last;
        let fault = Fault::new(line, column, ParseErrorKind::Missing { wanted });
        session.emit(start, Err(fault));
    }
}

/// Reads `7 - 0 + 0`: values with marks between them; a `-` may be omitted.
fn values(board: &mut Board, row: usize, number: u64, line: &[u8]) -> Result<(), Fault> {
    let side = board.shape.side();
    let mut column = 0;
    // Whether a mark may come: after a value, but not after the last or after a mark.
    let mut mark_may_come = false;
    for (offset, token) in tokens(line) {
        let fault = |kind| Fault::at(number, line, offset, kind);
        let strange = |wanted: String| {
            fault(ParseErrorKind::Token { text: excerpt(token), wanted: wanted.into() })
        };
        let cell = row * side + column;
        if matches!(token, b"+" | b"-") {
            if !mark_may_come {
                return Err(strange(if column < side {
                    format!("a value of row {}, 0 for empty", row + 1)
                } else {
                    "the end of the line".to_string()
                }));
            }
            if token == b"+" {
                board.join(cell - 1, cell);
            }
            mark_may_come = false;
            continue;
        }
        if column == side {
            return Err(strange("the end of the line".to_string()));
        }
        let digits = token.len() <= 2 && token.iter().all(u8::is_ascii_digit);
        let value = std::str::from_utf8(token).ok().filter(|_| digits);
        let value = value.and_then(|text| text.parse::<u8>().ok());
        let Some(value) = value.filter(|&value| usize::from(value) <= side) else {
            return Err(strange(format!("a value from 1 to {side}, 0 for empty, or + or -")));
        };
        board.set(cell, value, number, line, offset);
        column += 1;
        mark_may_come = column < side;
    }
    if column < side {
        let wanted = format!("{side} values in row {}, found {column}", row + 1).into();
        let end = line.trim_ascii_end().len();
        return Err(Fault::at(number, line, end, ParseErrorKind::Missing { wanted }));
    }
    Ok(())
}

/// Reads `-   +   -`: a mark for each column.
fn marks(board: &mut Board, row: usize, number: u64, line: &[u8]) -> Result<(), Fault> {
    let side = board.shape.side();
    let mut column = 0;
    for (offset, token) in tokens(line) {
        let wanted = match token {
            b"+" | b"-" if column < side => {
                if token == b"+" {
                    board.join(row * side + column, (row + 1) * side + column);
                }
                column += 1;
                continue;
            }
            _ if column < side => "+ or -",
            _ => "the end of the line",
        };
        let kind = ParseErrorKind::Token { text: excerpt(token), wanted: wanted.into() };
        return Err(Fault::at(number, line, offset, kind));
    }
    if column < side {
        let wanted = format!("{side} marks below row {}, found {column}", row + 1).into();
        let end = line.trim_ascii_end().len();
        return Err(Fault::at(number, line, end, ParseErrorKind::Missing { wanted }));
    }
    Ok(())
}
