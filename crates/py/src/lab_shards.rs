//! Parts of a comparison, each in a directory of its own, and what they come to together. The files are
//! those of `quadrille compare --shard`.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufReader, Cursor};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError, PyValueError};
use pyo3::prelude::*;
use quadrille_engine::{CancelFlag, WallClock};
use quadrille_lab::experiment::log::{
    Header, LogContents, machine_line, read_log, run_line, write_preamble,
};
use quadrille_lab::experiment::merge::Merge;
use quadrille_lab::experiment::{Experiment, Shard, Table, TrialRow, run_trials};
use quadrille_lab::report::LOG;
use quadrille_storage::{AppendFile, Error as StorageError, Links, require_plain};

use crate::lab::{
    Comparison, EndPrograms, Planned, Wanted, programs, refuse_shortage, try_programs,
};
use crate::run::{self, Progress};

/// How often a log is tried that another process writes.
const LOCK_POLL: Duration = Duration::from_millis(100);

/// Why a shard ended early.
enum Ended {
    Cancelled,
    Refused(String),
    Unwritten(StorageError),
}

impl From<StorageError> for Ended {
    fn from(error: StorageError) -> Self {
        Self::Unwritten(error)
    }
}

impl From<Ended> for PyErr {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::Cancelled => PyKeyboardInterrupt::new_err(()),
            Ended::Refused(message) => PyValueError::new_err(message),
            Ended::Unwritten(error) => PyOSError::new_err(error.to_string()),
        }
    }
}

/// Returns the number of runs of a comparison, those of the noise floor included. Mistakes in what is
/// wanted are errors here, before a cluster is busy with them.
#[pyfunction]
pub(crate) fn count_runs(py: Python<'_>, wanted: Wanted) -> PyResult<u64> {
    let Planned { experiment, .. } = wanted.planned(py, NonZeroUsize::MIN)?;
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
    let Planned { experiment, header, bad_lines } = wanted.planned(py, threads)?;
    try_programs(py, &experiment)?;
    let header = Header { shard: Some(shard), ..header };
    let puzzles = experiment.puzzles_of(shard);
    let mut missing: Vec<u64> = (0..experiment.trials() + experiment.controls()).collect();
    missing.retain(|&number| puzzles[experiment.trial(number).instance as usize]);
    let planned = missing.len() as u64;

    let (cancel, clock) = (CancelFlag::new(), WallClock::new());
    let reported = Progress { function: progress.as_ref(), total: planned as usize };
    let (done, mut last) = (AtomicU64::new(0), Instant::now());
    let tick = |py: Python<'_>| reported.tick(py, &mut last, done.load(Ordering::Relaxed) as usize);
    let ran = run::aside(py, &cancel, tick, || {
        // A worker that runs other shards keeps no processes.
        let _end = EndPrograms(&experiment);
        fs::create_dir_all(&directory)
            .map_err(|error| Ended::Refused(format!("{}: {error}", directory.display())))?;
        let path = directory.join(LOG);
        let mut log = open(&path, &cancel)?;
        let there = begin(&mut log, &path, &experiment, &header, &bad_lines, &cancel)?;
        let before = missing.len();
        missing.retain(|number| !there.contains(number));
        let before = (before - missing.len()) as u64;
        done.store(before, Ordering::Relaxed);
        run_trials(&experiment, &missing, threads, &cancel, &clock, |row, at| {
            log.append(&run_line(&experiment, &row))?;
            done.store(before + at.done, Ordering::Relaxed);
            Ok::<(), StorageError>(())
        })?;
        log.sync()?;
        if cancel.is_cancelled() { Err(Ended::Cancelled) } else { Ok(before) }
    })?;
    let before = ran?;
    refuse_shortage(&experiment)?;
    reported.end(py)?;
    Ok((planned, before))
}

fn shard(number: u32, count: u32) -> PyResult<Shard> {
    Shard::new(number, count).map_err(|_| {
        let most = Shard::MAX_COUNT;
        PyValueError::new_err(format!(
            "shard {number}/{count}: expected 1/{count} to {count}/{count}, of at most {most}"
        ))
    })
}

/// Opens a log. Another process that writes it is waited for: a cluster may give a shard to a second
/// worker while the first one lives.
fn open(path: &Path, cancel: &CancelFlag) -> Result<AppendFile, Ended> {
    loop {
        match AppendFile::open(path, Links::Refuse) {
            Err(StorageError::Locked { .. }) if !cancel.is_cancelled() => thread::sleep(LOCK_POLL),
            Err(StorageError::Locked { .. }) => return Err(Ended::Cancelled),
            opened => return Ok(opened?),
        }
    }
}

/// Starts or resumes the log, and returns the numbers of the runs that it has.
fn begin(
    log: &mut AppendFile,
    path: &Path,
    experiment: &Experiment,
    header: &Header,
    bad_lines: &[String],
    cancel: &CancelFlag,
) -> Result<HashSet<u64>, Ended> {
    let refused = |what: String| Ended::Refused(format!("{}: {what}", path.display()));
    let mut there = HashSet::new();
    let input = log.read().map_err(|error| refused(error.to_string()))?;
    let contents = read_log(input, &programs(Vec::new(), 0), |_, row| {
        there.insert(row.trial.number);
    });
    match contents.map_err(|error| refused(error.to_string()))? {
        Some(contents) => {
            let differences = contents.header.differences(header);
            if !differences.is_empty() {
                let differences = differences.join("; ");
                return Err(refused(format!(
                    "the log is of another experiment ({differences}); name another directory"
                )));
            }
            if contents.cut_bytes > 0 {
                log.truncate(contents.good_bytes)?;
            }
            if !contents.machines.contains(&header.machine) {
                log.append(&machine_line(&header.machine))?;
            }
        }
        None => {
            let mut table = Table::of(experiment);
            if header.features {
                let one = NonZeroUsize::MIN;
                table
                    .add_features(experiment, header.shard, one, cancel, || ())
                    .map_err(|_| Ended::Cancelled)?;
            }
            let mut preamble = Vec::new();
            write_preamble(&mut preamble, header, &table, bad_lines).expect("memory takes all");
            log.truncate(0)?;
            log.append(&preamble)?;
            log.sync()?;
        }
    }
    Ok(there)
}

/// Joins the logs of all shards of a comparison.
#[pyfunction]
#[pyo3(signature = (wanted, directories))]
pub(crate) fn merge_shards(
    py: Python<'_>,
    wanted: Wanted,
    directories: Vec<PathBuf>,
) -> PyResult<Comparison> {
    let Planned { experiment, header, .. } = wanted.planned(py, NonZeroUsize::MIN)?;
    let cancel = CancelFlag::new();
    let joined = run::aside(py, &cancel, |_| Ok(()), || join(&directories, &header, &cancel))?;
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
    wanted: &Header,
    cancel: &CancelFlag,
) -> Result<(Vec<u8>, Vec<TrialRow>, LogContents), Ended> {
    let registry = programs(Vec::new(), 0);
    let mut merge = Merge::new(Cursor::new(Vec::new()));
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
    let differences = contents.header.differences(&Header { features: false, ..wanted.clone() });
    if !differences.is_empty() {
        let differences = differences.join("; ");
        return Err(Ended::Refused(format!("the logs are of another experiment ({differences})")));
    }
    Ok((log, rows, contents))
}
