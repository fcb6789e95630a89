//! Where things are on a picture.

use quadrille_core::Candidate;

/// Size of a cell in units of the picture.
pub(super) const CELL: f64 = 54.0;
/// Radius of the marks around candidates.
pub(super) const RADIUS: f64 = 8.0;

/// The place of a candidate.
pub(super) fn center(Candidate { cell, digit }: Candidate) -> (f64, f64) {
    let (row, column) = cell.row_column(9);
    let place = usize::from(digit.get() - 1);
    let at = |cell: usize, third: usize| CELL * (cell as f64 + (third as f64 + 0.5) / 3.0);
    (at(column, place % 3), at(row, place / 3))
}
