//! One line of a block grid: what kind of line it is, and its cells.

use std::ops::Range;

use quadrille_core::BoxShape;

use super::error::ParseErrorKind;
use super::symbol::{character_at, excerpt, is_bracket, number_of, parts_cells, value_of};

/// What a line that is neither blank nor a comment holds.
pub(super) enum Content {
    /// A line between bands, or around the grid.
    Border,
    /// Dashes only, or underscores only: a border, or a row of empty cells.
    Dashes(Row),
    /// Strokes of dashes between dots: a border, or a row of empty cells.
    Dotted(Row),
    /// Bars with blanks between them: decoration, or a row of empty cells.
    Blanks(Row),
    /// A heading such as `Grid 01` or `[Puzzle]`.
    Title,
    /// A row of cells.
    Row(Row),
}

/// A row of cells, not yet judged: how many cells it has may depend on the side of the board.
/// `12 3 4 1` may be four numbers or five symbols.
#[derive(Clone)]
pub(super) struct Row {
    /// Pieces between blanks and borders.
    pieces: Vec<Range<usize>>,
    /// How many pieces each stack has.
    stacks: Vec<usize>,
    /// Characters in all pieces.
    symbols: usize,
    /// Whether each piece alone stands for a cell of some board.
    pieces_are_cells: bool,
    likely_side: Option<usize>,
    /// Whether a dash is among the symbols.
    has_dash: bool,
    /// Whether an underscore is.
    has_underscore: bool,
    /// Whether blanks stand for empty cells.
    pub(super) has_blank: bool,
    /// Whether there are only bars and blanks.
    is_blank: bool,
    bars: Vec<Range<usize>>,
}

pub(super) fn content_of(line: &[u8]) -> Content {
    let text = line.trim_ascii();
    let is_word = |pair: &[u8]| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_lowercase();
    if text.get(..2).is_some_and(is_word) {
        return Content::Title;
    }
    if is_number_of_grid(text) {
        return Content::Title;
    }
    if is_fence(text) {
        return Content::Border;
    }
    let is_of_list = |byte: u8| is_bracket(byte) || matches!(byte, b'{' | b'}');
    if text.iter().all(|&byte| parts_cells(byte) || is_of_list(byte))
        && text.iter().any(|&byte| is_of_list(byte))
    {
        return Content::Border;
    }
    if text.starts_with(b"[") {
        // `[Puzzle]` and `[1]`, but not a row of a list as programs write it, `[5, 3, 0, 0],`.
        let row = Row::of(line);
        return if row.likely_side().is_some() { Content::Row(row) } else { Content::Title };
    }
    let (mut horizontal, mut corner, mut star, mut drawn, mut other) = (0, 0, 0, 0, 0);
    let mut underscores = 0;
    let mut at = 0;
    while at < text.len() {
        match text[at] {
            b'-' | b'=' => horizontal += 1,
            b'+' => corner += 1,
            b'*' => star += 1,
            b'_' => underscores += 1,
            b' ' | b'\t' | b'|' | b':' => {}
            _ if is_box_drawing(&text[at..]) => {
                // U+2500, U+2501 and U+2550, the horizontal strokes.
                drawn += usize::from(matches!(
                    text[at + 1..],
                    [0x94, 0x80 | 0x81, ..] | [0x95, 0x90, ..]
                ));
                at += 2;
            }
            _ => other += 1,
        }
        at += 1;
    }
    if let Some(kind) = tipped_border(text) {
        return match kind {
            Tipped::Certain => Content::Border,
            Tipped::OfSymbols => Content::Dotted(Row::of(line)),
        };
    }
    if other == 0 && underscores > 0 {
        let is_mixed = (horizontal, corner, star, drawn) != (0, 0, 0, 0);
        let row = Row::of(line);
        return if is_mixed { Content::Row(row) } else { Content::Dashes(row) };
    }
    if other == 0 {
        let ruled = horizontal > 0 && (corner > 0 || text.contains(&b'='));
        let starred = star > 0 && text.windows(3).any(|three| three == b"---");
        if (horizontal, corner, star, drawn) == (0, 0, 0, 0) {
            let row = Row::of(line);
            if row.is_blank {
                return Content::Blanks(row);
            }
        }
        // A drawn border with a plus has an edge on it, which must not get lost.
        if (drawn > 0 && corner == 0) || ruled || starred || (horizontal, corner, star) == (0, 0, 0)
        {
            return Content::Border;
        }
        if (corner, star) == (0, 0) {
            return Content::Dashes(Row::of(line));
        }
    }
    Content::Row(Row::of(line))
}

