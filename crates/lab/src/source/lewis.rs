//! The instances of Lewis (2007): a shuffled solved grid with random holes.

use quadrille_core::{BoxShape, Cell, Digit, Grid, Puzzle, Rng, Symmetry};

/// Returns an instance as Lewis's generator makes it: a patterned grid under a random symmetry, in
/// which `fill` percent of the cells, chosen at random, keep their digits. Such puzzles have a
/// solution, but with few givens rarely only one.
///
/// # Panics
/// When `fill` is over 100.
fn lewis(shape: BoxShape, fill: u32, rng: &mut Rng) -> Puzzle {
    assert!(fill <= 100, "{fill} % of the cells cannot stay");
    let side = shape.side();
    let mut grid = Grid::empty(shape);
    let mut cells: Vec<Cell> = (0..shape.cells()).map(Cell::new).collect();
    for &cell in &cells {
        let (row, column) = cell.row_column(side);
        // The rows of a box are shifted by its columns, bands by one more.
        let shift = row % shape.rows() * shape.columns() + row / shape.rows();
        grid.set(cell, Digit::new(((column + shift) % side) as u8 + 1));
    }
    let symmetry = loop {
        let symmetry = Symmetry::random(shape, rng);
        // Transposing upright boxes would change the shape.
        if symmetry.image_shape() == shape {
            break symmetry;
        }
    };
    let mut grid = symmetry.apply(&grid);
    rng.shuffle(&mut cells);
    let holes = shape.cells() - (shape.cells() * fill as usize + 50) / 100;
    for &cell in &cells[..holes] {
        grid.set(cell, None);
    }
    Puzzle::try_from(grid).expect("part of a solved grid")
}

/// The source `lewis`: instances by index under a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lewis {
    /// The box shape.
    pub shape: BoxShape,
    /// Share of given cells, in percent.
    pub fill: u32,
    /// The seed.
    pub seed: u64,
}

impl Lewis {
    /// Returns one instance, which does not depend on which others are asked for.
    ///
    /// # Panics
    /// When `fill` is over 100.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::source::Lewis;
    ///
    /// let source = Lewis { shape: BoxShape::new(4, 4)?, fill: 50, seed: 1 };
    /// assert_eq!(source.get(0).givens().filled().count(), 128);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn get(self, index: u64) -> Puzzle {
        let parts = ["lewis", &self.shape.to_string(), &self.fill.to_string(), &index.to_string()];
        lewis(self.shape, self.fill, &mut Rng::derive(self.seed, &parts))
    }
}
