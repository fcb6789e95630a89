//! Puzzles for the tests: some written out, some made, some from the data beside the checkout.

use std::ops::ControlFlow;
use std::path::Path;

use quadrille_core::solve::Solver;
use quadrille_core::{
    BoxShape, CancelFlag, Cell, Counters, Digit, Edges, Event, Grid, Limits, Meter, Observer,
    Outcome, Puzzle, Rng, Stop, Symmetry, WallClock,
};
use quadrille_lab::Configuration;
use quadrille_lab::source::{RandomNorvig, random_norvig};

/// A puzzle of Wikipedia's article on Sudoku.
pub(crate) const NEWSPAPER: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
/// R0's hard one; it has more than one solution.
pub(crate) const HARD1: &str =
    ".....6....59.....82....8....45........3........6..3.54...325..6..................";

pub(crate) fn shape(rows: usize, columns: usize) -> BoxShape {
    BoxShape::new(rows, columns).unwrap()
}

/// The puzzle with these cells (`.` or `0` = empty) and edges.
pub(crate) fn puzzle(shape: BoxShape, cells: &str, edges: &[(usize, usize)]) -> Puzzle {
    let digit = |symbol: u8| Digit::from_symbol(symbol).map_or(0, Digit::get);
    let digits: Vec<u8> = cells.bytes().map(digit).collect();
    let givens = Grid::from_digits(shape, &digits).expect("as many cells as the shape has");
    let edges = edges.iter().map(|&(a, b)| (Cell::new(a), Cell::new(b)));
    Puzzle::new(givens, Edges::new(shape, edges).unwrap()).unwrap()
}

pub(crate) fn nine(cells: &str) -> Puzzle {
    puzzle(BoxShape::NINE, cells, &[])
}

/// The puzzles of a file of `../shared/data` beside the checkout. Tests that need it are ignored
/// unless asked for: `cargo test -p quadrille-lab --test it -- --ignored`.
pub(crate) fn shared(name: &str) -> Vec<Puzzle> {
    shared_text(name).lines().filter(|line| !line.starts_with('#')).map(nine).collect()
}

pub(crate) fn shared_text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let text = std::fs::read_to_string(&path);
    text.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A puzzle with a solution, for shapes too large to search for one: a patterned grid under a
/// random symmetry, of which every cell stays with that chance in a hundred.
pub(crate) fn erased(shape: BoxShape, percent: usize, rng: &mut Rng) -> Puzzle {
    let side = shape.side();
    let shifted = |row: usize| row % shape.rows() * shape.columns() + row / shape.rows();
    let digit = |cell: usize| ((shifted(cell / side) + cell % side) % side + 1) as u8;
    let digits: Vec<u8> = (0..shape.cells()).map(digit).collect();
    let grid = Grid::from_digits(shape, &digits).unwrap();
    let mut grid = Symmetry::random(shape, rng).apply(&grid);
    for cell in grid.geometry().cells() {
        if rng.below(100) >= percent {
            grid.set(cell, None);
        }
    }
    grid.try_into().unwrap()
}

/// Runs a configuration, written as a user would, on a puzzle, with seed 1.
pub(crate) fn run(configuration: &str, puzzle: &Puzzle, budget: Limits) -> Outcome {
    Configuration::parse(configuration)
        .unwrap()
        .run(puzzle, 1, budget, &CancelFlag::new(), &WallClock::new(), None)
        .unwrap()
}

