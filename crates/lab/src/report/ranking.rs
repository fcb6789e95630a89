//! Which configuration is the fastest, with the uncertainty of that.

use std::cmp::Ordering;

use super::by_puzzle::{ByPuzzle, Pair};
use super::measure::Measure;
use crate::experiment::Table;

/// Configurations from the fastest to the slowest.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// Those that support all compared puzzles, by their places and then by their mean rank.
    pub ranked: Vec<Ranked>,
    /// How many puzzles were compared.
    pub puzzles: usize,
}

/// A configuration of a ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Index of the configuration in the table.
    pub configuration: usize,
    /// The mean over puzzles of its rank among all, from 1; equal costs share their ranks, and an
    /// unsolved puzzle is longer than any solved one.
    pub mean_rank: f64,
    /// The best place that it may have: after all that are faster by the tests of all pairs.
    pub best: usize,
    /// The worst place that it may have: before all that are slower by these tests.
    pub worst: usize,
}

impl Ranking {
    /// Ranks the configurations of a table by a measure, from its comparisons of all pairs by that
    /// measure.
    ///
    /// The places are a joint 95% confidence region of the true order, because the pairs are tested
    /// together (Klein, Wright and Wieczorek 2020, "A joint confidence region for an overall ranking
    /// of populations").
    ///
    /// ```
    #[doc = include_str!("../experiment/example.txt")]
    /// use quadrille_lab::report::{Measure, Ranking, compare_pairs};
    ///
    /// let pairs = compare_pairs(&table, Measure::CpuSeconds);
    /// let ranking = Ranking::of(&table, Measure::CpuSeconds, &pairs);
    /// // One puzzle does not tell which is faster.
    /// assert!(ranking.ranked.iter().all(|ranked| (ranked.best, ranked.worst) == (1, 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(table: &Table, measure: Measure, pairs: &[Pair]) -> Self {
        let by_puzzle = ByPuzzle::of(table, measure);
        let compared = table.compared();
        let puzzles: Vec<usize> = (0..compared.len()).filter(|&at| compared[at]).collect();
        let supports_all = |configuration: &usize| {
            puzzles.iter().all(|&puzzle| by_puzzle.median(*configuration, puzzle).is_some())
        };
        let members: Vec<usize> = (0..table.configurations.len()).filter(supports_all).collect();
        let mut sums = vec![0.0; members.len()];
        for &puzzle in &puzzles {
            let costs: Vec<f64> = members
                .iter()
                .map(|&member| by_puzzle.median(member, puzzle).unwrap_or(f64::INFINITY))
                .collect();
            for (sum, rank) in sums.iter_mut().zip(ranks(&costs)) {
                *sum += rank;
            }
        }
        let is_member = |configuration: usize| members.contains(&configuration);
        let mut ranked: Vec<Ranked> = members
            .iter()
            .zip(sums)
            .map(|(&configuration, sum)| {
                let (mut faster, mut slower) = (0, 0);
                for pair in pairs.iter().filter(|p| is_member(p.first) && is_member(p.second)) {
                    let verdict = match configuration {
                        c if c == pair.first => pair.verdict,
                        c if c == pair.second => pair.verdict.reverse(),
                        _ => continue,
                    };
                    slower += usize::from(verdict == Ordering::Less);
                    faster += usize::from(verdict == Ordering::Greater);
                }
                Ranked {
                    configuration,
                    mean_rank: sum / puzzles.len().max(1) as f64,
                    best: faster + 1,
                    worst: members.len() - slower,
                }
            })
            .collect();
        let name = |ranked: &Ranked| table.names[ranked.configuration].as_str();
        // By what the tests say, then by the mean rank, which may contradict them for neighbors; last
        // by name, because the order of the list means nothing.
        ranked.sort_by(|a, b| {
            (a.best, a.worst)
                .cmp(&(b.best, b.worst))
                .then(a.mean_rank.total_cmp(&b.mean_rank))
                .then(name(a).cmp(name(b)))
        });
        Self { ranked, puzzles: puzzles.len() }
    }

    /// Returns the configurations that may be the fastest, the likeliest first.
    ///
    /// ```
    #[doc = include_str!("../experiment/example.txt")]
    /// use quadrille_lab::report::{Measure, Ranking, compare_pairs};
    ///
    /// let pairs = compare_pairs(&table, Measure::CpuSeconds);
    /// assert_eq!(Ranking::of(&table, Measure::CpuSeconds, &pairs).first().count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn first(&self) -> impl Iterator<Item = &Ranked> {
        self.ranked.iter().filter(|ranked| ranked.best == 1)
    }
}

/// Returns the rank of each cost among all, from 1; equal ones share the mean of their ranks.
fn ranks(costs: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..costs.len()).collect();
    order.sort_by(|&a, &b| costs[a].total_cmp(&costs[b]));
    let mut ranks = vec![0.0; costs.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| costs[a] == costs[b]) {
        for &index in equal {
            ranks[index] = before as f64 + (equal.len() + 1) as f64 / 2.0;
        }
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_costs_share_their_ranks() {
        let inf = f64::INFINITY;
        assert_eq!(ranks(&[3.0, 1.0, inf, 3.0, inf]), [2.5, 1.0, 4.5, 2.5, 4.5]);
        assert_eq!(ranks(&[]), [0.0; 0]);
    }
}
