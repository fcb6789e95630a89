//! Lines that hold a puzzle in another way than as a token of its own, or a run of them.

use super::super::symbol::value_of;

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

/// `:0000:x:+23..4…:…:…:`, where the fourth field holds the cells. A `+` marks a digit that was
/// placed while solving, so its cell is empty in the puzzle.
fn library_cells(line: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let text = line.trim_ascii();
    let fields: Vec<&[u8]> = text.split(|&byte| byte == b':').collect();
    let [before, _, _, cells, _, _, ..] = fields[..] else { return None };
    if !before.is_empty() {
        return None;
    }
    let start = cells.as_ptr().addr() - line.as_ptr().addr();
    let (mut digits, mut places) = (Vec::new(), Vec::new());
    let mut is_placed = false;
    for (index, &byte) in cells.iter().enumerate() {
        if byte == b'+' && !is_placed {
            is_placed = true;
            continue;
        }
        let value = value_of(byte).filter(|&value| value <= 9)?;
        digits.push(if std::mem::take(&mut is_placed) { 0 } else { value });
        places.push(start + index);
    }
    Some((digits, places))
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
