//! Run lengths by configuration and puzzle, for comparisons on the same puzzles.

use std::cmp::Ordering;

use super::measure::Measure;
use super::noise::{LEVEL, Noise};
use super::summary::to_solution;
use crate::experiment::{Difference, Table};
use crate::stats::{Paired, Pairing, ShareDifference, holm, median};

/// The lengths of the runs of each configuration on each puzzle. Unsolved runs are infinite; there
/// are none on unsupported puzzles.
pub(super) struct ByPuzzle {
    runs: Vec<Vec<Vec<f64>>>,
    /// The repetition of each.
    repetitions: Vec<Vec<Vec<u32>>>,
}

impl ByPuzzle {
    pub(super) fn of(table: &Table, measure: Measure) -> Self {
        let empty = vec![Vec::new(); table.instances.len()];
        let mut runs = vec![empty; table.configurations.len()];
        let mut repetitions = vec![vec![Vec::new(); table.instances.len()]; runs.len()];
        for row in table.rows.iter().filter(|row| table.counts(row)) {
            let (configuration, puzzle) = (row.configuration as usize, row.instance as usize);
            runs[configuration][puzzle].push(to_solution(row, |row| measure.of(row)));
            repetitions[configuration][puzzle].push(row.repetition);
        }
        Self { runs, repetitions }
    }

    /// Pairs the runs of two configurations.
    fn pairing(&self, table: &Table, first: usize, second: usize) -> Pairing {
        let runs = [first, second].map(|configuration| &self.runs[configuration]);
        if !table.pairs_repetitions(first, second) {
            return Pairing::of(runs[0], runs[1]);
        }
        // A comparison that was interrupted may lack some.
        let common = [(first, second), (second, first)].map(|(one, other)| {
            let places = self.runs[one].iter().zip(&self.repetitions[one]);
            let both = places.zip(&self.repetitions[other]).map(|((runs, its), others)| {
                let runs = its.iter().zip(runs).filter(|(its, _)| others.contains(its));
                runs.map(|(_, &cost)| cost).collect()
            });
            both.collect::<Vec<Vec<f64>>>()
        });
        Pairing::by_repetition(&common[0], &common[1])
    }

    /// Omits the puzzles on which costs are not compared.
    fn compared(mut self, table: &Table) -> Self {
        for (puzzle, _) in table.compared().iter().enumerate().filter(|(_, compared)| !**compared) {
            self.runs.iter_mut().for_each(|runs| runs[puzzle].clear());
        }
        self
    }

    /// Returns the median of the runs on a puzzle: `None` without runs, infinity if most are
    /// unsolved.
    pub(super) fn median(&self, configuration: usize, puzzle: usize) -> Option<f64> {
        let runs = &self.runs[configuration][puzzle];
        (!runs.is_empty()).then(|| median(runs))
    }
}

/// A comparison of the costs of two configurations on the same puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Index of one configuration in the table.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// The comparison. Its interval is at [`level`](Self::level).
    pub paired: Paired,
    /// p-value of the signed-rank test, adjusted for the number of pairs (Holm).
    pub p_holm: f64,
    /// The level of the interval: that at which Holm's procedure tested this pair, so that the
    /// interval excludes 1 exactly if the adjusted test finds a difference.
    pub level: f64,
    /// The noise floor: ratios nearer to 1 mean nothing. `None` if the controls do not tell; times
    /// are then compared with the least floor that they can have.
    pub floor: Option<f64>,
    /// Which is faster: `Less` for the first, `Greater` for the second, `Equal` without a
    /// significant difference, by the test or because the ratio is below the noise floor.
    pub verdict: Ordering,
}

/// A comparison of the success rates of two configurations on the same puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct SuccessPair {
    /// Index of one configuration in the table.
    pub first: usize,
    /// Index of the other.
    pub second: usize,
    /// The comparison.
    pub shares: ShareDifference,
    /// p-value of no difference, not adjusted.
    pub p: f64,
    /// The same, adjusted for the number of pairs (Holm).
    pub p_holm: f64,
    /// The level of the interval, as for [`Pair::level`].
    pub level: f64,
    /// The ends of the interval of the difference.
    pub interval: (f64, f64),
    /// Which solves more: `Greater` for the first, `Equal` without a significant difference.
    pub verdict: Ordering,
}

