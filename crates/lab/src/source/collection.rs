//! The embedded collection: puzzles of this project's own making, from easy to very hard. How
//! they were made, data/README.md at the root of the repository says.

use quadrille_engine::Puzzle;
use quadrille_engine::format::{Line, ReadOptions, read_text};

/// The file, embedded.
const TEXT: &str = include_str!("../../data/collection.txt");

/// The puzzles of the collection, easy ones first.
pub fn collection() -> Vec<Puzzle> {
    read_text(&Line, TEXT.as_bytes(), &ReadOptions::default())
        .into_iter()
        .map(|puzzle| puzzle.expect("the embedded puzzles are puzzles"))
        .collect()
}
