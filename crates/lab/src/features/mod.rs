//! Features of puzzles: what may explain that a puzzle is hard for an algorithm.
//!
//! A feature is a function of the puzzle alone: no time, no seed, no random numbers. What does not
//! apply to a board (the ratings beyond 16x16) or could not be computed within fixed limits is absent,
//! never zero; a search that met its limit gives a [lower bound](Value::AtLeast).
//! docs/reference/features.md defines each feature and names its source.
//!
//! The cheap ones take microseconds, and every comparison has them. The others take milliseconds to
//! seconds a puzzle.

mod costly;
mod singles;

use quadrille_core::{CancelFlag, CandidateSet, Puzzle, Stop};

/// A feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// The name in logs and tables.
    pub id: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it is, in one sentence without a period.
    pub what: &'static str,
    /// Whether it is computed only on request.
    pub is_costly: bool,
    /// Whether its values can be lower bounds.
    pub can_be_bound: bool,
}

impl Feature {
    const fn new(id: &'static str, title: &'static str, what: &'static str) -> Self {
        Self { id, title, what, is_costly: false, can_be_bound: false }
    }

    const fn costly(self) -> Self {
        Self { is_costly: true, ..self }
    }

    const fn bounded(self) -> Self {
        Self { can_be_bound: true, ..self }
    }
}

/// Number of features.
pub const COUNT: usize = 11;

const CLUES: usize = 0;
const FILL: usize = 1;
const CANDIDATES: usize = 2;
const IMBALANCE: usize = 3;
const ROUNDS: usize = 4;
const LEFT: usize = 5;
const BACKBONE: usize = 6;
const BACKDOOR: usize = 7;
const GUESSES: usize = 8;
const SE121: usize = 9;
const HODOKU: usize = 10;

/// All features, in the order of tables.
pub const FEATURES: [Feature; COUNT] = [
    Feature::new("clues", "clues", "number of givens"),
    Feature::new("fill", "fill", "givens as a share of the cells"),
    Feature::new(
        "candidates_mean",
        "mean candidates",
        "mean number of candidates of an empty cell, as the givens leave them; equally, of places of a missing digit in a house",
    ),
    Feature::new(
        "imbalance",
        "imbalance",
        "standard deviation of the number of givens over all rows, columns and boxes",
    ),
    Feature::new(
        "singles_rounds",
        "rounds of singles",
        "how often all naked and hidden singles can be placed at once, until there are none",
    ),
    Feature::new("singles_left", "left by singles", "cells that are empty after that"),
    Feature::new(
        "backbone",
        "backbone",
        "share of the empty cells with the same digit in all solutions",
    )
    .costly(),
    Feature::new(
        "backdoor",
        "backdoor",
        "least number of cells of the only solution after which singles solve the puzzle",
    )
    .costly()
    .bounded(),
    Feature::new(
        "guesses",
        "guesses of bits",
        "guesses that the solver `bits` tries until the first solution, or the proof that there is none",
    )
    .costly()
    .bounded(),
    Feature::new("rating_se121", "rating (ER)", "rating of Sudoku Explainer 1.2.1").costly(),
    Feature::new("score_hodoku", "score (HoDoKu)", "score of HoDoKu").costly(),
];

/// A value of a feature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// It is known.
    Exactly(f64),
    /// The search for it met a limit: it is at least this.
    AtLeast(f64),
}

impl Value {
    /// Returns the number, whether it is exact or a bound.
    ///
    /// ```
    /// use quadrille_lab::features::Value;
    ///
    /// assert_eq!((Value::Exactly(2.0).number(), Value::AtLeast(3.0).number()), (2.0, 3.0));
    /// ```
    pub fn number(self) -> f64 {
        match self {
            Self::Exactly(number) | Self::AtLeast(number) => number,
        }
    }

    /// Returns whether the number is a lower bound.
    ///
    /// ```
    /// use quadrille_lab::features::Value;
    ///
    /// assert!(Value::AtLeast(3.0).is_bound() && !Value::Exactly(2.0).is_bound());
    /// ```
    pub fn is_bound(self) -> bool {
        matches!(self, Self::AtLeast(_))
    }
}

/// The features of a puzzle, in the order of [`FEATURES`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Features([Option<Value>; COUNT]);

