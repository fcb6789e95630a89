//! Which piece of a line is the puzzle.
//!
//! White space, commas, semicolons and square brackets part a line into tokens; the double quotes
//! around a field of a table part as well, where both are there. A piece is a puzzle when it is one
//! token with a symbol for each cell, or a run of tokens each of which is a cell. Among those that
//! fit the expected board (or, when none is expected, any board) the one with the most cells is
//! taken, the first of equals: an id of 16 figures may well read as a 4x4, but never wins against
//! the 81 symbols behind it, and in `puzzle,solution` the puzzle comes first. Where the header of a
//! table names the column, only that part of the line is looked at.

use std::ops::Range;

use super::super::edges;
use super::super::error::ParseErrorKind;
use super::super::symbol::{character_at, characters, excerpt, number_of, parts_cells, value_of};
use super::cells::parse_cells;
use crate::board::{BoxShape, Cell};

/// Looks for puzzles in lines; kept from line to line for its buffers.
#[derive(Default)]
pub(super) struct Finder {
    /// Those of the part that is searched, and what stands behind it.
    tokens: Vec<Token>,
    in_part: usize,
    digits: Vec<u8>,
}

struct Token {
    place: Range<usize>,
    /// What parts it from the token before: a comma, a semicolon, or else a blank.
    after: u8,
}

/// Where the field ends that begins with a quote there: at a quote with a separator behind it, or
/// with nothing.
fn closing_quote(line: &[u8], opening: usize) -> Option<usize> {
    let closes = |&quote: &usize| line.get(quote + 1).is_none_or(|&byte| parts_cells(byte));
    memchr::memchr_iter(b'"', &line[opening + 1..]).map(|at| opening + 1 + at).find(closes)
}

/// A puzzle that was found.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) shape: BoxShape,
    /// Its tokens: one with all cells, or one for each.
    tokens: Range<usize>,
}

type Misfit = (usize, ParseErrorKind);

impl Finder {
    /// The puzzle in that part of a line: of the `expected` shape, or of any that `shape_of` knows
    /// for its number of cells. Otherwise what is wrong with the piece that most resembles a
    /// puzzle, and at which byte.
    pub(super) fn find(
        &mut self,
        line: &[u8],
        part: Range<usize>,
        expected: Option<BoxShape>,
        shape_of: &dyn Fn(usize) -> Option<BoxShape>,
    ) -> Result<Found, Misfit> {
        self.split(line, &part);
        let shape_for = |cells: usize| match expected {
            Some(shape) => Some(shape).filter(|shape| shape.cells() == cells),
            None => shape_of(cells),
        };
        let mut best: Option<Found> = None;
        let mut consider = |found: Found| {
            if best.as_ref().is_none_or(|best| best.shape.cells() < found.shape.cells()) {
                best = Some(found);
            }
        };
        for (index, token) in self.tokens[..self.in_part].iter().enumerate() {
            if let Some(shape) = shape_for(token.place.len()) {
                self.digits.resize(shape.cells(), 0);
                let cells = &line[token.place.clone()];
                if parse_cells(cells, shape.side(), &mut self.digits).is_ok() {
                    consider(Found { shape, tokens: index..index + 1 });
                }
            }
        }
        let runs = self.runs(line);
        for run in &runs {
            if let Some(shape) = shape_for(run.len())
                && self.too_large(line, run, shape).is_none()
            {
                consider(Found { shape, tokens: run.clone() });
            }
        }
        let Some(best) = best else {
            return Err(self.misfit(line, part, &runs, expected, &shape_for));
        };
        self.fill_digits(line, &best);
        Ok(best)
    }

    /// The digits of the puzzle found last.
    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The field with the edges of a puzzle, which stands behind it.
    pub(super) fn edges_after(&self, line: &[u8], found: &Found) -> Option<Range<usize>> {
        let behind = self.tokens[found.tokens.end..].iter().map(|token| token.place.clone());
        behind.into_iter().find(|place| line[place.clone()].starts_with(edges::LEAD))
    }

    /// Where in the line a cell of the puzzle stands.
    pub(super) fn offset_of(&self, found: &Found, cell: Cell) -> usize {
        if found.tokens.len() == 1 {
            self.tokens[found.tokens.start].place.start + cell.index()
        } else {
            self.tokens[found.tokens.start + cell.index()].place.start
        }
    }

    fn split(&mut self, line: &[u8], part: &Range<usize>) {
        self.split_from(line, part.start);
        self.in_part = self.tokens.partition_point(|token| token.place.start < part.end);
    }

    fn split_from(&mut self, line: &[u8], start: usize) {
        self.tokens.clear();
        let mut at = start;
        let mut after = b' ';
        // Where the field in quotes ends that `at` is in, or was in last.
        let mut closing = None;
        while at < line.len() {
            let byte = line[at];
            if byte == b'"' && closing.is_none_or(|closing| closing < at) {
                closing = closing_quote(line, at);
                if closing.is_some() {
                    at += 1;
                    continue;
                }
            }
            if parts_cells(byte) || closing == Some(at) {
                if matches!(byte, b',' | b';') {
                    after = byte;
                }
                at += 1;
                continue;
            }
            if byte == b'#' {
                return;
            }
            let rest = &line[at..];
            let commas_part = !rest.starts_with(edges::LEAD);
            let ends = |&byte: &u8| parts_cells(byte) && (commas_part || byte != b',');
            let room = closing.filter(|&closing| closing > at).map_or(rest.len(), |end| end - at);
            let length = rest[..room].iter().position(ends).unwrap_or(room);
            self.tokens.push(Token { place: at..at + length, after });
            at += length;
            after = b' ';
        }
    }

