//! Files that a command uses: opening one for results would empty it, so that is refused.

use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use same_file::Handle;

use crate::failure::Failure;

/// The files that a command reads, or writes something else to. Paths instead of handles, because
/// the number of open files is limited.
#[derive(Default)]
pub(crate) struct UsedFiles(Mutex<Vec<PathBuf>>);

impl UsedFiles {
    pub(crate) fn add(&self, path: impl Into<PathBuf>) {
        self.lock().push(path.into());
    }

    /// Returns an error if the file is in use.
    pub(crate) fn refuse(&self, path: &Path) -> Result<(), Failure> {
        // Neither file may exist yet.
        let in_use = handle(path).map_or_else(|| self.has_name(path), |handle| self.has(&handle));
        if !in_use {
            return Ok(());
        }
        Err(Failure::usage(format!(
            "{} is in use by this command and would be lost; write to another file",
            path.display()
        )))
    }

    /// Returns an error if standard output was redirected to a file in use.
    pub(crate) fn refuse_stdout(&self) -> Result<(), Failure> {
        match Handle::stdout() {
            Ok(handle) if redirected_file(&io::stdout()).is_some() && self.has(&handle) => {
                Err(Failure::usage(
                    "standard output goes to a file that this command uses; send it to another file",
                ))
            }
            _ => Ok(()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_name(&self, path: &Path) -> bool {
        let Some(path) = place(path) else { return false };
        self.lock().iter().any(|other| place(other).is_some_and(|other| other == path))
    }

    fn has(&self, file: &Handle) -> bool {
        let named = self.lock().iter().any(|path| handle(path).is_some_and(|it| it == *file));
        // A terminal may well be both input and output.
        let from_file = || redirected_file(&io::stdin()).is_some();
        named || (from_file() && Handle::stdin().is_ok_and(|stdin| stdin == *file))
    }
}

/// Returns where a file is or will be, whatever links and `..` lead there. Its last directories may
/// not exist yet.
fn place(path: &Path) -> Option<PathBuf> {
    let mut place = PathBuf::new();
    let absolute = std::path::absolute(path).ok()?;
    for part in absolute.parent()?.components() {
        if part == Component::ParentDir {
            place.pop();
            continue;
        }
        place.push(part);
        if let Ok(real) = place.canonicalize() {
            place = real;
        }
    }
    place.push(absolute.file_name()?);
    Some(place)
}

/// Whether a path names a file that a process has open, as `/dev/stdout` does. It is written where
/// that process is in it.
pub(crate) fn is_open_file(path: &Path) -> bool {
    let streams = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    cfg!(unix)
        && place(path).is_some_and(|place| {
            ["/proc", "/dev/fd"].iter().any(|directory| place.starts_with(directory))
                || streams.iter().any(|stream| place == Path::new(stream))
        })
}

/// Opens a regular file. Opening a pipe would wait for its other end, and may cut that off.
pub(super) fn handle(path: &Path) -> Option<Handle> {
    path.is_file().then(|| Handle::from_path(path).ok())?
}

/// Whether it is a regular file, not a pipe or a device.
pub(crate) fn is_regular(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Returns the regular file that a standard stream was redirected to.
#[cfg(unix)]
pub(crate) fn redirected_file(stream: &impl std::os::fd::AsFd) -> Option<File> {
    let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
    is_regular(&file).then_some(file)
}

/// Redirection is detected on Unix only.
#[cfg(not(unix))]
pub(crate) fn redirected_file<S>(_: &S) -> Option<File> {
    None
}
