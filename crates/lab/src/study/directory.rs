//! A comparison in a directory.
//!
//! Only reports are ever replaced: a directory that holds other files is refused, and so is the log
//! of another experiment. A process that writes holds a lock on the log.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use quadrille_storage::{AppendFile, Error, Links, Replacement, require_plain};
use thiserror::Error as ThisError;

use super::Store;
use crate::experiment::log::{LogContents, LogError, read_log};
use crate::experiment::{Table, TrialRow};
use crate::registry::Registry;
use crate::report::{FILES, LOG, ReportFiles};

/// The first bytes of a log.
const LOG_START: &[u8] = b"{\"type\":\"header\"";
/// How often a directory that other processes move aside is looked at again.
const RETRIES: usize = 10;

/// What happens to a report that is in the directory when a new log begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is replaced.
    Replace,
    /// Its directory is renamed: a number is added to its name.
    MoveAside,
}

/// The reason why a directory cannot be used.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum DirectoryError {
    /// A file cannot be written.
    #[error(transparent)]
    Storage(#[from] Error),
    /// Something else cannot be done in the directory.
    #[error("{what}: {error}")]
    System {
        /// What.
        what: String,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// It is not a directory, or there are files that are not part of a report.
    #[error("{path} {what}")]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Another process writes into the directory.
    #[error("another process is writing into {path}; wait for it, or name another directory")]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// The log cannot be read.
    #[error("{path}: {error}")]
    Log {
        /// The log.
        path: PathBuf,
        /// Why.
        #[source]
        error: LogError,
    },
}

impl DirectoryError {
    fn unwritable(path: &Path, error: io::Error) -> Self {
        Self::System { what: format!("cannot write to {}", path.display()), error }
    }
}

/// A directory that exists, can be written to, and holds nothing but a report.
pub struct Directory<'r> {
    path: PathBuf,
    registry: &'r Registry,
    /// `None` for a directory that is only read.
    log: Option<AppendFile>,
    existing: Existing,
    moved: Option<PathBuf>,
}

impl<'r> Directory<'r> {
    /// Opens a directory to write into. It is created if it does not exist. The names in its log refer
    /// to the registry.
    ///
    /// # Errors
    /// When it holds something else than a report, another process writes into it, or the system
    /// refuses.
    pub fn open(
        path: &Path,
        existing: Existing,
        registry: &'r Registry,
    ) -> Result<Self, DirectoryError> {
        if path.exists() && !path.is_dir() {
            let what = "is not a directory".to_owned();
            return Err(DirectoryError::Foreign { path: path.to_owned(), what });
        }
        require_plain(&path.join(LOG), Links::Refuse)?;
        refuse_other_files(path)?;
        let log = Some(open_log(path)?);
        Ok(Self { path: path.to_owned(), registry, log, existing, moved: None })
    }

