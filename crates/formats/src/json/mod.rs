//! Puzzles in JSON: an object on each line, as other commands write them, or one document of lists
//! and objects over any number of lines.
//!
//! `tokens.rs` splits the text, `build.rs` finds the puzzles in it by the `role.rs` of their fields,
//! and `value.rs` makes them.

mod build;
mod role;
mod tokens;
mod value;

use std::fmt::Write as _;

use quadrille_core::kernel::lines::PlainPuzzle;
use quadrille_core::text::{text_of, text_of_marks};
use quadrille_core::{BoxShape, CandidateSet, Digit, DigitSet, Grid, Puzzle};

use self::build::{Builder, Draft, Found};
use self::role::{Role, Roles};
use self::tokens::{Place, Tokenizer, is_of_word};
use self::value::Text;
use super::alphabet::may_have_zeros;
use super::carries::{Carries, LeftOut};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::{Detail, Extra};
use super::foreign::Foreign;
use super::line::{LineReader, leading_cells};
use super::lines::{LONGEST_LINE, control_in};
use super::link::is_export;
use super::pencilmark::begins_with_marks;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Extras, Fault, LineParser, Session, is_idle};
use super::symbol::{MOST_SYMBOLS, characters};

/// The format `json`.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl PuzzleFormat for Json {
    fn id(&self) -> &'static str {
        "json"
    }

    fn title(&self) -> &'static str {
        "objects with a field `puzzle`, one a line; or lists of puzzles or of their rows"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json", "jsonl", "ndjson"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        // Its cells are objects, which only their own readers understand.
        if is_export(head) {
            return Likelihood::No;
        }
        let mut lines = head.lines().skip_while(|line| is_idle(line.as_bytes()));
        let text = lines.next().unwrap_or_default().trim_start();
        let after = |text: &'_ str| {
            let rest = text[1..].trim_start().bytes().next();
            rest.or_else(|| lines.clone().find_map(|line| line.trim_start().bytes().next()))
        };
        match text.bytes().next() {
            Some(b'{') if matches!(after(text), Some(b'"' | b'}') | None) => Likelihood::Certain,
            Some(b'[') if after(text) == Some(b'{') => Likelihood::Certain,
            Some(b'[') if begins_like_list(head) => Likelihood::Likely,
            _ => Likelihood::No,
        }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<JsonParser>::default()
    }

    fn carries(&self) -> Carries {
        Carries {
            edges: true,
            marks: true,
            entries: true,
            candidates: true,
            details: &Detail::ALL,
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
        let has_symbols = puzzle.shape().side() <= MOST_SYMBOLS;
        if puzzle.marks().is_some() && !has_symbols {
            return Err(Unrepresentable::Side { format: self.id(), most: MOST_SYMBOLS });
        }
        let text = puzzle.to_string();
        if text.len() > LONGEST_LINE {
            return Err(Unrepresentable::LineTooLong { bytes: text.len() });
        }
        // Marks that could be the cells of a larger board need a name of their own.
        let is_marks = puzzle.marks().is_some() && !begins_with_marks(text.as_bytes());
        out.push('{');
        push_field(if is_marks { "pencilmarks" } else { "puzzle" }, &[&text], out);
        if let Some(entries) = &extra.entries {
            push_field("entries", &[&text_of(entries)], out);
        }
        if let Some(candidates) = &extra.candidates {
            left_out.candidates |= !has_symbols;
            if has_symbols {
                push_field("candidates", &[&text_of_marks(candidates)], out);
            }
        }
        for detail in Detail::ALL {
            let is_of = |&(of, _): &(Detail, &str)| of == detail;
            let texts: Vec<&str> =
                extra.details.iter().filter(is_of).map(|(_, text)| text).collect();
            if !texts.is_empty() {
                push_field(detail.id(), &texts, out);
            }
        }
        out.push_str("}\n");
        Ok(left_out)
    }
}

/// Appends a field with a text, or with a list of several.
fn push_field(name: &str, texts: &[&str], out: &mut String) {
    out.push_str(if out.ends_with('{') { "\"" } else { ",\"" });
    out.push_str(name);
    out.push_str(if texts.len() > 1 { "\":[" } else { "\":" });
    for (index, text) in texts.iter().enumerate() {
        out.push_str(if index == 0 { "\"" } else { ",\"" });
        push_escaped(text, out);
        out.push('"');
    }
    out.push_str(if texts.len() > 1 { "]" } else { "" });
}

fn push_escaped(text: &str, out: &mut String) {
    // Without an early exit this compiles to vector code.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') & (byte != b'"') & (byte != b'\\');
    if text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        return out.push_str(text);
    }
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            _ if character.is_control() => {
                write!(out, "\\u{:04x}", u32::from(character))
                    .expect("writing to a String cannot fail");
            }
            _ => out.push(character),
        }
    }
}

