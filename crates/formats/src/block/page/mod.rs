//! Grids anywhere in a text: with words beside them, several side by side, with borders of any
//! characters, in lists of programs, in tables of HTML. Each line is taken as people see it;
//! `search.rs` finds the grids in the lines, `markup.rs` and `lists.rs` make lines of HTML and of lists.
//!
//! This reader takes a text only if the readers that prescribe where a grid is find none in it: it
//! ignores whatever it does not understand.

mod around;
mod found;
mod lists;
mod markup;
mod rows;
mod search;

use std::collections::VecDeque;

use quadrille_core::{Edges, Puzzle};

use self::around::Torn;
use self::found::{Doubt, FoundGrid};
use self::markup::Markup;
use self::search::Grids;
use super::super::error::ParseErrorKind;
use super::super::extra::{Detail, Extra};
use super::super::foreign::Foreign;
use super::super::link;
use super::super::lookalike::as_seen;
use super::super::session::{Fault, LineParser, Session};
use super::super::solution::is_solution;
use super::super::variant::Heading;

/// Lines in which grids are searched at a time, and those of them that are searched again, as a grid
/// may continue after them.
const MOST_LINES: usize = 256;
const KEPT_LINES: usize = 96;

/// The longest line that can have a row in it, in characters.
const LONGEST_ROW: usize = 1024;

/// The smallest side of a complete grid that is no chance.
const LEAST_COMPLETE: usize = 8;

/// A line of the text.
struct PageLine {
    number: u64,
    text: Vec<char>,
    /// The puzzle of a link in it.
    link: Option<(Puzzle, Extra)>,
}

/// The parser of a page.
#[derive(Default)]
pub(in super::super) struct Page {
    lines: VecDeque<PageLine>,
    markup: Markup,
    heading: Heading,
    /// The last complete puzzle, to know its solution when it comes.
    last: Option<Puzzle>,
}

impl LineParser for Page {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        let link = link::find(line).and_then(|link| link.decode().ok());
        if link.is_some() {
            self.lines.push_back(PageLine { number, text: Vec::new(), link });
            return;
        }
        let text = as_seen(line);
        let text = text.map_or_else(|| String::from_utf8_lossy(line), Into::into);
        let lines = self.markup.lines(&without_colors(&text)).into_iter();
        for text in lines.flat_map(|line| lists::rows(&line).unwrap_or_else(|| vec![line])) {
            let text: Vec<char> = text.chars().take(LONGEST_ROW).collect();
            self.lines.push_back(PageLine { number, text, link: None });
        }
        if self.lines.len() >= MOST_LINES {
            self.search(session, KEPT_LINES);
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        self.end(session);
        session.emit(fault.line(), Err(fault));
    }

    fn reads(&self, _foreign: Foreign) -> bool {
        true
    }

    fn end(&mut self, session: &mut Session) {
        self.search(session, 0);
    }
}

/// The text without the escape sequences that color it in a terminal.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(0, |end| end + 1);
        text + &part[end..]
    })
}

/// What is in the lines, in their order.
enum Item {
    Grid(FoundGrid),
    Torn(Torn),
    Other(usize),
}

impl Item {
    fn line(&self) -> usize {
        match self {
            Self::Grid(grid) => grid.lines.start,
            Self::Torn(torn) => torn.line,
            Self::Other(line) => *line,
        }
    }
}

