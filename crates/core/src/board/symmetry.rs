//! The symmetries of a board, which turn a puzzle into an isomorph.

use super::{BoxShape, Cell, Digit, Grid};
use crate::rng::Rng;

/// A symmetry: an optional transposition, then a permutation of rows (bands, and rows within bands)
/// and of columns (stacks, and columns within stacks), and a relabeling of the digits.
///
/// ```
/// use quadrille_core::{Puzzle, Rng, Symmetry};
/// let puzzle: Puzzle = "12..............".parse()?;
/// let symmetry = Symmetry::random(puzzle.shape(), &mut Rng::from_seed(1));
/// let image = symmetry.apply(puzzle.givens());
/// assert_eq!(&symmetry.inverse().apply(&image), puzzle.givens());
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
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
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Symmetry};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let identity = Symmetry::identity(puzzle.shape());
    /// assert_eq!(&identity.apply(puzzle.givens()), puzzle.givens());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
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

    /// Creates a symmetry that transposes first if `transpose` is set, then takes row `rows[r]` and
    /// column `columns[c]` as row `r` and column `c`, and replaces digit `d` by `digits[d - 1]`.
    ///
    /// Returns `None` unless rows and columns are permutations that keep bands and stacks together
    /// and digits are a permutation.
    ///
    /// ```
    /// use quadrille_core::{Digit, Puzzle, Symmetry};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let digits: Vec<Digit> = (1..=4).filter_map(Digit::new).collect();
    /// // Exchange the rows of the first band; rows of different bands cannot be exchanged.
    /// let symmetry = |rows| {
    ///     Symmetry::new(puzzle.shape(), false, rows, vec![0, 1, 2, 3], digits.clone())
    /// };
    /// let exchange = symmetry(vec![1, 0, 2, 3]).expect("a symmetry");
    /// assert_eq!(exchange.apply(puzzle.givens()).to_string(), "....12..........");
    /// assert_eq!(symmetry(vec![2, 1, 0, 3]), None);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(
        shape: BoxShape,
        transpose: bool,
        rows: Vec<usize>,
        columns: Vec<usize>,
        digits: Vec<Digit>,
    ) -> Option<Self> {
        let to = if transpose { shape.transposed() } else { shape };
        let labels = digits.iter().map(|digit| usize::from(digit.get()) - 1).collect::<Vec<_>>();
        let is_valid = is_nested_order(&rows, to.side(), to.rows())
            && is_nested_order(&columns, to.side(), to.columns())
            && is_nested_order(&labels, to.side(), 1);
        is_valid.then_some(Self { from: shape, transpose, rows, columns, digits })
    }

    /// Draws one of all symmetries, each equally likely.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng, Symmetry};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let image = Symmetry::random(puzzle.shape(), &mut Rng::from_seed(1)).apply(puzzle.givens());
    /// assert_eq!(image.filled().count(), 2);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn random(shape: BoxShape, rng: &mut Rng) -> Self {
        let mut all = Self::identity(shape);
        all.transpose = rng.below(2) == 1;
        let to = all.image_shape();
        all.rows = nested_order(to.side() / to.rows(), to.rows(), rng);
        all.columns = nested_order(to.side() / to.columns(), to.columns(), rng);
        rng.shuffle(&mut all.digits);
        all
    }

    /// Draws one of all symmetries that keep the shape of the board, each equally likely: without a
    /// transposition unless the boxes are square.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Rng, Symmetry};
    /// let shape = BoxShape::new(2, 3)?;
    /// assert_eq!(Symmetry::random_within(shape, &mut Rng::from_seed(1)).image_shape(), shape);
    /// # Ok::<(), quadrille_core::ShapeError>(())
    /// ```
    pub fn random_within(shape: BoxShape, rng: &mut Rng) -> Self {
        let mut all = Self::random(shape, rng);
        if all.image_shape() != shape {
            // Rows and columns were drawn for the transposed shape.
            all.transpose = false;
            all.rows = nested_order(shape.side() / shape.rows(), shape.rows(), rng);
            all.columns = nested_order(shape.side() / shape.columns(), shape.columns(), rng);
        }
        all
    }

    /// Returns the shape of the images: transposed if the symmetry transposes.
    pub fn image_shape(&self) -> BoxShape {
        if self.transpose { self.from.transposed() } else { self.from }
    }

    /// Returns the shape of the boards it applies to.
    pub fn shape(&self) -> BoxShape {
        self.from
    }

    /// Returns whether it transposes, before anything else.
    pub fn transposes(&self) -> bool {
        self.transpose
    }

    /// Returns for each row of the image the row of the (transposed) original, from 0.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Symmetry};
    /// assert_eq!(Symmetry::identity(BoxShape::NINE).rows()[..3], [0, 1, 2]);
    /// ```
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// Returns for each column of the image the column of the (transposed) original, from 0.
    pub fn columns(&self) -> &[usize] {
        &self.columns
    }

    /// Returns the images of digits 1, 2, ...
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Digit, Symmetry};
    /// assert_eq!(Symmetry::identity(BoxShape::NINE).digits().first().copied(), Digit::new(1));
    /// ```
    pub fn digits(&self) -> &[Digit] {
        &self.digits
    }

    /// Returns the symmetry that applies this one and then another.
    ///
    /// # Panics
    /// When the other does not apply to images of this one.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Rng, Symmetry};
    /// let mut rng = Rng::from_seed(1);
    /// let symmetry = Symmetry::random(BoxShape::NINE, &mut rng);
    /// assert_eq!(symmetry.then(&symmetry.inverse()), Symmetry::identity(BoxShape::NINE));
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(next.from, self.image_shape(), "a symmetry of another shape");
        let compose =
            |lines: &[usize], order: &[usize]| order.iter().map(|&line| lines[line]).collect();
        // A transposition between the two exchanges what the first did to rows and columns.
        let (rows, columns) =
            if next.transpose { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Self {
            from: self.from,
            transpose: self.transpose != next.transpose,
            rows: compose(rows, &next.rows),
            columns: compose(columns, &next.columns),
            digits: self.digits.iter().map(|d| next.digits[usize::from(d.get()) - 1]).collect(),
        }
    }

    /// Returns the symmetry that leads back.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng, Symmetry};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let symmetry = Symmetry::random(puzzle.shape(), &mut Rng::from_seed(1));
    /// let image = symmetry.apply(puzzle.givens());
    /// assert_eq!(&symmetry.inverse().apply(&image), puzzle.givens());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverse_order(&self.rows), inverse_order(&self.columns));
        let (rows, columns) = if self.transpose { (columns, rows) } else { (rows, columns) };
        let mut digits = self.digits.clone();
        for (digit, image) in (1_u8..).zip(&self.digits) {
            digits[usize::from(image.get()) - 1] =
                Digit::new(digit).expect("digits are at most the side");
        }
        Self { from: self.image_shape(), transpose: self.transpose, rows, columns, digits }
    }

    /// Returns the image of a grid.
    ///
    /// # Panics
    /// When the grid has another shape than the symmetry.
    ///
    /// ```
    /// use quadrille_core::{Puzzle, Rng, Symmetry, solve};
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let symmetry = Symmetry::random(puzzle.shape(), &mut Rng::from_seed(1));
    /// let image = Puzzle::try_from(symmetry.apply(puzzle.givens()))?;
    /// // The solution of the image is the image of the solution.
    /// let solution = solve::first(&puzzle).expect("it has one");
    /// let of_image = solve::first(&image).expect("it has one");
    /// assert_eq!(&symmetry.apply(solution.grid()), of_image.grid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