    /// Opens a directory to read its log and to write what is made from it.
    ///
    /// # Errors
    /// When there is no log that can be read.
    pub fn open_finished(path: &Path, registry: &'r Registry) -> Result<Self, DirectoryError> {
        let log = path.join(LOG);
        require_plain(&log, Links::Follow)?;
        File::open(&log).map_err(|error| DirectoryError::System {
            what: format!(
                "{} cannot be read; name a directory that `compare` wrote",
                log.display()
            ),
            error,
        })?;
        let existing = Existing::Replace;
        Ok(Self { path: path.to_owned(), registry, log: None, existing, moved: None })
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether the log is empty: there is no report.
    pub fn is_empty(&self) -> bool {
        self.log.as_ref().is_none_or(AppendFile::is_empty)
    }

    /// Returns where the report is that was in the directory, if it was moved aside.
    pub fn moved(&self) -> Option<&Path> {
        self.moved.as_deref()
    }

    /// Writes a log as a whole. With `same`, one that is there stays if it is the same; returns whether
    /// it is.
    ///
    /// # Errors
    /// When the log cannot be written.
    pub fn write_log(
        &mut self,
        same: bool,
        mut fill: impl FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<bool, DirectoryError> {
        if same && !self.is_empty() {
            let compared = self.log().read().and_then(|log| {
                let mut same = Compared { there: log, is_equal: true };
                fill(&mut same)?;
                same.finish()
            });
            return compared.map_err(|error| self.unreadable(error.into()));
        }
        self.move_aside()?;
        let path = self.path.clone();
        self.log().rewrite_with(|out| {
            fill(out)?;
            out.flush()?;
            // They belong to the log before.
            remove_pages(&path);
            Ok(())
        })?;
        Ok(true)
    }

    fn log(&mut self) -> &mut AppendFile {
        self.log.as_mut().expect("the directory is open for writing")
    }

    fn unreadable(&self, error: LogError) -> DirectoryError {
        DirectoryError::Log { path: self.path.join(LOG), error }
    }

    /// Renames the directory if that is wanted and it holds an experiment, and continues in a new one.
    fn move_aside(&mut self) -> Result<(), DirectoryError> {
        if self.existing == Existing::Replace || self.is_empty() {
            return Ok(());
        }
        let numbered = |number: u64| {
            let mut name = self.path.clone().into_os_string();
            name.push(format!(".{number}"));
            PathBuf::from(name)
        };
        let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        let target = (1..).map(numbered).find(is_free).expect("there are more numbers than files");
        fs::rename(&self.path, &target).map_err(|error| {
            let (path, target) = (self.path.display(), target.display());
            let what = format!("cannot move the earlier {path} to {target}");
            DirectoryError::System { what, error }
        })?;
        self.moved = Some(target);
        fs::create_dir_all(&self.path)
            .map_err(|error| DirectoryError::unwritable(&self.path, error))?;
        self.log = Some(open_log(&self.path)?);
        Ok(())
    }
}

impl ReportFiles for Directory<'_> {
    type Error = DirectoryError;

    fn write(
        &self,
        name: &'static str,
        fill: &mut dyn FnMut(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), DirectoryError> {
        let path = self.path.join(name);
        // The directory may come from an untrusted source.
        let mut out = Replacement::begin(&path, Links::Refuse)?;
        fill(&mut out).map_err(|error| DirectoryError::unwritable(&path, error))?;
        Ok(out.commit()?)
    }

    fn read(
        &self,
        each: &mut dyn FnMut(&mut Table, TrialRow),
    ) -> Result<Option<LogContents>, DirectoryError> {
        let input =
            File::open(self.path.join(LOG)).map_err(|error| self.unreadable(error.into()))?;
        let input = BufReader::with_capacity(1 << 20, input);
        read_log(input, self.registry, each).map_err(|error| self.unreadable(error))
    }
}

impl Store for Directory<'_> {
    fn append(&mut self, lines: &[u8]) -> Result<(), DirectoryError> {
        Ok(self.log().append(lines)?)
    }

    fn truncate(&mut self, length: u64) -> Result<(), DirectoryError> {
        Ok(self.log().truncate(length)?)
    }

    fn clear(&mut self) -> Result<(), DirectoryError> {
        self.move_aside()?;
        remove_pages(&self.path);
        self.truncate(0)
    }

    fn sync(&mut self) -> Result<(), DirectoryError> {
        Ok(self.log().sync()?)
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

/// Opens the log of a directory, or creates it, and locks it.
fn open_log(directory: &Path) -> Result<AppendFile, DirectoryError> {
    let open = || AppendFile::open(&directory.join(LOG), Links::Refuse);
    let mut opened = open();
    for _ in 0..RETRIES {
        // Another comparison may have moved the directory aside since it was created or looked at.
        match &opened {
            Err(Error::System { error, .. }) if error.kind() == ErrorKind::NotFound => {}
            _ => break,
        }
        fs::create_dir_all(directory)
            .map_err(|error| DirectoryError::unwritable(directory, error))?;
        opened = open();
    }
    opened.map_err(|error| match error {
        Error::Locked { .. } => DirectoryError::Locked { path: directory.to_owned() },
        error => error.into(),
    })
}

/// Creates the directory, or checks that it holds nothing but a report.
fn refuse_other_files(path: &Path) -> Result<(), DirectoryError> {
    let failed = |error| DirectoryError::unwritable(path, error);
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
    match names.iter().find(|name| !(is_report && is_of_report(name))) {
        None => Ok(()),
        Some(name) => {
            let name = name.display();
            let what = format!("holds files that are not part of a report ({name})");
            Err(DirectoryError::Foreign { path: path.to_owned(), what })
        }
    }
}

/// Whether a file of this name may be part of a report.
fn is_of_report(name: &OsStr) -> bool {
    // Version 0.1.0 left files that end in `.partial`.
    let is_file = |name: &str| FILES.contains(&name.strip_suffix(".partial").unwrap_or(name));
    name.to_str().is_some_and(is_file) || Replacement::is_partial(name)
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
