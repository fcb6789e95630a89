//! Comparisons by rank: they assume no distribution, and an unsolved run is simply longer than any
//! other.

use std::cmp::Ordering;

/// The result of a signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// Pairs that differ.
    pub pairs: usize,
    /// Sum of the ranks of positive differences.
    pub positive: f64,
    /// The direction of the differences by these ranks: `Greater` if they tend to be positive.
    pub side: Ordering,
    /// The two-sided p-value.
    pub p: f64,
}

/// Up to this number of pairs the exact distribution is computed; beyond, the normal one is as
/// good.
pub(super) const EXACT: usize = 100;

/// Wilcoxon's signed-rank test (1945) of paired differences, which may be infinite (one of the two
/// was not solved). Differences of zero get the lowest ranks and then drop out (Pratt 1959). Equal
/// differences share the mean of their ranks, and the distribution is that of the actual ranks, ties
/// included.
///
/// No interval belongs to this test if there are ties; where one is shown, [`Walsh`](super::Walsh) has
/// both. Without ties, the p-values are equal.
///
/// Without differing pairs, p is 1.
///
/// ```
/// use quadrille_lab::stats::signed_rank;
///
/// let test = signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
/// assert_eq!((test.pairs, test.positive), (6, 21.0));
/// assert!((test.p - 2.0 / 64.0).abs() < 1e-9);
/// ```
pub fn signed_rank(differences: &[f64]) -> SignedRank {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    sorted.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let zeros = differences.len() - sorted.len();
    // Ranks are multiples of one half, so doubled ranks are integers.
    let mut doubled = Vec::with_capacity(sorted.len());
    let mut positive = 0_usize;
    for equal in sorted.chunk_by(|a, b| a.abs() == b.abs()) {
        let rank = 2 * (zeros + doubled.len()) + equal.len() + 1;
        positive += rank * equal.iter().filter(|d| **d > 0.0).count();
        doubled.extend(std::iter::repeat_n(rank, equal.len()));
    }
    let pairs = sorted.len();
    let total: usize = doubled.iter().sum();
    let p = if pairs == 0 {
        1.0
    } else if pairs <= EXACT {
        exact(&doubled, total, positive)
    } else {
        let variance: f64 =
            doubled.iter().map(|&rank| (rank as f64 / 2.0) * (rank as f64 / 2.0)).sum::<f64>()
                / 4.0;
        // Continuity correction: the sum of ranks is an integer, the normal distribution is not.
        let off = ((positive as f64 - total as f64 / 2.0).abs() / 2.0 - 0.5).max(0.0);
        libm::erfc(off / variance.sqrt() / std::f64::consts::SQRT_2)
    };
    let side = (2 * positive).cmp(&total);
    SignedRank { pairs, positive: positive as f64 / 2.0, side, p: p.min(1.0) }
}

/// Returns the share of all sign patterns whose sum is at least as far from the middle as this one.
fn exact(ranks: &[usize], total: usize, positive: usize) -> f64 {
    // chance[s]: the probability that the ranks so far have the positive sum s.
    let mut chance = vec![0.0; total + 1];
    chance[0] = 1.0;
    let mut reached = 0;
    for &rank in ranks {
        reached += rank;
        for sum in (0..=reached).rev() {
            let with = if sum >= rank { chance[sum - rank] } else { 0.0 };
            chance[sum] = (chance[sum] + with) / 2.0;
        }
    }
    let far = (2 * positive).abs_diff(total);
    chance
        .iter()
        .enumerate()
        .filter(|(sum, _)| (2 * sum).abs_diff(total) >= far)
        .map(|(_, c)| c)
        .sum()
}

/// Adjusts p-values for multiple tests (Holm 1979), in the given order: results below 0.05 after
/// this hold together with 95% confidence.
///
/// ```
/// use quadrille_lab::stats::holm;
///
/// assert_eq!(holm(&[0.5, 0.125, 0.25]), [0.5, 0.375, 0.5]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((p[index] * (p.len() - rank) as f64).min(1.0));
        adjusted[index] = least;
    }
    adjusted
}

