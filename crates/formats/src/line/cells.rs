//! Cells of a line as bytes, where the speed of reading matters most: without allocation, in loops
//! that compile to vector code.

use quadrille_core::text::are_symbols;

use super::super::edges;
use super::super::lines::control_in;

/// Cells of a 9x9 board.
const NINE_CELLS: usize = 81;

/// The symbols of a 9x9 puzzle at the start of a line, if nothing that follows matters: 81 symbols,
/// then nothing, or a blank, comma or semicolon and text without edges that is too short for another
/// grid. `None` does not mean that the line is bad.
#[inline]
pub(crate) fn leading_cells(line: &[u8]) -> Option<&[u8; 81]> {
    let (cells, rest) = line.split_first_chunk()?;
    (is_ignored(rest) && are_symbols(cells)).then_some(cells)
}

/// The symbol for empty cells, if cells are digits and one of `x`, `X` and `?`. A single one of them
/// among other symbols for empty cells is more likely a slip.
pub(crate) fn filler_of(cells: &[u8]) -> Option<u8> {
    let is_digit = |byte: &u8| matches!(byte, b'1'..=b'9');
    let filler = *cells.iter().find(|byte| !is_digit(byte))?;
    let is_filler = matches!(filler, b'x' | b'X' | b'?');
    let fits = |byte: &u8| is_digit(byte) || *byte == filler;
    (is_filler && cells.iter().any(is_digit) && cells.iter().all(fits)).then_some(filler)
}

/// Returns whether what follows a puzzle on its line is ignored: it is too short for another grid,
/// and has no edges.
pub(crate) fn is_ignored(behind: &[u8]) -> bool {
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
    use super::*;

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
