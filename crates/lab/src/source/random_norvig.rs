//! The puzzles of Norvig's `random_puzzle(17)`, on which R0 measured its algorithms.

use quadrille_core::{BoxShape, Cell, Digit, DigitSet, Grid, Puzzle, Rng};

use crate::board::CandidateGrid;

/// Returns a puzzle as Norvig's `random_puzzle` makes it: digits drawn from what propagation leaves
/// are assigned to cells in random order until enough cells are known; a contradiction restarts it.
/// The known cells are the givens. About one in a thousand has no solution, and few have only one.
///
/// On 9x9, enough means 17 cells with 8 different digits; on other boards the same share of the
/// cells, and all digits but one.
///
/// ```
/// use quadrille_core::{BoxShape, Rng};
/// use quadrille_lab::source::random_norvig;
///
/// let puzzle = random_norvig(BoxShape::NINE, &mut Rng::from_seed(1));
/// assert!(puzzle.givens().filled().count() >= 17);
/// ```
pub fn random_norvig(shape: BoxShape, rng: &mut Rng) -> Puzzle {
    let blank = Puzzle::try_from(Grid::empty(shape)).expect("an empty grid has no conflict");
    let mut grid = CandidateGrid::new(&blank);
    let begin = grid.mark();
    let mut cells: Vec<Cell> = blank.geometry().cells().collect();
    loop {
        cells.sort_unstable();
        rng.shuffle(&mut cells);
        if try_once(shape, &mut grid, &cells, rng) {
            let givens = Grid::from_digits(shape, &grid.snapshot()).expect("digits of the board");
            return Puzzle::try_from(givens).expect("propagation left no conflict");
        }
        grid.undo_to(begin);
    }
}

fn try_once(shape: BoxShape, grid: &mut CandidateGrid, cells: &[Cell], rng: &mut Rng) -> bool {
    let enough_cells = (17 * shape.cells()).div_ceil(81);
    let enough_digits = shape.side() - 1;
    for &cell in cells {
        let digits: Vec<Digit> = grid.get(cell).iter().collect();
        let &digit = rng.pick(&digits).expect("propagation leaves every cell a candidate");
        if !grid.try_assign(cell, digit) {
            return false;
        }
        let known = || grid.sets().iter().filter_map(|set| set.single());
        if known().count() >= enough_cells && known().collect::<DigitSet>().len() >= enough_digits {
            return true;
        }
    }
    // A full board has all digits, so the loop has returned.
    unreachable!("every digit is on a full board")
}

/// The source `random-norvig`: puzzles by index under a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomNorvig {
    /// The box shape.
    pub shape: BoxShape,
    /// The seed.
    pub seed: u64,
}

impl RandomNorvig {
    /// Returns one puzzle, which does not depend on which others are asked for.
    ///
    /// ```
    /// use quadrille_core::BoxShape;
    /// use quadrille_lab::source::RandomNorvig;
    ///
    /// let source = RandomNorvig { shape: BoxShape::NINE, seed: 1 };
    /// assert_eq!(source.get(3), source.get(3));
    /// ```
    pub fn get(self, index: u64) -> Puzzle {
        let mut rng = Rng::derive(self.seed, &["random-norvig", &index.to_string()]);
        random_norvig(self.shape, &mut rng)
    }
}
