//! The registry of formats, and which of them an input is in.

use quadrille_core::Puzzle;

use super::block::Block;
use super::candidates::Candidates;
use super::csv::Csv;
use super::dualsudoku::DualSudoku;
use super::hodoku::Hodoku;
use super::json::Json;
use super::lewis::{Lewis, LloydAmos};
use super::line::Line;
use super::link::{FPuzzles, SudokuPad};
use super::opensudoku::OpenSudoku;
use super::pencilmark::Pencilmark;
use super::puzzle_format::{Likelihood, PuzzleFormat, ReadOptions};
use super::sdk::Sdk;
use super::sdm::Sdm;
use super::sdx::Sdx;
use super::session::is_idle;
use super::ss::Ss;

/// All formats. If two fit an input equally well, detection takes the earlier one.
pub const FORMATS: &[&dyn PuzzleFormat] = &[
    &DualSudoku,
    &Pencilmark,
    &OpenSudoku,
    &Hodoku,
    &Ss,
    &Sdx,
    &Lewis,
    &LloydAmos,
    &Block,
    &Candidates,
    &Sdk,
    &Line,
    &Csv,
    &Sdm,
    &FPuzzles,
    &SudokuPad,
    &Json,
];

/// Bytes that detection looks at, in addition to the whole first line that is not idle: pencilmarks
/// of a 25x25 board are twice as many.
const HEAD: usize = 8192;

/// Lines that are not idle after which no format is recognized that was not recognized before.
const TELLING_LINES: usize = 12;

/// The format with that id.
pub fn by_id(id: &str) -> Option<&'static dyn PuzzleFormat> {
    FORMATS.iter().copied().find(|format| format.id() == id)
}

/// The format that a file name suggests by its extension.
pub fn by_file_name(name: &str) -> Option<&'static dyn PuzzleFormat> {
    let (_, extension) = name.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    FORMATS.iter().copied().find(|format| format.extensions().contains(&extension.as_str()))
}

