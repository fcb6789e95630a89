//! Scores, differences in Elo, and their confidence intervals.
//!
//! The interval of a mean score is Student's (1908), with two wins and two losses added to the pairs
//! that were played (Agresti and Coull 1998, "Approximate is better than exact"). Each fixes a
//! defect of the mean plus or minus 1.96 standard errors: the variance of few pairs is uncertain,
//! and pairs with equal results have none, though the next one may end differently. Over all
//! outcomes, the interval covers the true score with at least 95 % from two pairs on; for many
//! pairs it approaches the usual one.

use std::fmt;

use quadrille_lab::stats::t95;

/// Scores of 0 to 1 added to those of the pairs.
const ADDED: [f64; 4] = [1.0, 1.0, 0.0, 0.0];

/// Returns the ends of the 95 % interval of a mean of scores between 0 and 1, which may lie beyond 0
/// and 1; `None` for fewer than two scores.
pub(super) fn score_interval(scores: &[f64]) -> Option<[f64; 2]> {
    if scores.len() < 2 {
        return None;
    }
    let (mean, error) = mean_and_error(&[scores, &ADDED].concat())?;
    let width = t95(scores.len() - 1) * error;
    Some([mean - width, mean + width])
}

/// Returns the mean and its standard error; `None` for fewer than two values.
pub(super) fn mean_and_error(values: &[f64]) -> Option<(f64, f64)> {
    let (count, mean, squares) = moments(values);
    (values.len() > 1).then(|| (mean, libm::sqrt(squares / (count - 1.0) / count)))
}

/// Returns the number of values, their mean, and the sum of the squares of the differences from it.
fn moments(values: &[f64]) -> (f64, f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (count, mean, values.iter().map(|value| (value - mean) * (value - mean)).sum())
}

/// A difference in Elo with its 95 % confidence interval, over the pairs of a match.
///
/// Ends of the interval are infinite if it includes a score of 0 or 1. As text, an infinite end is
/// omitted; the alternate form `{:#}` is short enough for a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The lower end of the interval.
    pub low: f64,
    /// The difference at which the mean score is expected; infinite for a score of 0 or 1.
    pub estimate: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of pairs.
    pub pairs: u32,
}

impl EloEstimate {
    /// Returns the estimate of pairs with these scores between 0 and 1; `None` for fewer than two.
    pub(super) fn of(scores: &[f64]) -> Option<Self> {
        let (score, _) = mean_and_error(scores)?;
        let pairs = scores.len() as u32;
        let [low, high] = score_interval(scores)?.map(elo_of_score);
        Some(Self { low, estimate: elo_of_score(score), high, pairs })
    }

    /// Returns the one-sided 95 % lower bound on the difference after all pairs were won: the lowest score
    /// at which that happens in 5 % of the cases (the exact binomial bound of Clopper and Pearson
    /// 1934).
    fn bound_of_clean_sweep(&self) -> f64 {
        elo_of_score(libm::pow(0.05, 1.0 / f64::from(self.pairs)))
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { low, estimate, high, .. } = *self;
        if estimate.is_infinite() {
            // After lost pairs the bound has the opposite sign.
            let bound = self.bound_of_clean_sweep() * estimate.signum();
            let side = if estimate > 0.0 { "above" } else { "below" };
            return write!(f, "{side} {bound:+.0}{}", if f.alternate() { "" } else { " (95 %)" });
        }
        let (before, interval, after) = match (low.is_finite(), high.is_finite()) {
            (true, true) => ("95 % interval ", format!("{low:+.0} to {high:+.0}"), ""),
            (true, false) => ("", format!("above {low:+.0}"), " (95 %)"),
            (false, true) => ("", format!("below {high:+.0}"), " (95 %)"),
            (false, false) => ("", "too few pairs".to_owned(), " for a 95 % interval"),
        };
        if f.alternate() {
            write!(f, "{estimate:+.0} ({interval})")
        } else {
            write!(f, "{estimate:+.0}, {before}{interval}{after}")
        }
    }
}

/// Returns the difference in Elo at which that score is expected.
///
/// ```
/// use quadrille_arena::tournament::elo_of_score;
///
/// assert!(elo_of_score(0.5).abs() < 1e-9);
/// assert!((elo_of_score(0.75) - 190.8).abs() < 0.1);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * libm::log10(score / (1.0 - score))
    }
}

