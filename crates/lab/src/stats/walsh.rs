//! The estimate and interval that belong to the signed-rank test.
//!
//! The test at a shift θ counts the averages of two differences (Walsh averages, each difference with
//! itself included) that lie above θ. So the estimate is their median (Hodges and Lehmann 1963), and
//! an interval consists of all shifts that the test does not reject: from one order statistic of the
//! Walsh averages to another (Hollander, Wolfe and Chicken 2014, sections 3.2 and 3.3).

use super::normal::two_sided_quantile;
use super::rank::EXACT;

/// Stands for a difference that is larger than any other, so that one such difference and its
/// opposite have the average 0. Logarithms of ratios of numbers are below 1500.
const ENDLESS: f64 = 1e6;

/// Differences whose Walsh averages are counted.
#[derive(Clone, Debug)]
pub struct Walsh {
    sorted: Vec<f64>,
}

impl Walsh {
    /// Takes differences, which may be infinite.
    pub fn of(differences: &[f64]) -> Self {
        let mut sorted: Vec<f64> =
            differences.iter().map(|difference| difference.clamp(-ENDLESS, ENDLESS)).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        Self { sorted }
    }

    /// Returns the median of the Walsh averages: the shift from which the differences lie evenly to
    /// both sides. Infinite if most differences are; `None` without differences.
    pub fn median(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| {
            let (low, high) = (self.nth((count - 1) / 2), self.nth(count / 2));
            endless(f64::midpoint(low, high))
        })
    }

    /// Returns the ends of the interval of all shifts that the two-sided signed-rank test does not
    /// reject at that level; 0.05 gives the 95% interval. The ends may be infinite.
    ///
    /// Returns `None` if there are so few differences that the test can reject nothing.
    pub fn interval(&self, level: f64) -> Option<(f64, f64)> {
        let place = place(self.sorted.len(), level)?;
        Some((endless(self.nth(place - 1)), endless(self.nth(self.count() - place))))
    }

    /// Returns the number of Walsh averages.
    fn count(&self) -> u64 {
        let n = self.sorted.len() as u64;
        n * (n + 1) / 2
    }

    /// Returns the number of Walsh averages up to a value.
    fn up_to(&self, value: f64) -> u64 {
        let sorted = &self.sorted;
        let mut count = 0;
        let mut end = sorted.len();
        for (index, low) in sorted.iter().enumerate() {
            while end > 0 && f64::midpoint(*low, sorted[end - 1]) > value {
                end -= 1;
            }
            // Each average once, with the lower difference first.
            if end <= index {
                break;
            }
            count += (end - index) as u64;
        }
        count
    }

    /// Returns the Walsh average with that number of averages below it, by bisection over all
    /// floating-point numbers: nothing is sorted, and the result is exact.
    fn nth(&self, below: u64) -> f64 {
        // Floating-point numbers in the order of these integers.
        let key = |value: f64| {
            let bits = value.to_bits() as i64;
            bits ^ (((bits >> 63) as u64) >> 1) as i64
        };
        let value = |key: i64| f64::from_bits((key ^ (((key >> 63) as u64) >> 1) as i64) as u64);
        let (mut low, mut high) = (key(-ENDLESS), key(ENDLESS));
        while low < high {
            // Half their sum, rounded down, without an overflow.
            let middle = (low & high) + ((low ^ high) >> 1);
            if self.up_to(value(middle)) > below { high = middle } else { low = middle + 1 }
        }
        value(low)
    }
}

/// Returns infinity for what stands for it.
fn endless(average: f64) -> f64 {
    if average.abs() > ENDLESS / 4.0 { f64::INFINITY.copysign(average) } else { average }
}

/// Returns which of the lowest and highest Walsh averages are the ends of the interval, from 1: the
/// largest k for which the signed-rank sum is below k with a probability of at most `level / 2`.
fn place(pairs: usize, level: f64) -> Option<u64> {
    let n = pairs as f64;
    let total = pairs * (pairs + 1) / 2;
    let place = if pairs <= EXACT {
        // chance[s]: the probability that the ranks so far have the positive sum s.
        let mut chance = vec![0.0; total + 1];
        chance[0] = 1.0;
        for rank in 1..=pairs {
            for sum in (0..=rank * (rank + 1) / 2).rev() {
                let with = if sum >= rank { chance[sum - rank] } else { 0.0 };
                chance[sum] = (chance[sum] + with) / 2.0;
            }
        }
        let mut below = 0.0;
        let within = |chance: &f64| {
            below += chance;
            below <= level / 2.0 * (1.0 + 1e-12)
        };
        chance.iter().copied().take_while(within).count()
    } else {
        let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
        let most = total as f64 / 2.0 - 0.5 - two_sided_quantile(level) * deviation;
        (most.floor() + 1.0).max(0.0) as usize
    };
    (place > 0).then_some(place as u64)
}

