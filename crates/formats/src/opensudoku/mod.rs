//! Collections of OpenSudoku (`.opensudoku`), an XML format: the attribute `data` of each element
//! `game` holds a puzzle, with the entries and notes of a game in play. All versions of the app write
//! one of two layouts: the details of the whole file in elements of their own, or folders with a
//! name.
//!
//! The file is read element by element; its lines mean nothing.

mod cells;
mod markup;

use quadrille_core::{BoxShape, Digit, Edges, Puzzle};
use quick_xml::escape::{escape, unescape};
use quick_xml::events::BytesStart;

use self::markup::{LONGEST_ELEMENT, Splitter, Token};
use super::carries::{Carries, LeftOut, Sizes};
use super::error::{ParseErrorKind, Unrepresentable};
use super::extra::{Detail, Details, Extra};
use super::foreign::Foreign;
use super::notes::without_filled;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::session::{Fault, LineParser, Session};
use super::symbol::{characters, excerpt};

/// The format `opensudoku`.
#[derive(Clone, Copy, Debug)]
pub struct OpenSudoku;

/// The folder in which written puzzles are. It is not a detail of theirs.
const FOLDER: &str = "Quadrille";

impl PuzzleFormat for OpenSudoku {
    fn id(&self) -> &'static str {
        "opensudoku"
    }

    fn title(&self) -> &'static str {
        "a collection of OpenSudoku (XML), with entries and notes"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["opensudoku"]
    }

    fn likelihood(&self, head: &str) -> Likelihood {
        let is_markup = head.trim_start().starts_with('<');
        if is_markup && head.contains("<opensudoku") { Likelihood::Certain } else { Likelihood::No }
    }

    fn parser(&self, _options: &ReadOptions) -> Box<dyn LineParser + Send> {
        Box::<CollectionParser>::default()
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
        let is_fresh = extra.entries.is_none() && extra.candidates.is_none();
        let values = extra.values(puzzle);
        out.push_str("<game created=\"0\" state=\"");
        // 1 is not started, 0 is being played.
        out.push_str(if is_fresh { "1" } else { "0" });
        out.push_str("\" time=\"0\" last_played=\"0\" data=\"");
        if !is_fresh {
            out.push_str("version: 3&#10;");
        }
        for cell in puzzle.geometry().cells() {
            let value = values.get(cell);
            out.push(value.and_then(Digit::symbol).unwrap_or('0'));
            if !is_fresh {
                let noted = extra.candidates.as_ref().filter(|_| value.is_none());
                let bits = noted.map_or(0, |noted| noted.get(cell).bits());
                let is_editable = u8::from(puzzle.givens().get(cell).is_none());
                out.push_str(&format!("|{bits}|{is_editable}|"));
            }
        }
        let mut lead = "\" note=\"";
        for (_, text) in extra.details.iter().filter(|&(detail, _)| detail == Detail::Comment) {
            out.push_str(lead);
            // A parser turns line ends in attributes into blanks.
            out.push_str(&escape(text).replace('\n', "&#10;"));
            lead = "&#10;";
        }
        out.push_str("\" />\n");
        Ok(self.carries().left_out(extra))
    }

    fn before(&self) -> &'static str {
        concat!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n",
            "<opensudoku version=\"2\">\n<folder name=\"Quadrille\" created=\"0\">\n"
        )
    }

    fn after(&self) -> &'static str {
        "</folder>\n</opensudoku>\n"
    }
}

/// The elements of a file that are details of all its puzzles.
fn detail_of(element: &str) -> Option<Detail> {
    Some(match element {
        "name" => Detail::Title,
        "author" => Detail::Author,
        "description" => Detail::Description,
        "comment" => Detail::Comment,
        "created" => Detail::Date,
        "source" => Detail::Source,
        "level" => Detail::Level,
        "sourceURL" => Detail::Url,
        _ => return None,
    })
}

