//! The difference of two success rates on the same puzzles.

use super::normal::{two_sided_p, two_sided_quantile};

/// The difference of two success rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareDifference {
    /// Puzzles that both ran on.
    pub puzzles: usize,
    /// The first's success rate minus the second's, as the mean over puzzles.
    pub difference: f64,
    /// The estimate that interval and p-value are built around, which is a little nearer to 0.
    center: f64,
    /// The standard error of that estimate.
    error: f64,
}

impl ShareDifference {
    /// Compares (solved, runs) by puzzle.
    ///
    /// The method of Bonett and Price (2012, "Adjusted Wald confidence interval for a difference of
    /// binomial proportions based on paired data"): as if each had solved one puzzle more that the
    /// other had not. With several runs per puzzle, the difference of the rates on a puzzle takes the
    /// place of -1, 0 or 1, and the largest that was observed that of the two added ones. Returns
    /// `None` if there is no puzzle that both ran on.
    ///
    /// ```
    /// use quadrille_lab::stats::ShareDifference;
    ///
    /// // (solved, runs) on each of 20 puzzles.
    /// let difference =
    ///     ShareDifference::of(&[(1, 1); 20], &[(0, 1); 20]).expect("there are puzzles");
    /// assert_eq!((difference.puzzles, difference.difference), (20, 1.0));
    /// ```
    pub fn of(first: &[(u32, u32)], second: &[(u32, u32)]) -> Option<Self> {
        let rate = |(solved, runs): (u32, u32)| f64::from(solved) / f64::from(runs);
        let differences: Vec<f64> = first
            .iter()
            .zip(second)
            .filter(|(a, b)| a.1 > 0 && b.1 > 0)
            .map(|(&a, &b)| rate(a) - rate(b))
            .collect();
        let puzzles = differences.len();
        let (n, sum) = (puzzles as f64, differences.iter().sum::<f64>());
        let squares: f64 = differences.iter().map(|difference| difference * difference).sum();
        let largest =
            differences.iter().fold(0.0_f64, |most, difference| most.max(difference.abs()));
        // Without any difference, it is not known how large one would be.
        let added = if largest > 0.0 { largest } else { 1.0 };
        let center = sum / (n + 2.0);
        let variance = ((squares + 2.0 * added * added) / (n + 2.0) - center * center).max(0.0);
        (puzzles > 0).then(|| Self {
            puzzles,
            difference: sum / n,
            center,
            error: (variance / (n + 2.0)).sqrt(),
        })
    }

    /// Returns the interval at that level; 0.05 gives the 95% interval.
    ///
    /// ```
    /// use quadrille_lab::stats::ShareDifference;
    ///
    /// let difference =
    ///     ShareDifference::of(&[(1, 1); 20], &[(0, 1); 20]).expect("there are puzzles");
    /// let (low, high) = difference.interval(0.05);
    /// assert!(0.5 < low && low < high);
    /// ```
    pub fn interval(&self, level: f64) -> (f64, f64) {
        let half = two_sided_quantile(level) * self.error;
        ((self.center - half).max(-1.0), (self.center + half).min(1.0))
    }

    /// Returns the two-sided p-value of no difference. It is below a level exactly if the interval
    /// at that level does not hold 0.
    ///
    /// ```
    /// use quadrille_lab::stats::ShareDifference;
    ///
    /// let difference =
    ///     ShareDifference::of(&[(1, 1); 20], &[(0, 1); 20]).expect("there are puzzles");
    /// assert!(difference.p() < 0.001);
    /// ```
    pub fn p(&self) -> f64 {
        two_sided_p(self.center / self.error)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_core::Rng;

    use super::*;

    fn of(both: u32, first: u32, second: u32, neither: u32) -> ShareDifference {
        let cell = |times: u32, solved: (u32, u32)| {
            (0..times).map(move |_| ((solved.0, 1), (solved.1, 1)))
        };
        let (a, b): (Vec<_>, Vec<_>) = cell(both, (1, 1))
            .chain(cell(first, (1, 0)))
            .chain(cell(second, (0, 1)))
            .chain(cell(neither, (0, 0)))
            .unzip();
        ShareDifference::of(&a, &b).unwrap()
    }

    /// By hand from the paper's formula: (f12 + 1 - f21 - 1) / (n + 2), and the square root of
    /// (p12 + p21 - (p12 - p21)^2) / (n + 2) with p = (f + 1) / (n + 2).
    #[test]
    fn agrees_with_the_formula() {
        let found = of(20, 12, 3, 15);
        let (p, q, n) = (13.0 / 52.0, 4.0 / 52.0, 52.0_f64);
        let error = ((p + q - (p - q) * (p - q)) / n).sqrt();
        assert!((found.difference - 9.0 / 50.0).abs() < 1e-15);
        let (low, high) = found.interval(0.05);
        assert!((low - (p - q - 1.959963984540054 * error)).abs() < 1e-12);
        assert!((high - (p - q + 1.959963984540054 * error)).abs() < 1e-12);
    }

    #[test]
    fn interval_and_p_agree() {
        for (first, second) in [(0, 0), (1, 0), (5, 0), (8, 1), (30, 29), (40, 2)] {
            let found = of(10, first, second, 10);
            for level in [0.05, 0.01, 0.0002] {
                let (low, high) = found.interval(level);
                assert_eq!(found.p() < level, low > 0.0 || high < 0.0, "{first} {second} {level}");
            }
        }
        assert_eq!(of(5, 0, 0, 5).p(), 1.0);
        assert_eq!(ShareDifference::of(&[(0, 0)], &[(1, 1)]), None);
    }

    /// Five runs a puzzle that agree tell as much as one.
    #[test]
    fn the_puzzle_is_the_unit() {
        let one = of(10, 8, 2, 5);
        let many = |solved: &[u32]| solved.iter().map(|&n| (n * 5, 5)).collect::<Vec<_>>();
        let first = [vec![1; 18], vec![0; 7]].concat();
        let second = [vec![1; 10], vec![0; 8], vec![1; 2], vec![0; 5]].concat();
        assert_eq!(ShareDifference::of(&many(&first), &many(&second)), Some(one));
    }

    /// Rates of two algorithms that depend on the puzzle, with a true difference of 0.1 or 0.
    #[test]
    fn covers_what_it_promises() {
        let mut rng = Rng::from_seed(23);
        for (puzzles, runs, shift) in [(10, 1, 0.0), (30, 1, 0.1), (30, 10, 0.1), (100, 1, 0.0)] {
            let rounds = 1500;
            let covered = (0..rounds)
                .filter(|_| {
                    let (mut a, mut b) = (Vec::new(), Vec::new());
                    for _ in 0..puzzles {
                        let easy = rng.fraction() * 0.9;
                        let mut solved = |rate: f64| {
                            ((0..runs).filter(|_| rng.fraction() < rate).count() as u32, runs)
                        };
                        a.push(solved(easy + shift));
                        b.push(solved(easy));
                    }
                    let (low, high) = ShareDifference::of(&a, &b).unwrap().interval(0.05);
                    (low..=high).contains(&shift)
                })
                .count();
            let coverage = covered as f64 / f64::from(rounds);
            assert!((0.93..=0.995).contains(&coverage), "{puzzles} x {runs}: {coverage}");
        }
    }
}
