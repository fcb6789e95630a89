//! Consecutive edges: pairs of adjacent cells whose digits must differ by one.

use thiserror::Error;

use super::{BoxShape, Cell};

/// The consecutive edges of a puzzle; usually there are none. The absence of an edge says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Edges {
    /// Sorted, each pair ascending, no pair twice.
    pairs: Box<[(Cell, Cell)]>,
}

/// Two cells of an edge that are not neighbors in a row or column of the board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{} and {} are not adjacent; an edge joins neighbors in a row or column", .first.name(*.side), .second.name(*.side))]
pub struct NotAdjacent {
    /// One cell.
    pub first: Cell,
    /// The other.
    pub second: Cell,
    /// Side of the board.
    pub side: usize,
}

impl Edges {
    /// No edges.
    pub fn none() -> Self {
        Self::default()
    }

    /// These edges, in whatever order and direction, repeated or not.
    ///
    /// # Errors
    /// When the cells of a pair are off the board or not adjacent.
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

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The pairs, sorted, each ascending.
    #[inline]
    pub fn pairs(&self) -> &[(Cell, Cell)] {
        &self.pairs
    }

    /// The cells joined to this one.
    pub fn of(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.pairs.iter().filter_map(move |&(a, b)| match cell {
            _ if cell == a => Some(b),
            _ if cell == b => Some(a),
            _ => None,
        })
    }

    /// The cells joined to each cell of a board: the form in which solvers use edges. Empty lists
    /// throughout where there are no edges.
    pub fn by_cell(&self, shape: BoxShape) -> Vec<Vec<Cell>> {
        let mut joined = vec![Vec::new(); shape.cells()];
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