/// Returns the score expected at that difference in Elo.
///
/// ```
/// use quadrille_arena::tournament::score_of_elo;
///
/// assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-9);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Known values of the logistic curve.
    #[test]
    fn elo_and_score_are_inverse() {
        assert!((elo_of_score(0.75) - 190.848_501_888_7).abs() < 1e-9);
        assert!((score_of_elo(0.0) - 0.5).abs() < 1e-15);
        for elo in [-300.0, -5.0, 0.0, 12.5, 700.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
    }

    /// With a true score below the lower end, that many wins in a row would have a probability of
    /// less than 2.5 %.
    #[test]
    fn won_pairs_alone_do_not_prove_too_much() {
        for count in 2..200 {
            let [low, high] = score_interval(&vec![1.0; count]).unwrap();
            assert!(low <= libm::pow(0.025, 1.0 / (count as f64)), "{count}: {low}");
            assert!(high >= 1.0, "{count}: {high}");
            let [mirrored, _] = score_interval(&vec![0.0; count]).unwrap();
            assert!((mirrored + high - 1.0).abs() < 1e-12);
            let [low, high] = score_interval(&vec![0.5; count]).unwrap();
            assert!(low < 0.5 - 0.3 / (count as f64) && (low + high - 1.0).abs() < 1e-12);
        }
        assert_eq!(score_interval(&[1.0]), None);
    }

    #[test]
    fn estimates_are_printed_without_infinities() {
        let text = |scores: &[f64]| {
            let estimate = EloEstimate::of(scores).unwrap();
            (estimate.to_string(), format!("{estimate:#}"))
        };
        let texts = |long: &str, short: &str| (long.to_owned(), short.to_owned());
        // With a score of 0.741 ten pairs in a row are won in 5 % of the cases.
        assert_eq!(text(&[1.0; 10]), texts("above +183 (95 %)", "above +183"));
        assert_eq!(text(&[0.0; 10]), texts("below -183 (95 %)", "below -183"));
        assert_eq!(text(&[1.0; 2]), texts("above -216 (95 %)", "above -216"));
        assert_eq!(
            text(&[1.0, 0.75]),
            texts("+338, too few pairs for a 95 % interval", "+338 (too few pairs)")
        );
        let mostly_won = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.5];
        let mostly_lost = mostly_won.map(|score| 1.0 - score);
        assert_eq!(text(&mostly_won), texts("+512, above +68 (95 %)", "+512 (above +68)"));
        assert_eq!(text(&mostly_lost), texts("-512, below -68 (95 %)", "-512 (below -68)"));
        let even = [1.0, 0.0].repeat(20);
        let (long, short) = text(&even);
        assert!(long.starts_with("+0, 95 % interval -") && short.starts_with("+0 (-"), "{long}");
    }

    /// Over all outcomes of few pairs, weighted by their probabilities, at least 95 % of the intervals
    /// cover the true score, for even, drawish and hopeless matches.
    #[test]
    fn intervals_cover_the_true_score_for_few_pairs() {
        const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
        let steps = 8;
        let mut players = Vec::new();
        each_split(steps, &mut [0; 5], 0, &mut |parts| {
            players.push(parts.map(|part| f64::from(part) / f64::from(steps)));
        });
        for few in 1..20 {
            let p = f64::from(few) / 20.0;
            players.push([1.0 - p, 0.0, 0.0, 0.0, p]);
            players.push([1.0 - p / 9.0, 0.0, 0.0, 0.0, p / 9.0]);
        }
        for pairs in [2, 3, 5, 8] {
            let mut covered = vec![0.0; players.len()];
            each_split(pairs, &mut [0; 5], 0, &mut |counts| {
                let ended = (0..5).flat_map(|i| (0..counts[i]).map(move |_| SCORES[i]));
                let [low, high] = score_interval(&ended.collect::<Vec<_>>()).unwrap();
                for (player, covered) in players.iter().zip(&mut covered) {
                    let score: f64 = player.iter().zip(SCORES).map(|(p, score)| p * score).sum();
                    if low <= score && score <= high {
                        *covered += likelihood(player, counts);
                    }
                }
            });
            let worst = covered.into_iter().fold(1.0, f64::min);
            assert!(worst >= 0.95, "{pairs} pairs: {worst}");
        }
    }

    /// Calls `each` with all ways to split a number into five.
    fn each_split(rest: u32, parts: &mut [u32; 5], at: usize, each: &mut dyn FnMut([u32; 5])) {
        if at == 4 {
            parts[4] = rest;
            return each(*parts);
        }
        for part in 0..=rest {
            parts[at] = part;
            each_split(rest - part, parts, at + 1, each);
        }
    }

    /// Returns the probability of these counts, by the multinomial distribution.
    fn likelihood(player: &[f64; 5], counts: [u32; 5]) -> f64 {
        let mut likelihood = 1.0;
        let mut placed = 0;
        for (p, count) in player.iter().zip(counts) {
            for nth in 1..=count {
                placed += 1;
                likelihood *= p * f64::from(placed) / f64::from(nth);
            }
        }
        likelihood
    }
}
