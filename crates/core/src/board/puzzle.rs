//! A puzzle: givens without conflict, and optional edges and pencilmarks.

use std::fmt;

use super::{BoxShape, CandidateSet, Cell, Digit, DigitSet, Edges, Geometry, Grid};

/// Givens without conflict, with the edges of the board and, for a pencilmark puzzle, the digits
/// that each cell may hold. A puzzle may have no solution, one, or many.
///
/// ```
/// use quadrille_core::Puzzle;
/// let puzzle: Puzzle = "12..............".parse()?;
/// assert_eq!((puzzle.shape().side(), puzzle.givens().filled().count()), (4, 2));
/// assert!("11..............".parse::<Puzzle>().is_err()); // a conflict in row 1
/// # Ok::<(), quadrille_core::TextError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Puzzle {
    givens: Grid,
    edges: Edges,
    /// `Some` only if the puzzle says more than its givens. Then the cells with a given, and no
    /// others, have a single candidate, and not every other cell has all digits.
    marks: Option<CandidateSet>,
}

/// The error for two givens that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The two cells, ascending.
    pub cells: [Cell; 2],
    /// Their digits: the same in a house, not consecutive along an edge.
    pub digits: [Digit; 2],
    /// The house they share, as [`Geometry`] numbers it; `None` if an edge joins them.
    pub house: Option<usize>,
    /// The board.
    pub geometry: &'static Geometry,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b], [x, y]) = (self.cells.map(|c| c.name(self.geometry.side())), self.digits);
        match self.house {
            Some(house) => {
                write!(f, "{a} and {b} both hold {x} in {}", self.geometry.house_name(house))
            }
            None => {
                write!(f, "{a} holds {x} and {b} holds {y}: an edge requires consecutive digits")
            }
        }
    }
}

impl std::error::Error for Conflict {}

impl Puzzle {
    /// Creates a puzzle from givens and edges.
    ///
    /// # Errors
    /// When two givens contradict each other; the conflict names both cells.
    ///
    /// # Panics
    /// When an edge leaves the board of the givens.
    ///
    /// ```
    /// use quadrille_core::{BoxShape, Cell, Digit, Edges, Grid, Puzzle};
    /// let mut givens = Grid::empty(BoxShape::NINE);
    /// givens.set(Cell::new(0), Digit::new(5));
    /// assert!(Puzzle::new(givens.clone(), Edges::none()).is_ok());
    /// givens.set(Cell::new(1), Digit::new(5));
    /// let conflict = Puzzle::new(givens, Edges::none()).expect_err("5 is twice in row 1");
    /// assert_eq!(conflict.cells, [Cell::new(0), Cell::new(1)]);
    /// ```
    pub fn new(givens: Grid, edges: Edges) -> Result<Self, Conflict> {
        if let Some(conflict) = conflict_in_houses(&givens) {
            return Err(conflict);
        }
        let geometry = givens.geometry();
        for &(a, b) in edges.pairs() {
            if let (Some(x), Some(y)) = (givens.get(a), givens.get(b))
                && x.get().abs_diff(y.get()) != 1
            {
                return Err(Conflict { cells: [a, b], digits: [x, y], house: None, geometry });
            }
        }
        Ok(Self { givens, edges, marks: None })
    }

    /// Creates a 9x9 puzzle without edges from row-major digits to 9, 0 = empty; `None` if two of them
    /// contradict each other. [`new`](Self::new) then says which.
    ///
    /// # Panics
    /// If a digit is beyond 9.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let mut givens = [0; 81];
    /// givens[0] = 5;
    /// assert!(Puzzle::of_nine(&givens).is_some());
    /// givens[1] = 5;
    /// assert!(Puzzle::of_nine(&givens).is_none());
    /// ```
    pub fn of_nine(givens: &[u8; 81]) -> Option<Self> {
        is_free_of_conflict(givens).then(|| Self::of_nine_unchecked(givens))
    }

