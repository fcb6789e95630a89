//! Scores, differences in Elo, and how sure they are.
//!
//! The interval of a mean score is Student's (1908), with two wins and two losses added to the
//! pairs that were played (Agresti and Coull 1998, "Approximate is better than exact"). Each mends
//! a defect of the mean plus or minus 1.96 standard errors: of few pairs the spread is hardly known,
//! and pairs that all ended alike show none at all, though the next one may end otherwise. Added
//! up over all outcomes, it holds what it promises from two pairs on; of many it is the same.

use quadrille_lab::stats::t95;

/// Scores of 0 to 1 added to those of the pairs.
const ADDED: [f64; 4] = [1.0, 1.0, 0.0, 0.0];

/// The ends of the 95 % interval of a mean of scores between 0 and 1; `None` for fewer than two.
/// They may lie beyond 0 and 1.
pub(super) fn score_interval(scores: impl Iterator<Item = f64> + Clone) -> Option<[f64; 2]> {
    let count = scores.clone().count();
    if count < 2 {
        return None;
    }
    let (mean, error) = mean_and_error(scores.chain(ADDED))?;
    let width = t95(count - 1) * error;
    Some([mean - width, mean + width])
}

/// The variance of scores between 0 and 1, those added that few or equal ones lack.
pub(super) fn spread(scores: impl Iterator<Item = f64> + Clone) -> f64 {
    let all = scores.chain(ADDED);
    let count = all.clone().count() as f64;
    let mean = all.clone().sum::<f64>() / count;
    all.map(|score| (score - mean) * (score - mean)).sum::<f64>() / count
}

/// The mean with its standard error; `None` for fewer than two values.
pub(super) fn mean_and_error(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let count = values.clone().count() as f64;
    if count < 2.0 {
        return None;
    }
    let mean = values.clone().sum::<f64>() / count;
    let square: f64 = values.map(|value| (value - mean) * (value - mean)).sum();
    Some((mean, libm::sqrt(square / (count - 1.0) / count)))
}

/// The difference in Elo at which that score is expected.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * libm::log10(score / (1.0 - score))
    }
}

/// The score expected at that difference in Elo.
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

    /// The least that an unknown score can be when all pairs were won: with less, that many wins
    /// would come in fewer than one of forty cases.
    #[test]
    fn pairs_won_without_exception_prove_no_more_than_they_can() {
        for count in 2..200 {
            let [low, high] = score_interval((0..count).map(|_| 1.0)).unwrap();
            assert!(low <= libm::pow(0.025, 1.0 / f64::from(count)), "{count}: {low}");
            assert!(high >= 1.0, "{count}: {high}");
            let [mirrored, _] = score_interval((0..count).map(|_| 0.0)).unwrap();
            assert!((mirrored + high - 1.0).abs() < 1e-12);
            let [low, high] = score_interval((0..count).map(|_| 0.5)).unwrap();
            assert!(low < 0.5 - 0.3 / f64::from(count) && (low + high - 1.0).abs() < 1e-12);
        }
        assert_eq!(score_interval([1.0].into_iter()), None);
    }

    /// Of all ways that few pairs can end, weighted by how likely they are, 95 % give an interval
    /// with the true score in it: for all kinds of players, the even, the drawish and the hopeless.
    #[test]
    fn intervals_hold_their_promise_for_few_pairs() {
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
                let ended = || (0..5).flat_map(|i| (0..counts[i]).map(move |_| SCORES[i]));
                let [low, high] = score_interval(ended()).unwrap();
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

    /// All ways to split a number into five.
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

    /// Of the multinomial distribution.
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
