//! The run of one trial and its result.
//!
//! The first run of an algorithm on a puzzle finds cold caches and untrained branch predictors, and a
//! single time of some microseconds is mostly noise. A fast run is therefore repeated: the first one
//! warms up, and the median of the others is its time. The number of repetitions follows from the
//! spread of the times, as in hyperfine and criterion.

use quadrille_core::{CancelFlag, Clock, Counter, Counters, Event, Observer, Status, Stop};

use super::{Experiment, Trial};

/// The result of a trial.
///
/// ```
#[doc = include_str!("example.txt")]
/// let row = experiment.trial(0).run(&experiment, &cancel, &clock);
/// assert!(row.solved() && row.nodes <= 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TrialRow {
    /// The trial.
    pub trial: Trial,
    /// Why it ended.
    pub stop: Stop,
    /// Nodes, as the algorithm counts them.
    pub nodes: u64,
    /// Everything that the algorithm counted.
    pub counters: Counters,
    /// The most bytes that it kept at once, by its own count.
    pub memory: u64,
    /// Wall time in seconds: the median if the run was timed repeatedly.
    pub seconds: f64,
    /// Processor time of its thread, or of the program that searched, in seconds, likewise.
    pub cpu_seconds: f64,
    /// How many times the run was timed, without the one that warmed up.
    pub seconds_samples: u32,
    /// How its best board improved, if the experiment traces this trial.
    pub trace: Option<Trace>,
    /// What happened, beyond what `stop` says.
    pub reason: Option<String>,
}

impl TrialRow {
    /// Returns whether the run found a validated solution.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// assert!(experiment.trial(0).run(&experiment, &cancel, &clock).solved());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solved(&self) -> bool {
        self.stop.status() == Status::Solved
    }
}

/// How the best board of a run improved: (nodes so far, common cost), with strictly falling costs.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Trace(pub Vec<(u64, u32)>);

struct Tracer {
    node: Counter,
    trace: Trace,
}

impl Observer for Tracer {
    fn event(&mut self, at: &Counters, event: Event<'_>) {
        if let Event::Improved { cost, .. } = event {
            let Trace(steps) = &mut self.trace;
            match steps.last_mut() {
                // At the same count only the best matters.
                Some(last) if last.0 == at[self.node] => last.1 = cost,
                _ => steps.push((at[self.node], cost)),
            }
        }
    }
}

/// Runs that take less processor time, in seconds, are repeated.
const FAST: f64 = 5e-3;
/// The repetitions of a run end when they took that many seconds of processor time together,
const PATIENCE: f64 = 10e-3;
/// or when there are that many,
const MOST_SAMPLES: usize = 100;
/// or when there are at least that many
const LEAST_SAMPLES: usize = 5;
/// and the standard error of their median is at most this share of it.
const PRECISION: f64 = 0.01;

/// The times of one execution, in seconds.
#[derive(Clone, Copy)]
struct Sample {
    wall: f64,
    cpu: f64,
}

/// Returns whether more repetitions would hardly change the median.
fn suffice(cpu: &[f64]) -> bool {
    if cpu.len() >= MOST_SAMPLES || cpu.iter().sum::<f64>() >= PATIENCE {
        return true;
    }
    if cpu.len() < LEAST_SAMPLES {
        return false;
    }
    let middle = median(cpu);
    let deviations: Vec<f64> = cpu.iter().map(|time| (time - middle).abs()).collect();
    // For normal errors: the standard deviation from the median deviation, and the standard error of
    // a median from the standard deviation.
    let error = 1.4826 * median(&deviations) * 1.2533 / (cpu.len() as f64).sqrt();
    error <= PRECISION * middle
}

/// Returns the median of times. There is at least one.
fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    f64::midpoint(low, high)
}

