//! The notation of the field: `r1c1`, `r456c5`, and Eureka notation for chains.

use std::fmt::Write as _;

use quadrille_core::{Candidate, Cell, Digit, DigitSet};

use crate::deduction::{Deduction, Link};

/// Returns a digit as puzzles are written: `A` is 10.
pub(crate) fn symbol(digit: Digit) -> String {
    digit.symbol().map_or_else(|| digit.to_string(), String::from)
}

/// Returns cells of a board with that many digits in compact notation: `r1c1`, `r456c5`, `r12c37`,
/// separated by commas where no rectangle holds them. Where rows have more than nine cells, each cell
/// is written by itself: `r1c12, r2c12`.
///
/// ```
/// use quadrille_core::Cell;
/// use quadrille_logic::text::cells;
///
/// assert_eq!(cells(&[Cell::new(0), Cell::new(1), Cell::new(9), Cell::new(10)], 9), "r12c12");
/// assert_eq!(cells(&[Cell::new(11), Cell::new(23)], 12), "r1c12, r2c12");
/// ```
pub fn cells(cells: &[Cell], side: usize) -> String {
    if side > 9 {
        let names: Vec<String> = cells.iter().map(|cell| cell.name(side).to_string()).collect();
        return names.join(", ");
    }
    let mut rows = [0_u16; 9];
    for cell in cells {
        let (row, column) = cell.row_column(side);
        rows[row] |= 1 << column;
    }
    let mut parts: Vec<String> = Vec::new();
    let mut left = rows;
    // Cells of one column are written as r..cN if that joins more rows than cells of a row.
    while let Some(row) = left.iter().position(|&columns| columns != 0) {
        let across = left[row];
        let same = (0..9).filter(|&other| left[other] == across);
        let first = 1_u16 << across.trailing_zeros();
        let down = (0..9).filter(|&other| left[other] & first != 0);
        let (of_rows, columns): (Vec<usize>, u16) =
            if same.clone().count() as u32 * across.count_ones() >= down.clone().count() as u32 {
                (same.collect(), across)
            } else {
                (down.collect(), first)
            };
        let mut part = "r".to_owned();
        for &row in &of_rows {
            let _ = write!(part, "{}", row + 1);
            left[row] &= !columns;
        }
        part.push('c');
        for column in (0..9).filter(|column| columns >> column & 1 != 0) {
            let _ = write!(part, "{}", column + 1);
        }
        parts.push(part);
    }
    parts.join(", ")
}

/// Returns a chain in Eureka notation, such as `(3)r1c1=(3)r1c5-(5)r1c5=(5)r4c5 => r4c1<>3`; `None`
/// unless the links of the deduction are one chain without branches.
///
/// ```
/// use quadrille_logic::sample;
/// use quadrille_logic::text::eureka;
///
/// let sample = sample("naked-pair").expect("every kind has a sample");
/// assert_eq!(eureka(&sample.step.deduction), None); // it is not a chain
/// ```
pub fn eureka(deduction: &Deduction) -> Option<String> {
    let [first, rest @ ..] = &deduction.links[..] else { return None };
    if !first.from.is_empty() || rest.is_empty() {
        return None;
    }
    let follows = |(link, before): (&Link, &Link)| link.from[..] == [before.to];
    if !rest.iter().zip(&deduction.links).all(follows) {
        return None;
    }
    let mut text = String::new();
    for link in &deduction.links {
        if let [from] = link.from[..] {
            // A false candidate makes another true along a strong link, a true one makes another
            // false along a weak link.
            text.push(if from.is_on { '-' } else { '=' });
        }
        let Candidate { cell, digit } = link.to.candidate;
        let _ = write!(text, "({}){}", symbol(digit), cell.name(deduction.shape.side()));
    }
    text.push_str(" => ");
    text.push_str(&results(deduction));
    Some(text)
}

/// What follows, as in `r1c1=3` or `r45c7<>2, r1c1<>3`.
fn results(deduction: &Deduction) -> String {
    let (mut parts, side) = (Vec::new(), deduction.shape.side());
    for placed in &deduction.placements {
        parts.push(format!("{}={}", placed.cell.name(side), symbol(placed.digit)));
    }
    for digit in DigitSet::all(side) {
        let of_digit = deduction.eliminations.iter().filter(|gone| gone.digit == digit);
        let gone: Vec<Cell> = of_digit.map(|gone| gone.cell).collect();
        if !gone.is_empty() {
            parts.push(format!("{}<>{}", cells(&gone, side), symbol(digit)));
        }
    }
    parts.join(", ")
}