/// Whether a line is a number as in a list of grids, `1.` or `12)`, which is too short for a row.
fn is_number_of_grid(text: &[u8]) -> bool {
    matches!(text, [figures @ .., b'.' | b')']
        if (1..=2).contains(&figures.len()) && figures.iter().all(u8::is_ascii_digit))
}

/// Whether a line is around text in Markdown, or around a long string of a program.
fn is_fence(text: &[u8]) -> bool {
    let fences = [&b"```"[..], b"~~~", b"\"\"\"", b"'''"];
    let rest = fences.iter().find_map(|fence| text.strip_prefix(*fence));
    rest.is_some_and(|rest| rest.iter().all(|byte| byte.is_ascii_alphabetic() || *byte == b';'))
}

/// How certain it is that a line is a border as HoDoKu draws them.
enum Tipped {
    Certain,
    /// Its characters may stand for empty cells too.
    OfSymbols,
}

/// Recognizes `.-------.-------.`, `:-------+-------:` and `'-------'-------'`: strokes of at least
/// two dashes, with a character between them and at both ends.
fn tipped_border(text: &[u8]) -> Option<Tipped> {
    let (&tip, rest) = text.split_first()?;
    if !matches!(tip, b'.' | b'\'' | b':' | b'`' | b',') || rest.last() != Some(&tip) {
        return None;
    }
    let inner = &rest[..rest.len() - 1];
    let mut strokes = inner.split(|&byte| byte == tip || byte == b'+');
    if !strokes.all(|stroke| stroke.len() > 1 && stroke.iter().all(|&byte| byte == b'-')) {
        return None;
    }
    let is_of_symbols = tip == b'.' && !inner.contains(&b'+');
    Some(if is_of_symbols { Tipped::OfSymbols } else { Tipped::Certain })
}

/// Whether the text begins with one of the characters U+2500 to U+257F.
fn is_box_drawing(text: &[u8]) -> bool {
    matches!(text, [0xE2, 0x94 | 0x95, 0x80..=0xBF, ..])
}

/// The length of the vertical bar, or other border, with which the text begins.
pub(super) fn bar_length(text: &[u8]) -> Option<usize> {
    match text {
        [b'|' | b':', ..] => Some(1),
        // U+00A6, the broken bar; U+2016, U+2758 to U+275A and U+FF5C, other bars.
        [0xC2, 0xA6, ..] => Some(2),
        [0xE2, 0x80, 0x96, ..] | [0xE2, 0x9D, 0x98..=0x9A, ..] | [0xEF, 0xBD, 0x9C, ..] => Some(3),
        _ => is_box_drawing(text).then_some(3),
    }
}

/// Whether a line is the one below the heading of a table in Markdown.
pub(super) fn is_markdown_rule(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let Some(inner) = text.strip_prefix(b"|").and_then(|text| text.strip_suffix(b"|")) else {
        return false;
    };
    let is_rule =
        |field: &[u8]| field.contains(&b'-') && field.iter().all(|byte| b"-: ".contains(byte));
    let fields = inner.split(|&byte| byte == b'|');
    fields.clone().count() >= BoxShape::MIN_SIDE && fields.into_iter().all(is_rule)
}

