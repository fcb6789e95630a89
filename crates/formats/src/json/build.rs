//! Finds the puzzles in JSON as it arrives.
//!
//! A puzzle is a text or a list in a field whose name says so, an element of a list, or a value of
//! its own; a list is a row of cells, a grid of rows, or a list of puzzles. Only what is open is
//! kept: the fields of the objects around, and at most a board of each.

use quadrille_core::BoxShape;

use super::super::error::ParseErrorKind;
use super::super::extra::Details;
use super::super::foreign::Foreign;
use super::super::symbol::{MOST_SYMBOLS, characters, excerpt};
use super::super::variant::{Variant, is_nothing};
use super::role::{Role, Roles};
use super::tokens::{Place, Token};
use super::value::{Cells, ListCell, Text, puzzle_in_words};

/// How deep lists and objects may nest.
const DEEPEST: usize = 64;
/// Ranks after those of names: fields with any other name, if they hold nothing but cells.
const OTHER_RANK: usize = usize::MAX - 2;
/// Then texts with a puzzle between words, such as the messages of a chat.
const WORDS_RANK: usize = usize::MAX - 1;
/// Then complete grids, which are solutions of whatever comes before.
const COMPLETE_RANK: usize = usize::MAX;

/// What is complete.
pub(super) enum Found {
    /// A puzzle.
    Puzzle(Box<Draft>),
    /// Something is wrong, and where.
    Fault(Place, ParseErrorKind),
    /// This is not JSON any more.
    Broken(Place, ParseErrorKind),
}

/// A puzzle and what its object says about it.
#[derive(Default)]
pub(super) struct Draft {
    /// Where it begins.
    pub(super) place: Place,
    pub(super) cells: Cells,
    /// The cells are pencilmarks, a symbol for each digit of each cell.
    pub(super) is_marks: bool,
    pub(super) entries: Option<Text>,
    pub(super) candidates: Option<Text>,
    pub(super) details: Details,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq)]
enum Expect {
    Key,
    Colon,
    Value,
    Comma,
}

/// An object or a list that is open.
struct Frame {
    is_object: bool,
    role: Role,
    place: Place,
    expect: Expect,
    /// The role of the value that follows, in an object.
    next: Role,
    draft: Draft,
    /// How telling the name of the field is that holds the cells.
    rank: Option<usize>,
    variant: Option<(Place, Variant)>,
    /// Whether there was a puzzle, or an error, within.
    any: bool,
    /// Whether it is a message of a chat, which needs no puzzle.
    is_message: bool,
    /// Cells, rows or texts of a list, as long as they may be a grid.
    cells: Vec<ListCell>,
    rows: Vec<Vec<ListCell>>,
    texts: Vec<Text>,
    /// Whether the elements of a list are puzzles of their own.
    is_list: bool,
}

/// Finds puzzles in tokens.
#[derive(Default)]
pub(super) struct Builder {
    frames: Vec<Frame>,
    roles: Roles,
}

impl Builder {
    /// Whether nothing is open.
    pub(super) fn is_outside(&self) -> bool {
        self.frames.is_empty()
    }

    /// Where the outermost value began that is open.
    pub(super) fn start(&self) -> Option<Place> {
        self.frames.first().map(|frame| frame.place)
    }

    /// What the names of fields say.
    pub(super) fn roles(&mut self) -> &mut Roles {
        &mut self.roles
    }

    /// Forgets what is open.
    pub(super) fn reset(&mut self) {
        self.frames.clear();
    }