    /// Runs of at least two tokens that are cells each: as long as possible, then those parts of
    /// them whose tokens are parted alike, so that `7,1 2 3 4` holds the run `1 2 3 4` as well.
    fn runs(&self, line: &[u8]) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        let mut start = 0;
        let tokens = &self.tokens[..self.in_part];
        for index in 0..=tokens.len() {
            let token = tokens.get(index);
            if token.is_some_and(|token| number_of(&line[token.place.clone()]).is_some()) {
                continue;
            }
            if index - start >= 2 {
                runs.push(start..index);
                self.push_parts(start..index, &mut runs);
            }
            start = index + 1;
        }
        runs
    }

    fn push_parts(&self, run: Range<usize>, runs: &mut Vec<Range<usize>>) {
        let whole = run.len();
        let mut start = run.start;
        while start + 1 < run.end {
            let kind = self.tokens[start + 1].after;
            let alike = |token: &&Token| token.after == kind;
            let length = self.tokens[start + 1..run.end].iter().take_while(alike).count() + 1;
            if length < whole {
                runs.push(start..start + length);
            }
            start += length - 1;
        }
    }

    /// The first token of a run whose number is beyond the side.
    fn too_large(&self, line: &[u8], run: &Range<usize>, shape: BoxShape) -> Option<usize> {
        let beyond = |&index: &usize| {
            let number = number_of(&line[self.tokens[index].place.clone()]);
            number.is_none_or(|number| usize::from(number) > shape.side())
        };
        run.clone().find(beyond)
    }

    fn fill_digits(&mut self, line: &[u8], found: &Found) {
        let Self { tokens, digits, .. } = self;
        let tokens = &tokens[found.tokens.clone()];
        digits.clear();
        if let [token] = tokens {
            let values = line[token.place.clone()].iter().map(|&byte| value_of(byte));
            digits.extend(values.map(|value| value.expect("found to be symbols")));
        } else {
            let values = tokens.iter().map(|token| number_of(&line[token.place.clone()]));
            digits.extend(values.map(|value| value.expect("found to be cells")));
        }
    }

    /// Why nothing was found: about the longest run, or the token with the most symbols.
    fn misfit(
        &self,
        line: &[u8],
        part: Range<usize>,
        runs: &[Range<usize>],
        expected: Option<BoxShape>,
        shape_for: &dyn Fn(usize) -> Option<BoxShape>,
    ) -> Misfit {
        if let Err(error) = std::str::from_utf8(&line[part.clone()]) {
            let offset = part.start + error.valid_up_to();
            return (offset, ParseErrorKind::NotText { byte: line[offset] });
        }
        // Ties go to the first, here and below.
        let symbols_in = |token: &&Token| {
            line[token.place.clone()].iter().filter(|&&byte| value_of(byte).is_some()).count()
        };
        let is_edges = |token: &&Token| line[token.place.clone()].starts_with(edges::LEAD);
        let longest = self.tokens[..self.in_part].iter().filter(|token| !is_edges(token)).rev();
        let longest = longest.max_by_key(symbols_in);
        let Some(token) = longest else {
            let says = |byte: &u8| !byte.is_ascii_whitespace();
            let blanks = line[part.clone()].iter().position(says).unwrap_or(0);
            return (part.start + blanks, ParseErrorKind::NoPuzzle);
        };
        let count_is_wrong = |found| match expected {
            Some(shape) => ParseErrorKind::CellCount { found, expected: shape.cells() },
            None => ParseErrorKind::no_board(found),
        };
        let cells = characters(&line[token.place.clone()]);
        let run = runs.iter().rev().max_by_key(|run| run.len());
        if let Some(run) = run.filter(|run| run.len() >= cells) {
            let offset_of = |index: usize| self.tokens[index].place.start;
            let Some(shape) = shape_for(run.len()) else {
                return (offset_of(run.start), count_is_wrong(run.len()));
            };
            let index = self.too_large(line, run, shape).unwrap_or(run.start);
            let text = excerpt(&line[self.tokens[index].place.clone()]);
            return (offset_of(index), ParseErrorKind::NoDigit { text, side: shape.side() });
        }
        let start = token.place.start;
        let bytes = &line[token.place.clone()];
        let strange = |side: usize| {
            let fits = |&byte: &u8| value_of(byte).is_some_and(|value| usize::from(value) <= side);
            bytes.iter().position(|byte| !fits(byte))
        };
        if let Some(shape) = shape_for(cells)
            && let Some(offset) = strange(shape.side())
        {
            let text = format!("'{}'", character_at(bytes, offset).escape_debug());
            return (start + offset, ParseErrorKind::NoDigit { text, side: shape.side() });
        }
        if cells < BoxShape::MIN_SIDE.pow(2) && strange(BoxShape::MAX_SIDE).is_some() {
            return (start, ParseErrorKind::NoPuzzle);
        }
        (start, count_is_wrong(cells))
    }
}
