//! Cells of a line as bytes, where the speed of reading matters most: without allocation, in loops
//! that compile to vector code.

use super::super::edges;
use super::super::lines::control_in;
use super::super::symbol::is_empty_cell;

/// Cells of a 9x9 board.
const NINE_CELLS: usize = 81;

/// Reads a symbol per cell into row-major digits, 0 = empty, for a board of that side.
///
/// # Errors
/// The index of the first byte that is not a symbol of such a board; the digits are unspecified then.
///
/// # Panics
/// If there are not as many digits as bytes.
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

/// The symbols of a 9x9 puzzle at the start of a line, if nothing that follows matters: 81 symbols,
/// then nothing, or a blank, comma or semicolon and text without edges that is too short for another
/// grid. `None` does not mean that the line is bad.
#[inline]
pub(in crate::format) fn leading_cells(line: &[u8]) -> Option<&[u8; 81]> {
    let (cells, rest) = line.split_first_chunk()?;
    (is_ignored(rest) && are_symbols(cells)).then_some(cells)
}

/// Whether each byte is a symbol of a 9x9 board.
pub(in crate::format) fn are_symbols(cells: &[u8; 81]) -> bool {
    // Without an early exit these compile to vector code. Nearly all lines consist of digits and
    // full stops; `/` is the only byte between them.
    let usual = |byte: u8| matches!(byte, b'.'..=b'9') & (byte != b'/');
    let any = |byte: u8| byte.is_ascii_digit() | is_empty_cell(byte);
    cells.iter().fold(true, |all, &byte| all & usual(byte))
        || cells.iter().fold(true, |all, &byte| all & any(byte))
}

/// The digits of the symbols of a 9x9 board, 0 = empty.
pub(in crate::format) fn digits_of(cells: &[u8; 81]) -> [u8; 81] {
    cells.map(|symbol| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 })
}

/// The symbol for empty cells, if cells are digits and one of `x`, `X` and `?`. A single one of them
/// among other symbols for empty cells is more likely a slip.
pub(in crate::format) fn filler_of(cells: &[u8]) -> Option<u8> {
    let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
    let filler = *cells.iter().find(|byte| !is_digit(byte))?;
    let is_filler = matches!(filler, b'x' | b'X' | b'?');
    let fits = |byte: &u8| is_digit(byte) || *byte == filler;
    (is_filler && cells.iter().any(is_digit) && cells.iter().all(fits)).then_some(filler)
}

/// Returns whether what follows a puzzle on its line is ignored: it is too short for another grid,
/// and has no edges.
pub(in crate::format) fn is_ignored(behind: &[u8]) -> bool {
    match behind {
        [] => true,
        [b' ' | b'\t' | b',' | b';', ..] if behind.len() <= NINE_CELLS => {
            control_in(behind).is_none() && memchr::memmem::find(behind, edges::LEAD).is_none()
        }
        _ => false,
    }
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
        let with = |tail: &[u8]| leading_cells(&[&cells, tail].concat()).is_some();
        assert!(with(b"") && with(b" 9.0/1.2") && with(b",solution") && with(b"\t# seven"));
        assert!(with(b";2.5") && with(b";"));
        assert!(!with(b".") && !with(b"x") && !with(b" edges=r1c1-r1c2") && !with(b"\0"));
        assert!(!with(b" a bell \x07"));
        assert!(leading_cells(&cells[1..]).is_none());
    }
}
