//! Where puzzles come from when nobody brings any: the embedded collection, and puzzles made on
//! the spot, each by an index of its own, so that any part of a source, in any order and on any
//! number of threads, gives the same puzzles.

mod collection;
mod lewis;
mod named;
mod random_norvig;

pub use collection::collection;
pub use lewis::{Lewis, lewis};
pub use named::{Source, SourceError};
pub use random_norvig::{RandomNorvig, random_norvig};