    /// Does the same with givens that are known not to contradict each other.
    pub(crate) fn of_nine_unchecked(givens: &[u8; 81]) -> Self {
        debug_assert!(is_free_of_conflict(givens));
        Self { givens: Grid::of_nine(givens), edges: Edges::none(), marks: None }
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
    ///
    /// ```
    /// use quadrille_core::{BoxShape, CandidateSet, Cell, DigitSet, Edges, Puzzle};
    /// let mut marks = CandidateSet::full(BoxShape::NINE);
    /// marks.set(Cell::new(0), DigitSet::from_bits(0b11));
    /// let puzzle = Puzzle::from_marks(marks, Edges::none())?;
    /// assert!(puzzle.marks().is_some() && puzzle.givens().filled().count() == 0);
    /// # Ok::<(), quadrille_core::Conflict>(())
    /// ```
    pub fn from_marks(marks: CandidateSet, edges: Edges) -> Result<Self, Conflict> {
        // Without branches: which cells are given cannot be predicted.
        let given = |digits: &DigitSet| {
            let digit = digits.bits().trailing_zeros() as u8 + 1;
            if digits.bits().is_power_of_two() { digit } else { 0 }
        };
        let givens: Vec<u8> = marks.cells().iter().map(given).collect();
        let givens = Grid::from_digits(marks.geometry().shape(), &givens);
        let givens = givens.expect("marks are digits of their board");
        let mut puzzle = Self::new(givens, edges)?;
        puzzle.set_marks(marks);
        Ok(puzzle)
    }

    fn set_marks(&mut self, marks: CandidateSet) {
        let all = DigitSet::all(self.shape().side());
        let is_plain = |digits: &DigitSet| (*digits == all) | digits.bits().is_power_of_two();
        let plain = marks.cells().iter().fold(true, |plain, digits| plain & is_plain(digits));
        self.marks = (!plain).then_some(marks);
    }

    /// Returns the digits that each cell may hold, if the puzzle says more than its givens.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert!(puzzle.marks().is_none());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn marks(&self) -> Option<&CandidateSet> {
        self.marks.as_ref()
    }

