//! Run-time distributions with runs that a limit ended.
//!
//! The estimate is the share of all runs solved within x: a fact about these runs, and from the
//! first run that a limit ended on a lower bound of what higher limits would give. (Kaplan and Meier
//! remove such runs from the count, which is erratic where few runs are left.)
//!
//! A run that ended by itself without a solution never solves, whatever the limit. Calling it
//! censored would flatter algorithms that give up early.

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
    ///
    /// ```
    /// use quadrille_lab::stats::{End, Observation, Survival};
    ///
    /// let runs =
    ///     [(1.0, End::Solved), (2.0, End::Solved), (9.0, End::Censored), (9.0, End::Censored)];
    /// let survival = Survival::of(runs.map(|(at, end)| Observation { at, end }).into());
    /// assert_eq!(survival.last_share(), 0.5);
    /// ```
    pub fn of(mut runs: Vec<Observation>) -> Self {
        let count = runs.len();
        runs.sort_unstable_by(|a, b| a.at.total_cmp(&b.at));
        runs.retain(|run| run.end != End::Failed);
        let mut all_solved = 0;
        let step = |ties: &[Observation]| {
            let solved = ties.iter().filter(|run| run.end == End::Solved).count();
            all_solved += solved;
            Step {
                at: ties[0].at,
                share: all_solved as f64 / count as f64,
                censored: (ties.len() - solved) as u32,
            }
        };
        Self { steps: runs.chunk_by(|a, b| a.at == b.at).map(step).collect(), runs: count }
    }

    /// Returns the least x within which that share of runs is solved, or `None` if the runs do not
    /// determine it.
    ///
    /// ```
    /// use quadrille_lab::stats::{End, Observation, Survival};
    ///
    /// let runs =
    ///     [(1.0, End::Solved), (2.0, End::Solved), (9.0, End::Censored), (9.0, End::Censored)];
    /// let survival = Survival::of(runs.map(|(at, end)| Observation { at, end }).into());
    /// assert_eq!((survival.quantile(0.5), survival.quantile(0.9)), (Some(2.0), None));
    /// ```
    pub fn quantile(&self, share: f64) -> Option<f64> {
        self.steps.iter().find(|step| step.share >= share - 1e-12).map(|step| step.at)
    }

    /// Returns the first point where a limit ended a run.
    ///
    /// ```
    /// use quadrille_lab::stats::{End, Observation, Survival};
    ///
    /// let runs = [(1.0, End::Solved), (9.0, End::Censored)];
    /// let survival = Survival::of(runs.map(|(at, end)| Observation { at, end }).into());
    /// assert_eq!(survival.first_censored(), Some(9.0));
    /// ```
    pub fn first_censored(&self) -> Option<f64> {
        self.steps.iter().find(|step| step.censored > 0).map(|step| step.at)
    }

    /// Returns the share solved at the end.
    ///
    /// ```
    /// use quadrille_lab::stats::{End, Observation, Survival};
    ///
    /// let runs = [(1.0, End::Solved), (3.0, End::Failed)];
    /// let survival = Survival::of(runs.map(|(at, end)| Observation { at, end }).into());
    /// assert_eq!(survival.last_share(), 0.5);
    /// ```
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

    #[test]
    fn without_censoring_it_is_the_empirical_distribution() {
        let runs = [3.0, 1.0, 2.0, 2.0].map(|at| run(at, End::Solved)).to_vec();
        let found = Survival::of(runs);
        let steps: Vec<_> = found.steps.iter().map(|step| (step.at, step.share)).collect();
        assert_eq!(steps, [(1.0, 0.25), (2.0, 0.75), (3.0, 1.0)]);
        assert_eq!((found.quantile(0.5), found.first_censored()), (Some(2.0), None));
    }

    /// Half of the runs never solve: whether they give up or meet a limit, the share is one half.
    #[test]
    fn unsolved_runs_stay_in_the_count() {
        for (end, first_censored) in [(End::Failed, None), (End::Censored, Some(1.0))] {
            let solved = End::Solved;
            let runs = vec![run(1.0, end), run(1.0, end), run(5.0, solved), run(6.0, solved)];
            let found = Survival::of(runs);
            assert_eq!((found.last_share(), found.runs), (0.5, 4));
            assert_eq!((found.quantile(0.6), found.first_censored()), (None, first_censored));
        }
        assert_eq!(Survival::of(Vec::new()).last_share(), 0.0);
    }
}
