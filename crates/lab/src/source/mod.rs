//! Puzzles that need no input: the embedded collection, standard collections, and generated puzzles. Each has an index,
//! so any part of a source gives the same puzzles in any order and on any number of threads.

mod collection;
mod lewis;
mod named;
mod random_norvig;
mod suite;

pub use collection::collection;
pub use lewis::Lewis;
pub use named::{Source, SourceError};
pub use random_norvig::{RandomNorvig, random_norvig};
pub use suite::{SUITES, Suite};
