//! The directory that `compare` writes its log and its page to.
//!
//! Only reports are ever replaced: a directory that holds other files is refused, and so is the log
//! of another experiment. A process that writes holds a lock on the log.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use quadrille_lab::experiment::log::{
    Header, LogContents, LogError, machine_line, read_log, run_line, write_preamble,
};
use quadrille_lab::experiment::{Experiment, Table, TrialRow};
use quadrille_lab::report::{
    About, FILES, LOG, PAGE, ReportFiles, SummaryRow, TableFormat, write_report,
};
use quadrille_storage::{AppendFile, Error, Links, Replacement, require_plain};

use crate::context::Context;
use crate::failure::Failure;

/// The directory if none is named.
const DEFAULT: &str = "quadrille-report";
/// The first bytes of a log.
const LOG_START: &[u8] = b"{\"type\":\"header\"";
/// How often a directory that other processes move aside is looked at again.
const RETRIES: usize = 10;

/// What happens to a report that is already in the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Existing {
    /// It is resumed, if it is of the same experiment.
    Resume,
    /// It is deleted.
    Replace,
    /// Its directory is renamed.
    MoveAside,
}

/// What is left to do of an experiment.
pub(super) struct Begun {
    /// The numbers of the trials that the log does not have.
    pub(super) missing: Vec<u64>,
    /// The machines that run it, this one included.
    pub(super) machines: BTreeSet<String>,
}

/// A directory that exists, can be written to, and holds nothing but a report.
pub(super) struct ReportDirectory<'a> {
    context: &'a Context,
    path: PathBuf,
    /// `None` for a directory that is only read.
    log: Option<AppendFile>,
    existing: Existing,
}

impl<'a> ReportDirectory<'a> {
    /// Opens the directory given by `--output`, or the default one.
    pub(super) fn open(context: &'a Context, overwrite: bool) -> Result<Self, Failure> {
        let named = context.output_directory()?;
        let path = named.unwrap_or(Path::new(DEFAULT));
        if path.exists() && !path.is_dir() {
            return Err(Failure::usage(format!(
                "{} is not a directory; name another place for the report with --output",
                path.display()
            )));
        }
        require_plain(&path.join(LOG), Links::Refuse)?;
        refuse_other_files(path)?;
        let existing = match named {
            _ if overwrite => Existing::Replace,
            Some(_) => Existing::Resume,
            None => Existing::MoveAside,
        };
        let log = Some(open_log(path)?);
        Ok(Self { context, path: path.to_owned(), log, existing })
    }

    /// Opens the directory of a report for reading.
    pub(super) fn open_finished(context: &'a Context, path: &Path) -> Result<Self, Failure> {
        require_plain(&path.join(LOG), Links::Follow)?;
        File::open(path.join(LOG)).map_err(|error| {
            let name = path.join(LOG);
            Failure::usage(format!(
                "{} cannot be read; name a directory that `compare` wrote: {error}",
                name.display()
            ))
        })?;
        // `--output` must not overwrite these.
        for name in FILES {
            context.used_files.add(path.join(name));
        }
        Ok(Self { context, path: path.to_owned(), log: None, existing: Existing::Resume })
    }

