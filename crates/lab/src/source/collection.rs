//! The embedded collection of puzzles made by this project, from easy to very hard.
//! `data/README.md` describes how they were made.

use quadrille_core::Puzzle;
use quadrille_formats::{Line, ReadOptions, read_text};

/// The file, embedded.
const TEXT: &str = include_str!("../../data/collection.txt");

/// Returns the puzzles of the collection, easy ones first.
///
/// ```
/// use quadrille_lab::experiment::singles_solve;
/// use quadrille_lab::source::collection;
///
/// let puzzles = collection();
/// assert!(singles_solve(&puzzles[0]) && !puzzles.iter().all(singles_solve));
/// ```
pub fn collection() -> Vec<Puzzle> {
    read_text(&Line, TEXT.as_bytes(), &ReadOptions::default())
        .into_iter()
        .map(|puzzle| puzzle.expect("the embedded puzzles are puzzles"))
        .collect()
}
