//! Consecutive edges: pairs of adjacent cells whose digits must differ by one.

use std::error::Error;
use std::fmt;

use super::{BoxShape, Cell};

/// The edges of a puzzle; usually there are none. Cells without an edge between them may hold
/// consecutive digits, too.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Edges {
    /// Sorted, each pair ascending, no pair twice.
    pairs: Box<[(Cell, Cell)]>,
}

/// The error for an edge between cells that are not adjacent in a row or column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAdjacent {
    /// One cell.
    pub first: Cell,
    /// The other.
    pub second: Cell,
    /// Side of the board.
    pub side: usize,
}

impl fmt::Display for NotAdjacent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = [self.first, self.second].map(|cell| cell.name(self.side));
        write!(
            f,
            "{first} and {second} are not adjacent; an edge joins neighbors in a row or column"
        )
    }
}

impl Error for NotAdjacent {}

impl Edges {
    /// Returns the set without edges.
    ///
    /// ```
    /// use quadrille_core::Edges;
    /// assert_eq!(Edges::none(), Edges::default());
    /// ```
    pub fn none() -> Self {
        Self::default()
    }

    /// Creates a set of edges, given in any order and direction, repeated or not.
    ///
    /// # Errors
    /// When the cells of a pair are off the board or not adjacent.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Edges};
    /// let edges = Edges::new(BoxShape::NINE, [(Cell::new(1), Cell::new(0))])?;
    /// assert_eq!(edges.pairs(), [(Cell::new(0), Cell::new(1))]);
    /// assert!(Edges::new(BoxShape::NINE, [(Cell::new(0), Cell::new(2))]).is_err());
    /// # Ok::<(), quadrille_core::NotAdjacent>(())
    /// ```
    pub fn new(
        shape: BoxShape,
        pairs: impl IntoIterator<Item = (Cell, Cell)>,
    ) -> Result<Self, NotAdjacent> {
        let side = shape.side();
        let mut sorted = Vec::new();
        for (a, b) in pairs {
            let (first, second) = (a.min(b), a.max(b));
            let step = second.index() - first.index();
            let beside = step == 1 && first.index() % side + 1 < side;
            if second.index() >= shape.cells() || !(beside || step == side) {
                return Err(NotAdjacent { first, second, side });
            }
            sorted.push((first, second));
        }
        sorted.sort_unstable();
        sorted.dedup();
        Ok(Self { pairs: sorted.into() })
    }

    /// Returns whether there are no edges.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "1............... edges=r1c1-r1c2".parse()?;
    /// assert!(!puzzle.edges().is_empty());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns the pairs of cells, sorted, each ascending.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "1............... edges=r1c1-r1c2,r1c2-r2c2".parse()?;
    /// assert_eq!(puzzle.edges().pairs().len(), 2);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn pairs(&self) -> &[(Cell, Cell)] {
        &self.pairs
    }

    /// Returns the cells that an edge joins to this one.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// let puzzle: Puzzle = "1............... edges=r1c1-r1c2,r1c2-r2c2".parse()?;
    /// let joined: Vec<Cell> = puzzle.edges().of(Cell::new(1)).collect();
    /// assert_eq!(joined, [Cell::new(0), Cell::new(5)]);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn of(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.pairs.iter().filter_map(move |&(a, b)| match cell {
            _ if cell == a => Some(b),
            _ if cell == b => Some(a),
            _ => None,
        })
    }

    /// Returns the cells that edges join to each cell of a board, for solvers that look them up
    /// often; empty if there are no edges.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// let puzzle: Puzzle = "1............... edges=r1c1-r1c2,r1c2-r2c2".parse()?;
    /// let joined = puzzle.edges().by_cell(puzzle.shape());
    /// assert_eq!(joined[1], [Cell::new(0), Cell::new(5)]);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn by_cell(&self, shape: BoxShape) -> Vec<Vec<Cell>> {
        let mut joined = vec![Vec::new(); if self.is_empty() { 0 } else { shape.cells() }];
        for &(a, b) in &self.pairs {
            joined[a.index()].push(b);
            joined[b.index()].push(a);
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_neighbors_are_joined() {
        let shape = BoxShape::of_side(4).unwrap();
        let cell = Cell::new;
        let edges = Edges::new(shape, [(cell(5), cell(1)), (cell(0), cell(1)), (cell(1), cell(5))]);
        let edges = edges.unwrap();
        assert_eq!(edges.pairs(), [(cell(0), cell(1)), (cell(1), cell(5))]);
        assert_eq!(edges.of(cell(1)).collect::<Vec<_>>(), [cell(0), cell(5)]);
        assert_eq!(edges.by_cell(shape)[1], [cell(0), cell(5)]);
        for (a, b) in [(3, 4), (0, 5), (2, 2), (15, 19), (12, 16), (0, 8)] {
            let refused = Edges::new(shape, [(cell(a), cell(b))]);
            assert!(refused.is_err(), "{a} {b}");
        }
    }
}
