//! Files that grow.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::disk;
use super::place::{Error, Links, directory_of, kind, plain_file};
use super::replace::Replacement;

/// How long appended bytes may be in memory only, as long as more are appended.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A plain file to which one process at a time appends.
///
/// The lock is the operating system's: it ends with the process, however that ends. Readers do not
/// need it.
///
/// What was appended is on disk when [`sync`](Self::sync) returns and when
/// [`truncate`](Self::truncate) returns. While more is appended it gets there within about a second,
/// so a power failure costs at most the records of that second. A process that is killed loses
/// nothing that was appended.
///
/// ```
/// use quadrille_storage::{AppendFile, Error, Links};
///
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("log");
/// let mut log = AppendFile::open(&path, Links::Follow)?;
/// log.append(b"one\ntwo\n")?;
/// let second = AppendFile::open(&path, Links::Follow);
/// assert!(matches!(second, Err(Error::Locked { .. })));
/// log.truncate(4)?;
/// log.append(b"three\n")?;
/// log.sync()?;
/// assert_eq!(std::fs::read_to_string(&path)?, "one\nthree\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AppendFile {
    file: File,
    path: PathBuf,
    links: Links,
    length: u64,
    synced: Instant,
}

impl AppendFile {
    /// Opens a file and locks it. A file that does not exist is created, empty.
    ///
    /// # Errors
    /// When the path is not a plain file, another process has the lock, or the system refuses.
    pub fn open(path: &Path, links: Links) -> Result<Self, Error> {
        let (place, existing) = plain_file(path, links)?;
        let mut options = File::options();
        options.read(true).append(true).create(true);
        #[cfg(unix)]
        {
            use rustix::fs::OFlags;
            use std::os::unix::fs::OpenOptionsExt;
            // The path may have changed since: never follow a new link, nor wait for a new FIFO.
            let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
            options.custom_flags(flags.bits().cast_signed());
        }
        let system = Error::system(path);
        let file = options.open(&place).map_err(&system)?;
        let metadata = file.metadata().map_err(&system)?;
        if !metadata.is_file() {
            let what = kind(metadata.file_type());
            return Err(Error::NotPlain { path: path.to_owned(), what });
        }
        let locked = || Error::Locked { path: path.to_owned() };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(locked()),
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if has_no_locks(&error) => {}
            Err(TryLockError::Error(error)) => return Err(system(error)),
        }
        // The writer before may have replaced the file since it was opened.
        if !is_at(&file, &place).map_err(&system)? {
            return Err(locked());
        }
        if existing.is_none() {
            disk::sync_directory(directory_of(&place)).map_err(&system)?;
        }
        // With the lock held, no other process appends.
        let length = file.metadata().map_err(&system)?.len();
        Ok(Self { file, path: path.to_owned(), links, length, synced: Instant::now() })
    }

    /// Returns the path that the file was opened by.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of bytes in the file.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Returns whether the file is empty.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Reads the file from its beginning. Appending is not affected.
    ///
    /// # Errors
    /// Errors of the file.
    pub fn read(&mut self) -> io::Result<BufReader<&File>> {
        self.file.rewind()?;
        Ok(BufReader::with_capacity(1 << 20, &self.file))
    }

    /// Cuts the file to that length, and waits until that is on disk.
    ///
    /// # Errors
    /// Errors of the file.
    pub fn truncate(&mut self, length: u64) -> Result<(), Error> {
        self.file.set_len(length).map_err(Error::system(&self.path))?;
        self.length = length;
        self.sync()
    }

    /// Replaces the content as a whole, as a [`Replacement`] does.
    ///
    /// # Errors
    /// When the new content cannot be written; the file is then as it was.
    pub fn rewrite(&mut self, content: &[u8]) -> Result<(), Error> {
        self.rewrite_with(|new| new.write_all(content))
    }

    /// Replaces the content as a whole by what `fill` writes, which need not fit into memory.
    ///
    /// # Errors
    /// When the new content cannot be written; the file is then as it was.
    pub fn rewrite_with(
        &mut self,
        fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        let system = Error::system(&self.path);
        let mut new = Replacement::begin(&self.path, self.links)?;
        fill(&mut new).and_then(|()| new.flush()).map_err(&system)?;
        let file = new.commit_locked()?;
        let length = file.metadata().map_err(&system)?.len();
        drop(system);
        (self.file, self.length) = (file, length);
        Ok(())
    }

    /// Appends bytes: whole records, each with its end.
    ///
    /// # Errors
    /// When the bytes cannot be written, for example to a full disk. The file is then as long as
    /// before, so it holds no part of a record.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        // A file that was rewritten is not open for appending only.
        let write = self.file.seek(SeekFrom::End(0)).and_then(|_| self.file.write_all(bytes));
        if let Err(error) = write {
            // If this fails as well, readers find an incomplete last record.
            let _ = self.file.set_len(self.length);
            return Err(Error::system(&self.path)(error));
        }
        self.length += bytes.len() as u64;
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Waits until everything is on disk, at its path.
    ///
    /// # Errors
    /// Errors of the file, and when another program removed, replaced or changed it.
    pub fn sync(&mut self) -> Result<(), Error> {
        let system = Error::system(&self.path);
        disk::sync_file(&self.file).map_err(&system)?;
        let is_here = match self.links {
            Links::Follow => fs::canonicalize(&self.path),
            Links::Refuse => Ok(self.path.clone()),
        };
        let is_here = match is_here.and_then(|place| is_at(&self.file, &place)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            result => result.map_err(&system)?,
        };
        if !is_here || self.file.metadata().map_err(&system)?.len() != self.length {
            return Err(Error::Changed { path: self.path.clone() });
        }
        self.synced = Instant::now();
        Ok(())
    }
}

fn has_no_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error()) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Whether the path still leads to the open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (open, named) = (file.metadata()?, fs::symlink_metadata(path)?);
    Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
}

/// Elsewhere an open file cannot be replaced.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}
