//! Instances of two collections of hard puzzles of any square size: the order of the board, then its
//! cells as numbers, -1 for empty.
//!
//! `lewis` is how the generator of R. Lewis ("Metaheuristics can solve sudoku puzzles", 2007) writes
//! them: an order of n means n² rows of n² numbers. H. Lloyd and M. Amos ("Solving Sudoku with ant
//! colony optimisation", 2020) have a line with another number between, which is ignored. As others
//! write the side on the first line, that is read too: the length of the rows tells.

use std::fmt::Write as _;

use quadrille_core::{BoxShape, Edges, Grid, Puzzle};

use super::carries::{Carries, LeftOut, Sizes};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::Extra;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Fault, LineParser, Session, column_of, is_idle};
use super::symbol::excerpt;

/// The format `lewis`.
#[derive(Clone, Copy, Debug)]
pub struct Lewis;

/// The format `lloyd-amos`.
#[derive(Clone, Copy, Debug)]
pub struct LloydAmos;

impl PuzzleFormat for Lewis {
    fn id(&self) -> &'static str {
        "lewis"
    }

    fn title(&self) -> &'static str {
        "the order of a board, then rows of numbers, -1 for empty cells"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lewis"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        likelihood(head, false)
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<InstanceParser>::default()
    }

    fn carries(&self) -> Carries {
        Carries { sizes: Sizes::Squares, ..Carries::GIVENS }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        write_instance(puzzle, "", out);
        Ok(self.carries().left_out(extra))
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

impl PuzzleFormat for LloydAmos {
    fn id(&self) -> &'static str {
        "lloyd-amos"
    }

    fn title(&self) -> &'static str {
        "the same with another number on the second line"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["lloyd"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        likelihood(head, true)
    }

    fn parser(&self, options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Lewis.parser(options)
    }

    fn carries(&self) -> Carries {
        Lewis.carries()
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        write_instance(puzzle, "1\n", out);
        Ok(self.carries().left_out(extra))
    }

    fn between(&self) -> &'static str {
        "\n"
    }
}

fn write_instance(puzzle: &Puzzle, second_line: &str, out: &mut String) {
    let shape = puzzle.shape();
    write!(out, "{}\n{second_line}", shape.rows()).expect("writing to a String cannot fail");
    for row in puzzle.givens().digits().chunks_exact(shape.side()) {
        for (column, digit) in row.iter().enumerate() {
            out.push_str(if column == 0 { "" } else { "\t" });
            match digit {
                Some(digit) => write!(out, "{digit}").expect("writing to a String cannot fail"),
                None => out.push_str("-1"),
            }
        }
        out.push('\n');
    }
}

/// How likely a text begins with an instance, which has a line between or not.
fn likelihood(head: &str, has_line_between: bool) -> Likelihood {
    let lines = head.lines().map(str::as_bytes).filter(|line| !is_idle(line));
    let mut lines = lines.take(3).map(|line| tokens(line).map(|(_, token)| token));
    let mut next = || lines.next().map(Iterator::collect::<Vec<_>>).unwrap_or_default();
    let [first, mut row] = [next(), next()];
    let is_between = row.len() == 1 && value_of(row[0]).is_some();
    if is_between {
        row = next();
    }
    let [order] = first[..] else { return Likelihood::No };
    let fits = number_of(order).is_some_and(|order| shape_of(order, row.len()).is_some())
        && row.iter().all(|token| value_of(token).is_some());
    if fits && is_between == has_line_between { Likelihood::Certain } else { Likelihood::No }
}

/// The shape that the number on the first line means, given the length of a row.
fn shape_of(order: usize, length: usize) -> Option<BoxShape> {
    let root = length.isqrt();
    let is_side = order == length && root * root == length;
    if is_side || order.checked_mul(order) == Some(length) {
        return BoxShape::new(root, root).ok();
    }
    None
}

fn tokens(line: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let parts = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
    let mut at = 0;
    line.split(parts)
        .map(move |token| {
            let start = at;
            at += token.len() + 1;
            (start, token)
        })
        .filter(|(_, token)| !token.is_empty())
}

