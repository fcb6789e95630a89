//! What a solution costs if failed runs must be paid for too.

use super::{End, Observation};

/// Returns the expected running time of COCO (Hansen, Auger, Ros, Mersmann, Tušar and Brockhoff
/// 2021): the cost of all runs, solved or not, divided by the number solved. That is the mean cost
/// of a solution if a failed run is followed by the next. As in COCO, the runs are those on one
/// problem: pooled over several, those that are never solved would be paid for as if others could
/// take their place.
///
/// Returns `None` if nothing was solved.
///
/// ```
/// use quadrille_lab::stats::{End, Observation, expected_running_time};
///
/// let runs =
///     [(100.0, End::Solved), (500.0, End::Censored)].map(|(at, end)| Observation { at, end });
/// assert_eq!(expected_running_time(&runs), Some(600.0));
/// ```
pub fn expected_running_time(runs: &[Observation]) -> Option<f64> {
    let solved = runs.iter().filter(|run| run.end == End::Solved).count();
    (solved > 0).then(|| runs.iter().map(|run| run.at).sum::<f64>() / solved as f64)
}

/// Returns the penalized average runtime of the algorithm selection community: an unsolved run
/// counts as `times` times the limit (PAR-2: twice, PAR-10: ten times), whenever it ended.
///
/// Returns `None` without runs.
///
/// ```
/// use quadrille_lab::stats::{End, Observation, penalized_average};
///
/// let runs =
///     [(100.0, End::Solved), (500.0, End::Censored)].map(|(at, end)| Observation { at, end });
/// assert_eq!(penalized_average(&runs, 500.0, 10.0), Some(2550.0)); // PAR-10
/// ```
pub fn penalized_average(runs: &[Observation], limit: f64, times: f64) -> Option<f64> {
    let cost = |run: &Observation| if run.end == End::Solved { run.at } else { limit * times };
    (!runs.is_empty()).then(|| runs.iter().map(cost).sum::<f64>() / runs.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> Vec<Observation> {
        [(3.0, End::Solved), (10.0, End::Censored), (5.0, End::Solved), (2.0, End::Failed)]
            .map(|(at, end)| Observation { at, end })
            .to_vec()
    }

    /// By hand: 20 spent for 2 solutions; (3 + 20 + 5 + 20) / 4; (3 + 100 + 5 + 100) / 4.
    #[test]
    fn unsolved_runs_are_paid_for() {
        assert_eq!(expected_running_time(&runs()), Some(10.0));
        assert_eq!(penalized_average(&runs(), 10.0, 2.0), Some(12.0));
        assert_eq!(penalized_average(&runs(), 10.0, 10.0), Some(52.0));
    }

    #[test]
    fn nothing_is_not_zero() {
        assert_eq!(expected_running_time(&runs()[1..2]), None);
        assert_eq!(expected_running_time(&[]), None);
        assert_eq!(penalized_average(&[], 10.0, 2.0), None);
    }

    /// Runs that succeed with chance p at each step and are cut at L: the expected running time
    /// of restarts is 1 / p whatever the limit (the wait is without memory).
    #[test]
    fn restarts_cost_what_theory_says() {
        let mut rng = quadrille_core::Rng::from_seed(9);
        let runs: Vec<Observation> = (0..20_000)
            .map(|_| {
                let solved = (1..=50).find(|_| rng.below(40) == 0);
                let end = if solved.is_some() { End::Solved } else { End::Censored };
                Observation { at: f64::from(solved.unwrap_or(50)), end }
            })
            .collect();
        let found = expected_running_time(&runs).unwrap();
        assert!((found / 40.0 - 1.0).abs() < 0.03, "{found}");
    }
}
