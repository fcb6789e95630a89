//! Makes the embedded collection: proper minimal puzzles from easy to very hard, and puzzles of
//! `random-norvig`. The same bytes at every call; data/README.md says what is in it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use quadrille_core::solve::{Solver, Verdict, count, verdict};
use quadrille_core::{
    BoxShape, CancelFlag, Cell, Counter, Grid, Limits, Meter, NoClock, Puzzle, Rng, Solution,
    Symmetry,
};
use quadrille_lab::Configuration;
use quadrille_lab::source::random_norvig;

const FILE: &str = "crates/lab/data/collection.txt";
const EACH: usize = 20;
/// Minimal puzzles among which the levels are found.
const DRAWN: usize = 4000;
/// Tries to make a hard puzzle harder.
const CLIMBS: usize = 1500;

pub(crate) fn run() -> Result<()> {
    let mut rng = Rng::derive(2026, &["collection"]);
    let norvig = Configuration::parse("norvig").context("norvig is registered")?;
    let mut drawn: Vec<(u64, Grid)> = (0..DRAWN)
        .map(|_| {
            let puzzle = minimal(solved(&mut rng), &mut rng);
            (branches(&norvig, &puzzle), puzzle)
        })
        .collect();
    drawn.sort_by_key(|(branches, _)| *branches);
    let singles = drawn.iter().filter(|(branches, _)| *branches == 0).count();
    let levels: [(&str, Vec<Grid>); 5] = [
        ("easy", drawn[..EACH].iter().map(|(_, grid)| fuller(grid, &mut rng)).collect()),
        ("medium", take(&drawn[EACH..singles], EACH)),
        ("hard", take(&drawn[singles..DRAWN - 500], EACH)),
        ("very-hard", take(&drawn[DRAWN - EACH..], EACH)),
        (
            "extreme",
            drawn[DRAWN - 2 * EACH..DRAWN - EACH]
                .iter()
                .map(|(_, grid)| {
                    let height = |grid: &Grid| branches(&norvig, grid);
                    climbed(grid.clone(), CLIMBS, u64::MAX, &mut rng, height)
                })
                .collect(),
        ),
    ];
    let mut text = String::from(
        "# Made by `cargo xtask collection`; see data/README.md. Level and norvig branch tries behind each.\n",
    );
    for (level, grids) in &levels {
        for grid in grids {
            // A random isomorph, so that no digit or place tells the level.
            let image = Symmetry::random(BoxShape::NINE, &mut rng).apply(grid);
            let tries = branches(&norvig, &image);
            let puzzle = Puzzle::try_from(image)?;
            writeln!(text, "{puzzle} # {level} branch={tries}")?;
        }
    }
    for _ in 0..EACH {
        let puzzle = random_norvig(BoxShape::NINE, &mut rng);
        writeln!(text, "{puzzle} # random-norvig")?;
    }
    if let Some(folder) = Path::new(FILE).parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(FILE, text)?;
    println!("{FILE}: {} puzzles", 6 * EACH);
    Ok(())
}

/// Every so-manyth of a sorted list.
fn take(sorted: &[(u64, Grid)], wanted: usize) -> Vec<Grid> {
    (0..wanted).map(|i| sorted[i * sorted.len() / wanted].1.clone()).collect()
}

/// A solved grid: the first solution of a `random-norvig` puzzle under a random symmetry.
fn solved(rng: &mut Rng) -> Grid {
    loop {
        let puzzle = random_norvig(BoxShape::NINE, rng);
        let mut first: Option<Solution> = None;
        Solver::Bits.solve(&puzzle, &mut Meter::unlimited(), &mut |solution| {
            first = Some(solution.clone());
            std::ops::ControlFlow::Break(())
        });
        if let Some(solution) = first {
            return Symmetry::random(BoxShape::NINE, rng).apply(solution.grid());
        }
    }
}

