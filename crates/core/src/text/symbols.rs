//! Symbols of digits and of empty cells. Where the speed of reading matters most, they are taken in
//! loops that compile to vector code.

use crate::board::Digit;

/// The largest side whose digits have a symbol each.
pub const MOST_SYMBOLS: usize = 35;

/// Returns whether the byte stands for an empty cell.
///
/// ```
/// use quadrille_core::text::is_empty_cell;
///
/// assert!(is_empty_cell(b'.') && is_empty_cell(b'0') && !is_empty_cell(b'1'));
/// ```
pub fn is_empty_cell(byte: u8) -> bool {
    matches!(byte, b'.' | b'0' | b'*' | b'_' | b'-')
}

/// Returns the value of a symbol, 0 for an empty cell; `None` if it is not a symbol on any board.
///
/// ```
/// use quadrille_core::text::value_of;
///
/// assert_eq!((value_of(b'.'), value_of(b'A'), value_of(b'!')), (Some(0), Some(10), None));
/// ```
pub fn value_of(byte: u8) -> Option<u8> {
    if is_empty_cell(byte) { Some(0) } else { Digit::from_symbol(byte).map(Digit::get) }
}

/// Reads a symbol per cell into row-major digits, 0 = empty, for a board of that side.
///
/// # Errors
/// The index of the first byte that is not a symbol of a board of that side; the digits are
/// unspecified then.
///
/// # Panics
/// If there are not as many digits as bytes.
///
/// ```
/// use quadrille_core::text::parse_cells;
///
/// let mut digits = [0; 4];
/// assert_eq!(parse_cells(b"12.4", 4, &mut digits), Ok(()));
/// assert_eq!(digits, [1, 2, 0, 4]);
/// assert_eq!(parse_cells(b"1234", 3, &mut digits), Err(3));
/// ```
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
    let fits = |&byte: &u8| value_of(byte).is_some_and(|value| usize::from(value) <= side);
    Err(text.iter().position(|byte| !fits(byte)).expect("one of them did not fit"))
}

/// Returns whether each byte is a symbol of a 9x9 board.
///
/// ```
/// use quadrille_core::text::are_symbols;
///
/// assert!(are_symbols(&[b'.'; 81]) && !are_symbols(&[b'x'; 81]));
/// ```
pub fn are_symbols(cells: &[u8; 81]) -> bool {
    // Without an early exit these compile to vector code. Nearly all lines consist of digits and
    // full stops; `/` is the only byte between them.
    let usual = |byte: u8| matches!(byte, b'.'..=b'9') & (byte != b'/');
    let any = |byte: u8| byte.is_ascii_digit() | is_empty_cell(byte);
    cells.iter().fold(true, |all, &byte| all & usual(byte))
        || cells.iter().fold(true, |all, &byte| all & any(byte))
}

/// Returns the digits of the symbols of a 9x9 board, 0 = empty.
///
/// ```
/// use quadrille_core::text::digits_of;
///
/// assert_eq!(digits_of(&[b'7'; 81]), [7; 81]);
/// ```
pub fn digits_of(cells: &[u8; 81]) -> [u8; 81] {
    cells.map(|symbol| if symbol.is_ascii_digit() { symbol - b'0' } else { 0 })
}

#[cfg(test)]
mod tests {
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
}
