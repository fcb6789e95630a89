//! The registry of formats, and which of them an input is in.

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
use super::puzzle_format::{Likelihood, PuzzleFormat};
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
        if end >= HEAD || telling >= TELLING_LINES {
            return Some(detect(seen, hint));
        }
        if let Some(format) = recognize(seen, hint) {
            return Some(format);
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
