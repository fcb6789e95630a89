//! The directory in which `compare` leaves its log and its page.
//!
//! Nothing of anybody else is ever replaced: a directory that holds other files is refused, and so
//! is a log of another experiment. A process that writes holds a lock on the log.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use quadrille_lab::experiment::log::{
    Header, LogContents, LogError, read_log, run_line, write_preamble,
};
use quadrille_lab::experiment::{Experiment, Table, TrialRow};
use quadrille_lab::report::{
    About, Measure, RunsTable, SummaryRow, TableFormat, compare_pairs, html_page, pairs_table,
    summary_csv, summary_parquet,
};

use crate::context::Context;
use crate::failure::Failure;

/// Where reports go when nothing is said.
const DEFAULT: &str = "quadrille-report";
const LOG: &str = "runs.jsonl";
const PAGE: &str = "index.html";
const SUMMARY: &str = "summary.csv";
const SUMMARY_JSON: &str = "summary.json";
const RUNS: &str = "runs.csv";
const PAIRS: &str = "pairs.csv";
const SUMMARY_PARQUET: &str = "summary.parquet";
const RUNS_PARQUET: &str = "runs.parquet";
const PAIRS_PARQUET: &str = "pairs.parquet";
/// What a report consists of.
const OURS: [&str; 9] =
    [LOG, PAGE, SUMMARY, SUMMARY_JSON, RUNS, PAIRS, SUMMARY_PARQUET, RUNS_PARQUET, PAIRS_PARQUET];
/// How a log begins.
const BEGINNING: &[u8] = b"{\"type\":\"header\"";
/// What a file is called until it is whole.
const PARTIAL: &str = ".partial";

/// Whether a file is the log of a comparison: it begins like one, or a killed process left it empty.
fn is_log(path: &Path) -> std::io::Result<bool> {
    let mut head = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(BEGINNING.len() as u64).read_to_end(&mut head)?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    Ok(BEGINNING.starts_with(&head))
}

/// A directory that exists, can be written to, and holds nothing but a report.
pub(crate) struct ReportDirectory<'a> {
    context: &'a Context,
    path: PathBuf,
    log: File,
    /// Whether a log that is there is replaced, whatever it is of.
    afresh: bool,
}