impl Row {
    /// The row of a line.
    pub(super) fn of(line: &[u8]) -> Self {
        let mut row = Self {
            pieces: Vec::new(),
            stacks: vec![0],
            symbols: 0,
            pieces_are_cells: false,
            likely_side: None,
            has_dash: false,
            has_underscore: false,
            has_blank: false,
            is_blank: false,
            bars: Vec::new(),
        };
        let mut at = 0;
        let mut within = false;
        let mut bars = Vec::new();
        while at < line.len() {
            if let Some(length) = bar_length(&line[at..]) {
                within = false;
                if row.stacks.last() != Some(&0) {
                    row.stacks.push(0);
                }
                bars.push(at..at + length);
                at += length;
                continue;
            }
            if parts_cells(line[at]) {
                within = false;
            } else if within {
                row.pieces.last_mut().expect("within a piece").end = at + 1;
            } else {
                within = true;
                row.pieces.push(at..at + 1);
                *row.stacks.last_mut().expect("never empty") += 1;
            }
            if within {
                row.symbols += usize::from(line[at] & 0xC0 != 0x80);
                row.has_dash |= line[at] == b'-';
                row.has_underscore |= line[at] == b'_';
            }
            at += 1;
        }
        if row.stacks.last() == Some(&0) {
            row.stacks.pop();
        }
        let between = cells_between(line, &bars, row.pieces.len());
        if let Some(cells) = between.or_else(|| cells_in_fields(line).filter(|_| bars.is_empty())) {
            row.symbols = cells.len();
            row.stacks = vec![1; cells.len()];
            row.pieces = cells;
            row.has_blank = true;
        } else if let Some((cells, columns)) = cells_in_boxes(line, &bars, None) {
            row.symbols = cells.len();
            row.stacks = vec![columns; cells.len() / columns];
            row.pieces = cells;
            row.has_blank = true;
        } else {
            row.is_blank = row.pieces.is_empty() && bars.len() > 2 && is_closed(line, &bars);
        }
        row.bars = bars;
        row.pieces_are_cells = row.pieces.iter().all(|p| piece_value(&line[p.clone()]).is_some());
        row.likely_side = [row.pieces.len(), row.symbols].into_iter().find(|&side| {
            (BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE).contains(&side)
                && row.cells(line, side).is_ok()
        });
        row
    }

    /// The side of a board that can have this row; numbers before symbols.
    pub(super) fn likely_side(&self) -> Option<usize> {
        self.likely_side
    }

    /// How many cells it has to a reader's eye.
    pub(super) fn len(&self) -> usize {
        let by_piece = self.pieces_are_cells && self.pieces.len() > 1;
        if by_piece { self.pieces.len() } else { self.symbols }
    }

    /// Whether none of its cells is filled.
    pub(super) fn is_empty(&self) -> bool {
        self.is_blank || self.pieces.iter().all(Range::is_empty)
    }

    /// Whether the last of its cells is blank.
    pub(super) fn ends_empty(&self) -> bool {
        self.has_blank && self.pieces.last().is_some_and(Range::is_empty)
    }

    /// Whether it has as many cells as a row of dashes or underscores, at least one of them with the same
    /// sign, and no bars if the other has none.
    pub(super) fn has_like(&self, dashes: &Self) -> bool {
        let has_sign =
            self.has_dash && dashes.has_dash || self.has_underscore && dashes.has_underscore;
        has_sign && self.len() == dashes.len() && (self.bars.is_empty() || !dashes.bars.is_empty())
    }

    /// Where in the line it begins.
    pub(super) fn start(&self) -> usize {
        self.pieces.first().map_or(0, |piece| piece.start)
    }

