//! A grid or puzzle as one line.

use std::fmt::Write as _;

use crate::board::{Digit, Grid, Puzzle};

/// The largest side whose digits have a symbol each.
pub const MOST_SYMBOLS: usize = 35;

/// The cells of a grid on one line, without line end.
pub fn text_of(grid: &Grid) -> String {
    if grid.shape().side() <= MOST_SYMBOLS {
        let symbol = |digit: &Option<Digit>| match digit {
            None => b'.',
            Some(digit) => digit.symbol().expect("digits to 35 have symbols") as u8,
        };
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
            Some(digit) => write!(text, "{digit}").expect("strings take all"),
        }
    }
    text
}

/// The puzzle on one line, edges included, without line end. Marks have no place in it.
pub fn text_of_puzzle(puzzle: &Puzzle) -> String {
    let mut text = text_of(puzzle.givens());
    push_edges(puzzle, &mut text);
    text
}

/// Appends the field with a puzzle's edges, where it has any.
pub(in crate::format) fn push_edges(puzzle: &Puzzle, text: &mut String) {
    let side = puzzle.shape().side();
    for (index, (a, b)) in puzzle.edges().pairs().iter().enumerate() {
        let lead = if index == 0 { " edges=" } else { "," };
        write!(text, "{lead}{}-{}", a.name(side), b.name(side)).expect("strings take all");
    }
}
