//! Two configurations on the same puzzles: how many times as long one takes, and how certain that is.
//!
//! The puzzle is the unit: each counts once, by the logarithm of the ratio of the medians of its runs
//! (the lower one of an even number). An unsolved run is longer than any, so a puzzle that only one
//! of them solved counts as an infinite ratio; a puzzle that neither solved says nothing. Estimate,
//! interval and p-value are those of [`Walsh`], so they never contradict each other.

use std::cmp::Ordering;

use super::{Interval, Walsh, a12};

/// The run lengths of two configurations on the same puzzles.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Puzzles that both ran on.
    pub puzzles: usize,
    /// Those that both solved in most runs.
    pub both: usize,
    /// Those that at least one solved in most runs, each with the logarithm of the first's cost over
    /// the second's.
    pub logs: Vec<f64>,
    /// The probability that a run of the first is shorter than one of the second on the same
    /// puzzle, as the mean over puzzles.
    pub a12: Option<f64>,
}

/// A comparison of two configurations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Puzzles that both ran on.
    pub puzzles: usize,
    /// Those that both solved in most runs.
    pub both: usize,
    /// Puzzles that at least one of them solved in most runs, from which all that follows is.
    pub informative: usize,
    /// The first's cost divided by the second's, as the median of all means of two puzzles (of the
    /// logarithms; the estimate of Hodges and Lehmann): below 1 the first is faster. Zero or
    /// infinite if one of them alone solved most of the puzzles.
    pub ratio: Option<f64>,
    /// The interval of the ratio; `None` for too few puzzles. Its ends may be zero and infinite.
    pub interval: Option<Interval>,
    /// Two-sided p-value of the signed-rank test, not adjusted.
    pub p: f64,
    /// The direction of that test: `Less` if the first is faster.
    pub side: Ordering,
    /// The probability that a run of the first is shorter, see [`Pairing::a12`].
    pub a12: Option<f64>,
}

impl Pairing {
    /// Pairs run lengths by puzzle; unsolved runs are infinite, puzzles without runs are empty.
    ///
    /// ```
    /// use quadrille_lab::stats::Pairing;
    ///
    /// // The first takes half as long on each of ten puzzles.
    /// let first: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(puzzle)]).collect();
    /// let second: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(2 * puzzle)]).collect();
    /// let pairing = Pairing::of(&first, &second);
    /// assert_eq!((pairing.both, pairing.a12.is_some()), (10, true));
    /// ```
    pub fn of(first: &[Vec<f64>], second: &[Vec<f64>]) -> Self {
        let pairs = || first.iter().zip(second).filter(|(a, b)| !a.is_empty() && !b.is_empty());
        let mut found = Self { puzzles: 0, both: 0, logs: Vec::new(), a12: None };
        let mut effect = 0.0;
        for (a, b) in pairs() {
            let (x, y) = (median(a), median(b));
            found.puzzles += 1;
            found.both += usize::from(x.is_finite() && y.is_finite());
            if x == y {
                // No difference, instead of infinity minus infinity or 0 over 0.
                found.logs.extend(x.is_finite().then_some(0.0));
            } else {
                found.logs.push(libm::log(x) - libm::log(y));
            }
            effect += a12(a, b).expect("both have runs");
        }
        found.a12 = (found.puzzles > 0).then(|| effect / found.puzzles as f64);
        found
    }

    /// Pairs run lengths by puzzle and repetition, of which both have the same. A puzzle's ratio is the
    /// median of those of its repetitions; repetitions that neither solved say nothing.
    ///
    /// ```
    /// use quadrille_lab::stats::Pairing;
    ///
    /// // What the runs draw makes much more of a difference than the algorithm.
    /// let first: Vec<Vec<f64>> = (1..=10).map(|n| vec![f64::from(n), f64::from(90 * n)]).collect();
    /// let second: Vec<Vec<f64>> =
    ///     first.iter().map(|runs| runs.iter().map(|run| 1.1 * run).collect()).collect();
    /// assert!(Pairing::by_repetition(&first, &second).p() < 0.01);
    /// ```
    ///
    /// # Panics
    /// When a puzzle does not have the same number of runs in both.
    pub fn by_repetition(first: &[Vec<f64>], second: &[Vec<f64>]) -> Self {
        let mut found = Self { puzzles: 0, both: 0, logs: Vec::new(), a12: None };
        let mut effect = 0.0;
        for (a, b) in first.iter().zip(second).filter(|(a, _)| !a.is_empty()) {
            assert_eq!(a.len(), b.len(), "each run has its partner");
            found.puzzles += 1;
            found.both += usize::from(median(a).is_finite() && median(b).is_finite());
            let pairs = || a.iter().zip(b).filter(|(x, y)| x.is_finite() || y.is_finite());
            let log = |(&x, &y): (&f64, &f64)| {
                if x == y { 0.0 } else { libm::log(x) - libm::log(y) }
            };
            let mut logs: Vec<f64> = pairs().map(log).collect();
            logs.sort_unstable_by(f64::total_cmp);
            if let (Some(low), Some(high)) =
                (logs.get((logs.len().max(1) - 1) / 2), logs.get(logs.len() / 2))
            {
                // As many wins as losses, each by all there is, are a draw.
                let middle = f64::midpoint(*low, *high);
                found.logs.push(if middle.is_nan() { 0.0 } else { middle });
            }
            let wins = |(x, y): (&f64, &f64)| match x.total_cmp(y) {
                Ordering::Less => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 0.0,
            };
            effect += a.iter().zip(b).map(wins).sum::<f64>() / a.len() as f64;
        }
        found.a12 = (found.puzzles > 0).then(|| effect / found.puzzles as f64);
        found
    }

