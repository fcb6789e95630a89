//! Boards as one line of text: how they are displayed, and how [`Puzzle`] is parsed. Files and other
//! ways to write puzzles are for `quadrille-formats`.

mod board_text;
mod edges;
mod parse;
mod symbols;

use std::fmt;
use std::fmt::Write as _;

pub use board_text::BoardText;
pub use edges::{BadEdge, EDGES, parse_edges};
pub use parse::TextError;
pub use symbols::{MOST_SYMBOLS, are_symbols, digits_of, is_empty_cell, parse_cells, value_of};

use crate::board::{CandidateSet, Digit, DigitSet, Grid, Puzzle, Solution};
use edges::push_edges;

/// The cells of a grid on one line, without line end: a symbol each, or numbers separated by blanks
/// if the side is beyond [`MOST_SYMBOLS`].
///
/// ```
/// use quadrille_core::{BoxShape, Grid, text};
///
/// assert_eq!(text::text_of(&Grid::empty(BoxShape::new(2, 2)?)), "................");
/// # Ok::<(), quadrille_core::ShapeError>(())
/// ```
pub fn text_of(grid: &Grid) -> String {
    if grid.shape().side() <= MOST_SYMBOLS {
        let symbols = grid.digits().iter().map(symbol).collect();
        return String::from_utf8(symbols).expect("symbols are ASCII");
    }
    let mut text = String::with_capacity(grid.digits().len() * 3);
    for digit in grid.digits() {
        if !text.is_empty() {
            text.push(' ');
        }
        match digit {
            None => text.push('.'),
            Some(digit) => write!(text, "{digit}").expect("writing to a String cannot fail"),
        }
    }
    text
}

/// Appends the text that [`text_of`] returns.
pub fn push_text_of(grid: &Grid, text: &mut Vec<u8>) {
    if grid.shape().side() <= MOST_SYMBOLS {
        text.extend(grid.digits().iter().map(symbol));
    } else {
        text.extend_from_slice(text_of(grid).as_bytes());
    }
}

/// Returns the symbol of a cell on boards to side 35, without branches, as this is called for every
/// solution that is written.
fn symbol(digit: &Option<Digit>) -> u8 {
    let digit = digit.map_or(0, Digit::get);
    let symbol = if digit < 10 { b'0' + digit } else { b'A' - 10 + digit };
    if digit == 0 { b'.' } else { symbol }
}

/// A puzzle on one line, without line end: as `line` writes it, or as `pencilmark` does if it has
/// pencilmarks.
///
/// ```
/// use quadrille_core::{Puzzle, text};
/// let puzzle: Puzzle = "1............... edges=r1c1-r1c2".parse()?;
/// assert_eq!(text::text_of_puzzle(&puzzle), "1............... edges=r1c1-r1c2");
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn text_of_puzzle(puzzle: &Puzzle) -> String {
    match puzzle.marks() {
        None => line_of_puzzle(puzzle),
        Some(_) => marks_of_puzzle(puzzle),
    }
}

/// The givens of a puzzle on one line, edges included, without line end.
pub fn line_of_puzzle(puzzle: &Puzzle) -> String {
    let mut text = text_of(puzzle.givens());
    push_edges(puzzle, &mut text);
    text
}

/// The pencilmarks of a puzzle on one line, edges included, without line end; see
/// [`text_of_marks`].
pub fn marks_of_puzzle(puzzle: &Puzzle) -> String {
    let mut text = match puzzle.marks() {
        Some(marks) => text_of_marks(marks),
        None => {
            let mut marks = CandidateSet::full(puzzle.shape());
            for (cell, given) in puzzle.givens().filled() {
                marks.set(cell, DigitSet::only(given));
            }
            text_of_marks(&marks)
        }
    };
    push_edges(puzzle, &mut text);
    text
}

/// Candidates on one line, without line end. Beyond side 35, where digits have no symbols, the
/// digits of a cell are separated by `+` and the cells by blanks: this form is for people and cannot
/// be read again.
///
/// ```
/// use quadrille_core::{CandidateSet, Puzzle, text};
/// let puzzle: Puzzle = "1234341221.....1".parse()?;
/// let marks = text::text_of_marks(&CandidateSet::of(&puzzle));
/// assert!(marks.starts_with("1..."));
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
pub fn text_of_marks(candidates: &CandidateSet) -> String {
    let shape = candidates.geometry().shape();
    let side = shape.side();
    let digits = || (1..=side as u8).filter_map(Digit::new);
    let mut text = String::with_capacity(side * shape.cells());
    for (cell, &marks) in candidates.cells().iter().enumerate() {
        if side <= MOST_SYMBOLS {
            let symbol = |digit: Digit| digit.symbol().expect("digits to 35 have symbols");
            text.extend(digits().map(|d| if marks.contains(d) { symbol(d) } else { '.' }));
        } else {
            text.push_str(if cell == 0 { "" } else { " " });
            for (index, digit) in marks.iter().enumerate() {
                let lead = if index == 0 { "" } else { "+" };
                write!(text, "{lead}{digit}").expect("writing to a String cannot fail");
            }
            if marks.is_empty() {
                text.push('.');
            }
        }
    }
    text
}

impl fmt::Display for Grid {
    /// Writes the grid on one line, as the `line` format does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(self))
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Grid({}, {self})", self.shape())
    }
}

impl fmt::Display for Puzzle {
    /// Writes the puzzle on one line; see [`text_of_puzzle`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of_puzzle(self))
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({}, {self})", self.shape())
    }
}

impl fmt::Display for Solution {
    /// Writes the grid on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.grid().fmt(f)
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({})", self.grid())
    }
}
