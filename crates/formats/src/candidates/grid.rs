//! Reads grids whose cells are groups of digits, a row on each line, with or without borders.

use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Puzzle};

use super::super::error::ParseErrorKind;
use super::super::extra::Extra;
use super::super::row::bar_length;
use super::super::session::{Fault, LineParser, Session, column_of};
use super::super::symbol::{MOST_SYMBOLS, excerpt, is_empty_cell};
use super::super::variant::Heading;

/// A cell of a candidate grid.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct CandidateCell {
    /// The digits of the group; none for a lone symbol of an empty cell.
    pub(in super::super) digits: DigitSet,
    /// Whether `u` precedes the digits.
    pub(in super::super) is_user: bool,
    /// Line and column.
    pub(in super::super) place: (u64, u64),
}

/// A complete candidate grid.
#[derive(Debug)]
pub(in super::super) struct CandidateGrid {
    /// The line on which it begins.
    pub(in super::super) line: u64,
    pub(in super::super) shape: BoxShape,
    pub(in super::super) cells: Vec<CandidateCell>,
}

impl CandidateGrid {
    /// The digits of all cells.
    pub(in super::super) fn set(&self) -> CandidateSet {
        CandidateSet::from_cells(self.shape, self.cells.iter().map(|cell| cell.digits).collect())
    }

    /// The place of a cell, for a fault.
    pub(in super::super) fn fault(&self, cell: Cell, kind: ParseErrorKind) -> Fault {
        let (line, column) = self.cells[cell.index()].place;
        Fault::new(line, column, kind)
    }
}

/// A grid, or what is wrong with it, and the line on which it begins.
pub(in super::super) type Collected = Result<CandidateGrid, (u64, Fault)>;

/// A line of a candidate grid.
pub(in super::super) enum GridLine {
    Blank,
    Border,
    Title,
    Row(Vec<Group>, Option<usize>),
}

/// A piece of a line between blanks and borders: where it begins and ends.
pub(in super::super) type Group = std::ops::Range<usize>;

