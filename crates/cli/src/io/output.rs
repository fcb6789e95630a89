//! Result lines, on standard output or in a file.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};

use serde::Serialize;

use super::blocks::Blocks;
use super::files::{is_regular, redirected_file};
use super::messages::Messages;
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

struct Stream {
    buffer: Blocks,
    /// Completes the last line if nothing more is written.
    ending: Option<String>,
}

/// The outputs that are open, for Ctrl-C.
#[derive(Default)]
pub(crate) struct OpenOutputs(Mutex<Vec<Weak<Mutex<Stream>>>>);

impl OpenOutputs {
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
            let _ =
                stream.buffer.write_all(ending.as_bytes()).and_then(|()| stream.buffer.finish());
            std::mem::forget(stream);
        }
        std::mem::forget(streams);
        true
    }
}

/// A buffered stream of result lines. Callers flush when a reader may be waiting.
pub(crate) struct Output {
    stream: Arc<Mutex<Stream>>,
    name: String,
    is_terminal: bool,
    pub(crate) messages: Messages,
}

impl Output {
    /// Opens the file named by `--output`, or standard output.
    pub(crate) fn open(context: &Context) -> Result<Self, Failure> {
        match &context.output {
            Some(path) => Self::create(context, path),
            None => {
                context.used_files.refuse_stdout()?;
                Ok(Self::standard(context))
            }
        }
    }

    /// Opens a file that the command does not use otherwise. It is emptied by the first write.
    pub(crate) fn create(context: &Context, path: &Path) -> Result<Self, Failure> {
        context.used_files.refuse(path)?;
        let mut options = File::options();
        let file =
            options.write(true).create(true).truncate(false).open(path).map_err(|error| {
                let error = anyhow::Error::new(error);
                Failure::Usage(error.context(format!("cannot write to {}", path.display())))
            })?;
        let stream =
            if is_regular(&file) { Blocks::to_own_file(file) } else { Blocks::to(Box::new(file)) };
        Ok(Self::new(context, stream, path.display().to_string(), false))
    }

    /// Opens standard output.
    pub(crate) fn standard(context: &Context) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let stream = match redirected_file(&io::stdout()) {
            Some(file) => Blocks::to_file(file),
            None => Blocks::to(Box::new(io::stdout())),
        };
        Self::new(context, stream, "standard output".to_owned(), is_terminal)
    }

    fn new(context: &Context, buffer: Blocks, name: String, is_terminal: bool) -> Self {
        let stream = Arc::new(Mutex::new(Stream { buffer, ending: None }));
        context.outputs.lock().push(Arc::downgrade(&stream));
        Self { stream, name, is_terminal, messages: context.messages }
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
            self.messages.note(&format!("nothing to write; {} is left as it was", self.name));
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

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().buffer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().buffer.flush()
    }
}
