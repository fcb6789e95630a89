//! Quantiles of the standard normal distribution.

/// Returns the number of standard deviations beyond which a normal value lies, to either side, with
/// that probability: 1.96 for 0.05.
///
/// ```
/// use quadrille_lab::stats::{Z95, two_sided_quantile};
///
/// assert!((two_sided_quantile(0.05) - Z95).abs() < 1e-6);
/// ```
pub fn two_sided_quantile(level: f64) -> f64 {
    let beyond = |z: f64| libm::erfc(z / std::f64::consts::SQRT_2);
    let (mut low, mut high) = (0.0, 38.0);
    for _ in 0..70 {
        let middle = f64::midpoint(low, high);
        if beyond(middle) > level { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Returns the probability that a normal value lies that many standard deviations off, to either
/// side.
pub(super) fn two_sided_p(deviations: f64) -> f64 {
    libm::erfc(deviations.abs() / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SciPy 1.17: `norm.isf(level / 2)`.
    #[test]
    fn agrees_with_scipy() {
        for (level, expected) in [
            (1.0, 0.0),
            (0.05, 1.959963984540054),
            (0.001, 3.2905267314918945),
            (0.05 / 231.0, 3.6990004509522763),
            (1e-12, 7.130506848171324),
        ] {
            let found = two_sided_quantile(level);
            assert!((found - expected).abs() < 1e-9, "{level}: {found}");
            assert!((two_sided_p(found) / level - 1.0).abs() < 1e-9, "{level}");
        }
    }
}
