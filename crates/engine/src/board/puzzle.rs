//! A puzzle: givens without conflict, and optional edges and pencilmarks.

use std::fmt;

use thiserror::Error;

use super::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Geometry, Grid};

/// Givens without conflict, with the edges of the board and, for a pencilmark puzzle, the digits
/// that each cell may hold. A puzzle may have no solution, one, or many.
#[derive(Clone, PartialEq, Eq)]
pub struct Puzzle {
    givens: Grid,
    edges: Edges,
    /// `Some` only if the puzzle says more than its givens. Then the cells with a given, and no
    /// others, have a single candidate, and not every other cell has all digits.
    marks: Option<CandidateSet>,
}

/// The error for two givens that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Conflict {
    /// A digit occurs twice in a house.
    #[error("{} and {} both hold {digit} in {}", .cells[0].name(.geometry.side()), .cells[1].name(.geometry.side()), .geometry.house_name(*.house))]
    House {
        /// The two cells, ascending.
        cells: [Cell; 2],
        /// Their digit.
        digit: Digit,
        /// The house they share, as [`Geometry`] numbers it.
        house: usize,
        /// The board.
        geometry: &'static Geometry,
    },
    /// The digits of two cells joined by an edge are not consecutive.
    #[error("{} holds {} and {} holds {}: an edge requires consecutive digits", .cells[0].name(.geometry.side()), .digits[0], .cells[1].name(.geometry.side()), .digits[1])]
    Edge {
        /// The two cells, ascending.
        cells: [Cell; 2],
        /// Their digits.
        digits: [Digit; 2],
        /// The board.
        geometry: &'static Geometry,
    },
}

impl Conflict {
    /// Returns the two cells, ascending.
    pub fn cells(&self) -> [Cell; 2] {
        match self {
            Self::House { cells, .. } | Self::Edge { cells, .. } => *cells,
        }
    }

    /// Returns the geometry of the board.
    pub fn geometry(&self) -> &'static Geometry {
        match self {
            Self::House { geometry, .. } | Self::Edge { geometry, .. } => geometry,
        }
    }
}

impl Puzzle {
    /// Creates a puzzle from givens and edges.
    ///
    /// # Errors
    /// When two givens contradict each other; the conflict names both cells.
    ///
    /// # Panics
    /// When an edge leaves the board of the givens.
    pub fn new(givens: Grid, edges: Edges) -> Result<Self, Conflict> {
        if let Some(conflict) = conflict_in_houses(&givens) {
            return Err(conflict);
        }
        let geometry = givens.geometry();
        for &(a, b) in edges.pairs() {
            if let (Some(x), Some(y)) = (givens.get(a), givens.get(b))
                && x.get().abs_diff(y.get()) != 1
            {
                return Err(Conflict::Edge { cells: [a, b], digits: [x, y], geometry });
            }
        }
        Ok(Self { givens, edges, marks: None })
    }

    /// Creates a pencilmark puzzle (Sukaku), in which each cell may hold only these digits. A cell
    /// with one digit is a given; if all other cells have all digits, the result is an ordinary
    /// puzzle without marks. A cell may be without a digit; then there is no solution.
    ///
    /// # Errors
    /// When two givens contradict each other; the conflict names both cells.
    ///
    /// # Panics
    /// When an edge leaves the board of the marks.
    pub fn from_marks(marks: CandidateSet, edges: Edges) -> Result<Self, Conflict> {
        let mut givens = Grid::empty(marks.geometry().shape());
        for (cell, digits) in marks.geometry().cells().zip(marks.cells()) {
            givens.set(cell, digits.single());
        }
        let mut puzzle = Self::new(givens, edges)?;
        puzzle.set_marks(marks);
        Ok(puzzle)
    }

    fn set_marks(&mut self, marks: CandidateSet) {
        let all = DigitSet::all(self.shape().side());
        let plain = marks.cells().iter().all(|&digits| digits == all || digits.single().is_some());
        self.marks = (!plain).then_some(marks);
    }

    /// Returns the digits that each cell may hold, if the puzzle says more than its givens.
    #[inline]
    pub fn marks(&self) -> Option<&CandidateSet> {
        self.marks.as_ref()
    }

    /// Returns the puzzle without the given of a cell, if it has one: any digit may go there then.
    ///
    /// # Panics
    /// When the cell is off the board.
    #[must_use]
    pub fn without(&self, cell: Cell) -> Self {
        let mut fewer = self.clone();
        if fewer.givens.get(cell).is_some() {
            fewer.givens.set(cell, None);
            if let Some(mut marks) = fewer.marks.take() {
                marks.set(cell, DigitSet::all(self.shape().side()));
                fewer.set_marks(marks);
            }
        }
        fewer
    }

