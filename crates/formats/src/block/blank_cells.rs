//! Rows without borders in which blanks stand for empty cells, `53  7`, as people type them. An
//! editor may have removed the blanks at the ends of lines.
//!
//! Such lines may also be the rows of a small grid, numbers, or text. So they are taken for a grid
//! only if nine of them follow each other and look like nothing else.

use super::super::row_text::in_ascii;
use super::super::session::is_idle;

/// The side, and the number of rows.
const SIDE: usize = 9;

/// Fewer givens cannot have one solution (McGuire, Tugemann and Civario 2014).
const LEAST_GIVENS: usize = 17;

/// The lines that may be the first rows of a grid with blank cells.
#[derive(Default)]
pub(super) struct BlankCells {
    lines: Vec<(u64, Vec<u8>)>,
}

impl BlankCells {
    /// Whether no line is held.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Takes the next line if it may be a row of the grid; the caller passes no line between grids.
    pub(super) fn takes(&mut self, number: u64, line: &[u8]) -> bool {
        let is_first = self.lines.is_empty();
        if !may_be_row(line) || is_first && is_trimmed_blank(line) {
            return false;
        }
        self.lines.push((number, line.to_vec()));
        true
    }

    /// The lines that are held, once it is clear what they are; `at_end` if no line follows. If they
    /// are a grid, it has `.` for empty cells.
    pub(super) fn decided(&mut self, at_end: bool) -> Option<Vec<(u64, Vec<u8>)>> {
        let texts: Vec<&[u8]> = self.lines.iter().map(|(_, text)| &text[..]).collect();
        if !at_end && texts.len() < SIDE && !is_small_grid(&texts) {
            return None;
        }
        let is_grid = is_grid(&texts);
        let mut lines = std::mem::take(&mut self.lines);
        if is_grid {
            for (_, text) in &mut lines {
                text.truncate(text.trim_ascii_end().len());
                text.iter_mut().filter(|byte| **byte == b' ').for_each(|byte| *byte = b'.');
                text.resize(SIDE, b'.');
            }
        }
        Some(lines)
    }
}

/// Whether a text begins with a grid with blank cells, after comments, blank lines and what
/// `is_title` accepts.
pub(super) fn begins_with_grid(head: &str, is_title: impl Fn(&[u8]) -> bool) -> bool {
    let is_before =
        |line: &[u8]| is_idle(line) && line.len() != SIDE || !may_be_row(line) && is_title(line);
    let lines = head.lines().map(|line| in_ascii(line.as_bytes()));
    let lines: Vec<_> = lines.skip_while(|line| is_before(line)).take(SIDE).collect();
    let lines: Vec<&[u8]> = lines.iter().map(|line| &line[..]).collect();
    is_grid(&lines)
}

/// Digits and blanks, in nine columns; nothing tells an empty row from a line between grids.
fn may_be_row(line: &[u8]) -> bool {
    line.trim_ascii_end().len() <= SIDE
        && line.iter().all(|&byte| matches!(byte, b' ' | b'1'..=b'9'))
}

/// Whether a line is blank and does not have its nine blanks.
fn is_trimmed_blank(line: &[u8]) -> bool {
    line.len() != SIDE && line.trim_ascii().is_empty()
}

/// The columns in which a line has digits, a bit each.
fn columns(line: &[u8]) -> u32 {
    (0..).zip(line).filter(|(_, byte)| **byte != b' ').map(|(at, _)| 1 << at).sum()
}

/// Whether lines are all rows of a board smaller than 9x9: as many as each has digits, in the same
/// columns.
fn is_small_grid(lines: &[&[u8]]) -> bool {
    let first = lines.first().map_or(0, |line| columns(line));
    lines.len() < SIDE
        && first.count_ones() as usize == lines.len()
        && lines.iter().all(|line| columns(line) == first)
}

fn is_grid(lines: &[&[u8]]) -> bool {
    let [first, .., last] = lines else { return false };
    let digits = |line: &[u8]| line.iter().filter(|byte| **byte != b' ').count();
    if lines.len() != SIDE || !lines.iter().all(|line| may_be_row(line)) {
        return false;
    }
    let mut filled = lines.iter().map(|line| columns(line)).filter(|&columns| columns != 0);
    let any = filled.next();
    // If the blanks of the first or the last row were removed, other lines may take their place.
    !is_trimmed_blank(first)
        && !is_trimmed_blank(last)
        && lines.iter().map(|line| digits(line)).sum::<usize>() >= LEAST_GIVENS
        // Numbers have no blanks within, and rows of small grids all have their digits in the same
        // columns.
        && lines.iter().any(|line| line.trim_ascii_end().contains(&b' '))
        && filled.any(|columns| Some(columns) != any)
}
