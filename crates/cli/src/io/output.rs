//! Results, on standard output or in a file.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::files::is_regular;
use super::messages::Messages;
use super::streams::{Stream, Target};
use crate::context::Context;
use crate::exit::Exit;
use crate::failure::Failure;

/// A buffered stream of results. Each call writes whole lines or nothing as far as Ctrl-C can tell.
/// Callers flush when a reader may be waiting.
pub(crate) struct Output {
    stream: Arc<Mutex<Stream>>,
    name: String,
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

    /// Opens a file that the command does not use otherwise. Its content is replaced by the first
    /// write.
    pub(crate) fn create(context: &Context, path: &Path) -> Result<Self, Failure> {
        context.used_files.refuse(path)?;
        let mut options = File::options();
        let file =
            options.write(true).create(true).truncate(false).open(path).map_err(|error| {
                let error = anyhow::Error::new(error);
                Failure::Usage(error.context(format!("cannot write to {}", path.display())))
            })?;
        let target = if is_regular(&file) { Target::OldFile(file) } else { Target::File(file) };
        Ok(Self::new(context, target, path.display().to_string()))
    }

    /// Opens standard output.
    pub(crate) fn standard(context: &Context) -> Self {
        Self::new(context, Target::Standard(io::stdout()), "standard output".to_owned())
    }

    /// Returns whether this is standard output and a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self.lock().writer.get_ref(), Target::Standard(stdout) if stdout.is_terminal())
    }

    fn new(context: &Context, target: Target, name: String) -> Self {
        Self { stream: context.outputs.add(target), name, messages: context.messages }
    }

    fn lock(&self) -> MutexGuard<'_, Stream> {
        self.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes while no other thread does, so that Ctrl-C finds whole lines only.
    fn exclusively(
        &self,
        write: impl FnOnce(&mut BufWriter<Target>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let written = write(&mut self.lock().writer);
        written.map_err(|error| self.failure(error))
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.exclusively(|stream| stream.write_all(text))
    }

    /// Writes part of a line that takes its time. If Ctrl-C comes before the line ends, it is
    /// completed by `ending`, or that of an earlier part.
    pub(crate) fn part_of_line(&mut self, text: &[u8], ending: Option<String>) -> io::Result<()> {
        let mut stream = self.lock();
        if ending.is_some() {
            stream.ending = ending;
        }
        stream.writer.write_all(text)
    }

    /// Writes the rest of a line that took its time.
    pub(crate) fn end_line(&mut self, text: &[u8]) -> Result<(), Failure> {
        let mut stream = self.lock();
        stream.ending = None;
        let written = stream.writer.write_all(text).and_then(|()| stream.writer.write_all(b"\n"));
        drop(stream);
        written.map_err(|error| self.failure(error))
    }

    /// Writes a line of text.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.exclusively(|stream| {
            stream.write_all(line.as_bytes())?;
            stream.write_all(b"\n")
        })
    }

    /// Writes an object on a line.
    pub(crate) fn json(&mut self, object: &impl Serialize) -> Result<(), Failure> {
        self.exclusively(|stream| {
            serde_json::to_writer(&mut *stream, object)?;
            stream.write_all(b"\n")
        })
    }

    /// Flushes at the end of a command. If the command succeeded without writing anything, that is
    /// its result: the output file is emptied.
    pub(crate) fn conclude(&mut self, exit: Exit) -> Result<(), Failure> {
        self.flush()?;
        let mut stream = self.lock();
        let Target::OldFile(file) = stream.writer.get_mut() else { return Ok(()) };
        if exit <= Exit::No {
            let emptied = file.set_len(0);
            drop(stream);
            return emptied.map_err(|error| self.failure(error));
        }
        if file.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            self.messages.note(&format!("nothing to write; {} is left as it was", self.name));
        }
        Ok(())
    }

    /// Writes what is buffered.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.exclusively(Write::flush)
    }

    /// Returns the failure for an error of the stream.
    pub(crate) fn failure(&self, error: io::Error) -> Failure {
        Failure::writing(error, &self.name)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().writer.flush()
    }
}