/// The values of a gauge, one list for each time that it was shown.
struct Gauge(&'static str, Vec<Vec<f64>>);

impl Observer for Gauge {
    fn event(&mut self, _: &Counters, event: Event<'_>) {
        match event {
            Event::Gauge { name, values } if name == self.0 => self.1.push(values.to_vec()),
            _ => {}
        }
    }
}

/// Runs a configuration and returns the values of a gauge.
pub(crate) fn lists(
    configuration: &str,
    puzzle: &Puzzle,
    seed: u64,
    nodes: u64,
    name: &'static str,
) -> (Outcome, Vec<Vec<f64>>) {
    let mut gauge = Gauge(name, Vec::new());
    let outcome = Configuration::parse(configuration)
        .unwrap()
        .run(
            puzzle,
            seed,
            Limits::nodes(nodes),
            &CancelFlag::new(),
            &WallClock::new(),
            Some(&mut gauge),
        )
        .unwrap();
    (outcome, gauge.1)
}

/// The values of a gauge that is one number.
pub(crate) fn gauge(
    configuration: &str,
    puzzle: &Puzzle,
    seed: u64,
    name: &'static str,
) -> (Outcome, Vec<f64>) {
    let (outcome, values) = lists(configuration, puzzle, seed, u64::MAX, name);
    (outcome, values.concat())
}

/// Runs a configuration on all puzzles, on all cores.
pub(crate) fn run_all(configuration: &str, puzzles: &[Puzzle], budget: Limits) -> Vec<Outcome> {
    let half = puzzles.len().div_ceil(2).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = puzzles
            .chunks(half)
            .map(|part| {
                scope.spawn(move || {
                    part.iter().map(|p| run(configuration, p, budget)).collect::<Vec<_>>()
                })
            })
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
    })
}

/// The first solutions that the oracle finds, at most `limit`.
pub(crate) fn oracle(puzzle: &Puzzle, limit: usize) -> Vec<Vec<u8>> {
    let mut meter = Meter::unlimited();
    let mut found = Vec::new();
    let _ = Solver::Naive.solve(puzzle, &mut meter, &mut |solution| {
        found.push(solution.grid().snapshot().to_vec());
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// A puzzle of that shape with random edges that one of its solutions satisfies.
pub(crate) fn with_edges(shape: BoxShape, rng: &mut Rng) -> Puzzle {
    let (plain, solution) = loop {
        let plain = random_norvig(shape, rng);
        if let Some(solution) = run("norvig", &plain, Limits::nodes(1_000_000)).solution {
            break (plain, solution.grid().snapshot());
        }
    };
    let side = shape.side();
    let pairs = plain.geometry().cells().flat_map(|cell| {
        let (row, column) = cell.row_column(side);
        let right = (column + 1 < side).then(|| (cell, Cell::new(cell.index() + 1)));
        let below = (row + 1 < side).then(|| (cell, Cell::new(cell.index() + side)));
        [right, below].into_iter().flatten()
    });
    let pairs: Vec<_> = pairs
        .filter(|(a, b)| solution[a.index()].abs_diff(solution[b.index()]) == 1)
        .filter(|_| rng.below(2) == 0)
        .collect();
    assert!(!pairs.is_empty());
    Puzzle::new(plain.givens().clone(), Edges::new(shape, pairs).unwrap()).unwrap()
}

/// A proper puzzle of that shape: a solved grid from which givens were taken while the solution
/// stayed the only one. For small shapes: the oracle counts.
pub(crate) fn proper(shape: BoxShape, rng: &mut Rng) -> Puzzle {
    let solution = loop {
        let plain = random_norvig(shape, rng);
        if let Some(solution) = run("norvig", &plain, Limits::nodes(1_000_000)).solution {
            break solution;
        }
    };
    let mut grid = solution.grid().clone();
    let mut cells: Vec<Cell> = grid.geometry().cells().collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let digit = grid.get(cell);
        grid.set(cell, None);
        if oracle(&grid.clone().try_into().unwrap(), 2).len() > 1 {
            grid.set(cell, digit);
        }
    }
    grid.try_into().unwrap()
}

/// Puzzles of our own that have a solution.
pub(crate) fn fresh(count: usize) -> Vec<Puzzle> {
    let source = RandomNorvig { shape: BoxShape::NINE, seed: 1 };
    let solvable = |p: &Puzzle| run("bits", p, Limits::NONE).stop == Stop::Solved;
    (0..).map(|index| source.get(index)).filter(solvable).take(count).collect()
}