impl<'a> ReportDirectory<'a> {
    /// The directory that was named, which may hold a log to continue, or the default one, which
    /// is replaced.
    pub(crate) fn open(
        context: &'a Context,
        named: Option<&Path>,
        overwrite: bool,
    ) -> Result<Self, Failure> {
        let path = named.unwrap_or(Path::new(DEFAULT));
        let failed = |error: std::io::Error| {
            let error = anyhow::Error::new(error);
            Failure::Usage(error.context(format!("cannot write a report into {}", path.display())))
        };
        if path.exists() && !path.is_dir() {
            return Err(Failure::usage(format!(
                "{} is no directory; name another place for the report with --output",
                path.display()
            )));
        }
        fs::create_dir_all(path).map_err(failed)?;
        // A report begins with its log, so files of its names without one are somebody else's.
        let is_report = is_log(&path.join(LOG)).map_err(failed)?;
        for entry in fs::read_dir(path).map_err(failed)? {
            let name: OsString = entry.map_err(failed)?.file_name();
            let ours = name
                .to_str()
                .is_some_and(|name| OURS.contains(&name.strip_suffix(PARTIAL).unwrap_or(name)));
            if !(ours && is_report) {
                return Err(Failure::usage(format!(
                    "{} holds other things than a report ({}); name another directory with --output",
                    path.display(),
                    name.display()
                )));
            }
        }
        let mut options = OpenOptions::new();
        let log = options.read(true).append(true).create(true).open(path.join(LOG));
        let log = log.map_err(failed)?;
        match log.try_lock() {
            // Where the file system has no locks, there is none to respect.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::usage(format!(
                    "another process is writing into {}; wait for it, or name another directory \
                     with --output",
                    path.display()
                )));
            }
        }
        Ok(Self { context, path: path.to_owned(), log, afresh: overwrite || named.is_none() })
    }

    /// A directory with a log, to read it only.
    pub(crate) fn open_finished(context: &'a Context, path: &Path) -> Result<Self, Failure> {
        let log = File::open(path.join(LOG)).map_err(|error| {
            let error = anyhow::Error::new(error);
            Failure::Usage(error.context(format!(
                "{} cannot be read; name a directory that `compare` made",
                path.join(LOG).display()
            )))
        })?;
        // Results that go elsewhere must not go into one of these.
        for name in OURS {
            context.used_files.add(path.join(name));
        }
        Ok(Self { context, path: path.to_owned(), log, afresh: false })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn log_path(&self) -> PathBuf {
        self.path.join(LOG)
    }

    fn failed(&self, error: std::io::Error) -> Failure {
        let what = format!("cannot write {}", self.log_path().display());
        Failure::Internal(anyhow::Error::new(error).context(what))
    }

    fn damaged(&self, error: LogError) -> Failure {
        let path = self.log_path();
        match error {
            LogError::Damaged { line, column, what } => Failure::input(format!(
                "{}:{line}:{column}: {what}; the log is damaged: mend the line, or make the report \
                 anew (`compare --overwrite`)",
                path.display()
            )),
            error => {
                Failure::Usage(anyhow::Error::new(error).context(format!("{}", path.display())))
            }
        }
    }

    /// Reads the log, handing over its runs.
    pub(crate) fn read(
        &mut self,
        each: impl FnMut(&mut Table, TrialRow),
    ) -> Result<Option<LogContents>, Failure> {
        self.log.rewind().map_err(|error| self.failed(error))?;
        let input = BufReader::with_capacity(1 << 20, &self.log);
        read_log(input, each).map_err(|error| self.damaged(error))
    }

    /// Makes the log ready for the runs of an experiment: begins it, or continues it, taking what
    /// is there into the table. Returns the runs still to do.
    pub(crate) fn begin(
        &mut self,
        experiment: &Experiment,
        header: &Header,
        bad_lines: &[String],
        table: &mut Table,
    ) -> Result<Vec<u64>, Failure> {
        let mut finished = vec![false; usize::try_from(experiment.trials()).unwrap_or(usize::MAX)];
        let take = |table: &mut Table, row: TrialRow| {
            // A run that is not of this experiment: its header differs too.
            if let Some(done) = finished.get_mut(row.trial.number as usize) {
                *done = true;
            }
            table.push(&row);
        };
        let contents = if self.afresh { None } else { self.read(take)? };
        if let Some(contents) = contents {
            let differences = contents.header.differences(header);
            if !differences.is_empty() {
                return Err(Failure::usage(format!(
                    "{} holds the log of another experiment ({}); name another directory with \
                     --output, or start anew with --overwrite",
                    self.path.display(),
                    differences.join("; ")
                )));
            }
            if contents.cut_bytes > 0 {
                self.context.messages.note(&format!(
                    "the last line of {} was cut, as a killed process leaves it; that run is done \
                     again",
                    self.log_path().display()
                ));
                self.log.set_len(contents.good_bytes).map_err(|error| self.failed(error))?;
            }
            *table = contents.table;
        } else {
            for name in OURS.iter().filter(|name| **name != LOG) {
                // What is not there need not go.
                let _ = fs::remove_file(self.path.join(name));
            }
            self.log.set_len(0).map_err(|error| self.failed(error))?;
            write_preamble(&mut self.log, header, table, bad_lines)
                .map_err(|error| self.failed(error))?;
        }
        Ok((0..).zip(finished).filter(|(_, done)| !done).map(|(number, _)| number).collect())
    }

    /// Appends a run to the log, in one write.
    pub(crate) fn append(
        &mut self,
        experiment: &Experiment,
        row: &TrialRow,
    ) -> Result<(), Failure> {
        self.log.write_all(&run_line(experiment, row)).map_err(|error| self.failed(error))
    }

    /// Writes the page and the summary; returns where the page is.
    pub(crate) fn write_page(
        &self,
        table: &Table,
        summary: &[SummaryRow],
        about: &About,
    ) -> Result<PathBuf, Failure> {
        self.write(SUMMARY, |out| summary_csv(summary, out))?;
        self.write(SUMMARY_JSON, |mut out| {
            serde_json::to_writer_pretty(&mut out, summary)?;
            out.write_all(b"\n")
        })?;
        let page = html_page(table, about);
        self.write(PAGE, |out| out.write_all(page.as_bytes()))?;
        Ok(self.path.join(PAGE))
    }

    /// Writes all runs, the summary and all pairs in that format; the runs go from the log to the
    /// file one by one. The summary as CSV is part of every report.
    pub(crate) fn write_tables(
        &mut self,
        format: TableFormat,
        table: &Table,
        summary: &[SummaryRow],
    ) -> Result<(), Failure> {
        let (runs, pairs) = match format {
            TableFormat::Csv => (RUNS, PAIRS),
            TableFormat::Parquet => {
                self.write(SUMMARY_PARQUET, |out| summary_parquet(summary, out))?;
                (RUNS_PARQUET, PAIRS_PARQUET)
            }
        };
        self.log.rewind().map_err(|error| self.failed(error))?;
        let mut damage = None;
        self.write(runs, |out| {
            let mut runs = RunsTable::new(format, out)?;
            let mut failed = Ok(());
            let input = BufReader::with_capacity(1 << 20, &self.log);
            let read = read_log(input, |table, row| {
                if failed.is_ok() {
                    failed = runs.write(table, &row);
                }
            });
            damage = read.err();
            failed.and_then(|()| runs.finish())
        })?;
        if let Some(error) = damage {
            return Err(self.damaged(error));
        }
        let by = [Measure::CpuSeconds, Measure::Nodes]
            .map(|measure| (measure, compare_pairs(table, measure)));
        self.write(pairs, |out| pairs_table(format, table, &by, out))
    }

    /// Writes a file of the report, whole or not at all.
    fn write(
        &self,
        name: &str,
        fill: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
    ) -> Result<(), Failure> {
        let path = self.path.join(name);
        let partial = self.path.join(format!("{name}{PARTIAL}"));
        let write = || -> std::io::Result<()> {
            let mut out = BufWriter::new(File::create(&partial)?);
            fill(&mut out)?;
            out.flush()?;
            fs::rename(&partial, &path)
        };
        write().map_err(|error| {
            let what = format!("cannot write {}", path.display());
            Failure::Internal(anyhow::Error::new(error).context(what))
        })
    }
}
