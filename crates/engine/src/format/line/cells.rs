//! Cells of a line as bytes: the part of reading that a batch of millions of lines feels. No
//! allocation, and loops that compile to vector code.

use super::super::edges;
use super::super::lines::{control_in, line_end};
use super::super::symbol::is_empty_cell;

pub use crate::board::is_free_of_conflict as nine_without_conflict;

/// Cells of a 9x9 board.
const NINE_CELLS: usize = 81;

/// Reads a symbol per cell into row-major digits, 0 = empty, for a board of that side.
///
/// # Errors
/// The index of the first byte that is no symbol of such a board; the digits are unspecified then.
///
/// # Panics
/// When there are not as many digits as bytes.
pub fn parse_cells(text: &[u8], side: usize, digits: &mut [u8]) -> Result<(), usize> {
    assert_eq!(text.len(), digits.len(), "a digit for each symbol");
    let figures = side.min(9) as u8;
    let letters = side.saturating_sub(9).min(26) as u8;
    let mut all = true;
    // Both readings are computed and one is masked in: a branch on each byte would cost more.
    for (digit, &byte) in digits.iter_mut().zip(text) {
        let figure = byte.wrapping_sub(b'0');
        let letter = byte.wrapping_sub(b'A');
        let is_figure = figure <= figures;
        let is_letter = letter < letters;
        let keep = |is: bool| 0u8.wrapping_sub(u8::from(is));
        *digit = figure & keep(is_figure) | letter.wrapping_add(10) & keep(is_letter);
        all &= is_figure | is_letter | is_empty_cell(byte);
    }
    if all {
        return Ok(());
    }
    let fits = |&byte: &u8| {
        super::super::symbol::value_of(byte).is_some_and(|value| usize::from(value) <= side)
    };
    Err(text.iter().position(|byte| !fits(byte)).expect("one of them did not fit"))
}

/// The cells of a 9x9 puzzle at the start of a line, when the line is of the common kind: 81
/// symbols, then nothing, or a blank, comma or semicolon and text without edges. `None` sends the
/// caller to the general reader; it does not mean that the line is bad.
///
/// ```
/// use quadrille_engine::format::line::{nine_cells, nine_without_conflict};
/// let line = b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........ 9.0";
/// let digits = nine_cells(line).expect("a plain line");
/// assert_eq!(digits[..5], [4, 0, 0, 0, 3]);
/// assert!(nine_without_conflict(&digits));
/// ```
#[inline]
pub fn nine_cells(line: &[u8]) -> Option<[u8; 81]> {
    let (cells, rest) = line.split_first_chunk::<81>()?;
    let mut digits = [0; 81];
    (says_nothing(rest) && parse_cells(cells, 9, &mut digits).is_ok()).then_some(digits)
}

/// Parts the first line of a text from the rest: the cells of the line, when [`nine_cells`] takes
/// it, else the line with its end, which is empty only at the end of the text.
#[inline]
pub fn split_nine(text: &[u8]) -> (Result<&[u8; 81], &[u8]>, &[u8]) {
    if let Some((cells, rest)) = text.split_first_chunk::<81>()
        && let [b'\r', b'\n', rest @ ..] | [b'\n' | b'\r', rest @ ..] = rest
        && are_nine_symbols(cells)
    {
        return (Ok(cells), rest);
    }
    split_any(text)
}

fn split_any(text: &[u8]) -> (Result<&[u8; 81], &[u8]>, &[u8]) {
    let end = match line_end(text) {
        Some(end) if text[end..].starts_with(b"\r\n") => end + 2,
        Some(end) => end + 1,
        None => text.len(),
    };
    let (line, rest) = text.split_at(end);
    let plain = line.split_first_chunk::<81>().filter(|(cells, behind)| {
        let behind = behind.strip_suffix(b"\n").unwrap_or(behind);
        are_nine_symbols(cells) && says_nothing(behind)
    });
    (plain.map(|(cells, _)| cells).ok_or(line), rest)
}

/// The symbol for empty cells, if cells are digits and one of `x`, `X` and `?`. A single one of them
/// among other symbols for empty cells is more likely a slip.
pub(in crate::format) fn filler_of(cells: &[u8]) -> Option<u8> {
    let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
    let filler = *cells.iter().find(|byte| !is_digit(byte))?;
    let is_filler = matches!(filler, b'x' | b'X' | b'?');
    let fits = |byte: &u8| is_digit(byte) || *byte == filler;
    (is_filler && cells.iter().any(|byte| is_digit(byte)) && cells.iter().all(fits))
        .then_some(filler)
}

