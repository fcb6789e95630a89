//! One pencilmark puzzle (Sukaku) on one line: for each cell, row-major, a symbol for each digit in
//! ascending order, which is the digit where the cell may hold it and `.` where not: 729 symbols
//! for a 9x9. Edges follow as in `line`.
//!
//! A line of 729 symbols could also be a board of 27x27, so the format is taken for this one only
//! when every symbol is at home in its place and every cell has one.

pub use quadrille_core::text::text_of_marks;

use quadrille_core::kernel::lines::PlainPuzzle;
use quadrille_core::text::marks_of_puzzle;
use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Puzzle};

use super::carries::{Carries, LeftOut, Sizes};
use super::edges;
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::Extra;
use super::line::is_ignored;
use super::lines::LONGEST_LINE;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Extras, Fault, LineParser, Session, is_idle};
use super::symbol::{MOST_SYMBOLS, character_at, is_empty_cell};

/// The format `pencilmark`.
#[derive(Clone, Copy, Debug)]
pub struct Pencilmark;

impl PuzzleFormat for Pencilmark {
    fn id(&self) -> &'static str {
        "pencilmark"
    }

    fn title(&self) -> &'static str {
        "a pencilmark puzzle a line: a symbol for each digit of each cell, 729 for a 9x9"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["sukaku"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let first = head.lines().map(str::as_bytes).find(|line| !is_idle(line));
        // The cells of a 27x27 puzzle are as many as these, but would not be in such order.
        if first.is_some_and(begins_with_marks) { Likelihood::Certain } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::new(MarkParser)
    }

    fn carries(&self) -> Carries {
        Carries { sizes: Sizes::UpTo(MOST_SYMBOLS), edges: true, marks: true, ..Carries::GIVENS }
    }

    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable> {
        self.carries().check(self.id(), puzzle)?;
        let text = marks_of_puzzle(puzzle);
        if text.len() > LONGEST_LINE {
            return Err(Unrepresentable::LineTooLong { bytes: text.len() });
        }
        out.push_str(&text);
        out.push('\n');
        Ok(self.carries().left_out(extra))
    }
}

/// The board with that many pencilmarks.
fn shape_of(symbols: usize) -> Option<BoxShape> {
    (BoxShape::MIN_SIDE..=MOST_SYMBOLS)
        .find(|side| side * side * side == symbols)
        .and_then(BoxShape::of_side)
}

/// Where the piece of a line up to the first blank, comma or semicolon begins and ends.
fn first_piece(line: &[u8]) -> (usize, usize) {
    let start = line.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(line.len());
    let ends = |byte: &u8| byte.is_ascii_whitespace() | matches!(byte, b',' | b';');
    // Chunks without an end are skipped by vector code, as a fold has no early exit.
    let has_no_end = |chunk: &&[u8]| !chunk.iter().fold(false, |any, byte| any | ends(byte));
    let skipped: usize = line[start..].chunks(64).take_while(has_no_end).map(<[u8]>::len).sum();
    let end = line[start + skipped..].iter().position(ends);
    (start, end.map_or(line.len(), |end| start + skipped + end))
}

/// Whether a line begins with the pencilmarks of a board on which no cell is without any.
pub(super) fn begins_with_marks(line: &[u8]) -> bool {
    let (start, end) = first_piece(line);
    let text = &line[start..end];
    let marks = shape_of(text.len()).and_then(|shape| marks_of(text, shape).ok());
    marks.is_some_and(|marks| marks.cells().iter().all(|digits| !digits.is_empty()))
}

/// The marks that a text stands for; an error comes with its place.
fn marks_of(text: &[u8], shape: BoxShape) -> Result<CandidateSet, (usize, ParseErrorKind)> {
    if shape == BoxShape::NINE
        && let Some(masks) = text.try_into().ok().and_then(nine_masks)
    {
        let cells = masks.map(|mask| DigitSet::from_bits(mask.into()));
        return Ok(CandidateSet::from_cells(shape, cells.into()));
    }
    let side = shape.side();
    let mut marks = CandidateSet::none(shape);
    for (cell, symbols) in text.chunks(side).enumerate() {
        let mut digits = DigitSet::EMPTY;
        for (index, &byte) in symbols.iter().enumerate() {
            let digit = Digit::new(index as u8 + 1).expect("a digit of the board");
            if Digit::from_symbol(byte) == Some(digit) {
                digits |= DigitSet::only(digit);
            } else if !is_empty_cell(byte) {
                let offset = cell * side + index;
                let symbol = digit.symbol().expect("digits to 35 have symbols");
                let found = character_at(text, offset);
                return Err((offset, ParseErrorKind::NoMark { text: found, digit: symbol }));
            }
        }
        marks.set(Cell::new(cell), digits);
    }
    Ok(marks)
}

