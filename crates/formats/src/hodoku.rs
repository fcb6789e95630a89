//! Lines of a HoDoKu library, `:0000:x:CELLS:DELETED:STEP:COMMENT:`. A digit after `+` was entered by
//! the solver. The fifth field lists the candidates that have been ruled out, each as digit, row and
//! column; the technique and its step are ignored.

use quadrille_core::{BoxShape, Cell, Digit, DigitSet, Edges, Grid, Puzzle};

use super::carries::{Carries, LeftOut, Sizes};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::{Detail, Extra};
use super::notes::{open_candidates, without_filled};
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Fault, LineParser, Session, is_idle};
use super::symbol::{character_at, excerpt, value_of};

/// The format `hodoku`.
#[derive(Clone, Copy, Debug)]
pub struct Hodoku;

impl PuzzleFormat for Hodoku {
    fn id(&self) -> &'static str {
        "hodoku"
    }

    fn title(&self) -> &'static str {
        "a line of a HoDoKu library a puzzle, `:0000:x:…`, with entries and candidates"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["hsol"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let first = head.lines().map(str::as_bytes).find(|line| !is_idle(line));
        let fields = first.and_then(Fields::of);
        let is_ours = fields.is_some_and(|fields| cells_of(fields.cells).is_ok());
        if is_ours { Likelihood::Certain } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::new(LibraryParser)
    }

    fn carries(&self) -> Carries {
        Carries {
            sizes: Sizes::Nine,
            entries: true,
            candidates: true,
            details: &[Detail::Comment],
            ..Carries::GIVENS
        }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        let mut left_out = self.carries().left_out(extra);
        out.push_str(":0000:x:");
        let values = extra.values(puzzle);
        for (index, value) in values.digits().iter().enumerate() {
            if value.is_some() && puzzle.givens().get(Cell::new(index)).is_none() {
                out.push('+');
            }
            out.push(value.and_then(Digit::symbol).unwrap_or('.'));
        }
        out.push(':');
        if let Some(candidates) = &extra.candidates {
            let open = open_candidates(&values);
            let mut lead = "";
            for cell in values.empty_cells() {
                let noted = candidates.get(cell);
                // A library says what is ruled out, so a note beyond the rules cannot be written.
                left_out.candidates |= !(noted - open.get(cell)).is_empty();
                let (row, column) = cell.row_column(9);
                for digit in open.get(cell) - noted {
                    out.push_str(&format!("{lead}{digit}{}{}", row + 1, column + 1));
                    lead = " ";
                }
            }
        }
        out.push_str("::");
        if let Some(comment) = extra.details.get(Detail::Comment) {
            // Fields end at a colon.
            out.extend(comment.chars().map(|c| match c {
                ':' => ';',
                '\n' => ' ',
                _ => c,
            }));
        }
        out.push_str(":\n");
        Ok(left_out)
    }
}

/// The fields of a line.
struct Fields<'l> {
    cells: (usize, &'l [u8]),
    deleted: (usize, &'l [u8]),
    comment: &'l [u8],
}

impl<'l> Fields<'l> {
    /// The fields with their places, if there are as many as a library has.
    fn of(line: &'l [u8]) -> Option<Self> {
        let mut at = line.len() - line.trim_ascii_start().len();
        let fields: Vec<(usize, &[u8])> = line
            .trim_ascii()
            .split(|&byte| byte == b':')
            .take(8)
            .map(|field| {
                let start = at;
                at += field.len() + 1;
                (start, field)
            })
            .collect();
        let [(_, b""), _, _, cells, deleted, _, rest @ ..] = &fields[..] else { return None };
        let comment = rest.first().map_or(&b""[..], |(_, comment)| comment);
        Some(Self { cells: *cells, deleted: *deleted, comment })
    }
}

/// A cell of a library line.
pub(super) struct LibraryCell {
    pub(super) value: u8,
    /// Whether the solver has placed the digit.
    pub(super) is_placed: bool,
    /// Where it is in the line.
    pub(super) place: usize,
}

/// The cells of a line, however many there are, if it is a line of a library.
pub(super) fn cells_in(line: &[u8]) -> Option<Vec<LibraryCell>> {
    cells_of(Fields::of(line)?.cells).ok()
}

/// The cells of the field that holds them, or the place of what is none.
fn cells_of((start, field): (usize, &[u8])) -> Result<Vec<LibraryCell>, usize> {
    let mut cells = Vec::with_capacity(81);
    let mut is_placed = false;
    for (index, &byte) in field.iter().enumerate() {
        if byte == b'+' && !is_placed {
            is_placed = true;
            continue;
        }
        let value = value_of(byte).filter(|&value| value <= 9).ok_or(start + index)?;
        let is_placed = std::mem::take(&mut is_placed) && value > 0;
        cells.push(LibraryCell { value, is_placed, place: start + index });
    }
    Ok(cells)
}

struct LibraryParser;

impl LineParser for LibraryParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if is_idle(line) {
            return;
        }
        let record = record(session, line).map_err(|(at, kind)| Fault::at(number, line, at, kind));
        session.emit_line_with(number, record);
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        session.emit(fault.line(), Err(fault));
    }
}

