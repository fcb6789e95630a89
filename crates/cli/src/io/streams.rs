//! The streams behind outputs, and the list of them that Ctrl-C flushes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

use quadrille_core::CancelFlag;
use quadrille_storage::Replacement;
#[cfg(unix)]
use same_file::Handle;

#[cfg(unix)]
use super::files::handle;
use super::messages::Messages;
use crate::failure::Failure;

/// Bytes that are buffered before they are written.
const BUFFER: usize = 128 << 10;

/// Makes what completes an output if nothing more is written.
pub(crate) type Ending = Box<dyn FnOnce() -> String + Send>;

/// A buffered stream. Its lock is held while a line is written, so that Ctrl-C finds whole lines.
pub(super) struct Stream {
    pub(super) writer: BufWriter<Target>,
    /// Completes the output, or its last line, if nothing more is written. Called with the lock held.
    pub(super) ending: Option<Ending>,
}

/// Where a stream goes.
pub(super) enum Target {
    Standard(io::Stdout),
    /// A pipe or a device.
    Stream(File),
    /// The new content of a plain file, until it is complete. A mistake that ends the command before
    /// it wrote anything costs nothing.
    File {
        new: Option<Replacement>,
        is_touched: bool,
        /// Whether a part could not be written. What follows would stand in its place, so the file
        /// does not get its name.
        has_failed: bool,
    },
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout) => stdout.write(bytes),
            Self::Stream(file) => file.write(bytes),
            Self::File { new, is_touched, has_failed } => {
                *is_touched = true;
                let written = new.as_mut().ok_or(io::ErrorKind::BrokenPipe)?.write(bytes);
                *has_failed |=
                    written.as_ref().is_err_and(|e| e.kind() != io::ErrorKind::Interrupted);
                written
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout) => stdout.flush(),
            Self::Stream(_) => Ok(()),
            Self::File { new, .. } => new.as_mut().map_or(Ok(()), Write::flush),
        }
    }
}

impl Stream {
    /// Completes the output, or its last line, if that is necessary.
    pub(super) fn complete(&mut self) -> io::Result<()> {
        match self.ending.take() {
            Some(ending) => self.writer.write_all(ending().as_bytes()),
            None => Ok(()),
        }
    }

    /// Writes what is buffered and, if this is a file, gives it its name. Nothing can be written
    /// afterwards.
    pub(super) fn commit(&mut self) -> Result<(), CommitError> {
        self.writer.flush()?;
        if let Target::File { new, has_failed, .. } = self.writer.get_mut() {
            if *has_failed {
                return Err(io::Error::other("a part of the results could not be written").into());
            }
            if let Some(new) = new.take() {
                new.commit()?;
            }
        }
        Ok(())
    }

    /// Ends an output that is not whole. A file gets its name only if that costs nothing: otherwise it
    /// is kept under another name, which is returned, and the old file stays.
    pub(super) fn end_early(&mut self) -> Result<Option<PathBuf>, CommitError> {
        self.writer.flush()?;
        match self.writer.get_mut() {
            Target::File { new: new @ Some(_), .. }
                if new.as_ref().is_some_and(Replacement::replaces_content) =>
            {
                new.take().map(Replacement::keep).transpose().map_err(CommitError::Write)
            }
            _ => self.commit().map(|()| None),
        }
    }

    /// Whether this is a file that does not have its name yet, and whether it has any content.
    pub(super) fn uncommitted(&self) -> Option<bool> {
        let has_content = |is_touched| is_touched || !self.writer.buffer().is_empty();
        match self.writer.get_ref() {
            Target::File { new: Some(_), is_touched, .. } => Some(has_content(*is_touched)),
            _ => None,
        }
    }

    /// Keeps what was written to a file under another name, which is returned.
    pub(super) fn keep(&mut self) -> Option<io::Result<PathBuf>> {
        let Target::File { new, .. } = self.writer.get_mut() else { return None };
        new.take().map(Replacement::keep)
    }
}

/// Why a stream could not be completed.
pub(super) enum CommitError {
    Write(io::Error),
    Storage(quadrille_storage::Error),
}

impl From<io::Error> for CommitError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl From<quadrille_storage::Error> for CommitError {
    fn from(error: quadrille_storage::Error) -> Self {
        Self::Storage(error)
    }
}