    /// Returns the puzzle without the given of a cell, if it has one: any digit may go there then.
    ///
    /// # Panics
    /// When the cell is off the board.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.without(Cell::new(1)).to_string(), "1...............");
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
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
    ///
    /// ```
    /// use quadrille_core::{Cell, Digit, Puzzle};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let (two, three) = (Digit::new(2).expect("a digit"), Digit::new(3).expect("a digit"));
    /// assert_eq!(puzzle.with(Cell::new(2), three)?.to_string(), "123.............");
    /// assert!(puzzle.with(Cell::new(2), two).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.givens().filled().count(), 2);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Returns the edges.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert!(puzzle.edges().is_empty());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Returns the shape of the board.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(puzzle.shape().to_string(), "2x2");
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
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

impl CandidateSet {
    /// Returns the candidates that the givens of a puzzle leave, without any further inference: a
    /// given cell has its digit; an empty one has those of its marks that no peer holds and that
    /// its edges to given cells allow.
    ///
    /// ```
    /// use quadrille_core::{CandidateSet, Cell, Puzzle};
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let candidates = CandidateSet::of(&puzzle);
    /// assert_eq!(candidates.get(Cell::new(0)).len(), 1);
    /// assert_eq!(candidates.get(Cell::new(4)).len(), 2); // 1 and 2 are in its box
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn of(puzzle: &Puzzle) -> Self {
        let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
        let mut used = [DigitSet::EMPTY; 3 * BoxShape::MAX_SIDE];
        for (cell, digit) in puzzle.givens().filled() {
            for house in geometry.houses_of(cell) {
                used[house] |= DigitSet::only(digit);
            }
        }
        let mut set = puzzle.marks().cloned().unwrap_or_else(|| Self::full(puzzle.shape()));
        for (cell, given) in puzzle.givens().digits().iter().enumerate() {
            let cell = Cell::new(cell);
            let left = match *given {
                Some(digit) => DigitSet::only(digit),
                None => geometry
                    .houses_of(cell)
                    .into_iter()
                    .fold(set.get(cell), |left, house| left - used[house]),
            };
            set.set(cell, left);
        }
        for &(a, b) in puzzle.edges().pairs() {
            for (cell, other) in [(a, b), (b, a)] {
                if let Some(digit) = puzzle.givens().get(cell) {
                    let near = DigitSet::only(digit).neighbors(side);
                    set.set(other, set.get(other) & near);
                }
            }
        }
        set
    }
}

/// Returns the first two cells, by house, with the same digit.
fn conflict_in_houses(givens: &Grid) -> Option<Conflict> {
    match givens.nine() {
        Some(digits) if is_free_of_conflict(&digits) => None,
        _ => conflict_in_any_house(givens),
    }
}

/// The same for boards of any shape.
fn conflict_in_any_house(givens: &Grid) -> Option<Conflict> {
    let geometry = givens.geometry();
    for (house, cells) in geometry.houses().enumerate() {
        let mut holder = [None; BoxShape::MAX_SIDE + 1];
        for &cell in cells {
            let Some(digit) = givens.get(cell) else { continue };
            if let Some(first) = holder[usize::from(digit.get())].replace(cell) {
                let (cells, digits) = ([first, cell], [digit; 2]);
                return Some(Conflict { cells, digits, house: Some(house), geometry });
            }
        }
    }
    None
}

/// Whether no two of the digits of a 9x9 grid are in conflict; what is not 1 to 9 in its low four bits is
/// an empty cell.
#[inline]
pub(crate) fn is_free_of_conflict(digits: &[u8; 81]) -> bool {
    // Four bits of a word count a digit, so a sum of words counts all digits of a house at once,
    // without a branch. A house of nine cannot carry from one count into the next.
    const COUNT: [u64; 16] = {
        let mut count = [0; 16];
        let mut digit = 1;
        while digit < 10 {
            count[digit] = 1 << (4 * (digit - 1));
            digit += 1;
        }
        count
    };
    const MORE_THAN_ONE: u64 = 0xE_EEEE_EEEE;
    let mut counts = 0;
    let mut columns = [0; 9];
    for band in digits.as_chunks::<27>().0 {
        let mut within_band = [0; 9];
        for row in band.as_chunks::<9>().0 {
            let mut sum = 0;
            for (column, &digit) in row.iter().enumerate() {
                // Without the mask each access would be checked.
                let count = COUNT[usize::from(digit & 15)];
                sum += count;
                within_band[column] += count;
            }
            counts |= sum;
        }
        for stack in within_band.as_chunks::<3>().0 {
            counts |= stack[0] + stack[1] + stack[2];
        }
        for (column, within) in columns.iter_mut().zip(within_band) {
            *column += within;
        }
    }
    counts = columns.iter().fold(counts, |counts, column| counts | column);
    counts & MORE_THAN_ONE == 0
}

impl TryFrom<Grid> for Puzzle {
    type Error = Conflict;

    /// Creates a puzzle without edges.
    fn try_from(givens: Grid) -> Result<Self, Conflict> {
        Self::new(givens, Edges::none())
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

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
        assert_eq!(conflict.cells, [Cell::new(3), Cell::new(4)]);
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

    proptest! {
        #[test]
        fn conflicts_of_nine_are_those_of_any_board(
            places in vec((0_usize..81, 1_u8..=9), 0..12),
        ) {
            let mut digits = [0; 81];
            for (cell, digit) in places {
                digits[cell] = digit;
            }
            let grid = Grid::from_digits(BoxShape::NINE, &digits).unwrap();
            let conflict = conflict_in_any_house(&grid);
            prop_assert_eq!(is_free_of_conflict(&digits), conflict.is_none());
            prop_assert_eq!(conflict_in_houses(&grid), conflict);
        }
    }
}
