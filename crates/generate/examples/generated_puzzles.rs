//! Measures how fast puzzles are generated, in processor time:
//! `cargo run --release --example generated_puzzles -- N [SYMMETRY] [minimal|unbiased|dense|sparse] [ROWSxCOLUMNS]`.

use quadrille_core::{BoxShape, Cell, Clock, Meter, WallClock};
use quadrille_generate::puzzle::{Generator, PatternSymmetry, Recipe};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = arguments.first().map_or(10_000, |n| n.parse().expect("a number"));
    let shape = arguments.iter().find_map(|it| it.split_once('x')).map(|(rows, columns)| {
        let number = |text: &str| text.parse().expect("a number");
        BoxShape::new(number(rows), number(columns)).expect("a shape")
    });
    let mut recipe = Recipe::new(shape.unwrap_or(BoxShape::NINE));
    recipe.unbiased = arguments.iter().any(|it| it == "unbiased");
    recipe.minimal = arguments.iter().any(|it| it == "minimal");
    recipe.symmetry =
        arguments.iter().find_map(|it| PatternSymmetry::by_id(it)).unwrap_or_default();
    // Patterns of 27 and 21 cells.
    let dense: Vec<usize> = (0..81).filter(|cell| (cell / 9 + cell) % 3 == 0).collect();
    for (name, cells) in [("dense", dense), ("sparse", (0..81).step_by(4).collect())] {
        if arguments.iter().any(|it| it == name) {
            recipe.pattern = Some(cells.into_iter().map(Cell::new).collect());
        }
    }
    let generator = Generator::new(recipe, 1).expect("a possible recipe");
    let clock = WallClock::new();
    let start = clock.cpu();
    let (mut clues, mut minimal) = (0, 0);
    let (mut weights, mut squares, mut weighted) = (0.0, 0.0, 0.0);
    for first in (0..count).step_by(1024) {
        let range = first..(first + 1024).min(count);
        for made in generator.make(range, &mut Meter::unlimited()).0 {
            let made = made.expect("no limits");
            let givens = made.puzzle.givens().filled().count();
            clues += givens;
            let weight = made.weight.unwrap_or(1.0);
            weights += weight;
            squares += weight * weight;
            weighted += weight * givens as f64;
            minimal += u64::from(made.minimal);
        }
    }
    let seconds = (clock.cpu() - start).as_secs_f64();
    println!(
        "{:.0} puzzles/s, {:.2} givens, {:.1} % minimal; mean weight {:.3e}, weighted {:.3} givens, \
         worth {:.0} puzzles",
        count as f64 / seconds,
        clues as f64 / count as f64,
        100.0 * minimal as f64 / count as f64,
        weights / count as f64,
        weighted / weights,
        weights * weights / squares,
    );
}
