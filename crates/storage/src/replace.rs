//! Files that are written as a whole.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, TryLockError};
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
/// removes the new content. A process that is killed leaves a file named `.quadrille-*.partial`; the
/// next [`commit`](Self::commit) to the same target removes it.
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

    /// Returns how the names of the unfinished files of a target begin: the target is known by a
    /// checksum, as its name may be as long as names can be.
    fn prefix(target: &Path) -> String {
        let name = target.file_name().unwrap_or_default().as_encoded_bytes();
        format!("{}{:08x}-", Self::PARTIAL.0, crc32fast::hash(name))
    }

    /// Begins to write a file. The target stays as it is.
    ///
    /// # Errors
    /// When the path is not a plain file, or no file can be created beside it.
    pub fn begin(path: &Path, links: Links) -> Result<Self, Error> {
        let (target, existing) = plain_file(path, links)?;
        let mut builder = tempfile::Builder::new();
        let prefix = Self::prefix(&target);
        builder.prefix(&prefix).suffix(Self::PARTIAL.1).rand_bytes(12);
        let create = || {
            // With the permissions of any new file.
            let open =
                |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
            let (file, partial) = loop {
                let (file, partial) = builder.make_in(directory_of(&target), open)?.into_parts();
                // A locked file is still written. Another process may remove it before it is locked.
                let is_taken = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
                if !is_taken && partial.exists() {
                    break (file, partial);
                }
            };
            if let Some(existing) = &existing {
                keep_access(&file, existing)?;
            }
            Ok((BufWriter::new(file), partial))
        };
        let (file, partial) = create().map_err(Error::system(path))?;
        Ok(Self { file, partial, target, path: path.to_owned() })
    }

    /// Returns whether the target has content now, which [`commit`](Self::commit) would replace.
    pub fn replaces_content(&self) -> bool {
        self.target.metadata().is_ok_and(|file| file.len() > 0)
    }

    /// Gives the content the target's name, once it is on disk, and removes what killed processes left
    /// of the same target.
    ///
    /// # Errors
    /// When the content cannot be written; the target is then as it was.
    pub fn commit(self) -> Result<(), Error> {
        let target = self.target.clone();
        self.commit_locked()?;
        sweep(directory_of(&target), &Self::prefix(&target));
        Ok(())
    }

    /// Gives the content the target's name like [`commit`](Self::commit), and removes nothing: for
    /// directories in which listing all files takes time.
    ///
    /// # Errors
    /// When the content cannot be written; the target is then as it was.
    pub fn commit_only(self) -> Result<(), Error> {
        self.commit_locked().map(drop)
    }

    /// The same; the file stays locked where the file system has locks.
    pub(crate) fn commit_locked(self) -> Result<File, Error> {
        let Self { file, partial, target, path } = self;
        let commit = || {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
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

/// Removes the unfinished files of a target that no process has locked. What cannot be removed stays.
fn sweep(directory: &Path, prefix: &str) {
    for entry in directory.read_dir().into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = Replacement::is_partial(&name)
            && name.as_encoded_bytes().starts_with(prefix.as_bytes())
            && entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_ours && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
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
