//! Long work beside the interpreter: without its lock, with signals and progress.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use quadrille_core::{CancelFlag, parallel};

/// How often signals are looked at.
const POLL: Duration = Duration::from_millis(20);
/// How often progress is reported at most.
const REPORT: Duration = Duration::from_millis(100);

/// Returns the number of threads that a caller asks for.
pub(crate) fn threads(wanted: Option<i64>) -> PyResult<NonZeroUsize> {
    match wanted {
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(count) => usize::try_from(count).ok().and_then(NonZeroUsize::new).ok_or_else(|| {
            PyValueError::new_err(format!(
                "threads is {count}; expected 1 or more, or None for all cores"
            ))
        }),
    }
}

/// Runs `work` on another thread without the lock of the interpreter. Meanwhile this one looks at
/// signals, and calls `tick`. When either raises an exception, the flag is raised, and the exception
/// returned once `work` has ended.
pub(crate) fn aside<T: Send>(
    py: Python<'_>,
    cancel: &CancelFlag,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel::<()>(1);
            let work = move || {
                // Dropped at the end, also by a panic, which ends the wait.
                let _sender = sender;
                work()
            };
            let worker = thread::Builder::new().spawn_scoped(scope, work).map_err(|error| {
                PyOSError::new_err(format!("no thread can be started: {error}"))
            })?;
            let mut raised = None;
            while receiver.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    let looked = Python::attach(|py| py.check_signals().and_then(|()| tick(py)));
                    raised = looked.err();
                    if raised.is_some() {
                        cancel.cancel();
                    }
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map_or(Ok(result), Err)
        })
    })
}

/// Reports progress to a Python function of two numbers.
pub(crate) struct Progress<'a> {
    /// The function, if there is one.
    pub(crate) function: Option<&'a Py<PyAny>>,
    /// The number of rows.
    pub(crate) total: usize,
}

/// Calls `work` with each index of `count` units of up to `unit` rows, and returns the results in
/// order.
pub(crate) fn units<T: Send + Sync>(
    py: Python<'_>,
    threads: NonZeroUsize,
    unit: usize,
    progress: &Progress<'_>,
    cancel: &CancelFlag,
    work: impl Fn(usize) -> T + Sync,
) -> PyResult<Vec<T>> {
    let count = progress.total.div_ceil(unit);
    let results: Vec<OnceLock<T>> = (0..count).map(|_| OnceLock::new()).collect();
    let done = AtomicUsize::new(0);
    let mut reported = Instant::now();
    let tick = |py: Python<'_>| {
        let rows = (done.load(Ordering::Relaxed) * unit).min(progress.total);
        progress.tick(py, &mut reported, rows)
    };
    aside(py, cancel, tick, || {
        parallel::for_each(threads, count, |index| {
            if !cancel.is_cancelled() {
                let _ = results[index].set(work(index));
                done.fetch_add(1, Ordering::Relaxed);
            }
        });
    })?;
    Ok(results.into_iter().filter_map(OnceLock::into_inner).collect())
}

impl Progress<'_> {
    /// Reports how much is done, if it is time to.
    pub(crate) fn tick(&self, py: Python<'_>, reported: &mut Instant, done: usize) -> PyResult<()> {
        if let Some(function) = self.function
            && reported.elapsed() >= REPORT
        {
            *reported = Instant::now();
            function.call1(py, (done, self.total))?;
        }
        Ok(())
    }

    /// Reports that everything is done.
    pub(crate) fn end(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(function) = self.function {
            function.call1(py, (self.total, self.total))?;
        }
        Ok(())
    }
}
