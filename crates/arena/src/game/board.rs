//! The board of a game: its digits and the legal digits of every cell, updated by placements and
//! undo.

use std::sync::Arc;

use quadrille_core::{Candidate, CandidateSet, Cell, Digit, DigitSet, Geometry, Grid, Puzzle};

/// A board with placements and undo.
///
/// The legal digits of every cell are stored, since agents read them far more often than placements
/// change them. The trail records what each placement changed.
#[derive(Clone, Debug)]
pub struct Board {
    geometry: &'static Geometry,
    /// The cells joined to each cell by an edge.
    joined: Arc<[Vec<Cell>]>,
    digits: Box<[Option<Digit>]>,
    /// Empty for filled cells.
    legal: Box<[DigitSet]>,
    /// Empty cells of each house.
    free: Box<[u8]>,
    empty: usize,
    pairs: usize,
    /// Cells whose legal digits a placement changed, with their legal digits before.
    trail: Vec<(Cell, DigitSet)>,
    /// The placements, with the length of the trail before each.
    placed: Vec<(Cell, usize)>,
}

impl PartialEq for Board {
    /// Compares the positions but not the moves that led to them.
    fn eq(&self, other: &Self) -> bool {
        self.geometry == other.geometry
            && self.digits == other.digits
            && self.joined == other.joined
            && self.legal == other.legal
            && self.free == other.free
            && (self.empty, self.pairs) == (other.empty, other.pairs)
    }
}

impl Eq for Board {}

