//! Sources by name: what can stand for an input where puzzles are wanted.

use std::str::FromStr;

use quadrille::{BoxShape, Puzzle};
use thiserror::Error;

use super::{RandomNorvig, collection};

/// A named source of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// `collection`: the embedded puzzles.
    Collection,
    /// `random-norvig:COUNT`: puzzles as R0 drew them.
    RandomNorvig {
        /// How many.
        count: u64,
    },
}

/// A text that names no source.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SourceError {
    /// No source begins so.
    #[error("no source of puzzles; there are `collection` and `random-norvig:COUNT`")]
    Unknown,
    /// A source without a number of puzzles.
    #[error("how many puzzles? Write random-norvig:COUNT, as in random-norvig:100")]
    Count,
}

impl Source {
    /// The puzzles, in order, made one by one; `shape` is for the sources that make boards of any.
    pub fn puzzles(self, seed: u64, shape: BoxShape) -> Box<dyn Iterator<Item = Puzzle>> {
        match self {
            Self::Collection => Box::new(collection().into_iter()),
            Self::RandomNorvig { count } => {
                let source = RandomNorvig { shape, seed };
                Box::new((0..count).map(move |index| source.get(index)))
            }
        }
    }
}

impl FromStr for Source {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Self, SourceError> {
        match text.split_once(':') {
            None if text == "collection" => Ok(Self::Collection),
            None if text == "random-norvig" => Err(SourceError::Count),
            Some(("random-norvig", count)) => {
                let count = count.parse().map_err(|_| SourceError::Count)?;
                Ok(Self::RandomNorvig { count })
            }
            _ => Err(SourceError::Unknown),
        }
    }
}
