//! The symmetries of a board, which turn a puzzle into an isomorph.

use super::{BoxShape, Cell, Digit, Grid};
use crate::rng::Rng;

/// A symmetry: an optional transposition, then a permutation of rows (bands, and rows within bands)
/// and of columns (stacks, and columns within stacks), and a relabeling of the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The shape of the boards it applies to.
    from: BoxShape,
    transpose: bool,
    /// Row `r` of the image is row `rows[r]` of the (transposed) original.
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// Image of digit `d` at `d - 1`.
    digits: Vec<Digit>,
}

impl Symmetry {
    /// Returns the symmetry that changes nothing.
    pub fn identity(shape: BoxShape) -> Self {
        let side = shape.side();
        Self {
            from: shape,
            transpose: false,
            rows: (0..side).collect(),
            columns: (0..side).collect(),
            digits: (1..=side as u8).filter_map(Digit::new).collect(),
        }
    }

    /// Draws one of all symmetries, each equally likely.
    pub fn random(shape: BoxShape, rng: &mut Rng) -> Self {
        let mut all = Self::identity(shape);
        all.transpose = rng.below(2) == 1;
        let to = all.image_shape();
        all.rows = nested_order(to.side() / to.rows(), to.rows(), rng);
        all.columns = nested_order(to.side() / to.columns(), to.columns(), rng);
        rng.shuffle(&mut all.digits);
        all
    }

    /// Returns the shape of the images: transposed if the symmetry transposes.
    pub fn image_shape(&self) -> BoxShape {
        if self.transpose { self.from.transposed() } else { self.from }
    }

    /// Returns the image of a grid.
    ///
    /// # Panics
    /// When the grid has another shape than the symmetry.
    pub fn apply(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.shape(), self.from, "a symmetry of another shape");
        let side = self.from.side();
        let mut image = Grid::empty(self.image_shape());
        for (r, &row) in self.rows.iter().enumerate() {
            for (c, &column) in self.columns.iter().enumerate() {
                let source = if self.transpose { column * side + row } else { row * side + column };
                let digit = grid.get(Cell::new(source));
                let digit = digit.map(|d| self.digits[usize::from(d.get()) - 1]);
                image.set(Cell::new(r * side + c), digit);
            }
        }
        image
    }
}

/// Draws an order of `groups * size` lines that keeps groups together.
pub(crate) fn nested_order(groups: usize, size: usize, rng: &mut Rng) -> Vec<usize> {
    let mut outer: Vec<usize> = (0..groups).collect();
    rng.shuffle(&mut outer);
    let mut order = Vec::with_capacity(groups * size);
    for group in outer {
        let start = order.len();
        order.extend(group * size..(group + 1) * size);
        rng.shuffle(&mut order[start..]);
    }
    order
}
