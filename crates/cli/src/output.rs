//! Where results go: standard output or a file, by the line.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use serde::Serialize;

use crate::args::Common;
use crate::blocks::Blocks;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::spared;

struct Stream {
    buffer: Blocks,
    /// What makes the last line whole if nothing more is written.
    ending: Option<String>,
}

/// The streams of the process, for Ctrl-C.
static STREAMS: Mutex<Vec<Arc<Mutex<Stream>>>> = Mutex::new(Vec::new());

/// A buffered stream of result lines. Whoever writes says when a reader may be waiting.
pub(crate) struct Output {
    stream: Arc<Mutex<Stream>>,
    name: String,
    is_terminal: bool,
}

/// Flushes all outputs, with their last lines made whole, unless one of them is just being written
/// to. They stay locked then: nothing is written after.
pub(crate) fn flush_if_idle() -> bool {
    let streams = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
    let mut locked = Vec::new();
    for stream in &*streams {
        match stream.try_lock() {
            Ok(stream) => locked.push(stream),
            Err(TryLockError::Poisoned(stream)) => locked.push(stream.into_inner()),
            Err(TryLockError::WouldBlock) => return false,
        }
    }
    for mut stream in locked {
        let ending = stream.ending.take().unwrap_or_default();
        // There is nobody left to tell.
        let _ = stream.buffer.write_all(ending.as_bytes()).and_then(|()| stream.buffer.finish());
        std::mem::forget(stream);
    }
    true
}

impl Output {
    /// The stream that the options ask for.
    pub(crate) fn open(common: &Common) -> Result<Self, Failure> {
        let Some(path) = &common.output else {
            spared::refuse_standard_if_used()?;
            return Ok(Self::standard());
        };
        Self::create(path)
    }

    /// A file, made anew when the first text comes; not one that is in use.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        spared::refuse_if_used(path)?;
        let mut options = File::options();
        let file =
            options.write(true).create(true).truncate(false).open(path).map_err(|error| {
                let error = anyhow::Error::new(error);
                Failure::Usage(error.context(format!("cannot write to {}", path.display())))
            })?;
        let stream =
            if is_plain(&file) { Blocks::to_own_file(file) } else { Blocks::to(Box::new(file)) };
        Ok(Self::new(stream, path.display().to_string(), false))
    }

    /// Standard output.
    pub(crate) fn standard() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let stream = match standard_file(&io::stdout()) {
            Some(file) => Blocks::to_file(file),
            None => Blocks::to(Box::new(io::stdout())),
        };
        Self::new(stream, "standard output".to_owned(), is_terminal)
    }

    fn new(buffer: Blocks, name: String, is_terminal: bool) -> Self {
        let stream = Arc::new(Mutex::new(Stream { buffer, ending: None }));
        STREAMS.lock().unwrap_or_else(PoisonError::into_inner).push(stream.clone());
        Self { stream, name, is_terminal }
    }

    fn lock(&self) -> MutexGuard<'_, Stream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes while nobody else does: Ctrl-C finds whole lines only.
    fn exclusively(
        &self,
        write: impl FnOnce(&mut Blocks) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = write(&mut self.lock().buffer);
        written.map_err(|error| self.failure(error))
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// The bytes of text as they are.
    pub(crate) fn bytes(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.exclusively(|stream| stream.write_all(text))
    }

    /// The beginning of a line that takes its time. `ending` makes it whole if Ctrl-C comes before
    /// [`end_line`](Self::end_line); what is written until then must not matter to that.
    pub(crate) fn begin_line(&mut self, text: &str, ending: String) -> Result<(), Failure> {
        let mut stream = self.lock();
        let written = stream.buffer.write_all(text.as_bytes());
        stream.ending = Some(ending);
        drop(stream);
        written.map_err(|error| self.failure(error))
    }

    /// The end of a line that took its time.
    pub(crate) fn end_line(&mut self, text: &str) -> Result<(), Failure> {
        let mut stream = self.lock();
        stream.ending = None;
        let written = writeln!(stream.buffer, "{text}");
        drop(stream);
        written.map_err(|error| self.failure(error))
    }

    /// A line of text.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.exclusively(|stream| {
            stream.write_all(line.as_bytes())?;
            stream.write_all(b"\n")
        })
    }

    /// An object on a line.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        self.exclusively(|stream| {
            serde_json::to_writer(&mut *stream, object)?;
            stream.write_all(b"\n")
        })
    }

    /// Hands over what is held back, at the end of a command. Where all went well and nothing was
    /// written, that is the result: a file of ours is empty then.
    pub(crate) fn conclude(&mut self, exit: Exit) -> Result<(), Failure> {
        self.flush()?;
        if exit <= Exit::No {
            return self.exclusively(Blocks::empty_old);
        }
        if self.lock().buffer.is_old() {
            crate::notes::note(&format!("nothing to write; {} is left as it was", self.name));
        }
        Ok(())
    }

    /// Hands over what is held back.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.exclusively(Write::flush)
    }

    /// The same for those who will be back soon: a file, where nobody waits, may wait for a moment.
    pub(crate) fn flush_soon(&mut self) -> Result<(), Failure> {
        self.exclusively(Blocks::flush_soon)
    }

    /// The failure that an error of the stream is.
    pub(crate) fn failure(&self, error: io::Error) -> Failure {
        Failure::writing(error, &self.name)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        let mut streams = STREAMS.lock().unwrap_or_else(PoisonError::into_inner);
        streams.retain(|stream| !Arc::ptr_eq(stream, &self.stream));
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().buffer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().buffer.flush()
    }
}

/// Whether it is a plain file, not a pipe, a device or anything else that may be waited for.
pub(crate) fn is_plain(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// The plain file that a standard stream of the process was sent to.
#[cfg(unix)]
pub(crate) fn standard_file(stream: &impl std::os::fd::AsFd) -> Option<File> {
    let file = File::from(stream.as_fd().try_clone_to_owned().ok()?);
    is_plain(&file).then_some(file)
}

/// Elsewhere none is known.
#[cfg(not(unix))]
pub(crate) fn standard_file<S>(_: &S) -> Option<File> {
    None
}
