//! Pointwise intervals along a run-time distribution.

use super::summary::to_solution;
use crate::experiment::{Row, Table};
use crate::stats::cluster_success;

/// The most points of a band: more are closer than the eye can tell.
const POINTS: usize = 200;

/// The share of runs solved within `at`, and the 95% interval of that share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BandPoint {
    /// Nodes or seconds.
    pub(super) at: f64,
    pub(super) share: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Which puzzles a configuration solved, and after how many nodes or seconds.
pub(super) struct SolvedAt {
    /// Lengths of the runs that solved, ascending, with their puzzles.
    solved: Vec<(f64, usize)>,
    /// Runs by puzzle.
    runs: Vec<u32>,
}

impl SolvedAt {
    pub(super) fn of(table: &Table, configuration: usize, length: fn(&Row) -> f64) -> Self {
        let mut runs = vec![0; table.instances.len()];
        let mut solved = Vec::new();
        for row in table.of_configuration(configuration).filter(|row| table.counts(row)) {
            runs[row.instance as usize] += 1;
            let at = to_solution(row, length);
            if at.is_finite() {
                solved.push((at, row.instance as usize));
            }
        }
        solved.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        Self { solved, runs }
    }

    /// Returns the share of runs solved within each of the points, which ascend. The interval is
    /// that of the success rate ([`cluster_success`]) as if the limit were at the point; together
    /// the points are no band for the whole curve at once.
    pub(super) fn within(&self, points: impl IntoIterator<Item = f64>) -> Vec<BandPoint> {
        let mut tallies: Vec<(u32, u32)> = self.runs.iter().map(|&runs| (0, runs)).collect();
        let all: u32 = self.runs.iter().sum();
        let mut next = 0;
        let point = |at: f64| {
            while let Some(&(_, puzzle)) = self.solved.get(next).filter(|run| run.0 <= at) {
                tallies[puzzle].0 += 1;
                next += 1;
            }
            let interval = cluster_success(&tallies)?;
            let share = next as f64 / f64::from(all);
            Some(BandPoint { at, share, low: interval.low, high: interval.high })
        };
        points.into_iter().map_while(point).collect()
    }

    /// Returns the points of the band, from 0 on.
    pub(super) fn band(&self) -> Vec<BandPoint> {
        let mut places: Vec<f64> = self.solved.iter().map(|run| run.0).collect();
        places.dedup();
        let count = places.len();
        let kept = count.min(POINTS);
        // The last is always among them.
        let sample = (1..=kept).map(|index| places[index * count / kept - 1]);
        self.within(std::iter::once(f64::MIN).chain(sample))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::wilson;

    #[test]
    fn bands_are_the_intervals_of_the_share_so_far() {
        let at = SolvedAt { solved: vec![(2.0, 0), (2.0, 3), (7.0, 1)], runs: vec![1; 4] };
        let band = at.band();
        assert_eq!(band.iter().map(|p| p.share).collect::<Vec<_>>(), [0.0, 0.5, 0.75]);
        for (point, solved) in band.iter().zip([0, 2, 3]) {
            let wilson = wilson(solved, 4).unwrap();
            assert_eq!((point.low, point.high), (wilson.low, wilson.high));
        }
        assert_eq!(at.within([1.0, 2.0, 100.0]).last().unwrap().share, 0.75);
    }

    #[test]
    fn long_bands_are_sampled_up_to_their_end() {
        let solved: Vec<(f64, usize)> = (0..1000).map(|n| (n as f64, n)).collect();
        let at = SolvedAt { solved, runs: vec![1; 1000] };
        let band = at.band();
        assert_eq!((band.len(), band.last().unwrap().share), (POINTS + 1, 1.0));
        assert!(band.windows(2).all(|pair| pair[0].at < pair[1].at));
    }

    #[test]
    fn nothing_run_is_no_band() {
        let at = SolvedAt { solved: Vec::new(), runs: vec![0; 3] };
        assert!(at.band().is_empty() && at.within([1.0]).is_empty());
        let none = SolvedAt { solved: Vec::new(), runs: vec![1; 3] };
        assert_eq!(none.band().len(), 1);
    }
}
