//! What a link says about a board, collected cell by cell, until it is a puzzle.

use quadrille_core::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Grid, Puzzle};

use super::LinkError;
use crate::error::ParseErrorKind;
use crate::extra::{Details, Extra};
use crate::variant::Variant;

/// A board that is being read.
pub(super) struct Draft {
    shape: BoxShape,
    givens: Grid,
    entries: Grid,
    notes: CandidateSet,
    marks: CandidateSet,
    has_notes: bool,
    has_marks: bool,
    pub(super) details: Details,
}

impl Draft {
    /// An empty board.
    pub(super) fn new(shape: BoxShape) -> Self {
        Self {
            shape,
            givens: Grid::empty(shape),
            entries: Grid::empty(shape),
            notes: CandidateSet::none(shape),
            marks: CandidateSet::full(shape),
            has_notes: false,
            has_marks: false,
            details: Details::default(),
        }
    }

    /// Sets a given.
    pub(super) fn give(&mut self, cell: Cell, text: &str) -> Result<(), LinkError> {
        let digit = self.digit(cell, text)?;
        self.givens.set(cell, Some(digit));
        self.marks.set(cell, DigitSet::only(digit));
        Ok(())
    }

    /// Sets a digit that a solver has entered.
    pub(super) fn enter(&mut self, cell: Cell, text: &str) -> Result<(), LinkError> {
        let digit = self.digit(cell, text)?;
        self.entries.set(cell, Some(digit));
        Ok(())
    }

    /// Adds a candidate that a solver has noted. Other signs that players note are ignored.
    pub(super) fn note(&mut self, cell: Cell, text: &str) {
        if let Ok(digit) = self.digit(cell, text) {
            let digits = self.notes.get(cell).bits() | DigitSet::only(digit).bits();
            self.notes.set(cell, DigitSet::from_bits(digits));
            self.has_notes = true;
        }
    }

    /// Restricts a cell without a given to some digits.
    pub(super) fn restrict<'t>(
        &mut self,
        cell: Cell,
        digits: impl Iterator<Item = &'t str>,
    ) -> Result<(), LinkError> {
        let mut allowed = 0;
        for text in digits {
            allowed |= DigitSet::only(self.digit(cell, text)?).bits();
        }
        if allowed != 0 && self.givens.get(cell).is_none() {
            self.marks.set(cell, DigitSet::from_bits(allowed));
            self.has_marks = true;
        }
        Ok(())
    }

    fn digit(&self, cell: Cell, text: &str) -> Result<Digit, LinkError> {
        let side = self.shape.side();
        let value = text.trim().parse::<u8>().ok().filter(|&value| usize::from(value) <= side);
        value.and_then(Digit::new).ok_or_else(|| LinkError::NoDigit {
            text: text.chars().take(20).collect(),
            cell: cell.name(side).to_string(),
            side,
        })
    }

    /// Returns the puzzle and what else the link holds.
    pub(super) fn finish(self) -> Result<(Puzzle, Extra), ParseErrorKind> {
        let puzzle = if self.has_marks {
            Puzzle::from_marks(self.marks, Edges::none())
        } else {
            Puzzle::try_from(self.givens)
        };
        let is_begun = self.entries.filled().next().is_some();
        let entries = is_begun.then_some(self.entries);
        let candidates = self.has_notes.then_some(self.notes);
        Ok((puzzle?, Extra { entries, candidates, details: self.details }))
    }
}

/// Returns the shape whose boxes are the regions of a board, given the region of each cell.
///
/// # Errors
/// If no shape has such boxes.
pub(super) fn shape_of_regions<R: PartialEq>(
    side: usize,
    regions: &[R],
) -> Result<BoxShape, ParseErrorKind> {
    let usual = BoxShape::of_side(side);
    let others = (1..=side).filter_map(|rows| BoxShape::new(rows, side / rows).ok());
    let divides = |shape: &BoxShape| {
        let of_box = |index: usize| &regions[first_cell(*shape, index)];
        let box_of = |cell: usize| shape.box_at(cell / side, cell % side);
        let is_same = |(cell, region): (usize, &R)| of_box(box_of(cell)) == region;
        let is_other = |index| (0..index).all(|earlier| of_box(earlier) != of_box(index));
        shape.side() == side && regions.iter().enumerate().all(is_same) && (0..side).all(is_other)
    };
    usual.into_iter().chain(others).find(divides).ok_or(ParseErrorKind::Variant(Variant::JIGSAW))
}

/// The first cell of a box.
fn first_cell(shape: BoxShape, index: usize) -> usize {
    let boxes = shape.side() / shape.columns();
    index / boxes * shape.rows() * shape.side() + index % boxes * shape.columns()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regions(shape: BoxShape) -> Vec<usize> {
        let side = shape.side();
        (0..shape.cells()).map(|cell| 7 * shape.box_at(cell / side, cell % side) + 3).collect()
    }

    #[test]
    fn regions_that_are_boxes_have_a_shape() {
        for (rows, columns) in [(3, 3), (2, 3), (3, 2), (4, 4), (1, 5), (5, 1), (2, 5), (1, 9)] {
            let shape = BoxShape::new(rows, columns).unwrap();
            assert_eq!(shape_of_regions(shape.side(), &regions(shape)), Ok(shape));
        }
        let nine = BoxShape::NINE;
        let jigsaw = Err(ParseErrorKind::Variant(Variant::JIGSAW));
        let mut cells = regions(nine);
        cells.swap(2, 12);
        assert_eq!(shape_of_regions(9, &cells), jigsaw);
        assert_eq!(shape_of_regions(9, &[1; 81]), jigsaw);
    }
}
