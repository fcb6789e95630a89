//! Finds the piece of a line that is the puzzle.
//!
//! White space, commas, semicolons and square brackets separate tokens, and so do the double quotes
//! around a field of a table. A piece is a puzzle if it is one token with a symbol for each cell, or
//! a run of tokens each of which is a cell. Of the pieces that fit the expected board (or, if none is
//! expected, any board) the one with the most cells is taken: an id of 16 digits may be a 4x4, but
//! never wins against the 81 symbols after it. Of several, the first with an empty cell is taken, as
//! a complete grid beside it is its solution. If the header of a table names the column, only that
//! part of the line is searched.

use std::ops::Range;

use super::super::edges;
use super::super::error::ParseErrorKind;
use super::super::foreign::{self, is_like_cells};
use super::super::symbol::{character_at, characters, excerpt, number_of, parts_cells, value_of};
use super::super::variant::{Variant, is_region_map};
use super::cells::{filler_of, parse_cells};
use crate::board::{BoxShape, Cell};

/// Finds puzzles in lines; kept from line to line for its buffers.
#[derive(Default)]
pub(super) struct Finder {
    tokens: Vec<Token>,
    digits: Vec<u8>,
}

struct Token {
    place: Range<usize>,
    /// What separates it from the token before: a comma, a semicolon, or else a blank.
    after: u8,
}

/// Where the field ends that begins with a quote at that place: at a quote that is followed by a
/// separator, or by nothing.
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
    has_empty_cell: bool,
}

type Misfit = (usize, ParseErrorKind);

impl Finder {
    /// The puzzle in that part of a line, outside of the `excluded` parts; the line is searched for
    /// tokens from `start`. It is of the `expected` shape,
    /// or of any that `shape_of` knows for its number of cells. Otherwise what is wrong with the
    /// piece that most resembles a puzzle, and at which byte.
    pub(super) fn find(
        &mut self,
        line: &[u8],
        start: usize,
        part: &Range<usize>,
        excluded: &[Range<usize>],
        expected: Option<BoxShape>,
        shape_of: &dyn Fn(usize) -> Option<BoxShape>,
    ) -> Result<Found, Misfit> {
        self.split(line, start);
        // The tokens in the part; those after it may be edges.
        let place = |index: usize| self.tokens.partition_point(|token| token.place.start < index);
        let within = place(part.start)..place(part.end);
        let is_excluded =
            |token: &Token| excluded.iter().any(|range| range.contains(&token.place.start));
        let shape_for = |cells: usize| match expected {
            Some(shape) => Some(shape).filter(|shape| shape.cells() == cells),
            None => shape_of(cells),
        };
        let mut best: Option<Found> = None;
        let mut consider = |found: Found| {
            let merit = |found: &Found| (found.shape.cells(), found.has_empty_cell);
            if best.as_ref().is_none_or(|best| merit(best) < merit(&found)) {
                best = Some(found);
            }
        };
        for index in within.clone() {
            let token = &self.tokens[index];
            if let Some(shape) = shape_for(token.place.len())
                && !is_excluded(token)
                && fill(&line[token.place.clone()], shape, &mut self.digits)
            {
                let has_empty_cell = memchr::memchr(0, &self.digits).is_some();
                consider(Found { shape, tokens: index..index + 1, has_empty_cell });
            }
        }
        // A run has a token for each cell.
        let fewest = expected.map_or(BoxShape::MIN_SIDE.pow(2), BoxShape::cells);
        let runs = if within.len() < fewest { Vec::new() } else { self.runs(line, &within) };
        for run in &runs {
            if let Some(shape) = shape_for(run.len())
                && !run.clone().any(|index| is_excluded(&self.tokens[index]))
                && self.too_large(line, run, shape).is_none()
            {
                let is_empty = |index: usize| self.number(line, index) == Some(0);
                let has_empty_cell = run.clone().any(is_empty);
                consider(Found { shape, tokens: run.clone(), has_empty_cell });
            }
        }
        let Some(best) = best else {
            let runs = self.runs(line, &within);
            let tokens = within.filter(|&index| !is_excluded(&self.tokens[index])).collect();
            return Err(self.misfit(line, part, tokens, &runs, expected, &shape_for));
        };
        // A second grid may say that the first is not a classic puzzle.
        for (index, token) in self.tokens.iter().enumerate() {
            if best.shape.cells() == token.place.len()
                && !best.tokens.contains(&index)
                && is_region_map(&line[token.place.clone()], best.shape)
            {
                return Err((token.place.start, ParseErrorKind::Variant(Variant::JIGSAW)));
            }
        }
        self.fill_digits(line, &best);
        Ok(best)
    }

    /// Whether the puzzle found last is a map of irregular regions.
    pub(super) fn is_region_map(&self, found: &Found) -> bool {
        is_region_map(&self.digits, found.shape)
    }

    /// The digits of the puzzle found last.
    pub(super) fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// The field with the edges of a puzzle, which comes after it.
    pub(super) fn edges_after(&self, line: &[u8], found: &Found) -> Option<Range<usize>> {
        let mut after = self.tokens[found.tokens.end..].iter().map(|token| token.place.clone());
        after.find(|place| line[place.clone()].starts_with(edges::LEAD))
    }