/// Whether a text that begins with a bracket may be a list with cells or texts in it. Rows of lists
/// with commas between them are none.
fn begins_like_list(head: &str) -> bool {
    let (mut depth, mut values, mut in_string, mut in_word) = (0_usize, 0, false, false);
    let mut bytes = head.bytes();
    while let Some(byte) = bytes.next() {
        if in_string {
            match byte {
                b'\\' => drop(bytes.next()),
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        values += usize::from(is_of_word(byte) && !in_word);
        in_word = is_of_word(byte);
        match byte {
            b'"' => {
                in_string = true;
                values += 1;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            b',' if depth == 0 => return false,
            b',' | b':' => {}
            _ if byte.is_ascii_whitespace() || (is_of_word(byte) && depth > 0) => {}
            _ => return false,
        }
    }
    values > 0
}

#[derive(Default)]
struct JsonParser {
    tokenizer: Tokenizer,
    builder: Builder,
    reader: LineReader,
    /// The place after the last piece.
    end: Place,
    /// Whether the current line began in an earlier piece.
    is_within_line: bool,
    /// Whether the rest of the line is ignored.
    skips: bool,
}

impl LineParser for JsonParser {
    fn reads(&self, foreign: Foreign) -> bool {
        foreign == Foreign::Json
    }

    fn takes_pieces(&self) -> bool {
        true
    }

    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        self.piece(session, number, line, false);
    }

    fn piece(&mut self, session: &mut Session, number: u64, piece: &[u8], continues: bool) {
        if !continues && let Some(puzzle) = self.bare_puzzle(session, piece) {
            return session.emit(number, Ok(puzzle));
        }
        if !self.is_within_line {
            self.end = (number, 1);
            self.skips = self.is_outside() && is_idle(piece);
        }
        if !self.skips {
            self.feed(session, piece);
            if !continues && !self.skips {
                self.feed(session, b"\n");
            }
        } else {
            self.end.1 += characters(piece) as u64;
        }
        self.is_within_line = continues;
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        if self.is_outside() {
            session.emit(fault.line(), Err(fault));
        } else {
            session.end_with(fault);
        }
    }

    fn end(&mut self, session: &mut Session) {
        if !self.is_outside() {
            let wanted = "the end of the JSON".into();
            let fault = Fault::new(self.end.0, self.end.1, ParseErrorKind::Missing { wanted });
            session.emit(self.end.0, Err(fault));
        }
    }

    fn plain<'l>(&mut self, line: &'l [u8], extras: Extras) -> Option<PlainPuzzle<'l>> {
        if self.is_outside() && !self.is_within_line {
            plain_cells(line, extras, self.builder.roles()).and_then(PlainPuzzle::of_symbols)
        } else {
            None
        }
    }
}

impl JsonParser {
    /// The puzzle of a line that holds nothing else. The tokens of the line would come to the same,
    /// in twice the time.
    fn bare_puzzle(&mut self, session: &Session, line: &[u8]) -> Option<Puzzle> {
        if session.expected() != Some(BoxShape::NINE) {
            return None;
        }
        Some(self.plain(line, Extras::Kept)?.puzzle())
    }

    fn is_outside(&self) -> bool {
        self.builder.is_outside() && self.tokenizer.is_between()
    }

    fn feed(&mut self, session: &mut Session, bytes: &[u8]) {
        let Self { tokenizer, builder, reader, end, .. } = self;
        let mut is_fine = true;
        let start = end.0;
        *end = tokenizer.feed(bytes, *end, &mut |token, place| {
            let first = builder.start().map_or(start, |place| place.0);
            is_fine = builder.take(&token, place, &mut |found| {
                take(session, reader, found, first);
            });
            is_fine && !session.is_done
        });
        // A line feed is no character of its line.
        if bytes == b"\n" {
            end.1 -= 1;
        }
        if !is_fine {
            self.builder.reset();
            self.tokenizer.reset();
            self.skips = true;
        }
    }
}

/// Emits what was found; `first` is the line on which the outermost value began.
fn take(session: &mut Session, reader: &mut LineReader, found: Found, first: u64) {
    match found {
        Found::Puzzle(draft) => {
            let line = draft.place.0;
            let record = record(session, reader, *draft);
            session.emit_with(line, record);
        }
        Found::Fault(place, kind) => {
            session.emit(place.0, Err(Fault::new(place.0, place.1, kind)));
        }
        Found::Broken(place, kind) => {
            let fault = Fault::new(place.0, place.1, kind);
            // After a bad line, the next may be good. Within a document, nothing is certain any more.
            if first == place.0 {
                session.emit(place.0, Err(fault));
            } else {
                session.end_with(fault);
            }
        }
    }
}

