//! Bootstrap intervals that resample puzzles.
//!
//! With several seeds a puzzle, runs on the same puzzle are alike, and an interval that took each
//! for a fresh draw would be far too narrow. The puzzle is the unit: whole puzzles are drawn with
//! replacement, all their runs with them (cluster bootstrap; Davison and Hinkley 1997, section
//! 3.8), and the percentiles of the statistic over the resamples are the interval.

use quadrille::Rng;

use super::{Interval, wilson};

/// Draws resamples from a stream of its own, so that an interval never changes between reports.
#[derive(Clone, Debug)]
pub struct Resampler {
    rng: Rng,
    resamples: usize,
}

impl Resampler {
    /// The resamples of an interval in reports.
    pub const RESAMPLES: usize = 2000;

    /// For the statistic of that name.
    pub fn new(purpose: &str) -> Self {
        Self { rng: Rng::derive(0, &["bootstrap", purpose]), resamples: Self::RESAMPLES }
    }

    /// With another number of resamples.
    #[must_use]
    pub fn resamples(mut self, resamples: usize) -> Self {
        self.resamples = resamples.max(1);
        self
    }

    /// The 95 % percentile interval of a statistic of `units` units. The statistic is handed how
    /// often each unit was drawn; resamples for which it has no value are left out. `None` when
    /// there are no units, or half of the resamples have no value.
    pub fn interval(
        &mut self,
        units: usize,
        mut statistic: impl FnMut(&[u32]) -> Option<f64>,
    ) -> Option<Interval> {
        if units == 0 {
            return None;
        }
        let mut drawn = vec![0_u32; units];
        let mut values = Vec::with_capacity(self.resamples);
        for _ in 0..self.resamples {
            drawn.fill(0);
            for _ in 0..units {
                drawn[self.rng.below(units)] += 1;
            }
            values.extend(statistic(&drawn));
        }
        if values.len() * 2 <= self.resamples {
            return None;
        }
        values.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize];
        Some(Interval { low: at(0.025), high: at(0.975) })
    }
}

/// The interval of a quantile of run length, resampling puzzles: the runs are (puzzle, length),
/// ascending by length, infinite where unsolved. Its ends may be infinite: then the runs do not
/// tell how long.
pub fn quantile_interval(
    runs: &[(u32, f64)],
    puzzles: usize,
    share: f64,
    resampler: &mut Resampler,
) -> Option<Interval> {
    let mut of_puzzle = vec![0_u64; puzzles];
    for &(puzzle, _) in runs {
        of_puzzle[puzzle as usize] += 1;
    }
    // Puzzles without runs are no units.
    let units: Vec<usize> = (0..puzzles).filter(|&puzzle| of_puzzle[puzzle] > 0).collect();
    let mut times = vec![0_u32; puzzles];
    resampler.interval(units.len(), |drawn| {
        let mut total = 0;
        for (&unit, &n) in units.iter().zip(drawn) {
            times[unit] = n;
            total += of_puzzle[unit] * u64::from(n);
        }
        let wanted = total as f64 * share - 1e-9;
        let mut reached = 0_u64;
        for &(puzzle, length) in runs {
            reached += u64::from(times[puzzle as usize]);
            if reached as f64 >= wanted {
                return Some(length);
            }
        }
        None
    })
}

