//! Large boards: the generated ones of `lewis_16x16.txt` and `lewis_25x25.txt`, every fill.

use std::path::Path;

use quadrille_core::solve::{Solver, count};
use quadrille_core::{BoxShape, Digit, Grid, Meter, Puzzle, Rng, Stop};

use super::boards::random_puzzle;

fn first_solution(puzzle: &Puzzle, most: u64) -> u64 {
    let mut meter = Meter::with_nodes(most, Solver::Auto.node());
    let found = count(Solver::Auto, puzzle, 1, &mut meter);
    // Every solution handed out has passed the validator.
    assert_eq!((found.count, found.stop), (1, Stop::Solved), "{puzzle}");
    meter.counters[Solver::Auto.node()]
}

#[test]
#[ignore = "needs ../shared/data"]
fn large_boards_of_the_collection_are_solved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/large");
    for (name, most) in [("lewis_16x16.txt", 2_000), ("lewis_25x25.txt", 30_000)] {
        let text = std::fs::read_to_string(folder.join(name)).expect("the shared data is there");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let cells = line.split(' ').next().expect("a first piece");
            let digit = |byte| Digit::from_symbol(byte).map_or(0, Digit::get);
            let digits: Vec<u8> = cells.bytes().map(digit).collect();
            let shape = BoxShape::of_cells(digits.len()).expect("a board");
            let grid = Grid::from_digits(shape, &digits).expect("its digits");
            first_solution(&grid.try_into().expect("no conflict"), most);
        }
    }
}

#[test]
fn loose_and_tight_large_boards_are_solved() {
    let mut rng = Rng::from_seed(41);
    for (side, percent) in [(16, 0), (16, 35), (20, 40), (24, 60), (25, 20), (25, 40), (30, 60)] {
        let shape = BoxShape::of_side(side).expect("a side of boards");
        for edges in [0, 5] {
            let puzzle = random_puzzle(shape, shape.cells() * percent / 100, edges, &mut rng);
            first_solution(&puzzle, 50_000);
        }
    }
}