impl Trial {
    /// Runs the trial.
    ///
    /// # Panics
    /// When time is limited, by the experiment or by default, and the clock does not run.
    ///
    /// ```
    #[doc = include_str!("example.txt")]
    /// let (first, again) = (experiment.trial(0), experiment.trial(0));
    /// let nodes =
    ///     |trial: quadrille_lab::experiment::Trial| trial.run(&experiment, &cancel, &clock).nodes;
    /// assert_eq!(nodes(first), nodes(again)); // a run depends on its trial alone
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(self, experiment: &Experiment, cancel: &CancelFlag, clock: &dyn Clock) -> TrialRow {
        let configuration = &experiment.configurations[self.configuration as usize];
        let puzzle = &experiment.instances[self.instance as usize].puzzle;
        let node = configuration.entry.nodes;
        let run = |observer: Option<&mut dyn Observer>| {
            let (limits, seed) = (experiment.limits, experiment.seeds.seed(self.seed));
            let outcome = configuration.run(puzzle, seed, limits, cancel, clock, observer);
            outcome.expect("a timed experiment has a running clock")
        };
        let timed = || {
            let (wall, cpu) = (clock.wall(), clock.cpu());
            let outcome = run(None);
            let own = clock.cpu().saturating_sub(cpu);
            let cpu = outcome.cpu_elsewhere.unwrap_or(own).as_secs_f64();
            (outcome, Sample { wall: clock.wall().saturating_sub(wall).as_secs_f64(), cpu })
        };
        let (outcome, first) = timed();
        let mut samples = vec![first];
        // A clock that stands still measures nothing. A run that a limit on time ended need not end
        // at the same place again, but is not fast either. A program that failed has no time, and one
        // that sleeps would do so each time.
        let sleeps = outcome.cpu_elsewhere.is_some() && first.wall > 10.0 * FAST;
        let is_timed = !matches!(outcome.stop, Stop::Unsupported | Stop::Failed) && !sleeps;
        if first.cpu > 0.0 && first.cpu < FAST && is_timed {
            samples.clear();
            let mut cpu = Vec::new();
            while !suffice(&cpu) && !cancel.is_cancelled() {
                let (again, sample) = timed();
                if matches!(again.stop, Stop::Failed | Stop::Cancelled) {
                    break;
                }
                cpu.push(sample.cpu);
                samples.push(sample);
            }
            if samples.is_empty() {
                samples.push(first);
            }
        }
        let of = |time: fn(&Sample) -> f64| median(&samples.iter().map(time).collect::<Vec<f64>>());
        let (seconds, cpu_seconds) = (of(|sample| sample.wall), of(|sample| sample.cpu));
        let seconds_samples = samples.len() as u32;
        let ended = !matches!(outcome.stop, Stop::Cancelled | Stop::Failed);
        let mut stop = outcome.stop;
        let trace = (experiment.traces(&self) && ended).then(|| {
            // Observing slows a run down by a few percent, so it is not done in the run that is
            // timed. The same seed gives the same run again, unless it is cancelled: then the trial
            // has not ended.
            let mut tracer = Tracer { node, trace: Trace::default() };
            if run(Some(&mut tracer)).stop == Stop::Cancelled {
                stop = Stop::Cancelled;
            }
            tracer.trace
        });
        // A process is a little faster or slower all its life, by where its memory and its processor
        // are. A new one for each trial makes that a part of what the controls measure.
        #[cfg(feature = "process")]
        if let Some(program) =
            configuration.program.as_ref().filter(|_| experiment.measures_small())
        {
            program.end();
        }
        TrialRow {
            trial: self,
            stop,
            nodes: outcome.counters[node],
            counters: outcome.counters,
            memory: outcome.memory,
            seconds,
            cpu_seconds,
            seconds_samples,
            trace,
            reason: outcome.reason,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use quadrille_core::Limits;

    use super::*;
    use crate::experiment::Instance;
    use crate::registry::Configuration;

    #[test]
    fn repetitions_end_when_the_median_is_known() {
        // Steady times need the least number, noisy ones more, and slow or many ones end anyway.
        assert!(!suffice(&[1e-6; 4]));
        assert!(suffice(&[1e-6; 5]));
        let noisy: Vec<f64> = (0..20).map(|i| if i % 2 == 0 { 1e-6 } else { 2e-6 }).collect();
        assert!(!suffice(&noisy));
        assert!(suffice(&noisy.repeat(5)));
        assert!(suffice(&[6e-3, 4e-3]));
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[3.0, 1.0]), 2.0);
    }

    /// Stands still, and raises the flag when processor time is read for the second time: after the run
    /// that is timed.
    struct CancelsAfterRun(CancelFlag, AtomicU32);

    impl Clock for CancelsAfterRun {
        fn wall(&self) -> Duration {
            Duration::ZERO
        }

        fn cpu(&self) -> Duration {
            if self.1.fetch_add(1, Ordering::Relaxed) == 1 {
                self.0.cancel();
            }
            Duration::ZERO
        }

        fn is_running(&self) -> bool {
            false
        }
    }

    #[test]
    fn a_trial_whose_trace_is_cut_off_has_not_ended() {
        let text =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let experiment = Experiment {
            configurations: Configuration::parse_list("tabu").unwrap(),
            instances: vec![Instance {
                source: "example".into(),
                line: 1,
                puzzle: text.parse().unwrap(),
            }],
            seed: 1,
            runs: 1,
            limits: Limits::nodes(100_000),
            ..Experiment::default()
        };
        let cancel = CancelFlag::new();
        let row = experiment.trial(0).run(
            &experiment,
            &cancel,
            &CancelsAfterRun(cancel.clone(), AtomicU32::new(0)),
        );
        assert_eq!(row.stop, Stop::Cancelled);
    }
}
