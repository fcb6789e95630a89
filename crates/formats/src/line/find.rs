//! Finds the piece of a line that is the puzzle.
//!
//! White space, commas, semicolons and square brackets separate tokens, and so do the quotes around a
//! field of a table or a text in a program. A piece is a puzzle if it is one token with a symbol for
//! each cell, or a run of tokens each of which is a cell. Of the pieces that fit the expected board (or, if none is
//! expected, any board) the one with the most cells is taken: an id of 16 digits may be a 4x4, but
//! never wins against the 81 symbols after it. Of several, the first with an empty cell is taken, as
//! a complete grid beside it is its solution. If the header of a table names the column, only that
//! part of the line is searched.

use std::ops::Range;

use quadrille_core::text::{are_symbols, parse_cells};
use quadrille_core::{BoxShape, Cell};

use super::super::edges;
use super::super::error::ParseErrorKind;
use super::super::foreign::{self, is_like_cells};
use super::super::symbol::{character_at, characters, excerpt, number_of, parts_cells, value_of};
use super::super::variant::{Variant, is_region_map};
use super::cells::filler_of;

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

/// Where in a line to look for the puzzle.
pub(super) struct Place {
    pub(super) part: Range<usize>,
    /// Parts that hold solutions, in order.
    pub(super) excluded: Vec<Range<usize>>,
    /// Where everything begins and ends that can be part of the puzzle or of its edges.
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Where the field ends that begins with a quote at that place: at a quote that is followed by a
/// separator, or by nothing.
fn closing_quote(line: &[u8], opening: usize) -> Option<usize> {
    let ends = |&byte: &u8| parts_cells(byte) || byte == b')';
    let closes = |&quote: &usize| line.get(quote + 1).is_none_or(ends);
    memchr::memchr_iter(line[opening], &line[opening + 1..]).map(|at| opening + 1 + at).find(closes)
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
    /// The puzzle in that place of a line: of the `expected` shape, or of any that `shape_of` knows
    /// for its number of cells. Otherwise what is wrong with the piece that most resembles a puzzle,
    /// and at which byte.
    pub(super) fn find(
        &mut self,
        line: &[u8],
        place: &Place,
        expected: Option<BoxShape>,
        shape_of: &dyn Fn(usize) -> Option<BoxShape>,
    ) -> Result<Found, Misfit> {
        let line = &line[..place.end];
        let Place { part, excluded, .. } = place;
        self.split(line, place.start);
        // The tokens in the part; those after it may be edges.
        let first = |at: usize| self.tokens.partition_point(|token| token.place.start < at);
        let within = first(part.start)..first(part.end);
        let is_excluded = |token: &Token| {
            let start = token.place.start;
            let index = excluded.partition_point(|range| range.end <= start);
            excluded.get(index).is_some_and(|range| range.start <= start)
        };
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
        // A complete grid beside a puzzle with a cell too many or too few, or with blanks for empty cells,
        // is the solution of that puzzle.
        if !best.has_empty_cell {
            let almost = |token: &&Token| {
                !is_excluded(token) && is_almost(&line[token.place.clone()], best.shape)
            };
            let place = self.tokens.iter().find(almost).map(|token| token.place.clone());
            if let Some(place) = place.or_else(|| with_blanks(line, best.shape)) {
                let blanks = line[place.clone()].iter().filter(|byte| **byte == b' ').count();
                let found = characters(&line[place.clone()]) - blanks;
                let kind = ParseErrorKind::CellCount { found, expected: best.shape.cells() };
                return Err((place.start, kind));
            }
        }
        self.fill_digits(line, &best);
        Ok(best)
    }

    /// The 9x9 puzzle that `find` would return for that place of a line, where this takes little:
    /// the puzzle is one token of the usual symbols, the line has no edges, and no run of tokens
    /// comes into question.
    pub(super) fn plain<'l>(&mut self, line: &'l [u8], place: &Place) -> Option<&'l [u8; 81]> {
        if !place.excluded.is_empty() {
            return None;
        }
        let (line, part) = (&line[..place.end], &place.part);
        self.split(line, place.start);
        // As many could be a run of cells.
        if self.tokens.len() >= BoxShape::NINE.cells() {
            return None;
        }
        let mut best: Option<&[u8; 81]> = None;
        let mut other = None;
        for Token { place, .. } in &self.tokens {
            let token = &line[place.clone()];
            if token.starts_with(edges::LEAD) {
                return None;
            }
            let Ok(cells) = <&[u8; 81]>::try_from(token) else { continue };
            if !are_symbols(cells) {
                return None;
            }
            let is_within = part.contains(&place.start);
            let is_better = |best| !has_empty_cell(best) && has_empty_cell(cells);
            let rest = if is_within && best.is_none_or(is_better) {
                best.replace(cells)
            } else {
                Some(cells)
            };
            // Two grids are usual, a puzzle and its solution.
            if rest.is_some_and(|cells| other.replace(cells).is_some()) {
                return None;
            }
        }
        let is_almost = |token: &Token| is_almost(&line[token.place.clone()], BoxShape::NINE);
        let has_other =
            || self.tokens.iter().any(is_almost) || with_blanks(line, BoxShape::NINE).is_some();
        if best.is_some_and(|best| !has_empty_cell(best)) && has_other() {
            return None;
        }
        let is_map = |cells: &[u8; 81]| is_region_map(cells, BoxShape::NINE);
        if other.is_some_and(is_map) { None } else { best }
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
        // The kinds of quotes that are not closed any more.
        let mut unclosed = [0_u8; 2];
        while at < line.len() {
            let byte = line[at];
            let is_quote = matches!(byte, b'"' | b'\'') && !unclosed.contains(&byte);
            if is_quote && closing.is_none_or(|closing| closing < at) {
                closing = closing_quote(line, at);
                if closing.is_some() {
                    at += 1;
                    continue;
                }
                unclosed[usize::from(byte == b'"')] = byte;
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

/// Whether a token is like a puzzle, but with up to a row of cells too many or too few.
fn is_almost(token: &[u8], shape: BoxShape) -> bool {
    let difference = characters(token).abs_diff(shape.cells());
    let filled = token.iter().filter(|byte| byte.is_ascii_digit()).count();
    (1..=shape.side()).contains(&difference)
        && token.iter().all(|&byte| value_of(byte).is_some_and(|value| value <= 9))
        && (token.len() / 8..=token.len() * 7 / 10).contains(&filled)
}

/// The field of a table that is a puzzle with blanks for empty cells.
fn with_blanks(line: &[u8], shape: BoxShape) -> Option<Range<usize>> {
    let is_separator = |byte: u8| matches!(byte, b',' | b';' | b'\t' | b'"' | b'\'' | b'|');
    if line.len() < 2 * shape.cells() {
        return None;
    }
    let mut at = 0;
    let mut fields = line.split(|&byte| is_separator(byte)).map(|field| {
        let place = at..at + field.len();
        at = place.end + 1;
        place
    });
    fields.find(|place| {
        let field = &line[place.clone()];
        field.len() == shape.cells()
            && field.iter().all(|&byte| byte == b' ' || byte.is_ascii_digit())
            && [false, true].iter().all(|&blank| field.iter().any(|&byte| (byte == b' ') == blank))
    })
}

fn has_empty_cell(cells: &[u8; 81]) -> bool {
    // Without an early exit this compiles to vector code.
    cells.iter().fold(false, |any, symbol| any | !matches!(symbol, b'1'..=b'9'))
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
    // Chunks without an end are skipped by vector code, as a fold has no early exit.
    let may_end = |b: u8| (b <= b' ') | (b == b',') | (b == b';') | (b == b'[') | (b == b']');
    let has_no_end = |chunk: &&[u8; 16]| !chunk.iter().fold(false, |any, &b| any | may_end(b));
    let skipped = 16 * text.as_chunks::<16>().0.iter().take_while(has_no_end).count();
    let end = text[skipped..].iter().position(ends);
    end.map_or(text.len(), |end| skipped + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;
    use quadrille_core::text::digits_of;

    /// On lines of tokens that may be puzzles, or disturb one, `plain` returns nothing or what `find`
    /// does.
    #[test]
    fn plain_puzzles_are_those_that_find_finds() {
        let nine =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let solved =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        let list = "1,".repeat(81);
        let tokens = [
            nine,
            solved,
            &nine.replace('.', "0"),
            &nine.replace('.', "x"),
            &"123456789".repeat(9),
            &nine[1..],
            &list,
            &list[..161],
            "edges=r1c1-r1c2",
            "17",
            "4.5",
            "#",
            "\"",
            "a",
            "\u{e9}",
            "",
        ];
        let separators = [",", ";", "\t", " ", "\"", ", ", "\",\"", "[", "]"];
        let mut rng = Rng::from_seed(14);
        let mut finder = Finder::default();
        let mut seen = [0; 3];
        for _ in 0..20_000 {
            let mut line = String::new();
            for _ in 0..=rng.below(5) {
                line += tokens[rng.below(tokens.len())];
                line += separators[rng.below(separators.len())];
            }
            let line = line.as_bytes();
            let from = if rng.below(2) == 0 { 0 } else { rng.below(line.len()) };
            let part = from..from + rng.below(line.len() - from + 1);
            let part = if rng.below(3) == 0 { 0..line.len() } else { part };
            let place = Place { part, excluded: Vec::new(), start: 0, end: line.len() };
            let plain = finder.plain(line, &place).map(digits_of);
            let found = finder.find(line, &place, Some(BoxShape::NINE), &BoxShape::of_cells);
            seen[usize::from(plain.is_some()) + usize::from(found.is_ok())] += 1;
            if let Some(plain) = plain {
                let text = String::from_utf8_lossy(line);
                let found = found.unwrap_or_else(|_| panic!("{text}: nothing found"));
                assert_eq!(finder.digits(), plain, "{text}");
                assert_eq!(finder.edges_after(line, &found), None, "{text}");
            }
        }
        assert!(seen.iter().all(|&seen| seen > 1000), "{seen:?}");
    }
}
