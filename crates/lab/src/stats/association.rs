//! How several responses go with several explanations, by rank: which associations are more than
//! chance, all of them tested together.
//!
//! The test permutes the explanations among the units, whole rows at a time, so that the dependence
//! among explanations and among responses stays, and compares each rank correlation with the largest
//! of all in each permutation (Westfall and Young 1993, "Resampling-Based Multiple Testing", the
//! single-step maxT procedure). If no explanation has anything to do with any response, all of them stay silent
//! in 95 of 100 experiments.

use quadrille_core::Rng;

use super::{Interval, resampled_interval};

/// The least number of units for which anything is said.
const LEAST: usize = 12;
/// Permutations. With the data, they are 1000.
const PERMUTATIONS: usize = 999;
/// Resamples of an interval.
const RESAMPLES: usize = 400;

/// How a response goes with an explanation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Association {
    /// Units that have both.
    pub units: usize,
    /// Spearman's rank correlation of these.
    pub rho: f64,
    /// Its 95% interval, resampling units.
    pub interval: Option<Interval>,
    /// The p-value, adjusted for all pairs that were tested together.
    pub p: f64,
}

/// Why nothing is said about a response and an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// Fewer than 12 units have both.
    TooFew,
    /// The response is the same for all these units.
    SameResponse,
    /// The explanation is.
    SameExplanation,
}

/// Returns how each response (outer) goes with each explanation (inner). Both are lists with a value
/// for each unit; responses may be infinite.
///
/// ```
/// use quadrille_lab::stats::associations;
///
/// let units: Vec<Option<f64>> = (0..20).map(|unit| Some(f64::from(unit))).collect();
/// let squares: Vec<Option<f64>> = (0..20).map(|unit| Some(f64::from(unit * unit))).collect();
/// let found = associations(&[units], &[squares]);
/// assert!(found[0][0].is_ok_and(|association| association.rho > 0.999));
/// ```
pub fn associations(
    responses: &[Vec<Option<f64>>],
    explanations: &[Vec<Option<f64>>],
) -> Vec<Vec<Result<Association, Untold>>> {
    let pair = |response: &[Option<f64>], explanation: &[Option<f64>]| {
        let both = response.iter().zip(explanation).filter_map(|(&a, &b)| Some((a?, b?)));
        let (a, b): (Vec<f64>, Vec<f64>) = both.unzip();
        if a.len() < LEAST {
            return Err(Untold::TooFew);
        }
        let varies = |values: &[f64]| values.iter().any(|value| *value != values[0]);
        match (varies(&a), varies(&b)) {
            (false, _) => Err(Untold::SameResponse),
            (_, false) => Err(Untold::SameExplanation),
            _ => Ok((a, b)),
        }
    };
    let pairs: Vec<Vec<_>> = responses
        .iter()
        .map(|response| explanations.iter().map(|other| pair(response, other)).collect())
        .collect();
    let tested: Vec<(usize, usize)> = (0..responses.len())
        .flat_map(|a| (0..explanations.len()).map(move |b| (a, b)))
        .filter(|&(a, b)| pairs[a][b].is_ok())
        .collect();
    let p = adjusted(responses, explanations, &tested);
    let p_of = |a: usize, b: usize| {
        let index = tested.iter().position(|&pair| pair == (a, b));
        p[index.expect("the pair is tested")]
    };
    pairs
        .into_iter()
        .enumerate()
        .map(|(a, row)| {
            row.into_iter()
                .enumerate()
                .map(|(b, values)| {
                    values.map(|(response, explanation)| Association {
                        units: response.len(),
                        rho: spearman(&response, &explanation),
                        interval: interval(&response, &explanation),
                        p: p_of(a, b),
                    })
                })
                .collect()
        })
        .collect()
}

/// Returns the adjusted p-values of the pairs.
///
/// Units without a value have the mean rank, which adds nothing to a correlation. That does not
/// disturb the test: it compares permutations of the same rows.
fn adjusted(
    responses: &[Vec<Option<f64>>],
    explanations: &[Vec<Option<f64>>],
    tested: &[(usize, usize)],
) -> Vec<f64> {
    let scores = |lists: &[Vec<Option<f64>>]| -> Vec<Vec<f64>> {
        lists.iter().map(|list| scores(list)).collect()
    };
    let (responses, explanations) = (scores(responses), scores(explanations));
    let units = responses.first().map_or(0, Vec::len);
    let mut order: Vec<usize> = (0..units).collect();
    let correlation = |order: &[usize], (a, b): (usize, usize)| {
        let other = &explanations[b];
        responses[a].iter().zip(order).map(|(x, &unit)| x * other[unit]).sum::<f64>().abs()
    };
    let found: Vec<f64> = tested.iter().map(|&pair| correlation(&order, pair)).collect();
    let mut as_large = vec![0_usize; tested.len()];
    let mut rng = Rng::derive(0, &["permutations", "associations"]);
    for _ in 0..PERMUTATIONS {
        rng.shuffle(&mut order);
        let largest = tested.iter().map(|&pair| correlation(&order, pair)).fold(0.0_f64, f64::max);
        for (count, found) in as_large.iter_mut().zip(&found) {
            // Sums in another order differ in the last bits.
            *count += usize::from(largest >= found - 1e-9);
        }
    }
    as_large.into_iter().map(|count| (count + 1) as f64 / (PERMUTATIONS + 1) as f64).collect()
}