/// The interval of a success rate from (solved, runs) of each puzzle: Wilson's where every puzzle
/// has one run, else the bootstrap over puzzles.
///
/// Where all puzzles agree (all runs solved, or none) there is nothing to resample and the
/// bootstrap would claim certainty: there it is Wilson's interval with as many trials as puzzles.
pub fn cluster_success(puzzles: &[(u32, u32)]) -> Option<Interval> {
    let solved: u64 = puzzles.iter().map(|&(solved, _)| u64::from(solved)).sum();
    let runs: u64 = puzzles.iter().map(|&(_, runs)| u64::from(runs)).sum();
    let units = puzzles.iter().filter(|&&(_, runs)| runs > 0).count() as u64;
    if runs == units {
        return wilson(solved, runs);
    }
    if solved == 0 || solved == runs {
        return wilson(if solved == 0 { 0 } else { units }, units);
    }
    Resampler::new("success").interval(puzzles.len(), |drawn| {
        let (mut solved, mut runs) = (0_u64, 0_u64);
        for (&(s, r), &times) in puzzles.iter().zip(drawn) {
            solved += u64::from(s) * u64::from(times);
            runs += u64::from(r) * u64::from(times);
        }
        (runs > 0).then(|| solved as f64 / runs as f64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_a_puzzle_is_wilson() {
        let puzzles: Vec<_> = (0..50).map(|n| (u32::from(n % 3 == 0), 1)).collect();
        assert_eq!(cluster_success(&puzzles), wilson(17, 50));
        assert_eq!(cluster_success(&[(5, 5), (5, 5), (5, 5)]), wilson(3, 3));
        assert_eq!(cluster_success(&[(0, 5), (0, 5), (0, 5), (0, 0)]), wilson(0, 3));
        assert_eq!(cluster_success(&[]), None);
    }

    /// Puzzles that are solved always or never: 5 seeds tell no more than one, so the interval must
    /// be as wide as that of one run a puzzle, not that of five times as many.
    #[test]
    fn the_puzzle_is_the_unit() {
        let puzzles: Vec<_> = (0..100).map(|n| (if n < 40 { 5 } else { 0 }, 5)).collect();
        let found = cluster_success(&puzzles).unwrap();
        let (one, naive) = (wilson(40, 100).unwrap(), wilson(200, 500).unwrap());
        let width = |interval: Interval| interval.high - interval.low;
        assert!((width(found) / width(one) - 1.0).abs() < 0.1, "{found:?} {one:?}");
        assert!(width(found) > 2.0 * width(naive));
    }

    /// The median of run lengths that are exponential within a puzzle and vary between puzzles by
    /// a factor that is symmetric in its logarithm around 1; a third of the rounds is cut short.
    #[test]
    fn the_median_is_covered() {
        let mut rng = Rng::from_seed(8);
        // The true median, from a sample so large that its error does not matter here.
        let mut length = |factor: f64| -factor * libm::log(1.0 - rng.fraction());
        let factors = [0.25, 0.5, 1.0, 2.0, 4.0];
        let mut large: Vec<f64> = (0..400_000).map(|n| length(factors[n % 5])).collect();
        large.sort_unstable_by(f64::total_cmp);
        let truth = large[large.len() / 2];
        let (mut covered, rounds) = (0, 300);
        let mut which = Rng::from_seed(10);
        for round in 0..rounds {
            let limit = if round % 3 == 0 { 1.2 * truth } else { f64::INFINITY };
            let mut runs = Vec::new();
            for puzzle in 0..50 {
                let factor = factors[which.below(5)];
                for _ in 0..3 {
                    let at = length(factor);
                    runs.push((puzzle, if at > limit { f64::INFINITY } else { at }));
                }
            }
            runs.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
            let mut resampler = Resampler::new("test").resamples(400);
            let found = quantile_interval(&runs, 50, 0.5, &mut resampler).unwrap();
            covered += u32::from((found.low..=found.high).contains(&truth));
        }
        let coverage = f64::from(covered) / f64::from(rounds);
        assert!((0.90..0.985).contains(&coverage), "{coverage}");
    }

    /// Clusters of 5 runs whose success rate is itself drawn, true mean 0.5: the interval should
    /// cover it about 95 times in 100 (percentile bootstraps fall a little short).
    #[test]
    fn covers_what_it_promises() {
        let mut rng = Rng::from_seed(5);
        let (mut covered, rounds) = (0, 400);
        for _ in 0..rounds {
            let puzzles: Vec<_> = (0..40)
                .map(|_| {
                    let share = rng.fraction();
                    ((0..5).filter(|_| rng.fraction() < share).count() as u32, 5)
                })
                .collect();
            let found = cluster_success(&puzzles).unwrap();
            covered += u32::from((found.low..=found.high).contains(&0.5));
        }
        let coverage = f64::from(covered) / f64::from(rounds);
        assert!((0.91..0.98).contains(&coverage), "{coverage}");
    }
}