/// What a line of a candidate grid is.
pub(in super::super) fn line_of(line: &[u8]) -> GridLine {
    let text = line.trim_ascii();
    if text.is_empty() {
        return GridLine::Blank;
    }
    let is_word = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_lowercase();
    if text.get(..2).is_some_and(is_word) || text.starts_with(b"[") {
        return GridLine::Title;
    }
    let is_border = |byte: &u8| b"-+.:'*=|,` \t_".contains(byte) || !byte.is_ascii();
    let has_stroke = text.windows(3).any(|three| matches!(three, b"---" | b"===" | b"___"))
        || text.iter().any(|byte| !byte.is_ascii());
    if has_stroke && text.iter().all(is_border) {
        return GridLine::Border;
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut stacks = vec![0_usize];
    let (mut at, mut within) = (0, false);
    while at < line.len() {
        if let Some(length) = bar_length(&line[at..]) {
            within = false;
            if stacks.last() != Some(&0) {
                stacks.push(0);
            }
            at += length;
            continue;
        }
        let is_blank = line[at].is_ascii_whitespace();
        match (is_blank, within) {
            (true, _) => {}
            (false, true) => groups.last_mut().expect("within a group").end = at + 1,
            (false, false) => {
                groups.push(at..at + 1);
                *stacks.last_mut().expect("never empty") += 1;
            }
        }
        within = !is_blank;
        at += 1;
    }
    stacks.retain(|&count| count > 0);
    let columns = stacks.first().copied().filter(|&first| {
        stacks.len() > 1 && first > 1 && stacks.iter().all(|&count| count == first)
    });
    GridLine::Row(groups, columns)
}

/// The digits of a group on a board of that side, ascending or not, each once; and whether `u`
/// precedes them.
pub(in super::super) fn digits_of(group: &[u8], side: usize) -> Option<(DigitSet, bool)> {
    let (group, is_user) = match group {
        [b'u', rest @ ..] => (rest, true),
        _ => (group, false),
    };
    if let [symbol] = group
        && is_empty_cell(*symbol)
        && !is_user
    {
        return Some((DigitSet::EMPTY, false));
    }
    let mut digits = DigitSet::EMPTY;
    for &symbol in group {
        let digit = Digit::from_symbol(symbol).filter(|digit| usize::from(digit.get()) <= side)?;
        if digits.contains(digit) {
            return None;
        }
        digits |= DigitSet::only(digit);
    }
    let is_fine = if is_user { digits.len() == 1 } else { !digits.is_empty() };
    is_fine.then_some((digits, is_user))
}

/// How many rows of a candidate grid a text begins with, whether one of their groups is not a
/// number that any board has, and whether one has a `u`.
pub(in super::super) struct Beginning {
    pub(in super::super) rows: usize,
    pub(in super::super) has_candidates: bool,
    pub(in super::super) has_user: bool,
    /// Whether there are bars or borders.
    pub(in super::super) has_borders: bool,
}

/// Describes the candidate grid at the beginning of a text. Without a grid, `rows` is 0.
pub(in super::super) fn beginning(head: &str) -> Beginning {
    let mut found =
        Beginning { rows: 0, has_candidates: false, has_user: false, has_borders: false };
    let mut side = None;
    let lines = head.lines().map(str::as_bytes);
    for line in lines.filter(|line| !super::super::session::is_idle(line)).take(14) {
        match line_of(line) {
            GridLine::Blank | GridLine::Title => {}
            GridLine::Border => found.has_borders = true,
            GridLine::Row(groups, columns) => {
                let side = *side.get_or_insert(groups.len());
                let digits: Option<Vec<_>> =
                    groups.iter().map(|group| digits_of(&line[group.clone()], side)).collect();
                let is_row =
                    groups.len() == side && (BoxShape::MIN_SIDE..=MOST_SYMBOLS).contains(&side);
                // The head may end within a line.
                let Some(digits) = digits.filter(|_| is_row) else { break };
                // Programs write candidates in order; a row of a grid without blanks is none.
                let is_ascending =
                    |group: &Group| line[group.clone()].windows(2).all(|pair| pair[0] < pair[1]);
                if !groups.iter().all(is_ascending) && !digits.iter().any(|&(_, is_user)| is_user) {
                    break;
                }
                found.rows += 1;
                found.has_borders |= columns.is_some();
                found.has_user |= digits.iter().any(|&(_, is_user)| is_user);
                let is_beyond = |group: &Group| {
                    let text = std::str::from_utf8(&line[group.clone()]).unwrap_or_default();
                    // A number of two figures may be a cell of a larger board.
                    group.len() > 1
                        && text.parse::<usize>().map_or(!text.starts_with('u'), |n| n > side)
                };
                found.has_candidates |= groups.iter().any(is_beyond);
            }
        }
    }
    found
}

/// Makes a record of a grid, or says what is wrong with it.
type MakeRecord = fn(&CandidateGrid) -> Result<(Puzzle, Extra), Fault>;

/// The parser of a format whose records are candidate grids.
pub(in super::super) struct GridParser {
    collector: Collector,
    make: MakeRecord,
}

impl GridParser {
    pub(in super::super) fn new(make: MakeRecord) -> Self {
        Self { collector: Collector::default(), make }
    }

    fn emit(&self, session: &mut Session, collected: Option<Collected>) {
        match collected {
            None => {}
            Some(Ok(grid)) => session.emit_with(grid.line, (self.make)(&grid)),
            Some(Err((line, fault))) => session.emit(line, Err(fault)),
        }
    }
}

impl LineParser for GridParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if line.trim_ascii_start().starts_with(b"#") {
            return;
        }
        let collected = self.collector.line(session, number, line);
        self.emit(session, collected);
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        let collected = self.collector.unreadable(fault);
        self.emit(session, collected);
    }

    fn end(&mut self, session: &mut Session) {
        let collected = self.collector.finish();
        self.emit(session, collected);
    }
}

