//! A linear model of ranks: how much a response rises with each explanation while the others stay
//! the same.
//!
//! Ranks need no choice of a transformation, and a run that was not solved is simply the longest. The
//! penalty of ridge regression (Hoerl and Kennard 1970) keeps the coefficients finite where
//! explanations say nearly the same, as features of puzzles do.

use super::association::standardized;
use super::{Interval, mid_ranks, resampled_intervals};

/// The penalty, as a share of the variance of an explanation.
const PENALTY: f64 = 0.1;
/// Explanations whose ranks correlate more than this with an earlier one's say the same.
const SAME: f64 = 0.995;
/// Units for each explanation, at least.
const UNITS_EACH: usize = 5;
const RESAMPLES: usize = 400;

/// A model of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct RankModel {
    /// Units that have the response and all explanations of the model.
    pub units: usize,
    /// The share of the variance of ranks that the model explains for units that it was not fitted
    /// to, each omitted in turn; at least 0.
    pub explained: f64,
    /// The explanations, in their order.
    pub effects: Vec<Effect>,
}

/// The part of an explanation in a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Index of the explanation.
    pub explanation: usize,
    /// The coefficient of the standardized ranks.
    pub coefficient: f64,
    /// Its 95% interval, resampling units.
    pub interval: Interval,
}

/// Fits a model to the units that have the response. Explanations that a fifth of these lack, that
/// do not vary, or that say the same as an earlier one take no part.
///
/// Returns `None` if there are fewer than five units for each explanation, or nothing varies.
///
/// ```
/// use quadrille_lab::stats::rank_model;
///
/// let response: Vec<Option<f64>> = (0..30).map(|unit| Some(f64::from(unit))).collect();
/// let explanation: Vec<Option<f64>> = (0..30).map(|unit| Some(f64::from(unit * unit))).collect();
/// let model = rank_model(&response, &[explanation]).expect("thirty units are enough");
/// assert!(model.explained > 0.9 && model.effects[0].coefficient > 0.9);
/// ```
pub fn rank_model(
    response: &[Option<f64>],
    explanations: &[Vec<Option<f64>>],
) -> Option<RankModel> {
    let with: Vec<usize> = (0..response.len()).filter(|&unit| response[unit].is_some()).collect();
    let mut used: Vec<usize> = (0..explanations.len())
        .filter(|&index| {
            let known = with.iter().filter(|&&unit| explanations[index][unit].is_some()).count();
            known > 0 && known * 5 >= with.len() * 4
        })
        .collect();
    let units: Vec<usize> = with
        .into_iter()
        .filter(|&unit| used.iter().all(|&index| explanations[index][unit].is_some()))
        .collect();
    let ranks = |list: &[Option<f64>]| {
        let values: Vec<f64> = units.iter().filter_map(|&unit| list[unit]).collect();
        mid_ranks(&values)
    };
    let y = ranks(response);
    let mut columns: Vec<Vec<f64>> = Vec::new();
    used.retain(|&index| {
        let column = ranks(&explanations[index]);
        let score = standardized(&column);
        let says_same = |other: &Vec<f64>| {
            let other = standardized(other);
            other.iter().zip(&score).map(|(a, b)| a * b).sum::<f64>().abs() > SAME
        };
        let is_new = score.iter().any(|&x| x != 0.0) && !columns.iter().any(says_same);
        if is_new {
            columns.push(column);
        }
        is_new
    });
    let is_constant = y.iter().all(|&rank| rank == y[0]);
    if used.is_empty() || is_constant || units.len() < UNITS_EACH * used.len().max(3) {
        return None;
    }
    let weights = vec![1.0; units.len()];
    let fit = Fit::of(&columns, &y, &weights)?;
    let intervals = resampled_intervals("ridge", RESAMPLES, units.len(), used.len(), |drawn| {
        let weights: Vec<f64> = drawn.iter().map(|&n| f64::from(n)).collect();
        Fit::of(&columns, &y, &weights).map(|fit| fit.coefficients)
    });
    if intervals.len() != used.len() {
        return None;
    }
    let effects = used
        .iter()
        .zip(&fit.coefficients)
        .zip(intervals)
        .map(|((&explanation, &coefficient), interval)| Effect {
            explanation,
            coefficient,
            interval,
        })
        .collect();
    Some(RankModel { units: units.len(), explained: fit.explained(&columns, &y), effects })
}

