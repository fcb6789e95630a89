//! Wilcoxon's signed-rank test (1945) with the estimate and the interval that belong to it.
//!
//! The test at a shift θ counts the averages of two differences (Walsh averages, each difference with
//! itself included) that lie above θ. So the estimate is their median (Hodges and Lehmann 1963), and
//! an interval consists of all shifts that the test does not reject: from one order statistic of the
//! Walsh averages to another (Hollander, Wolfe and Chicken 2014, sections 3.2 and 3.3).
//!
//! Zeros and equal differences of opposite sign make averages that are exactly θ. They count on both
//! sides of θ, against a difference, and the counts are compared with the distribution without ties.
//! The test then errs at most as often as its level says, and the closed interval holds the true value
//! at least as often as it promises (Noether 1967, "Wilcoxon confidence intervals for location
//! parameters in the discrete case"): the order of differences that are equal could have been any,
//! and the count is that of the least favorable one. A test that drops zeros or gives mean ranks to
//! equal differences ([`signed_rank`](super::signed_rank)) finds more, but its shifts that are not
//! rejected need not be an interval.

use std::cmp::Ordering;

use super::rank::EXACT;

/// Stands for a difference that is larger than any other, so that one such difference and its
/// opposite have the average 0. Logarithms of ratios of numbers are below 1500.
const ENDLESS: f64 = 1e6;

/// Averages as near to 0 are 0. The logarithms of a ratio and of its inverse have this average, but
/// for rounding.
const ZERO: f64 = 1e-12;

/// Differences whose Walsh averages are counted.
#[derive(Clone, Debug)]
pub struct Walsh {
    sorted: Vec<f64>,
}

impl Walsh {
    /// Takes differences, which may be infinite.
    ///
    /// ```
    /// use quadrille_lab::stats::Walsh;
    ///
    /// let walsh = Walsh::of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    /// assert_eq!(walsh.median(), Some(3.5));
    /// ```
    pub fn of(differences: &[f64]) -> Self {
        let mut sorted: Vec<f64> =
            differences.iter().map(|difference| difference.clamp(-ENDLESS, ENDLESS)).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        Self { sorted }
    }

