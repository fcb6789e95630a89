//! Puzzles made on the spot, each by an index of its own: any part of a source, in any order and on
//! any number of threads, gives the same puzzles.

mod random_norvig;

pub use random_norvig::{RandomNorvig, random_norvig};