    /// The values of its cells on a board of that side, with their places in the line.
    pub(super) fn cells(
        &self,
        line: &[u8],
        side: usize,
    ) -> Result<Vec<(u8, usize)>, (usize, ParseErrorKind)> {
        let fits = |value: Option<u8>| value.filter(|&value| usize::from(value) <= side);
        if self.is_blank {
            return Ok(vec![(0, 0); side]);
        }
        // Blank cells may be divided in several ways.
        if self.pieces.len() != side
            && (self.has_blank || self.symbols != side)
            && let Some((cells, _)) = cells_in_boxes(line, &self.bars, Some(side))
        {
            let row = Self { pieces: cells, symbols: side, pieces_are_cells: true, ..self.clone() };
            return row.cells(line, side);
        }
        if self.pieces.len() == side + 1 && self.bars.is_empty() && self.ends_empty() {
            let pieces = self.pieces[..side].to_vec();
            return Self { pieces, symbols: side, ..self.clone() }.cells(line, side);
        }
        if self.pieces.len() == side && (self.pieces_are_cells || self.symbols != side) {
            let cell = |piece: &Range<usize>| {
                let bytes = &line[piece.clone()];
                let value = fits(piece_value(bytes)).ok_or_else(|| {
                    let text = match excerpt(bytes) {
                        one if bytes.len() == 1 => format!("'{one}'"),
                        number => number,
                    };
                    (piece.start, ParseErrorKind::NoDigit { text, side })
                })?;
                Ok((value, piece.start))
            };
            return self.pieces.iter().map(cell).collect();
        }
        if self.symbols != side {
            let kind = ParseErrorKind::RowLength { found: self.len(), expected: side };
            return Err((self.start(), kind));
        }
        let offsets = self.pieces.iter().flat_map(Clone::clone);
        let cell = |offset: usize| {
            let value = fits(value_of(line[offset])).ok_or_else(|| {
                let byte = line[offset];
                let kind = match character_at(line, offset) {
                    char::REPLACEMENT_CHARACTER => ParseErrorKind::NotText { byte },
                    symbol => {
                        let text = format!("'{}'", symbol.escape_debug());
                        ParseErrorKind::NoDigit { text, side }
                    }
                };
                (offset, kind)
            })?;
            Ok((value, offset))
        };
        offsets.map(cell).collect()
    }

    /// The columns of a box on a board of that side, where borders part the row evenly. A border
    /// at every cell is decoration.
    pub(super) fn box_columns(&self, side: usize) -> Option<usize> {
        let stacks = self.stacks.len();
        let columns = side / stacks.max(1);
        let mut pieces = self.pieces.iter();
        let by_piece = self.pieces.len() == side;
        let even = self.stacks.iter().all(|&count| {
            let stack = pieces.by_ref().take(count);
            let cells: usize = stack.map(|p| if by_piece { 1 } else { p.len() }).sum();
            cells == columns
        });
        (even && stacks > 1 && columns > 1 && columns * stacks == side).then_some(columns)
    }
}

/// The cells between bars, if some of them are blank and no other is longer than a cell: an empty
/// range for a blank one. `filled` is the number of cells that are not blank.
fn cells_between(line: &[u8], bars: &[Range<usize>], filled: usize) -> Option<Vec<Range<usize>>> {
    if !is_closed(line, bars)
        || bars.len() <= BoxShape::MIN_SIDE
        || filled == 0
        || filled + 1 >= bars.len()
    {
        return None;
    }
    let between = bars.windows(2).map(|pair| {
        let field = &line[pair[0].end..pair[1].start];
        let start = pair[0].end + field.len() - field.trim_ascii_start().len();
        let text = field.trim_ascii();
        let start = if text.is_empty() { pair[0].end } else { start };
        piece_value(text).map(|_| start..start + text.len())
    });
    between.collect()
}

/// The cells of a row as spreadsheets write it, `5,3,,,7,,,,`: an empty range for a blank one.
fn cells_in_fields(line: &[u8]) -> Option<Vec<Range<usize>>> {
    let separator = *b";,\t".iter().find(|separator| line.contains(separator))?;
    let mut cells = Vec::new();
    let mut start = 0;
    for field in line.split(|&byte| byte == separator) {
        let text = field.trim_ascii();
        let lead = field.len() - field.trim_ascii_start().len();
        let at = if text.is_empty() { start } else { start + lead };
        piece_value(text)?;
        cells.push(at..at + text.len());
        start += field.len() + 1;
        if cells.len() > BoxShape::MAX_SIDE {
            return None;
        }
    }
    // Programs may write a separator after the last cell too.
    let (_, but_last) = cells.split_last()?;
    let has_blank = but_last.iter().any(Range::is_empty);
    (cells.len() >= BoxShape::MIN_SIDE && has_blank).then_some(cells)
}