    /// Returns an error if the command has read a file that the report replaces.
    pub(super) fn refuse_inputs(&self) -> Result<(), Failure> {
        FILES.iter().try_for_each(|name| self.context.used_files.refuse(&self.path.join(name)))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn log_path(&self) -> PathBuf {
        self.path.join(LOG)
    }

    fn log(&mut self) -> &mut AppendFile {
        self.log.as_mut().expect("the directory is open for writing")
    }

    pub(super) fn damaged(&self, error: LogError) -> Failure {
        let path = self.log_path();
        match error {
            LogError::Damaged { line, column, what, is_run } => {
                let repair = if is_run {
                    "delete the line, and the same `compare` repeats only its run"
                } else {
                    "restart the comparison with `compare --overwrite`"
                };
                Failure::input(format!(
                    "{}:{line}:{column}: {what}; the log is damaged: {repair}",
                    path.display()
                ))
            }
            error => Failure::usage(format!("{}: {error}", path.display())),
        }
    }

    /// Reads the log and passes its runs to `each`.
    pub(super) fn read(
        &self,
        each: impl FnMut(&mut Table, TrialRow),
    ) -> Result<Option<LogContents>, Failure> {
        let input = File::open(self.log_path()).map_err(|error| self.damaged(error.into()))?;
        let input = BufReader::with_capacity(1 << 20, input);
        read_log(input, &self.context.algorithms, each).map_err(|error| self.damaged(error))
    }

    /// Starts or resumes the log of an experiment. Adds the runs of the log to the table and
    /// returns which are missing. `prepare` completes the table of a new log,
    /// before anything in the directory changes.
    pub(super) fn begin(
        &mut self,
        experiment: &Experiment,
        header: &Header,
        bad_lines: &[String],
        table: &mut Table,
        prepare: impl FnOnce(&mut Table) -> Result<(), Failure>,
    ) -> Result<Begun, Failure> {
        let all = experiment.trials() + experiment.controls();
        let mut finished = vec![false; usize::try_from(all).unwrap_or(usize::MAX)];
        let take = |table: &mut Table, row: TrialRow| {
            // The log of another experiment may have more runs. It is refused below.
            if let Some(done) = finished.get_mut(row.trial.number as usize) {
                *done = true;
            }
            table.push(&row);
        };
        let contents = match self.existing {
            Existing::Resume => self.read(take)?,
            Existing::Replace | Existing::MoveAside => None,
        };
        let mut machines = BTreeSet::new();
        if let Some(contents) = contents {
            self.check_same(&contents, header)?;
            if !contents.machines.contains(&header.machine) {
                self.log().append(&machine_line(&header.machine))?;
            }
            (*table, machines) = (contents.table, contents.machines);
        } else {
            prepare(table)?;
            if matches!(self.existing, Existing::MoveAside) {
                self.move_aside()?;
            }
            remove_pages(&self.path);
            let mut preamble = Vec::new();
            write_preamble(&mut preamble, header, table, bad_lines)
                .expect("writing to memory cannot fail");
            self.log().truncate(0)?;
            self.log().append(&preamble)?;
            self.log().sync()?;
        }
        machines.insert(header.machine.clone());
        let missing = (0..).zip(finished).filter(|(_, done)| !done);
        Ok(Begun { missing: missing.map(|(number, _)| number).collect(), machines })
    }

    /// Writes a log as a whole. One that is there must be the same, or may be replaced.
    pub(super) fn write_log(
        &mut self,
        mut fill: impl FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        if self.existing == Existing::MoveAside {
            self.move_aside()?;
        }
        if self.existing == Existing::Resume && !self.log().is_empty() {
            let compared = self.log().read().and_then(|log| {
                let mut same = Compared { there: log, is_equal: true };
                fill(&mut same)?;
                same.finish()
            });
            return match compared {
                Ok(true) => Ok(()),
                Ok(false) => Err(Failure::usage(format!(
                    "{} holds the log of another comparison; name another directory with \
                     --output, or replace it with --overwrite",
                    self.path.display()
                ))),
                Err(error) => Err(self.damaged(error.into())),
            };
        }
        let path = self.path.clone();
        self.log().rewrite_with(|out| {
            fill(out)?;
            out.flush()?;
            // They belong to the log before.
            remove_pages(&path);
            Ok(())
        })?;
        Ok(())
    }

    /// Renames the directory if it holds an experiment, and continues in a new one.
    fn move_aside(&mut self) -> Result<(), Failure> {
        if self.log().is_empty() {
            return Ok(());
        }
        let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        let numbered = (1..).map(|number| PathBuf::from(format!("{DEFAULT}.{number}")));
        let target = numbered.into_iter().find(is_free).expect("there are more numbers than files");
        let (path, shown) = (self.path.display(), target.display());
        fs::rename(&self.path, &target).map_err(|error| {
            Failure::unwritten(error, format!("cannot move the earlier {path} to {shown}"))
        })?;
        self.context.messages.note(&format!("moved the earlier {path} to {shown}"));
        fs::create_dir_all(&self.path).map_err(|error| cannot_write_into(&self.path, error))?;
        self.log = Some(open_log(&self.path)?);
        Ok(())
    }

    /// Checks that the log is of the same experiment, and removes an incomplete last line.
    fn check_same(&mut self, contents: &LogContents, header: &Header) -> Result<(), Failure> {
        let differences = contents.header.differences(header);
        if !differences.is_empty() {
            return Err(Failure::usage(format!(
                "{} holds the log of another experiment ({}); name another directory with \
                 --output, or replace it with --overwrite",
                self.path.display(),
                differences.join("; ")
            )));
        }
        if contents.cut_bytes > 0 {
            self.context.messages.note(&format!(
                "removed the last line of {}, which is incomplete; its run is repeated",
                self.log_path().display()
            ));
            self.log().truncate(contents.good_bytes)?;
        }
        Ok(())
    }

    /// Waits until the log is on disk.
    pub(super) fn sync(&mut self) -> Result<(), Failure> {
        Ok(self.log().sync()?)
    }

    /// Appends a run to the log.
    pub(super) fn append(
        &mut self,
        experiment: &Experiment,
        row: &TrialRow,
    ) -> Result<(), Failure> {
        Ok(self.log().append(&run_line(experiment, row))?)
    }

    /// Writes the page and the tables, and returns the path of the page.
    pub(super) fn write_report(
        &self,
        table: &Table,
        summary: &[SummaryRow],
        about: &About,
        formats: &[TableFormat],
    ) -> Result<PathBuf, Failure> {
        write_report(self, table, summary, about, formats, true)?;
        Ok(self.path.join(PAGE))
    }
}

impl ReportFiles for ReportDirectory<'_> {
    type Error = Failure;