/// Returns p-values adjusted by Holm's procedure and the levels at which it tested each: the r-th
/// smallest of m at 0.05 / (m - r + 1), and all from the first that is not rejected at the level of
/// that one.
fn holm_levels(p: &[f64]) -> Vec<(f64, f64)> {
    let adjusted = holm(p);
    let rejected = adjusted.iter().filter(|&&p| p < LEVEL).count();
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut levels = vec![(1.0, LEVEL); p.len()];
    for (rank, &index) in order.iter().enumerate() {
        let step = rank.min(rejected);
        levels[index] = (adjusted[index], LEVEL / (p.len() - step) as f64);
    }
    levels
}

/// Returns all pairs of configurations, each once.
fn pairs_of(table: &Table) -> impl Iterator<Item = (usize, usize)> + use<> {
    let count = table.configurations.len();
    (0..count).flat_map(move |first| (first + 1..count).map(move |second| (first, second)))
}

/// Compares the costs of all pairs of configurations by puzzle, on puzzles that propagation alone
/// does not solve, if there are any. By nodes, only pairs that count the same are compared.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// use quadrille_lab::report::{Measure, compare_pairs};
///
/// assert_eq!(compare_pairs(&table, Measure::CpuSeconds).len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare_pairs(table: &Table, measure: Measure) -> Vec<Pair> {
    compare_these(table, measure, pairs_of(table))
}

/// The same for a part of the pairs, which are a family of tests of their own.
pub(super) fn compare_these(
    table: &Table,
    measure: Measure,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Vec<Pair> {
    let by_puzzle = ByPuzzle::of(table, measure).compared(table);
    let noise = Noise::of(table, measure);
    let counter = |configuration: usize| table.configurations[configuration].entry.nodes;
    let (names, pairings): (Vec<(usize, usize)>, Vec<Pairing>) = pairs
        .filter(|&(a, b)| measure == Measure::CpuSeconds || counter(a) == counter(b))
        .map(|(a, b)| ((a, b), by_puzzle.pairing(table, a, b)))
        .filter(|(_, pairing)| pairing.puzzles > 0)
        .unzip();
    names
        .into_iter()
        .zip(test_family(&pairings))
        .map(|((first, second), (paired, p_holm, level))| {
            let floor = noise.floor(first, second, paired.informative);
            let least = floor.unwrap_or(noise.least_floor());
            let is_above = |ratio: f64| libm::log(ratio).abs() > libm::log(least);
            let differ = p_holm < LEVEL && paired.ratio.is_some_and(is_above);
            let verdict = if differ { paired.side } else { Ordering::Equal };
            Pair { first, second, paired, p_holm, level, floor, verdict }
        })
        .collect()
}

/// Compares pairs as one family of tests. Returns for each the comparison, its adjusted p-value, and
/// the level of its interval, which excludes 1 exactly if that p-value is below [`LEVEL`].
fn test_family(pairings: &[Pairing]) -> Vec<(Paired, f64, f64)> {
    let p: Vec<f64> = pairings.iter().map(Pairing::p).collect();
    let levels = holm_levels(&p).into_iter().zip(pairings);
    levels.map(|((p_holm, level), pairing)| (pairing.at_level(level), p_holm, level)).collect()
}

/// Compares the success rates of all pairs of configurations by puzzle.
///
/// ```
#[doc = include_str!("../experiment/example.txt")]
/// use quadrille_lab::report::compare_success;
///
/// assert_eq!(compare_success(&table)[0].shares.difference, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare_success(table: &Table) -> Vec<SuccessPair> {
    compare_these_successes(table, pairs_of(table))
}

/// The same for a part of the pairs.
pub(super) fn compare_these_successes(
    table: &Table,
    pairs: impl Iterator<Item = (usize, usize)>,
) -> Vec<SuccessPair> {
    let mut solved = vec![vec![(0, 0); table.instances.len()]; table.configurations.len()];
    for row in table.rows.iter().filter(|row| table.counts(row)) {
        let (solved, runs) = &mut solved[row.configuration as usize][row.instance as usize];
        *solved += u32::from(row.decided());
        *runs += 1;
    }
    let shares: Vec<(usize, usize, ShareDifference)> = pairs
        .filter_map(|(a, b)| Some((a, b, ShareDifference::of(&solved[a], &solved[b])?)))
        .collect();
    let levels = holm_levels(&shares.iter().map(|(.., share)| share.p()).collect::<Vec<f64>>());
    shares
        .into_iter()
        .zip(levels)
        .map(|((first, second, shares), (p_holm, level))| {
            let side = shares.difference.total_cmp(&0.0);
            SuccessPair {
                first,
                second,
                shares,
                p: shares.p(),
                p_holm,
                level,
                interval: shares.interval(level),
                verdict: if p_holm < LEVEL { side } else { Ordering::Equal },
            }
        })
        .collect()
}

