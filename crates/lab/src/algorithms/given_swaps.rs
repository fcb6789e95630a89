//! Filled boards as R2 searched them: boxes are completed in order, and swaps move the givens.
//!
//! R2 meant to swap the free cells. The set of cells that a move may touch was inverted.

use quadrille_core::{Cell, Geometry, Puzzle, Snapshot, Stop};

use crate::board::fill_ascending;
use crate::registry::without_edges;

/// Which swaps make a neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branching {
    /// One swap in a box.
    Single,
    /// Also one swap in each box of a band, a stack or a diagonal of boxes.
    Super,
}

/// A filled board with the counts of digits in rows and columns.
pub(super) struct Filled {
    geometry: &'static Geometry,
    pub(super) digits: Snapshot,
    /// Lines, then digits: rows first, then columns.
    counts: Vec<u16>,
    givens: Vec<Cell>,
    /// By box: the pairs of its givens.
    swaps: Vec<Vec<(Cell, Cell)>>,
    /// Boxes that change together.
    groups: Vec<Vec<usize>>,
}

impl Filled {
    pub(super) fn new(puzzle: &Puzzle, branching: Branching) -> Self {
        let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
        let mut digits = puzzle.givens().snapshot();
        fill_ascending(&mut digits, geometry);
        let pairs = |house: &[Cell]| {
            let given = |cell: &&Cell| puzzle.givens().get(**cell).is_some();
            let cells: Vec<Cell> = house.iter().filter(given).copied().collect();
            let pairs = cells.iter().enumerate();
            pairs.flat_map(|(i, &a)| cells[i + 1..].iter().map(move |&b| (a, b))).collect()
        };
        let swaps = geometry.houses().skip(2 * side).map(pairs).collect();
        let mut groups: Vec<Vec<usize>> = (0..side).map(|number| vec![number]).collect();
        if branching == Branching::Super {
            groups.extend(box_groups(puzzle));
        }
        let givens = puzzle.givens().filled().map(|(cell, _)| cell).collect();
        let mut board = Self { geometry, digits, counts: Vec::new(), givens, swaps, groups };
        board.count();
        board
    }

    /// Replaces the digits.
    pub(super) fn set(&mut self, digits: &[u8]) {
        self.digits.copy_from_slice(digits);
        self.count();
    }

    fn count(&mut self) {
        let width = self.geometry.side() + 1;
        self.counts = vec![0; 2 * self.geometry.side() * width];
        for cell in self.geometry.cells() {
            for line in &self.geometry.houses_of(cell)[..2] {
                self.counts[line * width + usize::from(self.digits[cell.index()])] += 1;
            }
        }
    }

    pub(super) fn swap(&mut self, (a, b): (Cell, Cell)) {
        let width = self.geometry.side() + 1;
        let (x, y) = (self.digits[a.index()], self.digits[b.index()]);
        for (cell, gone, come) in [(a, x, y), (b, y, x)] {
            for line in &self.geometry.houses_of(cell)[..2] {
                self.counts[line * width + usize::from(gone)] -= 1;
                self.counts[line * width + usize::from(come)] += 1;
            }
        }
        self.digits.swap(a.index(), b.index());
    }

    /// Returns the number of conflicts of givens with any cell in their rows and columns.
    pub(super) fn conflicts_of_givens(&self) -> u32 {
        let width = self.geometry.side() + 1;
        let of_cell = |cell: &Cell| -> u32 {
            let digit = usize::from(self.digits[cell.index()]);
            let lines = &self.geometry.houses_of(*cell)[..2];
            lines.iter().map(|line| u32::from(self.counts[line * width + digit]) - 1).sum()
        };
        self.givens.iter().map(of_cell).sum()
    }

    /// Returns the number of conflicts in rows and columns, each counted from both of its cells.
    pub(super) fn conflicts(&self) -> u32 {
        self.counts.iter().map(|&count| u32::from(count) * u32::from(count.max(1) - 1)).sum()
    }

    /// Shows every neighbor: makes its swaps, calls `see` with the board and them, and undoes them.
    ///
    /// # Errors
    /// Those of `see`, after which the board is the neighbor.
    pub(super) fn neighbors(
        &mut self,
        see: &mut impl FnMut(&Self, &[(Cell, Cell)]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut made = Vec::new();
        for group in 0..self.groups.len() {
            self.combine(group, &mut made, see)?;
        }
        Ok(())
    }

    /// Makes one swap in each of the boxes of a group that are not yet changed.
    fn combine(
        &mut self,
        group: usize,
        made: &mut Vec<(Cell, Cell)>,
        see: &mut impl FnMut(&Self, &[(Cell, Cell)]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let Some(&number) = self.groups[group].get(made.len()) else { return see(self, made) };
        for index in 0..self.swaps[number].len() {
            let swap = self.swaps[number][index];
            self.swap(swap);
            made.push(swap);
            self.combine(group, made, see)?;
            made.pop();
            self.swap(swap);
        }
        Ok(())
    }
}

/// Supports boards up to 9x9, the size of R2's, without edges. Larger ones have far too many combined
/// swaps.
pub(super) fn up_to_nine(puzzle: &Puzzle) -> bool {
    without_edges(puzzle) && puzzle.shape().side() <= 9
}

/// Returns the numbers of the boxes of every band, stack and, if there are as many bands as stacks,
/// diagonal of more than one box.
pub(super) fn box_groups(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let shape = puzzle.shape();
    let (bands, stacks) = (shape.columns(), shape.rows());
    let mut groups: Vec<Vec<usize>> = Vec::new();
    groups.extend((0..bands).map(|band| (0..stacks).map(|s| band * stacks + s).collect()));
    groups.extend((0..stacks).map(|stack| (0..bands).map(|b| b * stacks + stack).collect()));
    if bands == stacks {
        groups.push((0..bands).map(|i| i * stacks + i).collect());
        groups.push((0..bands).map(|i| i * stacks + (stacks - 1 - i)).collect());
    }
    groups.retain(|group| group.len() > 1);
    groups
}
