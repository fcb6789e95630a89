//! What generated puzzles are to be like.

use std::ops::RangeInclusive;

use quadrille_core::{BoxShape, Cell, Solution};
use thiserror::Error;

use super::symmetry::PatternSymmetry;

/// What generated puzzles are to be like. All of them have exactly one solution.
///
/// ```
/// use quadrille_core::BoxShape;
/// use quadrille_generate::puzzle::{PatternSymmetry, Recipe};
///
/// let mut recipe = Recipe::new(BoxShape::NINE);
/// recipe.symmetry = PatternSymmetry::HalfTurn;
/// recipe.clues = Some(24..=28);
/// assert!(recipe.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recipe {
    /// The shape of the boxes; the side is at most [`Recipe::MOST_SIDE`].
    pub shape: BoxShape,
    /// Whether every given must be necessary.
    pub minimal: bool,
    /// The symmetry of the cells with givens.
    pub symmetry: PatternSymmetry,
    /// The number of givens.
    pub clues: Option<RangeInclusive<usize>>,
    /// The cells with givens, in ascending order.
    pub pattern: Option<Vec<Cell>>,
    /// The solution of every puzzle. Otherwise each has a random one.
    pub solution: Option<Solution>,
    /// Minimal puzzles with weights, under which all minimal puzzles are equally likely.
    pub unbiased: bool,
    /// The number of edges: pairs of adjacent cells with consecutive digits that the puzzle shows.
    pub edges: Option<usize>,
}

/// Why no puzzle is like a recipe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// The board is too large to prove that a puzzle has one solution.
    #[error("puzzles are generated up to 16x16; the side {0} is larger")]
    TooLarge(usize),
    /// Two wishes exclude each other.
    #[error("{0} and {1} exclude each other")]
    Conflict(&'static str, &'static str),
    /// No puzzle with one solution has that few givens.
    #[error("{asked} givens are too few for one solution: {least} are the fewest")]
    TooFew {
        /// The number asked for.
        asked: usize,
        /// The least possible number.
        least: usize,
    },
    /// There are more givens than cells, or the range is empty.
    #[error("a board of {cells} cells cannot have {from} to {to} givens")]
    NoSuchCount {
        /// Where the range begins.
        from: usize,
        /// Where the range ends.
        to: usize,
        /// The number of cells.
        cells: usize,
    },
    /// A pattern or solution has another shape than the puzzles.
    #[error("{what} has the shape {found}, the puzzles have {expected}")]
    Shape {
        /// The pattern or the solution.
        what: &'static str,
        /// Its shape.
        found: BoxShape,
        /// The shape of the recipe.
        expected: BoxShape,
    },
    /// Two lines of a chute are empty, so each solution has another one in which they are swapped.
    #[error(
        "no puzzle with these givens has one solution: {line}s {first} and {second} are both empty, \
         so they could be swapped"
    )]
    EmptyLines {
        /// Row or column.
        line: &'static str,
        /// The first of the two, counted from 1.
        first: usize,
        /// The second.
        second: usize,
    },
    /// What is only available for plain 9x9 puzzles.
    #[error("{0} is available for 9x9 puzzles without edges only")]
    NineOnly(&'static str),
}

impl Recipe {
    /// The largest side for which puzzles are generated.
    pub const MOST_SIDE: usize = 16;

    /// A recipe for puzzles of any kind.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_generate::puzzle::Recipe;
    ///
    /// let mut recipe = Recipe::new(BoxShape::NINE);
    /// recipe.clues = Some(24..=26);
    /// assert!(recipe.check().is_ok());
    /// ```
    pub fn new(shape: BoxShape) -> Self {
        Self {
            shape,
            minimal: false,
            symmetry: PatternSymmetry::None,
            clues: None,
            pattern: None,
            solution: None,
            unbiased: false,
            edges: None,
        }
    }

    /// Returns whether plain 9x9 puzzles are asked for.
    pub(super) fn is_nine(&self) -> bool {
        self.shape == BoxShape::NINE && self.edges.is_none()
    }

    /// Few reductions have as few givens as this: one in thirty.
    const FEW: usize = 22;

