//! Intervals for a share.

/// The 97.5% quantile of the standard normal distribution, for two-sided intervals of 95%.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An interval that contains the true value in 95 of 100 experiments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Returns the score interval of Wilson (1927) for a share, of which `successes` of `trials` were
/// observed: 95%, two-sided, without continuity correction. It has its nominal coverage for small
/// samples and shares near 0 and 1, where the textbook interval (Wald) collapses.
///
/// Returns `None` without trials.
///
/// ```
/// use quadrille_lab::stats::wilson;
///
/// let interval = wilson(9, 10).expect("there are trials");
/// assert!((interval.low - 0.596).abs() < 0.001 && (interval.high - 0.982).abs() < 0.001);
/// ```
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    if trials == 0 {
        return None;
    }
    Some(score(successes as f64 / trials as f64, trials as f64))
}

/// Returns Wilson's interval for a number of trials that may be fractional: the effective sample
/// size of correlated trials.
pub(super) fn score(share: f64, n: f64) -> Interval {
    let z2 = Z95 * Z95;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    // At the ends the formula gives exactly 0 and 1, but rounding may not.
    let low = if share == 0.0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if share == 1.0 { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion: comparison of
    /// seven methods", Statistics in Medicine 17 (1998), table I, method 3.
    #[test]
    fn agrees_with_newcombe() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(successes, trials).unwrap();
            assert!((found.low - low).abs() < 5e-5, "{successes}/{trials}: {found:?}");
            assert!((found.high - high).abs() < 5e-5, "{successes}/{trials}: {found:?}");
        }
    }

    /// Computed with 50 digits from the formula, in Python's `decimal`.
    #[test]
    fn agrees_to_the_ninth_digit() {
        let found = wilson(81, 263).unwrap();
        assert!((found.low - 0.255_288_519_878_274_2).abs() < 1e-12);
        assert!((found.high - 0.366_209_576_982_800_1).abs() < 1e-12);
    }

    #[test]
    fn ends_are_exact_and_symmetric() {
        assert_eq!(wilson(0, 0), None);
        for trials in [1, 7, 100, 1_000_000] {
            assert_eq!(wilson(0, trials).unwrap().low, 0.0);
            assert_eq!(wilson(trials, trials).unwrap().high, 1.0);
            let (a, b) = (wilson(1, trials).unwrap(), wilson(trials - 1, trials).unwrap());
            assert!((a.low + b.high - 1.0).abs() < 1e-12 && (a.high + b.low - 1.0).abs() < 1e-12);
        }
    }

    /// On average over shares the score interval covers close to its nominal 95 % (Newcombe finds
    /// 0.952); for single shares it swings around that.
    #[test]
    fn covers_what_it_promises() {
        let mut rng = Rng::from_seed(3);
        let (mut covered, rounds) = (0, 20_000);
        for _ in 0..rounds {
            let (share, trials) = (rng.fraction(), 5 + rng.below(95) as u64);
            let successes = (0..trials).filter(|_| rng.fraction() < share).count() as u64;
            let found = wilson(successes, trials).unwrap();
            covered += u32::from((found.low..=found.high).contains(&share));
        }
        let coverage = f64::from(covered) / f64::from(rounds);
        assert!((0.945..0.960).contains(&coverage), "{coverage}");
    }
}
