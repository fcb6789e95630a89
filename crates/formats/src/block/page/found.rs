//! A grid that is found in a text: where it is, and what keeps it from being read.

use std::collections::BTreeSet;
use std::ops::Range;

use quadrille_core::{BoxShape, Cell, Grid};

use super::rows::{GridRow, Way};

/// Sides that grids in texts have.
pub(super) const SIDES: [usize; 11] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 24, 25];

/// The fewest digits of what is taken for a grid, if no other grid is beside it or below it.
const LEAST_GIVENS: usize = 4;

/// How many lines may stand between two rows of a grid.
pub(super) const MOST_BETWEEN: usize = 3;

/// A grid in a text.
pub(super) struct FoundGrid {
    /// The lines from its first row to its last.
    pub(super) lines: Range<usize>,
    /// The characters that it takes of any line.
    pub(super) columns: Range<usize>,
    pub(super) rows: Vec<GridRow>,
    pub(super) grid: Grid,
    pub(super) way: Way,
    /// What other grids must take, for this one to be whole: lines, and characters of them.
    pub(super) around: Vec<(usize, Range<usize>)>,
    pub(super) doubt: Doubt,
}

/// Why a grid cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    None,
    /// Two givens are in conflict.
    Conflict,
    /// What may be cells beside it belongs to no grid.
    Around,
    /// There are two readings.
    Readings(String, String),
}

impl FoundGrid {
    /// The column at which it begins, from 0.
    pub(super) fn column(&self) -> usize {
        self.columns.start
    }

    /// The line of a cell, and its column, from 0.
    pub(super) fn place_of(&self, cell: Cell) -> (usize, usize) {
        let row = &self.rows[cell.index() / self.side()];
        (row.line, row.cells[cell.index() % self.side()].start)
    }

    pub(super) fn side(&self) -> usize {
        self.grid.shape().side()
    }

    pub(super) fn overlaps(&self, other: &Self) -> bool {
        meet(&self.lines, &other.lines) && meet(&self.columns, &other.columns)
    }

    /// Whether it has too few digits to be a grid by itself.
    pub(super) fn is_sparse(&self) -> bool {
        self.grid.filled().count() < LEAST_GIVENS
    }

    /// Whether it is in the same rows or in the same columns as another grid of its size.
    pub(super) fn is_in_line_with(&self, other: &Self) -> bool {
        self.side() == other.side() && (self.lines == other.lines || self.columns == other.columns)
    }

    /// Whether a row of it has one of these characters.
    pub(super) fn takes(&self, line: usize, characters: &Range<usize>) -> bool {
        self.rows.iter().any(|row| row.line == line && meet(&row.columns(), characters))
    }

    /// Whether smaller grids with wider gaps between them take its place.
    pub(super) fn is_tiled(&self, found: &[Self]) -> bool {
        let side = self.side();
        SIDES.into_iter().filter(|&tile| tile < side && side.is_multiple_of(tile)).any(|tile| {
            let lines: Vec<usize> = self.rows.iter().map(|row| row.line).collect();
            let are_columns_apart = is_divided(&self.rows[0].offsets(), tile);
            let are_rows_apart = is_divided(&lines, tile);
            let shape = BoxShape::of_side(side).unwrap_or(self.grid.shape());
            // Spacing like that is also between the boxes.
            let is_certain = match self.doubt {
                Doubt::Conflict => are_rows_apart || shape.columns() != tile,
                _ => are_rows_apart && (shape.columns(), shape.rows()) != (tile, tile),
            };
            let is_tile = |grid: &&Self| {
                grid.side() == tile && grid.doubt == Doubt::None && grid.overlaps(self)
            };
            let places = || {
                let places = found.iter().filter(is_tile);
                places.map(|grid| (grid.lines.start, grid.columns.start)).collect::<BTreeSet<_>>()
            };
            are_columns_apart && is_certain && places().len() == (side / tile).pow(2)
        })
    }

    /// The grid in a few words.
    pub(super) fn described(&self) -> String {
        let digits = self.grid.digits();
        let side = self.side();
        let text = |digit: &Option<quadrille_core::Digit>| match digit {
            None => ".".to_owned(),
            Some(digit) => digit.symbol().map_or_else(|| digit.to_string(), String::from),
        };
        let row: String = digits.iter().take(side).map(text).collect();
        format!("{side}x{side} with boxes of {} beginning {row}", self.grid.shape())
    }
}

fn meet(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Whether the gaps after every `step` places are wider than the others.
pub(super) fn is_divided(places: &[usize], step: usize) -> bool {
    let gaps: Vec<usize> = places.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (wide, narrow): (Vec<_>, Vec<_>) =
        gaps.iter().zip(1..).partition(|&(_, place)| place % step == 0);
    let widest = narrow.iter().map(|(gap, _)| *gap).max();
    places.len().is_multiple_of(step)
        && !wide.is_empty()
        && wide.iter().all(|(gap, _)| Some(*gap) > widest)
}