    /// Takes a token and calls `emit` with what it completes. Returns whether this is still JSON.
    pub(super) fn take(
        &mut self,
        token: &Token<'_>,
        place: Place,
        emit: &mut dyn FnMut(Found),
    ) -> bool {
        let broken = |wanted: &'static str, emit: &mut dyn FnMut(Found)| {
            let text = match *token {
                Token::Mark(byte) => char::from(byte).to_string(),
                Token::Stray(character) => excerpt(character.encode_utf8(&mut [0; 4]).as_bytes()),
                Token::String(..) | Token::Unclosed => "\"".to_owned(),
                Token::Word(word) => excerpt(word.as_bytes()),
            };
            emit(Found::Broken(place, ParseErrorKind::Token { text, wanted: wanted.into() }));
            false
        };
        let (expect, is_object) = match self.frames.last() {
            Some(frame) => (frame.expect, frame.is_object),
            None => (Expect::Value, false),
        };
        match (token, expect) {
            (Token::String(name, _), Expect::Key) => {
                let frame = self.frames.last_mut().expect("an object expects a key");
                let role = match frame.role {
                    inherited @ (Role::Ignored | Role::Variant(_)) => inherited,
                    _ => self.roles.of(name),
                };
                frame.is_message |= matches!(*name, "role" | "from");
                (frame.next, frame.expect) = (role, Expect::Colon);
            }
            (Token::Mark(b':'), Expect::Colon) => self.expect(Expect::Value),
            (Token::Mark(b','), Expect::Comma) => {
                self.expect(if is_object { Expect::Key } else { Expect::Value });
            }
            (Token::Mark(b'}'), Expect::Key | Expect::Comma) if is_object => self.close(emit),
            (Token::Mark(b']'), Expect::Value | Expect::Comma)
                if !is_object && !self.frames.is_empty() =>
            {
                self.close(emit);
            }
            (Token::Mark(mark @ (b'{' | b'[')), Expect::Value) => {
                if self.frames.len() >= DEEPEST {
                    return broken("lists and objects that nest 64 deep at most", emit);
                }
                let role = self.next_role();
                self.frames.push(Frame::new(*mark == b'{', role, place));
            }
            (Token::String(text, length), Expect::Value) => {
                self.string(text, *length, place, emit);
                self.expect(Expect::Comma);
            }
            (Token::Word(word), Expect::Value) => {
                if self.frames.is_empty() {
                    return broken("an object or a list", emit);
                }
                self.word(word, place);
                self.expect(Expect::Comma);
            }
            (Token::Unclosed, _) => {
                return broken("a quote at the end of the line or before", emit);
            }
            (_, Expect::Key) => return broken("the name of a field in quotes", emit),
            (_, Expect::Colon) => return broken("a colon", emit),
            (_, Expect::Comma) => return broken("a comma, or the end of the list or object", emit),
            (_, Expect::Value) => return broken("a value of JSON", emit),
        }
        true
    }

    fn expect(&mut self, expect: Expect) {
        if let Some(frame) = self.frames.last_mut() {
            frame.expect = expect;
        }
    }

    /// The role of the value that follows.
    fn next_role(&self) -> Role {
        self.frames.last().map_or(Role::ROOT, |frame| frame.next)
    }

    fn string(&mut self, text: &str, length: usize, place: Place, emit: &mut dyn FnMut(Found)) {
        // The quote is before the text.
        let text = Text::new(text, (place.0, place.1 + 1));
        let role = self.next_role();
        let Some(frame) = self.frames.last_mut() else {
            return self.emit(place, Cells::Text(text), emit);
        };
        match role {
            Role::Ignored => {}
            Role::Variant(variant) => frame.note_variant(variant, text.text.as_bytes(), place),
            Role::Detail(detail) => frame.draft_of_details().push(detail, &text.text),
            Role::Entries => frame.draft.entries = Some(text),
            Role::Candidates => frame.draft.candidates = Some(text),
            Role::Marks => {
                frame.draft.is_marks = true;
                frame.offer(0, Cells::Text(text));
            }
            _ if !frame.is_object => {
                // A list.
                if text.text.len() <= 2 {
                    if frame.cells.len() <= BoxShape::MAX_SIDE.pow(2) {
                        frame.cells.push(ListCell::of_text(text));
                    }
                } else if matches!(role, Role::Puzzle(_)) || frame.texts.len() <= BoxShape::MAX_SIDE
                {
                    frame.texts.push(text);
                    self.flush_texts(false, emit);
                }
            }
            Role::Puzzle(rank) if length + 2 >= BoxShape::MIN_SIDE.pow(2) => {
                frame.offer(rank, Cells::Text(text));
            }
            Role::Other if text.text.len() == BoxShape::NINE.cells() => {
                let is_complete = text.text.bytes().all(|byte| matches!(byte, b'1'..=b'9'));
                let rank = if is_complete { COMPLETE_RANK } else { OTHER_RANK };
                frame.offer(rank, Cells::Text(text));
            }
            Role::Puzzle(_) | Role::Other if puzzle_in_words(&text.text).is_some() => {
                frame.offer(WORDS_RANK, Cells::Text(text));
            }
            _ => {}
        }
    }

    fn word(&mut self, word: &str, place: Place) {
        let role = self.next_role();
        let frame = self.frames.last_mut().expect("a word is in a list or object");
        match role {
            Role::Variant(variant) => frame.note_variant(variant, word.as_bytes(), place),
            Role::Detail(detail) if word != "null" => frame.draft_of_details().push(detail, word),
            Role::Ignored => {}
            _ if !frame.is_object && frame.cells.len() <= BoxShape::MAX_SIDE.pow(2) => {
                frame.cells.push(ListCell::of_word(word, place));
            }
            _ => {}
        }
    }

    /// Ends the innermost list or object.
    fn close(&mut self, emit: &mut dyn FnMut(Found)) {
        let is_object = self.frames.last().is_some_and(|frame| frame.is_object);
        if is_object {
            self.close_object(emit);
        } else {
            self.close_list(emit);
        }
        self.expect(Expect::Comma);
    }

    fn close_object(&mut self, emit: &mut dyn FnMut(Found)) {
        let frame = self.frames.pop().expect("an object is open");
        if frame.role == Role::Ignored {
            return;
        }
        if let Role::Variant(variant) = frame.role {
            if let (Some(_), Some(parent)) = (frame.variant, self.frames.last_mut()) {
                parent.variant.get_or_insert((frame.place, variant));
            }
            return;
        }
        let is_element = self
            .frames
            .last()
            .is_none_or(|parent| !parent.is_object && matches!(parent.role, Role::Puzzle(_)));
        if let Some((place, variant)) = frame.variant {
            self.note_any();
            emit(Found::Fault(place, ParseErrorKind::Variant(variant)));
        } else if frame.rank.is_some() {
            self.note_any();
            let mut draft = frame.draft;
            draft.place = frame.place;
            emit(Found::Puzzle(Box::new(draft)));
        } else if !frame.any && !frame.is_message && is_element {
            self.note_any();
            emit(Found::Fault(frame.place, ParseErrorKind::ForeignLine(Foreign::Json)));
        }
    }

    fn close_list(&mut self, emit: &mut dyn FnMut(Found)) {
        self.flush_texts(true, emit);
        let mut frame = self.frames.pop().expect("a list is open");
        let place = frame.place;
        match frame.role {
            Role::Ignored => return,
            Role::Variant(variant) => {
                let Some(parent) = self.frames.last_mut() else { return };
                let any = frame.cells.iter().any(|cell| !cell.is_empty());
                if any || frame.variant.is_some() {
                    parent.variant.get_or_insert((place, variant));
                }
                return;
            }
            Role::Detail(_) => {
                if let Some(parent) = self.frames.last_mut() {
                    for (detail, text) in frame.draft.details.iter() {
                        parent.draft.details.push(detail, text);
                    }
                }
                return;
            }
            _ => {}
        }
        if !frame.cells.is_empty() && frame.rows.is_empty() {
            let cells = std::mem::take(&mut frame.cells);
            return self.row(place, frame.role, cells, emit);
        }
        if frame.is_list || frame.rows.is_empty() {
            return;
        }
        // Short rows: a grid, unless each is a board by itself.
        let rows = frame.rows;
        let is_grid = rows.iter().any(|row| row.len() == rows.len())
            || rows.iter().any(|row| BoxShape::of_cells(row.len()).is_none());
        if is_grid {
            self.value(place, frame.role, Cells::Rows(rows), emit);
        } else {
            for row in rows {
                let place = row[0].place;
                self.emit(place, Cells::List(row), emit);
            }
        }
    }

    /// Takes a list of cells: a row, or a board.
    fn row(&mut self, place: Place, role: Role, cells: Vec<ListCell>, emit: &mut dyn FnMut(Found)) {
        let Some(parent) = self.frames.last_mut() else {
            return self.emit(place, Cells::List(cells), emit);
        };
        if parent.is_object {
            return self.value(place, role, Cells::List(cells), emit);
        }
        if !matches!(role, Role::Puzzle(_)) && parent.rows.len() > BoxShape::MAX_SIDE {
            return;
        }
        let is_board = cells.len() > BoxShape::MAX_SIDE || parent.is_list;
        parent.rows.push(cells);
        if (is_board || parent.rows.len() > BoxShape::MAX_SIDE) && matches!(role, Role::Puzzle(_)) {
            parent.is_list = true;
            for row in std::mem::take(&mut parent.rows) {
                let place = row[0].place;
                self.emit(place, Cells::List(row), emit);
            }
        }
    }

    /// Takes a grid or a board that is complete.
    fn value(&mut self, place: Place, role: Role, cells: Cells, emit: &mut dyn FnMut(Found)) {
        match (self.frames.last_mut(), role) {
            (Some(parent), Role::Puzzle(rank)) if parent.is_object => parent.offer(rank, cells),
            (Some(parent), Role::Other) if parent.is_object && cells.are_surely_a_board() => {
                parent.offer(OTHER_RANK, cells);
            }
            (_, Role::Puzzle(_)) => self.emit(place, cells, emit),
            _ => {}
        }
    }

    /// Handles the texts of a list: rows of a grid as long as there are few and short ones,
    /// otherwise puzzles.
    fn flush_texts(&mut self, is_end: bool, emit: &mut dyn FnMut(Found)) {
        let frame = self.frames.last_mut().expect("a list is open");
        let role = frame.role;
        let side = frame.texts.len();
        let length = |text: &Text| characters(text.text.as_bytes());
        let are_rows = !frame.is_list
            && side <= BoxShape::MAX_SIDE
            && frame.texts.iter().all(|text| length(text) <= BoxShape::MAX_SIDE);
        if are_rows && !is_end {
            return;
        }
        let texts = std::mem::take(&mut frame.texts);
        let is_side = (BoxShape::MIN_SIDE..=MOST_SYMBOLS).contains(&side);
        let place = frame.place;
        if are_rows && is_side && texts.iter().all(|text| length(text) == side) {
            frame.is_list = true;
            let parent = self.frames.len().checked_sub(2).map(|index| &mut self.frames[index]);
            let cells = Cells::Text(Text::joined(texts));
            return match (parent, role) {
                (Some(parent), Role::Puzzle(rank)) if parent.is_object => parent.offer(rank, cells),
                (Some(parent), Role::Other) if parent.is_object => parent.offer(OTHER_RANK, cells),
                (_, Role::Puzzle(_)) => self.emit(place, cells, emit),
                _ => {}
            };
        }
        if matches!(role, Role::Puzzle(_)) && !texts.is_empty() {
            frame.is_list = true;
            for text in texts {
                let place = text.place();
                self.emit((place.0, place.1 - 1), Cells::Text(text), emit);
            }
        }
    }

    /// Emits a puzzle of its own.
    fn emit(&mut self, place: Place, cells: Cells, emit: &mut dyn FnMut(Found)) {
        self.note_any();
        emit(Found::Puzzle(Box::new(Draft { place, cells, ..Draft::default() })));
    }

    /// Notes in everything open that there was a puzzle in it.
    fn note_any(&mut self) {
        for frame in &mut self.frames {
            frame.any = true;
        }
    }
}

impl Frame {
    fn new(is_object: bool, role: Role, place: Place) -> Self {
        Self {
            is_object,
            role,
            place,
            expect: if is_object { Expect::Key } else { Expect::Value },
            // The elements of a list are what the list is.
            next: role,
            draft: Draft::default(),
            rank: None,
            variant: None,
            any: false,
            is_message: false,
            cells: Vec::new(),
            rows: Vec::new(),
            texts: Vec::new(),
            is_list: false,
        }
    }

    /// Takes the cells of a field if its name is the most telling so far.
    fn offer(&mut self, rank: usize, cells: Cells) {
        if self.rank.is_none_or(|least| rank < least) {
            self.rank = Some(rank);
            self.draft.cells = cells;
        }
    }

    fn note_variant(&mut self, variant: Variant, value: &[u8], place: Place) {
        if !is_nothing(value) {
            self.variant.get_or_insert((place, variant));
        }
    }

    fn draft_of_details(&mut self) -> &mut Details {
        &mut self.draft.details
    }
}
