//! How long an experiment would take.

use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, Limits, Stop};

use super::Experiment;

/// The time of a whole experiment, estimated from some runs.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Seconds of processor time.
    pub seconds: f64,
    /// Whether it takes longer than that, as some runs did not end.
    pub at_least: bool,
}

impl Sample {
    /// Runs every configuration on some puzzles, spread over all, for that time.
    ///
    /// # Panics
    /// When the clock does not run.
    pub fn of(
        experiment: &Experiment,
        time: Duration,
        cancel: &CancelFlag,
        clock: &dyn Clock,
    ) -> Self {
        let configurations = &experiment.configurations;
        let (instances, end) = (experiment.instances.len(), clock.wall() + time);
        // In the first round, none may take the time of those after it.
        let share = time / (2 * configurations.len() as u32).max(1);
        let mut spent = vec![(0.0, 0_u32); configurations.len()];
        let mut at_least = false;
        // Steps of the golden ratio visit all parts of the list evenly.
        let step = ((instances as f64 * 0.618_034) as usize).max(1);
        let rounds = instances.min(1000);
        'all: for round in 0..rounds {
            let puzzle = &experiment.instances[(round * step + instances / 2) % instances].puzzle;
            for (configuration, (seconds, runs)) in configurations.iter().zip(&mut spent) {
                let left = end.saturating_sub(clock.wall());
                let most = if round == 0 { share } else { left };
                if most.is_zero() || cancel.is_cancelled() {
                    break 'all;
                }
                let own = experiment.limits.time.unwrap_or(Duration::MAX);
                let limits = Limits { time: Some(most.min(own)), ..experiment.limits };
                let began = clock.cpu();
                let seed = experiment.seeds.seed(experiment.seed);
                let outcome = configuration.run(puzzle, seed, limits, cancel, clock, None);
                let stop = outcome.expect("the clock runs").stop;
                if stop == Stop::Time && most < own && round > 0 {
                    // The end of the sample, which says nothing of this run.
                    break 'all;
                }
                at_least |= stop == Stop::Time && most < own;
                // Fast runs are repeated to be timed, for about ten milliseconds.
                let once = clock.cpu().saturating_sub(began).as_secs_f64();
                *seconds += if once < 5e-3 {
                    (6.0 * once).max(once + 10e-3).min(101.0 * once)
                } else {
                    once
                };
                *runs += 1;
            }
        }
        let trials = experiment.controls() / configurations.len() as u64;
        let all = |index: usize| {
            let runs = experiment.plan().runs_of(index);
            (instances as u64 * u64::from(runs) + trials) as f64
        };
        let seconds = spent.iter().enumerate();
        let seconds =
            seconds.map(|(index, &(seconds, runs))| all(index) * seconds / f64::from(runs.max(1)));
        Self { seconds: seconds.sum(), at_least }
    }
}
