//! Runs the trials of an experiment on several threads.
//!
//! Workers take the next trial from a counter and hand its row to `each` under one lock, in the
//! order in which trials end: no queue grows, no further thread wakes up for each row, and a row is
//! with its receiver (who may append it to a log) before its worker takes the next trial. What a
//! trial does depends on its number alone, so the rows are the same at any number of threads.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use quadrille_engine::{CancelFlag, Clock, Stop};

use super::{Experiment, TrialRow};

/// How far an experiment has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Trials done in this call.
    pub done: u64,
    /// Trials that this call was to do.
    pub total: u64,
    /// Wall time since it began.
    pub elapsed: Duration,
}

impl Progress {
    /// The time that the rest will take if it goes on as it went; `None` before the first row.
    pub fn left(&self) -> Option<Duration> {
        (self.done > 0)
            .then(|| self.elapsed.mul_f64((self.total - self.done) as f64 / self.done as f64))
    }
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finished {
    /// With every trial done.
    All,
    /// By the cancel flag; rows handed out before are whole, and trials cut short were dropped.
    Cancelled,
}

/// Runs trials of the experiment, by their numbers, and hands each row to `each` as it ends.
///
/// # Errors
/// The first error of `each`; the trials under way are cancelled then, and their rows dropped.
///
/// # Panics
/// When the experiment limits time, by its limits or by default, and the clock does not run.
pub fn run_trials<E: Send>(
    experiment: &Experiment,
    trials: &[u64],
    threads: NonZeroUsize,
    cancel: &CancelFlag,
    clock: &dyn Clock,
    each: impl FnMut(TrialRow, Progress) -> Result<(), E> + Send,
) -> Result<Finished, E> {
    let started = clock.wall();
    let next = AtomicUsize::new(0);
    // Ends the other workers when one of them fails or panics; the user's cancel flag is not ours
    // to raise, since others may hold it.
    let over = AtomicBool::new(false);
    let receiver = Mutex::new(Receiver { each, done: 0, failed: None });

    let work = || {
        let guard = EndOnPanic(&over);
        while !over.load(Ordering::Relaxed) && !cancel.is_cancelled() {
            let Some(&number) = trials.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let row = experiment.trial(number).run(experiment, cancel, clock);
            if row.stop == Stop::Cancelled {
                break;
            }
            let Ok(mut receiver) = receiver.lock() else { break };
            if receiver.failed.is_some() {
                break;
            }
            receiver.done += 1;
            let elapsed = clock.wall().saturating_sub(started);
            let progress = Progress { done: receiver.done, total: trials.len() as u64, elapsed };
            if let Err(error) = (receiver.each)(row, progress) {
                receiver.failed = Some(error);
                over.store(true, Ordering::Relaxed);
            }
        }
        drop(guard);
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.get().min(trials.len()) {
            scope.spawn(work);
        }
        work();
    });

    let receiver = receiver.into_inner().expect("a panic of a worker has gone through the scope");
    match receiver.failed {
        Some(error) => Err(error),
        None if receiver.done == trials.len() as u64 => Ok(Finished::All),
        None => Ok(Finished::Cancelled),
    }
}

struct Receiver<F, E> {
    each: F,
    done: u64,
    failed: Option<E>,
}

struct EndOnPanic<'a>(&'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}
