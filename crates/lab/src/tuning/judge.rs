//! The last judgement: whether the winner is better than the given setting, on puzzles that no race
//! saw, and with seeds that nothing else used.
//!
//! A race chooses among many settings by the same results, so a winner's results there are better
//! than it is. Therefore they prove nothing, and are not used here. And one test at the level of
//! 5 % is wrong in one of twenty tunings that find nothing. Therefore the held-out puzzles are two
//! sets, and a claim needs both: the winner must be significantly better on the first set, and again
//! on the second, each test one-sided at 5 %. The two share neither puzzles nor seeds, so without a
//! true difference both succeed in one of 400 tunings. (Of 3000 tunings of parameters without effect,
//! with 12 puzzles in a set, 4 claimed that the winner was better and 4 that it was worse.)
//!
//! What is tested is what the races minimize: the mean PAR-10. Under the hypothesis that the two
//! settings do equally well on each puzzle, the difference on each puzzle could as well have the
//! other sign, which gives the distribution of the sum of differences (Fisher, The design of
//! experiments, 1935, section 21). All puzzles count, solved or not.

use quadrille_core::Rng;
use serde::Serialize;

use super::{LEVEL, Tuning};
use crate::experiment::Instance;
use crate::stats::{Interval, Paired, cluster_success, resampled_interval};

/// Runs of a setting on a held-out puzzle, for each of its runs on a puzzle in a race: two settings
/// can be measured more precisely than many.
pub(super) const REPEAT: u32 = 4;
/// The number of held-out puzzles in each set for which a test can be significant: 1/2^5 < 5 %.
pub(super) const LEAST_SET: usize = 5;
/// Resamples for the interval of the mean PAR-10.
const RESAMPLES: usize = 2000;
/// Assignments of signs that are drawn, besides the actual one.
const ASSIGNMENTS: usize = 9999;

/// How a configuration did on the held-out puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// The name of the configuration.
    pub algorithm: String,
    /// Number of runs.
    pub runs: u64,
    /// Runs that found a solution.
    pub solved: u64,
    /// The share of runs solved.
    pub success: f64,
    /// Lower end of the 95% interval of that share.
    pub success_low: f64,
    /// Upper end of that interval.
    pub success_high: f64,
    /// Mean PAR-10 in nodes.
    pub nodes_par10: f64,
    /// Lower end of the 95% interval of that mean, resampling puzzles.
    pub nodes_par10_low: f64,
    /// Upper end of that interval.
    pub nodes_par10_high: f64,
}

/// The winner beside the given setting on one of the two sets of held-out puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Puzzles in the set.
    pub puzzles: usize,
    /// Runs of each setting on each puzzle.
    pub runs: u32,
    /// The share of runs that the winner solved.
    pub winner_success: f64,
    /// The share of runs that the given setting solved.
    pub default_success: f64,
    /// Mean PAR-10 of the winner in nodes.
    pub winner_nodes_par10: f64,
    /// Mean PAR-10 of the given setting in nodes.
    pub default_nodes_par10: f64,
    /// p-value of the one-sided test that the winner is better by mean PAR-10.
    pub p: f64,
    /// p-value of the one-sided test that the given setting is better.
    pub p_default: f64,
}

/// What a tuning claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Claim {
    /// The winner is better than the given setting.
    WinnerBetter,
    /// The given setting is better: the winner was so only in the races.
    DefaultBetter,
    /// One of the two was better on the one set, but that did not repeat on the other.
    NotRepeated,
    /// There is no significant difference on either set.
    NoDifference,
    /// The races found no other setting.
    SameSetting,
}

/// What the judgement found.
pub(super) struct Verdict {
    pub(super) winner: Judgement,
    pub(super) default: Judgement,
    pub(super) ratio: Option<f64>,
    pub(super) ratio_interval: Option<Interval>,
    pub(super) par10_ratio: f64,
    pub(super) par10_interval: Option<Interval>,
    pub(super) sets: Vec<Comparison>,
    pub(super) claim: Claim,
}

/// Nodes of the runs of a setting by puzzle; `None` for those that did not solve.
pub(super) type Lengths = Vec<Vec<Option<u64>>>;

impl Tuning {
    /// Returns the two sets of held-out puzzles: every second one, so that both are alike if the
    /// puzzles are sorted.
    pub(super) fn held_out_sets(&self) -> [Vec<&Instance>; 2] {
        [0, 1].map(|first| self.held_out.iter().skip(first).step_by(2).collect())
    }

