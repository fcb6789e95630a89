//! Canonical forms: one representative for all isomorphs of a puzzle.
//!
//! Two puzzles are isomorphs if a [`Symmetry`] maps one to the other. The symmetries permute the
//! digits, the bands and the rows within a band, the stacks and the columns within a stack. A board
//! with square boxes can be transposed too. A board with boxes of R rows and C columns, R != C,
//! cannot, because its transposition has another shape: a 2x3 board and its 3x2 transposition have
//! different canonical forms. The group has `2^(R = C) * (R!)^C * C! * (C!)^R * R! * (R C)!`
//! elements; at 9x9 these are 2 * 6^8 * 9! = 1 218 998 108 160.
//!
//! The searches rely on givens without conflict, as those of a [`Puzzle`](crate::Puzzle) are. For
//! other grids the result is an isomorph that need not be the same for all. Only the
//! digits of a puzzle take part. Symmetries do not preserve the edges and pencil marks of a
//! [`Puzzle`](crate::Puzzle), so pass puzzles that have none.
//!
//! ```
//! use quadrille_core::canon::{Form, automorphisms, canonical, isomorphism};
//! use quadrille_core::{Meter, Puzzle, Rng, Symmetry};
//!
//! let text = "...8.1..........435............7.8........1...2..3....6......75..34........2..6..";
//! let puzzle: Puzzle = text.parse()?;
//! let mut meter = Meter::unlimited();
//! let canonical = canonical(puzzle.givens(), Form::Pattern, &mut meter)?;
//! assert_eq!(canonical.symmetry.apply(puzzle.givens()), canonical.grid);
//!
//! let isomorph = Symmetry::random(puzzle.shape(), &mut Rng::from_seed(1)).apply(puzzle.givens());
//! let way = isomorphism(puzzle.givens(), &isomorph, &mut meter)?.expect("they are isomorphs");
//! assert_eq!(way.apply(puzzle.givens()), isomorph);
//! assert_eq!(automorphisms(puzzle.givens(), &mut meter)?.count(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automorphisms;
mod colors;
mod general;
mod nine_grid;
mod nine_pattern;
#[cfg(test)]
mod tests;

use crate::{BoxShape, Digit, Grid, Meter, Stop, Symmetry, validate_nine};

pub use automorphisms::Automorphisms;

use nine_grid::GridSearch;
use nine_pattern::{Least, PatternSearch};

/// Which of its isomorphs stands for a puzzle. Both forms of a complete grid are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Form {
    /// The least pattern of givens in row order, where an empty cell is less than a given; among
    /// these the least digits. This is the usual form of puzzles ("patminlex").
    #[default]
    Pattern,
    /// The least digits in row order, where an empty cell is less than any digit.
    String,
}

/// The canonical form of a puzzle and a way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The form.
    pub grid: Grid,
    /// A symmetry that maps the puzzle to its form. If the puzzle has automorphisms, this is one of
    /// several, and which one is not specified.
    pub symmetry: Symmetry,
    /// The number of automorphisms, as [`Automorphisms::count`] returns it.
    pub automorphisms: Option<u128>,
}

/// Computes canonical forms. It keeps its memory between puzzles, so use one for many.
///
/// ```
/// use quadrille_core::canon::{Canonizer, Form};
/// use quadrille_core::{Meter, Puzzle};
///
/// let (mut canonizer, mut meter) = (Canonizer::new(), Meter::unlimited());
/// let puzzle: Puzzle = "4...............".parse()?;
/// let canonical = canonizer.canonical(puzzle.givens(), Form::Pattern, &mut meter)?;
/// assert_eq!(canonical.grid.to_string(), "...............1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Canonizer {
    pattern: PatternSearch,
    grid: GridSearch,
}