fn record(
    session: &Session,
    reader: &mut LineReader,
    draft: Draft,
) -> Result<(Puzzle, Extra), Fault> {
    let Draft { place, cells, is_marks, entries, candidates, details } = draft;
    let puzzle = cells.puzzle(session, reader, place, is_marks)?;
    let mut extra = Extra { details, ..Extra::default() };
    if let Some(text) = entries {
        let mut entries = entries_of(&text, puzzle.shape())?;
        for (cell, _) in puzzle.givens().filled() {
            entries.set(cell, None);
        }
        extra.entries = Some(entries).filter(|entries| entries.filled().next().is_some());
    }
    if let Some(text) = candidates {
        extra.candidates = Some(candidates_of(&text, puzzle.shape())?);
    }
    Ok((puzzle, extra))
}

/// A grid whose digits may contradict each other.
fn entries_of(text: &Text, shape: BoxShape) -> Result<Grid, Fault> {
    let bytes = text.text.as_bytes();
    let side = shape.side();
    let digits = if side <= MOST_SYMBOLS {
        let mut digits = vec![0; bytes.len()];
        super::line::parse_cells(bytes, side, &mut digits).ok().map(|()| digits)
    } else {
        text.text.split_ascii_whitespace().map(|n| super::symbol::number_of(n.as_bytes())).collect()
    };
    digits
        .and_then(|digits| Grid::from_digits(shape, &digits))
        .ok_or_else(|| wrong(text, format!("a symbol for each of {} cells", shape.cells())))
}

fn candidates_of(text: &Text, shape: BoxShape) -> Result<CandidateSet, Fault> {
    let bytes = text.text.as_bytes();
    let side = shape.side();
    let wanted = || wrong(text, format!("{side} symbols for each of {} cells", shape.cells()));
    if bytes.len() != side * shape.cells() || side > MOST_SYMBOLS {
        return Err(wanted());
    }
    let digits_of = |symbols: &[u8]| {
        symbols.iter().zip(1..).try_fold(DigitSet::EMPTY, |digits, (&symbol, value)| {
            match Digit::from_symbol(symbol) {
                Some(digit) if digit.get() == value => Some(digits | DigitSet::only(digit)),
                None if super::symbol::is_empty_cell(symbol) => Some(digits),
                _ => None,
            }
        })
    };
    let cells: Option<Vec<DigitSet>> = bytes.chunks_exact(side).map(digits_of).collect();
    Ok(CandidateSet::from_cells(shape, cells.ok_or_else(wanted)?.into()))
}

fn wrong(text: &Text, wanted: String) -> Fault {
    let (line, column) = text.place();
    let found = super::symbol::excerpt(text.text.as_bytes());
    Fault::new(line, column, ParseErrorKind::Token { text: found, wanted: wanted.into() })
}

/// The symbols of the 9x9 puzzle of a line, if the line is one object of texts and words without
/// escapes, whose most telling field is just these symbols.
fn plain_cells<'l>(line: &'l [u8], extras: Extras, roles: &mut Roles) -> Option<&'l [u8; 81]> {
    if control_in(line).is_some() {
        return None;
    }
    let inner = line.trim_ascii().strip_prefix(b"{")?.strip_suffix(b"}")?;
    let mut best: Option<(usize, &[u8])> = None;
    let mut rest = inner.trim_ascii();
    while !rest.is_empty() {
        let (name, after) = plain_string(rest)?;
        let after = after.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
        let (text, after) = match plain_string(after) {
            Some((text, after)) => (Some(text), after),
            None => {
                let length = after.iter().take_while(|&&byte| is_of_word(byte)).count();
                (None, after.get(length..).filter(|_| length > 0)?)
            }
        };
        match roles.of(str::from_utf8(name).ok()?) {
            // Where a puzzle has pencilmarks, that is for the parser to weigh.
            Role::Variant(_) | Role::Marks | Role::Entries | Role::Candidates => return None,
            Role::Detail(_) if extras == Extras::Kept => return None,
            Role::Puzzle(rank) => {
                let text = text.filter(|text| text.len() + 2 >= BoxShape::MIN_SIDE.pow(2));
                if let Some(text) = text
                    && best.is_none_or(|(least, _)| rank < least)
                {
                    best = Some((rank, text));
                }
            }
            Role::Detail(_) | Role::Ignored | Role::Other => {}
        }
        let after = after.trim_ascii_start();
        rest = match after.strip_prefix(b",") {
            Some(after) => after.trim_ascii_start(),
            None if after.is_empty() => after,
            None => return None,
        };
    }
    let (_, text) = best?;
    leading_cells(text).filter(|cells| text.len() == 81 && !may_have_zeros(cells))
}

/// A string without escapes at the start of a text, and what follows it.
fn plain_string(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = text.strip_prefix(b"\"")?;
    let end = memchr::memchr2(b'"', b'\\', rest)?;
    (rest[end] == b'"').then(|| (&rest[..end], &rest[end + 1..]))
}

#[cfg(test)]
mod tests;