    /// Judges by the runs on both sets of the winner and of the given setting, in this order, whose
    /// names these are.
    pub(super) fn judge(&self, names: [String; 2], sets: &[[Lengths; 2]; 2]) -> Verdict {
        let costs = |lengths: &Lengths| -> Vec<f64> {
            lengths.iter().map(|runs| self.par10(runs)).collect()
        };
        let compare = |(number, [winner, default]): (usize, &[Lengths; 2])| {
            let (a, b) = (costs(winner), costs(default));
            let differences: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
            let (p, p_default) = sign_test(&differences, self.seed, number);
            Comparison {
                puzzles: winner.len(),
                runs: winner.first().map_or(0, |runs| runs.len() as u32),
                winner_success: success(winner),
                default_success: success(default),
                winner_nodes_par10: mean(&a),
                default_nodes_par10: mean(&b),
                p,
                p_default,
            }
        };
        let compared: Vec<Comparison> = sets.iter().enumerate().map(compare).collect();
        let all = |setting: usize| -> Lengths {
            sets.iter().flat_map(|set| set[setting].iter().cloned()).collect()
        };
        let (winner, default) = (all(0), all(1));
        let infinite = |lengths: &Lengths| -> Vec<Vec<f64>> {
            let length = |run: &Option<u64>| run.map_or(f64::INFINITY, |nodes| nodes as f64);
            lengths.iter().map(|runs| runs.iter().map(length).collect()).collect()
        };
        let paired = Paired::of(&infinite(&winner), &infinite(&default));
        let (a, b) = (costs(&winner), costs(&default));
        let par10_interval = resampled_interval("par10 ratio", RESAMPLES, a.len(), |drawn| {
            let sum = |costs: &[f64]| -> f64 {
                costs.iter().zip(drawn).map(|(cost, &times)| cost * f64::from(times)).sum()
            };
            Some(sum(&a) / sum(&b)).filter(|ratio| ratio.is_finite())
        });
        let [winner_name, default_name] = names;
        let claim = if winner_name == default_name { Claim::SameSetting } else { claim(&compared) };
        Verdict {
            winner: judgement(winner_name, &winner, &a),
            default: judgement(default_name, &default, &b),
            ratio: paired.ratio,
            ratio_interval: paired.interval,
            par10_ratio: mean(&a) / mean(&b),
            par10_interval,
            sets: compared,
            claim,
        }
    }
}

fn claim(sets: &[Comparison]) -> Claim {
    let winner = |set: &Comparison| set.p < LEVEL;
    let default = |set: &Comparison| set.p_default < LEVEL;
    if sets.iter().all(winner) {
        Claim::WinnerBetter
    } else if sets.iter().all(default) {
        Claim::DefaultBetter
    } else if sets.iter().any(|set| winner(set) || default(set)) {
        Claim::NotRepeated
    } else {
        Claim::NoDifference
    }
}

/// Returns what is claimed, and on what.
pub(super) fn sentence(claim: Claim, sets: &[Comparison]) -> String {
    let p = |of: fn(&Comparison) -> f64| {
        let each: Vec<String> = sets.iter().map(|set| written(of(set))).collect();
        format!("p = {}", each.join(" and "))
    };
    let of_winner = "one-sided tests for a lower mean PAR-10 of the winner";
    let winner = p(|set| set.p);
    match claim {
        Claim::WinnerBetter => format!(
            "The winner is better than the given setting: significantly so on the first set, and \
             again on the second ({winner}, {of_winner})."
        ),
        Claim::DefaultBetter => format!(
            "The given setting is better than the winner: significantly so on the first set, and \
             again on the second ({}, one-sided tests for its lower mean PAR-10). The winner was \
             better only in the races.",
            p(|set| set.p_default)
        ),
        Claim::NotRepeated => format!(
            "Nothing is claimed: a difference was significant on one set, but did not repeat on \
             the other ({winner}, {of_winner})."
        ),
        Claim::NoDifference => format!(
            "Nothing is claimed: no difference is significant on either set ({winner}, \
             {of_winner})."
        ),
        Claim::SameSetting => {
            "Nothing is claimed: no setting did better in the races than the given one.".to_owned()
        }
    }
}

/// Writes a probability.
fn written(p: f64) -> String {
    if p < 0.001 { format!("{p:.4}") } else { format!("{p:.3}") }
}

fn success(lengths: &Lengths) -> f64 {
    let runs = lengths.iter().flatten();
    runs.clone().flatten().count() as f64 / runs.count().max(1) as f64
}

fn mean(costs: &[f64]) -> f64 {
    costs.iter().sum::<f64>() / costs.len().max(1) as f64
}

fn judgement(algorithm: String, lengths: &Lengths, costs: &[f64]) -> Judgement {
    let count = |runs: &Vec<Option<u64>>| (runs.iter().flatten().count() as u32, runs.len() as u32);
    let counts: Vec<(u32, u32)> = lengths.iter().map(count).collect();
    let interval = cluster_success(&counts).unwrap_or(Interval { low: 0.0, high: 1.0 });
    let middle = mean(costs);
    let par10 = resampled_interval("par10", RESAMPLES, costs.len(), |drawn| {
        let sum: f64 = costs.iter().zip(drawn).map(|(c, &n)| c * f64::from(n)).sum();
        Some(sum / costs.len() as f64)
    })
    .unwrap_or(Interval { low: middle, high: middle });
    let sum = |of: fn(&(u32, u32)) -> u32| counts.iter().map(|count| u64::from(of(count))).sum();
    Judgement {
        algorithm,
        runs: sum(|count| count.1),
        solved: sum(|count| count.0),
        success: success(lengths),
        success_low: interval.low,
        success_high: interval.high,
        nodes_par10: middle,
        nodes_par10_low: par10.low,
        nodes_par10_high: par10.high,
    }
}

