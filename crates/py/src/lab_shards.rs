//! Parts of a comparison, each in a directory of its own, and what they come to together. The files are
//! those of `quadrille compare --shard`.

use std::fs::File;
use std::io::{BufReader, Cursor};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use quadrille_core::{CancelFlag, WallClock};
use quadrille_lab::experiment::log::{Header, LogContents, read_log};
use quadrille_lab::experiment::merge::Merge;
use quadrille_lab::experiment::{Shard, TrialRow};
use quadrille_lab::registry::Registry;
use quadrille_lab::report::LOG;
use quadrille_lab::study::{
    Directory, DirectoryError, Existing, OpenError, Session, Start, Study, StudyPlan,
};
use quadrille_storage::{Links, require_plain};

use crate::lab::{
    Comparison, EndPrograms, Planned, Prepared, Wanted, programs, refuse_shortage, try_programs,
    unopened,
};
use crate::run::{self, Progress};

/// How often a log is tried that another process writes.
const LOCK_POLL: Duration = Duration::from_millis(100);

/// Why a shard ended early.
enum Ended {
    Cancelled,
    Refused(String),
    Unopened(DirectoryError),
}

impl From<DirectoryError> for Ended {
    fn from(error: DirectoryError) -> Self {
        Self::Unopened(error)
    }
}

impl From<Ended> for PyErr {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Cancelled => PyKeyboardInterrupt::new_err(()),
            Ended::Refused(message) => PyValueError::new_err(message),
            Ended::Unopened(error) => unopened(error),
        }
    }
}

/// Returns the number of runs of a comparison, those of the noise floor included. Mistakes in what is
/// wanted are errors here, before a cluster is busy with them.
#[pyfunction]
pub(crate) fn count_runs(py: Python<'_>, wanted: Wanted) -> PyResult<u64> {
    let experiment = wanted.planned(py, NonZeroUsize::MIN)?.comparison.experiment;
    try_programs(py, &experiment)?;
    Ok(experiment.trials() + experiment.controls())
}

/// Runs what is missing of a shard, whose log is in a directory, and returns how many runs the shard
/// has and how many of them were there before.
#[pyfunction]
#[pyo3(signature = (wanted, number, count, directory, threads, progress))]
pub(crate) fn run_shard(
    py: Python<'_>,
    wanted: Wanted,
    number: u32,
    count: u32,
    directory: PathBuf,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64)> {
    let threads = run::threads(threads)?;
    let shard = shard(number, count)?;
    let Planned { comparison, session } = wanted.planned(py, threads)?;
    let Prepared { experiment, bad_lines, .. } = comparison;
    try_programs(py, &experiment)?;
    let session = Session { shard: Some(shard), ..session };
    let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    let planned = experiment.trials_of(Some(shard)).len();
    let reported = Progress { function: progress.as_ref(), total: planned };
    let (done, mut last) = (AtomicU64::new(0), Instant::now());
    let tick = |py: Python<'_>| reported.tick(py, &mut last, done.load(Ordering::Relaxed) as usize);
    let ran = run::aside(py, &cancel, tick, || {
        // A worker that runs other shards keeps no processes.
        let _end = EndPrograms(&experiment);
        let registry = programs(Vec::new(), 0);
        let store = open(&directory, &registry, &cancel)?;
        let plan = StudyPlan::new(&experiment, bad_lines, session);
        let opened = Study::open(plan, store, Start::Resume, threads, &cancel, || ());
        let mut study = opened.map_err(|error| match error {
            OpenError::Store(error) => error.into(),
            OpenError::Cancelled => Ended::Cancelled,
            OpenError::Other { differences } => Ended::Refused(format!(
                "{}: the log is of another experiment ({differences}); name another directory",
                directory.join(LOG).display()
            )),
        })?;
        let before = study.opened().done;
        done.store(before, Ordering::Relaxed);
        study.run(threads, &cancel, &clock, |_, _, at| done.store(at.done, Ordering::Relaxed))?;
        if cancel.is_cancelled() { Err(Ended::Cancelled) } else { Ok(before) }
    })?;
    let before = ran?;
    refuse_shortage(&experiment)?;
    reported.end(py)?;
    Ok((planned as u64, before))
}

