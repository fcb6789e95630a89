//! The life of a comparison: opened in a [`Store`] as a new one or where it was, run, and reported.
//!
//! Each run is in the log of the store before it is reported. So a process that is killed loses
//! none, and continues: the trials that the log does not have are run, and together with the others
//! they are those of a comparison that was never interrupted.

mod detect;
#[cfg(feature = "files")]
mod directory;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quadrille_core::{CancelFlag, Clock};
use thiserror::Error;

use crate::experiment::log::{Header, LogContents, machine_line, run_line, write_preamble};
use crate::experiment::{Experiment, Finished, Shard, Table, TrialRow, run_trials};
use crate::report::{About, ReportFiles, SummaryRow, TableFormat, summarize, write_report};

pub use detect::{DetectError, planned_runs};
#[cfg(feature = "files")]
pub use directory::{Directory, DirectoryError, Existing};

/// Where a comparison is kept: a log that grows, and the files that are made from it.
pub trait Store: ReportFiles {
    /// Appends whole lines to the log, all of them or none.
    ///
    /// # Errors
    /// When they cannot be written.
    fn append(&mut self, lines: &[u8]) -> Result<(), Self::Error>;

    /// Cuts the log to a length in bytes.
    ///
    /// # Errors
    /// When that cannot be done.
    fn truncate(&mut self, length: u64) -> Result<(), Self::Error>;

    /// Removes what is there, or puts it aside, for a new log.
    ///
    /// # Errors
    /// When that cannot be done.
    fn clear(&mut self) -> Result<(), Self::Error>;

    /// Waits until the log is kept whatever happens to the process and the machine.
    ///
    /// # Errors
    /// When the log cannot be kept.
    fn sync(&mut self) -> Result<(), Self::Error>;
}

/// Whether a log that is in the store is continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It is, if it is of the same experiment.
    Resume,
    /// It is not: the comparison restarts.
    Anew,
}

/// What a comparison is.
pub struct StudyPlan<'e> {
    /// What is run.
    pub experiment: &'e Experiment,
    /// What the log says of it. If it asks for the costly features of the puzzles and the comparison
    /// is new, these are computed before anything in the store changes.
    pub header: Header,
    /// What is wrong with the parts of the input that are not puzzles.
    pub bad_lines: Vec<String>,
}

/// What a log says of the session that begins it. Other sessions may continue it.
#[derive(Clone, Debug)]
pub struct Session {
    /// The machine.
    pub machine: String,
    /// The command, so that others can repeat it.
    pub command: String,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// Whether the log is to have the costly features of the puzzles.
    pub features: bool,
    /// The part that is run, of a comparison that several machines share.
    pub shard: Option<Shard>,
}

impl<'e> StudyPlan<'e> {
    /// Returns the plan of a session that begins now.
    pub fn new(experiment: &'e Experiment, bad_lines: Vec<String>, session: Session) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let header = Header {
            version: format!("quadrille {}", env!("CARGO_PKG_VERSION")),
            machine: session.machine,
            command: session.command,
            threads: session.threads.get(),
            features: session.features,
            shard: session.shard,
            started_seconds: now.map_or(0, |now| now.as_secs()),
            ..Header::of(experiment, bad_lines.len())
        };
        Self { experiment, header, bad_lines }
    }
}

/// What was in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Trials that were there, controls included.
    pub done: u64,
    /// Trials that are left.
    pub left: u64,
    /// Whether the last line was incomplete. It is removed, and its trial is run again.
    pub was_cut: bool,
}

/// The reason why a comparison cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError<E> {
    /// The store failed.
    #[error("{0}")]
    Store(E),
    /// The log is of another experiment.
    #[error("the log is of another experiment ({differences})")]
    Other {
        /// What differs.
        differences: String,
    },
    /// The cancel flag was raised before the first run.
    #[error("cancelled")]
    Cancelled,
}

impl<E> From<E> for OpenError<E> {
    fn from(error: E) -> Self {
        Self::Store(error)
    }
}

/// How far a comparison is.
#[derive(Clone, Copy, Debug)]
pub struct StudyProgress {
    /// Trials done, those of earlier sessions included.
    pub done: u64,
    /// All trials.
    pub planned: u64,
    /// An estimate of the time that the others take.
    pub left: Duration,
    /// How long this session has run.
    pub elapsed: Duration,
}

/// A comparison that is kept in a store.
pub struct Study<'e, S> {
    experiment: &'e Experiment,
    store: S,
    header: Header,
    bad_lines: Vec<String>,
    machines: BTreeSet<String>,
    table: Table,
    missing: Vec<u64>,
    opened: Opened,
}

