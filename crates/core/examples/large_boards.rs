//! Measures a solver on seeded large boards, by processor time:
//! `cargo run --release --example large_boards -- 25 45 1000 1`.
//!
//! Arguments: the side, the percentage of givens, the number of boards, the seed, and optionally
//! the solver. Each board is a pattern under a random symmetry, as in Lewis's generator, of which
//! random cells are left. The time is that of the first solution.
//!
//! `thin SIDE PERCENT COUNT SEED` prints boards whose givens are removed in random order while the
//! solution stays unique, and `file FILE LIMIT [SOLVER]` measures the boards of a file, up to
//! that many solutions: with 2, it includes the proof of uniqueness.

use std::error::Error;

use quadrille_core::solve::{self, Solver};
use quadrille_core::{
    BoxShape, CandidateSet, Cell, Clock as _, Counter, Digit, DigitSet, Edges, Grid, Meter, Puzzle,
    Rng, Symmetry, WallClock,
};

fn solved_grid(shape: BoxShape, rng: &mut Rng) -> Grid {
    let side = shape.side();
    let mut grid = Grid::empty(shape);
    for cell in (0..shape.cells()).map(Cell::new) {
        let (row, column) = cell.row_column(side);
        // The rows of a box are shifted by its columns, bands by one more.
        let shift = row % shape.rows() * shape.columns() + row / shape.rows();
        grid.set(cell, Digit::new(((column + shift) % side) as u8 + 1));
    }
    loop {
        let symmetry = Symmetry::random(shape, rng);
        // Transposing upright boxes would change the shape.
        if symmetry.image_shape() == shape {
            return symmetry.apply(&grid);
        }
    }
}

/// Returns the board without random givens, of which that many are left.
fn emptied(mut grid: Grid, left: usize, rng: &mut Rng) -> Result<Puzzle, Box<dyn Error>> {
    let mut cells: Vec<Cell> = (0..grid.shape().cells()).map(Cell::new).collect();
    rng.shuffle(&mut cells);
    for &cell in &cells[..cells.len() - left] {
        grid.set(cell, None);
    }
    Ok(Puzzle::try_from(grid)?)
}

/// Removes givens in random order while the solution stays unique, until that many are left.
fn thinned(full: Grid, left: usize, rng: &mut Rng) -> Result<Puzzle, Box<dyn Error>> {
    let shape = full.shape();
    let mut marks = CandidateSet::of(&Puzzle::try_from(full)?);
    let mut cells: Vec<Cell> = (0..shape.cells()).map(Cell::new).collect();
    rng.shuffle(&mut cells);
    let mut givens = shape.cells();
    for &cell in &cells {
        if givens == left {
            break;
        }
        let (given, all) = (marks.get(cell), DigitSet::all(shape.side()));
        // A second solution would have another digit here.
        marks.set(cell, all - given);
        let others = Puzzle::from_marks(marks.clone(), Edges::none())?;
        let unique = solve::count(Solver::Auto, &others, 1, &mut Meter::unlimited()).count == 0;
        marks.set(cell, if unique { all } else { given });
        givens -= usize::from(unique);
    }
    Ok(Puzzle::from_marks(marks, Edges::none())?)
}

type Make = fn(Grid, usize, &mut Rng) -> Result<Puzzle, Box<dyn Error>>;

/// Makes a seeded board from a full one.
fn board(args: &[String; 3], index: u64, make: Make) -> Result<Puzzle, Box<dyn Error>> {
    let [side, percent, seed] = args;
    let shape = BoxShape::of_side(side.parse()?).ok_or("no such board")?;
    let mut rng = Rng::derive(seed.parse()?, &["large", side, percent, &index.to_string()]);
    let full = solved_grid(shape, &mut rng);
    let left = (shape.cells() * percent.parse::<usize>()? + 50) / 100;
    make(full, left.min(shape.cells()), &mut rng)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let seeded = |[side, percent, count, seed]: [&str; 4], make: Make| {
        let of_board = [side, percent, seed].map(String::from);
        Ok::<_, Box<dyn Error>>((0..count.parse()?).map(move |index| board(&of_board, index, make)))
    };
    match words[..] {
        ["thin", side, percent, count, seed] => {
            for puzzle in seeded([side, percent, count, seed], thinned)? {
                println!("{}", puzzle?);
            }
            Ok(())
        }
        ["file", file, limit, ref solver @ ..] => {
            let text = std::fs::read_to_string(file)?;
            let puzzles = text.lines().map(|line| Ok(line.parse()?));
            measure(puzzles, limit.parse()?, solver)
        }
        [side, percent, count, seed, ref solver @ ..] => {
            measure(seeded([side, percent, count, seed], emptied)?, 1, solver)
        }
        _ => Err(
            "usage: large_boards SIDE PERCENT COUNT SEED [SOLVER], or see the source for others"
                .into(),
        ),
    }
}

/// Prints the times of all puzzles, up to that many solutions of each.
fn measure(
    puzzles: impl Iterator<Item = Result<Puzzle, Box<dyn Error>>>,
    limit: u64,
    solver: &[&str],
) -> Result<(), Box<dyn Error>> {
    let solver = solver.first().copied().unwrap_or("auto");
    let solver = *Solver::ALL.iter().find(|s| s.id() == solver).ok_or("no such solver")?;
    let clock = WallClock::new();
    let mut times = Vec::new();
    let (mut solutions, mut conflicts) = (0, 0);
    for puzzle in puzzles {
        let puzzle = puzzle?;
        let mut meter = Meter::unlimited();
        let start = clock.cpu();
        let answer = solve::count(solver, &puzzle, limit, &mut meter);
        times.push((clock.cpu() - start).as_secs_f64() * 1e3);
        // The solver validates its solutions.
        assert!(answer.count >= 1, "the board has a solution");
        solutions += answer.count;
        conflicts += meter.counters[Counter::Conflict];
    }
    times.sort_by(f64::total_cmp);
    let share = |percent| times.get(times.len() * percent / 100).or(times.last()).unwrap_or(&0.0);
    println!(
        "median {:.2} ms, 90 % {:.1}, 99 % {:.1}, worst {:.0}, total {:.0}; above 100 ms: {}; \
         {solutions} solutions, {conflicts} conflicts",
        share(50),
        share(90),
        share(99),
        share(100),
        times.iter().sum::<f64>(),
        times.iter().filter(|&&time| time > 100.0).count()
    );
    Ok(())
}