/// The candidates of each cell of a 9x9 board, of which bit 0 is the digit 1, if every symbol is
/// right.
fn nine_masks(text: &[u8; 729]) -> Option<[u16; 81]> {
    const SYMBOLS: [u8; 729] = {
        let mut symbols = [0; 729];
        let mut index = 0;
        while index < 729 {
            symbols[index] = b'1' + (index % 9) as u8;
            index += 1;
        }
        symbols
    };
    // One byte for each mark, 1 if it is there. Without an early end the loop compiles to vector
    // code.
    let mut marked = [0; 729];
    let mut all = true;
    for ((marked, &byte), &symbol) in marked.iter_mut().zip(text).zip(&SYMBOLS) {
        *marked = u8::from(byte == symbol);
        all &= (byte == symbol) | is_empty_cell(byte);
    }
    let digits_of = |cell: &[u8; 9]| {
        let [first @ .., last] = *cell;
        // Each of the eight bytes is 0 or 1: the product moves them to the eight highest bits.
        let low = u64::from_le_bytes(first).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        low as u16 | u16::from(last) << 8
    };
    let mut masks = [0; 81];
    for (mask, cell) in masks.iter_mut().zip(marked.as_chunks().0) {
        *mask = digits_of(cell);
    }
    all.then_some(masks)
}

struct MarkParser;

impl LineParser for MarkParser {
    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        if is_idle(line) {
            return;
        }
        let puzzle = puzzle(session, line).map_err(|(at, kind)| Fault::at(number, line, at, kind));
        session.emit_line(number, puzzle);
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        session.emit(fault.line(), Err(fault));
    }

    fn plain<'l>(&mut self, line: &'l [u8], _extras: Extras) -> Option<PlainPuzzle<'l>> {
        let (marks, rest) = line.split_first_chunk()?;
        if is_ignored(rest) { nine_masks(marks).and_then(PlainPuzzle::of_masks) } else { None }
    }
}

/// The puzzle of a text; an error comes with the character at which it is.
pub(super) fn puzzle_at(session: &Session, text: &[u8]) -> Result<Puzzle, (u64, ParseErrorKind)> {
    puzzle(session, text).map_err(|(at, kind)| Fault::at(1, text, at, kind).into_parts())
}