#[cfg(test)]
mod tests {
    use quadrille_engine::Rng;

    use super::*;
    use crate::stats::signed_rank;

    fn averages(differences: &[f64]) -> Vec<f64> {
        let mut all = Vec::new();
        for (index, a) in differences.iter().enumerate() {
            all.extend(differences[index..].iter().map(|b| f64::midpoint(*a, *b)));
        }
        all.sort_by(f64::total_cmp);
        all
    }

    #[test]
    fn order_statistics_equal_those_of_the_sorted_averages() {
        let mut rng = Rng::from_seed(21);
        for n in [1, 2, 3, 7, 20] {
            for _ in 0..20 {
                // With ties and zeros.
                let differences: Vec<f64> =
                    (0..n).map(|_| (rng.below(9) as f64 - 4.0) / 3.0).collect();
                let walsh = Walsh::of(&differences);
                let sorted = averages(&differences);
                let found: Vec<f64> = (0..walsh.count()).map(|nth| walsh.nth(nth)).collect();
                assert_eq!(found, sorted, "{differences:?}");
            }
        }
    }

    /// The critical value of 15 pairs is 25 (Wilcoxon's table, 0.05, two-sided), so the ends are the
    /// 26th averages from both ends; computed with NumPy.
    #[test]
    fn agrees_on_darwins_maize() {
        let heights = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75].map(f64::from);
        let walsh = Walsh::of(&heights);
        assert_eq!(place(15, 0.05), Some(26));
        assert_eq!(walsh.median(), Some(25.0));
        assert_eq!(walsh.interval(0.05), Some((4.0, 41.5)));
    }

    /// The interval holds exactly the shifts that the test does not reject.
    #[test]
    fn the_interval_inverts_the_test() {
        let mut rng = Rng::from_seed(22);
        for n in [6, 11, 40, 150] {
            for level in [0.05, 0.01, 0.0005] {
                let differences: Vec<f64> = (0..n).map(|_| rng.fraction() * 3.0 - 1.0).collect();
                let Some((low, high)) = Walsh::of(&differences).interval(level) else {
                    assert!(n < 13, "{n} {level}");
                    continue;
                };
                let p = |shift: f64| {
                    signed_rank(&differences.iter().map(|d| d - shift).collect::<Vec<_>>()).p
                };
                for end in [low, high] {
                    let inwards = (high - low) * 1e-9 * if end == low { 1.0 } else { -1.0 };
                    assert!(p(end + inwards) > level, "{n} {level}: {}", p(end + inwards));
                    assert!(p(end - inwards) <= level, "{n} {level}: {}", p(end - inwards));
                }
            }
        }
    }

    #[test]
    fn unsolved_puzzles_may_decide() {
        let inf = f64::INFINITY;
        let walsh = Walsh::of(&[inf, inf, inf, inf, inf, 0.5, -0.5]);
        assert_eq!(walsh.median(), Some(inf));
        assert_eq!(Walsh::of(&[-inf, -inf, 1.0]).median(), Some(-inf));
        // One for each: no difference.
        assert_eq!(Walsh::of(&[inf, -inf]).median(), Some(0.0));
        assert_eq!(Walsh::of(&[]).median(), None);
        let one = Walsh::of(&[inf, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
        assert!(one.median().unwrap() < 0.7, "{one:?}");
        assert_eq!(one.interval(0.05).map(|ends| ends.1), Some(inf));
    }

    #[test]
    fn too_few_differences_have_no_interval() {
        // The least p-value of 5 pairs is 2 of 32.
        assert_eq!(Walsh::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).interval(0.05), None);
        assert_eq!(Walsh::of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).interval(0.05), Some((1.0, 6.0)));
        assert_eq!(Walsh::of(&[]).interval(0.05), None);
    }

    #[test]
    fn the_exact_distribution_and_the_normal_one_meet() {
        for level in [0.05, 0.001, 0.0002] {
            let (exact, normal) = (place(EXACT, level).unwrap(), place(EXACT + 1, level).unwrap());
            assert!(exact.abs_diff(normal) < 45, "{level}: {exact} {normal}");
            assert!(normal > exact, "{level}: {exact} {normal}");
        }
    }
}
