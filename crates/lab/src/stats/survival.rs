//! Run-time distributions with runs that a limit ended.
//!
//! There are two estimates. [`Survival::of`] is the share of all runs solved within x: a fact about
//! these runs, and from the first run that a limit ended on a lower bound of what higher limits
//! would give. The estimate of Kaplan and Meier (1958), [`Survival::kaplan_meier`], removes a run
//! that a limit ended from the count; it is better if limits differ independently of how hard the
//! runs were, and erratic where few runs are left. Both are equal up to the first limit.
//!
//! A run that ended by itself without a solution never solves, whatever the limit, so it stays in
//! the count. Calling it censored would flatter algorithms that give up early.

/// How a run counts in a run-time distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It solved the puzzle there.
    Solved,
    /// A limit ended it there.
    Censored,
    /// It ended there by itself without a solution; more budget would not have helped.
    Failed,
}

/// A run: its length, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// Nodes or seconds.
    pub at: f64,
    /// How it ended.
    pub end: End,
}

/// A point where the distribution rises or runs drop out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Nodes or seconds.
    pub at: f64,
    /// The share solved up to and including this point.
    pub share: f64,
    /// Runs that a limit ended here.
    pub censored: u32,
}

/// The estimated distribution of run length.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// Ascending; one for each distinct place where a run was solved or censored.
    pub steps: Vec<Step>,
    /// The number of runs.
    pub runs: usize,
}

impl Survival {
    /// Returns the share of all runs solved within x.
    pub fn of(runs: Vec<Observation>) -> Self {
        let count = runs.len();
        let mut solved = 0;
        Self::build(runs, |ties, _| {
            solved += ties;
            solved as f64 / count as f64
        })
    }

    /// Returns the estimate of Kaplan and Meier. At ties, solved runs come before censored ones, as
    /// usual.
    pub fn kaplan_meier(runs: Vec<Observation>) -> Self {
        let mut unsolved = 1.0;
        Self::build(runs, |ties, at_risk| {
            unsolved *= (at_risk - ties) as f64 / at_risk as f64;
            1.0 - unsolved
        })
    }

    /// Returns the steps; `share` computes the share from the runs solved there and those at risk
    /// before.
    fn build(mut runs: Vec<Observation>, mut share: impl FnMut(usize, usize) -> f64) -> Self {
        runs.sort_unstable_by(|a, b| a.at.total_cmp(&b.at));
        let count = runs.len();
        runs.retain(|run| run.end != End::Failed);
        let mut at_risk = count;
        let mut steps = Vec::new();
        for ties in runs.chunk_by(|a, b| a.at == b.at) {
            let solved = ties.iter().filter(|run| run.end == End::Solved).count();
            let censored = (ties.len() - solved) as u32;
            steps.push(Step { at: ties[0].at, share: share(solved, at_risk), censored });
            at_risk -= ties.len();
        }
        Self { steps, runs: count }
    }

    /// Returns the share solved within x.
    pub fn share_at(&self, x: f64) -> f64 {
        let after = self.steps.partition_point(|step| step.at <= x);
        if after == 0 { 0.0 } else { self.steps[after - 1].share }
    }

    /// Returns the least x within which that share of runs is solved, or `None` if the runs do not
    /// determine it.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        self.steps.iter().find(|step| step.share >= share - 1e-12).map(|step| step.at)
    }

    /// Returns the first point where a limit ended a run.
    pub fn first_censored(&self) -> Option<f64> {
        self.steps.iter().find(|step| step.censored > 0).map(|step| step.at)
    }

    /// Returns the share solved at the end.
    pub fn last_share(&self) -> f64 {
        self.steps.last().map_or(0.0, |step| step.share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(at: f64, end: End) -> Observation {
        Observation { at, end }
    }

    /// The remission times of the 6-MP group of Freireich et al. (1963), the standard example of
    /// survival analysis (Kalbfleisch and Prentice 2002, section 1.1.1); the survival function as
    /// printed there and by every package: 0.857, 0.807, 0.753, 0.690, 0.627, 0.538, 0.448.
    #[test]
    fn agrees_with_the_standard_example() {
        let mut runs: Vec<_> =
            [6, 6, 6, 7, 10, 13, 16, 22, 23].map(|at| run(f64::from(at), End::Solved)).into();
        runs.extend(
            [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
                .map(|at| run(f64::from(at), End::Censored)),
        );
        let found = Survival::kaplan_meier(runs);
        for (at, left) in [
            (6.0, 0.857),
            (7.0, 0.807),
            (10.0, 0.753),
            (13.0, 0.690),
            (16.0, 0.627),
            (22.0, 0.538),
            (23.0, 0.448),
            (35.0, 0.448),
        ] {
            assert!((1.0 - found.share_at(at) - left).abs() < 5e-4, "{at}: {found:?}");
        }
        assert_eq!(found.share_at(5.9), 0.0);
        assert_eq!(found.quantile(0.5), Some(23.0));
        assert_eq!(found.quantile(0.6), None);
    }

    #[test]
    fn without_censoring_it_is_the_empirical_distribution() {
        let runs = [3.0, 1.0, 2.0, 2.0].map(|at| run(at, End::Solved)).to_vec();
        let found = Survival::of(runs);
        assert_eq!([0.5, 1.0, 2.0, 3.0].map(|x| found.share_at(x)), [0.0, 0.25, 0.75, 1.0]);
        assert_eq!(found.quantile(0.5), Some(2.0));
    }

    /// Half of the runs give up at once: no budget would ever lift the share above one half.
    #[test]
    fn failed_runs_are_not_censored() {
        let runs = |end| {
            let solved = End::Solved;
            vec![run(1.0, end), run(1.0, end), run(5.0, solved), run(6.0, solved)]
        };
        assert_eq!(Survival::kaplan_meier(runs(End::Failed)).last_share(), 0.5);
        assert_eq!(Survival::kaplan_meier(runs(End::Censored)).last_share(), 1.0);
        for end in [End::Failed, End::Censored] {
            assert_eq!(Survival::of(runs(end)).last_share(), 0.5);
        }
        assert_eq!(Survival::of(Vec::new()).last_share(), 0.0);
    }

    #[test]
    fn both_readings_agree_up_to_the_first_limit() {
        let runs: Vec<_> = (0..50)
            .map(|n| {
                run(f64::from(n), if n % 5 == 4 && n > 20 { End::Censored } else { End::Solved })
            })
            .collect();
        let (plain, estimate) = (Survival::of(runs.clone()), Survival::kaplan_meier(runs));
        assert_eq!(plain.first_censored(), Some(24.0));
        for at in 0..24 {
            let at = f64::from(at);
            assert!((plain.share_at(at) - estimate.share_at(at)).abs() < 1e-12);
        }
        assert!(estimate.share_at(48.0) > plain.share_at(48.0) + 0.05);
    }
}