    /// Returns the puzzle with a given added or replaced.
    ///
    /// # Errors
    /// When the new given contradicts another one.
    ///
    /// # Panics
    /// When the cell is off the board, or the digit beyond its side or not among the marks of the
    /// cell.
    pub fn with(&self, cell: Cell, digit: Digit) -> Result<Self, Conflict> {
        let mut givens = self.givens.clone();
        givens.set(cell, Some(digit));
        let mut more = Self::new(givens, self.edges.clone())?;
        if let Some(marks) = &self.marks {
            let mut marks = marks.clone();
            let side = self.shape().side();
            assert!(
                marks.get(cell).contains(digit),
                "{digit} is not among the marks of {}",
                cell.name(side)
            );
            marks.set(cell, DigitSet::only(digit));
            more.set_marks(marks);
        }
        Ok(more)
    }

    /// Returns the givens.
    #[inline]
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Returns the edges.
    #[inline]
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Returns the shape of the board.
    #[inline]
    pub fn shape(&self) -> BoxShape {
        self.givens.shape()
    }

    /// Returns the geometry of the board.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.givens.geometry()
    }
}

/// Returns the first two cells, by house, with the same digit.
fn conflict_in_houses(givens: &Grid) -> Option<Conflict> {
    let geometry = givens.geometry();
    // Nearly all grids are free of conflict; one pass over the cells shows that.
    let mut seen = [DigitSet::EMPTY; 3 * BoxShape::MAX_SIDE];
    let mut clash = DigitSet::EMPTY;
    for (cell, digit) in givens.filled() {
        for house in geometry.houses_of(cell) {
            clash |= seen[house] & DigitSet::only(digit);
            seen[house] |= DigitSet::only(digit);
        }
    }
    if clash.is_empty() {
        return None;
    }
    for (house, cells) in geometry.houses().enumerate() {
        let mut holder = [None; BoxShape::MAX_SIDE + 1];
        for &cell in cells {
            let Some(digit) = givens.get(cell) else { continue };
            if let Some(first) = holder[usize::from(digit.get())].replace(cell) {
                return Some(Conflict::House { cells: [first, cell], digit, house, geometry });
            }
        }
    }
    None
}

impl TryFrom<Grid> for Puzzle {
    type Error = Conflict;

    /// Creates a puzzle without edges.
    fn try_from(givens: Grid) -> Result<Self, Conflict> {
        Self::new(givens, Edges::none())
    }
}

impl fmt::Display for Puzzle {
    /// Writes the puzzle on one line, as the `line` format does, or `pencilmark` if it has marks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::format::text_of_puzzle(self))
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({}, {self})", self.shape())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(cells: &[(usize, u8)]) -> Grid {
        let mut grid = Grid::empty(BoxShape::NINE);
        for &(cell, digit) in cells {
            grid.set(Cell::new(cell), Digit::new(digit));
        }
        grid
    }

    #[test]
    fn conflicts_name_both_cells() {
        let say = |cells: &[(usize, u8)]| Puzzle::try_from(grid(cells)).unwrap_err().to_string();
        assert_eq!(say(&[(0, 5), (8, 5)]), "r1c1 and r1c9 both hold 5 in row 1");
        assert_eq!(say(&[(0, 5), (72, 5)]), "r1c1 and r9c1 both hold 5 in column 1");
        assert_eq!(say(&[(0, 5), (10, 5)]), "r1c1 and r2c2 both hold 5 in box 1");
        assert!(Puzzle::try_from(grid(&[(0, 5), (12, 5)])).is_ok());
    }

    #[test]
    fn marks_say_more_than_givens_or_are_none() {
        let digit = |value| Digit::new(value).unwrap();
        let mut marks = CandidateSet::full(BoxShape::NINE);
        marks.set(Cell::new(3), DigitSet::only(digit(5)));
        let plain = Puzzle::from_marks(marks.clone(), Edges::none()).unwrap();
        assert_eq!(plain, Puzzle::try_from(grid(&[(3, 5)])).unwrap());
        marks.set(Cell::new(0), [digit(1), digit(2)].into_iter().collect());
        let marked = Puzzle::from_marks(marks.clone(), Edges::none()).unwrap();
        assert_eq!(marked.marks(), Some(&marks));
        assert_eq!(marked.givens(), plain.givens());
        // A given replaces the marks of its cell; without it, the cell has all digits.
        let more = marked.with(Cell::new(0), digit(2)).unwrap();
        assert_eq!(more, plain.with(Cell::new(0), digit(2)).unwrap());
        assert_eq!(more.without(Cell::new(0)), plain);
        assert_eq!(marked.without(Cell::new(0)), marked);
        marks.set(Cell::new(4), DigitSet::only(digit(5)));
        let conflict = Puzzle::from_marks(marks, Edges::none()).unwrap_err();
        assert_eq!(conflict.cells(), [Cell::new(3), Cell::new(4)]);
    }

    #[test]
    fn edges_bind_the_givens() {
        let edges = || Edges::new(BoxShape::NINE, [(Cell::new(0), Cell::new(1))]).unwrap();
        assert!(Puzzle::new(grid(&[(0, 5), (1, 4)]), edges()).is_ok());
        assert_eq!(
            Puzzle::new(grid(&[(0, 5), (1, 7)]), edges()).unwrap_err().to_string(),
            "r1c1 holds 5 and r1c2 holds 7: an edge requires consecutive digits"
        );
    }
}
