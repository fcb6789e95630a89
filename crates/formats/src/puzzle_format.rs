//! What a format is, how it is read, and what reading yields.

use std::fmt;

use quadrille_core::{BoxShape, Puzzle};

use super::carries::{Carries, LeftOut};
use super::error::{ParseError, Unrepresentable};
use super::extra::Extra;
use super::session::LineParser;

/// How to read an input.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReadOptions {
    /// The format. If `None`, it is detected from the beginning of the input.
    pub format: Option<&'static dyn PuzzleFormat>,
    /// The format that the name of the input suggests; see [`by_file_name`](super::by_file_name).
    /// Detection takes it if the contents fit several formats, or none.
    pub hint: Option<&'static dyn PuzzleFormat>,
    /// The shape of every board. If `None`, the first good puzzle of an input fixes the shape, as
    /// square as its number of cells allows.
    pub shape: Option<BoxShape>,
    /// Lets every record have a size of its own; `shape` then only says how boards of its size are
    /// divided into boxes.
    pub mixed_sizes: bool,
    /// Reads DualSudoku boards as the original program did, quirks included.
    pub lenient: bool,
}

/// One puzzle of an input, or an error in its place.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its text, if it is on one line of at most [`LONGEST_TEXT`] bytes of UTF-8: without the line
    /// end and surrounding blanks.
    pub text: Option<&'a str>,
    /// The puzzle.
    pub puzzle: Result<Puzzle, ParseError>,
    /// What else it holds: entries and notes of a solver, and details. `None` for most formats, and
    /// if there is nothing.
    pub extra: Option<Box<Extra>>,
}

/// The longest text that a [`Record`] has.
pub const LONGEST_TEXT: usize = 1024;

/// How well the beginning of an input fits a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likelihood {
    /// Nothing in it belongs to the format.
    No,
    /// It fits, and may fit other formats as well.
    Likely,
    /// It fits, and what fits another format as well is more likely in this one.
    Certain,
}

/// A way to write puzzles as text.
pub trait PuzzleFormat: Sync {
    /// Its name for users.
    fn id(&self) -> &'static str;

    /// What it is, in a few words.
    fn title(&self) -> &'static str;

    /// File name extensions that suggest it, without the dot, in lower case.
    fn extensions(&self) -> &'static [&'static str];

    /// How likely it is that text with this beginning is in this format.
    fn likelihood(&self, head: &str) -> Likelihood;

    /// A parser for an input in this format.
    fn parser(&self, options: &ReadOptions) -> Box<dyn LineParser + Send>;

    /// What it can hold. Reading finds these things, and writing keeps them.
    fn carries(&self) -> Carries;

    /// Appends the puzzle with what else its record holds ([`Extra::NONE`] if nothing), in complete
    /// lines. Returns what the format cannot hold of the latter and therefore omitted.
    ///
    /// # Errors
    /// If the format cannot represent something in the puzzle; `out` is unchanged then.
    fn write(
        &self,
        puzzle: &Puzzle,
        extra: &Extra,
        out: &mut String,
    ) -> Result<LeftOut, Unrepresentable>;

    /// Appends a plain 9x9 puzzle, of which these are the symbols, `.` for an empty cell: what
    /// [`write`](Self::write) appends, if the format is little more than a copy of them. Returns whether
    /// it is.
    fn write_symbols(&self, symbols: &str, out: &mut String) -> bool {
        let _ = (symbols, out);
        false
    }

    /// What to write before the first record of a file.
    fn before(&self) -> &'static str {
        ""
    }

    /// What to write after the last record of a file.
    fn after(&self) -> &'static str {
        ""
    }

    /// What to write between two records.
    fn between(&self) -> &'static str {
        ""
    }
}

impl fmt::Debug for dyn PuzzleFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