/// A fitted model of weighted units.
struct Fit {
    coefficients: Vec<f64>,
    /// Means and deviations of the columns, the response last.
    means: Vec<f64>,
    deviations: Vec<f64>,
    /// The inverse of the penalized correlation matrix.
    inverse: Vec<Vec<f64>>,
}

impl Fit {
    /// `None` if a column or the response does not vary.
    fn of(columns: &[Vec<f64>], y: &[f64], weights: &[f64]) -> Option<Self> {
        let total: f64 = weights.iter().sum();
        let all: Vec<&[f64]> = columns.iter().map(Vec::as_slice).chain([y]).collect();
        let means: Vec<f64> = all
            .iter()
            .map(|column| column.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() / total)
            .collect();
        let covariance = |a: usize, b: usize| {
            let parts = all[a].iter().zip(all[b]).zip(weights);
            parts.map(|((x, y), w)| (x - means[a]) * (y - means[b]) * w).sum::<f64>() / total
        };
        let deviations: Vec<f64> = (0..all.len()).map(|a| covariance(a, a).sqrt()).collect();
        if deviations.iter().any(|&deviation| deviation <= 1e-9) {
            return None;
        }
        let correlation = |a: usize, b: usize| covariance(a, b) / (deviations[a] * deviations[b]);
        let count = columns.len();
        let entry = |a: usize, b: usize| correlation(a, b) + if a == b { PENALTY } else { 0.0 };
        let matrix = (0..count).map(|a| (0..count).map(|b| entry(a, b)).collect()).collect();
        let inverse = inverse(matrix);
        let with_y: Vec<f64> = (0..count).map(|a| correlation(a, count)).collect();
        let coefficients =
            inverse.iter().map(|row| row.iter().zip(&with_y).map(|(m, r)| m * r).sum()).collect();
        Some(Self { coefficients, means, deviations, inverse })
    }

    /// Returns the explained share of the variance when each unit is omitted in turn, by the
    /// leverage of each (Golub, Heath and Wahba 1979).
    fn explained(&self, columns: &[Vec<f64>], y: &[f64]) -> f64 {
        let (units, count) = (y.len(), columns.len());
        let mut left = 0.0;
        for (unit, &y) in y.iter().enumerate() {
            let x: Vec<f64> = (0..count)
                .map(|a| (columns[a][unit] - self.means[a]) / self.deviations[a])
                .collect();
            let expected: f64 = x.iter().zip(&self.coefficients).map(|(x, b)| x * b).sum();
            let leverage: f64 = (0..count)
                .map(|a| x[a] * self.inverse[a].iter().zip(&x).map(|(m, x)| m * x).sum::<f64>())
                .sum::<f64>()
                / units as f64
                + 1.0 / units as f64;
            let y = (y - self.means[count]) / self.deviations[count];
            let error = (y - expected) / (1.0 - leverage).max(1e-9);
            left += error * error;
        }
        // Leaving a unit out moves the mean, too.
        let mean_alone = units as f64 / (units as f64 - 1.0);
        (1.0 - left / units as f64 / (mean_alone * mean_alone)).max(0.0)
    }
}