/// Returns ranks with mean 0 and squares that sum to 1; 0 where there is no value or no variation.
fn scores(list: &[Option<f64>]) -> Vec<f64> {
    let values: Vec<f64> = list.iter().flatten().copied().collect();
    let mut ranks = standardized(&mid_ranks(&values)).into_iter();
    list.iter().map(|value| value.and_then(|_| ranks.next()).unwrap_or(0.0)).collect()
}

/// Returns the values less their mean, scaled so that their squares sum to 1, or zeros if all are equal.
pub(super) fn standardized(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let size = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>().sqrt();
    let scale = if size > 0.0 { 1.0 / size } else { 0.0 };
    values.iter().map(|value| (value - mean) * scale).collect()
}

/// Returns the rank of each value, from 1; equal ones share the mean of their ranks.
///
/// ```
/// use quadrille_lab::stats::mid_ranks;
///
/// assert_eq!(mid_ranks(&[10.0, 30.0, 10.0]), [1.5, 3.0, 1.5]);
/// ```
pub fn mid_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let rank = before as f64 + (equal.len() + 1) as f64 / 2.0;
        equal.iter().for_each(|&index| ranks[index] = rank);
        before += equal.len();
    }
    ranks
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (standardized(&mid_ranks(a)), standardized(&mid_ranks(b)));
    a.iter().zip(&b).map(|(a, b)| a * b).sum()
}

/// The interval of the rank correlation: in a resample, it is that of the ranks among all units,
/// which is nearly the same as ranking the resample again and much faster.
fn interval(a: &[f64], b: &[f64]) -> Option<Interval> {
    let (a, b) = (standardized(&mid_ranks(a)), standardized(&mid_ranks(b)));
    resampled_interval("association", RESAMPLES, a.len(), |drawn| {
        let weights = || drawn.iter().map(|&n| f64::from(n));
        let n: f64 = weights().sum();
        let mean = |values: &[f64]| weights().zip(values).map(|(w, v)| w * v).sum::<f64>() / n;
        let (mean_a, mean_b) = (mean(&a), mean(&b));
        let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
        for ((w, a), b) in weights().zip(&a).zip(&b) {
            let (a, b) = (a - mean_a, b - mean_b);
            ab += w * a * b;
            aa += w * a * a;
            bb += w * b * b;
        }
        (aa > 0.0 && bb > 0.0).then(|| ab / (aa * bb).sqrt())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    #[test]
    fn agrees_with_the_formula_for_ranks_without_ties() {
        assert_eq!(mid_ranks(&[3.0, 1.0, 3.0, f64::INFINITY]), [2.5, 1.0, 2.5, 4.0]);
        // Without ties, 1 - 6 sum(d^2) / (n (n^2 - 1)).
        let found = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 1.0, 4.0, 3.0, 5.0]);
        assert!((found - (1.0 - 6.0 * 4.0 / 120.0)).abs() < 1e-12, "{found}");
    }

    #[test]
    fn says_why_it_says_nothing() {
        let rising: Vec<f64> = (0..20).map(f64::from).collect();
        let few: Vec<Option<f64>> = (0..20).map(|n| (n < 11).then_some(f64::from(n))).collect();
        let found =
            associations(&[all(&rising), all(&[1.0; 20])], &[all(&rising), few, all(&[3.0; 20])]);
        assert!(found[0][0].is_ok_and(|found| found.rho > 0.999 && found.p < 0.01));
        assert_eq!(found[0][1], Err(Untold::TooFew));
        assert_eq!(found[0][2], Err(Untold::SameExplanation));
        assert_eq!(found[1][0], Err(Untold::SameResponse));
    }

    /// Responses and explanations that have nothing to do with each other, but much among
    /// themselves, with ties and missing values: something is found in about 5 of 100 experiments.
    #[test]
    fn noise_stays_silent() {
        let mut rng = Rng::from_seed(24);
        let (mut alarms, rounds) = (0, 300);
        for _ in 0..rounds {
            let units = 40;
            let lists = |count: usize, rng: &mut Rng| -> Vec<Vec<Option<f64>>> {
                let common: Vec<f64> = (0..units).map(|_| rng.fraction()).collect();
                (0..count)
                    .map(|_| {
                        let of = |common: &f64| {
                            let value = common + rng.fraction();
                            (rng.below(10) > 0).then(|| libm::floor(value * 8.0))
                        };
                        common.iter().map(of).collect()
                    })
                    .collect()
            };
            let (responses, explanations) = (lists(4, &mut rng), lists(6, &mut rng));
            let found = associations(&responses, &explanations);
            alarms += usize::from(found.iter().flatten().flatten().any(|found| found.p < 0.05));
        }
        let share = alarms as f64 / f64::from(rounds);
        assert!((0.015..0.085).contains(&share), "{share}");
    }

    /// A real association is found, and its interval holds the true correlation.
    #[test]
    fn intervals_cover_the_correlation() {
        let mut rng = Rng::from_seed(25);
        // Uniform values with a common part: the true rank correlation, from a large sample.
        let mut draw = |units: usize| -> (Vec<f64>, Vec<f64>) {
            (0..units)
                .map(|_| {
                    let common = rng.fraction();
                    (common + rng.fraction(), common + rng.fraction())
                })
                .unzip()
        };
        let (a, b) = draw(200_000);
        let truth = spearman(&a, &b);
        let (mut covered, rounds) = (0, 300);
        for _ in 0..rounds {
            let (a, b) = draw(40);
            covered +=
                usize::from(interval(&a, &b).is_some_and(|i| (i.low..=i.high).contains(&truth)));
        }
        let coverage = covered as f64 / f64::from(rounds);
        assert!((0.89..0.99).contains(&coverage), "{coverage}");
    }
}
