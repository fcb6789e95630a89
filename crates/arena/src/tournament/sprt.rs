//! The sequential test of a match: it ends as soon as the results decide between two differences in
//! Elo.

use super::elo::score_of_elo;
use super::pentanomial::{PAIR_SCORES, PairCounts};

/// A sequential probability ratio test between two differences in Elo (Wald 1945) on game pairs.
///
/// The likelihood of a hypothesis is that of the most likely distribution of pair scores with the
/// hypothesis's mean, as in the generalized test of Van den Bergh ("Comments on normalized Elo",
/// 2020). It needs no model of draws or of the advantage of a seat.
///
/// A quarter of a pair won and a quarter of a pair lost are added to the counts. Without them, the
/// first few pairs often have equal results, and the test would take them for certain; with more,
/// mismatches are rejected too often. In a simulation of 4000 matches per case
/// (`tests/it/evidence.rs`; not all cases were run), with drawn, decisive and paired results, the
/// most frequent error was found in 5.05 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the hypothesis to be rejected.
    pub elo0: f64,
    /// The difference of the hypothesis to be accepted.
    pub elo1: f64,
}

/// How a sequential test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For `elo1`.
    Accepted,
    /// For `elo0`.
    Rejected,
}

impl Verdict {
    /// Returns the word for it.
    ///
    /// ```
    /// use quadrille_arena::tournament::Verdict;
    ///
    /// assert_eq!(Verdict::Accepted.id(), "accepted");
    /// ```
    pub fn id(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
        }
    }
}

/// The part of a pair added to the pairs won and to the pairs lost.
const ADDED: f64 = 0.25;

impl Sprt {
    /// The probability of accepting or rejecting wrongly, approximately.
    pub const ERROR: f64 = 0.05;

    /// Returns the log-likelihood ratio of these pairs.
    ///
    /// ```
    /// use quadrille_arena::tournament::{PairCounts, Sprt, Verdict};
    ///
    /// let test = Sprt { elo0: 0.0, elo1: 20.0 };
    /// let llr = test.log_likelihood_ratio(&PairCounts([5, 10, 60, 80, 45]));
    /// assert_eq!(test.verdict(llr), Some(Verdict::Accepted));
    /// ```
    pub fn log_likelihood_ratio(self, pairs: &PairCounts) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let mut counts = pairs.0.map(f64::from);
        counts[0] += ADDED;
        counts[4] += ADDED;
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| most_likely(&counts, score_of_elo(elo)));
        let terms = counts.iter().zip(p0.iter().zip(p1));
        terms.filter(|(count, _)| **count > 0.0).map(|(n, (p0, p1))| n * libm::log(p1 / p0)).sum()
    }

    /// Returns the bounds of the log-likelihood ratio at which the test ends: with a likelihood ratio of
    /// 1 to 20, at which neither error can be more frequent than one in 20 (Wald 1945, inequality
    /// 3.30) if the distributions are known. Here they are estimated, so that this holds only
    /// approximately.
    ///
    /// ```
    /// use quadrille_arena::tournament::Sprt;
    ///
    /// let [low, high] = Sprt::bounds();
    /// assert_eq!(low, -high);
    /// ```
    pub fn bounds() -> [f64; 2] {
        let bound = libm::log(1.0 / Self::ERROR);
        [-bound, bound]
    }

    /// Returns the verdict at that log-likelihood ratio; `None` if the test is not over.
    ///
    /// ```
    /// use quadrille_arena::tournament::{Sprt, Verdict};
    ///
    /// let test = Sprt { elo0: 0.0, elo1: 20.0 };
    /// assert_eq!(test.verdict(0.0), None);
    /// assert_eq!(test.verdict(-4.0), Some(Verdict::Rejected));
    /// ```
    pub fn verdict(self, llr: f64) -> Option<Verdict> {
        let [low, high] = Self::bounds();
        let rejected = || (llr <= low).then_some(Verdict::Rejected);
        if llr >= high { Some(Verdict::Accepted) } else { rejected() }
    }
}

/// Returns the distribution of pair scores with that mean, between 0 and 1, at which the counts are
/// most likely.
///
/// By Lagrange multipliers, the probability of a score a is `n / N / (1 + θ (a - mean))`, where θ is
/// the root of a decreasing function. Both ends of the range have counts, so it has one.
fn most_likely(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let part = |index: usize, theta: f64| {
        counts[index] / total / (1.0 + theta * (PAIR_SCORES[index] - mean))
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..64 {
        let middle = (low + high) / 2.0;
        let excess: f64 = (0..5).map(|i| part(i, middle) * (PAIR_SCORES[i] - mean)).sum();
        if excess > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = (low + high) / 2.0;
    [0, 1, 2, 3, 4].map(|index| part(index, theta))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With pairs won and lost only, the likelihood is binomial.
    #[test]
    fn the_log_likelihood_ratio_is_as_computed_by_hand() {
        let pairs = PairCounts([40, 0, 0, 0, 60]);
        let test = Sprt { elo0: 0.0, elo1: 100.0 };
        let s1 = score_of_elo(100.0);
        let expected = 60.25 * libm::log(s1 / 0.5) + 40.25 * libm::log((1.0 - s1) / 0.5);
        let llr = test.log_likelihood_ratio(&pairs);
        assert!((llr - expected).abs() < 1e-9, "{llr} {expected}");
        assert_eq!(test.log_likelihood_ratio(&PairCounts::default()), 0.0);
        assert_eq!(test.verdict(3.0), Some(Verdict::Accepted));
        assert_eq!(test.verdict(-3.0), Some(Verdict::Rejected));
        assert_eq!(test.verdict(2.95), None);
    }

    #[test]
    fn the_most_likely_distribution_has_the_mean() {
        for counts in [[0.25, 0.0, 7.0, 0.0, 0.25], [3.0, 1.0, 9.0, 4.0, 2.0]] {
            for mean in [0.01, 0.3, 0.5, 0.76, 0.999] {
                let p = most_likely(&counts, mean);
                let [sum, found] = [1.0, 0.0].map(|of: f64| {
                    p.iter().zip(PAIR_SCORES).map(|(p, score)| p * of.max(score)).sum::<f64>()
                });
                assert!((sum - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9, "{p:?}");
            }
        }
    }

    /// The largest differences that the command line takes.
    #[test]
    fn extreme_hypotheses_have_finite_ratios() {
        for (elo0, elo1) in [(-2000.0, 2000.0), (1999.0, 2000.0), (-2000.0, -1999.0)] {
            for counts in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1_000_000], [0, 0, 9, 0, 0]] {
                let llr = Sprt { elo0, elo1 }.log_likelihood_ratio(&PairCounts(counts));
                assert!(llr.is_finite(), "{elo0} {elo1} {counts:?}: {llr}");
            }
        }
    }
}