impl Page {
    /// Emits what is in the lines, but for what ends in the last lines.
    fn search(&mut self, session: &mut Session, keep: usize) {
        let mut lines: Vec<PageLine> = std::mem::take(&mut self.lines).into();
        let certain = lines.len() - keep.min(lines.len());
        let texts: Vec<&[char]> = lines.iter().map(|line| &line.text[..]).collect();
        let Grids { grids, torn } = search::grids_in(&texts, session);
        let is_other = |line: &usize| !grids.iter().any(|grid| grid.lines.contains(line));
        let others: Vec<usize> = (0..certain).filter(is_other).collect();
        let mut items: Vec<Item> = grids.into_iter().map(Item::Grid).collect();
        items.extend(torn.into_iter().map(Item::Torn));
        items.extend(others.into_iter().map(Item::Other));
        items.sort_by_key(Item::line);
        let (mut done, mut kept) = (0, certain);
        for item in items {
            let line = item.line();
            let end = match &item {
                Item::Grid(grid) => grid.lines.end,
                Item::Torn(torn) => torn.line + torn.rows,
                Item::Other(line) => line + 1,
            };
            let may_go_on = !matches!(item, Item::Other(_)) && end + keep / 3 > lines.len();
            if line >= certain || may_go_on {
                kept = kept.min(line);
                break;
            }
            done = done.max(end);
            match item {
                Item::Grid(grid) => self.grid(session, &lines, &grid),
                Item::Torn(torn) => {
                    let kind = match torn.uneven {
                        Some((_, found)) => {
                            ParseErrorKind::RowLength { found, expected: torn.side }
                        }
                        None => {
                            let (found, expected) = (torn.rows, torn.side);
                            ParseErrorKind::RowCount { found, expected }
                        }
                    };
                    let number = lines[torn.uneven.map_or(line, |(line, _)| line)].number;
                    session.emit(number, Err(Fault::new(number, 1, kind)));
                }
                Item::Other(line) => {
                    let PageLine { number, text, link } = &mut lines[line];
                    if let Some(link) = link.take() {
                        session.emit_with(*number, Ok(link));
                    }
                    let text: String = text.iter().collect();
                    self.heading.line(text.as_bytes());
                }
            }
        }
        lines.drain(..done.max(kept).min(lines.len()));
        self.lines = lines.into();
    }

    /// Emits a grid.
    fn grid(&mut self, session: &mut Session, lines: &[PageLine], found: &FoundGrid) {
        let number = lines[found.lines.start].number;
        let fault = |kind| Err(Fault::new(number, found.column() as u64 + 1, kind));
        let shape = found.grid.shape();
        let puzzle = Puzzle::new(found.grid.clone(), Edges::none());
        let is_complete = found.grid.empty_cells().next().is_none();
        let is_solution = puzzle.as_ref().is_ok_and(|puzzle| {
            self.last.as_ref().is_some_and(|last| is_solution(puzzle.givens(), last.givens()))
        });
        let puzzle = match (self.heading.variant(), &found.doubt, puzzle, session.expected()) {
            (Some(variant), ..) => fault(ParseErrorKind::Variant(variant)),
            (_, Doubt::Readings(first, second), ..) => {
                let (first, second) = (first.clone(), second.clone());
                fault(ParseErrorKind::TwoReadings { first, second })
            }
            (_, Doubt::Around, ..) => fault(ParseErrorKind::Around { side: shape.side() }),
            (_, _, _, Some(expected)) if expected.cells() != shape.cells() => {
                let (found, expected) = (shape.cells(), expected.cells());
                fault(ParseErrorKind::CellCount { found, expected })
            }
            (_, _, Err(conflict), _) => {
                let (line, column) = found.place_of(conflict.cells[1]);
                let kind = ParseErrorKind::Conflict(conflict);
                Err(Fault::new(lines[line].number, column as u64 + 1, kind))
            }
            // A table of small numbers may be one by chance.
            (_, _, Ok(_), _) if is_complete && !is_solution && shape.side() < LEAST_COMPLETE => {
                fault(ParseErrorKind::Complete { side: shape.side() })
            }
            (_, _, Ok(puzzle), _) => Ok(puzzle),
        };
        self.heading.grid();
        self.last = puzzle.as_ref().ok().cloned();
        session.emit(number, puzzle);
        if is_solution {
            let mut extra = Extra::default();
            extra.details.push(Detail::Title, "solution of the grid before");
            session.attach(Box::new(extra));
        }
    }
}