impl Features {
    /// Returns the cheap features of a puzzle.
    ///
    /// ```
    /// use quadrille_core::Puzzle;
    /// use quadrille_lab::features::{FEATURES, Features, Value};
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let features = Features::cheap(&puzzle);
    /// assert_eq!((FEATURES[0].id, features.get(0)), ("clues", Some(Value::Exactly(11.0))));
    /// # Ok::<(), quadrille_core::TextError>(())
    /// ```
    pub fn cheap(puzzle: &Puzzle) -> Self {
        let (geometry, givens) = (puzzle.geometry(), puzzle.givens());
        let cells = puzzle.shape().cells();
        let clues = givens.filled().count();
        let mut features = Self::default();
        features.know(CLUES, clues as f64);
        features.know(FILL, clues as f64 / cells as f64);
        if clues < cells {
            let candidates = CandidateSet::of(puzzle);
            let open: usize = givens.empty_cells().map(|cell| candidates.get(cell).len()).sum();
            features.know(CANDIDATES, open as f64 / (cells - clues) as f64);
        }
        let in_house = |house: &[quadrille_core::Cell]| {
            house.iter().filter(|&&cell| givens.get(cell).is_some()).count() as f64
        };
        // Every house has as many cells, so the mean over all three kinds is that over rows.
        let mean = clues as f64 / geometry.side() as f64;
        let squares: f64 = geometry
            .houses()
            .map(|house| (in_house(house) - mean) * (in_house(house) - mean))
            .sum();
        features.know(IMBALANCE, (squares / geometry.houses().len() as f64).sqrt());
        if let Some(depth) = singles::depth(puzzle) {
            features.know(ROUNDS, depth.rounds as f64);
            features.know(LEFT, depth.left as f64);
        }
        features
    }

    /// Returns all features of a puzzle.
    ///
    /// # Errors
    /// Returns [`Stop::Cancelled`] when the flag ends the work.
    ///
    /// ```
    /// use quadrille_core::{CancelFlag, Puzzle};
    /// use quadrille_lab::features::{FEATURES, Features};
    ///
    /// let puzzle: Puzzle = "1234341221.....1".parse()?;
    /// let features = Features::all(&puzzle, &CancelFlag::new())?;
    /// assert!(features.known().count() > Features::cheap(&puzzle).known().count());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(puzzle: &Puzzle, cancel: &CancelFlag) -> Result<Self, Stop> {
        let mut features = Self::cheap(puzzle);
        costly::add(&mut features, puzzle, cancel)?;
        Ok(features)
    }

    /// Returns the value of the feature of that index in [`FEATURES`].
    ///
    /// ```
    /// use quadrille_lab::features::Features;
    ///
    /// assert_eq!(Features::default().get(0), None);
    /// ```
    pub fn get(&self, index: usize) -> Option<Value> {
        self.0[index]
    }

    /// Sets the value of the feature of that id. Returns whether the feature exists, and the value
    /// is one that features have: finite and not negative.
    ///
    /// ```
    /// use quadrille_lab::features::{Features, Value};
    ///
    /// let mut features = Features::default();
    /// assert!(features.set("clues", Value::Exactly(24.0)));
    /// assert!(!features.set("luck", Value::Exactly(7.0)));
    /// ```
    pub fn set(&mut self, id: &str, value: Value) -> bool {
        const MOST: f64 = 1e12;
        let index = FEATURES.iter().position(|feature| feature.id == id);
        match index.filter(|_| (0.0..=MOST).contains(&value.number())) {
            Some(index) => self.0[index] = Some(value),
            None => return false,
        }
        true
    }

    /// Returns the values that are known, with their features.
    ///
    /// ```
    /// use quadrille_lab::features::{Features, Value};
    ///
    /// let mut features = Features::default();
    /// features.set("clues", Value::Exactly(24.0));
    /// assert_eq!(features.known().map(|(feature, _)| feature.id).collect::<Vec<_>>(), ["clues"]);
    /// ```
    pub fn known(&self) -> impl Iterator<Item = (&'static Feature, Value)> {
        FEATURES.iter().zip(self.0).filter_map(|(feature, value)| Some((feature, value?)))
    }

    fn know(&mut self, index: usize, number: f64) {
        self.0[index] = Some(Value::Exactly(number));
    }

    fn bound(&mut self, index: usize, least: f64) {
        self.0[index] = Some(Value::AtLeast(least));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_different_and_in_their_places() {
        for (index, id) in [
            (CLUES, "clues"),
            (FILL, "fill"),
            (CANDIDATES, "candidates_mean"),
            (IMBALANCE, "imbalance"),
            (ROUNDS, "singles_rounds"),
            (LEFT, "singles_left"),
            (BACKBONE, "backbone"),
            (BACKDOOR, "backdoor"),
            (GUESSES, "guesses"),
            (SE121, "rating_se121"),
            (HODOKU, "score_hodoku"),
        ] {
            assert_eq!(FEATURES[index].id, id);
        }
    }

    #[test]
    fn foreign_values_are_refused() {
        let mut features = Features::default();
        for number in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            assert!(!features.set("clues", Value::Exactly(number)));
        }
        assert!(!features.set("weight", Value::Exactly(1.0)));
        assert!(features.set("backdoor", Value::AtLeast(3.0)));
        assert_eq!(features.known().count(), 1);
    }
}
