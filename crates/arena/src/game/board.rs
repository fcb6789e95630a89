//! The board of a game: digits, and what is legal in every cell, kept up to date by placements and
//! their undoing.

use std::sync::Arc;

use quadrille_engine::{Candidate, CandidateSet, Cell, Digit, DigitSet, Geometry, Grid, Puzzle};

/// A board on which digits are placed and taken back in reverse order.
///
/// Legal digits are held per cell, since every user asks for them far more often than a placement
/// changes them; a placement touches its peers once, and the trail says what it took from whom.
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
    /// Cells that a placement changed, with what was legal there before.
    trail: Vec<(Cell, DigitSet)>,
    /// The placements, with the length of the trail before each.
    placed: Vec<(Cell, usize)>,
}

impl PartialEq for Board {
    /// Equal positions; how they came about does not matter.
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
    /// The board with the givens and edges of a puzzle.
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

    /// The board's geometry.
    #[inline]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// What a cell holds.
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Digit> {
        self.digits[cell.index()]
    }

    /// What the cells hold, in order.
    #[inline]
    pub fn digits(&self) -> &[Option<Digit>] {
        &self.digits
    }

    /// The digits that may go into a cell: none where it is filled.
    #[inline]
    pub fn legal(&self, cell: Cell) -> DigitSet {
        self.legal[cell.index()]
    }

    /// The same for all cells, in order.
    #[inline]
    pub fn legal_by_cell(&self) -> &[DigitSet] {
        &self.legal
    }

    /// Whether the digit may go into the cell; false for cells off the board.
    pub fn is_legal(&self, candidate: Candidate) -> bool {
        let Candidate { cell, digit } = candidate;
        self.legal.get(cell.index()).is_some_and(|legal| legal.contains(digit))
    }

    /// All legal placements, by cell, digits ascending.
    pub fn placements(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.geometry
            .cells()
            .zip(&self.legal)
            .flat_map(|(cell, legal)| legal.iter().map(move |digit| Candidate { cell, digit }))
    }

    /// How many legal placements there are.
    #[inline]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// Empty cells, dead ones included.
    #[inline]
    pub fn empty(&self) -> usize {
        self.empty
    }

    /// Empty cells of a house.
    #[inline]
    pub fn free(&self, house: usize) -> usize {
        usize::from(self.free[house])
    }

    /// The cells joined to a cell by an edge.
    #[inline]
    pub fn joined(&self, cell: Cell) -> &[Cell] {
        &self.joined[cell.index()]
    }

    /// How many houses a placement in this empty cell completes.
    #[inline]
    pub fn completes(&self, cell: Cell) -> u32 {
        self.geometry
            .houses_of(cell)
            .into_iter()
            .map(|house| u32::from(self.free[house] == 1))
            .sum()
    }

    /// What would be legal in `other` after a legal placement elsewhere.
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

    /// How many legal placements there would be after this legal one.
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

    /// Places a digit and says how many houses that completed.
    ///
    /// # Panics
    /// When the placement is not legal.
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

    /// Takes the last placement back.
    ///
    /// # Panics
    /// When there is none.
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

    /// The digits as a grid.
    pub fn grid(&self) -> Grid {
        let mut grid = Grid::empty(self.geometry.shape());
        for (cell, &digit) in self.geometry.cells().zip(&self.digits) {
            grid.set(cell, digit);
        }
        grid
    }
}
