//! Candidate sets of a whole board under propagation, with undo: the state of the [`Bits`] solver.
//!
//! [`Bits`]: super::Bits
//!
//! One word a cell, bit `d - 1` for digit `d`. Four rules run to a fixed point, cheapest first:
//!
//! 1. a cell with one candidate takes it from its peers (naked single);
//! 2. the two ends of an edge keep only digits next to one of the other's;
//! 3. a digit with one place left in a house goes there (hidden single);
//! 4. a digit confined to the crossing of a box and a line leaves the rest of both (locked
//!    candidates).
//!
//! Rules 3 and 4 look only at houses in which something changed. Every removal is written to a
//! trail, so that a guess is undone without a copy of the board.

use crate::board::{BoxShape, Cell, Geometry, Puzzle};

/// Houses that have to be looked at again: up to 147 on the largest board.
#[derive(Clone, Default)]
struct Dirty([u64; 3]);

impl Dirty {
    fn insert(&mut self, house: usize) {
        self.0[house / 64] |= 1 << (house % 64);
    }

    fn pop(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(word * 64 + bit)
    }

    fn clear(&mut self) {
        self.0 = [0; 3];
    }
}

/// No digit is left for a cell, or no cell for a digit.
pub(super) struct Contradiction;

pub(super) struct Propagation {
    geometry: &'static Geometry,
    all: u64,
    cells: Vec<u64>,
    /// Removals so far: a cell and what it was before.
    trail: Vec<(Cell, u64)>,
    /// Cells that became single and have not told their peers.
    singles: Vec<Cell>,
    hidden: Dirty,
    locked: Dirty,
    /// Cells joined by edges; empty when there are no edges.
    joined: Vec<Vec<Cell>>,
    /// Cells whose edges have to be looked at again; only with edges.
    joints: Vec<Cell>,
}

impl Propagation {
    /// The board of a puzzle, not yet propagated.
    pub(super) fn new(puzzle: &Puzzle) -> Result<Self, Contradiction> {
        let geometry = puzzle.geometry();
        let all = (1_u64 << geometry.side()) - 1;
        let edges = puzzle.edges();
        let mut board = Self {
            geometry,
            all,
            cells: vec![all; puzzle.shape().cells()],
            trail: Vec::new(),
            singles: Vec::new(),
            hidden: Dirty::default(),
            locked: Dirty::default(),
            joined: if edges.is_empty() { Vec::new() } else { edges.by_cell(puzzle.shape()) },
            joints: Vec::new(),
        };
        for house in 0..geometry.house_count() {
            board.hidden.insert(house);
            board.locked.insert(house);
        }
        board.joints.extend(edges.pairs().iter().flat_map(|&(a, b)| [a, b]));
        for (cell, digit) in puzzle.givens().filled() {
            board.keep(cell, 1 << (digit.get() - 1))?;
        }
        Ok(board)
    }

    /// The cell with the fewest candidates above one, the first such in order; `None` when all
    /// cells are single.
    pub(super) fn fewest(&self) -> Option<Cell> {
        let mut best = (u32::MAX, 0);
        for (index, &mask) in self.cells.iter().enumerate() {
            let count = mask.count_ones();
            if count > 1 && count < best.0 {
                best = (count, index);
                if count == 2 {
                    break;
                }
            }
        }
        (best.0 != u32::MAX).then(|| Cell::new(best.1))
    }

    pub(super) fn mask(&self, cell: Cell) -> u64 {
        self.cells[cell.index()]
    }

    /// Row-major digits; only meaningful when every cell is single.
    pub(super) fn digits_into(&self, digits: &mut Vec<u8>) {
        digits.clear();
        digits.extend(self.cells.iter().map(|mask| mask.trailing_zeros() as u8 + 1));
    }

    /// Where the trail stands, for [`undo`](Self::undo).
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes everything back to a mark; pending work is dropped with it.
    pub(super) fn undo(&mut self, mark: usize) {
        for (cell, before) in self.trail.drain(mark..).rev() {
            self.cells[cell.index()] = before;
        }
        self.singles.clear();
        self.joints.clear();
        self.hidden.clear();
        self.locked.clear();
    }

    /// Leaves a cell only those candidates that are also in `mask`.
    #[inline]
    pub(super) fn keep(&mut self, cell: Cell, mask: u64) -> Result<(), Contradiction> {
        let before = self.cells[cell.index()];
        let after = before & mask;
        if after == before {
            return Ok(());
        }
        if after == 0 {
            return Err(Contradiction);
        }
        self.trail.push((cell, before));
        self.cells[cell.index()] = after;
        if after.is_power_of_two() {
            self.singles.push(cell);
        }
        for house in self.geometry.houses_of(cell) {
            self.hidden.insert(house);
            self.locked.insert(house);
        }
        if !self.joined.is_empty() {
            self.joints.push(cell);
        }
        Ok(())
    }

