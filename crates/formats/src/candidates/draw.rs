//! Draws candidate grids.

use quadrille_core::{BoxShape, Digit, DigitSet};

/// The characters of a border: at its ends, for a stroke, and where it meets a bar.
pub(in super::super) struct Borders {
    pub(in super::super) top: [char; 3],
    pub(in super::super) middle: [char; 3],
    pub(in super::super) bottom: [char; 3],
}

/// The text of a group of digits, `.` for none.
pub(in super::super) fn group_text(digits: DigitSet) -> String {
    if digits.is_empty() {
        return ".".to_owned();
    }
    digits.iter().filter_map(Digit::symbol).collect()
}

/// Appends a grid with the digits of each cell, columns aligned.
pub(in super::super) fn push_grid(
    shape: BoxShape,
    cells: &[DigitSet],
    borders: &Borders,
    out: &mut String,
) {
    let side = shape.side();
    let texts: Vec<String> = cells.iter().map(|&digits| group_text(digits)).collect();
    let width =
        |column: usize| texts.iter().skip(column).step_by(side).map(String::len).max().unwrap_or(1);
    let widths: Vec<usize> = (0..side).map(width).collect();
    let rule = |[left, stroke, cross]: [char; 3], right: char, out: &mut String| {
        for (stack, widths) in widths.chunks(shape.columns()).enumerate() {
            out.push(if stack == 0 { left } else { cross });
            let length = widths.iter().map(|width| width + 1).sum::<usize>() + 1;
            out.extend(std::iter::repeat_n(stroke, length));
        }
        out.push(right);
        out.push('\n');
    };
    for (row, texts) in texts.chunks(side).enumerate() {
        if row == 0 {
            rule(borders.top, borders.top[0], out);
        } else if row.is_multiple_of(shape.rows()) {
            rule(borders.middle, borders.middle[0], out);
        }
        for (column, text) in texts.iter().enumerate() {
            out.push_str(if column.is_multiple_of(shape.columns()) { "| " } else { "" });
            out.push_str(text);
            out.extend(std::iter::repeat_n(' ', widths[column] - text.len() + 1));
        }
        out.push_str("|\n");
    }
    rule(borders.bottom, borders.bottom[0], out);
}
