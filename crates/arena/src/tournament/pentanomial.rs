//! Game pairs by their score: the five outcomes of two games, and the estimates that follow.

use std::f64::consts::{LN_10, SQRT_2};

use serde::Serialize;

use super::elo::EloEstimate;

/// The scores that a pair can have.
pub const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs had each of [`PAIR_SCORES`]: both games lost; one lost and one drawn; one won and
/// one lost, or both drawn; one won and one drawn; both won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct PairCounts(pub [u32; 5]);

impl PairCounts {
    /// Adds a pair, by four times its score: 2 for each game won, 1 for each drawn.
    pub(super) fn add(&mut self, score_of_four: u32) {
        self.0[score_of_four as usize] += 1;
    }

    /// Returns the number of pairs.
    ///
    /// ```
    /// use quadrille_arena::tournament::PairCounts;
    ///
    /// assert_eq!(PairCounts([1, 2, 3, 4, 5]).total(), 15);
    /// ```
    pub fn total(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns the scores of all pairs, ascending.
    pub(super) fn scores(&self) -> Vec<f64> {
        let counts = self.0.iter().zip(PAIR_SCORES);
        counts.flat_map(|(&count, score)| (0..count).map(move |_| score)).collect()
    }

    /// Returns the mean score and the variance of a pair, divided by the number of pairs; `None`
    /// without pairs.
    fn mean_and_variance(&self) -> Option<(f64, f64)> {
        let total = f64::from(self.total());
        let sum = |of: &dyn Fn(f64) -> f64| {
            let counts = self.0.iter().zip(PAIR_SCORES);
            counts.map(|(&count, score)| f64::from(count) * of(score)).sum::<f64>() / total
        };
        let mean = sum(&|score| score);
        (total > 0.0).then(|| (mean, sum(&|score| (score - mean) * (score - mean))))
    }

    /// Returns the difference in Elo with its 95 % interval; `None` for fewer than two pairs.
    ///
    /// ```
    /// use quadrille_arena::tournament::PairCounts;
    ///
    /// let elo = PairCounts([10, 20, 40, 30, 20]).elo().expect("there are enough pairs");
    /// assert!(elo.low < elo.estimate && elo.estimate < elo.high);
    /// ```
    pub fn elo(&self) -> Option<EloEstimate> {
        EloEstimate::of(&self.scores())
    }

    /// Returns the normalized difference in Elo with its 95 % interval, low, estimate and high;
    /// `None` if all pairs have the same score.
    ///
    /// It measures the difference from an even score in standard deviations of a game, and so tells
    /// how many games it takes to show it, whatever the share of draws (Van den Bergh 2020). The
    /// formulas are those of fastchess, with the observed variance.
    ///
    /// ```
    /// use quadrille_arena::tournament::PairCounts;
    ///
    /// let [low, estimate, high] =
    ///     PairCounts([10, 20, 40, 30, 20]).normalized_elo().expect("they vary");
    /// assert!(low < estimate && estimate < high);
    /// ```
    pub fn normalized_elo(&self) -> Option<[f64; 3]> {
        let (mean, variance) = self.mean_and_variance().filter(|&(_, variance)| variance > 0.0)?;
        let deviation = libm::sqrt(variance);
        let error = 1.959_963_984_540_054 * deviation / libm::sqrt(f64::from(self.total()));
        let elo = |score: f64| (score - 0.5) / (SQRT_2 * deviation) * (800.0 / LN_10);
        Some([mean - error, mean, mean + error].map(elo))
    }

    /// Returns the likelihood of superiority: the probability, by the normal approximation with the
    /// observed variance, that the first player is the stronger one. `None` if all pairs have the
    /// same score.
    ///
    /// ```
    /// use quadrille_arena::tournament::PairCounts;
    ///
    /// let superiority = PairCounts([10, 20, 40, 30, 20]).superiority().expect("they vary");
    /// assert!(0.5 < superiority && superiority < 1.0);
    /// ```
    pub fn superiority(&self) -> Option<f64> {
        let (mean, variance) = self.mean_and_variance().filter(|&(_, variance)| variance > 0.0)?;
        let error = libm::sqrt(variance / f64::from(self.total()));
        Some(0.5 * libm::erfc(-(mean - 0.5) / (SQRT_2 * error)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by hand: 10 pairs with scores 0.25, 5 x 0.5, 3 x 0.75, 1 have the mean 0.6 and the
    /// variance 0.04, so a standard deviation of 0.2.
    #[test]
    fn estimates_are_as_computed_by_hand() {
        let pairs = PairCounts([0, 1, 5, 3, 1]);
        assert_eq!(pairs.total(), 10);
        assert_eq!(pairs.scores(), [0.25, 0.5, 0.5, 0.5, 0.5, 0.5, 0.75, 0.75, 0.75, 1.0]);
        let [low, estimate, high] = pairs.normalized_elo().unwrap();
        let expected = 0.1 / (SQRT_2 * 0.2) * 800.0 / LN_10;
        assert!((estimate - expected).abs() < 1e-9, "{estimate} {expected}");
        assert!((low + high - 2.0 * estimate).abs() < 1e-9 && low < 0.0);
        // The mean is 0.1 / (0.2 / √10) = 1.581 standard errors above one half.
        assert!((pairs.superiority().unwrap() - 0.943_077).abs() < 1e-5);
        assert_eq!(PairCounts([0, 0, 9, 0, 0]).superiority(), None);
        assert_eq!(PairCounts::default().normalized_elo(), None);
    }
}
