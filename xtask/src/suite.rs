//! Makes the 9x9 puzzles of the standard collection: minimal puzzles in classes by their rating. The
//! same bytes at every call, unless the generator or the ratings change; the committed file does not.

use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use anyhow::{Context, Result, ensure};
use quadrille_core::parallel::map_in_order;
use quadrille_core::{BoxShape, Grid, Meter, Puzzle, Rng, Symmetry};
use quadrille_generate::puzzle::{Generator, Recipe};
use quadrille_logic::{Profile, rate};

use crate::collection::climbed;

const FILE: &str = "crates/lab/data/suite-9x9-v1.txt";
const SEED: u64 = 2026;
const EACH: usize = 40;
/// Minimal puzzles among which the classes are found.
const DRAWN: u64 = 20_000;
/// Classes and the ratings that they begin and end with, in tenths.
const CLASSES: [(&str, u64, u64); 5] = [
    ("easy", 10, 23),
    ("medium", 25, 44),
    ("hard", 45, 64),
    ("very-hard", 65, 75),
    ("extreme", 76, 89),
];
/// The class of puzzles that are climbed to, and the rating that is enough.
const HARDEST: (&str, u64) = ("hardest", 90);
/// Most steps of a climb.
const STEPS: usize = 400;
const WINDOW: NonZeroUsize = NonZeroUsize::new(4).unwrap();

pub(crate) fn run() -> Result<()> {
    let threads = std::thread::available_parallelism()?;
    let mut recipe = Recipe::new(BoxShape::NINE);
    recipe.minimal = true;
    let generator = Generator::new(recipe, SEED).context("the recipe is possible")?;
    let (made, _) = generator.make(0..DRAWN, &mut Meter::unlimited());
    let puzzles: Vec<Puzzle> = made.into_iter().flatten().map(|made| made.puzzle).collect();
    let mut rated = Vec::with_capacity(puzzles.len());
    let work = |puzzle: Puzzle| (rating(&puzzle), puzzle.givens().clone());
    map_in_order(threads, WINDOW, puzzles.into_iter(), work, |found, _| {
        rated.push(found);
        ControlFlow::Continue(())
    });
    let mut text = String::from(
        "# Made by `cargo xtask suite`; see data/README.md. Class and rating (se121) behind each.\n",
    );
    for (class, low, high) in CLASSES {
        let mut of_class: Vec<&(u64, Grid)> =
            rated.iter().filter(|(rating, _)| (low..=high).contains(rating)).collect();
        ensure!(of_class.len() >= EACH, "{class}: only {}", of_class.len());
        of_class.sort_by_key(|(rating, _)| *rating);
        // Evenly spread over the class.
        for index in 0..EACH {
            let (rating, grid) = of_class[index * of_class.len() / EACH];
            writeln!(text, "{} # {class} {}", Puzzle::try_from(grid.clone())?, tenths(*rating))?;
        }
    }
    // The hardest drawn are where climbs begin.
    rated.sort_by_key(|(rating, _)| std::cmp::Reverse(*rating));
    let begins: Vec<(usize, Grid)> =
        rated.iter().map(|(_, grid)| grid.clone()).take(2 * EACH).enumerate().collect();
    let climb = |(index, begin): (usize, Grid)| -> (u64, Grid) {
        let mut rng = Rng::derive(SEED, &["suite", HARDEST.0, &index.to_string()]);
        let height =
            |grid: &Grid| rating(&Puzzle::try_from(grid.clone()).expect("part of a solution"));
        let top = climbed(begin, STEPS, HARDEST.1, &mut rng, height);
        // A random isomorph, so that no digit or place tells where the climb began.
        let image = Symmetry::random(BoxShape::NINE, &mut rng).apply(&top);
        (height(&image), image)
    };
    let mut reached = Vec::new();
    map_in_order(threads, WINDOW, begins.into_iter(), climb, |found, _| {
        if found.0 >= HARDEST.1 {
            reached.push(found);
        }
        if reached.len() < EACH { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    ensure!(reached.len() == EACH, "{}: only {}", HARDEST.0, reached.len());
    reached.sort_by_key(|(rating, _)| *rating);
    for (rating, grid) in reached {
        writeln!(text, "{} # {} {}", Puzzle::try_from(grid)?, HARDEST.0, tenths(rating))?;
    }
    fs::write(FILE, text)?;
    println!("{FILE}: {} puzzles", (CLASSES.len() + 1) * EACH);
    Ok(())
}

/// The rating of Sudoku Explainer, in tenths.
fn rating(puzzle: &Puzzle) -> u64 {
    let profile = Profile::by_id("se121").expect("it comes with the engine");
    u64::from(rate(puzzle, &profile, &mut Meter::unlimited()).rating)
}

fn tenths(rating: u64) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}