    /// Returns whether few reductions of a grid are like this, so that one is better repaired than
    /// repeated. Repairs hardly succeed with all symmetries of the square, where eight givens move at once.
    pub(super) fn is_rare(&self) -> bool {
        use PatternSymmetry::{Full, None};
        let has_few = self.clues.as_ref().is_some_and(|clues| *clues.end() <= Self::FEW);
        let is_symmetric = !matches!(self.symmetry, None | Full);
        has_few || (self.minimal && (is_symmetric || self.clues.is_some()))
    }

    /// Returns the fewest givens that a puzzle with one solution may have without edges.
    fn fewest_clues(&self) -> usize {
        match self.shape.side() {
            _ if self.edges.is_some() => 0,
            4 => 4,
            6 => 8,
            9 if self.shape == BoxShape::NINE => 17,
            side => side - 1,
        }
    }

    /// Returns whether there may be puzzles like this.
    ///
    /// # Errors
    /// When it is known beforehand that no puzzle is like this.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_generate::puzzle::{Recipe, RecipeError};
    ///
    /// let mut recipe = Recipe::new(BoxShape::NINE);
    /// recipe.clues = Some(16..=16);
    /// assert!(matches!(recipe.check(), Err(RecipeError::TooFew { least: 17, .. })));
    /// ```
    pub fn check(&self) -> Result<(), RecipeError> {
        let (side, cells) = (self.shape.side(), self.shape.cells());
        if side > Self::MOST_SIDE {
            return Err(RecipeError::TooLarge(side));
        }
        let wishes = [
            ("an unbiased sample", self.unbiased),
            ("a symmetry", self.symmetry != PatternSymmetry::None),
            ("a number of givens", self.clues.is_some()),
            ("a pattern", self.pattern.is_some()),
            ("a solution", self.solution.is_some()),
        ];
        // Of these, only a symmetry, a number of givens and a solution go together.
        for (first, &(name, wished)) in wishes.iter().enumerate() {
            for &(other, other_wished) in &wishes[first + 1..] {
                let together = [name, other]
                    .iter()
                    .all(|name| ["a symmetry", "a number of givens", "a solution"].contains(name));
                if wished && other_wished && !together {
                    return Err(RecipeError::Conflict(name, other));
                }
            }
        }
        for (name, wished) in [wishes[0], wishes[3]] {
            if wished && !self.is_nine() {
                return Err(RecipeError::NineOnly(name));
            }
        }
        if let Some(solution) = &self.solution
            && solution.grid().shape() != self.shape
        {
            let (what, found) = ("the solution", solution.grid().shape());
            return Err(RecipeError::Shape { what, found, expected: self.shape });
        }
        let least = self.fewest_clues();
        if let Some(clues) = &self.clues {
            let (from, to) = (*clues.start(), *clues.end());
            if from > to || from > cells {
                return Err(RecipeError::NoSuchCount { from, to, cells });
            }
            if to < least {
                return Err(RecipeError::TooFew { asked: to, least });
            }
        }
        if let Some(pattern) = &self.pattern {
            if pattern.len() < least {
                return Err(RecipeError::TooFew { asked: pattern.len(), least });
            }
            let of_chute = |line: usize| line / 3;
            let rows = |cell: &Cell| cell.index() / side;
            let columns = |cell: &Cell| cell.index() % side;
            let empty = |line_of: &dyn Fn(&Cell) -> usize| -> Vec<usize> {
                (0..side).filter(|&line| pattern.iter().all(|cell| line_of(cell) != line)).collect()
            };
            for (line, empty) in [("row", empty(&rows)), ("column", empty(&columns))] {
                let swapped = empty.windows(2).find(|pair| of_chute(pair[0]) == of_chute(pair[1]));
                if let Some(pair) = swapped {
                    let (first, second) = (pair[0] + 1, pair[1] + 1);
                    return Err(RecipeError::EmptyLines { line, first, second });
                }
            }
        }
        Ok(())
    }

    /// Returns the recipe as text: the same for equal recipes only. Random streams are derived from
    /// it.
    pub(super) fn text(&self) -> String {
        let Self { shape, minimal, symmetry, clues, pattern, solution, unbiased, edges } = self;
        let pattern = pattern.iter().flatten().map(|cell| cell.index());
        let pattern: Vec<usize> = pattern.collect();
        let symmetry = symmetry.id();
        format!(
            "{shape} {minimal} {symmetry} {clues:?} {pattern:?} {solution:?} {unbiased} {edges:?}"
        )
    }
}
