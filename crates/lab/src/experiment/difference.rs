//! A difference of costs that an experiment is to detect.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A relative difference of costs, such as 5 %: one is 1.05 times the other.
///
/// ```
/// use quadrille_lab::experiment::Difference;
///
/// let five: Difference = "5%".parse()?;
/// assert_eq!((five.factor(), five.to_string()), (1.05, "5%".to_owned()));
/// assert!("1%".parse::<Difference>().is_err()); // clocks are not that exact
/// # Ok::<(), quadrille_lab::experiment::DifferenceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Difference {
    percent: f64,
}

/// The error for a text that is not a difference, or is one that clocks are too inexact for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a percentage from 2% to 1000%, as in 5%")]
pub struct DifferenceError;

impl Difference {
    /// Returns the factor between the costs.
    pub fn factor(self) -> f64 {
        1.0 + self.percent / 100.0
    }
}

impl FromStr for Difference {
    type Err = DifferenceError;

    fn from_str(text: &str) -> Result<Self, DifferenceError> {
        let number = text.strip_suffix('%').ok_or(DifferenceError)?;
        let percent = number.trim_end().parse().map_err(|_| DifferenceError)?;
        (2.0..=1000.0).contains(&percent).then_some(Self { percent }).ok_or(DifferenceError)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent)
    }
}

impl TryFrom<String> for Difference {
    type Error = DifferenceError;

    fn try_from(text: String) -> Result<Self, DifferenceError> {
        text.parse()
    }
}

impl From<Difference> for String {
    fn from(difference: Difference) -> Self {
        difference.to_string()
    }
}
