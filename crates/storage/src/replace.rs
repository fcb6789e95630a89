//! Files that are written as a whole.

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::disk;
use super::place::{Error, Links, directory_of, plain_file};

/// The new content of a plain file, which may exist or not.
///
/// It is written to a file beside the target, with a random name that did not exist, and takes the
/// target's name in [`commit`](Self::commit). The target's permissions are kept, and its owner and
/// group where the system allows that. Dropping it without that leaves the target as it was and
/// removes the new content. A process that is killed leaves a
/// file named `.quadrille-*.partial`.
///
/// ```
/// use std::io::Write;
/// use quadrille_storage::{Links, Replacement};
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("page");
/// let mut page = Replacement::begin(&path, Links::Follow)?;
/// page.write_all(b"all of it")?;
/// assert!(!path.exists());
/// page.commit()?;
/// assert_eq!(std::fs::read(&path)?, b"all of it");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replacement {
    /// Apart from its name: errors of a `NamedTempFile` mention that, but users know the target only.
    file: BufWriter<File>,
    partial: TempPath,
    target: PathBuf,
    path: PathBuf,
}

impl Replacement {
    /// How the names of unfinished files begin and end.
    const PARTIAL: (&str, &str) = (".quadrille-", ".partial");

    /// Returns whether a file name is that of an unfinished file, as a killed process leaves it.
    pub fn is_partial(name: &OsStr) -> bool {
        let (prefix, suffix) = Self::PARTIAL;
        name.to_str().is_some_and(|name| name.starts_with(prefix) && name.ends_with(suffix))
    }

    /// Begins to write a file. The target stays as it is.
    ///
    /// # Errors
    /// When the path is not a plain file, or no file can be created beside it.
    pub fn begin(path: &Path, links: Links) -> Result<Self, Error> {
        let (target, existing) = plain_file(path, links)?;
        let mut builder = tempfile::Builder::new();
        let (prefix, suffix) = Self::PARTIAL;
        builder.prefix(prefix).suffix(suffix).rand_bytes(12);
        let create = || {
            // With the permissions of any new file.
            let open =
                |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
            let (file, partial) = builder.make_in(directory_of(&target), open)?.into_parts();
            if let Some(existing) = &existing {
                keep_access(&file, existing)?;
            }
            Ok((BufWriter::new(file), partial))
        };
        let (file, partial) = create().map_err(Error::system(path))?;
        Ok(Self { file, partial, target, path: path.to_owned() })
    }

    /// Gives the content the target's name, once it is on disk.
    ///
    /// # Errors
    /// When the content cannot be written; the target is then as it was.
    pub fn commit(self) -> Result<(), Error> {
        self.commit_after(|_| Ok(())).map(drop)
    }

    /// The same, with the file locked before it gets its name.
    pub(crate) fn commit_locked(self) -> Result<File, Error> {
        // No other process knows the file yet, so an error means that the file system has no locks.
        self.commit_after(|file| file.try_lock().or(Ok(())))
    }

    fn commit_after(self, prepare: impl FnOnce(&File) -> io::Result<()>) -> Result<File, Error> {
        let Self { file, partial, target, path } = self;
        let commit = || {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            prepare(&file)?;
            disk::sync_file(&file)?;
            disk::rename(partial, &target)?;
            disk::sync_directory(directory_of(&target))?;
            Ok(file)
        };
        commit().map_err(Error::system(&path))
    }

    /// Gives up, but keeps the content written so far under its random name, which is returned.
    ///
    /// # Errors
    /// When the system refuses; the content is lost then.
    pub fn keep(self) -> io::Result<PathBuf> {
        // What cannot be written any more is lost.
        let _ = self.file.into_parts();
        self.partial.keep().map_err(|failed| failed.error)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Gives a new file the permissions of the one that it replaces and, where possible, its owner and
/// group.
#[cfg(unix)]
fn keep_access(file: &File, existing: &Metadata) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    let new = file.metadata()?;
    let (user, group) = (existing.uid(), existing.gid());
    // One by one: most users may change neither, some the group.
    let is_kept = [
        new.gid() == group || fchown(file, None, Some(group)).is_ok(),
        new.uid() == user || fchown(file, Some(user), None).is_ok(),
    ];
    // After the owner, whose change takes away the right to run as the owner.
    let mode = mode(existing.mode(), is_kept == [true; 2]);
    file.set_permissions(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_access(file: &File, existing: &Metadata) -> io::Result<()> {
    file.set_permissions(existing.permissions())
}

/// Returns the permissions of a file in place of another. It may run as its owner or group only if
/// they are the same.
#[cfg(unix)]
fn mode(existing: u32, is_owner_kept: bool) -> u32 {
    const SET_IDS: u32 = 0o6000;
    if is_owner_kept { existing } else { existing & !SET_IDS }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_another_owner_does_not_run_as_them() {
        assert_eq!(mode(0o106755, true), 0o106755);
        assert_eq!(mode(0o106755, false), 0o100755);
        assert_eq!(mode(0o101640, false), 0o101640);
    }
}