impl Board {
    /// Creates the board with the givens and edges of a puzzle.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(Board::new(&puzzle).empty(), 14);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(puzzle: &Puzzle) -> Self {
        let geometry = puzzle.geometry();
        let candidates = CandidateSet::of(puzzle);
        let digits: Box<[_]> = puzzle.givens().digits().into();
        let legal: Box<[DigitSet]> = geometry
            .cells()
            .map(|cell| match digits[cell.index()] {
                Some(_) => DigitSet::EMPTY,
                None => candidates.get(cell),
            })
            .collect();
        let free = geometry
            .houses()
            .map(|house| house.iter().filter(|cell| digits[cell.index()].is_none()).count() as u8)
            .collect();
        Self {
            geometry,
            joined: puzzle.edges().by_cell(puzzle.shape()).into(),
            empty: digits.iter().filter(|digit| digit.is_none()).count(),
            pairs: legal.iter().map(|legal| legal.len()).sum(),
            digits,
            legal,
            free,
            trail: Vec::new(),
            placed: Vec::new(),
        }
    }

    /// Returns the geometry.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Returns the digit of a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.digits[cell.index()]
    }

    /// Returns the legal digits of a cell; none if it is filled.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::{Cell, Puzzle};
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(Board::new(&puzzle).legal(Cell::new(2)).bits(), 0b1100); // 3 and 4
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn legal(&self, cell: Cell) -> DigitSet {
        self.legal[cell.index()]
    }

    /// Returns the legal digits of all cells, in order.
    #[inline]
    pub fn legal_by_cell(&self) -> &[DigitSet] {
        &self.legal
    }

    /// Returns whether a placement is legal; false for cells off the board.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::{Candidate, Cell, Digit, Puzzle};
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let one = Digit::new(1).expect("1 is a digit");
    /// assert!(!Board::new(&puzzle).is_legal(Candidate { cell: Cell::new(2), digit: one }));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn is_legal(&self, candidate: Candidate) -> bool {
        let Candidate { cell, digit } = candidate;
        self.legal.get(cell.index()).is_some_and(|legal| legal.contains(digit))
    }

    /// Returns all legal placements, by cell, digits ascending.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let board = Board::new(&puzzle);
    /// assert!(board.placements().all(|placement| board.is_legal(placement)));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn placements(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.geometry
            .cells()
            .zip(&self.legal)
            .flat_map(|(cell, legal)| legal.iter().map(move |digit| Candidate { cell, digit }))
    }

    /// Returns the number of legal placements.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let board = Board::new(&puzzle);
    /// assert_eq!(board.pairs(), board.placements().count());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Returns the number of empty cells, including those without legal digits.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(Board::new(&puzzle).empty(), 14);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn empty(&self) -> usize {
        self.empty
    }

    /// Returns the number of empty cells of a house.
    #[inline]
    pub fn free(&self, house: usize) -> usize {
        usize::from(self.free[house])
    }

    /// Returns the cells joined to a cell by an edge.
    #[inline]
    pub fn joined(&self, cell: Cell) -> &[Cell] {
        self.joined.get(cell.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns how many houses a placement in this empty cell completes.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::{Cell, Puzzle};
    ///
    /// let puzzle: Puzzle = "123.............".parse()?;
    /// assert_eq!(Board::new(&puzzle).completes(Cell::new(3)), 1); // the first row
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn completes(&self, cell: Cell) -> u32 {
        self.geometry
            .houses_of(cell)
            .into_iter()
            .map(|house| u32::from(self.free[house] == 1))
            .sum()
    }

    /// Returns the digits that would be legal in `other` after a legal placement in another cell.
    #[inline]
    pub fn legal_after(&self, placement: Candidate, other: Cell) -> DigitSet {
        let Candidate { cell, digit } = placement;
        let mut legal = self.legal(other);
        if self.geometry.peers(cell).binary_search(&other).is_ok() {
            legal -= DigitSet::only(digit);
        }
        if self.joined(cell).contains(&other) {
            legal &= DigitSet::only(digit).neighbors(self.geometry.side());
        }
        legal
    }

    /// Returns the number of legal placements after this legal placement.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let mut board = Board::new(&puzzle);
    /// let placement = board.placements().next().expect("there are some");
    /// let after = board.pairs_after(placement);
    /// board.place(placement);
    /// assert_eq!(board.pairs(), after);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[inline]
    pub fn pairs_after(&self, placement: Candidate) -> usize {
        let Candidate { cell, digit } = placement;
        let mut left = self.pairs - self.legal(cell).len();
        for &peer in self.geometry.peers(cell) {
            left -= usize::from(self.legal(peer).contains(digit));
        }
        for &other in self.joined(cell) {
            // A joined cell is a peer: the digit itself is counted above.
            let near = DigitSet::only(digit).neighbors(self.geometry.side());
            left -= (self.legal(other) - near - DigitSet::only(digit)).len();
        }
        left
    }

    /// Places a digit and returns how many houses it completed.
    ///
    /// # Panics
    /// When the placement is not legal.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::{Candidate, Cell, Digit, Puzzle};
    ///
    /// let puzzle: Puzzle = "123.............".parse()?;
    /// let four = Digit::new(4).expect("4 is a digit");
    /// let mut board = Board::new(&puzzle);
    /// assert_eq!(board.place(Candidate { cell: Cell::new(3), digit: four }), 1); // a row
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn place(&mut self, placement: Candidate) -> u32 {
        assert!(self.is_legal(placement), "{placement:?} is not legal");
        let Candidate { cell, digit } = placement;
        self.placed.push((cell, self.trail.len()));
        self.digits[cell.index()] = Some(digit);
        self.empty -= 1;
        self.take(cell, self.legal(cell));
        for &peer in self.geometry.peers(cell) {
            if self.legal[peer.index()].contains(digit) {
                self.take(peer, DigitSet::only(digit));
            }
        }
        for index in 0..self.joined(cell).len() {
            let other = self.joined(cell)[index];
            let far = self.legal(other) - DigitSet::only(digit).neighbors(self.geometry.side());
            if !far.is_empty() {
                self.take(other, far);
            }
        }
        let mut completed = 0;
        for house in self.geometry.houses_of(cell) {
            self.free[house] -= 1;
            completed += u32::from(self.free[house] == 0);
        }
        completed
    }

    #[inline]
    fn take(&mut self, cell: Cell, digits: DigitSet) {
        let legal = &mut self.legal[cell.index()];
        self.trail.push((cell, *legal));
        *legal -= digits;
        self.pairs -= digits.len();
    }

    /// Undoes the last placement.
    ///
    /// # Panics
    /// When there is no placement to undo.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let mut board = Board::new(&puzzle);
    /// let placement = board.placements().next().expect("there are some");
    /// board.place(placement);
    /// board.undo();
    /// assert_eq!(board, Board::new(&puzzle));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn undo(&mut self) {
        let (cell, mark) = self.placed.pop().expect("no placement to undo");
        while self.trail.len() > mark {
            let (changed, before) = self.trail.pop().expect("longer than its mark");
            let legal = &mut self.legal[changed.index()];
            self.pairs += before.len() - legal.len();
            *legal = before;
        }
        self.digits[cell.index()] = None;
        self.empty += 1;
        for house in self.geometry.houses_of(cell) {
            self.free[house] += 1;
        }
    }

    /// Returns the digits as a grid.
    ///
    /// ```
    /// use quadrille_arena::Board;
    /// use quadrille_core::Puzzle;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// assert_eq!(&Board::new(&puzzle).grid(), puzzle.givens());
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.geometry.shape());
        for (cell, &digit) in self.geometry.cells().zip(&self.digits) {
            grid.set(cell, digit);
        }
        grid
    }
}