/// Collects the rows of candidate grids.
#[derive(Default)]
pub(in super::super) struct Collector {
    first: u64,
    last: u64,
    shape: Option<BoxShape>,
    cells: Vec<CandidateCell>,
    rows: usize,
    side: usize,
    fault: Option<Fault>,
    /// Whether rows are ignored up to a blank line, because it is not known where the next grid begins.
    ignores: bool,
    announced: Heading,
}

impl Collector {
    /// Whether no grid has begun.
    pub(in super::super) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Takes a line; returns a grid if the line completes one.
    pub(in super::super) fn line(
        &mut self,
        session: &Session,
        number: u64,
        line: &[u8],
    ) -> Option<Collected> {
        match line_of(line) {
            GridLine::Blank => {
                self.ignores = false;
                self.finish()
            }
            _ if self.ignores => None,
            GridLine::Border => None,
            GridLine::Title if self.rows == 0 => {
                self.announced.line(line);
                None
            }
            GridLine::Title => self.row(session, number, line, &[], None),
            GridLine::Row(groups, columns) => self.row(session, number, line, &groups, columns),
        }
    }

    /// Takes a line that cannot be read.
    pub(in super::super) fn unreadable(&mut self, fault: Fault) -> Option<Collected> {
        if self.rows == 0 {
            return Some(Err((fault.line(), fault)));
        }
        self.fault.get_or_insert(fault);
        self.rows += 1;
        self.complete()
    }

    fn row(
        &mut self,
        session: &Session,
        number: u64,
        line: &[u8],
        groups: &[Group],
        columns: Option<usize>,
    ) -> Option<Collected> {
        let start = groups.first().map_or(0, |group| group.start);
        let fault = |offset, kind| Fault::at(number, line, offset, kind);
        if self.rows == 0 {
            self.first = number;
            let side = session.expected().map_or(groups.len(), BoxShape::side);
            self.shape = session.shape_of_side(side, columns).filter(|_| side <= MOST_SYMBOLS);
            self.side = side;
            if self.shape.is_none() {
                self.ignores = true;
                return Some(Err((number, fault(start, ParseErrorKind::no_side(groups.len())))));
            }
        }
        self.last = number;
        self.rows += 1;
        let side = self.side;
        if groups.len() != side {
            let kind = ParseErrorKind::RowLength { found: groups.len(), expected: side };
            self.fault.get_or_insert_with(|| fault(start, kind));
            return self.complete();
        }
        for group in groups {
            let Some((digits, is_user)) = digits_of(&line[group.clone()], side) else {
                let text = excerpt(&line[group.clone()]);
                let wanted = format!("digits to {side}, each once, or . for none").into();
                let kind = ParseErrorKind::Token { text, wanted };
                self.fault.get_or_insert_with(|| fault(group.start, kind));
                break;
            };
            let place = (number, column_of(line, group.start));
            self.cells.push(CandidateCell { digits, is_user, place });
        }
        self.complete()
    }

    fn complete(&mut self) -> Option<Collected> {
        if self.rows == self.side { self.finish() } else { None }
    }

    /// Takes the end of a grid: the grid, if there is one.
    pub(in super::super) fn finish(&mut self) -> Option<Collected> {
        if self.rows == 0 {
            return None;
        }
        let grid = std::mem::take(self);
        let variant = grid.announced.variant();
        self.announced = grid.announced;
        self.announced.grid();
        let line = grid.first;
        let fault = |kind| Err((line, Fault::new(line, 1, kind)));
        if let Some(variant) = variant {
            return Some(fault(ParseErrorKind::Variant(variant)));
        }
        if let Some(fault) = grid.fault {
            return Some(Err((line, fault)));
        }
        if grid.rows != grid.side {
            let kind = ParseErrorKind::RowCount { found: grid.rows, expected: grid.side };
            return Some(Err((line, Fault::new(grid.last, 1, kind))));
        }
        let shape = grid.shape.expect("checked at the first row");
        Some(Ok(CandidateGrid { line, shape, cells: grid.cells }))
    }
}