/// Whether what follows 81 symbols, up to the line feed, says nothing about the puzzle. It is too
/// short for another grid. A carriage return is only at its end.
fn says_nothing(behind: &[u8]) -> bool {
    match behind {
        [] | [b'\r'] => true,
        [b' ' | b'\t' | b',' | b';', ..] if behind.len() <= NINE_CELLS => {
            control_in(behind.strip_suffix(b"\r").unwrap_or(behind)).is_none()
                && memchr::memmem::find(behind, edges::LEAD).is_none()
        }
        _ => false,
    }
}

#[inline]
fn are_nine_symbols(cells: &[u8; 81]) -> bool {
    // Without an early end these compile to vector code. Nearly all lines are made of figures and
    // full stops, between which there is but the slash.
    let usual = |byte: u8| matches!(byte, b'.'..=b'9') & (byte != b'/');
    let any = |byte: u8| byte.is_ascii_digit() | is_empty_cell(byte);
    cells.iter().fold(true, |all, &byte| all & usual(byte))
        || cells.iter().fold(true, |all, &byte| all & any(byte))
}

#[cfg(test)]
mod tests {
    use super::super::super::symbol::value_of;
    use super::*;

    #[test]
    fn every_byte_is_read_as_the_table_of_symbols_says() {
        for side in 4..=49 {
            for byte in 0..=255 {
                let mut digit = [77];
                let read = parse_cells(&[byte], side, &mut digit).map(|()| digit[0]);
                let expected = value_of(byte).filter(|&value| usize::from(value) <= side);
                assert_eq!(read.ok(), expected, "side {side}, byte {byte}");
            }
        }
    }

    #[test]
    fn the_first_bad_byte_is_named() {
        assert_eq!(parse_cells(b"12.4x5y", 9, &mut [0; 7]), Err(4));
        assert_eq!(parse_cells(b"12.45", 4, &mut [0; 5]), Err(4));
    }

    #[test]
    fn only_plain_lines_are_taken() {
        let cells = [b'.'; 81];
        let with = |tail: &[u8]| nine_cells(&[&cells, tail].concat()).is_some();
        assert!(with(b"") && with(b" 9.0/1.2") && with(b",solution") && with(b"\t# seven"));
        assert!(with(b";2.5") && with(b";"));
        assert!(!with(b".") && !with(b"x") && !with(b" edges=r1c1-r1c2") && !with(b"\0"));
        assert!(!with(b" a bell \x07"));
        assert!(nine_cells(&cells[1..]).is_none());
    }

    #[test]
    fn a_text_is_parted_into_plain_lines_and_others() {
        let cells = [b'5'; 81];
        let tails: [&[u8]; 7] = [b"", b" 9.0", b",x", b" edges=r1c1-r1c2", b"4", b"\t\0", b"\t "];
        let mut lines: Vec<Vec<u8>> = tails.iter().map(|tail| [&cells, *tail].concat()).collect();
        lines.extend([b"# no".to_vec(), cells[1..].to_vec(), b"".to_vec(), b"".to_vec()]);
        for byte in (0..=255).filter(|byte| !b"\r\n".contains(byte)) {
            let mut line = cells;
            line[usize::from(byte) % 81] = byte;
            lines.push(line.to_vec());
        }
        let all: [&[u8]; 3] = [b"\n", b"\r\n", b"\r"];
        for (ends, last_ends) in [&all[..1], &all[1..2], &all[2..], &all[..2], &all[1..], &all]
            .into_iter()
            .flat_map(|ends| [(ends, true), (ends, false)])
        {
            let mut text = Vec::new();
            for (index, line) in lines.iter().enumerate() {
                text.extend_from_slice(line);
                match ends[index % ends.len()] {
                    _ if index + 1 == lines.len() && !last_ends => {}
                    // An empty line between would make one end of two.
                    b"\n" if line.is_empty() && text.ends_with(b"\r") => text.push(b'\r'),
                    end => text.extend_from_slice(end),
                }
            }
            let mut rest = &text[..];
            for line in &lines {
                let (split, after) = split_nine(rest);
                match (split, nine_cells(line)) {
                    (Ok(taken), Some(_)) => assert_eq!(taken, &line[..81]),
                    (Err(taken), None) => {
                        let taken = taken.strip_suffix(b"\n").unwrap_or(taken);
                        assert_eq!(taken.strip_suffix(b"\r").unwrap_or(taken), &line[..]);
                    }
                    (split, _) => panic!("{split:?} of {line:?}"),
                }
                rest = after;
            }
            assert!(rest.is_empty());
        }
    }
}
