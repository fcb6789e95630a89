//! Complete boards of which every row, or every box, holds every digit: what the populations share.

use quadrille_core::{Cell, Geometry, Puzzle, Rng, Snapshot, Stop};

use crate::board::{Start, lacking, missing, violated};

/// The houses in which all boards hold every digit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Rows,
    Boxes,
}

/// The boards that fill the free cells of a puzzle with what their row or box lacks.
pub(super) struct Permutations {
    geometry: &'static Geometry,
    kept: Kept,
    /// Digits of the fixed cells, 0 elsewhere.
    fixed: Box<[u8]>,
    /// The free cells of every kept house that has any, and the digits that it lacks.
    houses: Vec<(Vec<Cell>, Vec<u8>)>,
    edges: Box<[(Cell, Cell)]>,
}

impl Permutations {
    pub(super) fn new(puzzle: &Puzzle, start: Start, kept: Kept) -> Result<Self, Stop> {
        let (geometry, side) = (puzzle.geometry(), puzzle.shape().side());
        let fixed = start.fixed(puzzle)?;
        let of_house = |own: &[Cell]| -> (Vec<Cell>, Vec<u8>) {
            let free = own.iter().filter(|cell| fixed[cell.index()] == 0).copied().collect();
            (free, lacking(&fixed, own).collect())
        };
        let skipped = if kept == Kept::Rows { 0 } else { 2 * side };
        let houses = geometry.houses().skip(skipped).take(side).map(of_house);
        let houses = houses.filter(|(cells, _)| !cells.is_empty()).collect();
        Ok(Self { geometry, kept, fixed, houses, edges: puzzle.edges().pairs().into() })
    }

    /// Returns a board with only the fixed cells.
    pub(super) fn blank(&self) -> Snapshot {
        self.fixed.clone()
    }

    pub(super) fn is_free(&self, cell: Cell) -> bool {
        self.fixed[cell.index()] == 0
    }

    /// Returns the free cells of every kept house that has any.
    pub(super) fn houses(&self) -> impl Iterator<Item = &[Cell]> {
        self.houses.iter().map(|(cells, _)| &cells[..])
    }

    /// Returns whether there is only one board.
    pub(super) fn is_rigid(&self) -> bool {
        self.houses().all(|cells| cells.len() < 2)
    }

    /// Fills the free cells at random.
    pub(super) fn fill(&mut self, board: &mut [u8], rng: &mut Rng) {
        board.copy_from_slice(&self.fixed);
        (0..self.houses.len()).for_each(|house| self.fill_house(house, board, rng));
    }

    /// Fills the free cells of one of the [`houses`](Self::houses) at random.
    pub(super) fn fill_house(&mut self, house: usize, board: &mut [u8], rng: &mut Rng) {
        let (cells, missing) = &mut self.houses[house];
        rng.shuffle(missing);
        for (cell, &digit) in cells.iter().zip(&*missing) {
            board[cell.index()] = digit;
        }
    }

    /// Takes every kept house from one of two boards, then swaps cells in some of them.
    pub(super) fn cross(
        &self,
        parents: [&[u8]; 2],
        mutation: f64,
        child: &mut [u8],
        rng: &mut Rng,
    ) {
        child.copy_from_slice(parents[0]);
        for cells in self.houses() {
            let bits = rng.bits();
            if bits >> 63 != 0 {
                for cell in cells {
                    child[cell.index()] = parents[1][cell.index()];
                }
            }
            if cells.len() > 1 && rng.fraction() < mutation {
                swap_two(cells, child, rng);
            }
        }
    }

    /// Returns the digits missing in the houses that are not kept, plus violated edges.
    pub(super) fn cost(&self, board: &[u8]) -> u32 {
        self.other_houses().map(|house| missing(board, house)).sum::<u32>() + self.violated(board)
    }

    /// Returns the number of edges of the puzzle whose digits are not consecutive.
    pub(super) fn violated(&self, board: &[u8]) -> u32 {
        violated(board, &self.edges)
    }

    /// Returns the houses that are not kept, in the order of the geometry.
    pub(super) fn other_houses(&self) -> impl Iterator<Item = &'static [Cell]> + use<> {
        let skipped = if self.kept == Kept::Rows { self.geometry.side() } else { 0 };
        self.geometry.houses().skip(skipped).take(2 * self.geometry.side())
    }
}

/// Swaps the digits of two different cells of at least two.
pub(super) fn swap_two(cells: &[Cell], board: &mut [u8], rng: &mut Rng) {
    let first = rng.below(cells.len());
    let second = (first + 1 + rng.below(cells.len() - 1)) % cells.len();
    board.swap(cells[first].index(), cells[second].index());
}