/// Returns an error if standard output cannot be written. The standard library would report success.
///
/// It also opens `/dev/null` for reading and writing in place of a standard output that is closed
/// (`>&-`), before the program can look. Programs that discard output on purpose leave the same
/// behind (Python's `subprocess.DEVNULL`, Node's `ignore`), so this can only be noted.
#[cfg(unix)]
pub(super) fn require_stdout(messages: Messages) -> Result<(), Failure> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    use rustix::fs::OFlags;

    let stdout = io::stdout();
    let mode = rustix::fs::fcntl_getfl(&stdout).map(|flags| flags & OFlags::RWMODE);
    match mode {
        Ok(OFlags::RDONLY) | Err(rustix::io::Errno::BADF) => {
            return Err(Failure::Internal(anyhow::Error::msg(
                "standard output is not open for writing, so the results would be lost; send it to \
                 a file, or use --output",
            )));
        }
        Ok(OFlags::RDWR) => {}
        _ => return Ok(()),
    }
    let null = Path::new("/dev/null").metadata().map(|null| null.rdev());
    let opened = stdout.as_fd().try_clone_to_owned().map(File::from);
    let opened = opened.and_then(|file| file.metadata()).map(|file| file.rdev());
    // Other devices have other numbers; that of files and pipes is 0.
    if let (Ok(null), Ok(opened)) = (null, opened)
        && null != 0
        && opened == null
    {
        messages.note("standard output is closed or /dev/null, so the results are lost");
    }
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn require_stdout(_: Messages) -> Result<(), Failure> {
    Ok(())
}

/// Opens a pipe, a device or a file that is open already. A FIFO without a reader is waited for until
/// the flag is raised.
#[cfg(unix)]
pub(super) fn open_stream(path: &Path, cancel: &CancelFlag) -> io::Result<File> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    if let Some(handle) = handle(path) {
        // If it were opened again, a file would be written from its beginning, and what is written to
        // standard output later would overwrite that.
        if Handle::stdout().is_ok_and(|stdout| stdout == handle) {
            return Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?));
        } else if Handle::stderr().is_ok_and(|stderr| stderr == handle) {
            return Ok(File::from(io::stderr().as_fd().try_clone_to_owned()?));
        }
        return File::options().append(true).open(path);
    }
    loop {
        let flags = OFlags::NONBLOCK.bits().cast_signed();
        match File::options().write(true).custom_flags(flags).open(path) {
            Err(error)
                if error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error())
                    && !cancel.is_cancelled() =>
            {
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            Err(error) => return Err(error),
            Ok(file) => {
                let flags = rustix::fs::fcntl_getfl(&file)?;
                rustix::fs::fcntl_setfl(&file, flags - OFlags::NONBLOCK)?;
                return Ok(file);
            }
        }
    }
}

#[cfg(not(unix))]
pub(super) fn open_stream(path: &Path, _: &CancelFlag) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// The outputs that are open, for Ctrl-C.
#[derive(Default)]
pub(crate) struct OpenOutputs(Mutex<Vec<Weak<Mutex<Stream>>>>);

impl OpenOutputs {
    /// Buffers a target and flushes it on Ctrl-C.
    pub(super) fn add(&self, target: Target) -> Arc<Mutex<Stream>> {
        let writer = BufWriter::with_capacity(BUFFER, target);
        let stream = Arc::new(Mutex::new(Stream { writer, ending: None }));
        self.lock().push(Arc::downgrade(&stream));
        stream
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Weak<Mutex<Stream>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a thread is writing to one of the outputs.
    pub(crate) fn is_busy(&self) -> bool {
        let streams: Vec<_> = self.lock().iter().filter_map(Weak::upgrade).collect();
        streams.iter().any(|stream| matches!(stream.try_lock(), Err(TryLockError::WouldBlock)))
    }

    /// Removes what was to replace files but has no content.
    pub(crate) fn drop_empty(&self) {
        let streams: Vec<_> = self.lock().iter().filter_map(Weak::upgrade).collect();
        for stream in &streams {
            if let Ok(mut stream) = stream.try_lock()
                && stream.uncommitted() == Some(false)
                && let Target::File { new, .. } = stream.writer.get_mut()
            {
                *new = None;
            }
        }
        // The last owner of a stream would complete it.
        std::mem::forget(streams);
    }

    /// Completes the outputs and flushes, unless another thread is writing to one of them. They stay
    /// locked: nothing is written afterwards. A file to which nothing was written is left as it was.
    /// Returns the files that hold results under another name than theirs.
    pub(crate) fn flush_if_idle(&self) -> Option<Vec<PathBuf>> {
        let streams: Vec<Arc<Mutex<Stream>>> =
            self.lock().iter().filter_map(Weak::upgrade).collect();
        let mut locked = Vec::new();
        for stream in &streams {
            match stream.try_lock() {
                Ok(stream) => locked.push(stream),
                Err(TryLockError::Poisoned(stream)) => locked.push(stream.into_inner()),
                Err(TryLockError::WouldBlock) => return None,
            }
        }
        let mut kept = Vec::new();
        for mut stream in locked {
            // The process is about to exit, so an error cannot be reported.
            let _ = stream.complete();
            match (stream.uncommitted(), stream.writer.get_mut()) {
                (Some(false), Target::File { new, .. }) => *new = None,
                _ => kept.extend(stream.end_early().ok().flatten()),
            }
            std::mem::forget(stream);
        }
        std::mem::forget(streams);
        Some(kept)
    }
}