fn puzzle(session: &Session, line: &[u8]) -> Result<Puzzle, (usize, ParseErrorKind)> {
    let (start, end) = first_piece(line);
    let text = &line[start..end];
    let shape = match session.expected() {
        Some(shape) => Some(shape),
        None => shape_of(text.len()).map(|shape| {
            session.shape_of_cells(shape.cells()).expect("a board of that side has a shape")
        }),
    };
    let expected = shape.map_or(729, |shape| shape.side() * shape.cells());
    let Some(shape) = shape.filter(|_| text.len() == expected) else {
        return Err((start, ParseErrorKind::MarkCount { found: text.len(), expected }));
    };
    if shape.side() > MOST_SYMBOLS {
        return Err((start, ParseErrorKind::NoPuzzle));
    }
    let marks = marks_of(text, shape).map_err(|(offset, kind)| (start + offset, kind))?;
    let mut field = None;
    let mut at = end;
    while field.is_none() && at < line.len() && line[at] != b'#' {
        let (from, to) = first_piece(&line[at..]);
        field = Some(at + from).filter(|&from| line[from..].starts_with(edges::LEAD));
        at += to.max(from) + 1;
    }
    let edges = match field {
        None => Edges::none(),
        Some(from) => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || *byte == b';';
            let length = line[from..].iter().position(ends);
            let field = &line[from..length.map_or(line.len(), |length| from + length)];
            edges::parse(field, shape).map_err(|(offset, kind)| (from + offset, kind))?
        }
    };
    Puzzle::from_marks(marks, edges).map_err(|conflict| {
        let offset = conflict.cells[1].index() * shape.side();
        (start + offset, ParseErrorKind::Conflict(conflict))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{by_file_name, by_id, detect, read_text};
    use super::*;

    fn read(text: &str) -> Vec<Result<Puzzle, String>> {
        read_text(&Pencilmark, text.as_bytes(), &ReadOptions::default())
            .into_iter()
            .map(|puzzle| puzzle.map_err(|e| format!("{}:{}: {e}", e.line, e.column)))
            .collect()
    }

    #[test]
    fn marks_are_read_and_written() {
        let cell = |digits: &str| digits.to_owned();
        let mut cells: Vec<String> = vec![cell("1234"); 16];
        cells[0] = cell("12..");
        cells[5] = cell("...4");
        let text = cells.concat();
        let puzzle = read(&text).remove(0).unwrap();
        assert_eq!(puzzle.givens().filled().count(), 1);
        assert_eq!(puzzle.marks().unwrap().get(Cell::new(0)).len(), 2);
        assert_eq!(puzzle.to_string(), text);
        let edged = format!("{text} edges=r3c1-r3c2");
        assert_eq!(read(&edged).remove(0).unwrap().to_string(), edged);
        for (tail, expected) in [(";2,5", &text), (" ; edges=r3c1-r3c2;7", &edged)] {
            let line = format!("{text}{tail}");
            assert_eq!(detect(line.as_bytes(), None).id(), "pencilmark", "{tail}");
            assert_eq!(&read(&line).remove(0).unwrap().to_string(), expected, "{tail}");
        }
        for name in ["-", "a.txt", "a.sukaku"] {
            assert_eq!(detect(edged.as_bytes(), by_file_name(name)).id(), "pencilmark");
        }
        // A board of 8x8 has as many symbols; it is no pencilmarks when one is out of place.
        assert_eq!(detect(text.replace("12..", "21..").as_bytes(), None).id(), "line");
        assert_eq!(detect(".".repeat(729).as_bytes(), None).id(), "line");
        for other in ["line", "block", "dualsudoku"] {
            let mut out = String::new();
            let refused = by_id(other).unwrap().write(&puzzle, Extra::NONE, &mut out);
            assert_eq!(
                (refused, out.as_str()),
                (Err(Unrepresentable::Marks { format: by_id(other).unwrap().id() }), "")
            );
        }
    }

    #[test]
    fn marks_of_nine_are_those_of_any_board() {
        let mut rng = quadrille_core::Rng::from_seed(5);
        for round in 0..200 {
            let mut text = [b'.'; 729];
            for (index, byte) in text.iter_mut().enumerate() {
                match rng.below(3) {
                    0 => {}
                    1 => *byte = b"0*_-"[rng.below(4)],
                    _ => *byte = b'1' + (index % 9) as u8,
                }
            }
            if round % 4 == 3 {
                text[rng.below(729)] = b"x59\0"[rng.below(4)];
            }
            let fast = nine_masks(&text);
            let mut slow = [0; 81];
            let mut fits = true;
            for (index, &byte) in text.iter().enumerate() {
                let digit = Digit::new((index % 9) as u8 + 1);
                if Digit::from_symbol(byte).is_some() && Digit::from_symbol(byte) == digit {
                    slow[index / 9] |= 1 << (index % 9);
                } else {
                    fits &= is_empty_cell(byte);
                }
            }
            assert_eq!(fast, fits.then_some(slow));
        }
    }

    #[test]
    fn faults_are_placed() {
        let full = "1234".repeat(16);
        let with = |at: usize, text: &str| {
            let mut changed = full.clone();
            changed.replace_range(at..at + text.len(), text);
            read(&changed).remove(0).unwrap_err()
        };
        assert_eq!(with(9, "7"), "1:10: `7` where only `2` or `.` can stand");
        assert_eq!(with(0, "1...1..."), "1:5: r1c1 and r1c2 both hold 1 in row 1");
        assert_eq!(
            read("1234").remove(0).unwrap_err(),
            "1:1: 4 symbols, expected 729: one for each digit of each cell"
        );
        let short = format!("{full}\n{}", &full[1..]);
        assert_eq!(
            read(&short).remove(1).unwrap_err(),
            "2:1: 63 symbols, expected 64: one for each digit of each cell"
        );
    }
}
