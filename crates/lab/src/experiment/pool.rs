//! Runs the trials of an experiment on several threads.
//!
//! Workers take the next trial from a counter and pass its row to `each` under one lock, in the
//! order in which trials end. So no queue grows, and a row has reached its receiver (which may
//! append it to a log) before its worker takes the next trial. A trial depends only on its number,
//! so the rows are the same at any number of threads.

#[cfg(feature = "report")]
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use quadrille_core::{CancelFlag, Clock, Stop, parallel};

use super::{Experiment, TrialRow};

/// The progress of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Trials done in this call.
    pub done: u64,
    /// Trials to do in this call.
    pub total: u64,
    /// Wall time since the call started.
    pub elapsed: Duration,
}

/// How a call of [`run_trials`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// All trials are done.
    All,
    /// The cancel flag was raised. Rows received so far are complete; interrupted trials were dropped.
    Cancelled,
}

/// Runs trials of the experiment, given by their numbers, and passes each row to `each`. The
/// configurations of a puzzle run in an order drawn from the seed.
///
/// # Errors
/// Returns the first error of `each`. Rows of trials that are still running are dropped then.
///
/// # Panics
/// When time is limited, by the experiment or by default, and the clock does not run.
///
/// ```
/// use std::convert::Infallible;
/// use std::num::NonZeroUsize;
///
/// use quadrille_core::{CancelFlag, Limits, NoClock};
/// use quadrille_lab::Configuration;
/// use quadrille_lab::experiment::{Experiment, Instance, run_trials};
///
/// let instance =
///     Instance { source: "example".into(), line: 1, puzzle: "1.......2.....3.".parse()? };
/// let experiment = Experiment {
///     configurations: Configuration::parse_list("naive;exact-cover")?,
///     instances: vec![instance],
///     seed: 1,
///     runs: 1,
///     limits: Limits::nodes(1000),
///     ..Experiment::default()
/// };
/// let (trials, threads) = (experiment.trials_of(None), NonZeroUsize::new(2).expect("not 0"));
/// let mut solved = 0;
/// run_trials(&experiment, &trials, threads, &CancelFlag::new(), &NoClock, |row, _| {
///     solved += usize::from(row.solved());
///     Ok::<(), Infallible>(())
/// })?;
/// assert_eq!(solved, trials.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_trials<E: Send>(
    experiment: &Experiment,
    trials: &[u64],
    threads: NonZeroUsize,
    cancel: &CancelFlag,
    clock: &dyn Clock,
    each: impl FnMut(TrialRow, Progress) -> Result<(), E> + Send,
) -> Result<Finished, E> {
    let trials = experiment.plan().in_drawn_order(trials);
    let started = clock.wall();
    // Ends the other workers when one of them fails. The caller's cancel flag must not be raised,
    // since others may hold it.
    let over = AtomicBool::new(false);
    let receiver = Mutex::new(Receiver { each, done: 0, failed: None });
    parallel::for_each(threads, trials.len(), |index| {
        if over.load(Ordering::Relaxed) || cancel.is_cancelled() {
            return;
        }
        let row = experiment.trial(trials[index]).run(experiment, cancel, clock);
        let Ok(mut receiver) = receiver.lock() else { return };
        if row.stop == Stop::Cancelled || receiver.failed.is_some() {
            return;
        }
        receiver.done += 1;
        let elapsed = clock.wall().saturating_sub(started);
        let progress = Progress { done: receiver.done, total: trials.len() as u64, elapsed };
        if let Err(error) = (receiver.each)(row, progress) {
            receiver.failed = Some(error);
            over.store(true, Ordering::Relaxed);
        }
    });

    let receiver = receiver.into_inner().expect("the scope propagates panics of workers");
    match receiver.failed {
        Some(error) => Err(error),
        None if receiver.done == trials.len() as u64 => Ok(Finished::All),
        None => Ok(Finished::Cancelled),
    }
}

#[cfg(feature = "report")]
impl Experiment {
    /// Runs all trials and returns their rows by number, or `None` after a cancellation.
    pub(crate) fn run_all(
        &self,
        threads: NonZeroUsize,
        cancel: &CancelFlag,
        clock: &dyn Clock,
        mut progress: impl FnMut(Progress) + Send,
    ) -> Option<Vec<TrialRow>> {
        let trials: Vec<u64> = (0..self.trials()).collect();
        let mut rows: Vec<TrialRow> = Vec::with_capacity(trials.len());
        let Ok(finished) = run_trials(self, &trials, threads, cancel, clock, |row, at| {
            rows.push(row);
            progress(at);
            Ok::<(), Infallible>(())
        });
        rows.sort_unstable_by_key(|row| row.trial.number);
        (finished == Finished::All).then_some(rows)
    }
}

struct Receiver<F, E> {
    each: F,
    done: u64,
    failed: Option<E>,
}
