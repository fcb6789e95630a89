//! Bootstrap intervals that resample puzzles.
//!
//! Runs on the same puzzle are correlated, so an interval that treats each as an independent sample
//! would be far too narrow. The puzzle is the unit: whole puzzles are drawn with replacement, with
//! all their runs (cluster bootstrap; Davison and Hinkley 1997, section 3.8), and the interval
//! consists of percentiles of the statistic over the resamples.
//!
//! Plain percentiles are too narrow for few units: with 8 puzzles, the interval contains the true
//! value in 88 of 100 experiments instead of 95. The percentiles are moved outwards by as much as
//! Student's interval of a mean is wider than that of the percentiles (the expanded percentile
//! interval: Hesterberg 2015, "What Teachers Should Know About the Bootstrap", section 5).

use quadrille_core::Rng;

use super::Interval;
use super::student::t95;

/// The least number of units for which there is an interval. With 5, not even the smallest and the
/// largest value contain the median in 95 of 100 experiments (1 - 2^-4 = 0.94), and resamples lie
/// between these.
const LEAST: usize = 6;

/// Returns the 95% interval of a statistic of `units` units, from at least that many resamples. They
/// have a random stream of their own, named by `purpose`, so that an interval never changes between
/// reports.
///
/// The statistic receives how often each unit was drawn; resamples for which it has no value are
/// skipped. Returns `None` with fewer than six units, or if half of the resamples have no value.
///
/// ```
/// use quadrille_lab::stats::resampled_interval;
///
/// // The interval of a mean of ten units.
/// let values = [3.0, 4.0, 4.0, 5.0, 5.0, 5.0, 6.0, 6.0, 7.0, 8.0];
/// let mean = |drawn: &[u32]| {
///     Some(
///         drawn.iter().zip(values).map(|(&times, value)| f64::from(times) * value).sum::<f64>()
///             / 10.0,
///     )
/// };
/// let interval = resampled_interval("example", 1000, 10, mean).expect("ten units are enough");
/// assert!(interval.low < 5.3 && 5.3 < interval.high);
/// ```
pub fn resampled_interval(
    purpose: &str,
    resamples: usize,
    units: usize,
    mut statistic: impl FnMut(&[u32]) -> Option<f64>,
) -> Option<Interval> {
    let one = |drawn: &[u32]| statistic(drawn).map(|value| vec![value]);
    resampled_intervals(purpose, resamples, units, 1, one).pop()
}

/// Returns the intervals of that many statistics of the same resamples, each as
/// [`resampled_interval`] returns it; none at all where it returns `None`.
///
/// ```
/// use quadrille_lab::stats::resampled_intervals;
///
/// let first_two = |drawn: &[u32]| Some(vec![f64::from(drawn[0]), f64::from(drawn[1])]);
/// assert_eq!(resampled_intervals("example", 100, 10, 2, first_two).len(), 2);
/// assert!(resampled_intervals("example", 100, 5, 2, first_two).is_empty()); // too few units
/// ```
pub fn resampled_intervals(
    purpose: &str,
    resamples: usize,
    units: usize,
    count: usize,
    mut statistics: impl FnMut(&[u32]) -> Option<Vec<f64>>,
) -> Vec<Interval> {
    if units < LEAST {
        return Vec::new();
    }
    let mut rng = Rng::derive(0, &["bootstrap", purpose]);
    let tail = tail(units);
    // Percentiles far in the tails need more resamples.
    let resamples = resamples.max((8.0 / tail) as usize);
    let mut drawn = vec![0_u32; units];
    let mut values: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); count];
    for _ in 0..resamples {
        drawn.fill(0);
        for _ in 0..units {
            drawn[rng.below(units)] += 1;
        }
        for (values, value) in values.iter_mut().zip(statistics(&drawn).unwrap_or_default()) {
            values.push(value);
        }
    }
    if values.iter().any(|values| values.len() * 2 <= resamples) {
        return Vec::new();
    }
    let interval = |mut values: Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
        Interval { low: at(tail), high: at(1.0 - tail) }
    };
    values.into_iter().map(interval).collect()
}

/// Returns the share of resamples beyond each end of the interval of that many units, at least two.
fn tail(units: usize) -> f64 {
    let n = units as f64;
    let out = (n / (n - 1.0)).sqrt() * t95(units - 1);
    libm::erfc(out / std::f64::consts::SQRT_2) / 2.0
}