fn is_proper(grid: &Grid) -> bool {
    let puzzle = Puzzle::try_from(grid.clone()).expect("part of a solution");
    let found = count(Solver::Bits, &puzzle, 2, &mut Meter::unlimited());
    found.count == 1 && found.exact
}

/// Takes givens away in random order as long as the puzzle stays proper.
fn minimal(mut grid: Grid, rng: &mut Rng) -> Grid {
    let mut cells: Vec<Cell> = grid.filled().map(|(cell, _)| cell).collect();
    rng.shuffle(&mut cells);
    for cell in cells {
        let digit = grid.get(cell);
        grid.set(cell, None);
        if !is_proper(&grid) {
            grid.set(cell, digit);
        }
    }
    grid
}

/// Gives some cells of the solution back: what newspapers print as easy.
fn fuller(grid: &Grid, rng: &mut Rng) -> Grid {
    let puzzle = Puzzle::try_from(grid.clone()).expect("part of a solution");
    let Verdict::Unique(solution) = verdict(Solver::Bits, &puzzle, &mut Meter::unlimited()) else {
        panic!("minimal puzzles are proper");
    };
    let mut fuller = grid.clone();
    let mut empty: Vec<Cell> = grid.empty_cells().collect();
    rng.shuffle(&mut empty);
    for cell in empty.into_iter().take(12) {
        fuller.set(cell, solution.grid().get(cell));
    }
    fuller
}

/// Branch tries of `norvig`, the mean over some isomorphs: which digit comes first is luck.
fn branches(norvig: &Configuration, grid: &Grid) -> u64 {
    const ISOMORPHS: u64 = 8;
    let mut rng = Rng::from_seed(9);
    let tries = |grid: Grid| {
        let puzzle = Puzzle::try_from(grid).expect("part of a solution");
        let outcome = norvig
            .run(&puzzle, 1, Limits::NONE, &CancelFlag::new(), &NoClock, None)
            .expect("norvig is complete, so it has no time limit");
        outcome.counters[Counter::Branch]
    };
    let mut image = || tries(Symmetry::random(BoxShape::NINE, &mut rng).apply(grid));
    (0..ISOMORPHS).map(|_| image()).sum::<u64>() / ISOMORPHS
}

/// Climbs towards more of what `height` measures, until it is enough: some givens out, others of the
/// solution in, minimal again. Steps that lose nothing are taken.
pub(crate) fn climbed(
    mut best: Grid,
    steps: usize,
    enough: u64,
    rng: &mut Rng,
    height: impl Fn(&Grid) -> u64,
) -> Grid {
    let mut highest = height(&best);
    for _ in 0..steps {
        if highest >= enough {
            break;
        }
        let mut grid = fewer(&best, rng);
        let puzzle = Puzzle::try_from(grid.clone()).expect("part of a solution");
        // One of the solutions that the missing givens allow: maybe another than before.
        let mut solutions = Vec::new();
        Solver::Bits.solve(&puzzle, &mut Meter::unlimited(), &mut |solution| {
            solutions.push(solution.grid().clone());
            if solutions.len() < 50 {
                std::ops::ControlFlow::Continue(())
            } else {
                std::ops::ControlFlow::Break(())
            }
        });
        let Some(solution) = rng.pick(&solutions) else { continue };
        let mut empty: Vec<Cell> = grid.empty_cells().collect();
        rng.shuffle(&mut empty);
        for cell in empty {
            grid.set(cell, solution.get(cell));
            if is_proper(&grid) {
                break;
            }
        }
        let next = minimal(grid, rng);
        let reached = height(&next);
        if reached >= highest {
            (best, highest) = (next, reached);
        }
    }
    best
}

/// Two givens less.
fn fewer(grid: &Grid, rng: &mut Rng) -> Grid {
    let mut fewer = grid.clone();
    let mut filled: Vec<Cell> = grid.filled().map(|(cell, _)| cell).collect();
    rng.shuffle(&mut filled);
    for &cell in &filled[..2] {
        fewer.set(cell, None);
    }
    fewer
}