/// Inverts a positive definite matrix by elimination; the penalty keeps the pivots away from 0.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    let unit = |a: usize, b: usize| if a == b { 1.0 } else { 0.0 };
    let mut inverse: Vec<Vec<f64>> =
        (0..count).map(|a| (0..count).map(|b| unit(a, b)).collect()).collect();
    for pivot in 0..count {
        let scale = 1.0 / matrix[pivot][pivot];
        for rows in [&mut matrix, &mut inverse] {
            rows[pivot].iter_mut().for_each(|value| *value *= scale);
        }
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for rows in [&mut matrix, &mut inverse] {
                let above = rows[pivot].clone();
                for (value, part) in rows[row].iter_mut().zip(&above) {
                    *value -= factor * part;
                }
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use std::slice;

    use quadrille_core::Rng;

    use super::*;

    fn noise(rng: &mut Rng) -> f64 {
        (0..6).map(|_| rng.fraction()).sum::<f64>() - 3.0
    }

    #[test]
    fn an_inverse_is_one() {
        let matrix = vec![vec![2.0, 0.5, 0.1], vec![0.5, 1.1, 0.3], vec![0.1, 0.3, 1.4]];
        let inverse = inverse(matrix.clone());
        for (a, row) in matrix.iter().enumerate() {
            for b in 0..3 {
                let product: f64 = row.iter().zip(&inverse).map(|(m, row)| m * row[b]).sum();
                assert!((product - if a == b { 1.0 } else { 0.0 }).abs() < 1e-12);
            }
        }
    }

    /// The response follows the first explanation alone. The second goes with the first, and so with
    /// the response, but adds nothing; the third is noise, and the fourth repeats the first.
    #[test]
    fn tells_the_cause_from_what_goes_with_it() {
        let mut rng = Rng::from_seed(3);
        let (mut first, mut second, mut y) = (Vec::new(), Vec::new(), Vec::new());
        let mut third = Vec::new();
        for _ in 0..300 {
            let cause = noise(&mut rng);
            first.push(Some(cause));
            second.push(Some(cause + noise(&mut rng)));
            third.push(Some(noise(&mut rng)));
            let cost = libm::exp(3.0 * cause + noise(&mut rng));
            y.push(Some(if cost > 50.0 { f64::INFINITY } else { cost }));
        }
        let fourth = first.iter().map(|x: &Option<f64>| x.map(|x| x * 2.0)).collect();
        let model = rank_model(&y, &[first, second, third, fourth]).unwrap();
        let effects: Vec<usize> = model.effects.iter().map(|effect| effect.explanation).collect();
        assert_eq!(effects, [0, 1, 2]);
        let [first, second, third] = model.effects[..] else { unreachable!() };
        assert!(first.interval.low > 0.5, "{first:?}");
        assert!(second.coefficient.abs() < 0.2 && third.coefficient.abs() < 0.1, "{model:?}");
        assert!((0.7..0.95).contains(&model.explained), "{}", model.explained);
    }

    /// With one explanation the coefficient is r / (1 + penalty), here 0.8 / 1.1.
    #[test]
    fn one_explanation_is_the_correlation_shrunk() {
        let x: Vec<Option<f64>> = (0..15).map(|n| Some(f64::from(n % 5))).collect();
        let y = [2.0, 1.0, 4.0, 3.0, 5.0].map(Some).repeat(3);
        let model = rank_model(&y, &[x]).unwrap();
        assert!((model.effects[0].coefficient - 0.8 / 1.1).abs() < 1e-12, "{model:?}");
    }

    /// And the intervals of its coefficients hold 0 in about 95 of 100 cases.
    #[test]
    fn noise_explains_nothing() {
        let mut rng = Rng::from_seed(5);
        let mut list = || (0..80).map(|_| Some(noise(&mut rng))).collect::<Vec<_>>();
        let (mut explained, mut covered, rounds) = (0.0, 0, 60);
        for _ in 0..rounds {
            let y = list();
            let explanations: Vec<_> = (0..6).map(|_| list()).collect();
            let model = rank_model(&y, &explanations).unwrap();
            explained += model.explained / f64::from(rounds);
            let holds =
                |effect: &&Effect| (effect.interval.low..=effect.interval.high).contains(&0.0);
            covered += model.effects.iter().filter(holds).count();
        }
        let coverage = covered as f64 / (6.0 * f64::from(rounds));
        assert!(explained < 0.03 && (0.91..0.985).contains(&coverage), "{explained} {coverage}");
    }

    #[test]
    fn too_few_units_or_no_variation_give_no_model() {
        let few: Vec<Option<f64>> = (0..14).map(|n| Some(f64::from(n))).collect();
        assert_eq!(rank_model(&few, slice::from_ref(&few)), None);
        let same = vec![Some(f64::INFINITY); 40];
        let many: Vec<Option<f64>> = (0..40).map(|n| Some(f64::from(n))).collect();
        assert_eq!(rank_model(&same, slice::from_ref(&many)), None);
        assert_eq!(rank_model(&many, &[same]), None);
        assert_eq!(rank_model(&[], &[]), None);
    }
}