impl Canonizer {
    /// Creates one.
    ///
    /// ```
    /// use quadrille_core::canon::{Canonizer, Form};
    /// use quadrille_core::{Meter, Puzzle};
    ///
    /// let mut canonizer = Canonizer::new();
    /// let mut meter = Meter::unlimited();
    /// let mut forms = Vec::new();
    /// for text in ["1...............", "...............4"] {
    ///     let puzzle: Puzzle = text.parse()?;
    ///     forms.push(canonizer.canonical(puzzle.givens(), Form::Pattern, &mut meter)?.grid);
    /// }
    /// assert_eq!(forms[0], forms[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the canonical form of a puzzle.
    ///
    /// # Errors
    /// Returns the reason to stop when the limits of the meter are reached, or a counted node of the
    /// general search is one too many ([`Counter::Expanded`](crate::Counter::Expanded)). Patterns
    /// and complete grids at 9x9 hardly ever need it.
    ///
    /// ```
    /// use quadrille_core::canon::{Canonizer, Form};
    /// use quadrille_core::{Meter, Puzzle};
    ///
    /// let puzzle: Puzzle = "4...............".parse()?;
    /// let mut meter = Meter::unlimited();
    /// let canonical = Canonizer::new().canonical(puzzle.givens(), Form::Pattern, &mut meter)?;
    /// assert_eq!(canonical.grid.to_string(), "...............1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical(
        &mut self,
        puzzle: &Grid,
        form: Form,
        meter: &mut Meter,
    ) -> Result<Canonical, Stop> {
        meter.poll()?;
        if let Some(digits) = puzzle.nine()
            && let Some(Least { digits, arrangement, ways }) = self.least(&digits, form)
        {
            let lines = |lines: [u8; 9]| lines.map(usize::from).to_vec();
            let (rows, columns) = (lines(arrangement.rows), lines(arrangement.columns));
            let transpose = arrangement.transpose;
            // Images of the digits, read off the image; then those that the puzzle does not have.
            let mut labels = [None; 9];
            for (cell, label) in digits.into_iter().enumerate() {
                let (row, column) = (rows[cell / 9], columns[cell % 9]);
                let source = if transpose { 9 * column + row } else { 9 * row + column };
                if let Some(digit) = puzzle.digits()[source] {
                    labels[usize::from(digit.get()) - 1] = Digit::new(label);
                }
            }
            let used = labels.iter().flatten().count();
            // Digits that the puzzle does not have can be exchanged freely.
            let exchanges = (1..=9 - used as u128).product::<u128>();
            let mut unused = (1..).skip(used).filter_map(Digit::new);
            let labels = labels.iter().filter_map(|label| label.or_else(|| unused.next()));
            let symmetry =
                Symmetry::new(BoxShape::NINE, transpose, rows, columns, labels.collect())
                    .expect("arrangements keep bands and stacks together");
            let automorphisms = Some(u128::from(ways) * exchanges);
            return Ok(Canonical { grid: Grid::of_nine(&digits), symmetry, automorphisms });
        }
        let best = general::best(puzzle, form, meter)?;
        let automorphisms = Automorphisms::new(puzzle.shape(), best.levels).count();
        Ok(Canonical { grid: best.image, symmetry: best.symmetry, automorphisms })
    }

    /// Returns the canonical form of a 9x9 puzzle without the symmetry: the same as the grid of
    /// [`canonical`](Self::canonical), as row-major digits, 0 = empty. This is the fastest call.
    ///
    /// # Errors
    /// As [`canonical`](Self::canonical).
    ///
    /// # Panics
    /// When a digit is greater than 9.
    ///
    /// ```
    /// use quadrille_core::Meter;
    /// use quadrille_core::canon::{Canonizer, Form};
    ///
    /// let mut puzzle = [0; 81];
    /// puzzle[0] = 7;
    /// let form = Canonizer::new().nine(&puzzle, Form::Pattern, &mut Meter::unlimited())?;
    /// assert_eq!((form[0], form[80]), (0, 1));
    /// # Ok::<(), quadrille_core::Stop>(())
    /// ```
    pub fn nine(
        &mut self,
        puzzle: &[u8; 81],
        form: Form,
        meter: &mut Meter,
    ) -> Result<[u8; 81], Stop> {
        assert!(puzzle.iter().fold(0, |most, &digit| most.max(digit)) <= 9, "a digit beyond 9");
        meter.poll()?;
        if let Some(least) = self.least(puzzle, form) {
            return Ok(least.digits);
        }
        let best = general::best(&Grid::of_nine(puzzle), form, meter)?;
        Ok(best.image.nine().expect("images have the same shape"))
    }

    /// Returns the canonical form if one of the two fast searches can find it.
    #[inline]
    fn least(&mut self, puzzle: &[u8; 81], form: Form) -> Option<Least> {
        if puzzle.iter().fold(9, |least, &digit| least.min(digit)) != 0 {
            let text = puzzle.map(|digit| b'0' + digit);
            return if validate_nine(&text, &text) { self.grid.least(puzzle) } else { None };
        }
        if form == Form::Pattern { self.pattern.least(puzzle) } else { None }
    }
}

/// Returns the canonical form of a puzzle. For many puzzles, [`Canonizer`] is faster.
///
/// # Errors
/// As [`Canonizer::canonical`].
///
/// ```
/// use quadrille_core::canon::{Form, canonical};
/// use quadrille_core::{Meter, Puzzle};
///
/// let puzzle: Puzzle = "4...............".parse()?;
/// let canonical = canonical(puzzle.givens(), Form::Pattern, &mut Meter::unlimited())?;
/// assert_eq!(canonical.symmetry.apply(puzzle.givens()), canonical.grid);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn canonical(puzzle: &Grid, form: Form, meter: &mut Meter) -> Result<Canonical, Stop> {
    Canonizer::new().canonical(puzzle, form, meter)
}

/// Returns all automorphisms of a puzzle.
///
/// # Errors
/// Returns the reason to stop when the limits of the meter are reached; nodes are counted as
/// expanded.
///
/// ```
/// use quadrille_core::{Meter, Puzzle, canon};
/// let puzzle: Puzzle = "1234341221434321".parse()?;
/// let automorphisms = canon::automorphisms(puzzle.givens(), &mut Meter::unlimited())?;
/// assert!(automorphisms.count() > Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn automorphisms(puzzle: &Grid, meter: &mut Meter) -> Result<Automorphisms, Stop> {
    let best = general::best(puzzle, Form::Pattern, meter)?;
    Ok(Automorphisms::new(puzzle.shape(), best.levels))
}

/// Returns a symmetry that maps one puzzle to the other, or `None` if they are not isomorphs.
///
/// # Errors
/// As [`Canonizer::canonical`].
///
/// ```
/// use quadrille_core::{Meter, Puzzle, canon};
/// let one: Puzzle = "1...............".parse()?;
/// let other: Puzzle = "...............4".parse()?;
/// let symmetry = canon::isomorphism(one.givens(), other.givens(), &mut Meter::unlimited())?;
/// assert_eq!(&symmetry.expect("they are isomorphs").apply(one.givens()), other.givens());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn isomorphism(one: &Grid, other: &Grid, meter: &mut Meter) -> Result<Option<Symmetry>, Stop> {
    if one.shape() != other.shape() || one.filled().count() != other.filled().count() {
        return Ok(None);
    }
    let mut canonizer = Canonizer::new();
    let one = canonizer.canonical(one, Form::Pattern, meter)?;
    let other = canonizer.canonical(other, Form::Pattern, meter)?;
    Ok((one.grid == other.grid).then(|| one.symmetry.then(&other.symmetry.inverse())))
}