fn number_of(token: &[u8]) -> Option<usize> {
    let is_plain = !token.is_empty() && token.len() <= 4 && token.iter().all(u8::is_ascii_digit);
    if is_plain { std::str::from_utf8(token).ok()?.parse().ok() } else { None }
}

/// The value of a cell, 0 for empty.
fn value_of(token: &[u8]) -> Option<u8> {
    match token {
        b"-1" | b"." => Some(0),
        _ => number_of(token).and_then(|number| u8::try_from(number).ok()),
    }
}

/// The parser of an input: the instance that is being read.
#[derive(Default)]
struct InstanceParser {
    board: Option<Board>,
    /// Whether lines are ignored up to a blank one, after a fault.
    ignores: bool,
}

struct Board {
    number: u64,
    /// What the first line says.
    order: usize,
    has_line_between: bool,
    shape: Option<BoxShape>,
    digits: Vec<u8>,
    places: Vec<(u64, u64)>,
    /// Where the last line ended.
    end: (u64, u64),
}

impl LineParser for InstanceParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            self.finish(session);
            self.ignores = false;
            return;
        }
        if self.ignores || is_idle(line) {
            return;
        }
        if let Err(fault) = self.take(session, number, line) {
            let first = self.board.take().map_or(number, |board| board.number);
            session.emit(first, Err(fault));
            self.ignores = true;
        }
        if let Some(board) = &self.board
            && board.shape.is_some_and(|shape| board.digits.len() == shape.cells())
        {
            self.finish(session);
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        let first = self.board.take().map_or(fault.line(), |board| board.number);
        session.emit(first, Err(fault));
        self.ignores = true;
    }

    fn end(&mut self, session: &mut Session) {
        self.finish(session);
    }
}

impl InstanceParser {
    fn take(&mut self, session: &Session, number: u64, line: &[u8]) -> Result<(), Fault> {
        let found: Vec<(usize, &[u8])> = tokens(line).take(BoxShape::MAX_SIDE + 1).collect();
        let fault = |offset, kind| Err(Fault::at(number, line, offset, kind));
        let start = found.first().map_or(0, |&(start, _)| start);
        let Some(board) = &mut self.board else {
            let order = match found[..] {
                [(_, token)] => {
                    number_of(token).filter(|order| (2..=BoxShape::MAX_SIDE).contains(order))
                }
                _ => None,
            };
            let Some(order) = order else {
                let wanted = "the order of the board, such as 3 for 9x9".into();
                return fault(
                    start,
                    ParseErrorKind::Side { text: excerpt(line.trim_ascii()), wanted },
                );
            };
            self.board = Some(Board {
                number,
                order,
                has_line_between: false,
                shape: None,
                digits: Vec::new(),
                places: Vec::new(),
                end: (number, column_of(line, line.len())),
            });
            return Ok(());
        };
        board.end = (number, column_of(line, line.len()));
        let is_number = || number_of(found[0].1).is_some();
        if found.len() == 1 && board.digits.is_empty() && !board.has_line_between && is_number() {
            board.has_line_between = true;
            return Ok(());
        }
        let shape = match board.shape {
            Some(shape) => shape,
            None => board
                .shape_for(session, found.len())
                .map_err(|kind| Fault::at(number, line, start, kind))?,
        };
        board.shape = Some(shape);
        let side = shape.side();
        if found.len() != side {
            return fault(start, ParseErrorKind::RowLength { found: found.len(), expected: side });
        }
        for &(offset, token) in &found {
            let Some(value) = value_of(token).filter(|&value| usize::from(value) <= side) else {
                return fault(offset, ParseErrorKind::NoDigit { text: excerpt(token), side });
            };
            board.digits.push(value);
            board.places.push((number, column_of(line, offset)));
        }
        Ok(())
    }

    fn finish(&mut self, session: &mut Session) {
        if let Some(board) = self.board.take() {
            session.emit(board.number, board.into_puzzle());
        }
    }
}