#[derive(Default)]
struct CollectionParser {
    splitter: Splitter,
    file: File,
    /// The column before the current piece, if its line began in an earlier piece.
    columns: u64,
    /// The place after the last piece.
    end: (u64, u64),
}

/// What is known about the file so far.
#[derive(Default)]
struct File {
    /// How many elements are open.
    depth: u64,
    /// Whether there was an element.
    begun: bool,
    details: Details,
    folder: Option<String>,
    /// The detail whose element is open, with its text so far.
    open: Option<(Detail, String)>,
}

impl LineParser for CollectionParser {
    fn reads(&self, foreign: Foreign) -> bool {
        matches!(foreign, Foreign::Xml(_))
    }

    fn takes_pieces(&self) -> bool {
        true
    }

    fn line(&mut self, session: &mut Session, number: u64, line: &[u8]) {
        self.piece(session, number, line, false);
    }

    fn piece(&mut self, session: &mut Session, number: u64, piece: &[u8], continues: bool) {
        let Self { splitter, file, columns, .. } = self;
        let before = *columns;
        let place = |at: usize| (number, before + characters(&piece[..at]) as u64 + 1);
        let mut take = |token: Token<'_>| file.take(session, &token);
        splitter.feed(piece, &place, &mut take);
        self.end = place(piece.len());
        self.columns = before + characters(piece) as u64;
        if !continues {
            splitter.feed(b"\n", &|_| (number, 1), &mut take);
            self.columns = 0;
        }
    }

    fn unreadable(&mut self, session: &mut Session, fault: Fault) {
        session.emit(fault.line(), Err(fault));
    }

    fn end(&mut self, session: &mut Session) {
        let is_complete = self.splitter.is_between() && self.file.depth == 0;
        if !is_complete {
            let wanted = match self.splitter.is_between() {
                true => "the end of the element `opensudoku`",
                false => "the end of an element",
            };
            let kind = ParseErrorKind::Missing { wanted: wanted.into() };
            session.emit(self.end.0, Err(Fault::new(self.end.0, self.end.1, kind)));
        }
    }
}

impl File {
    fn take(&mut self, session: &mut Session, token: &Token<'_>) {
        // An error may have ended the reading in the middle of a line.
        if session.is_done {
            return;
        }
        match *token {
            Token::Text { text, literal } => {
                if let Some((_, detail)) = &mut self.open
                    && detail.len() < Details::LONGEST
                {
                    let text = String::from_utf8_lossy(text);
                    match unescape(&text).ok().filter(|_| !literal) {
                        Some(plain) => detail.push_str(&plain),
                        None => detail.push_str(&text),
                    }
                }
            }
            Token::TooLong { place } => {
                self.depth += 1;
                let wanted = format!("an element of at most {LONGEST_ELEMENT} bytes").into();
                let kind = ParseErrorKind::Token { text: "<".into(), wanted };
                session.emit(place.0, Err(Fault::new(place.0, place.1, kind)));
            }
            Token::Element { content, place } => self.element(session, content, place),
        }
    }

    fn element(&mut self, session: &mut Session, content: &[u8], place: (u64, u64)) {
        let text = String::from_utf8_lossy(content);
        let fault = |kind| Fault::new(place.0, place.1, kind);
        if let Some(name) = text.strip_prefix('/') {
            self.depth = self.depth.saturating_sub(1);
            if let Some((detail, text)) = self.open.take() {
                self.details.push(detail, &text);
            }
            if name.trim() == "folder" {
                self.folder = None;
            }
            return;
        }
        let is_empty = text.ends_with('/');
        let text = text.strip_suffix('/').unwrap_or(&text);
        let length = text.find(|c: char| c.is_whitespace()).unwrap_or(text.len());
        let name = &text[..length];
        if !std::mem::replace(&mut self.begun, true)
            && !matches!(name, "opensudoku" | "folder" | "game")
        {
            return session.end_with(fault(ParseErrorKind::ForeignInput(Foreign::Xml(None))));
        }
        self.depth += u64::from(!is_empty);
        let element = BytesStart::from_content(text, length);
        match name {
            "game" => {
                let record = self.game(session, &element, content, place);
                session.emit_with(place.0, record);
            }
            "folder" => {
                let mut attributes = element.attributes();
                let mut attributes = attributes.with_checks(false).flatten();
                let name = attributes.find(|attribute| attribute.key.as_ref() == "name");
                let name = name.and_then(|name| Some(unescape(&name.value).ok()?.into_owned()));
                self.folder = name.filter(|name| name != FOLDER);
            }
            _ if !is_empty => self.open = detail_of(name).map(|detail| (detail, String::new())),
            _ => {}
        }
    }

