//! Where a file is or will be, and whether it may be written.

use std::fs::{self, FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What to do where a path is a symbolic link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Work on the file that it leads to: for paths that the user typed.
    Follow,
    /// Refuse it: for files in directories from untrusted sources.
    Refuse,
}

/// The reason why a file cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The path is something else than a plain file.
    #[error("{path} is {what}, not a plain file")]
    NotPlain {
        /// The path.
        path: PathBuf,
        /// What it is: "a directory", "a FIFO" and so on.
        what: &'static str,
    },
    /// Another process writes to the file.
    #[error("{path} is in use: another process writes to it")]
    Locked {
        /// The path.
        path: PathBuf,
    },
    /// The file is no longer what was written.
    #[error(
        "{path} was removed, replaced or changed by another program while it was written, so what \
         was written may be lost; run the command again"
    )]
    Changed {
        /// The path.
        path: PathBuf,
    },
    /// The system refused.
    #[error("cannot write to {path}: {error}")]
    System {
        /// The path.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
}

impl Error {
    pub(crate) fn system(path: &Path) -> impl Fn(io::Error) -> Self {
        |error| Self::System { path: path.to_owned(), error }
    }
}

/// Checks that a path is a plain file or nothing yet. Opening a FIFO, for example, would wait.
///
/// # Errors
/// When it is something else, or the system refuses to say.
pub fn require_plain(path: &Path, links: Links) -> Result<(), Error> {
    plain_file(path, links).map(drop)
}

/// Returns the path of the plain file that is meant, and its metadata if it exists.
pub(crate) fn plain_file(path: &Path, links: Links) -> Result<(PathBuf, Option<Metadata>), Error> {
    let not_plain = |what| Error::NotPlain { path: path.to_owned(), what };
    let metadata = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok((path.to_owned(), None));
        }
        Err(error) => return Err(Error::system(path)(error)),
    };
    let (path, metadata) = match links {
        _ if !metadata.is_symlink() => (path.to_owned(), metadata),
        Links::Refuse => return Err(not_plain("a symbolic link")),
        Links::Follow => {
            let target = fs::canonicalize(path).map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => not_plain("a symbolic link to nothing"),
                _ if is_loop(&error) => not_plain("a loop of symbolic links"),
                _ => Error::system(path)(error),
            })?;
            let metadata = fs::metadata(&target).map_err(Error::system(path))?;
            (target, metadata)
        }
    };
    if metadata.is_file() {
        Ok((path, Some(metadata)))
    } else {
        Err(not_plain(kind(metadata.file_type())))
    }
}

/// Whether links led in a circle. The kind of that error is not stable yet.
#[cfg(unix)]
fn is_loop(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
fn is_loop(_: &io::Error) -> bool {
    false
}

/// Says what a file is that is not a plain one.
pub(crate) fn kind(file: FileType) -> &'static str {
    if file.is_dir() {
        return "a directory";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if file.is_fifo() {
            return "a FIFO";
        } else if file.is_socket() {
            return "a socket";
        } else if file.is_block_device() || file.is_char_device() {
            return "a device";
        }
    }
    "a special file"
}

/// Returns the directory that a file is in.
pub(crate) fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}