/// The format of an input that begins with these bytes: the one that fits best; of several, the
/// hint. If none fits, the hint, and `line` without one. A few KiB are enough.
pub fn detect(head: &[u8], hint: Option<&'static dyn PuzzleFormat>) -> &'static dyn PuzzleFormat {
    recognize(head, hint).or(hint).unwrap_or(&Line)
}

/// How an input is read.
#[derive(Clone, Copy)]
pub(super) enum Reading {
    /// As the format prescribes.
    Strict(&'static dyn PuzzleFormat),
    /// As a text with grids somewhere in it.
    Page,
}

/// Lines that are not idle, and bytes, within which a grid must begin that has other text before it.
const PAGE_LINES: usize = 64;
const PAGE: usize = 4 * HEAD;

/// How an input is read of which `head` is the beginning, or all if `is_all`; `None` if more of it is
/// needed.
///
/// The format is that which fits best. If its reader finds nothing but errors in what is known of the
/// input, and there are grids in it as people see them, these are read. `outcome` tries a reading.
pub(super) fn reading_of(
    head: &[u8],
    is_all: bool,
    options: &ReadOptions,
    outcome: impl Fn(&[u8], bool, Reading) -> Outcome,
) -> Option<Reading> {
    let format = match options.format {
        Some(format) => format,
        None => detect_so_far(head, is_all, options.hint)?,
    };
    // On a page, a board would lose its edges.
    let has_edges = format.id() == DualSudoku.id() || head.split(|&b| b == b'\n').any(is_edged);
    if has_edges || options.format.is_some_and(|format| format.id() != Block.id()) {
        return Some(Reading::Strict(format));
    }
    // What is buffered may be a whole file, and trying readings takes time.
    let (is_all, head) = match head.len() > PAGE {
        true => (false, &head[..PAGE]),
        false => (is_all, head),
    };
    let complete = memchr::memrchr2(b'\n', b'\r', head).map_or(0, |end| end + 1);
    let seen = if is_all { head } else { &head[..complete] };
    let strict = outcome(seen, is_all, Reading::Strict(format));
    let is_block = format.id() == Block.id();
    if strict.good() > 0 && strict.bad == 0 && !is_block {
        return Some(Reading::Strict(format));
    }
    let is_enough = is_all || head.len() >= PAGE || telling_lines(seen) >= PAGE_LINES;
    if strict.good() == 0 && strict.bad == 0 && !is_enough {
        return None;
    }
    let page = outcome(seen, is_all, Reading::Page);
    if !strict.is_variant && page.is_better_than(&strict) {
        return Some(Reading::Page);
    }
    if strict.good() > 0 && strict.bad == 0 {
        return Some(Reading::Strict(format));
    }
    // A grid that begins with something else; or a 16x16 grid with signs that pages do not mix, most of
    // whose rows are 4x4 puzzles as well.
    if format.id() == Line.id() && strict.bad > 0 {
        let grid = outcome(seen, is_all, Reading::Strict(&Block));
        if strict.has_rows && strict.is_mostly_empty() || grid.is_better_than(&strict) {
            return Some(Reading::Strict(&Block));
        }
        if strict.has_rows && grid.is_cut && grid.bad == 0 && !is_enough {
            return None;
        }
    }
    // An error is returned as soon as the format is known, without waiting for more input.
    let is_known = options.format.is_some() || recognize(seen, options.hint).is_some();
    (is_enough || is_known).then_some(Reading::Strict(format))
}

/// What is found in the beginning of an input.
#[derive(Default)]
pub(super) struct Outcome {
    /// The puzzles, each with the line on which it begins.
    pub(super) puzzles: Vec<(u64, Puzzle)>,
    pub(super) bad: usize,
    /// Whether there is more than one reading.
    pub(super) is_unclear: bool,
    /// Whether there are lines that may be rows of a grid.
    pub(super) has_rows: bool,
    /// Whether a grid is not complete that may continue after what is known of the input.
    pub(super) is_cut: bool,
    /// Whether it is not a classic puzzle.
    pub(super) is_variant: bool,
    /// The grids with conflicts: the line on which each begins, and the side.
    pub(super) conflicts: Vec<(u64, usize)>,
}

impl Outcome {
    pub(super) fn good(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether more than half of the puzzles are without givens, which no list is.
    fn is_mostly_empty(&self) -> bool {
        let is_empty = |(_, puzzle): &&(u64, Puzzle)| puzzle.givens().filled().next().is_none();
        2 * self.puzzles.iter().filter(is_empty).count() > self.good()
    }

    /// Whether a page is read, given what a format finds in it.
    fn is_better_than(&self, strict: &Self) -> bool {
        // A piece of a grid with a conflict is not a grid; without its labels, it is.
        let sides = || self.puzzles.iter().map(|(_, puzzle)| puzzle.shape().side());
        let conflict = strict.conflicts.iter().map(|&(_, side)| side).max().unwrap_or(0);
        let cells: usize = sides().map(|side| side.pow(2)).sum();
        if cells < conflict.pow(2) && sides().any(|side| side + 2 < conflict) {
            return false;
        }
        // What is wrong with a grid says more than that its rows are no lines.
        let is_named = self.is_variant || !self.conflicts.is_empty();
        if strict.good() == 0 && strict.conflicts.is_empty() && is_named {
            return true;
        }
        if strict.bad > 0 {
            // Where the format finds puzzles, its errors count, unless these are rows of grids.
            let lines = self.puzzles.iter().map(|&(line, _)| line);
            let conflicts = self.conflicts.iter().copied();
            let places: Vec<(u64, usize)> = lines.zip(sides()).chain(conflicts).collect();
            let is_row = |(line, puzzle): &(u64, Puzzle)| {
                places.iter().any(|&(first, side)| (first..first + side as u64).contains(line))
                    && !self.puzzles.iter().any(|(_, it)| it == puzzle)
            };
            let any = self.good() > 0 || strict.good() > 0;
            return self.is_unclear || any && strict.puzzles.iter().all(is_row);
        }
        // The format ignores words, and what is beside them.
        let has = |(_, puzzle): &(u64, Puzzle)| self.puzzles.iter().any(|(_, it)| it == puzzle);
        self.good() > strict.good() && strict.puzzles.iter().all(has)
    }
}

/// Whether a line is a row of cells with the marks of edges between them, such as `0 - 0 + 3 + 0`.
fn is_edged(line: &[u8]) -> bool {
    let words = || line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let marks = || words().skip(1).step_by(2);
    words().step_by(2).all(|word| word.iter().all(u8::is_ascii_digit))
        && marks().all(|word| matches!(word, b"+" | b"-"))
        && [b"+", b"-"].iter().all(|mark| marks().any(|word| word == *mark))
}

/// How many lines of a text are not idle.
fn telling_lines(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').filter(|line| !is_idle(line)).count()
}

/// The format of an input of which `head` is the beginning, or all if `is_all`; `None` if more of it
/// is needed.
///
/// A puzzle on one line is recognized as soon as the line is complete. The first row of a grid says
/// nothing, however slowly a pipe delivers the others.
pub(super) fn detect_so_far(
    head: &[u8],
    is_all: bool,
    hint: Option<&'static dyn PuzzleFormat>,
) -> Option<&'static dyn PuzzleFormat> {
    let (mut end, mut telling) = (0, 0);
    while let Some(length) = line_length(&head[end..])
        && (telling == 0 || end < HEAD)
    {
        telling += usize::from(!is_idle(&head[end..end + length]));
        end += length;
    }
    if telling > 0 {
        let seen = &head[..end];
        if let Some(format) = recognize(seen, hint) {
            return Some(format);
        }
        if end >= HEAD || telling >= TELLING_LINES {
            return Some(hint.unwrap_or(&Line));
        }
    }
    is_all.then(|| detect(head, hint))
}

/// The format that fits best, if any fits.
pub(super) fn recognize(
    head: &[u8],
    hint: Option<&'static dyn PuzzleFormat>,
) -> Option<&'static dyn PuzzleFormat> {
    let head = &text_of_head(head);
    let is_hint = |format: &dyn PuzzleFormat| hint.is_some_and(|hint| hint.id() == format.id());
    FORMATS
        .iter()
        .rev()
        .map(|&format| (format.likelihood(head), is_hint(format), format))
        .filter(|&(likelihood, ..)| likelihood > Likelihood::No)
        .max_by_key(|&(likelihood, is_hint, _)| (likelihood, is_hint))
        .map(|(.., format)| format)
}

/// The length of the first line with its end, if it is complete.
fn line_length(text: &[u8]) -> Option<usize> {
    let end = super::lines::line_end(text)?;
    Some(end + if text[end..].starts_with(b"\r\n") { 2 } else { 1 })
}

/// The beginning of an input as text, without a byte order mark, with `\n` at the ends of lines.
fn text_of_head(head: &[u8]) -> String {
    let head = String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head));
    if head.contains('\r') {
        return head.replace("\r\n", "\n").replace('\r', "\n");
    }
    head.into_owned()
}