/// Returns the p-values of the one-sided tests that the sum of differences is below 0, and above.
///
/// The share of assignments of signs whose sum is as far out as the actual one, which is one of
/// them. Drawn at random, so p is at least 1/10000.
fn sign_test(differences: &[f64], seed: u64, number: usize) -> (f64, f64) {
    let differing: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0).collect();
    let actual: f64 = differing.iter().sum();
    // Sums of the same numbers in another order differ by rounding.
    let slack = 1e-9 * differing.iter().map(|d| d.abs()).sum::<f64>();
    let mut rng = Rng::derive(seed, &["tune", "signs", &number.to_string()]);
    let (mut below, mut above) = (1, 1);
    for _ in 0..ASSIGNMENTS {
        let mut bits = 0;
        let mut sum = 0.0;
        for (index, difference) in differing.iter().enumerate() {
            if index % 64 == 0 {
                bits = rng.bits();
            }
            sum += if bits & 1 == 0 { *difference } else { -difference };
            bits >>= 1;
        }
        below += usize::from(sum <= actual + slack);
        above += usize::from(sum >= actual - slack);
    }
    let share = |count: usize| count as f64 / (ASSIGNMENTS + 1) as f64;
    (share(below), share(above))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Darwin's maize in Fisher's section 21: of all 32768 assignments, 863 have a sum of at least
    /// 314 and 863 one of at most -314, so the one-sided p-value is 0.02634.
    #[test]
    fn agrees_with_fisher() {
        let heights = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48].map(f64::from);
        let (below, above) = sign_test(&heights, 1, 0);
        assert!((above - 863.0 / 32768.0).abs() < 0.005, "{above}");
        assert!(below > 0.97);
        let (below, _) = sign_test(&heights.map(|d| -d), 1, 0);
        assert!((below - 863.0 / 32768.0).abs() < 0.005, "{below}");
    }

    #[test]
    fn nothing_to_tell_is_no_difference() {
        assert_eq!(sign_test(&[], 1, 0), (1.0, 1.0));
        assert_eq!(sign_test(&[0.0; 9], 1, 0), (1.0, 1.0));
        assert!(sign_test(&[-1.0; LEAST_SET - 1], 1, 0).0 > LEVEL);
        assert!(sign_test(&[-1.0; LEAST_SET], 1, 0).0 < LEVEL);
    }

    /// Without a difference, a test errs in 5 of 100 cases and two in 1 of 400, though the
    /// differences have long tails: most settings solve or pay ten times the limit.
    #[test]
    fn two_sets_hardly_ever_err_together() {
        let mut rng = Rng::from_seed(9);
        let rounds = 2000;
        let (mut single, mut both) = (0, 0);
        for round in 0..rounds {
            let mut p = || {
                let mut cost = |chance: f64| if rng.fraction() < chance { 1.0 } else { 10.0 };
                let differences: Vec<f64> = (0..20)
                    .map(|puzzle| {
                        let chance = f64::from(puzzle) / 20.0;
                        cost(chance) - cost(chance) + (cost(chance) - cost(chance)) / 10.0
                    })
                    .collect();
                sign_test(&differences, round, 0).0
            };
            let (first, second) = (p(), p());
            single += usize::from(first < LEVEL) + usize::from(second < LEVEL);
            both += usize::from(first < LEVEL && second < LEVEL);
        }
        let level = single as f64 / (2 * rounds) as f64;
        assert!((0.035..0.06).contains(&level), "{level}");
        // 5 are expected; 13 or more have a chance of 1 in 400.
        assert!(both < 13, "{both}");
    }

    #[test]
    fn a_claim_needs_both_sets() {
        let set = |p: f64, p_default: f64| Comparison {
            puzzles: 9,
            runs: 4,
            winner_success: 0.5,
            default_success: 0.5,
            winner_nodes_par10: 1.0,
            default_nodes_par10: 1.0,
            p,
            p_default,
        };
        assert_eq!(claim(&[set(0.01, 0.99), set(0.04, 0.97)]), Claim::WinnerBetter);
        assert_eq!(claim(&[set(0.99, 0.01), set(0.97, 0.04)]), Claim::DefaultBetter);
        assert_eq!(claim(&[set(0.001, 1.0), set(0.06, 0.95)]), Claim::NotRepeated);
        assert_eq!(claim(&[set(0.01, 0.99), set(0.99, 0.01)]), Claim::NotRepeated);
        assert_eq!(claim(&[set(0.3, 0.7), set(0.06, 0.95)]), Claim::NoDifference);
    }
}