fn record(session: &Session, line: &[u8]) -> Result<(Puzzle, Extra), (usize, ParseErrorKind)> {
    const NINE: BoxShape = BoxShape::NINE;
    let start = line.len() - line.trim_ascii_start().len();
    let fields = Fields::of(line).ok_or_else(|| {
        let wanted = "a line of a HoDoKu library, `:0000:x:CELLS::::`".into();
        (start, ParseErrorKind::Token { text: excerpt(line.trim_ascii()), wanted })
    })?;
    let cells = cells_of(fields.cells).map_err(|at| {
        let text = format!("'{}'", character_at(line, at).escape_debug());
        (at, ParseErrorKind::NoDigit { text, side: 9 })
    })?;
    let expected = session.expected().unwrap_or(NINE);
    if cells.len() != 81 || expected != NINE {
        let kind = ParseErrorKind::CellCount { found: cells.len(), expected: expected.cells() };
        return Err((fields.cells.0, kind));
    }
    let grid = |wanted: bool| {
        let digits: Vec<u8> =
            cells.iter().map(|c| if c.is_placed == wanted { c.value } else { 0 }).collect();
        Grid::from_digits(NINE, &digits).expect("digits to 9")
    };
    let puzzle = Puzzle::new(grid(false), Edges::none()).map_err(|conflict| {
        (cells[conflict.cells[1].index()].place, ParseErrorKind::Conflict(conflict))
    })?;
    let mut extra = Extra::default();
    let entries = grid(true);
    extra.entries = Some(entries).filter(|entries| entries.filled().next().is_some());
    let values = extra.values(&puzzle);
    let mut candidates = open_candidates(&values);
    let mut at = fields.deleted.0;
    let mut any = false;
    for token in fields.deleted.1.split(|&byte| byte == b' ') {
        if !token.is_empty() {
            let (digit, cell) = ruled_out(token).ok_or_else(|| {
                let wanted = "a ruled out candidate as digit, row and column".into();
                (at, ParseErrorKind::Token { text: excerpt(token), wanted })
            })?;
            candidates.set(cell, candidates.get(cell) - DigitSet::only(digit));
            any = true;
        }
        at += token.len() + 1;
    }
    extra.candidates = any.then(|| without_filled(candidates, &values));
    extra.details.push(Detail::Comment, &String::from_utf8_lossy(fields.comment));
    Ok((puzzle, extra))
}

/// The candidate that a token such as `114` means, digit 1 in row 1 and column 4.
fn ruled_out(token: &[u8]) -> Option<(Digit, Cell)> {
    let [digit, row, column] = *token else { return None };
    let number = |byte: u8| matches!(byte, b'1'..=b'9').then(|| usize::from(byte - b'1'));
    let digit = Digit::from_symbol(digit).filter(|digit| digit.get() <= 9)?;
    Some((digit, Cell::new(number(row)? * 9 + number(column)?)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{records, said};
    use super::*;

    const LINE: &str = ":0100:4:53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79:114 218 997:514:a note:";

    #[test]
    fn entries_and_candidates_are_read() {
        let (puzzle, extra) = records(&Hodoku, LINE).remove(0);
        assert!(puzzle.to_string().starts_with("53..7....6"));
        let entries: Vec<_> = extra.entries.as_ref().unwrap().filled().collect();
        assert_eq!(entries, [(Cell::new(2), Digit::new(4).unwrap())]);
        let candidates = extra.candidates.as_ref().unwrap();
        assert!(candidates.get(Cell::new(2)).is_empty());
        // r1c4 has 1, 2 and 6 without the 1; r1c8 may be 1, 2 without the 2.
        assert_eq!(candidates.get(Cell::new(3)).iter().map(Digit::get).collect::<Vec<_>>(), [2, 6]);
        assert_eq!(extra.details.get(Detail::Comment), Some("a note"));
        let mut text = String::new();
        assert!(Hodoku.write(&puzzle, &extra, &mut text).unwrap().is_empty());
        assert_eq!(records(&Hodoku, &text), [(puzzle, extra)]);
    }

    #[test]
    fn faults_are_placed() {
        let said = |line: &str| said(&Hodoku, line.as_bytes(), &ReadOptions::default()).remove(0);
        assert_eq!(said(LINE), LINE[8..90].replace("+4", "."));
        assert!(said(&LINE.replace("6.8.", "6.x.")).contains("'x' is not a valid digit"));
        assert_eq!(
            said(&LINE.replace("997", "990")),
            "1:100: `990`, expected a ruled out candidate as digit, row and column"
        );
        assert_eq!(
            said(&LINE[8..]),
            format!(
                "1:1: `{}…`, expected a line of a HoDoKu library, `:0000:x:CELLS::::`",
                &LINE[8..38]
            )
        );
        assert_eq!(said(&LINE.replace("..79:", "..7:")), "1:9: 80 cells, expected 81");
        assert_eq!(said(&LINE.replace("53+4", "55+4")), "1:10: r1c1 and r1c2 both hold 5 in row 1");
    }

    #[test]
    fn notes_beyond_the_rules_are_left_out() {
        let (puzzle, mut extra) = records(&Hodoku, LINE).remove(0);
        let mut candidates = extra.candidates.take().unwrap();
        candidates.set(Cell::new(3), DigitSet::all(9));
        extra.candidates = Some(candidates);
        let left_out = Hodoku.write(&puzzle, &extra, &mut String::new()).unwrap();
        assert_eq!(left_out.to_string(), "candidates");
    }
}