impl Board {
    /// The shape, by the first row.
    fn shape_for(&self, session: &Session, length: usize) -> Result<BoxShape, ParseErrorKind> {
        let side = self.order * self.order;
        if let Some(expected) = session.expected() {
            if expected.side() == length && [self.order, side].contains(&length) {
                return Ok(expected);
            }
            return Err(ParseErrorKind::RowLength { found: length, expected: expected.side() });
        }
        let forced = session.shape.filter(|shape| shape.side() == length);
        forced
            .or_else(|| shape_of(self.order, length))
            .ok_or(ParseErrorKind::RowLength { found: length, expected: side })
    }

    fn into_puzzle(self) -> Result<Puzzle, Fault> {
        let Some(shape) = self.shape else {
            let wanted = "the rows of the board".into();
            return Err(Fault::new(self.end.0, self.end.1, ParseErrorKind::Missing { wanted }));
        };
        let side = shape.side();
        let Some(givens) = Grid::from_digits(shape, &self.digits) else {
            let kind = ParseErrorKind::RowCount { found: self.digits.len() / side, expected: side };
            return Err(Fault::new(self.end.0, 1, kind));
        };
        Puzzle::new(givens, Edges::none()).map_err(|conflict| {
            let (line, column) = self.places[conflict.cells[1].index()];
            Fault::new(line, column, ParseErrorKind::Conflict(conflict))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::detect;
    use super::super::tests::said;
    use super::*;

    fn read(text: &str) -> Vec<String> {
        said(&Lewis, text.as_bytes(), &ReadOptions::default())
    }

    const ROWS: &str = "1\t-1\t-1\t-1\t\n-1\t-1\t1 2\n-1 -1 -1 -1\n0 0 . 4\n";
    const CELLS: &str = "1.....12.......4";

    #[test]
    fn both_collections_are_read_and_told_apart() {
        for (text, id) in [
            (format!("2\n{ROWS}"), "lewis"),
            (format!("2\n1\n{ROWS}"), "lloyd-amos"),
            (format!("# order\n\n 4 \n{ROWS}"), "lewis"),
        ] {
            assert_eq!(detect(text.as_bytes(), None).id(), id, "{text}");
            assert_eq!(read(&text), [CELLS]);
            assert_eq!(read(&format!("{text}{text}\n{text}")), [CELLS; 3]);
        }
        let puzzle: Puzzle = CELLS.parse().unwrap();
        let mut text = String::new();
        assert!(LloydAmos.write(&puzzle, Extra::NONE, &mut text).unwrap().is_empty());
        assert!(text.starts_with("2\n1\n1\t-1\t-1\t-1\n"), "{text}");
        text.clear();
        Lewis.write(&puzzle, Extra::NONE, &mut text).unwrap();
        assert!(text.starts_with("2\n1\t-1\t-1\t-1\n"), "{text}");
        let wide = Puzzle::try_from(Grid::empty(BoxShape::new(2, 3).unwrap())).unwrap();
        let refused = Lewis.write(&wide, Extra::NONE, &mut text).unwrap_err();
        assert!(matches!(refused, Unrepresentable::OnlySquares { .. }), "{refused}");
    }

    #[test]
    fn faults_are_placed_and_cost_one_instance() {
        let good = format!("2\n{ROWS}\n");
        for (bad, expected) in [
            (
                "x\n1 2\n",
                "1:1: `x` is not the side of a board; the first line must be the order of the board, such as 3 for 9x9",
            ),
            ("2\n1 2 3\n", "2:1: 3 cells in the row, expected 4"),
            (
                "2\n1 2 3 5\n",
                "2:7: 5 is not a valid digit on a 4x4 board: 1-4, or . 0 * _ - for empty",
            ),
            (
                "2\n1 2 3 -2\n",
                "2:7: -2 is not a valid digit on a 4x4 board: 1-4, or . 0 * _ - for empty",
            ),
            ("2\n1 2 3 4\n1 2 3 4", "3:1: the grid ends after 2 rows, expected 4"),
            ("2\n", "1:2: ends here, expected the rows of the board"),
            (
                "2\n1 -1 1 -1\n-1 -1 -1 -1\n-1 -1 -1 -1\n-1 -1 -1 -1\n",
                "2:6: r1c1 and r1c3 both hold 1 in row 1",
            ),
        ] {
            assert_eq!(read(&format!("{bad}\n\n{good}")), [expected, CELLS], "{bad:?}");
        }
    }
}
