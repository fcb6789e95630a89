//! Candidate sets that propagate naked and hidden singles, as in Peter Norvig's "Solving Every
//! Sudoku Puzzle" (2006), plus consecutive edges.
//!
//! His two functions call each other: `assign` eliminates all other digits of a cell; `eliminate`
//! removes one digit, then eliminates it from the peers if the cell is left with a single, then
//! assigns digits that have one place left in a house. The number of assignments depends on the
//! order, and reports published such counts, so the order here is his (peers ascending; column,
//! row, box). Calls are frames on an explicit stack: with side 49 they are thousands deep.

use quadrille_core::{Cell, Counter, Digit, DigitSet, Geometry, Puzzle, Snapshot, Stop};

/// A state to which a [`CandidateGrid`] can return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(usize);

/// The candidates of every cell under propagation, with undo.
pub struct CandidateGrid {
    geometry: &'static Geometry,
    side: usize,
    sets: Box<[DigitSet]>,
    /// For each house: in how many of its cells each digit is a candidate.
    places: Box<[u8]>,
    /// The cells joined to each cell by edges; empty if the puzzle has no edges.
    joined: Vec<Vec<Cell>>,
    /// Every candidate removed, in order.
    trail: Vec<(Cell, Digit)>,
    /// The calls in progress.
    frames: Vec<Frame>,
}

/// A suspended call of one of Norvig's functions.
#[derive(Clone, Copy, Debug)]
enum Frame {
    /// `assign`: these remain to be eliminated.
    Assign { cell: Cell, others: DigitSet },
    /// `eliminate`: the digit is removed; the peers from this one on must lose the cell's single.
    Peers { cell: Cell, gone: Digit, single: Digit, next: u16 },
    /// `eliminate`: the houses from this one on must be checked, then the edges.
    Houses { cell: Cell, gone: Digit, next: u8 },
    /// Neighbors along edges must lose what this cell's set no longer supports.
    Edges { cell: Cell, next: u8 },
}

impl CandidateGrid {
    /// Creates a grid with all digits in all cells. It knows the edges of the puzzle, but its
    /// givens are not assigned yet.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_lab::board::CandidateGrid;
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let grid = CandidateGrid::new(&puzzle);
    /// assert_eq!(grid.get(Cell::new(0)).len(), 4); // the given is not assigned yet
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn new(puzzle: &Puzzle) -> Self {
        let (geometry, shape) = (puzzle.geometry(), puzzle.shape());
        let (side, cells) = (shape.side(), shape.cells());
        Self {
            geometry,
            side,
            sets: vec![DigitSet::all(side); cells].into(),
            places: vec![side as u8; 3 * side * side].into(),
            joined: puzzle.edges().by_cell(puzzle.shape()),
            trail: Vec::with_capacity(cells * side),
            frames: Vec::with_capacity(cells),
        }
    }

    /// Creates a grid in which the givens are assigned and propagated, or returns `None` on a
    /// contradiction.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_lab::board::CandidateGrid;
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let grid = CandidateGrid::propagated(&puzzle).expect("it has a solution");
    /// assert_eq!(grid.most_constrained(), None); // propagation solves it
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn propagated(puzzle: &Puzzle) -> Option<Self> {
        let mut grid = Self::new(puzzle);
        (grid.assign_givens(puzzle, |_| Ok(())) == Ok(true)).then_some(grid)
    }

