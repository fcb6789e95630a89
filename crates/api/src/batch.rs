//! Puzzles on their way to a question, and what stands in place of those that are none.

use std::borrow::Cow;

use quadrille_core::kernel::lines::Lines;
use quadrille_core::{Conflict, Puzzle};
use quadrille_formats::{Extra, ParseError, ParseErrorKind, ReadOptions, Reader};

use crate::board::require_side;
use crate::{Context, Error, ErrorKind, Place, PuzzleInput};

/// Puzzles in order, and the records that are not puzzles in their places.
///
/// A plain 9x9 puzzle takes 81 bytes and goes to the kernel as it is; others are kept whole, with the
/// entries and notes of a solver.
///
/// ```
/// use quadrille_api::Batch;
///
/// let mut batch = Batch::default();
/// batch.push_text(b"1...............");
/// batch.push_text(b"not a puzzle"); // keeps its place
/// assert_eq!(batch.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Batch {
    items: Vec<Slot>,
    plain: Lines,
    puzzles: Vec<(Puzzle, Option<Box<Extra>>)>,
    faults: Vec<Fault>,
}

/// Where an item is kept.
#[derive(Clone, Copy, Debug)]
enum Slot {
    Plain(u32),
    Puzzle(u32),
    Fault(u32),
}

/// What a batch holds in one place.
pub enum Item<'b> {
    /// A puzzle, and what else its record held.
    Puzzle(Cow<'b, Puzzle>, &'b Extra),
    /// Something that is not a puzzle.
    Fault(&'b Fault),
}

/// Why a record is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The text of the record, if it is short and on one line.
    pub text: Option<String>,
    /// What is wrong, without its place.
    pub message: String,
    /// Where, if it was read from text.
    pub place: Option<Place>,
    /// The two cells of givens that conflict; empty for any other fault.
    pub cells: Vec<String>,
}

impl Fault {
    /// Returns the fault of a record with that text.
    pub fn new(text: Option<&str>, error: &ParseError) -> Self {
        let cells = match &error.kind {
            ParseErrorKind::Conflict(conflict) => cells_of(conflict),
            _ => Vec::new(),
        };
        Self {
            text: text.map(ToOwned::to_owned),
            message: error.to_string(),
            place: Some(Place { line: error.line, column: error.column }),
            cells,
        }
    }

    /// Returns the fault of a board whose givens conflict.
    pub(crate) fn conflict(conflict: &Conflict) -> Self {
        let (message, cells) = (conflict.to_string(), cells_of(conflict));
        Self { text: None, message, place: None, cells }
    }

    /// Returns the fault of a text that is not UTF-8.
    ///
    /// ```
    /// use quadrille_api::Fault;
    ///
    /// assert_eq!(Fault::not_utf8().text, None);
    /// ```
    pub fn not_utf8() -> Self {
        Self::too_large("not text in UTF-8".to_owned())
    }

    /// Returns the fault of a board that is too large to search on here.
    pub(crate) fn too_large(message: String) -> Self {
        Self { text: None, message, place: None, cells: Vec::new() }
    }

    /// Returns whether givens conflict; otherwise there is not even a board.
    pub fn is_conflict(&self) -> bool {
        !self.cells.is_empty()
    }
}

/// Returns the names of the cells of a conflict.
pub(crate) fn cells_of(conflict: &Conflict) -> Vec<String> {
    let side = conflict.geometry.side();
    conflict.cells.iter().map(|cell| cell.name(side).to_string()).collect()
}

impl Batch {
    /// Returns a batch of plain lines.
    pub fn of_lines(lines: Lines) -> Self {
        let items = (0..lines.len()).map(|index| Slot::Plain(index as u32)).collect();
        Self { items, plain: lines, ..Self::default() }
    }

    /// Appends the only puzzle of a text in any format, which is detected. 81 symbols of a 9x9 puzzle
    /// are the fastest. A text that holds several puzzles is a fault.
    ///
    /// ```
    /// use quadrille_api::{Batch, Item};
    ///
    /// let mut batch = Batch::default();
    /// batch.push_text(b"1...............");
    /// batch.push_text(b"not a puzzle");
    /// assert!(
    ///     matches!(batch.item(0), Item::Puzzle(..)) && matches!(batch.item(1), Item::Fault(_))
    /// );
    /// ```
    pub fn push_text(&mut self, text: &[u8]) {
        if self.plain.push(text) {
            return self.items.push(Slot::Plain(self.plain.len() as u32 - 1));
        }
        let mut reader = Reader::new(text, ReadOptions::default());
        let record = reader.next().expect("an input has a record or an error");
        let record = record.expect("reading from memory cannot fail");
        let (puzzle, extra) = match record.puzzle {
            Ok(puzzle) => (puzzle, record.extra),
            Err(error) => return self.push_fault(Fault::new(record.text, &error)),
        };
        let format = reader.format().expect("reading from memory cannot fail").id();
        match reader.next() {
            None => self.push(puzzle, extra),
            Some(second) => {
                let line = second.map_or(1, |second| second.line);
                let kind = ParseErrorKind::Several;
                self.push_fault(Fault::new(None, &ParseError { format, line, column: 1, kind }));
            }
        }
    }

