//! Two configurations on the same puzzles: how much faster one is, how certain that is, and how
//! often.
//!
//! The puzzle is the unit: each counts once, by the median of its runs (the lower one of an even
//! number; an unsolved run is longer than any). The ratio of costs uses only puzzles whose medians
//! are both solutions, and comes with their number; the signed-rank test and the effect size use
//! all puzzles, solved or not.

use std::cmp::Ordering;

use super::{Interval, a12, resampled_interval, signed_rank};

/// A comparison of two configurations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Puzzles that both ran on.
    pub puzzles: usize,
    /// Those that both solved in most runs, at a cost above 0.
    pub both: usize,
    /// Geometric mean over these of the first's cost divided by the second's: below 1 the first is
    /// faster.
    pub ratio: Option<f64>,
    /// The 95% interval of the ratio, resampling puzzles; `None` for fewer than six.
    pub interval: Option<Interval>,
    /// Two-sided p-value of the signed-rank test over all puzzles, not adjusted.
    pub p: f64,
    /// The direction of that test: `Less` if by its ranks the first is faster. The ratio, which
    /// ignores unsolved puzzles, and the effect size, which ignores lengths, may point the other
    /// way.
    pub side: Ordering,
    /// The probability that a run of the first is shorter than one of the second on the same
    /// puzzle, as the mean over puzzles.
    pub a12: Option<f64>,
}

impl Paired {
    /// Compares run lengths by puzzle; unsolved runs are infinite, puzzles without runs are empty.
    pub fn of(first: &[Vec<f64>], second: &[Vec<f64>]) -> Self {
        let pairs = || first.iter().zip(second).filter(|(a, b)| !a.is_empty() && !b.is_empty());
        let mut differences = Vec::new();
        let mut logs = Vec::new();
        let mut effect = 0.0;
        for (a, b) in pairs() {
            let (x, y) = (median(a), median(b));
            // Both unsolved: no difference, instead of infinity minus infinity.
            differences.push(if x == y { 0.0 } else { x - y });
            if x > 0.0 && y > 0.0 && x.is_finite() && y.is_finite() {
                logs.push(libm::log(x / y));
            }
            effect += a12(a, b).expect("both have runs");
        }
        let mean = |sum: f64, count: f64| (count > 0.0).then(|| libm::exp(sum / count));
        let resamples = (200_000 / logs.len().max(1)).clamp(400, 1000);
        let interval = resampled_interval("ratio", resamples, logs.len(), |drawn| {
            let weighted = logs.iter().zip(drawn).map(|(log, &n)| log * f64::from(n));
            mean(weighted.sum(), logs.len() as f64)
        });
        let puzzles = differences.len();
        let test = signed_rank(&differences);
        Self {
            puzzles,
            both: logs.len(),
            ratio: mean(logs.iter().sum(), logs.len() as f64),
            interval,
            p: test.p,
            side: test.side,
            a12: (puzzles > 0).then(|| effect / puzzles as f64),
        }
    }
}

/// Returns the (lower) median.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get((sorted.len().max(1) - 1) / 2).copied().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_engine::Rng;

    const INF: f64 = f64::INFINITY;

    #[test]
    fn half_the_cost_is_a_ratio_of_one_half() {
        let first: Vec<_> = (1..=40).map(|n| vec![f64::from(n)]).collect();
        let second: Vec<_> = (1..=40).map(|n| vec![f64::from(2 * n)]).collect();
        let found = Paired::of(&first, &second);
        assert!((found.ratio.unwrap() - 0.5).abs() < 1e-12);
        let interval = found.interval.unwrap();
        assert!((interval.low - 0.5).abs() < 1e-12 && (interval.high - 0.5).abs() < 1e-12);
        assert!(found.p < 1e-7);
        assert_eq!((found.puzzles, found.both, found.a12), (40, 40, Some(1.0)));
    }

    #[test]
    fn unsolved_runs_are_longer_than_any() {
        let first = [vec![1.0], vec![2.0], vec![3.0, INF, INF], vec![INF], vec![0.0], vec![]];
        let second = [vec![2.0], vec![INF], vec![4.0, 5.0, 6.0], vec![INF], vec![0.0], vec![1.0]];
        let found = Paired::of(&first, &second);
        assert_eq!((found.puzzles, found.both, found.ratio), (5, 1, Some(0.5)));
        // Won, won, one in three, equal, equal.
        assert!((found.a12.unwrap() - (1.0 + 1.0 + 1.0 / 3.0 + 0.5 + 0.5) / 5.0).abs() < 1e-15);
        let other = Paired::of(&second, &first);
        assert!((found.a12.unwrap() + other.a12.unwrap() - 1.0).abs() < 1e-15);
        assert_eq!(found.p, other.p);
        assert_eq!((found.side, other.side), (Ordering::Less, Ordering::Greater));
    }

    /// Costs that vary by puzzle and by run, the first 1.5 times the second's: the interval should
    /// hold that about 95 times in 100.
    #[test]
    fn the_interval_covers_what_it_promises() {
        let mut rng = Rng::from_seed(6);
        let mut noise = || (0..6).map(|_| rng.fraction()).sum::<f64>() - 3.0;
        let (mut covered, rounds) = (0, 300);
        for _ in 0..rounds {
            let mut cost = |factor: f64, hard: &[f64]| -> Vec<Vec<f64>> {
                hard.iter().map(|hard| vec![factor * libm::exp(hard + noise())]).collect()
            };
            let hard: Vec<f64> = (0..40).map(|n| f64::from(n % 7)).collect();
            let found = Paired::of(&cost(1.5, &hard), &cost(1.0, &hard)).interval.unwrap();
            covered += u32::from((found.low..=found.high).contains(&1.5));
        }
        let coverage = f64::from(covered) / f64::from(rounds);
        assert!((0.91..0.98).contains(&coverage), "{coverage}");
    }
}
