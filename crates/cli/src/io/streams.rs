//! The streams behind outputs, and the list of them that Ctrl-C flushes.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

/// Bytes that are buffered before they are written.
const BUFFER: usize = 128 << 10;

/// A buffered stream. Its lock is held while a line is written, so that Ctrl-C finds whole lines.
pub(super) struct Stream {
    pub(super) writer: BufWriter<Target>,
    /// Completes the last line if nothing more is written.
    pub(super) ending: Option<String>,
}

/// Where a stream goes.
pub(super) enum Target {
    Standard(io::Stdout),
    File(File),
    /// A regular file with its old content, which is lost with the first write: a mistake that ends
    /// the command before that costs nothing.
    OldFile(File),
}

impl Target {
    fn file(&mut self) -> io::Result<&mut dyn Write> {
        if let Self::OldFile(file) = self {
            file.set_len(0)?;
            *self = Self::File(file.try_clone()?);
        }
        Ok(match self {
            Self::Standard(stdout) => stdout,
            Self::File(file) | Self::OldFile(file) => file,
        })
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::OldFile(_) => Ok(()),
            _ => self.file()?.flush(),
        }
    }
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

    /// Completes the last lines and flushes, unless somebody is writing to one of the outputs. They
    /// stay locked: nothing is written afterwards.
    pub(crate) fn flush_if_idle(&self) -> bool {
        let streams: Vec<Arc<Mutex<Stream>>> =
            self.lock().iter().filter_map(Weak::upgrade).collect();
        let mut locked = Vec::new();
        for stream in &streams {
            match stream.try_lock() {
                Ok(stream) => locked.push(stream),
                Err(TryLockError::Poisoned(stream)) => locked.push(stream.into_inner()),
                Err(TryLockError::WouldBlock) => return false,
            }
        }
        for mut stream in locked {
            let ending = stream.ending.take().unwrap_or_default();
            // The process is about to exit; nobody is left to tell.
            let _ = stream.writer.write_all(ending.as_bytes()).and_then(|()| stream.writer.flush());
            std::mem::forget(stream);
        }
        std::mem::forget(streams);
        true
    }
}
