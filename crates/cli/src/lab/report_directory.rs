//! The directory that `compare` writes its log and its page to.

use std::path::Path;

use quadrille_lab::experiment::log::{LogContents, LogError};
use quadrille_lab::report::{FILES, ReportFiles};
use quadrille_lab::study::{Directory, DirectoryError, Existing, Start};

use crate::context::Context;
use crate::failure::Failure;

/// The directory if none is named.
const DEFAULT: &str = "quadrille-report";

/// Opens the directory given by `--output`, or the default one. A report that is there is resumed if
/// the directory is named, and otherwise moved aside.
pub(super) fn open(context: &Context, overwrite: bool) -> Result<(Directory<'_>, Start), Failure> {
    let named = context.output_directory()?;
    let existing =
        if overwrite || named.is_some() { Existing::Replace } else { Existing::MoveAside };
    let start = if named.is_some() && !overwrite { Start::Resume } else { Start::Anew };
    let path = named.unwrap_or(Path::new(DEFAULT));
    Ok((Directory::open(path, existing, &context.algorithms)?, start))
}

/// Opens the directory of a report for reading.
pub(super) fn open_finished<'a>(
    context: &'a Context,
    path: &Path,
) -> Result<Directory<'a>, Failure> {
    if path.is_file() {
        return Err(Failure::usage(format!(
            "{}: is a file; name the directory that `quadrille compare` wrote, such as {DEFAULT}",
            path.display()
        )));
    }
    let directory = Directory::open_finished(path, &context.algorithms)?;
    // `--output` must not overwrite these.
    for name in FILES {
        context.used_files.add(path.join(name));
    }
    Ok(directory)
}

/// Returns an error if the command has read a file that the report replaces.
pub(super) fn refuse_inputs(directory: &Directory<'_>, context: &Context) -> Result<(), Failure> {
    FILES.iter().try_for_each(|name| context.used_files.refuse(&directory.path().join(name)))
}

/// Notes where the report is that was in the directory.
pub(super) fn note_moved(directory: &Directory<'_>, context: &Context) {
    if let Some(target) = directory.moved() {
        let (path, target) = (directory.path().display(), target.display());
        context.messages.note(&format!("moved the earlier {path} to {target}"));
    }
}

/// Reads all runs of the log; `None` if it has none.
pub(super) fn read(directory: &Directory<'_>) -> Result<Option<LogContents>, Failure> {
    let contents = directory.read(&mut |table, row| table.push(&row))?;
    Ok(contents.map(|mut contents| {
        contents.table.sort();
        contents
    }))
}

/// Returns the failure for a log that cannot be read.
pub(super) fn damaged(log: &Path, error: LogError) -> Failure {
    let log = log.display();
    match error {
        LogError::Damaged { line, column, what, is_run } => {
            let repair = if is_run {
                "delete the line, and the same command repeats only its run"
            } else {
                "restart the comparison with `compare --overwrite`"
            };
            Failure::input(format!("{log}:{line}:{column}: {what}; the log is damaged: {repair}"))
        }
        error => Failure::usage(format!("{log}: {error}")),
    }
}

impl From<DirectoryError> for Failure {
    fn from(error: DirectoryError) -> Self {
        match error {
            DirectoryError::Storage(error) => error.into(),
            DirectoryError::System { what, error } => Self::unwritten(error, what),
            DirectoryError::Log { path, error } => damaged(&path, error),
            DirectoryError::Locked { .. } => Self::usage(format!("{error} with --output")),
            error => Self::usage(format!("{error}; name another directory with --output")),
        }
    }
}
