//! Measures how fast puzzles are generated, in processor time:
//! `cargo run --release --example generated_puzzles -- N [SYMMETRY] [minimal]`.

use quadrille_engine::generate::puzzle::{Generator, PatternSymmetry, Recipe};
use quadrille_engine::{BoxShape, Clock, Meter, WallClock};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count: u64 = arguments.first().map_or(10_000, |n| n.parse().expect("a number"));
    let mut recipe = Recipe::new(BoxShape::NINE);
    recipe.minimal = arguments.iter().any(|it| it == "minimal");
    recipe.symmetry =
        arguments.iter().find_map(|it| PatternSymmetry::by_id(it)).unwrap_or_default();
    let generator = Generator::new(recipe, 1).expect("a possible recipe");
    let clock = WallClock::new();
    let start = clock.cpu();
    let (mut clues, mut minimal) = (0, 0);
    for first in (0..count).step_by(1024) {
        let range = first..(first + 1024).min(count);
        for made in generator.make(range, &mut Meter::unlimited()).0 {
            let made = made.expect("no limits");
            clues += made.puzzle.givens().filled().count();
            minimal += u64::from(made.minimal);
        }
    }
    let seconds = (clock.cpu() - start).as_secs_f64();
    println!(
        "{:.0} puzzles/s, {:.2} givens, {:.1} % minimal",
        count as f64 / seconds,
        clues as f64 / count as f64,
        100.0 * minimal as f64 / count as f64,
    );
}
