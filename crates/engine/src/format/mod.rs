//! Puzzle formats: reading and writing puzzles as text.
//!
//! A format is one entry of [`FORMATS`]. Reading streams: bytes come in from any `BufRead`, and
//! [`Record`]s go out one by one to a callback, so that a file of any length needs the memory of
//! one puzzle. A callback instead of an iterator lets a record borrow the text it came from, and
//! lets a reader keep its state on the stack.
//!
//! A bad record is handed over like a good one and never ends the reading; the bytes may be
//! anything at all.

pub mod block;
mod draw;
pub mod dualsudoku;
mod error;
pub mod line;
mod lines;
pub mod pencilmark;
mod session;
mod symbol;

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::str::FromStr;

pub use block::Block;
pub use draw::drawn;
pub use dualsudoku::DualSudoku;
pub use error::{ParseError, ParseErrorKind, Unrepresentable};
pub use line::Line;
pub use lines::LONGEST_LINE;
pub use pencilmark::Pencilmark;

use crate::board::{BoxShape, Puzzle};

/// How to read; the default is what a command does without options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The shape of every board (`--box`). Without it, the first good puzzle of an input fixes
    /// the shape, as square as its number of cells allows.
    pub shape: Option<BoxShape>,
    /// Let every record have a size of its own (`--mixed-sizes`); `shape` then only says how the
    /// boards of its size are divided.
    pub mixed_sizes: bool,
    /// Read DualSudoku boards as the original program did, quirks included (`--lenient`).
    pub lenient: bool,
}

/// One puzzle of an input, or what stands in its place.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its text as it stood, without line end, where it stood on one line of at most
    /// [`LONGEST_TEXT`] bytes of UTF-8.
    pub text: Option<&'a str>,
    /// The puzzle.
    pub puzzle: Result<Puzzle, ParseError>,
}

/// The longest text that a [`Record`] repeats.
pub const LONGEST_TEXT: usize = 1024;

/// What receives the records of an input; it may break off the reading.
pub type Each<'a> = &'a mut dyn FnMut(Record<'_>) -> ControlFlow<()>;

/// A way to write puzzles down.
pub trait PuzzleFormat: Sync {
    /// Its name for users.
    fn id(&self) -> &'static str;

    /// What it is, in a few words.
    fn title(&self) -> &'static str;

    /// File name extensions that suggest it, without the dot, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// Whether text that begins so may well be in this format.
    fn looks_like(&self, head: &str) -> bool;

    /// Hands over each record of the input, in order. An input without any gives one error of
    /// kind [`ParseErrorKind::Empty`].
    ///
    /// # Errors
    /// Only those of the input itself.
    fn read(
        &self,
        input: &mut dyn BufRead,
        options: &ReadOptions,
        each: Each<'_>,
    ) -> io::Result<()>;

    /// Appends the puzzle, in complete lines.
    ///
    /// # Errors
    /// When the format has no place for something in the puzzle; `out` is unchanged then.
    fn write(&self, puzzle: &Puzzle, out: &mut String) -> Result<(), Unrepresentable>;

    /// What to put between two records that were written.
    fn between(&self) -> &'static str {
        ""
    }
}

/// All formats, the more peculiar first: detection asks in this order.
pub const FORMATS: &[&dyn PuzzleFormat] = &[&DualSudoku, &Pencilmark, &Block, &Line];

/// A puzzle on one line, without line end: as `line` writes it, or `pencilmark` when it has marks.
pub fn text_of_puzzle(puzzle: &Puzzle) -> String {
    match puzzle.marks() {
        None => line::text_of_puzzle(puzzle),
        Some(_) => pencilmark::text_of_puzzle(puzzle),
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    /// The one puzzle of a text in any format, which is detected.
    ///
    /// ```
    /// use quadrille_engine::{Grid, Puzzle};
    ///
    /// let puzzle: Puzzle = "1.|..\n..|..\n--+--\n..|2.\n..|.3".parse()?;
    /// assert_eq!(puzzle.to_string(), "1.........2....3");
    /// let error = "1...............1".parse::<Puzzle>().unwrap_err();
    /// assert_eq!(error.to_string(), "17 cells, expected 16: no board has 17, the nearest is 4x4");
    /// # Ok::<(), quadrille_engine::format::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// What is wrong with the first record, with its place; or that there are more.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let format = detect(text.as_bytes(), None);
        let mut found = Vec::new();
        let each: Each<'_> = &mut |record| {
            found.push((record.line, record.puzzle));
            if found.len() < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let read = format.read(&mut text.as_bytes(), &ReadOptions::default(), each);
        read.expect("reading from memory cannot fail");
        let line = found.get(1).map(|(line, _)| *line);
        let (_, first) = found.swap_remove(0);
        match line {
            Some(line) if first.is_ok() => {
                let kind = ParseErrorKind::Several;
                Err(ParseError { format: format.id(), line, column: 1, kind })
            }
            _ => first,
        }
    }
}

/// The format of that id.
pub fn by_id(id: &str) -> Option<&'static dyn PuzzleFormat> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// The most likely format of an input that begins with these bytes: of the formats that the head
/// looks like, one that claims the extension of the file name, else the first of [`FORMATS`];
/// where it looks like none, the format of the extension, else `line`. A few KiB are enough, and
/// the whole of the first line that says anything.
pub fn detect(head: &[u8], file_name: Option<&str>) -> &'static dyn PuzzleFormat {
    let head = &text_of_head(head);
    let extension = file_name
        .and_then(|name| name.rsplit_once('.'))
        .map(|(_, extension)| extension.to_ascii_lowercase())
        .unwrap_or_default();
    let claims = |format: &dyn PuzzleFormat| format.extensions().contains(&extension.as_str());
    let mut alike = FORMATS.iter().copied().filter(|format| format.looks_like(head));
    let first = alike.next();
    first
        .into_iter()
        .chain(alike)
        .find(|&format| claims(format))
        .or(first)
        .or_else(|| FORMATS.iter().copied().find(|&format| claims(format)))
        .unwrap_or(&Line)
}

/// Whether an input that begins with these bytes looks like any of the formats: where not, as after
/// the first row of a grid, more of it tells [`detect`] more.
pub fn looks_like_any(head: &[u8]) -> bool {
    let head = &text_of_head(head);
    FORMATS.iter().any(|format| format.looks_like(head))
}

/// The beginning of an input as text, without a byte order mark, whatever ends its lines.
fn text_of_head(head: &[u8]) -> String {
    let head = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    if head.contains('\r') {
        return head.replace("\r\n", "\n").replace('\r', "\n");
    }
    head.into_owned()
}

/// Every record of a text, in a format: for texts that fit in memory, such as a puzzle written on
/// the command line.
pub fn read_text(
    format: &dyn PuzzleFormat,
    text: &[u8],
    options: &ReadOptions,
) -> Vec<Result<Puzzle, ParseError>> {
    let mut puzzles = Vec::new();
    let mut input = text;
    format
        .read(&mut input, options, &mut |record| {
            puzzles.push(record.puzzle);
            ControlFlow::Continue(())
        })
        .expect("reading from memory cannot fail");
    puzzles
}

#[cfg(test)]
mod tests;
