//! Lines that hold a puzzle in another way than as a token of its own, or a run of them.

use super::super::hodoku;
use super::super::symbol::{parts_cells, value_of};

/// The cells of a 9x9 puzzle, with the places of their symbols in the line.
pub(super) struct Cells {
    pub(super) digits: [u8; 81],
    pub(super) places: [usize; 81],
}

/// The puzzle of a line, if it is a line of a HoDoKu library, has blanks for empty cells, or has its
/// rows apart.
pub(super) fn cells_of(line: &[u8]) -> Option<Cells> {
    let found = library_cells(line).or_else(|| blank_cells(line)).or_else(|| nine_rows(line));
    let (digits, places) = found?;
    Some(Cells { digits: digits.try_into().ok()?, places: places.try_into().ok()? })
}

/// The puzzle of a HoDoKu library line; cells that were filled while solving are empty in it.
fn library_cells(line: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let cells = hodoku::cells_in(line)?;
    let digit = |cell: &hodoku::LibraryCell| if cell.is_placed { 0 } else { cell.value };
    Some((cells.iter().map(digit).collect(), cells.iter().map(|cell| cell.place).collect()))
}

/// Nine rows of nine symbols on a line, with blanks, slashes or bars between them.
fn nine_rows(line: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let is_between = |byte: u8| parts_cells(byte) || matches!(byte, b'/' | b'|');
    let (mut digits, mut places, mut length) = (Vec::new(), Vec::new(), 0);
    for (at, &byte) in line.iter().enumerate() {
        if is_between(byte) {
            if !matches!(length, 0 | 9) {
                return None;
            }
            length = 0;
            continue;
        }
        length += 1;
        digits.push(value_of(byte).filter(|&value| value <= 9 && length <= 9)?);
        places.push(at);
    }
    (matches!(length, 0 | 9) && digits.len() == 81).then_some((digits, places))
}

/// A line of 81 digits and blanks. A line in which they alternate is a list of numbers.
fn blank_cells(line: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let value = |byte: u8| match byte {
        b' ' => Some(0),
        b'1'..=b'9' => Some(byte - b'0'),
        _ => None,
    };
    let digits: Option<Vec<u8>> = line.iter().map(|&byte| value(byte)).collect();
    let are_cells = line.windows(2).any(|pair| pair[0] != b' ' && pair[1] != b' ');
    digits.filter(|_| are_cells).map(|digits| (digits, (0..line.len()).collect()))
}