/// Returns how many runs of each configuration on each puzzle show a difference of processor times
/// between any two, from one run of each; `scale` times as many puzzles as here will be compared.
///
/// # Errors
/// Returns the name of the first configuration of which the controls do not tell enough.
pub(crate) fn runs_to_detect(
    table: &Table,
    difference: Difference,
    scale: f64,
) -> Result<u32, String> {
    let noise = Noise::of(table, Measure::CpuSeconds);
    let by_puzzle = ByPuzzle::of(table, Measure::CpuSeconds).compared(table);
    let tests = pairs_of(table).count();
    let mut needed = pairs_of(table).map(|(first, second)| {
        let puzzles = by_puzzle.pairing(table, first, second).logs.len() as f64 * scale;
        let runs = noise.runs_to_detect((first, second), puzzles, difference, tests);
        runs.ok_or_else(|| {
            let unknown = noise.floor(first, first, 1).is_none();
            table.names[if unknown { first } else { second }].clone()
        })
    });
    needed.try_fold(1, |most, runs| Ok(most.max(runs?)))
}

/// Returns the noise floor of each configuration against itself, by all puzzles that are compared.
pub(crate) fn noise_floors(table: &Table, measure: Measure) -> Vec<Option<f64>> {
    let noise = Noise::of(table, measure);
    let puzzles = table.compared().iter().filter(|compared| **compared).count();
    (0..table.configurations.len()).map(|index| noise.floor(index, index, puzzles)).collect()
}

#[cfg(test)]
mod tests {
    use quadrille_core::Rng;

    use super::*;

    #[test]
    fn levels_are_those_of_holms_steps() {
        let found = holm_levels(&[0.01, 0.2, 0.001, 0.04]);
        let levels: Vec<f64> = found.iter().map(|(_, level)| *level).collect();
        // 0.001 at 0.05 / 4, 0.01 at 0.05 / 3; then 0.04 is not below 0.05 / 2.
        assert_eq!(levels, [0.05 / 3.0, 0.05 / 2.0, 0.05 / 4.0, 0.05 / 2.0]);
        for (p, (adjusted, level)) in [0.01, 0.2, 0.001, 0.04].into_iter().zip(found) {
            assert_eq!(p < level, adjusted < LEVEL);
        }
        assert_eq!(holm_levels(&[0.01]), [(0.01, 0.05)]);
        assert_eq!(
            holm_levels(&[0.01, 0.01]).iter().map(|x| x.1).collect::<Vec<_>>(),
            [0.025, 0.05]
        );
        assert!(holm_levels(&[]).is_empty());
    }

    /// Families of samples with ties, zeros, and puzzles that one or both did not solve.
    #[test]
    fn intervals_exclude_one_exactly_where_the_adjusted_test_finds_a_difference() {
        let mut rng = Rng::from_seed(7);
        let (mut found, mut none, mut at_one) = (0, 0, 0);
        for round in 0..400 {
            let puzzles = [4, 6, 9, 14, 40, 110][round % 6];
            let costs: Vec<Vec<Vec<f64>>> = (0..4)
                .map(|algorithm| {
                    let unsolved = rng.below(3 + 5 * algorithm);
                    let mut cost = || match rng.below(20) < unsolved {
                        true => f64::INFINITY,
                        false => (1 + rng.below(4) + algorithm * rng.below(3)) as f64,
                    };
                    (0..puzzles).map(|_| vec![cost()]).collect()
                })
                .collect();
            let pairings: Vec<Pairing> = (0..4)
                .flat_map(|a| (a + 1..4).map(move |b| (a, b)))
                .map(|(a, b)| Pairing::of(&costs[a], &costs[b]))
                .collect();
            for (paired, p_holm, level) in test_family(&pairings) {
                let ends = paired.interval.map(|interval| (interval.low, interval.high));
                let excludes_one = ends.is_some_and(|(low, high)| low > 1.0 || high < 1.0);
                assert_eq!(p_holm < LEVEL, excludes_one, "{paired:?} {p_holm} {level}");
                // Nor does the estimate contradict the direction.
                let ratio = paired.ratio.map_or(Ordering::Equal, |ratio| ratio.total_cmp(&1.0));
                assert!(!excludes_one || ratio == paired.side, "{paired:?}");
                *(if excludes_one { &mut found } else { &mut none }) += 1;
                at_one += usize::from(ends.is_some_and(|(low, high)| low == 1.0 || high == 1.0));
            }
        }
        assert!(found > 300 && none > 300 && at_one > 100, "{found} {none} {at_one}");
    }
}
