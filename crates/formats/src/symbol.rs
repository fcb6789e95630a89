//! Symbols of digits and of empty cells.

use std::fmt::{self, Write};

use quadrille_core::Digit;
pub use quadrille_core::text::MOST_SYMBOLS;
pub(super) use quadrille_core::text::{is_empty_cell, value_of};

/// Signs that people write for empty cells where they can be no digits, besides those of
/// [`is_empty_cell`].
pub(super) const UNUSUAL_FILLERS: [u8; 5] = *b"xX?oO";

/// What programs write around a list, and around each row in it.
pub(super) const fn is_bracket(byte: u8) -> bool {
    matches!(byte, b'[' | b']')
}

/// Whether a byte may stand between cells. None of these ever is one.
pub(super) const fn parts_cells(byte: u8) -> bool {
    matches!(byte, b',' | b';') || is_bracket(byte) || byte.is_ascii_whitespace()
}

/// The value of a cell that stands alone between blanks: an empty symbol, or a number of one or
/// two figures. Letters are not accepted: beside numbers they are somebody's label.
pub(super) fn number_of(token: &[u8]) -> Option<u8> {
    match *token {
        [one] if one.is_ascii_digit() => Some(one - b'0'),
        [one] if is_empty_cell(one) => Some(0),
        [tens, ones] if tens.is_ascii_digit() && ones.is_ascii_digit() => {
            Some((tens - b'0') * 10 + (ones - b'0'))
        }
        _ => None,
    }
}

/// What a cell may hold on a board of that side, for people.
pub(super) struct Allowed(pub(super) usize);

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = u8::try_from(self.0).ok().and_then(Digit::new).and_then(Digit::symbol);
        match last {
            Some(last @ '1'..='9') => write!(f, "1-{last}")?,
            Some('A') => write!(f, "1-9 A")?,
            Some(last) => write!(f, "1-9 A-{last}")?,
            None => write!(f, "numbers 1-{}", self.0)?,
        }
        write!(f, ", or . 0 * _ - for empty")
    }
}

/// The character at a place of a line, for a message; the replacement character where it is none.
pub(super) fn character_at(line: &[u8], offset: usize) -> char {
    let rest = &line[offset..line.len().min(offset + 4)];
    let valid = match std::str::from_utf8(rest) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// A piece of a line for a message: cut to a length that a terminal line bears.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    const MOST: usize = 30;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MOST + 4)]);
    let safe = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut short: String = text.chars().take(MOST).map(safe).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// How many characters the bytes have; each byte that is not text counts as one or none.
pub(super) fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

/// Appends a digit of a puzzle as text: a symbol up to side 35, a number in two columns beyond.
pub(super) fn push_cell(digit: Option<Digit>, side: usize, out: &mut String) {
    let width = if side > MOST_SYMBOLS { 2 } else { 1 };
    let symbol = digit.map_or(Some('.'), Digit::symbol);
    match (symbol, digit) {
        (Some(symbol), _) if width == 1 => out.push(symbol),
        (_, Some(digit)) => {
            write!(out, "{digit:>width$}").expect("writing to a String cannot fail");
        }
        (_, None) => out.push_str(" ."),
    }
}

/// Returns what [`push_cell`] appends.
pub(super) fn cell_text(digit: Option<Digit>, side: usize) -> String {
    let mut text = String::new();
    push_cell(digit, side, &mut text);
    text
}
