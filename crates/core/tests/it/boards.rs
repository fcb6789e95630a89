//! Boards that several tests need.

use quadrille_core::{BoxShape, Cell, Digit, Edges, Grid, Puzzle, Rng, Symmetry};

/// A puzzle from a line of symbols.
pub(crate) fn puzzle(line: &str) -> Puzzle {
    grid(line).try_into().expect("a test puzzle has no conflict")
}

/// A grid from a line of symbols.
pub(crate) fn grid(line: &str) -> Grid {
    let shape = BoxShape::of_cells(line.len()).expect("a board's length");
    let digit = |byte| Digit::from_symbol(byte).map_or(0, Digit::get);
    Grid::from_digits(shape, &line.bytes().map(digit).collect::<Vec<_>>()).expect("board digits")
}

/// A random puzzle: some cells of a random solved board, and edges where its digits allow them.
/// Some are proper, most have many solutions.
pub(crate) fn random_puzzle(shape: BoxShape, givens: usize, edges: usize, rng: &mut Rng) -> Puzzle {
    let solved = random_solution(shape, rng);
    let side = shape.side();
    let mut cells: Vec<Cell> = solved.geometry().cells().collect();
    rng.shuffle(&mut cells);
    let mut grid = Grid::empty(shape);
    for &cell in &cells[..givens.min(cells.len())] {
        grid.set(cell, solved.get(cell));
    }
    let right = |a: Cell| (a.index() % side + 1 < side).then(|| (a, Cell::new(a.index() + 1)));
    let below =
        |a: Cell| (a.index() + side < shape.cells()).then(|| (a, Cell::new(a.index() + side)));
    let value = |cell| solved.get(cell).map_or(0, Digit::get);
    let mut joints: Vec<(Cell, Cell)> = cells
        .iter()
        .flat_map(|&cell| [right(cell), below(cell)])
        .flatten()
        .filter(|&(a, b)| value(a).abs_diff(value(b)) == 1)
        .collect();
    joints.truncate(edges);
    Puzzle::new(grid, Edges::new(shape, joints).expect("neighbors")).expect("from one solution")
}

/// A solved board: the cyclic one of its shape under a random symmetry.
pub(crate) fn random_solution(shape: BoxShape, rng: &mut Rng) -> Grid {
    let (side, rows, columns) = (shape.side(), shape.rows(), shape.columns());
    let cyclic = |row: usize, column: usize| (row % rows * columns + row / rows + column) % side;
    let digits: Vec<u8> = (0..side * side).map(|i| cyclic(i / side, i % side) as u8 + 1).collect();
    let solved = Grid::from_digits(shape, &digits).expect("digits of the board");
    loop {
        let symmetry = Symmetry::random(shape, rng);
        if symmetry.image_shape() == shape {
            return symmetry.apply(&solved);
        }
    }
}