    /// Returns the two-sided p-value of the signed-rank test. It is below a level exactly if the
    /// interval [`at_level`](Self::at_level) excludes 1.
    ///
    /// ```
    /// use quadrille_lab::stats::Pairing;
    ///
    /// let first: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(puzzle)]).collect();
    /// let second: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(2 * puzzle)]).collect();
    /// assert!(Pairing::of(&first, &second).p() < 0.01);
    /// ```
    pub fn p(&self) -> f64 {
        Walsh::of(&self.logs).p()
    }

    /// Returns the comparison with the interval at that level; 0.05 gives the 95% interval.
    ///
    /// ```
    /// use quadrille_lab::stats::Pairing;
    ///
    /// let first: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(puzzle)]).collect();
    /// let second: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(2 * puzzle)]).collect();
    /// let paired = Pairing::of(&first, &second).at_level(0.05);
    /// assert!(paired.interval.is_some_and(|interval| interval.high < 1.0)); // the first is faster
    /// ```
    pub fn at_level(&self, level: f64) -> Paired {
        let walsh = Walsh::of(&self.logs);
        let interval = walsh
            .interval(level)
            .map(|(low, high)| Interval { low: libm::exp(low), high: libm::exp(high) });
        Paired {
            puzzles: self.puzzles,
            both: self.both,
            informative: self.logs.len(),
            ratio: walsh.median().map(libm::exp),
            interval,
            p: walsh.p(),
            side: walsh.side(),
            a12: self.a12,
        }
    }
}

impl Paired {
    /// Compares run lengths by puzzle, with a 95% interval; unsolved runs are infinite, puzzles
    /// without runs are empty.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use quadrille_lab::stats::Paired;
    ///
    /// let first: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(puzzle)]).collect();
    /// let second: Vec<Vec<f64>> = (1..=10).map(|puzzle| vec![f64::from(2 * puzzle)]).collect();
    /// let paired = Paired::of(&first, &second);
    /// assert!(paired.ratio.is_some_and(|ratio| (ratio - 0.5).abs() < 1e-9));
    /// assert_eq!(paired.side, Ordering::Less);
    /// ```
    pub fn of(first: &[Vec<f64>], second: &[Vec<f64>]) -> Self {
        Pairing::of(first, second).at_level(0.05)
    }
}

/// Returns the (lower) median.
///
/// ```
/// use quadrille_lab::stats::median;
///
/// assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.0);
/// ```
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get((sorted.len().max(1) - 1) / 2).copied().unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

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
        let pairing = Pairing::of(&first, &second);
        assert_eq!(pairing.logs, [libm::log(0.5), -INF, INF, 0.0]);
        let found = Paired::of(&first, &second);
        assert_eq!((found.puzzles, found.both, found.informative), (5, 2, 4));
        // Won, won, one in three, equal, equal.
        assert!((found.a12.unwrap() - (1.0 + 1.0 + 1.0 / 3.0 + 0.5 + 0.5) / 5.0).abs() < 1e-15);
        let other = Paired::of(&second, &first);
        assert!((found.a12.unwrap() + other.a12.unwrap() - 1.0).abs() < 1e-15);
        assert_eq!(found.p, other.p);
        assert_eq!((found.side, other.side), (Ordering::Less, Ordering::Greater));
        assert!((found.ratio.unwrap() * other.ratio.unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_that_solves_alone_is_infinitely_faster() {
        let none = vec![vec![INF]; 12];
        let all: Vec<_> = (1..=12).map(|n| vec![f64::from(n)]).collect();
        let found = Paired::of(&all, &none);
        assert_eq!((found.ratio, found.side, found.both), (Some(0.0), Ordering::Less, 0));
        assert_eq!(found.interval, Some(Interval { low: 0.0, high: 0.0 }));
        let nothing = Paired::of(&none, &none);
        assert_eq!((nothing.ratio, nothing.p, nothing.informative), (None, 1.0, 0));
        assert_eq!(nothing.interval, None);
    }

    /// Costs that vary by puzzle and by run, the first 1.5 times the second's: the interval holds
    /// that about 95 times in 100, for few puzzles too.
    #[test]
    fn the_interval_covers_what_it_promises() {
        let mut rng = Rng::from_seed(6);
        let mut noise = || (0..6).map(|_| rng.fraction()).sum::<f64>() - 3.0;
        for (units, rounds) in [(6, 600), (8, 600), (40, 300)] {
            let mut covered = 0;
            for _ in 0..rounds {
                let mut cost = |factor: f64, hard: &[f64]| -> Vec<Vec<f64>> {
                    hard.iter().map(|hard| vec![factor * libm::exp(hard + noise())]).collect()
                };
                let hard: Vec<f64> = (0..units).map(|n| f64::from(n % 7)).collect();
                let found = Paired::of(&cost(1.5, &hard), &cost(1.0, &hard)).interval.unwrap();
                covered += u32::from((found.low..=found.high).contains(&1.5));
            }
            let coverage = f64::from(covered) / f64::from(rounds);
            assert!((0.92..0.99).contains(&coverage), "{units}: {coverage}");
        }
    }
}