/// Returns the effect size A12 of Vargha and Delaney (2000), oriented so that smaller is better:
/// the probability that a run of the first is shorter than one of the second, with ties counting
/// one half. One half means no difference.
///
/// Returns `None` if one of them has no runs.
///
/// ```
/// use quadrille_lab::stats::a12;
///
/// assert_eq!(a12(&[1.0, 2.0], &[3.0, 4.0]), Some(1.0));
/// assert_eq!(a12(&[1.0], &[1.0]), Some(0.5));
/// ```
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    let mut wins = 0.0;
    for a in first {
        for b in second {
            wins += if a < b {
                1.0
            } else if a == b {
                0.5
            } else {
                0.0
            };
        }
    }
    let pairs = first.len() * second.len();
    (pairs > 0).then(|| wins / pairs as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_core::Rng;

    /// Darwin's maize, as in Fisher's "Design of Experiments" (1935), the example in the manual of
    /// SciPy's `wilcoxon`: W = 24, p = 0.041259765625.
    #[test]
    fn agrees_on_darwins_maize() {
        let heights = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75];
        let found = signed_rank(&heights.map(f64::from));
        assert_eq!((found.pairs, found.positive, found.p), (15, 96.0, 0.041_259_765_625));
    }

    /// All sign patterns counted one by one, in Python.
    #[test]
    fn agrees_with_counting_when_there_are_ties() {
        let found = signed_rank(&[1, 1, 2, -2, 3, 0, 4, 4, -4, 5, 5, 5].map(f64::from));
        assert_eq!((found.pairs, found.positive), (11, 64.5));
        assert!((found.p - 0.038_085_937_5).abs() < 1e-15, "{found:?}");
        let inf = f64::INFINITY;
        let found = signed_rank(&[inf, inf, 1.0, -2.0, inf, 3.0, -inf, 2.5]);
        assert_eq!((found.pairs, found.positive), (8, 27.5));
        assert!((found.p - 0.203_125).abs() < 1e-15, "{found:?}");
    }

    /// SciPy 1.17: `wilcoxon(d, zero_method="pratt", correction=True, method="approx")`.
    #[test]
    fn agrees_with_scipy_on_many_pairs() {
        let many: Vec<f64> = (0..300).map(|i| f64::from(i * 37 % 101 - 30)).collect();
        let found = signed_rank(&many);
        assert_eq!(found.pairs, 297);
        assert!((found.p / 2.511_671_869_801_917_5e-21 - 1.0).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn nothing_to_tell_is_no_difference() {
        assert_eq!(signed_rank(&[0.0, 0.0]).p, 1.0);
        assert_eq!(signed_rank(&[]).p, 1.0);
        assert_eq!(signed_rank(&[1.0]).p, 1.0);
    }

    /// Where nothing differs, p is below 0.05 in at most 5 of 100 experiments.
    #[test]
    fn keeps_its_level() {
        let mut rng = Rng::from_seed(4);
        let rounds = 4000;
        let false_alarms = (0..rounds)
            .filter(|_| {
                let even: Vec<f64> = (0..25).map(|_| rng.fraction() - 0.5).collect();
                signed_rank(&even).p < 0.05
            })
            .count();
        let level = false_alarms as f64 / f64::from(rounds);
        assert!((0.04..0.058).contains(&level), "{level}");
    }

    /// R: `p.adjust(c(0.01, 0.02, 0.03, 0.005), "holm")`.
    #[test]
    fn holm_agrees_with_r() {
        let found = holm(&[0.01, 0.02, 0.03, 0.005]);
        for (found, expected) in found.iter().zip([0.03, 0.04, 0.04, 0.02]) {
            assert!((found - expected).abs() < 1e-15);
        }
        assert_eq!(holm(&[0.6, 0.7]), [1.0, 1.0]);
        assert_eq!(holm(&[]), [0.0; 0]);
    }

    /// U / mn of the Mann-Whitney example in SciPy's manual (U = 17 of 20 for larger ages).
    #[test]
    fn a12_is_the_share_of_pairs_won() {
        let (males, females) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
        assert_eq!(a12(&females, &males), Some(0.85));
        assert_eq!(a12(&males, &females), Some(0.15));
        let inf = f64::INFINITY;
        assert_eq!(a12(&[1.0, inf], &[inf]), Some(0.75));
        assert_eq!(a12(&[], &[1.0]), None);
    }
}
