//! Lines that hold a puzzle in another way than as a token of its own, or a run of them.

use super::super::hodoku;

/// The cells of a 9x9 puzzle, with the places of their symbols in the line.
pub(super) struct Cells {
    pub(super) digits: [u8; 81],
    pub(super) places: [usize; 81],
}

/// The puzzle of a line, if it is a line of a HoDoKu library or has blanks for empty cells.
pub(super) fn cells_of(line: &[u8]) -> Option<Cells> {
    let (digits, places) = library_cells(line).or_else(|| blank_cells(line))?;
    Some(Cells { digits: digits.try_into().ok()?, places: places.try_into().ok()? })
}

/// The puzzle of a HoDoKu library line; cells that were filled while solving are empty in it.
fn library_cells(line: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let cells = hodoku::cells_in(line)?;
    let digit = |cell: &hodoku::LibraryCell| if cell.is_placed { 0 } else { cell.value };
    Some((cells.iter().map(digit).collect(), cells.iter().map(|cell| cell.place).collect()))
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