    /// Appends a puzzle and what else its record held.
    ///
    /// ```
    /// use quadrille_api::Batch;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let mut batch = Batch::default();
    /// batch.push(puzzle, None);
    /// assert_eq!(batch.len(), 1);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn push(&mut self, puzzle: Puzzle, extra: Option<Box<Extra>>) {
        if extra.is_none() && self.plain.push_puzzle(&puzzle) {
            return self.items.push(Slot::Plain(self.plain.len() as u32 - 1));
        }
        self.items.push(Slot::Puzzle(self.puzzles.len() as u32));
        self.puzzles.push((puzzle, extra));
    }

    /// Appends something that is not a puzzle.
    ///
    /// ```
    /// use quadrille_api::{Batch, Fault};
    ///
    /// let mut batch = Batch::default();
    /// batch.push_fault(Fault::not_utf8());
    /// assert!(!batch.is_empty());
    /// ```
    pub fn push_fault(&mut self, fault: Fault) {
        self.items.push(Slot::Fault(self.faults.len() as u32));
        self.faults.push(fault);
    }

    /// Appends the puzzle of a request.
    ///
    /// # Errors
    /// When a text is too long, or the lists of a board do not fit. A text that is not a puzzle and
    /// givens that conflict are faults in the batch.
    pub(crate) fn push_input(
        &mut self,
        input: &PuzzleInput,
        context: &Context<'_>,
    ) -> Result<(), Error> {
        match input {
            PuzzleInput::Board(board) => match board.resolve()? {
                Ok((puzzle, extra)) => self.push(puzzle, boxed(extra)),
                Err(conflict) => self.push_fault(Fault::conflict(&conflict)),
            },
            PuzzleInput::Text(text) if text.len() > context.caps.text_bytes => {
                let message = format!("the text has more than {} bytes", context.caps.text_bytes);
                return Err(Error::new(ErrorKind::TooLarge, message));
            }
            PuzzleInput::Text(text) => self.push_text(text.as_bytes()),
        }
        Ok(())
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns an item.
    ///
    /// # Panics
    /// If there are not that many.
    ///
    /// ```
    /// use quadrille_api::{Batch, Item};
    ///
    /// let mut batch = Batch::default();
    /// batch.push_text(b"1...............");
    /// assert!(matches!(batch.item(0), Item::Puzzle(puzzle, _) if puzzle.shape().side() == 4));
    /// ```
    pub fn item(&self, index: usize) -> Item<'_> {
        match self.items[index] {
            Slot::Plain(at) => {
                Item::Puzzle(Cow::Owned(self.plain.puzzle(at as usize)), Extra::NONE)
            }
            Slot::Puzzle(at) => {
                let (puzzle, extra) = &self.puzzles[at as usize];
                Item::Puzzle(Cow::Borrowed(puzzle), extra.as_deref().unwrap_or(Extra::NONE))
            }
            Slot::Fault(at) => Item::Fault(&self.faults[at as usize]),
        }
    }

    /// Returns all items in order.
    ///
    /// ```
    /// use quadrille_api::{Batch, Item};
    ///
    /// let mut batch = Batch::default();
    /// batch.push_text(b"1...............");
    /// batch.push_text(b"not a puzzle");
    /// assert_eq!(batch.items().filter(|item| matches!(item, Item::Fault(_))).count(), 1);
    /// ```
    pub fn items(&self) -> impl ExactSizeIterator<Item = Item<'_>> {
        (0..self.len()).map(|index| self.item(index))
    }

    /// Returns the texts of a batch of [lines](Self::of_lines), if they were taken with it.
    pub fn texts(&self) -> impl Iterator<Item = &[u8]> {
        self.plain.texts()
    }

    /// Returns the plain 9x9 puzzles, for the kernel.
    pub(crate) fn plain(&self) -> &Lines {
        &self.plain
    }

    /// Returns the place of an item among the [`plain`](Self::plain) ones, if it is one.
    pub(crate) fn plain_index(&self, index: usize) -> Option<usize> {
        match self.items[index] {
            Slot::Plain(at) => Some(at as usize),
            _ => None,
        }
    }
}

fn boxed(extra: Extra) -> Option<Box<Extra>> {
    (!extra.is_empty()).then(|| Box::new(extra))
}

impl PuzzleInput {
    /// Returns the puzzle and what a solver has entered.
    ///
    /// # Errors
    /// When it is not a puzzle.
    pub fn resolve(&self, context: &Context<'_>) -> Result<(Puzzle, Extra), Error> {
        let mut batch = Batch::default();
        batch.push_input(self, context)?;
        match batch.item(0) {
            Item::Puzzle(puzzle, extra) => Ok((puzzle.into_owned(), extra.clone())),
            Item::Fault(fault) => Err(Error {
                place: fault.place,
                cells: fault.cells.clone(),
                ..Error::new(ErrorKind::BadPuzzle, &fault.message)
            }),
        }
    }

    /// Returns the puzzle for a search, which is bounded in size.
    pub(crate) fn searchable(&self, context: &Context<'_>) -> Result<(Puzzle, Extra), Error> {
        let (puzzle, extra) = self.resolve(context)?;
        require_side(puzzle.shape(), context)?;
        Ok((puzzle, extra))
    }
}