    fn write(
        &self,
        name: &'static str,
        fill: &mut dyn FnMut(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let path = self.path.join(name);
        // The directory may come from an untrusted source.
        let mut out = Replacement::begin(&path, Links::Refuse)?;
        fill(&mut out).map_err(|error| Failure::writing(error, &path.display().to_string()))?;
        Ok(out.commit()?)
    }

    fn read(
        &self,
        each: &mut dyn FnMut(&mut Table, TrialRow),
    ) -> Result<Option<LogContents>, Failure> {
        self.read(each)
    }
}

/// Compares what is written with a file.
struct Compared<R> {
    there: R,
    is_equal: bool,
}

impl<R: Read> Compared<R> {
    /// Returns whether the whole file was written.
    fn finish(mut self) -> io::Result<bool> {
        Ok(self.is_equal && self.there.read(&mut [0])? == 0)
    }
}

impl<R: Read> Write for Compared<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_equal {
            let mut there = Vec::with_capacity(bytes.len());
            self.there.by_ref().take(bytes.len() as u64).read_to_end(&mut there)?;
            self.is_equal = there == bytes;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Removes all files of a report but the log.
fn remove_pages(directory: &Path) {
    for name in FILES.iter().filter(|name| **name != LOG) {
        // The file may not exist.
        let _ = fs::remove_file(directory.join(name));
    }
}

/// Creates the directory, or checks that it holds nothing but a report.
fn refuse_other_files(path: &Path) -> Result<(), Failure> {
    let failed = |error| cannot_write_into(path, error);
    // Another comparison may move the directory aside at any moment and start a log in a new one.
    let (mut names, mut is_report) = (Vec::new(), false);
    for _ in 0..RETRIES {
        fs::create_dir_all(path).map_err(failed)?;
        names = match list(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            names => names.map_err(failed)?,
        };
        // A report has a log, so files with the names of a report but without a log are not ours.
        // The log is the first file of a report, so it is looked up after the others.
        is_report = is_log(&path.join(LOG)).map_err(failed)?;
        if is_report || names.iter().all(|name| name != LOG) {
            break;
        }
    }
    for name in names {
        // Version 0.1.0 left files that end in `.partial`.
        let is_file = |name: &str| FILES.contains(&name.strip_suffix(".partial").unwrap_or(name));
        let is_ours = name.to_str().is_some_and(is_file) || Replacement::is_partial(&name);
        if !(is_ours && is_report) {
            return Err(Failure::usage(format!(
                "{} holds files that are not part of a report ({}); name another directory with \
                 --output",
                path.display(),
                name.display()
            )));
        }
    }
    Ok(())
}

fn list(directory: &Path) -> io::Result<Vec<OsString>> {
    fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
}

/// Whether a file is the log of a comparison. A killed process may have left it empty.
fn is_log(path: &Path) -> io::Result<bool> {
    let mut head = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(LOG_START.len() as u64).read_to_end(&mut head)?,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    Ok(LOG_START.starts_with(&head))
}

/// Opens the log of a directory, or creates it, and locks it.
fn open_log(directory: &Path) -> Result<AppendFile, Failure> {
    let open = || AppendFile::open(&directory.join(LOG), Links::Refuse);
    let mut opened = open();
    for _ in 0..RETRIES {
        // Another comparison may have moved the directory aside since it was created or looked at.
        match &opened {
            Err(Error::System { error, .. }) if error.kind() == ErrorKind::NotFound => {}
            _ => break,
        }
        fs::create_dir_all(directory).map_err(|error| cannot_write_into(directory, error))?;
        opened = open();
    }
    opened.map_err(|error| match error {
        Error::Locked { .. } => Failure::usage(format!(
            "another process is writing into {}; wait for it, or name another directory with \
             --output",
            directory.display()
        )),
        error => error.into(),
    })
}

fn cannot_write_into(path: &Path, error: io::Error) -> Failure {
    Failure::unwritten(error, format!("cannot write to {}", path.display()))
}