/// Returns whether an order is a permutation of `side` lines that keeps groups of `size` together.
fn is_nested_order(order: &[usize], side: usize, size: usize) -> bool {
    let mut seen = vec![false; side];
    order.len() == side
        && order.chunks(size).all(|group| {
            group.iter().all(|&line| {
                line < side
                    && line / size == group[0] / size
                    && !std::mem::replace(&mut seen[line], true)
            })
        })
}

/// Returns the inverse of a permutation.
fn inverse_order(order: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; order.len()];
    for (place, &line) in order.iter().enumerate() {
        inverse[line] = place;
    }
    inverse
}

/// Draws an order of `groups * size` lines that keeps groups together.
pub fn nested_order(groups: usize, size: usize, rng: &mut Rng) -> Vec<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compositions_and_inverses_act_as_they_should() {
        let mut rng = Rng::from_seed(7);
        for (rows, columns) in [(2, 2), (2, 3), (3, 3), (1, 5), (3, 4)] {
            let shape = BoxShape::new(rows, columns).unwrap();
            for _ in 0..20 {
                let mut grid = Grid::empty(shape);
                for cell in 0..shape.cells() {
                    grid.set(Cell::new(cell), Digit::new(rng.below(shape.side() + 1) as u8));
                }
                let one = Symmetry::random(shape, &mut rng);
                let two = Symmetry::random(one.image_shape(), &mut rng);
                assert_eq!(one.then(&two).apply(&grid), two.apply(&one.apply(&grid)));
                let within = Symmetry::random_within(shape, &mut rng);
                assert_eq!(within.apply(&grid).shape(), shape);
                assert_eq!(one.inverse().apply(&one.apply(&grid)), grid);
                assert_eq!(one.then(&one.inverse()), Symmetry::identity(shape));
                let (lines, digits) = (one.columns().to_vec(), one.digits().to_vec());
                let rows = one.rows().to_vec();
                let again = Symmetry::new(shape, one.transposes(), rows, lines, digits);
                assert_eq!(again, Some(one));
            }
        }
    }

    #[test]
    fn an_order_that_breaks_a_box_is_no_symmetry() {
        let shape = BoxShape::new(2, 3).unwrap();
        let all = Symmetry::identity(shape);
        let with = |rows: &[usize], columns: &[usize]| {
            Symmetry::new(shape, false, rows.to_vec(), columns.to_vec(), all.digits().to_vec())
        };
        let (rows, columns) = (all.rows(), all.columns());
        assert_eq!(with(rows, columns), Some(all.clone()));
        assert!(with(&[1, 0, 2, 3, 4, 5], columns).is_some());
        assert!(with(&[0, 2, 1, 3, 4, 5], columns).is_none());
        assert!(with(&[0, 0, 2, 3, 4, 5], columns).is_none());
        assert!(with(rows, &[0, 2, 1, 3, 4, 5]).is_some());
        assert!(with(rows, &[0, 1, 3, 2, 4, 5]).is_none());
        assert!(with(rows, &[0, 1, 2, 3, 4]).is_none());
        assert!(with(rows, &[0, 1, 2, 3, 4, 6]).is_none());
    }
}
