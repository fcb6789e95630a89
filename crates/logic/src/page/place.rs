//! Where things are on a picture.

use quadrille_core::{BoxShape, Candidate, Cell};

/// Radius of the marks around candidates.
pub(super) const RADIUS: f64 = 8.0;

/// The measures of a picture of a board.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) shape: BoxShape,
    /// Candidates on a line of a cell.
    per_line: usize,
    /// Size of a cell in units of the picture.
    pub(super) cell: f64,
}

impl Layout {
    pub(super) fn of(shape: BoxShape) -> Self {
        let (per_line, cell) = match shape.side() {
            ..=4 => (2, 54.0),
            5..=9 => (3, 54.0),
            _ => (4, 72.0),
        };
        Self { shape, per_line, cell }
    }

    /// Size of the board.
    pub(super) fn extent(self) -> f64 {
        self.shape.side() as f64 * self.cell
    }

    /// The middle of a cell.
    pub(super) fn middle(self, cell: Cell) -> (f64, f64) {
        let (row, column) = cell.row_column(self.shape.side());
        ((column as f64 + 0.5) * self.cell, (row as f64 + 0.5) * self.cell)
    }

    /// The place of a candidate.
    pub(super) fn center(self, Candidate { cell, digit }: Candidate) -> (f64, f64) {
        let (row, column) = cell.row_column(self.shape.side());
        let (place, count) = (usize::from(digit.get() - 1), self.per_line);
        let at = |cell: usize, part: usize| {
            self.cell * (cell as f64 + (part as f64 + 0.5) / count as f64)
        };
        (at(column, place % count), at(row, place / count))
    }
}