    /// Applies the rules until none finds anything.
    pub(super) fn propagate(&mut self) -> Result<(), Contradiction> {
        loop {
            if let Some(cell) = self.singles.pop() {
                self.naked_single(cell)?;
            } else if let Some(cell) = self.joints.pop() {
                self.edges_of(cell)?;
            } else if let Some(house) = self.hidden.pop() {
                self.hidden_singles(house)?;
            } else if let Some(house) = self.locked.pop() {
                self.locked_candidates(house)?;
            } else {
                return Ok(());
            }
        }
    }

    fn naked_single(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let others = !self.cells[cell.index()];
        for &peer in self.geometry.peers(cell) {
            self.keep(peer, others)?;
        }
        Ok(())
    }

    fn edges_of(&mut self, cell: Cell) -> Result<(), Contradiction> {
        let mask = self.cells[cell.index()];
        let near = (mask << 1 | mask >> 1) & self.all;
        for index in 0..self.joined[cell.index()].len() {
            self.keep(self.joined[cell.index()][index], near)?;
        }
        Ok(())
    }

    fn hidden_singles(&mut self, house: usize) -> Result<(), Contradiction> {
        let (mut once, mut twice, mut solved) = (0_u64, 0_u64, 0_u64);
        for cell in self.geometry.house(house) {
            let mask = self.cells[cell.index()];
            twice |= once & mask;
            once |= mask;
            if mask.is_power_of_two() {
                solved |= mask;
            }
        }
        if once != self.all {
            return Err(Contradiction);
        }
        let hidden = once & !twice & !solved;
        if hidden == 0 {
            return Ok(());
        }
        for &cell in self.geometry.house(house) {
            let mine = self.cells[cell.index()] & hidden;
            if mine != 0 {
                // Two digits with their last place in the same cell: one of them has none.
                if !mine.is_power_of_two() {
                    return Err(Contradiction);
                }
                self.keep(cell, mine)?;
            }
        }
        Ok(())
    }

    /// The intersections of this house with those that cross it: the rows and columns of a box,
    /// the boxes of a line. Each house lists its cells in order, so the `k`-th cell of a row lies
    /// in its box `k / columns`, the `k`-th of a box in its row `k / columns` and its column
    /// `k % columns`.
    fn locked_candidates(&mut self, house: usize) -> Result<(), Contradiction> {
        let (side, shape) = (self.geometry.side(), self.geometry.shape());
        let (rows, columns) = (shape.rows(), shape.columns());
        match house / side {
            0 => {
                let first = 2 * side + house / rows * rows;
                self.confined(house, rows, |k| k / columns, |i| first + i)
            }
            1 => {
                let first = 2 * side + (house - side) / columns;
                self.confined(house, columns, |k| k / rows, |i| first + i * rows)
            }
            _ => {
                let corner = self.geometry.house(house)[0];
                let (top, left) = corner.row_column(side);
                self.confined(house, rows, |k| k / columns, |i| top + i)?;
                self.confined(house, columns, |k| k % columns, |i| side + left + i)
            }
        }
    }

    /// Digits that this house has only in its intersection `i` leave the rest of `crossing(i)`;
    /// its `k`-th cell lies in intersection `part(k)` of `parts`.
    #[inline]
    fn confined(
        &mut self,
        house: usize,
        parts: usize,
        part: impl Fn(usize) -> usize,
        crossing: impl Fn(usize) -> usize,
    ) -> Result<(), Contradiction> {
        let mut digits = [0_u64; BoxShape::MAX_SIDE];
        for (k, cell) in self.geometry.house(house).iter().enumerate() {
            // A single has left its peers already.
            let mask = self.cells[cell.index()];
            if !mask.is_power_of_two() {
                digits[part(k)] |= mask;
            }
        }
        let (mut once, mut twice) = (0, 0);
        for &mask in &digits[..parts] {
            twice |= once & mask;
            once |= mask;
        }
        let kind = house / self.geometry.side();
        for (i, mask) in digits[..parts].iter().enumerate() {
            let confined = mask & !twice;
            if confined == 0 {
                continue;
            }
            for &cell in self.geometry.house(crossing(i)) {
                if self.cells[cell.index()] & confined != 0
                    && self.geometry.houses_of(cell)[kind] != house
                {
                    self.keep(cell, !confined)?;
                }
            }
        }
        Ok(())
    }
}