impl<'e, S: Store<Error: Send> + Send> Study<'e, S> {
    /// Opens a comparison. `each` is called for every puzzle whose costly features are computed.
    ///
    /// # Errors
    /// When the store fails or has the log of another experiment, or the flag is raised.
    pub fn open(
        plan: StudyPlan<'e>,
        mut store: S,
        start: Start,
        threads: NonZeroUsize,
        cancel: &CancelFlag,
        each: impl FnMut(),
    ) -> Result<Self, OpenError<S::Error>> {
        let StudyPlan { experiment, header, bad_lines } = plan;
        let all = experiment.trials() + experiment.controls();
        let mut is_done = vec![false; usize::try_from(all).unwrap_or(usize::MAX)];
        let contents = match start {
            Start::Anew => None,
            Start::Resume => store.read(&mut |table, row| {
                // The log of another experiment may have more trials. It is refused below.
                if let Some(is_done) = is_done.get_mut(row.trial.number as usize) {
                    *is_done = true;
                }
                table.push(&row);
            })?,
        };
        let was_cut = contents.as_ref().is_some_and(|contents| contents.cut_bytes > 0);
        let (header, table, machines) = match contents {
            Some(contents) => resume(&mut store, contents, &header)?,
            None => {
                let mut table = Table::of(experiment);
                if header.features {
                    table
                        .add_features(experiment, header.shard, threads, cancel, each)
                        .map_err(|_| OpenError::Cancelled)?;
                }
                let mut preamble = Vec::new();
                write_preamble(&mut preamble, &header, &table, &bad_lines)
                    .expect("writing to memory cannot fail");
                store.clear()?;
                store.append(&preamble)?;
                store.sync()?;
                let machines = BTreeSet::from([header.machine.clone()]);
                (header, table, machines)
            }
        };
        let mut missing = experiment.trials_of(header.shard);
        missing.retain(|&number| !is_done[number as usize]);
        let done = (table.rows.len() + table.controls.len()) as u64;
        let opened = Opened { done, left: missing.len() as u64, was_cut };
        Ok(Self { experiment, store, header, bad_lines, machines, table, missing, opened })
    }

    /// Runs the trials that are missing, each of which is in the log when `each` gets it.
    ///
    /// # Errors
    /// When the store fails.
    ///
    /// # Panics
    /// As [`run_trials`].
    pub fn run(
        &mut self,
        threads: NonZeroUsize,
        cancel: &CancelFlag,
        clock: &dyn Clock,
        mut each: impl FnMut(&mut Table, TrialRow, StudyProgress) + Send,
    ) -> Result<Finished, S::Error> {
        let Self { experiment, store, table, opened, .. } = self;
        let planned = opened.done + opened.left;
        let ran = run_trials(experiment, &self.missing, threads, cancel, clock, |row, at| {
            store.append(&run_line(experiment, &row))?;
            table.push(&row);
            let left = (at.total - at.done) as f64 / at.done.max(1) as f64;
            let left = at.elapsed.mul_f64(left);
            each(
                table,
                row,
                StudyProgress { done: opened.done + at.done, planned, left, elapsed: at.elapsed },
            );
            Ok(())
        });
        let synced = store.sync();
        let finished = ran?;
        synced?;
        table.sort();
        Ok(finished)
    }
}

/// Continues a log, and returns its header, its trials, and the machines that run them.
fn resume<S: Store>(
    store: &mut S,
    contents: LogContents,
    header: &Header,
) -> Result<(Header, Table, BTreeSet<String>), OpenError<S::Error>> {
    let same = contents.header.require_same(header);
    same.map_err(|differences| OpenError::Other { differences })?;
    if contents.cut_bytes > 0 {
        store.truncate(contents.good_bytes)?;
    }
    let LogContents { header: first, table, mut machines, .. } = contents;
    if machines.insert(header.machine.clone()) {
        store.append(&machine_line(&header.machine))?;
    }
    Ok((first, table, machines))
}

impl<S> Study<'_, S> {
    /// Returns what was in the store when the comparison was opened.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// Returns how many trials are done, and how many there are, controls included.
    pub fn counts(&self) -> (u64, u64) {
        let done = (self.table.rows.len() + self.table.controls.len()) as u64;
        (done, self.opened.done + self.opened.left)
    }

    /// Returns the trials so far.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// Returns the header of the log, the trials and the store.
    pub fn into_parts(self) -> (Header, Table, S) {
        (self.header, self.table, self.store)
    }
}

impl<S: Store> Study<'_, S> {
    /// Writes the page and the tables, as [`write_report`] does, and returns the summary.
    ///
    /// # Errors
    /// When the store fails.
    pub fn report(
        &self,
        formats: &[TableFormat],
        links: bool,
    ) -> Result<Vec<SummaryRow>, S::Error> {
        let about = About::of_log(&self.header, self.bad_lines.clone())
            .with_machines(self.machines.iter().cloned());
        let summary = summarize(&self.table);
        write_report(&self.store, &self.table, &summary, &about, formats, links)?;
        Ok(summary)
    }
}