    /// Returns the median of the Walsh averages: the shift from which the differences lie evenly to
    /// both sides. Infinite if most differences are; `None` without differences.
    ///
    /// ```
    /// use quadrille_lab::stats::Walsh;
    ///
    /// assert_eq!(Walsh::of(&[2.0, 2.0, 8.0]).median(), Some(3.5));
    /// assert_eq!(Walsh::of(&[]).median(), None);
    /// ```
    pub fn median(&self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| {
            let (low, high) = (self.nth((count - 1) / 2), self.nth(count / 2));
            rounded(f64::midpoint(low, high))
        })
    }

    /// Returns the two-sided p-value of the signed-rank test of no shift, which is below a level
    /// exactly if the [`interval`](Self::interval) at that level excludes 0. Without differences, it
    /// is 1.
    ///
    /// ```
    /// use quadrille_lab::stats::Walsh;
    ///
    /// let p = Walsh::of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).p();
    /// assert!((p - 2.0 / 64.0).abs() < 1e-9);
    /// ```
    pub fn p(&self) -> f64 {
        let (not_above, not_below) = self.sides();
        Distribution::of(self.sorted.len()).p(not_above.min(not_below))
    }

    /// Returns the direction of that test: `Greater` if the differences tend to be positive.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use quadrille_lab::stats::Walsh;
    ///
    /// assert_eq!(Walsh::of(&[-1.0, -2.0, 0.5]).side(), Ordering::Less);
    /// ```
    pub fn side(&self) -> Ordering {
        let (not_above, not_below) = self.sides();
        not_below.cmp(&not_above)
    }

    /// Returns the ends of the interval of all shifts that the two-sided signed-rank test does not
    /// reject at that level; 0.05 gives the 95% interval. The ends may be infinite.
    ///
    /// Returns `None` if there are too few differences for the test to reject anything.
    ///
    /// ```
    /// use quadrille_lab::stats::Walsh;
    ///
    /// let walsh = Walsh::of(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    /// assert_eq!(walsh.interval(0.05), Some((1.0, 6.0)));
    /// assert_eq!(Walsh::of(&[1.0, 2.0]).interval(0.05), None);
    /// ```
    pub fn interval(&self, level: f64) -> Option<(f64, f64)> {
        let place = Distribution::of(self.sorted.len()).place(level)?;
        Some((rounded(self.nth(place - 1)), rounded(self.nth(self.count() - place))))
    }

    /// Returns the numbers of Walsh averages that are not above 0, and not below it.
    fn sides(&self) -> (u64, u64) {
        (self.up_to(ZERO), self.count() - self.up_to((-ZERO).next_down()))
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

/// Returns infinity for what stands for it, and 0 for what is 0 but for rounding.
fn rounded(average: f64) -> f64 {
    if average.abs() > ENDLESS / 4.0 {
        f64::INFINITY.copysign(average)
    } else if average.abs() <= ZERO {
        0.0
    } else {
        average
    }
}

/// The distribution of the number of Walsh averages on one side of the true shift, without ties: that
/// of Wilcoxon's signed-rank sum.
struct Distribution {
    pairs: u64,
    /// For few pairs, the probability of each number up to this one; for more, the distribution is
    /// taken as normal.
    up_to: Option<Vec<f64>>,
}

impl Distribution {
    fn of(pairs: usize) -> Self {
        let exact = || {
            // chance[s]: the probability that the ranks so far have the positive sum s.
            let mut chance = vec![0.0; pairs * (pairs + 1) / 2 + 1];
            chance[0] = 1.0;
            for rank in 1..=pairs {
                for sum in (0..=rank * (rank + 1) / 2).rev() {
                    let with = if sum >= rank { chance[sum - rank] } else { 0.0 };
                    chance[sum] = (chance[sum] + with) / 2.0;
                }
            }
            let mut below = 0.0;
            for chance in &mut chance {
                below += *chance;
                *chance = below;
            }
            chance
        };
        Self { pairs: pairs as u64, up_to: (pairs <= EXACT).then(exact) }
    }

    /// Returns the largest number.
    fn total(&self) -> u64 {
        self.pairs * (self.pairs + 1) / 2
    }

    /// Returns the two-sided p-value of a number of averages on the side that has fewer.
    fn p(&self, number: u64) -> f64 {
        let p = match &self.up_to {
            Some(up_to) => 2.0 * up_to[number as usize],
            None => {
                let n = self.pairs as f64;
                let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
                // Continuity correction: the number is an integer, the normal distribution is not.
                let off = self.total() as f64 / 2.0 - number as f64 - 0.5;
                libm::erfc(off / deviation / std::f64::consts::SQRT_2)
            }
        };
        p.min(1.0)
    }

    /// Returns which of the lowest and highest Walsh averages are the ends of the interval, from 1:
    /// the count of numbers whose p-value is below the level.
    fn place(&self, level: f64) -> Option<u64> {
        let (mut place, mut end) = (0, self.total() / 2 + 1);
        while place < end {
            let middle = u64::midpoint(place, end);
            if self.p(middle) < level { place = middle + 1 } else { end = middle }
        }
        (place > 0).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::Rng;

    use super::*;
    use crate::stats::{signed_rank, two_sided_quantile};

    fn place(pairs: usize, level: f64) -> Option<u64> {
        Distribution::of(pairs).place(level)
    }

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
        assert_eq!((walsh.p(), walsh.side()), (0.041_259_765_625, Ordering::Greater));
    }

    /// Without ties, both count the same.
    #[test]
    fn the_test_is_the_one_by_ranks() {
        let mut rng = Rng::from_seed(23);
        for n in [0, 1, 5, 6, 30, 100, 101, 400] {
            for _ in 0..20 {
                let differences: Vec<f64> = (0..n).map(|_| rng.fraction() - 0.4).collect();
                let (walsh, ranks) = (Walsh::of(&differences), signed_rank(&differences));
                let (p, expected) = (walsh.p(), ranks.p);
                assert!((p - expected).abs() <= 1e-9 * expected, "{n}: {p} {expected}");
                assert_eq!(walsh.side(), ranks.side);
            }
        }
    }

    /// Differences with ties, zeros and infinities, of which one in `bias` is negative.
    fn tied(rng: &mut Rng, n: usize, bias: usize) -> Vec<f64> {
        let kinds = 1 + rng.below(9);
        let mut difference = || {
            let size = match rng.below(kinds) {
                0 => f64::INFINITY,
                1 => 0.0,
                // Logarithms of ratios and their inverses, which are not exactly opposite.
                kind => libm::log(3.0 * kind as f64) - libm::log(3.0 + kind as f64),
            };
            if rng.below(bias) == 0 { -size } else { size }
        };
        (0..n).map(|_| difference()).collect()
    }

    /// The p-value is below a level exactly if the interval excludes 0.
    #[test]
    fn p_and_interval_agree_with_ties_and_infinities() {
        let mut rng = Rng::from_seed(24);
        let (mut found, mut none) = (0, 0);
        for round in 0..3000 {
            let n = [3, 6, 8, 12, 20, 45, 100, 101, 130][round % 9];
            let differences = tied(&mut rng, n, 2 + round % 5);
            let walsh = Walsh::of(&differences);
            let p = walsh.p();
            for level in [0.05, 0.01, 0.05 / 15.0, p.min(0.5), (p * (1.0 + 1e-9)).min(0.5)] {
                let excluded = walsh.interval(level).and_then(|(low, high)| {
                    assert!(low <= high, "{differences:?}");
                    let side = if low > 0.0 { Ordering::Greater } else { Ordering::Less };
                    (low > 0.0 || high < 0.0).then_some(side)
                });
                let side = (p < level).then(|| walsh.side());
                assert_eq!(excluded, side, "{level} {p} {differences:?}");
                // The ratios, which are what is shown, exclude 1 as well.
                let ratios = walsh.interval(level).map(|(a, b)| (libm::exp(a), libm::exp(b)));
                let is_shown = ratios.is_some_and(|(low, high)| low > 1.0 || high < 1.0);
                assert_eq!(is_shown, side.is_some(), "{level} {p} {differences:?}");
                *(if side.is_some() { &mut found } else { &mut none }) += 1;
            }
        }
        assert!(found > 2000 && none > 2000, "{found} {none}");
    }

    /// Of all signs that differences of a size may have, at most a share p has a p-value of at most
    /// p, whatever is equal.
    #[test]
    fn ties_never_make_p_too_small() {
        let mut rng = Rng::from_seed(25);
        for n in [6, 7, 9] {
            for _ in 0..12 {
                let sizes = tied(&mut rng, n, 2);
                let mut all: Vec<f64> = (0..1 << n)
                    .map(|signs: u32| {
                        let sign = |at: usize| if signs >> at & 1 == 0 { 1.0 } else { -1.0 };
                        let signed = sizes.iter().enumerate().map(|(at, size)| size * sign(at));
                        Walsh::of(&signed.collect::<Vec<_>>()).p()
                    })
                    .collect();
                all.sort_by(f64::total_cmp);
                for (at, p) in all.iter().enumerate() {
                    let share = (at + 1) as f64 / all.len() as f64;
                    assert!(share <= p * (1.0 + 1e-9), "{share} {p} {sizes:?}");
                }
            }
        }
    }

    /// Ten puzzles that only one solved, and two that only the other did: the lower end is exactly no
    /// difference, so p must not be small. By mean ranks, it is 2 (1 + 12 + 66) / 4096.
    #[test]
    fn an_end_without_difference_is_no_difference() {
        let inf = f64::INFINITY;
        let alone = [[inf; 10].as_slice(), &[-inf; 2]].concat();
        assert!((signed_rank(&alone).p - 158.0 / 4096.0).abs() < 1e-15);
        let walsh = Walsh::of(&alone);
        assert_eq!(walsh.interval(0.05), Some((0.0, inf)));
        assert_eq!((walsh.median(), walsh.side()), (Some(inf), Ordering::Greater));
        // 3 averages are negative and 20 are 0. SciPy 1.17 has p = 0.233_398_437_5 for 12 differences
        // without ties and the sum 23.
        assert_eq!(walsh.p(), 0.233_398_437_5);
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
            // In closed form.
            let n = (EXACT + 1) as f64;
            let deviation = (n * (n + 1.0) * (2.0 * n + 1.0) / 24.0).sqrt();
            let most = n * (n + 1.0) / 4.0 - 0.5 - two_sided_quantile(level) * deviation;
            assert_eq!(normal, most.floor() as u64 + 1);
        }
    }
}