fn shard(number: u32, count: u32) -> PyResult<Shard> {
    Shard::new(number, count).map_err(|_| {
        let most = Shard::MAX_COUNT;
        PyValueError::new_err(format!(
            "shard {number}/{count}: expected 1/{count} to {count}/{count}, of at most {most}"
        ))
    })
}

/// Opens a directory. Another process that writes into it is waited for: a cluster may give a shard to
/// a second worker while the first one lives.
fn open<'r>(
    path: &Path,
    registry: &'r Registry,
    cancel: &CancelFlag,
) -> Result<Directory<'r>, Ended> {
    loop {
        match Directory::open(path, Existing::Replace, registry) {
            Err(DirectoryError::Locked { .. }) if !cancel.is_cancelled() => {
                thread::sleep(LOCK_POLL);
            }
            Err(DirectoryError::Locked { .. }) => return Err(Ended::Cancelled),
            opened => return Ok(opened?),
        }
    }
}

/// Joins the logs of all shards of a comparison.
#[pyfunction]
#[pyo3(signature = (wanted, directories))]
pub(crate) fn merge_shards(
    py: Python<'_>,
    wanted: Wanted,
    directories: Vec<PathBuf>,
) -> PyResult<Comparison> {
    let Planned { comparison, session } = wanted.planned(py, NonZeroUsize::MIN)?;
    let Prepared { experiment, bad_lines, .. } = comparison;
    let cancel = CancelFlag::new();
    let wanted = StudyPlan::new(&experiment, bad_lines, session).header;
    let joined = run::aside(py, &cancel, |_| Ok(()), || join(&directories, wanted, &cancel))?;
    let (log, mut rows, contents) = joined?;
    let LogContents { header, mut table, bad_lines, machines, .. } = contents;
    rows.iter().for_each(|row| table.push(row));
    table.sort();
    rows.sort_unstable_by_key(|row| row.trial.number);
    Ok(Comparison { experiment, header, bad_lines, machines, table, rows, log })
}

/// Returns the joined log, and what it holds.
fn join(
    directories: &[PathBuf],
    wanted: Header,
    cancel: &CancelFlag,
) -> Result<(Vec<u8>, Vec<TrialRow>, LogContents), Ended> {
    let registry = programs(Vec::new(), 0);
    let mut merge = Merge::new(Cursor::new(Vec::new()), Some(wanted));
    for directory in directories {
        if cancel.is_cancelled() {
            return Err(Ended::Cancelled);
        }
        let path = directory.join(LOG);
        let refused = |what: String| Ended::Refused(format!("{}: {what}", path.display()));
        require_plain(&path, Links::Follow).map_err(|error| Ended::Refused(error.to_string()))?;
        let log = File::open(&path).map_err(|error| refused(error.to_string()))?;
        let log = BufReader::with_capacity(1 << 20, log);
        merge
            .add(&directory.display().to_string(), log, &registry)
            .map_err(|error| refused(error.to_string()))?;
    }
    if let Some(first) = merge.incomplete().first() {
        return Err(Ended::Refused(format!(
            "{} of {} runs of shard {} are missing; run it again",
            first.missing, first.runs, first.shard
        )));
    }
    let (mut log, mut rows) = (Vec::new(), Vec::new());
    merge.write(&mut log).map_err(|error| Ended::Refused(error.to_string()))?;
    let contents = read_log(&log[..], &registry, |_, row| rows.push(row));
    let contents = contents.map_err(|error| Ended::Refused(error.to_string()))?;
    let contents = contents.expect("it was just written");
    Ok((log, rows, contents))
}