    /// The record of an element `game`.
    fn game(
        &self,
        session: &Session,
        element: &BytesStart<'_>,
        content: &[u8],
        place: (u64, u64),
    ) -> Result<(Puzzle, Extra), Fault> {
        let fault = |kind| Fault::new(place.0, place.1, kind);
        let mut extra = Extra { details: self.details.clone(), ..Extra::default() };
        if let Some(folder) = &self.folder {
            extra.details.push(Detail::Title, folder);
        }
        let mut data = None;
        for attribute in element.attributes().with_checks(false) {
            let Ok(attribute) = attribute else {
                let wanted = "attributes such as data=\"…\"".into();
                let text = excerpt(content);
                return Err(fault(ParseErrorKind::Token { text, wanted }));
            };
            let value = unescape(&attribute.value).map_err(|_| {
                let wanted = "text without entities of its own".into();
                fault(ParseErrorKind::Token { text: excerpt(attribute.value.as_bytes()), wanted })
            })?;
            match attribute.key.as_ref() {
                "data" => {
                    let raw = memchr::memmem::find(content, attribute.value.as_bytes());
                    data = Some((raw.unwrap_or(0), value.into_owned()));
                }
                "note" => extra.details.push(Detail::Comment, &value),
                _ => {}
            }
        }
        let Some((start, data)) = data else {
            let wanted = "the attribute `data` with the cells".into();
            return Err(fault(ParseErrorKind::Missing { wanted }));
        };
        let fault_at = |offset: usize, kind| {
            let (line, column) = place_in(content, start + offset, place);
            Fault::new(line, column, kind)
        };
        let cells = cells::parse(&data).map_err(|(at, kind)| fault_at(at, kind))?;
        let expected = session.expected().unwrap_or(BoxShape::NINE);
        if expected != BoxShape::NINE {
            let kind = ParseErrorKind::CellCount { found: 81, expected: expected.cells() };
            return Err(fault_at(0, kind));
        }
        let puzzle = Puzzle::new(cells.givens, Edges::none()).map_err(|conflict| {
            let cell = conflict.cells[1].index();
            fault_at(if cells.is_plain { cell } else { 0 }, ParseErrorKind::Conflict(conflict))
        })?;
        let any_entry = cells.entries.filled().next().is_some();
        extra.entries = any_entry.then_some(cells.entries);
        let candidates = without_filled(cells.candidates, &extra.values(&puzzle));
        let any_note = candidates.cells().iter().any(|digits| !digits.is_empty());
        extra.candidates = any_note.then_some(candidates);
        Ok((puzzle, extra))
    }
}

/// The place of a byte of an element, given that of its `<`.
fn place_in(content: &[u8], offset: usize, (line, column): (u64, u64)) -> (u64, u64) {
    let before = &content[..offset.min(content.len())];
    match memchr::memrchr(b'\n', before) {
        None => (line, column + 1 + characters(before) as u64),
        Some(end) => {
            let lines = memchr::memchr_iter(b'\n', before).count() as u64;
            (line + lines, characters(&before[end + 1..]) as u64 + 1)
        }
    }
}

#[cfg(test)]
mod tests;
