//! Solves the puzzle given as an argument: `cargo run --example solve -- 53..7....6..195…`.

use quadrille_core::{Puzzle, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let example =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = std::env::args().nth(1).unwrap_or_else(|| example.to_owned());
    let puzzle: Puzzle = text.parse()?;
    match solve::first(&puzzle) {
        Some(solution) => println!("{solution}"),
        None => println!("no solution"),
    }
    Ok(())
}