    /// Where in the line a cell of the puzzle is.
    pub(super) fn offset_of(&self, found: &Found, cell: Cell) -> usize {
        if found.tokens.len() == 1 {
            self.tokens[found.tokens.start].place.start + cell.index()
        } else {
            self.tokens[found.tokens.start + cell.index()].place.start
        }
    }

    fn split(&mut self, line: &[u8], start: usize) {
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
            let has_commas = rest.starts_with(edges::LEAD);
            let room = closing.filter(|&closing| closing > at).map_or(rest.len(), |end| end - at);
            let length = token_length(&rest[..room], has_commas);
            self.tokens.push(Token { place: at..at + length, after });
            at += length;
            after = b' ';
        }
    }

    /// The value of a token that is a cell by itself.
    fn number(&self, line: &[u8], index: usize) -> Option<u8> {
        number_of(&line[self.tokens[index].place.clone()])
    }

    /// Runs of at least two tokens that are cells each: as long as possible, then those parts of
    /// them whose tokens are separated alike, so that `7,1 2 3 4` has the run `1 2 3 4` as well.
    fn runs(&self, line: &[u8], within: &Range<usize>) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        let mut start = within.start;
        for index in within.start..=within.end {
            if index < within.end && self.number(line, index).is_some() {
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
        let fits = |number: u8| usize::from(number) <= shape.side();
        run.clone().find(|&index| !self.number(line, index).is_some_and(fits))
    }

    fn fill_digits(&mut self, line: &[u8], found: &Found) {
        if let [token] = &self.tokens[found.tokens.clone()] {
            let is_filled = fill(&line[token.place.clone()], found.shape, &mut self.digits);
            assert!(is_filled, "found to be cells");
        } else {
            let numbers = found.tokens.clone().map(|index| self.number(line, index));
            self.digits = numbers.map(|number| number.expect("found to be cells")).collect();
        }
    }

    /// Why nothing was found: about the longest run, or the token with the most symbols.
    fn misfit(
        &self,
        line: &[u8],
        part: &Range<usize>,
        tokens: Vec<usize>,
        runs: &[Range<usize>],
        expected: Option<BoxShape>,
        shape_for: &dyn Fn(usize) -> Option<BoxShape>,
    ) -> Misfit {
        if let Err(error) = std::str::from_utf8(&line[part.clone()]) {
            let offset = part.start + error.valid_up_to();
            return (offset, ParseErrorKind::NotText { byte: line[offset] });
        }
        let is_filled = |byte: &u8| !byte.is_ascii_whitespace();
        let blanks = line[part.clone()].iter().position(is_filled).unwrap_or(0);
        let nothing = || {
            let foreign = foreign::of_line(&line[part.clone()]).map(ParseErrorKind::ForeignLine);
            (part.start + blanks, foreign.unwrap_or(ParseErrorKind::NoPuzzle))
        };
        // Ties go to the first, here and below.
        let bytes_of = |&index: &usize| &line[self.tokens[index].place.clone()];
        let symbols_in = |index: &usize| {
            bytes_of(index).iter().filter(|&&byte| value_of(byte).is_some()).count()
        };
        let is_edges = |index: &usize| bytes_of(index).starts_with(edges::LEAD);
        let longest =
            tokens.into_iter().filter(|index| !is_edges(index)).rev().max_by_key(symbols_in);
        let Some(longest) = longest else { return nothing() };
        let token = &self.tokens[longest];
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
            && 2 * symbols_in(&longest) >= cells
        {
            let text = format!("'{}'", character_at(bytes, offset).escape_debug());
            return (start + offset, ParseErrorKind::NoDigit { text, side: shape.side() });
        }
        let is_short = cells < BoxShape::MIN_SIDE.pow(2) && strange(BoxShape::MAX_SIDE).is_some();
        if is_short || !is_like_cells(bytes) {
            return nothing();
        }
        (start, count_is_wrong(cells))
    }
}

/// Reads the cells of a token, if it is a board of that shape. On a 9x9 board, `x`, `X` or `?` may
/// stand for all empty cells.
fn fill(cells: &[u8], shape: BoxShape, digits: &mut Vec<u8>) -> bool {
    digits.resize(shape.cells(), 0);
    if parse_cells(cells, shape.side(), digits).is_ok() {
        return true;
    }
    let is_filler = shape == BoxShape::NINE && filler_of(cells).is_some();
    if is_filler {
        let value = |&byte: &u8| if byte.is_ascii_digit() { byte - b'0' } else { 0 };
        digits.clear();
        digits.extend(cells.iter().map(value));
    }
    is_filler
}

/// How long the token is at the start of a text.
fn token_length(text: &[u8], has_commas: bool) -> usize {
    const ENDS: [bool; 256] = {
        let mut ends = [false; 256];
        let mut byte = 0;
        while byte < 256 {
            ends[byte] = parts_cells(byte as u8);
            byte += 1;
        }
        ends
    };
    let ends = |&byte: &u8| ENDS[usize::from(byte)] && !(has_commas && byte == b',');
    text.iter().position(ends).unwrap_or(text.len())
}
