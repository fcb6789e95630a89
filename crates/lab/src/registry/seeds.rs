//! From what the random numbers of a run are drawn.

use std::fmt;
use std::str::FromStr;

use quadrille_core::{Puzzle, Rng};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which runs of a comparison draw the same random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seeds {
    /// None do: every configuration has a stream of its own for each puzzle and repetition.
    #[default]
    Own,
    /// Those with the same puzzle and repetition: common random numbers. Two versions of an algorithm
    /// that make the same decisions then make the same run, and only what they differ in is measured.
    Common,
}

/// The seed of a run, and who shares it.
///
/// ```
/// use quadrille_core::{CancelFlag, Limits, NoClock, Puzzle};
/// use quadrille_lab::Configuration;
/// use quadrille_lab::registry::Seeds;
///
/// let puzzle: Puzzle = "1.......2.....3.".parse()?;
/// let nodes = |name: &str, seed| -> Result<_, Box<dyn std::error::Error>> {
///     let (limits, cancel) = (Limits::nodes(1000), CancelFlag::new());
///     let tabu = Configuration::parse(name)?;
///     Ok(tabu.run(&puzzle, seed, limits, &cancel, &NoClock, None)?.counters)
/// };
/// // The parameter has no effect on so small a board, so both make the same run.
/// let (plain, other) = ("tabu", "tabu:start=propagated");
/// assert_eq!(nodes(plain, Seeds::Common.seed(4))?, nodes(other, Seeds::Common.seed(4))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The number.
    pub number: u64,
    /// Who shares it.
    pub seeds: Seeds,
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        Seeds::Own.seed(number)
    }
}

impl Seed {
    /// Returns the stream of a run of a configuration on a puzzle.
    pub(super) fn stream(self, configuration: &impl fmt::Display, puzzle: &Puzzle) -> Rng {
        let puzzle = puzzle.to_string();
        match self.seeds {
            Seeds::Own => Rng::derive(self.number, &[&configuration.to_string(), &puzzle]),
            Seeds::Common => Rng::derive(self.number, &[&puzzle]),
        }
    }
}

impl Seeds {
    /// Returns a seed with that number.
    pub fn seed(self, number: u64) -> Seed {
        Seed { number, seeds: self }
    }

    /// Returns whether they are the ones that a comparison has unless it says otherwise.
    pub fn is_own(&self) -> bool {
        *self == Self::Own
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_own() { "own" } else { "common" })
    }
}

/// The error for a word that does not say which.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected `own` or `common`")]
pub struct SeedsError;

impl FromStr for Seeds {
    type Err = SeedsError;

    fn from_str(text: &str) -> Result<Self, SeedsError> {
        match text {
            "own" => Ok(Self::Own),
            "common" => Ok(Self::Common),
            _ => Err(SeedsError),
        }
    }
}
