//! Measures a solver on seeded large boards, by processor time:
//! `cargo run --release --example large_boards -- 25 45 1000 1`.
//!
//! Arguments: the side, the percentage of givens, the number of boards, the seed, and optionally
//! the solver. Each board is a pattern under a random symmetry, as in Lewis's generator, of which
//! random cells are left. The time is that of the first solution.

use quadrille_engine::solve::{self, Solver};
use quadrille_engine::{
    BoxShape, Cell, Clock as _, Digit, Grid, Meter, Puzzle, Rng, Symmetry, WallClock,
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

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [side, percent, count, seed, solver @ ..] = &args[..] else {
        return Err("usage: large_boards SIDE PERCENT COUNT SEED [SOLVER]".into());
    };
    let solver = solver.first().map_or("auto", String::as_str);
    let solver = *Solver::ALL.iter().find(|s| s.id() == solver).ok_or("no such solver")?;
    let shape = BoxShape::of_side(side.parse()?).ok_or("no such board")?;
    let (fill, count): (usize, u64) = (percent.parse()?, count.parse()?);
    let seed = seed.parse()?;
    let holes = shape.cells() - ((shape.cells() * fill + 50) / 100).min(shape.cells());
    let clock = WallClock::new();
    let mut times = Vec::new();
    for index in 0..count {
        let mut rng = Rng::derive(seed, &["large", side, percent, &index.to_string()]);
        let mut grid = solved_grid(shape, &mut rng);
        let mut cells: Vec<Cell> = (0..shape.cells()).map(Cell::new).collect();
        rng.shuffle(&mut cells);
        for &cell in &cells[..holes] {
            grid.set(cell, None);
        }
        let puzzle = Puzzle::try_from(grid)?;
        let start = clock.cpu();
        let answer = solve::count(solver, &puzzle, 1, &mut Meter::unlimited());
        times.push((clock.cpu() - start).as_secs_f64() * 1e3);
        // The solver validates its solutions.
        assert_eq!(answer.count, 1, "the board has a solution");
    }
    times.sort_by(f64::total_cmp);
    let share = |percent| times.get(times.len() * percent / 100).or(times.last()).unwrap_or(&0.0);
    println!(
        "median {:.2} ms, 90 % {:.1}, 99 % {:.1}, worst {:.0}; above 100 ms: {}",
        share(50),
        share(90),
        share(99),
        share(100),
        times.iter().filter(|&&time| time > 100.0).count()
    );
    Ok(())
}
