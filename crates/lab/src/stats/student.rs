//! The quantile of Student's distribution for two-sided intervals of 95%, here and in tournaments.
//!
//! It uses only square roots and an arc tangent, so that an interval is the same on every platform.

use super::Z95;

/// Degrees of freedom up to which the distribution is summed; beyond, its expansion is as exact.
const SUMMED: usize = 200;

/// Returns the 97.5% quantile of Student's t with that many degrees of freedom; infinite for 0.
///
/// ```
/// use quadrille_lab::stats::t95;
///
/// assert!((t95(1) - 12.706).abs() < 0.001);
/// assert_eq!(t95(0), f64::INFINITY);
/// ```
pub fn t95(freedom: usize) -> f64 {
    if freedom == 0 {
        return f64::INFINITY;
    }
    if freedom > SUMMED {
        return expansion(freedom as f64);
    }
    let (mut low, mut high) = (Z95, 13.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if within(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// Returns the probability of |t| below that value: the finite sums of Abramowitz and Stegun
/// (1964), 26.7.3 and 26.7.4.
fn within(t: f64, freedom: usize) -> f64 {
    let n = freedom as f64;
    let (sin, cos2) = (t / (n + t * t).sqrt(), n / (n + t * t));
    let odd = freedom % 2 == 1;
    // 1 + 2/3 cos² + 2·4/(3·5) cos⁴ + … for odd degrees, 1 + 1/2 cos² + 1·3/(2·4) cos⁴ + … for even.
    let terms = if odd { (freedom - 1) / 2 } else { freedom / 2 };
    let (mut sum, mut term) = (0.0, 1.0);
    for index in 0..terms {
        sum += term;
        let k = 2.0 * index as f64;
        term *= cos2 * if odd { (k + 2.0) / (k + 3.0) } else { (k + 1.0) / (k + 2.0) };
    }
    if odd {
        let angle = libm::atan(t / n.sqrt());
        (angle + sin * cos2.sqrt() * sum) * std::f64::consts::FRAC_2_PI
    } else {
        sin * sum
    }
}

/// Abramowitz and Stegun, 26.7.5.
fn expansion(n: f64) -> f64 {
    let z = Z95;
    let z2 = z * z;
    let terms = [
        z * (z2 + 1.0) / 4.0,
        z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
        z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
        z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92_160.0,
    ];
    z + terms.iter().rev().fold(0.0, |sum, term| (sum + term) / n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SciPy 1.17: `stats.t.ppf(0.975, n)`.
    #[test]
    fn agrees_with_scipy() {
        for (freedom, expected) in [
            (1, 12.7062047361747),
            (2, 4.3026527297495),
            (3, 3.1824463052837),
            (5, 2.5705818356363),
            (10, 2.2281388519863),
            (11, 2.2009851600916),
            (99, 1.9842169515864),
            (200, 1.9718962236339),
            (201, 1.9718365067799),
            (1000, 1.9623390808264),
            (1000000, 1.9599663568141),
        ] {
            let found = t95(freedom);
            assert!((found / expected - 1.0).abs() < 1e-11, "{freedom}: {found}");
        }
    }

    #[test]
    fn sums_and_expansion_meet() {
        assert!((t95(SUMMED) - expansion(SUMMED as f64)).abs() < 1e-10);
        assert!(t95(usize::MAX) - Z95 < 1e-12);
        assert_eq!(t95(0), f64::INFINITY);
    }
}