/// Whether nothing is outside of the bars.
fn is_closed(line: &[u8], bars: &[Range<usize>]) -> bool {
    bars.first().is_some_and(|bar| line[..bar.start].trim_ascii().is_empty())
        && bars.last().is_some_and(|bar| line[bar.end..].trim_ascii().is_empty())
}

/// The cells of boxes between bars, as in `|5 3  |  7  |     |`, if blanks stand for empty cells, and
/// the columns of a box. Cells touch or have a blank between them; with blanks at the bars or
/// without. If no side is given, the boxes are as square as possible.
fn cells_in_boxes(
    line: &[u8],
    bars: &[Range<usize>],
    side: Option<usize>,
) -> Option<(Vec<Range<usize>>, usize)> {
    let stacks = bars.len().checked_sub(1).filter(|&stacks| stacks > 1)?;
    let width = bars[1].start - bars[0].end;
    let boxes = || bars.windows(2).map(|pair| pair[0].end..pair[1].start);
    let is_cell = |byte: &u8| *byte == b' ' || value_of(*byte).is_some_and(|value| value > 0);
    // A bar at every cell.
    let is_lone = |part: Range<usize>| line[part].trim_ascii().len() == 1;
    if stacks >= BoxShape::MIN_SIDE && boxes().all(is_lone) {
        return None;
    }
    let is_even = boxes().all(|part| part.len() == width && line[part].iter().all(is_cell));
    if !is_even || !is_closed(line, bars) {
        return None;
    }
    let mut ways = vec![(width, 1, 0)];
    if width % 2 == 1 {
        ways.extend([(width.div_ceil(2), 2, 0), (width / 2, 2, 1)]);
    }
    ways.retain(|&(columns, ..)| {
        let fits = side.is_none_or(|side| columns * stacks == side);
        let sides = BoxShape::MIN_SIDE..=BoxShape::MAX_SIDE;
        let is_like_box = columns > 1 && columns.abs_diff(stacks) <= 2;
        is_like_box && fits && sides.contains(&(columns * stacks))
    });
    ways.sort_by_key(|&(columns, ..)| columns.abs_diff(stacks));
    let cells_by = |(columns, stride, first): (usize, usize, usize)| {
        let is_place = |at: usize| at >= first && (at - first).is_multiple_of(stride);
        let is_fine = boxes().all(|part| {
            let within = line[part].iter().enumerate();
            within.into_iter().all(|(at, &byte)| byte == b' ' || is_place(at))
        });
        let cells: Vec<Range<usize>> = boxes()
            .flat_map(|part| (0..columns).map(move |column| part.start + first + column * stride))
            .map(|at| at..at + usize::from(line[at] != b' '))
            .collect();
        is_fine.then_some((cells, columns))
    };
    let filled = |cells: &[Range<usize>]| cells.iter().filter(|cell| !cell.is_empty()).count();
    let ways: Vec<_> = ways.into_iter().filter_map(cells_by).collect();
    // With a digit at every place of a way, the blanks only separate.
    if ways.iter().any(|(cells, _)| filled(cells) == cells.len()) {
        return None;
    }
    ways.into_iter().find(|(cells, _)| filled(cells) > 0)
}

/// The value of a piece that is one cell: a symbol, a number of two figures, or nothing for an empty
/// cell between bars.
fn piece_value(piece: &[u8]) -> Option<u8> {
    match *piece {
        [] => Some(0),
        [symbol] => value_of(symbol),
        _ => number_of(piece),
    }
}

/// Whether a line may be a row of a grid of that side.
pub(super) fn may_be_row(line: &[u8], side: usize) -> bool {
    side <= BoxShape::MAX_SIDE
        && matches!(content_of(line), Content::Row(row) if row.cells(line, side).is_ok())
}