/// Returns the interval of the median run length, resampling puzzles. The runs are (puzzle, length),
/// ascending by length, infinite if unsolved. Ends are infinite if the runs do not determine them.
///
/// ```
/// use quadrille_lab::stats::median_interval;
///
/// let runs: Vec<(u32, f64)> = (0..30).map(|puzzle| (puzzle, f64::from(puzzle))).collect();
/// let interval = median_interval(&runs, 30, 400).expect("thirty puzzles are enough");
/// assert!(interval.low < 15.0 && 15.0 < interval.high);
/// ```
pub fn median_interval(runs: &[(u32, f64)], puzzles: usize, resamples: usize) -> Option<Interval> {
    let mut of_puzzle = vec![0_u64; puzzles];
    for &(puzzle, _) in runs {
        of_puzzle[puzzle as usize] += 1;
    }
    // Puzzles without runs are not units.
    let units: Vec<usize> = (0..puzzles).filter(|&puzzle| of_puzzle[puzzle] > 0).collect();
    let mut times = vec![0_u32; puzzles];
    resampled_interval("median", resamples, units.len(), |drawn| {
        let mut total = 0;
        for (&unit, &n) in units.iter().zip(drawn) {
            times[unit] = n;
            total += of_puzzle[unit] * u64::from(n);
        }
        let wanted = total as f64 / 2.0 - 1e-9;
        let mut reached = 0_u64;
        for &(puzzle, length) in runs {
            reached += u64::from(times[puzzle as usize]);
            if reached as f64 >= wanted {
                return Some(length);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The median of run lengths that are exponential within a puzzle and vary between puzzles by
    /// a factor that is symmetric in its logarithm around 1; a third of the rounds is cut short.
    #[test]
    fn the_median_is_covered() {
        let mut rng = Rng::from_seed(8);
        // The true median, from a sample so large that its error does not matter here.
        let mut length = |factor: f64| -factor * libm::log(1.0 - rng.fraction());
        let factors = [0.25, 0.5, 1.0, 2.0, 4.0];
        let mut large: Vec<f64> = (0..400_000).map(|n| length(factors[n % 5])).collect();
        large.sort_unstable_by(f64::total_cmp);
        let truth = large[large.len() / 2];
        let (mut covered, rounds) = (0, 300);
        let mut which = Rng::from_seed(10);
        for round in 0..rounds {
            let limit = if round % 3 == 0 { 1.2 * truth } else { f64::INFINITY };
            let mut runs = Vec::new();
            for puzzle in 0..50 {
                let factor = factors[which.below(5)];
                for _ in 0..3 {
                    let at = length(factor);
                    runs.push((puzzle, if at > limit { f64::INFINITY } else { at }));
                }
            }
            runs.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
            let found = median_interval(&runs, 50, 400).unwrap();
            covered += u32::from((found.low..=found.high).contains(&truth));
        }
        let coverage = f64::from(covered) / f64::from(rounds);
        assert!((0.90..0.985).contains(&coverage), "{coverage}");
    }

    /// The same at the ends of the sizes that people use: with plain percentiles 8 puzzles had the
    /// mean in 88 of 100 intervals.
    #[test]
    fn few_units_are_covered_too() {
        let mut rng = Rng::from_seed(12);
        let mut noise = || (0..6).map(|_| rng.fraction()).sum::<f64>() - 3.0;
        let rounds = 1000;
        for units in [6, 8, 12] {
            let covered = (0..rounds)
                .filter(|_| {
                    let values: Vec<f64> = (0..units).map(|_| noise()).collect();
                    let found = resampled_interval("test", 1000, units, |drawn| {
                        let sum: f64 =
                            values.iter().zip(drawn).map(|(v, &n)| v * f64::from(n)).sum();
                        Some(sum / units as f64)
                    });
                    found.is_some_and(|found| (found.low..=found.high).contains(&0.0))
                })
                .count();
            let coverage = covered as f64 / f64::from(rounds);
            assert!((0.92..0.975).contains(&coverage), "{units}: {coverage}");
        }
    }

    /// One puzzle, however often it was run, tells nothing of others: no interval of width 0.
    #[test]
    fn too_few_units_have_no_interval() {
        let runs = [(0, 1.0), (0, 2.0), (0, 3.0), (0, 3.5)];
        assert_eq!(median_interval(&runs, 1, 2000), None);
        let runs: Vec<_> = (0..6).map(|puzzle| (puzzle, f64::from(puzzle))).collect();
        assert_eq!(median_interval(&runs[..5], 9, 2000), None);
        let found = median_interval(&runs, 9, 2000);
        // By order statistics, least to greatest hold the median in 1 - 2^-5 = 0.969 of all.
        assert_eq!(found, Some(Interval { low: 0.0, high: 5.0 }));
    }

    /// SciPy 1.17: `norm.cdf(-sqrt(n / (n - 1)) * t.ppf(0.975, n - 1))`.
    #[test]
    fn tails_agree_with_scipy() {
        for (units, expected) in [
            (6, 0.0024318031746),
            (12, 0.0107566149166),
            (100, 0.0230643872071),
            (100000, 0.0249980407960),
        ] {
            assert!((tail(units) / expected - 1.0).abs() < 1e-9, "{units}: {}", tail(units));
        }
    }
}