    /// Assigns all givens in cell order and propagates each. Returns `false` on a contradiction.
    ///
    /// # Errors
    /// Returns the error of `tally`, which is called as in [`assign`](Self::assign).
    pub fn assign_givens(
        &mut self,
        puzzle: &Puzzle,
        mut tally: impl FnMut(Counter) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        // Edges alone rule out nothing: in a full set every digit has a neighbor.
        for (cell, digit) in puzzle.givens().filled() {
            tally(Counter::AssignGiven)?;
            if !self.assign(cell, digit, &mut tally)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Assigns a digit to a cell and propagates the consequences. Returns `false` on a
    /// contradiction: the digit is not a candidate, a cell has no candidate left, or a house no
    /// place for a digit. The sets are useless then until they are undone.
    ///
    /// # Errors
    /// Returns the error of `tally`, which is called with [`Counter::AssignHidden`] before each
    /// digit is assigned that has one place left in a house.
    pub fn assign(
        &mut self,
        cell: Cell,
        digit: Digit,
        tally: impl FnMut(Counter) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        self.frames.clear();
        let others = self.sets[cell.index()] - DigitSet::only(digit);
        self.frames.push(Frame::Assign { cell, others });
        self.propagate(tally)
    }

    /// Assigns a digit as [`assign`](Self::assign) does, without counting.
    ///
    /// ```
    /// use quadrille_core::{Cell, Digit, Puzzle};
    /// use quadrille_lab::board::CandidateGrid;
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let mut grid = CandidateGrid::propagated(&puzzle).expect("it has a solution");
    /// let three = Digit::new(3).expect("3 is a digit");
    /// assert!(!grid.try_assign(Cell::new(15), three)); // the given is 1
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    #[must_use]
    pub fn try_assign(&mut self, cell: Cell, digit: Digit) -> bool {
        self.assign(cell, digit, |_| Ok(())) == Ok(true)
    }

    fn propagate(
        &mut self,
        mut tally: impl FnMut(Counter) -> Result<(), Stop>,
    ) -> Result<bool, Stop> {
        while let Some(frame) = self.frames.last_mut() {
            match frame {
                Frame::Assign { cell, others } => {
                    let Some(digit) = others.first() else {
                        self.frames.pop();
                        continue;
                    };
                    *others -= DigitSet::only(digit);
                    let cell = *cell;
                    // An earlier consequence may have removed it.
                    if !self.eliminate(cell, digit) {
                        return Ok(false);
                    }
                }
                Frame::Peers { cell, gone, single, next } => {
                    let (cell, gone, single) = (*cell, *gone, *single);
                    let rest = &self.geometry.peers(cell)[usize::from(*next)..];
                    match rest.iter().position(|peer| self.sets[peer.index()].contains(single)) {
                        Some(skipped) => {
                            *next += skipped as u16 + 1;
                            if !self.eliminate(rest[skipped], single) {
                                return Ok(false);
                            }
                        }
                        None => *frame = Frame::Houses { cell, gone, next: 0 },
                    }
                }
                Frame::Houses { cell, gone, next } => {
                    let (cell, gone) = (*cell, *gone);
                    let [row, column, own_box] = self.geometry.houses_of(cell);
                    let house = match *next {
                        0 => column,
                        1 => row,
                        2 => own_box,
                        _ if self.joined.is_empty() => {
                            self.frames.pop();
                            continue;
                        }
                        _ => {
                            *frame = Frame::Edges { cell, next: 0 };
                            continue;
                        }
                    };
                    *next += 1;
                    match self.places[house * self.side + usize::from(gone.get()) - 1] {
                        0 => return Ok(false),
                        1 => {
                            let cells = self.geometry.house(house);
                            let place = cells.iter().find(|c| self.sets[c.index()].contains(gone));
                            let place = *place.expect("a digit counted once is somewhere");
                            tally(Counter::AssignHidden)?;
                            let others = self.sets[place.index()] - DigitSet::only(gone);
                            if !others.is_empty() {
                                self.frames.push(Frame::Assign { cell: place, others });
                            }
                        }
                        _ => {}
                    }
                }
                Frame::Edges { cell, next } => {
                    let Some(&other) = self.joined[cell.index()].get(usize::from(*next)) else {
                        self.frames.pop();
                        continue;
                    };
                    *next += 1;
                    let near = self.sets[cell.index()].neighbors(self.side);
                    let unsupported = self.sets[other.index()] - near;
                    if !unsupported.is_empty() {
                        self.frames.push(Frame::Assign { cell: other, others: unsupported });
                    }
                }
            }
        }
        Ok(true)
    }

    /// Removes a candidate and schedules the consequences; returns `false` if the cell has none
    /// left.
    fn eliminate(&mut self, cell: Cell, digit: Digit) -> bool {
        let set = &mut self.sets[cell.index()];
        if !set.contains(digit) {
            return true;
        }
        *set -= DigitSet::only(digit);
        let left = *set;
        for house in self.geometry.houses_of(cell) {
            self.places[house * self.side + usize::from(digit.get()) - 1] -= 1;
        }
        self.trail.push((cell, digit));
        if left.is_empty() {
            return false;
        }
        self.frames.push(match left.single() {
            Some(single) => Frame::Peers { cell, gone: digit, single, next: 0 },
            None => Frame::Houses { cell, gone: digit, next: 0 },
        });
        true
    }

    /// Returns a mark of the present state.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Undoes everything since the mark.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_lab::board::CandidateGrid;
    ///
    /// let puzzle: Puzzle = "1...............".parse()?;
    /// let mut grid = CandidateGrid::propagated(&puzzle).expect("it has a solution");
    /// let (mark, before) = (grid.mark(), grid.sets().to_vec());
    /// let cell = grid.most_constrained().expect("it is not solved");
    /// let digit = grid.get(cell).first().expect("every cell has candidates");
    /// assert!(grid.try_assign(cell, digit));
    /// grid.undo_to(mark);
    /// assert_eq!(grid.sets(), before);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn undo_to(&mut self, mark: Mark) {
        for (cell, digit) in self.trail.drain(mark.0..) {
            self.sets[cell.index()] |= DigitSet::only(digit);
            for house in self.geometry.houses_of(cell) {
                self.places[house * self.side + usize::from(digit.get()) - 1] += 1;
            }
        }
    }

    /// Returns the candidates of a cell.
    #[inline]
    pub fn get(&self, cell: Cell) -> DigitSet {
        self.sets[cell.index()]
    }

    /// Returns the candidates of all cells.
    #[inline]
    pub fn sets(&self) -> &[DigitSet] {
        &self.sets
    }

    /// Returns the undecided cell with the fewest candidates, the first of equals, or `None` if
    /// every cell is decided.
    ///
    /// ```
    /// use quadrille_core::{Cell, Puzzle};
    /// use quadrille_lab::board::CandidateGrid;
    ///
    /// let puzzle: Puzzle = "12..............".parse()?;
    /// let grid = CandidateGrid::propagated(&puzzle).expect("it has a solution");
    /// assert_eq!(grid.most_constrained(), Some(Cell::new(2))); // 3 or 4
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn most_constrained(&self) -> Option<Cell> {
        let mut best = (usize::MAX, 0);
        for (index, set) in self.sets.iter().enumerate() {
            let len = set.len();
            if len > 1 && len < best.0 {
                best = (len, index);
                if len == 2 {
                    break;
                }
            }
        }
        (best.0 < usize::MAX).then(|| Cell::new(best.1))
    }

    /// Returns the digits of the decided cells, row-major, 0 = undecided.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_lab::board::CandidateGrid;
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let grid = CandidateGrid::propagated(&puzzle).expect("it has a solution");
    /// assert_eq!(&*grid.snapshot(), [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        self.sets.iter().map(|set| set.single().map_or(0, Digit::get)).collect()
    }
}
